"""What the filter costs in a Spark job, as ratios; each answer is checked. By `test.sh measure`.

    SIZE=209715200 (bytes of the corpus)  ROUNDS=3

The job reads a table, passes the column on, and reduces all rows to a count and a hash. `rows` does
that alone; `identity` passes every batch through Python and back as it is; `filter` is
`filter_column`. Each round runs each once by turns; medians of the rounds' ratios are printed.
"""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession

import corpus
from test_process import BINARY, FILTER
from test_spark import PARTITIONS, SIZE, session
from untrusted_spark import filter_column

ROUNDS = int(os.environ.get("ROUNDS", "3"))
SCHEMA = "id long, text string"


def seconds(job: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    answer = job()
    return time.perf_counter() - start, answer


def reduced(df: DataFrame) -> tuple:
    return tuple(df.selectExpr("count(*)", "count(text)", "bit_xor(xxhash64(id, text))").first())


def one_process(lines: Path, target: Path) -> None:
    with lines.open("rb") as source, target.open("wb") as sink:
        command = [*FILTER, "--jsonl-field", "text"]
        subprocess.run(command, stdin=source, stdout=sink, check=True)


def ratio(above: list[float], below: list[float]) -> str:
    return f"{statistics.median(a / b for a, b in zip(above, below)):.2f}"


def measured(spark: SparkSession, folder: Path) -> dict[str, list[float]]:
    """Seconds of each job in each round, the first one left out; the answers are right."""
    df = spark.read.parquet(str(folder / "table"))
    schema = df.schema
    jobs = {
        "rows": lambda: reduced(df),
        "identity": lambda: reduced(df.mapInArrow(lambda batches: batches, schema)),
        "filter": lambda: reduced(filter_column(df, "text", binary=BINARY)),
    }
    before = reduced(spark.read.schema(SCHEMA).json(str(folder / "corpus.jsonl")))
    after = reduced(spark.read.schema(SCHEMA).json(str(folder / "filtered.jsonl")))
    assert before != after
    right = {"rows": before, "identity": before, "filter": after}
    times: dict[str, list[float]] = {name: [] for name in [*jobs, "process"]}
    for round in range(ROUNDS + 1):
        for name, job in jobs.items():
            spent, answer = seconds(job)
            assert answer == right[name], f"{name}: {answer}, not {right[name]}"
            times[name] += [spent] if round else []
        spent, _ = seconds(lambda: one_process(folder / "corpus.jsonl", folder / "again.jsonl"))
        times["process"] += [spent] if round else []
    return times


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        count = corpus.write(folder / "corpus.jsonl", SIZE, halves=False)
        one_process(folder / "corpus.jsonl", folder / "filtered.jsonl")
        times = {}
        for executors in (1, 2):
            os.environ["MASTER"] = f"local-cluster[{executors},1,1024]"
            spark = session()
            if executors == 1:
                df = spark.read.schema(SCHEMA).json(str(folder / "corpus.jsonl"))
                df.repartition(PARTITIONS).write.parquet(str(folder / "table"))
            times[executors] = measured(spark, folder)
            spark.stop()
    print(f"{count} records, {SIZE >> 20} MiB; {os.cpu_count()} cores, {platform.machine()}")
    one, two = times[1], times[2]
    for label, above, below in (
        (
            "the job with the filter to the job with Python alone, 1 executor",
            one["filter"],
            one["identity"],
        ),
        ("the same, 2 executors", two["filter"], two["identity"]),
        (
            "the job with the filter to the job without any of it, 1 executor",
            one["filter"],
            one["rows"],
        ),
        ("the same, 2 executors", two["filter"], two["rows"]),
        (
            "the job with the filter to one process without Spark, 1 executor",
            one["filter"],
            one["process"],
        ),
        ("the same, 2 executors", two["filter"], two["process"]),
        ("the filter with 1 executor to 2: the growth", one["filter"], two["filter"]),
        ("Python alone with 1 executor to 2: the growth", one["identity"], two["identity"]),
    ):
        print(f"{ratio(above, below):>7}  {label}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
