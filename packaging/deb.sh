#!/usr/bin/env bash
# The Debian package: built by cargo-deb, installed by dpkg into an empty root and run there, removed.
# Leaves target/package/*.deb. Needs dpkg; builds cargo-deb into target/tools the first time.
# Not as root, dpkg runs under fakeroot.
source "$(dirname "$0")/common.sh"
build

tools="$root/target/tools"
if [ ! -x "$tools/bin/cargo-deb" ]; then
    CARGO_ENCODED_RUSTFLAGS='' cargo install --quiet --locked cargo-deb --root "$tools"
fi
rm -f "$out"/*.deb
"$tools/bin/cargo-deb" --quiet --no-build --no-strip --target "$target" --output "$out"
deb=$(ls "$out"/*.deb)
echo "built: ${deb##*/}"
[ "$(dpkg-deb --field "$deb" Package)" = untrusted-filter ]
case $(dpkg-deb --field "$deb" Version) in
"$version" | "$version"-*) ;;
*) echo 'the package has another version' >&2; exit 1 ;;
esac

# An empty root with nothing but dpkg's own list.
new="$fresh/root"
mkdir -p "$new/var/lib/dpkg/info" "$new/var/lib/dpkg/updates"
touch "$new/var/lib/dpkg/status"
architecture=$(dpkg-deb --field "$deb" Architecture)
as_root=()
[ "$(id -u)" = 0 ] || as_root=(fakeroot)
manage() {
    PATH="$PATH:/usr/sbin:/sbin" ${as_root[@]+"${as_root[@]}"} dpkg --root="$new" --log="$fresh/log" "$@" >/dev/null
}
[ "$architecture" = "$(dpkg --print-architecture)" ]
manage --install "$deb"

works "$new/usr/bin/untrusted-filter"
zcat "$new/usr/share/man/man1/untrusted-filter.1.gz" | cmp - man/untrusted-filter.1
cmp "$new/usr/share/bash-completion/completions/untrusted-filter" man/completions/untrusted-filter.bash
cmp "$new/usr/share/zsh/vendor-completions/_untrusted-filter" man/completions/_untrusted-filter
cmp "$new/usr/share/fish/vendor_completions.d/untrusted-filter.fish" man/completions/untrusted-filter.fish
for licence in LICENSE-*; do
    found=$(ls "$new/usr/share/doc/untrusted-filter/$licence"*)
    { zcat -f "$found"; } | cmp - "$licence"
done
# Bash takes the completion without a word.
alone bash -c '. "$1"; complete -p untrusted-filter' - "$new/usr/share/bash-completion/completions/untrusted-filter" >/dev/null
echo 'works: man page, completions, licences'

manage --remove untrusted-filter
left=$(find "$new" -path "$new/var" -prune -o ! -type d -print)
[ -z "$left" ] || { echo "left behind: $left" >&2; exit 1; }
echo 'works: removed without a trace'
