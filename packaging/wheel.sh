#!/usr/bin/env bash
# The Python wheel: built by maturin, installed into a new environment by pip, pipx and uvx, without
# the network for the wheel itself; then pre-commit runs it as a hook of `language: python`.
# Leaves target/package/*.whl. Needs python3 with venv, and the package index for the tools.
source "$(dirname "$0")/common.sh"
build

python3 -m venv "$fresh/tools"
"$fresh/tools/bin/pip" install --quiet 'maturin>=1.16,<2' pipx uv pre-commit
rm -f "$out"/*.whl
tags=()
case $target in
# The tag must be one of the target's C library, although a static command asks for none.
*-linux-gnu) tags=(--compatibility manylinux2014) ;;
*-linux-musl) tags=(--compatibility musllinux_1_1) ;;
esac
PATH="$fresh/tools/bin:$PATH" maturin build --quiet --release --locked --target "$target" --out "$out" ${tags[@]+"${tags[@]}"}
wheel=$(ls "$out"/*.whl)
echo "built: ${wheel##*/}"

# pip, as a user does it.
python3 -m venv "$fresh/venv"
"$fresh/venv/bin/pip" install --quiet --no-index "$wheel"
works "$fresh/venv/bin/untrusted-filter"
[ "$("$fresh/venv/bin/pip" list --format freeze | grep -c untrusted)" = 1 ]
"$fresh/venv/bin/pip" uninstall --quiet --yes untrusted-filter
[ ! -e "$fresh/venv/bin/untrusted-filter" ]

# pipx: each command in an environment of its own.
alone "$fresh/tools/bin/pipx" install --quiet "$wheel" >/dev/null
works "$fresh/home/.local/bin/untrusted-filter"

# uvx: no installation to see.
works "$fresh/tools/bin/uvx" --quiet --offline --from "$wheel" untrusted-filter

# pre-commit, with the wheel instead of a compiler: no cargo is in PATH.
alone_path="$fresh/tools/bin:/usr/bin:/bin"
if alone sh -c 'command -v cargo' >/dev/null; then
    echo 'a cargo is in the way: the hook would not show that it needs none' >&2
    exit 1
fi
mkdir "$fresh/repo"
cat >"$fresh/repo/.pre-commit-config.yaml" <<EOF
repos:
- repo: local
  hooks:
  - id: untrusted-filter-lint
    name: untrusted-filter
    entry: untrusted-filter --lint --force-exclude --no-diff
    language: python
    additional_dependencies: ["$wheel"]
    files: (?i)(^|/)SKILL\.md$
EOF
printf -- '---\nname: repo\ndescription: d\n---\nkey\342\200\213word\n' >"$fresh/repo/SKILL.md"
alone git -C repo init --quiet
alone git -C repo add -A
hook() { alone sh -c 'cd repo && pre-commit run --all-files'; }
if said=$(hook); then
    echo "the hook passed: $said" >&2
    exit 1
fi
case $said in
*SKILL.md:5:4*) ;;
*) echo "the hook said: $said" >&2; exit 1 ;;
esac
printf -- '---\nname: repo\ndescription: d\n---\nkey word\n' >"$fresh/repo/SKILL.md"
alone git -C repo add -A
hook >/dev/null
echo 'works: pre-commit, language: python'
