"""The memory browser over a very large memory: keys to paint while scrolling, and letters to a new list.

    uv run python -m tests.bench.terminal --memories 100000 [--keep FOLDER]

The app runs in a pseudo-terminal of 120x40 over real markdown. Scrolling is measured row by row and page by page,
each page being read from the catalogue; a letter typed until it stands there, and until the list is what was sought.
`--keep`: the home is made there once and used again.
"""

from __future__ import annotations

import asyncio
import re
import statistics
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.bench.programs import Terminal, terminal
from tests.support.homes import bare
from tests.support.memories import memory
from weave import ids
from weave.model import Memory, MemoryType

_BATCH = 5_000
_TOPICS = ("tea with Ana", "the budget review", "a ferry to Cebu", "the café in Ghent", "an old compiler")
CONFIG = '[embedding]\nkind = "none"\n[qdrant]\nenabled = false\n[falkordb]\nenabled = false\n'
_MARKED = re.compile(rb"\xe2\x96\x8e.{0,600}?Note (\d{6})", re.DOTALL)


def fill(home: Path, count: int) -> None:
    """`count` memories over two years, the first the newest."""
    home.mkdir(mode=0o700, parents=True)
    (home / "config.toml").write_text(CONFIG)
    types = list(MemoryType)
    start = datetime.now(UTC)

    def one(number: int) -> Memory:
        created = start - timedelta(minutes=10 * number + 1)
        text = f"Note {number:06} about {_TOPICS[number % len(_TOPICS)]}, and what came of it that week."
        return replace(
            memory(text),
            id=ids.new(created),
            created=created,
            type=types[number % len(types)],
            importance=(number * 37 % 100) / 100,
        )

    async def write() -> None:
        async with bare(home, now=start) as weave:
            for first in range(0, count, _BATCH):
                weave._core.store.add([one(n) for n in range(first, min(count, first + _BATCH))])

    asyncio.run(write())


def measure(home: Path, count: int, keys: int) -> None:
    """Open the browser and print what its keys cost."""
    arguments = [sys.executable, "-m", "avery", "--home", str(home)]
    with terminal(arguments) as program:
        program.read_until(b"ready", 600)
        started = time.perf_counter()
        program.write(b"\x1bOR")  # F3
        opened = program.read_until(b"Note 000000", 60) - started
        program.write(b"\x1b[B")
        program.drain(1.5)
        print(f"opened, {count:,} memories: {opened * 1000:.0f} ms")
        program.drain(1.0)
        before = program.cpu()
        rows = [_pressed(program, b"\x1b[B", f"Note {n:06}") for n in range(1, keys + 1)]
        spent = (program.cpu() - before) / keys * 1000
        _report("row down", rows)
        print(f"processor time a row, with all about it read and drawn: {spent:.0f} ms")
        _report("page down, lines to be read", _paged(program, keys))
        _report("to the end and back", [_jump(program, count, n % 2 == 0) for n in range(20)])
        echoes, listed = zip(
            *(_typed(program, word) for word in ("ferry", "café", "compiler", "0042")), strict=True
        )
        _report("letter to its echo", [one for word in echoes for one in word])
        print(f"last letter to the new list: {', '.join(f'{one * 1000:.0f}' for one in listed)} ms")
        print(f"resident: {program.resident()[0]:.0f} MB")


def _pressed(program: Terminal, key: bytes, marker: str) -> float:
    started = time.perf_counter()
    program.write(key)
    seen = program.read_until(marker.encode(), 20) - started
    program.drain(0.05)
    return seen


def _paged(program: Terminal, keys: int) -> list[float]:
    """PageDown again and again; where it leads is read off the first two."""
    places = []
    for _ in range(2):
        program.write(b"\x1b[6~")
        places.append(int(_MARKED.findall(program.collect(2.0))[-1]))
    step = places[1] - places[0]
    return [_pressed(program, b"\x1b[6~", f"Note {places[1] + n * step:06}") for n in range(1, keys + 1)]


def _jump(program: Terminal, count: int, to_end: bool) -> float:
    key, place = (b"\x1b[F", count - 1) if to_end else (b"\x1b[H", 0)
    return _pressed(program, key, f"Note {place:06}")


def _typed(program: Terminal, word: str) -> tuple[list[float], float]:
    program.write(b"/")
    program.drain(0.2)
    echoes = [_pressed(program, letter.encode(), letter) for letter in word]
    started = time.perf_counter() - 0.05
    found = program.read_until(b" of ", 30) - started
    program.drain(0.5)
    program.write(b"\x1b")
    program.drain(1.0)
    program.write(b"\x1b[B")
    program.drain(0.3)
    return echoes, found


def _report(what: str, seconds: list[float]) -> None:
    ordered = sorted(seconds)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 for share in (0.95, 0.99)]
    middle = statistics.median(ordered) * 1000
    print(f"{what}: p50 {middle:.0f}, p95 {at[0]:.0f}, p99 {at[1]:.0f} ms ({len(seconds)} keys)")
