"""What goes through the process comes back whole, or not at all. Without Spark, and quick:

UNTRUSTED_FILTER=target/debug/untrusted-filter python3 examples/spark/test_process.py
"""

from __future__ import annotations

import faulthandler
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import corpus
from untrusted_spark import Broken, filter_batches, filter_records, lint_batches

BINARY = os.path.abspath(os.environ.get("UNTRUSTED_FILTER", "target/release/untrusted-filter"))
FILTER = [BINARY, "--records", "jsonl"]
LINT = [BINARY, "--lint", "--no-config", "--records", "jsonl"]

# Stand-ins for a filter that is broken: each takes lines and is wrong in its own way.
BROKEN = {
    "stops early": "for _ in range(3): put(get())",
    "takes nothing": "",
    "says nothing": "sys.stdin.buffer.read()",
    "loses a record": "for n, line in enumerate(lines): put(line if n != 5 else b'')",
    "loses the last record": "put(b''.join(list(lines)[:-1]))",
    "repeats a record": "for n, line in enumerate(lines): put(line * (1 + (n == 5)))",
    "adds a record": "for line in lines: put(line)\nput(b'null\\n')",
    "makes one record of two": "for n, line in enumerate(lines): put(line[: -(n == 5)] or line)",
    "makes two records of one": "put(get() + b'1,2\\n')\nget()\nfor line in lines: put(line)",
    "writes no JSON": "for n, line in enumerate(lines): put(b'{\\n' if n == 5 else line)",
    "writes no UTF-8": "for n, line in enumerate(lines): put(b'\"\\xff\"\\n' if n == 5 else line)",
    "writes without end": "while True: put(b'null\\n' * 1000)",
    "fails at the end": "for line in lines: put(line)\nsys.exit(3)",
    "fails in the middle": "for _ in range(3): put(get())\nsys.exit('no \\x1b more')",
    "is killed": "for _ in range(3): put(get())\nos.kill(os.getpid(), 9)",
    "is killed at the end": "for line in lines: put(line)\nos.kill(os.getpid(), 9)",
}
HEAD = f"""#!{sys.executable}
import os, sys
lines = sys.stdin.buffer
get = lines.readline
def put(line):
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
"""


def broken(folder: str | Path, name: str) -> str:
    """The path of a stand-in."""
    path = Path(folder, name.replace(" ", "-"))
    path.write_text(HEAD + BROKEN[name] + "\n")
    path.chmod(0o755)
    return str(path)


def spelled(records: list) -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records).encode()


def on_one_machine(command: list[str], records: list) -> list[dict]:
    """What the command prints for all records in one file."""
    output = subprocess.run(command, input=spelled(records), stdout=subprocess.PIPE).stdout
    return [json.loads(line) for line in output.splitlines()]


class Filtering(unittest.TestCase):
    def test_any_text_comes_back_as_on_one_machine(self) -> None:
        records = [*corpus.ODD, *corpus.texts(20_000), "long \u202e" * 500_000]
        self.assertEqual(list(filter_records(records, FILTER)), on_one_machine(FILTER, records))

    def test_records_keep_their_kind(self) -> None:
        records = [None, "", "a\u202eb", "x\ud800", "\ud83d", "a\r\nb\n\n", "17", "null", None]
        wanted = [None, "", "a b", "x\ufffd", "\ufffd", "a\r\nb\n\n", "17", "null", None]
        self.assertEqual(list(filter_records(records, FILTER)), wanted)

    def test_batches_of_any_length(self) -> None:
        batches = [[], ["a\u202e"], [], [None] * 30_000, ["b"] * 3, []]
        wanted = [[], ["a "], [], [None] * 30_000, ["b"] * 3, []]
        self.assertEqual(list(filter_batches(batches, FILTER)), wanted)

    def test_nothing_needs_no_process(self) -> None:
        self.assertEqual(list(filter_records([], ["/nonexistent"])), [])

    def test_flags_are_passed_on(self) -> None:
        self.assertEqual(list(filter_records(["a\nb"], [*FILTER, "-p", "field"])), ["a b"])

    def test_what_the_source_raises_is_raised(self) -> None:
        def records():
            yield from ["a"] * 50_000
            raise KeyError("the source's own")

        with self.assertRaisesRegex(KeyError, "the source's own"):
            list(filter_records(records(), FILTER))

    def test_whoever_stops_early_leaves_no_process(self) -> None:
        results = filter_records(iter(["a"] * 100_000), FILTER)
        self.assertEqual(next(results), "a")
        results.close()
        self.assertEqual(threading.active_count(), 1)
        with self.assertRaises(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)

    def test_a_record_that_is_too_long_fails(self) -> None:
        command = [*FILTER, "--max-message", "1000"]
        with self.assertRaisesRegex(Broken, "record 2: longer than 1000 bytes"):
            list(filter_records(["a", "b" * 1000, "c"], command))

    def test_whatever_is_broken_is_loud(self) -> None:
        # One batch that fits into a pipe, and many that do not.
        for records in (["text"] * 100, ["text " * 10] * 100_000):
            for name in BROKEN:
                with (
                    self.subTest(name, records=len(records)),
                    tempfile.TemporaryDirectory() as folder,
                ):
                    with self.assertRaises(Broken) as caught:
                        list(filter_records(records, [broken(folder, name)]))
                    self.assertTrue(str(caught.exception).isascii())
                    self.assertTrue(str(caught.exception).isprintable())

    def test_a_record_never_takes_the_place_of_another(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            batches = ([f"{number}"] * 100 for number in range(100))
            given = []
            with self.assertRaises(Broken):
                given.extend(filter_batches(batches, [broken(folder, "loses a record")]))
            self.assertEqual(given, [])


class Linting(unittest.TestCase):
    def test_findings_as_on_one_machine(self) -> None:
        # Spelled as JSON.dumps does it, everything would be an escape: so without the escapes.
        records = [*corpus.ODD, *corpus.texts(5000)]
        lines = (json.dumps(record, ensure_ascii=False) for record in records)
        output = subprocess.run(
            LINT,
            input="".join(line + "\n" for line in lines).encode("utf-8", "backslashreplace"),
            stdout=subprocess.PIPE,
        ).stdout
        told = [json.loads(line) for line in output.splitlines()][:-1]
        batches = [records[at : at + 700] for at in range(0, len(records), 700)]
        findings = [finding for batch in lint_batches(batches, LINT) for finding in batch]
        self.assertGreater(len(findings), 1000)
        self.assertEqual(
            [(f.record, f.rule, f.severity, f.message, f.decoded) for f in findings],
            [(t["record"] - 1, t["rule"], t["severity"], t["message"], t["decoded"]) for t in told],
        )
        for finding, line in zip(findings, told):
            # What stands there is what was found there.
            place = records[finding.record][finding.start : finding.end]
            found = [int(code[2:], 16) for code in line["code_points"]]
            if found in ([], [0x1B], [0x9B]):  # Half a pair, or the start of a sequence.
                self.assertIn(place[0], "\x1b\x9b\ud83d\udc00\ud800")
            else:
                self.assertEqual([ord(character) for character in place], found)

    def test_places_are_of_the_text(self) -> None:
        records = [None, "ok", '\u00e9\U0001f600"\n\\\t\u200b\u202e!', "a\u202eb\u202ec"]
        [findings] = lint_batches([records], LINT)
        places = [(f.record, f.start, f.end, f.rule) for f in findings]
        self.assertEqual(places[-2:], [(3, 1, 2, "bidi-control"), (3, 3, 4, "bidi-control")])
        self.assertEqual((places[0][:2], places[-3][2]), ((2, 6), 8))

    def test_nothing_found(self) -> None:
        self.assertEqual(list(lint_batches([["a", None], [], ["b"]], LINT)), [[], [], []])

    def test_whatever_is_broken_is_loud(self) -> None:
        for name in BROKEN:
            with (
                self.subTest(name),
                tempfile.TemporaryDirectory() as folder,
                self.assertRaises(Broken),
            ):
                list(lint_batches([["text"] * 100] * 100, [broken(folder, name)]))

    def test_a_flag_that_silences_the_marks_fails(self) -> None:
        with self.assertRaisesRegex(Broken, "nothing was found in the mark"):
            list(lint_batches([["a\u202e"]], [*LINT, "--ignore", "json-escape"]))


if __name__ == "__main__":
    faulthandler.dump_traceback_later(300, exit=True)  # What hangs has failed.
    unittest.main()
