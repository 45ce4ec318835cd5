#!/usr/bin/env bash
# Two builds of the command from two clones, in folders of different names: the same bytes.
source "$(dirname "$0")/common.sh"
for name in one another; do
    git -c advice.detachedHead=false -c init.defaultBranch=main clone --quiet "$root" "$fresh/$name"
    (root="$fresh/$name" && cd "$root" && unset CARGO_TARGET_DIR && build)
done
build_of() { find "$fresh/$1/target" -path '*/release/untrusted-filter*' -type f ! -name '*.d' ! -path '*/deps/*' -print -quit; }
cmp "$(build_of one)" "$(build_of another)"
sha256sum "$(build_of one)" | sed "s,$fresh/one/,,"
