"""Text as strangers send it, the same for the same seed: scripts, what hides, odd records."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Optional

HONEST = [
    "The quick brown fox jumps over the lazy dog, and the dog does not mind at all. ",
    "Z\u00fcrich, \u00c5rhus, \u0141\u00f3d\u017a, Reykjav\u00edk. ",
    "\u0421\u044a\u0435\u0448\u044c \u0436\u0435 \u0435\u0449\u0451 \u044d\u0442\u0438\u0445. ",
    "\u0645\u06cc\u200c\u0634\u0648\u062f \u0628\u0647 \u062e\u0627\u0646\u0647. ",
    "\u0915\u094d\u200d\u0937 \u0939\u093f\u0928\u094d\u0926\u0940 \u092e\u0947\u0902. ",
    "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35\u200b\u0e0a\u0e32\u0e27\u0e42\u0e25\u0e01 ",
    "\u6f22\u5b57\u304b\u306a\u4ea4\u3058\u308a\u6587\u3002\ud55c\uad6d\uc5b4\ub3c4. ",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467 \u2764\ufe0f \U0001f1e8\U0001f1ed ",
    'say "yes" \\ or {"no": [1, 2]}\t<b>&amp;</b> ',
    "one line\nanother line\r\nand a third one\n",
]
HIDDEN = [
    "pay\u200bload",
    "invoice\u202efdp.exe",
    "\U000e0068\U000e0069\U000e0064\U000e0065",
    "\x1b[8mhidden\x1b[0m",
    "\x1b]0;title\x07",
    "over\rwritten\x08",
    "\u2066left alone",
    "a\x00b\x7f\x85\x9b31m",
    "x\ufe0f\ufe01\U000e0101",
    "\ufeffmark",
    "half \ud83d of a pair",
    "\udc00\ud800",
]
ODD: list[Optional[str]] = [None, "", "\n", "\r", "\r\n", "\n\n", "\x00", "null", "0", "17\n", '"']


def texts(count: int, seed: int = 7) -> Iterator[Optional[str]]:
    """So many records, no two long ones the same; some very long."""
    chance = random.Random(seed)
    bodies = []
    for _ in range(3000):
        pieces = chance.choices(HONEST, k=chance.randint(1, 6))
        if chance.random() < 0.2:
            pieces.insert(chance.randint(0, len(pieces)), chance.choice(HIDDEN))
        bodies.append("".join(pieces) + chance.choice(["", "", "", "\n", "\n\n\n"]))
    for number in range(count):
        if number % 50 == 49:
            yield chance.choice(ODD)
        elif number % 100_000 == 70_000:
            yield f"{number} " + "".join(chance.choices(bodies, k=10_000))
        else:
            yield f"{number} {chance.choice(bodies)}"


def without_halves(text: Optional[str]) -> Optional[str]:
    """Spark's strings are UTF-8: half a surrogate pair is lost when one is made."""
    return text and re.sub("[\ud800-\udfff]", "\ufffd", text)


def write(path: Path, size: int, *, halves: bool = True) -> int:
    """Lines of JSON, `{"id": 0, "text": ...}`, until they are so many bytes. Returns how many.

    Without `halves` no surrogate stands alone.
    """
    written = count = 0
    with path.open("wb") as file:
        for count, text in enumerate(texts(1 << 40), 1):
            given = text if halves else without_halves(text)
            value = json.dumps(given, ensure_ascii=False).encode("utf-8", "backslashreplace")
            written += file.write(b'{"id": %d, "text": %s}\n' % (count - 1, value))
            if written >= size:
                break
    return count
