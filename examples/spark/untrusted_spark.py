"""Columns of Spark DataFrames through the command `untrusted-filter`.

    filter_column(df, "text")               the same DataFrame, one column filtered
    lint_column(df, "text", keys=["id"])    one row for each finding
    partition_filter(spark)                 for RDDs: rdd.mapPartitions(partition_filter(spark))

Each partition goes through one process, each record as a line of JSON. Behind each batch of records
goes a mark: a record that the process has to answer in a known way. No row of a batch is passed on
before its mark is back, with as many records before it as went in, and no partition ends well
before its process has. Anything else is `Broken`: the task fails, Spark tries it again, and in the
end the job fails.

The task's own thread reads Spark's rows and writes to the process; another one reads what comes
back, at all times, so that no pipe can fill up for good.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from itertools import chain, islice, tee
from json.decoder import scanstring
from typing import IO, TYPE_CHECKING, Callable, NamedTuple, Optional, TypeVar

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructField

Record = Optional[str]
Context = TypeVar("Context")
Answer = TypeVar("Answer")


class Broken(RuntimeError):
    """The process did not do what it has to. What it gave since the last mark is not passed on."""


class Finding(NamedTuple):
    """What the linter says of one place."""

    record: int  # which of the partition's, from 0
    rule: str
    severity: str
    start: int  # the place is text[start:end], in code points
    end: int
    message: str
    decoded: Optional[str]  # what hides there, where that is known


FINDING = (
    "partition int, record bigint, rule string, severity string, start bigint, end bigint, "
    "message string, decoded string"
)


def filter_column(
    df: DataFrame, column: str, *, binary: str = "untrusted-filter", options: Sequence[str] = ()
) -> DataFrame:
    """`df` with the strings of `column` filtered: schema, rows and their order in partitions stay.

    `binary` is the command, by path or name; it is sent to the executors, which need not have it.
    `options` are its flags, such as `["--profile", "field"]`.
    """
    position = _position(df, column)
    command = _shipped(df.sparkSession, binary, "--records", "jsonl", *options)

    def filtered(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        ahead, behind = tee(batches)
        texts = (_strings(batch.column(position)) for batch in ahead)
        with closing(filter_batches(texts, command())) as results:
            for result, batch in zip(results, behind):
                field = batch.schema.field(position)
                yield batch.set_column(position, field, pa.array(result, field.type))

    return _map_in_arrow(df, filtered, df.schema.fields)


def lint_column(
    df: DataFrame,
    column: str,
    *,
    keys: Sequence[str] = (),
    binary: str = "untrusted-filter",
    options: Sequence[str] = (),
) -> DataFrame:
    """What the linter finds in `column`: for each finding the row's `keys`, and `FINDING`.

    Choose rules in the result (`where`), not by flags: one that silences the marks fails the job.
    """
    from pyspark.sql.types import StructType

    _position(df, column)
    df = df.select(*(f"`{name.replace('`', '``')}`" for name in [*keys, column]))
    command = _shipped(
        df.sparkSession, binary, "--lint", "--no-config", "--records", "jsonl", *options
    )
    fields = [*df.schema.fields[:-1], *StructType.fromDDL(FINDING).fields]

    def linted(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa
        from pyspark import TaskContext

        text, number = pa.string(), pa.int64()
        types = [pa.int32(), number, text, text, number, number, text, text]
        partition, first = TaskContext.get().partitionId(), 0
        ahead, behind = tee(batches)
        texts = (_strings(batch.column(len(keys))) for batch in ahead)
        with closing(lint_batches(texts, command())) as results:
            for findings, batch in zip(results, behind):
                rows = pa.array([finding.record - first for finding in findings], number)
                first += batch.num_rows
                told = [(partition, *finding) for finding in findings]
                yield pa.RecordBatch.from_arrays(
                    [batch.column(key).take(rows) for key in range(len(keys))]
                    + [pa.array([row[at] for row in told], kind) for at, kind in enumerate(types)],
                    _names(len(fields)),
                )

    return _map_in_arrow(df, linted, fields)


def partition_filter(
    spark: SparkSession, *, binary: str = "untrusted-filter", options: Sequence[str] = ()
) -> Callable[[Iterable[Record]], Iterator[Record]]:
    """For `RDD.mapPartitions`: strings and None in; as many out, in order."""
    command = _shipped(spark, binary, "--records", "jsonl", *options)
    return lambda records: filter_records(records, command())


# Between Spark and the process


def _position(df: DataFrame, column: str) -> int:
    """Which column has this name; it has to be one, and of strings."""
    from pyspark.sql.types import StringType

    if df.columns.count(column) != 1:
        raise ValueError(f"{column!r} has to be one column of {df.columns}")
    position = df.columns.index(column)
    kind = df.schema.fields[position].dataType
    if not isinstance(kind, StringType):
        raise TypeError(f"{column!r} has to be of strings, not {kind.simpleString()}")
    return position


def _shipped(spark: SparkSession, binary: str, *arguments: str) -> Callable[[], list[str]]:
    """Sends the command and this module to the executors; gives what says the command there."""
    found = shutil.which(binary)
    if found is None:
        raise FileNotFoundError(f"{binary!r} is no command")
    path = os.path.realpath(found)  # Spark calls it by the name that a link leads to.
    spark.sparkContext.addFile(path)
    spark.sparkContext.addPyFile(__file__)
    name = os.path.basename(path)

    def command() -> list[str]:
        from pyspark import SparkFiles

        return [SparkFiles.get(name), *arguments]

    return command


def _strings(column: pa.Array) -> list[Record]:
    """The strings of a column; what is no UTF-8, which a cast from binary leaves, as U+FFFD."""
    try:
        return column.to_pylist()
    except UnicodeDecodeError:
        values = column.cast("large_binary").to_pylist()
        return [None if value is None else value.decode("utf-8", "replace") for value in values]


def _names(count: int) -> list[str]:
    return [f"c{position}" for position in range(count)]


def _map_in_arrow(
    df: DataFrame,
    function: Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]],
    fields: Sequence[StructField],
) -> DataFrame:
    """`df.mapInArrow`, which cannot do with dots or twice the same in names of columns."""
    from pyspark.sql.types import StructField, StructType

    schema = StructType(
        [
            StructField(name, field.dataType, field.nullable, field.metadata)
            for name, field in zip(_names(len(fields)), fields)
        ]
    )
    result = df.toDF(*_names(len(df.columns))).mapInArrow(function, schema)
    return result.toDF(*(field.name for field in fields))


# The process; nothing below knows of Spark


def filter_records(records: Iterable[Record], command: Sequence[str]) -> Iterator[Record]:
    """Records through one process; `command` has `--records jsonl`."""
    with closing(filter_batches(_batches(records), command)) as results:
        for result in results:
            yield from result


def _batches(records: Iterable[Record]) -> Iterator[list[Record]]:
    """Records by the batch: 10,000 of them, or fewer with a million characters."""
    batch: list[Record] = []
    held = 0
    for record in records:
        batch.append(record)
        held += len(record or "")
        if len(batch) == 10_000 or held >= 1_000_000:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch


def filter_batches(
    batches: Iterable[Sequence[Record]], command: Sequence[str]
) -> Iterator[list[Record]]:
    """Each batch through one process; `command` has `--records jsonl`."""

    def questions() -> Iterator[tuple[bytes, tuple[int, bytes]]]:
        for number, batch in enumerate(batches):
            # A number comes back as it is, and neither a string nor null looks like one.
            mark = b"%d\n" % number
            yield _lines(batch) + mark, (len(batch), mark)

    def answer(output: IO[bytes], context: tuple[int, bytes]) -> list[Record]:
        count, mark = context
        lines = list(islice(output, count + 1))
        if len(lines) <= count or lines.pop() != mark:
            raise Broken(f"{count} records did not come back as {count}")
        records = json.loads(b"[" + b",".join(lines) + b"]")
        if len(records) != count:
            raise Broken(f"{count} records came back as {len(records)}")
        return records

    def is_end(rest: bytes, status: int) -> bool:
        return rest == b"" and status == 0

    return _conversation(questions(), answer, is_end, command)


# Long enough to push out what the process holds back.
_HIDDEN = b'"%s"\n' % (rb"\u202e" * 400)


def lint_batches(
    batches: Iterable[Sequence[Record]], command: Sequence[str]
) -> Iterator[list[Finding]]:
    """The findings of each batch, by one process; `command` has `--lint --records jsonl`."""

    def questions() -> Iterator[tuple[bytes, tuple[int, int, list[bytes]]]]:
        first = 0
        for number, batch in enumerate(batches):
            data = _lines(batch)
            # The process counts from 1, and the marks too.
            yield data + _HIDDEN, (first, first + number + 1, data.split(b"\n")[:-1])
            first += len(batch)

    def answer(output: IO[bytes], context: tuple[int, int, list[bytes]]) -> list[Finding]:
        first, number, lines = context
        findings: list[Finding] = []
        at, byte, character = -1, 1, 0
        for line in output:
            told = json.loads(line)
            if told["type"] != "finding" or told["record"] - number > len(lines):
                break
            if told["record"] - number == len(lines):
                return findings
            if told["record"] - number != at or told["offset"] < byte:
                at, byte, character = told["record"] - number, 1, 0
            character += _characters(lines[at][byte : told["offset"]])
            byte = max(byte, told["offset"])
            length = _characters(lines[at][byte : told["offset"] + told["length"]])
            findings.append(
                Finding(
                    first + at,
                    told["rule"],
                    told["severity"],
                    character,
                    character + length,
                    told["message"],
                    told["decoded"],
                )
            )
        raise Broken(f"nothing was found in the mark behind {len(lines)} records")

    def is_end(rest: bytes, status: int) -> bool:
        # 1: something was found, if only the marks.
        return status in (0, 1) and rest.startswith(b'{"type":"summary",')

    return _conversation(questions(), answer, is_end, command)


def _lines(batch: Sequence[Record]) -> bytes:
    """A line of JSON for each record; half of a surrogate pair, which is no UTF-8, as an escape."""
    if not batch:
        return b""
    text = json.dumps(batch, ensure_ascii=False, separators=("\n", ":"))
    return text[1:-1].encode("utf-8", "backslashreplace") + b"\n"


def _characters(spelled: bytes) -> int:
    """How many code points a piece of a JSON string stands for."""
    return len(scanstring(spelled.decode() + '"', 0)[0])


def _conversation(
    questions: Iterable[tuple[bytes, Context]],
    answer: Callable[[IO[bytes], Context], Answer],
    is_end: Callable[[bytes, int], bool],
    command: Sequence[str],
) -> Iterator[Answer]:
    """What one process answers to each question: bytes, and what is needed to read the answer.

    `is_end` judges what comes after the last answer, and the status. Nothing of the environment is
    handed on. Whoever stops early closes the iterator, which ends the process.
    """
    questions = iter(questions)
    first = next(questions, None)
    if first is None:
        return  # An empty partition needs no process.
    with (
        tempfile.TemporaryFile() as log,
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, env={}
        ) as process,
        ThreadPoolExecutor(1) as listener,
    ):
        stdin, stdout = process.stdin, process.stdout

        def heard(context: Context) -> Answer:
            try:
                return answer(stdout, context)
            except BaseException:
                # Nobody reads on: whoever waits for the process to read must not wait for ever.
                stdout.close()
                raise

        def status() -> int:
            try:
                return process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()
                return process.wait()

        def broken(reason: object) -> Broken:
            stdout.close()
            with suppress(OSError):
                stdin.close()
            ended, size = status(), log.seek(0, os.SEEK_END)
            log.seek(max(0, size - 2000))
            # Shown as bytes, since nobody knows what is in it.
            return Broken(f"{command}: {reason}; status {ended}, standard error {log.read()!r}")

        def result(future: Future[Answer]) -> Answer:
            try:
                return future.result()
            except Exception as error:
                raise broken(error) from error

        answers: deque[Future[Answer]] = deque()
        try:
            for data, context in chain([first], questions):
                answers.append(listener.submit(heard, context))
                with suppress(BrokenPipeError):  # The answer, which is missing, tells.
                    stdin.write(data)
                while answers and answers[0].done():
                    yield result(answers.popleft())
            with suppress(BrokenPipeError):
                stdin.close()
            while answers:
                yield result(answers.popleft())
            rest = stdout.read(10_000)
            if not is_end(rest, status()):
                raise broken(f"it did not end well: {rest[:100]!r} was left")
        finally:
            process.kill()
            with suppress(OSError):
                stdin.close()
