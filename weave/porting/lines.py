"""`weave export --jsonl`: every memory, fact and turn as one JSON object a line, each with its `kind`.

`memory` and `fact` have the fields of `weave list --json` and `weave facts --json`, a `turn` those that `weave ingest`
reads, with the `conversation` it belongs to; so a file of turns can be ingested elsewhere.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from weave import wire
from weave.core import Core
from weave.durable import replacing
from weave.journal import turn_line
from weave.model import Memory
from weave.porting.model import Exported
from weave.ports import Progress
from weave.wire import Document

_AT_ONCE = 100


async def export(core: Core, path: Path, progress: Progress | None) -> Exported:
    """Write the lines. Raises HomeError when they cannot be written."""
    with replacing(path) as file:
        done = await _all(core, file, Exported(str(path), 1, 0), progress)
        file.flush()
        await asyncio.to_thread(os.fsync, file.fileno())  # here it may take its time
    return replace(done, bytes=path.stat().st_size)


async def _all(core: Core, file: BinaryIO, done: Exported, progress: Progress | None) -> Exported:
    total = await core.run(core.catalogue.count)
    stream = core.catalogue.each()
    while found := await core.run(_memories, stream):
        file.write(_lines(found))
        memories = sum(one["kind"] == "memory" for one in found)
        done = replace(done, memories=done.memories + memories, facts=done.facts + len(found) - memories)
        if progress:
            progress("memories", done.memories, total)
    for name in reversed(core.journal.ids()):
        turns = await asyncio.to_thread(_turns, core, name)
        file.write(_lines(turns))
        done = replace(done, turns=done.turns + len(turns))
    return done


def _memories(stream: Iterator[Memory]) -> list[Document]:
    """The next memories, each with the facts it states behind it."""
    found: list[Document] = []
    for memory in islice(stream, _AT_ONCE):
        found.append({"kind": "memory"} | wire.memory(memory))
        found += [{"kind": "fact"} | wire.fact(fact) for fact in memory.facts]
    return found


def _turns(core: Core, conversation: str) -> list[Document]:
    turns = core.journal.read(conversation).turns
    return [
        {"kind": "turn", "conversation": conversation, "task": turn.task} | turn_line(turn) for turn in turns
    ]


def _lines(values: Iterable[Document]) -> bytes:
    """Escaped where a lone surrogate has no UTF-8."""
    made = []
    for value in values:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        try:
            made.append(text.encode())
        except UnicodeEncodeError:
            made.append(json.dumps(value, separators=(",", ":")).encode())
    return b"".join(line + b"\n" for line in made)
