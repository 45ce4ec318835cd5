"""The same on executors as on one machine, whatever is killed meanwhile. By `test.sh`."""

from __future__ import annotations

import faulthandler
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
from pyspark.sql import DataFrame, SparkSession

import corpus
from test_process import BINARY, FILTER, LINT, broken
from untrusted_spark import filter_column, lint_column, partition_filter

SIZE = int(os.environ.get("SIZE", "209715200"))  # of the corpus, in bytes

PARTITIONS = 24


def session() -> SparkSession:
    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
    builder = SparkSession.builder.master(
        os.environ.get("MASTER", "local-cluster[2,1,1024]")
    ).appName("untrusted-filter")
    for key, value in {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.session.timeZone": "UTC",
        # One file is one partition, so that order can be compared.
        "spark.sql.files.maxPartitionBytes": "64m",
        "spark.sql.files.openCostInBytes": "64m",
    }.items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    return spark


class Processes:
    """The processes of an application's executors, now."""

    def __init__(self, application: str) -> None:
        self.commands: dict[int, list[str]] = {}
        self.parents: dict[int, int] = {}
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                pid = int(entry.name)
                self.commands[pid] = (entry / "cmdline").read_text(errors="replace").split("\0")
                self.parents[pid] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue  # It has ended.
        self.executors = [
            pid
            for pid, command in self.commands.items()
            if application in command and any("ExecutorBackend" in word for word in command)
        ]
        self.below = list(self.executors)
        for pid in self.below:
            self.below += [child for child, parent in self.parents.items() if parent == pid]

        name = os.path.basename(BINARY)
        self.filters = [
            pid for pid in self.below if os.path.basename(self.commands[pid][0]) == name
        ]


def an_executor(processes: Processes) -> list[int]:
    return processes.executors


def a_worker(processes: Processes) -> list[int]:
    return [processes.parents[pid] for pid in processes.filters]


def a_filter(processes: Processes) -> list[int]:
    return processes.filters


@contextmanager
def killing(spark: SparkSession, choose: Callable[[Processes], list[int]]) -> Iterator[None]:
    """Kills such a process when two tasks of a stage are done and others are at work."""
    context = spark.sparkContext
    group, tracker = f"killing-{time.time_ns()}", context.statusTracker()
    context.setJobGroup(group, group)
    is_over = threading.Event()

    def stages() -> list:
        jobs = [tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup(group)]
        infos = [tracker.getStageInfo(stage) for job in jobs if job for stage in job.stageIds]
        return [info for info in infos if info]

    def has_failed() -> bool:
        return any(stage.numFailedTasks for stage in stages())

    def kill() -> None:
        # Where its task had just ended, a process is not missed, and another one has to go.
        while not has_failed() and not is_over.wait(0.005):
            if any(s.numCompletedTasks >= 2 and s.numActiveTasks for s in stages()):
                for pid in choose(Processes(context.applicationId))[:1]:
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                    for _ in range(100):
                        if not has_failed():
                            is_over.wait(0.05)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
        context.setLocalProperty("spark.jobGroup.id", None)
    assert has_failed(), "nothing was killed that mattered"


class OnExecutors(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.corpus = cls.folder / "corpus.jsonl"
        cls.count = corpus.write(cls.corpus, SIZE)
        cls.spark = session()
        cls.addClassCleanup(cls.spark.stop)
        # One process on one machine.
        with cls.corpus.open("rb") as lines:
            done = subprocess.run(
                [*FILTER, "--jsonl-field", "text"], stdin=lines, stdout=subprocess.PIPE, check=True
            )
        cls.wanted = [json.loads(line)["text"] for line in done.stdout.splitlines()]
        assert len(cls.wanted) == cls.count
        rows = cls.rows().mapPartitions(
            lambda rows: ((row["id"], row["text"], {"of": row["id"]}) for row in rows)
        )
        cls.table = str(cls.folder / "table")
        schema = "id long not null, text string, `more.of it` map<string, long>"
        cls.spark.createDataFrame(rows, schema, verifySchema=False).write.parquet(cls.table)

    @classmethod
    def rows(cls):
        lines = cls.spark.sparkContext.textFile(str(cls.corpus), PARTITIONS)
        return lines.mapPartitions(lambda lines: map(json.loads, lines))

    def df(self) -> DataFrame:
        return self.spark.read.parquet(self.table)

    def parts(self, df: DataFrame) -> Iterator[pa.Table]:
        """What it has, part by part in the order of ids."""
        target = self.folder / f"result-{time.time_ns()}"
        df.write.parquet(str(target))
        parts = [pa.parquet.read_table(path) for path in target.glob("*.parquet")]
        shutil.rmtree(target)
        return sorted(filter(len, parts), key=lambda part: part["id"][0].as_py())

    def is_as_wanted(self, df: DataFrame) -> None:
        at = 0
        for part in self.parts(df):
            ids = list(range(at, at + len(part)))
            self.assertEqual(part["id"].to_pylist(), ids)
            self.assertEqual(part["text"].to_pylist(), self.wanted[at : at + len(part)])
            self.assertEqual(part["more.of it"].to_pylist(), [[("of", id)] for id in ids])
            at += len(part)
        self.assertEqual(at, self.count)

    def test_an_rdd_while_an_executor_is_killed(self) -> None:
        texts = self.rows().map(lambda row: row["text"])
        result = texts.mapPartitions(partition_filter(self.spark, binary=BINARY))
        target = self.folder / "rdd"
        with killing(self.spark, an_executor):
            result.map(json.dumps).saveAsTextFile(str(target))
        parts = sorted(target.glob("part-*"))
        self.assertGreaterEqual(len(parts), PARTITIONS)
        lines = [line for part in parts for line in part.read_text().splitlines()]
        self.assertEqual(lines, [json.dumps(text) for text in self.wanted])

    def test_a_column_while_an_executor_is_killed(self) -> None:
        df = self.df()
        result = filter_column(df, "text", binary=BINARY)
        self.assertEqual(result.schema, df.schema)
        with killing(self.spark, an_executor):
            self.is_as_wanted(result)

    def test_a_column_while_a_worker_is_killed(self) -> None:
        with killing(self.spark, a_worker):
            self.is_as_wanted(filter_column(self.df(), "text", binary=BINARY))

    def test_a_column_while_a_filter_is_killed(self) -> None:
        with killing(self.spark, a_filter):
            self.is_as_wanted(filter_column(self.df(), "text", binary=BINARY))

    def test_findings_while_an_executor_is_killed(self) -> None:
        # The same text on one machine, spelled in the same way.
        with tempfile.TemporaryFile(dir=self.folder) as lines, self.corpus.open("rb") as source:
            for line in source:
                text = corpus.without_halves(json.loads(line)["text"])
                lines.write(json.dumps(text, ensure_ascii=False).encode() + b"\n")
            lines.seek(0)
            output = subprocess.run(LINT, stdin=lines, stdout=subprocess.PIPE).stdout
        told = [json.loads(line) for line in output.splitlines()]
        self.assertEqual(told.pop()["type"], "summary")
        self.assertGreater(len(told), self.count // 20)
        with killing(self.spark, an_executor):
            parts = self.parts(lint_column(self.df(), "text", keys=["id"], binary=BINARY))
        rows = [row for part in parts for row in part.to_pylist()]
        names = ["rule", "severity", "message", "decoded"]
        self.assertEqual(
            [(row["id"], *(row[name] for name in names)) for row in rows],
            [(line["record"] - 1, *(line[name] for name in names)) for line in told],
        )
        self.assertEqual(len({row["partition"] for row in rows}), len(parts))


class Small(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.spark = session()
        cls.addClassCleanup(cls.spark.stop)
        cls.folder = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.folder)

    def test_whatever_is_broken_fails_the_job(self) -> None:
        df = self.spark.range(0, 100_000, 1, 2).selectExpr("id", "repeat('text', 10) as text")
        # The others are in test_process.py; each costs all the tries that Spark gives a task.
        for name in "stops early", "loses a record", "fails at the end", "is killed":
            with self.subTest(name):
                binary = broken(self.folder, name)
                for result in (
                    filter_column(df, "text", binary=binary),
                    lint_column(df, "text", keys=["id"], binary=binary),
                ):
                    with self.assertRaisesRegex(Exception, "untrusted_spark.Broken"):
                        result.write.format("noop").mode("overwrite").save()

    def test_what_is_read_in_part_is_right_or_fails(self) -> None:
        df = self.spark.range(0, 100_000, 1, 1).selectExpr("id", "string(id) as text")
        taken = filter_column(df, "text", binary=BINARY).limit(3).collect()
        self.assertEqual([(row.id, row.text) for row in taken], [(0, "0"), (1, "1"), (2, "2")])
        with self.assertRaisesRegex(Exception, "untrusted_spark.Broken"):
            filter_column(df, "text", binary=broken(self.folder, "loses a record")).limit(
                3
            ).collect()

    def test_columns_of_any_name_and_type(self) -> None:
        df = self.spark.sql(
            """select * from values
                (1, 'a\\u202Eb', timestamp'2020-01-02 03:04:05', array(struct(1.5bd as d)), null),
                (2, null, null, null, null),
                (3, '', null, array(), cast(x'61EDA08062FF' as string))
                as (id, `a.b``c`, t, s, z)"""
        ).withMetadata("id", {"comment": "kept"})
        result = filter_column(df, "a.b`c", binary=BINARY)
        self.assertEqual(result.schema, df.schema)
        self.assertEqual(result.schema.fields[0].metadata, {"comment": "kept"})
        rows, were = (sorted(frame.collect()) for frame in (result, df))
        self.assertEqual([row["a.b`c"] for row in rows], ["a b", None, ""])
        for column in "id", "t", "s":
            self.assertEqual([row[column] for row in rows], [row[column] for row in were])
        # What is no UTF-8 at all.
        rows = sorted(filter_column(df, "z", binary=BINARY).collect())
        self.assertEqual([row["z"] for row in rows], [None, None, "a\ufffd\ufffd\ufffdb\ufffd"])
        found = lint_column(df, "a.b`c", keys=["t", "id"], binary=BINARY).collect()
        self.assertEqual(
            [(row.id, row.rule, row.start, row.end) for row in found], [(1, "bidi-control", 1, 2)]
        )

    def test_no_rows_and_no_such_column(self) -> None:
        empty = self.spark.createDataFrame([], "text string, n int")
        self.assertEqual(filter_column(empty, "text", binary=BINARY).count(), 0)
        self.assertEqual(lint_column(empty, "text", binary=BINARY).count(), 0)
        with self.assertRaises(ValueError):
            filter_column(empty, "texts", binary=BINARY)
        with self.assertRaises(TypeError):
            lint_column(empty, "n", binary=BINARY)
        with self.assertRaises(FileNotFoundError):
            filter_column(empty, "text", binary="/nonexistent")

    def test_flags(self) -> None:
        df = self.spark.sql("select 'a\\nb' as text")
        result = filter_column(df, "text", binary=BINARY, options=["--profile", "field"])
        self.assertEqual(result.collect()[0].text, "a b")
        with self.assertRaisesRegex(Exception, "untrusted_spark.Broken"):
            filter_column(df, "text", binary=BINARY, options=["--no-such-flag"]).collect()


class Readme(unittest.TestCase):
    def test_the_example_prints_what_it_says(self) -> None:
        text = Path("README.md").read_text(encoding="utf-8")
        [code], [wanted] = (
            re.findall(f"```{kind}\n(.*?)```", text, re.DOTALL) for kind in ("python", "text")
        )
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "untrusted-filter").symlink_to(BINARY)
            path = os.pathsep.join([folder, os.environ["PATH"]])
            done = subprocess.run(
                [sys.executable, "-W", "ignore", "-c", code],
                env={**os.environ, "PATH": path, "PYSPARK_PYTHON": sys.executable},
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            )
        self.assertEqual(done.stdout.split(), wanted.split())

    def test_what_a_bare_pipe_does(self) -> None:
        spark = session()
        self.addCleanup(spark.stop)
        rdd = spark.sparkContext.parallelize(["a", "b\nc", "d\n", None], 1)
        self.assertEqual(rdd.pipe("false").collect(), [])
        self.assertEqual(rdd.pipe("head -n 1", checkCode=True).collect(), ["a"])
        self.assertEqual(rdd.pipe("cat").collect(), ["a", "b", "c", "d", "None"])


if __name__ == "__main__":
    faulthandler.dump_traceback_later(1500, exit=True)  # What hangs has failed.
    unittest.main()
