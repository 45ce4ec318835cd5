"""GNU parallel gives what one process gives, byte for byte, and says so when a block fails."""

from __future__ import annotations

import faulthandler
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import corpus
from test_process import BINARY

SIZE = int(os.environ.get("SIZE", "209715200"))  # of the corpus, in bytes
FILTER = [BINARY, "--records", "line"]


def parallel(path: Path, command: list[str]) -> subprocess.CompletedProcess[bytes]:
    options = ["--pipepart", "--block", "8M", "-k", "--halt", "now,fail=1"]
    return subprocess.run(["parallel", *options, "-a", path, *command], stdout=subprocess.PIPE)


@unittest.skipUnless(shutil.which("parallel"), "there is no GNU parallel")
class Parallel(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.path = cls.folder / "lines"
        with cls.path.open("wb") as file:
            for text in corpus.texts(1 << 40):
                # What is half a pair in a text is ill-formed in its bytes.
                file.write((text or "").encode("utf-8", "surrogatepass") + b"\n")
                if file.tell() >= SIZE:
                    break
            file.write(b"\x00bad \xff\xc0\x80\xed\xa0 and no end")

    def test_the_same_bytes(self) -> None:
        with self.path.open("rb") as file:
            one = subprocess.run(FILTER, stdin=file, stdout=subprocess.PIPE, check=True)
        many = parallel(self.path, FILTER)
        self.assertEqual(many.returncode, 0)
        self.assertTrue(many.stdout == one.stdout)
        self.assertTrue(one.stdout.endswith(b"and no end"))
        self.assertEqual(one.stdout.count(b"\n"), self.path.read_bytes().count(b"\n"))

    def test_a_block_that_fails(self) -> None:
        broken = self.folder / "broken"
        broken.write_text('#!/bin/sh\n[ "$PARALLEL_SEQ" != 3 ] || exit 7\nexec "$@"\n')
        broken.chmod(0o755)
        self.assertEqual(parallel(self.path, [str(broken), *FILTER]).returncode, 7)


if __name__ == "__main__":
    faulthandler.dump_traceback_later(600, exit=True)  # What hangs has failed.
    unittest.main()
