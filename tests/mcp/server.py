"""A server made with the official SDK, of either major version, that hides something wherever it
writes text.

    server.py LOG [stubborn]

LOG gets a JSON object a line: the processes, and the arguments of each call as they arrive. A
stubborn server heeds neither the end of its input nor SIGTERM, and has a child.
"""

import base64
import json
import os
import signal
import subprocess
import sys
import time
from typing import Annotated, Literal

from pydantic import BaseModel, Field

try:
    from mcp.server.mcpserver import Context, Image, MCPServer
except ImportError:
    from mcp.server.fastmcp import Context, FastMCP as MCPServer, Image

LOG = sys.argv[1]
IS_STUBBORN = sys.argv[2:] == ["stubborn"]

TAGS = "".join(chr(0xE0000 + ord(c)) for c in "obey")
# A zero-width space, an override, tags, an invisible operator and a terminal sequence.
HIDDEN = f"a\u200bb\u202ec{TAGS}\u2063d\x1b[8me\u2028f"
# What looks hidden and is spelling: Persian, a family, a flag.
HONEST = (
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 "
    "\U0001f468\u200d\U0001f469\u200d\U0001f467 "
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f \u2764\ufe0f"
)
TEXT = f"{HONEST} {HIDDEN} \\u200b <b>&amp;</b>"


def log(**entry):
    with open(LOG, "a", encoding="ascii") as file:
        file.write(json.dumps(entry) + "\n")


server = MCPServer("hostile", instructions=TEXT)


@server.tool(title=f"Echo {HIDDEN}", description=f"Gives back. {TEXT}")
def echo(text: Annotated[str, Field(description=f"What to say. {TEXT}")], count: int = 1) -> str:
    log(call="echo", arguments={"text": text, "count": count})
    return text * count + TEXT


class Person(BaseModel):
    """Somebody."""

    name: str = Field(min_length=4, max_length=4, description=f"Four characters. {HIDDEN}")
    kind: Literal["friend", "stranger"]
    big: int
    small: float
    notes: dict[str, str]


@server.tool(description=f"A person. {HIDDEN}")
def person(kind: Literal["friend", "stranger"]) -> Person:
    log(call="person", arguments={"kind": kind})
    notes = {"text": TEXT, "honest": HONEST}
    return Person(name="A\u200b\u202eB", kind=kind, big=12345678901234567890, small=1e-7, notes=notes)


@server.tool(description=f"All bytes. {HIDDEN}")
def picture() -> Image:
    return Image(data=bytes(range(256)) * 40, format="png")


@server.tool(description=HIDDEN)
def fails() -> str:
    raise ValueError(f"It failed. {HIDDEN}")


@server.tool(description="Takes its time.")
async def slow(ctx: Context) -> str:
    for step in range(3):
        await ctx.report_progress(step, 3, f"Step {HIDDEN}")
    return "done"


@server.tool(name="a\u200bdd", description="A name that hides something.")
def add() -> str:
    return "never"


@server.resource("test://notes", title=f"Notes {HIDDEN}", description=TEXT, mime_type="text/plain")
def notes() -> str:
    return TEXT


@server.resource("test://data", description=TEXT, mime_type="application/octet-stream")
def data() -> bytes:
    return base64.b64decode("4oCLAP/+") * 100


@server.resource("test://items/{item}", title=HIDDEN, description=TEXT)
def item(item: str) -> str:
    log(call="item", arguments={"item": item})
    return f"{item}: {TEXT}"


@server.prompt(title=f"Review {HIDDEN}", description=TEXT)
def review(code: Annotated[str, Field(description=TEXT)]) -> str:
    log(call="review", arguments={"code": code})
    return f"{code}: {TEXT}"


log(pid=os.getpid())
print(f"Started. {HIDDEN}", file=sys.stderr, flush=True)
if IS_STUBBORN:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    nothing = subprocess.DEVNULL
    log(pid=subprocess.Popen(["sleep", "1000"], stdin=nothing, stdout=nothing, stderr=nothing).pid)
server.run("stdio")
while IS_STUBBORN:
    time.sleep(60)
