#!/usr/bin/env bash
# Tries all of this folder: an environment for Python in target/spark, PySpark from its package (about
# 600 MB), then every test. Needs python3 with venv, Java 17 or later, the package index, and the command
# (UNTRUSTED_FILTER, or it is built); GNU parallel if it is there.
#
#   examples/spark/test.sh            all tests, over 200 MB (SIZE, in bytes): some minutes
#   examples/spark/test.sh measure    the ratios of the README
set -euo pipefail
cd "$(dirname "$0")/../.."

target=${CARGO_TARGET_DIR:-$PWD/target}
if [ -z "${UNTRUSTED_FILTER:-}" ]; then
    cargo build --release --locked --quiet
    UNTRUSTED_FILTER=$target/release/untrusted-filter
fi
UNTRUSTED_FILTER=$(realpath "$UNTRUSTED_FILTER")
export UNTRUSTED_FILTER

venv=$target/spark
if [ ! -e "$venv/ready" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet 'pyspark[sql]>=4,<5' 'pandas<3' 'ruff<1'
    touch "$venv/ready"
fi
cd examples/spark
# Spark says much on standard error; what fails is said there too.
python() { PYTHONDONTWRITEBYTECODE=1 "$venv/bin/python" "$@"; }

case ${1:-test} in
test)
    "$venv/bin/ruff" check --quiet --no-cache .
    "$venv/bin/ruff" format --check --quiet --no-cache .
    python test_process.py
    python test_parallel.py
    python test_spark.py --verbose
    ;;
measure) python measure.py ;;
*)
    echo 'test.sh: say nothing, or measure' >&2
    exit 2
    ;;
esac
