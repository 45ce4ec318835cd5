#!/usr/bin/env bash
# The npm packages: packed from the built command, installed offline from their tarballs, run by
# path and by npx. Leaves target/package/*.tgz. Needs Node.js with npm.
source "$(dirname "$0")/common.sh"
build
platform=$(node -p 'Object.entries(require("./npm/platforms.json")).find(([, target]) => target === process.argv[1])?.[0] ?? ""' "$target")
[ -n "$platform" ] || { echo "npm/platforms.json has no $target" >&2; exit 1; }

rm -f "$out"/*.tgz
node npm/pack.mjs "$out" "$platform=$binary"
main="$out/untrusted-filter-$version.tgz"
part="$out/untrusted-filter-$platform-$version.tgz"
alone_path=$(dirname "$(command -v node)"):/usr/bin:/bin

# Offline: whoever downloads at installation would fail here. The packages of other platforms cannot
# be had, and are not missed.
mkdir "$fresh/node_modules"
alone npm install --silent --offline --no-audit --no-fund "$main" "$part"
filter="$fresh/node_modules/.bin/untrusted-filter"
works "$filter"
works npx --offline --yes --package "$main" --package "$part" untrusted-filter

# A signal to the launcher ends the command too, and the status says so.
mkfifo "$fresh/open"
exec 9<>"$fresh/open"
PATH=$alone_path "$filter" <"$fresh/open" &
launcher=$!
child=''
for _ in $(seq 100); do
    child=$(pgrep -P "$launcher" || true)
    [ -z "$child" ] || break
    sleep 0.1
done
[ -n "$child" ] || { echo 'the launcher started nothing' >&2; exit 1; }
kill -TERM "$launcher"
status=0
wait "$launcher" || status=$?
[ "$status" = 143 ] || { echo "after SIGTERM it ended with $status" >&2; exit 1; }
! kill -0 "$child" 2>/dev/null || { echo 'the command outlived its launcher' >&2; exit 1; }
echo 'works: SIGTERM is handed on'

# Without the package of the platform: one line that says what is missing.
rm -r "$fresh/node_modules/@untrusted-filter"
status=0
said=$(alone "$filter" --version 2>&1) || status=$?
[ "$status" = 2 ] || { echo "without its platform it ended with $status" >&2; exit 1; }
[ "$said" = "untrusted-filter: no package @untrusted-filter/$platform: either this platform has none, or optional dependencies were left out at installation" ] ||
    { echo "it said: $said" >&2; exit 1; }
echo 'works: says what is missing'
