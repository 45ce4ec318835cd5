"""The official SDK's own client, of either major version: does with a server whatever a client does,
and writes down what it sees.

    client.py HANDSHAKE SEEN COMMAND ARGUMENTS...

HANDSHAKE is `auto` or `legacy`; `vanish` is killed as soon as it has seen the tools. SEEN gets one
JSON object: what was asked, and what was answered.
"""

import asyncio
import json
import os
import signal
import sys

from mcp import ClientSession, StdioServerParameters, stdio_client

try:
    from mcp import Client
except ImportError:
    Client = None

HANDSHAKE, SEEN, COMMAND, *ARGUMENTS = sys.argv[1:]

# What a client sends is its own affair and arrives as it is.
SAID = 'caf\u00e9 \u200b\u202e\U000e0041 \\u200b {"x": 1}\n\t"'


def plain(result):
    return result.model_dump(mode="json", by_alias=True, exclude_none=True)


async def use(session, seen):
    async def see(name, answer):
        try:
            seen[name] = plain(await answer)
        except Exception as error:
            seen[name] = {"raised": f"{type(error).__name__}: {error}"}

    await see("tools", session.list_tools())
    if HANDSHAKE == "vanish":
        os.kill(os.getpid(), signal.SIGKILL)
    progress = seen["progress"] = []

    async def on_progress(*told):
        progress.append(told)

    await see("echo", session.call_tool("echo", {"text": SAID, "count": 2}))
    await see("person", session.call_tool("person", {"kind": "stranger"}))
    await see("picture", session.call_tool("picture", {}))
    await see("fails", session.call_tool("fails", {}))
    await see("slow", session.call_tool("slow", {}, progress_callback=on_progress))
    await see("wrong arguments", session.call_tool("person", {"kind": SAID}))
    await see("unknown tool", session.call_tool("none", {}))
    await see("resources", session.list_resources())
    await see("templates", session.list_resource_templates())
    for uri in ["test://notes", "test://data", "test://items/7", "test://none"]:
        await see(uri, session.read_resource(uri))
    await see("prompts", session.list_prompts())
    await see("review", session.get_prompt("review", {"code": SAID}))
    await see("unknown prompt", session.get_prompt("none"))


async def main():
    seen = {}
    parameters = StdioServerParameters(command=COMMAND, args=ARGUMENTS)
    if Client is None:
        async with stdio_client(parameters) as streams, ClientSession(*streams) as session:
            seen["server"] = plain(await session.initialize())
            await use(session, seen)
    else:
        mode = "legacy" if HANDSHAKE == "legacy" else "auto"
        async with Client(parameters, mode=mode) as client:
            seen["server"] = {
                "info": plain(client.server_info),
                "version": client.protocol_version,
                "instructions": client.instructions,
            }
            await use(client, seen)
    with open(SEEN, "w", encoding="ascii") as file:
        json.dump(seen, file)


asyncio.run(main())
