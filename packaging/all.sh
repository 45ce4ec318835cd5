#!/usr/bin/env bash
# Every package: built, installed, run, removed.
set -euo pipefail
for package in archive wheel npm deb cargo; do
    printf '\n== %s\n' "$package"
    bash "$(dirname "$0")/$package.sh"
done
