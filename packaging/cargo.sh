#!/usr/bin/env bash
# `cargo install --path . --locked`, with an empty HOME: cargo fetches and builds everything anew,
# which takes minutes. Leaves nothing.
source "$(dirname "$0")/common.sh"
# Where rustup is in use, its toolchains are not in the empty HOME.
rustup=${RUSTUP_HOME:-$HOME/.rustup}
alone_path=$(dirname "$(command -v cargo)"):/usr/bin:/bin
alone env RUSTUP_HOME="$rustup" CARGO_TARGET_DIR="$fresh/target" CARGO_BUILD_JOBS="${CARGO_BUILD_JOBS:-$(nproc)}" \
    cargo install --quiet --locked --path "$root"
works "$fresh/home/.cargo/bin/untrusted-filter"
