#!/usr/bin/env bash
# The command beside cat and others: how many times the processor time of `cat FILE | cat` each takes.
#
#   benches/compare.sh [NAME ...]     ascii, cjk, hostile ...; start; without names, all
#
# ROUNDS=7  SIZE=64 (MiB)  SINK=/dev/null  BIN=target/release/untrusted-filter  RUNS=200 (of start)
#
# Time is user and system time of the whole pipeline. Everything runs on one core where taskset is
# there, so that the scheduler's choice of cores drops out. Each round runs every tool once by turns;
# a ratio is that of one round, and the median of the rounds is printed. Below 1 is faster than cat.
# Tools that are not installed are left out. A cell with `!` is of a tool that failed.
set -euo pipefail
cd "$(dirname "$0")/.."

target=${CARGO_TARGET_DIR:-target}
bin=${BIN:-$target/release/untrusted-filter}
corpora=$target/bench
rounds=${ROUNDS:-7} size=${SIZE:-64} runs=${RUNS:-200} sink=${SINK:-/dev/null}
# Writing to anything but a character device costs as much as what is measured.
[ -c "$sink" ] || { echo "compare.sh: $sink is not a character device; set SINK" >&2; exit 2; }

[ -n "${BIN:-}" ] || cargo build --release --quiet
if [ "$(cat "$corpora/size" 2>/dev/null)" != "$size" ]; then
    cargo bench --quiet --bench throughput -- --write "$corpora" "$size"
    echo "$size" >"$corpora/size"
fi
pin=()
if taskset -c 0 true 2>/dev/null; then pin=(taskset -c 0); fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# What the filter acts on, for a tool that only finds: joiners left out, which honest text needs.
class='[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x{9F}\x{AD}\x{34F}\x{61C}\x{115F}\x{1160}\x{180B}-\x{180F}'
class+='\x{200B}\x{200E}\x{200F}\x{2028}-\x{202E}\x{2060}-\x{206F}\x{3164}\x{FE00}-\x{FE0F}\x{FEFF}'
class+='\x{FFA0}\x{FFF9}-\x{FFFB}\x{1D173}-\x{1D17A}\x{E0000}-\x{E0FFF}]'

tools=(cat filter lines)
if command -v rg >/dev/null; then tools+=(rg); fi

pipeline() { # tool file
    case $1 in
        cat) echo "cat $2 | cat" ;;
        filter) echo "cat $2 | $bin" ;;
        lines) echo "cat $2 | wc -l" ;;
        rg) echo "cat $2 | rg -a --count-matches '$class' -" ;;
    esac
}

# Prints the milliseconds of processor time of a command, `!` after them if it failed.
cost() {
    local TIMEFORMAT='%U %S' failed=''
    { time "${pin[@]}" sh -c "$1" >"$sink" 2>"$scratch/err" || echo '!' >"$scratch/failed"; } \
        2>"$scratch/time"
    if [ -e "$scratch/failed" ]; then failed='!'; rm "$scratch/failed"; fi
    awk -v failed="$failed" '{ printf "%d%s\n", ($1 + $2) * 1000, failed }' "$scratch/time"
}

# The median of the numbers on standard input, two digits behind the point.
median() {
    sort -n | awk '{ all[NR] = $1 }
        END { m = NR % 2 ? all[(NR + 1) / 2] : (all[NR / 2] + all[NR / 2 + 1]) / 2; printf "%.2f", m }'
}

compare() { # name
    local file=$corpora/$1.txt tool base failed round
    rm -f "$scratch"/ratios-*
    for ((round = 0; round <= rounds; round++)); do
        base=''
        for tool in "${tools[@]}"; do
            local ms
            ms=$(cost "$(pipeline "$tool" "$file")")
            case $ms in *!) touch "$scratch/bad-$tool"; ms=${ms%!} ;; esac
            if [ -z "$base" ]; then base=$((ms > 0 ? ms : 1)); fi
            # The first round warms up.
            if [ "$round" -gt 0 ]; then
                awk -v a="$ms" -v b="$base" 'BEGIN { print a / b }' >>"$scratch/ratios-$tool"
            fi
        done
    done
    printf '%-12s' "$1"
    for tool in "${tools[@]}"; do
        failed=''
        if [ -e "$scratch/bad-$tool" ]; then failed='!'; rm "$scratch/bad-$tool"; fi
        printf ' %9s' "$(median <"$scratch/ratios-$tool")$failed"
    done
    echo
}

# A file of 1 KiB, many times: what a run costs beside the text.
start() {
    local file=$corpora/start.txt round ours theirs
    : >"$scratch/starts"
    : >"$scratch/more"
    for ((round = 0; round <= rounds; round++)); do
        theirs=$(cost "for i in \$(seq $runs); do cat $file; done")
        ours=$(cost "for i in \$(seq $runs); do $bin $file; done")
        if [ "$round" -gt 0 ]; then
            awk -v a="$ours" -v b="$theirs" 'BEGIN { print a / b }' >>"$scratch/starts"
            awk -v a="$ours" -v b="$theirs" -v n="$runs" 'BEGIN { print (a - b) / n }' >>"$scratch/more"
        fi
    done
    echo
    echo "start: $(median <"$scratch/starts") times cat for a file of 1 KiB, $(median <"$scratch/more") ms more"
}

names=("$@")
if [ $# = 0 ]; then
    names=(ascii typographic latin cyrillic cjk arabic hindi emoji ansi mixed rare hostile start)
fi
printf '%-12s' 'times cat'
printf ' %9s' "${tools[@]}"
echo
for name in "${names[@]}"; do
    if [ "$name" = start ]; then start; else compare "$name"; fi
done
