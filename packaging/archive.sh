#!/usr/bin/env bash
# The archive of a release: the command, man page, completions, licences. Unpacked and run, and found
# by its name where `[package.metadata.binstall]` promises it. Leaves target/package/*.tar.gz.
source "$(dirname "$0")/common.sh"
build
name=untrusted-filter-$version-$target
stage="$fresh/stage/$name"
mkdir -p "$stage"
cp "$binary" README.md CHANGELOG.md LICENSE-* "$stage"
cp -R man "$stage"
rm -f "$out"/*.tar.gz
# Same content, same archive: GNU tar knows how to leave out who packed it, and when.
options=()
if tar --version | grep -q GNU; then
    options=(--sort=name --owner=0 --group=0 --numeric-owner --mtime=@0)
fi
tar ${options[@]+"${options[@]}"} -C "$fresh/stage" -cf - "$name" | gzip -n >"$out/$name.tar.gz"
echo "built: $name.tar.gz"

file=${binary##*/}
expand() {
    sed -n "s/^$1 = \"\(.*\)\"\$/\1/p" Cargo.toml | sed "s/{ name }/untrusted-filter/; s/{ bin }{ binary-ext }/$file/; s/{ version }/$version/g; s/{ target }/$target/"
}
promised=$(expand pkg-url)
[ "${promised##*/}" = "$name.tar.gz" ] || { echo "binstall would look for $promised" >&2; exit 1; }
tar -C "$fresh" -xzf "$out/$name.tar.gz"
works "$fresh/$(expand bin-dir)"
