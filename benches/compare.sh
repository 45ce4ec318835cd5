#!/usr/bin/env bash
# The command beside cat and others: how many times the processor time of `cat FILE | cat` each takes;
# how many times faster the linter is than rg with such a class; and what valgrind counts.
#
#   benches/compare.sh [NAME ...]     ascii, cjk, hostile ...; tree; start; without names, all
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
        rg) echo "cat $2 | rg -a --count-matches '$class' - || [ \$? = 1 ]" ;;
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
    printf ' %9s %9s' "$(linted "$file")" "$(instructions "$file")"
    echo
}

# How many times faster than rg, which counts, the linter is, which tells.
linted() { # file
    local round ours theirs
    command -v rg >/dev/null || { echo -; return; }
    : >"$scratch/linted"
    for ((round = 0; round < (rounds + 1) / 2; round++)); do
        theirs=$(cost "rg -a --count-matches '$class' $1 || [ \$? = 1 ]")
        # Status 1 says that there are findings.
        ours=$(cost "$bin --lint --no-config $1 || [ \$? = 1 ]")
        awk -v a="$theirs" -v b="$ours" 'BEGIN { print a / (b > 0 ? b : 1) }' >>"$scratch/linted"
    done
    median <"$scratch/linted"
}

# Instructions a byte of the filter, those of an empty run taken off.
instructions() { # file
    local size=2097152
    command -v valgrind >/dev/null || { echo -; return; }
    counted() {
        valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bin" 2>&1 >/dev/null |
            awk '/Collected/ { print $4 }'
    }
    local all none
    all=$(head -c $size "$1" | counted)
    none=$(counted </dev/null)
    awk -v a="$all" -v b="$none" -v n=$size 'BEGIN { printf "%.2f", (a - b) / n }'
}

# Ten thousand files of 4 KiB.
tree() {
    local folder=$corpora/tree round tool ms base
    if [ ! -d "$folder" ]; then
        mkdir "$folder"
        head -c 40960000 "$corpora/typographic.txt" | split -a 5 -b 4096 - "$folder/"
    fi
    local -A command=(
        [cat]="find $folder -type f -print0 | xargs -0 cat"
        [lint]="$bin --lint -q --no-config $folder || [ \$? = 1 ]"
        [rg]="rg -a -l '$class' $folder || [ \$? = 1 ]"
    )
    rm -f "$scratch"/ratios-*
    for ((round = 0; round <= rounds; round++)); do
        base=''
        for tool in cat lint rg; do
            if [ $tool = rg ] && ! command -v rg >/dev/null; then continue; fi
            ms=$(cost "${command[$tool]}")
            base=${base:-$ms}
            if [ "$round" -gt 0 ]; then
                awk -v a="${ms%!}" -v b="${base%!}" 'BEGIN { print a / b }' >>"$scratch/ratios-$tool"
            fi
        done
    done
    echo
    echo -n "tree of 10,000 files: lint $(median <"$scratch/ratios-lint") times xargs cat"
    [ ! -e "$scratch/ratios-rg" ] || echo -n ", rg $(median <"$scratch/ratios-rg")"
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
    names=(ascii typographic latin cyrillic cjk arabic hindi emoji ansi mixed rare hostile tree start)
fi
printf '%-12s' 'times cat'
printf ' %9s' "${tools[@]}" rg/lint instr/B
echo
for name in "${names[@]}"; do
    case $name in
        start) start ;;
        tree) tree ;;
        *) compare "$name" ;;
    esac
done
