"""The terminal app against its promises, through a pseudo-terminal: bytes in, bytes out.

    uv run python -m tests.bench.terminal [--only paint keys talk resident] [--runs 5] [--keys 150]
    uv run python -m tests.bench.terminal --memories 100000 [--keep FOLDER]

paint: the first picture in processor and wall seconds, against an empty Textual app's in the same run.
keys: from a key's bytes to its echo while a scripted server streams 100 fragments a second, the worker embeds and
indexes 20,000 memories, and cycles of sleep run. talk: a conversation of 2,000 messages opened, and what a key costs
in it, against an empty one. resident: megabytes with 10,000 memories. `--memories`: the memory browser over so many.
Every part prints the machine's load: a wall time of a busy machine says little, a ratio of one run more.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.bench import browser
from tests.bench.programs import Terminal, load, terminal
from tests.support.homes import bare
from tests.support.replies import Reply
from tests.support.server import ScriptedServer
from weave.model import Role, Turn

_EMPTY = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("Empty app")
Empty().run()
"""
_WORDS = "The **quick** brown fox, `code`, and a list:\n\n- one\n- two\n\n```python\nprint('x')\n```\n\n"
_ECHOES = [chr(code) for code in range(0x3B1, 0x3C9)]
"""Greek letters: they occur nowhere else on the screen, so an echo is known when it is seen."""
_MESSAGES = 2_000
_ESC, _F8, _OPEN_CHATS = b"\x1b", b"\x1b[19~", b"\x0f"


@dataclass(frozen=True, slots=True)
class Paint:
    """Seconds until the first picture."""

    wall: float
    cpu: float


def avery(home: Path, *more: str) -> list[str]:
    """The command line of the chat."""
    return [sys.executable, "-m", "avery", "--home", str(home), *more]


def fresh(home: Path, config: str = "") -> Path:
    """A home with nothing in it."""
    home.mkdir(mode=0o700, parents=True)
    (home / "config.toml").write_text(config)
    return home


# -- the first picture ------------------------------------------------------------------------------------


def first_paint(arguments: list[str], marker: bytes) -> Paint:
    """Run the program until its first picture stands."""
    with terminal(arguments) as program:
        return Paint(program.read_until(marker, 60) - program.started, program.cpu())


def paint(options: argparse.Namespace, folder: Path) -> None:
    """Both apps in turn, so that the machine's load hits both alike; the medians."""
    home = fresh(folder / "paint")
    empty: list[Paint] = []
    ours: list[Paint] = []
    for _ in range(options.runs + 1):
        empty.append(first_paint([sys.executable, "-c", _EMPTY], b"Empty app"))
        ours.append(first_paint(avery(home), b"memory is starting"))
    (wall, cpu), (our_wall, our_cpu) = (
        [statistics.median(p.wall for p in found[1:]), statistics.median(p.cpu for p in found[1:])]
        for found in (empty, ours)
    )
    print(f"first paint, empty Textual app: {cpu:.2f} s CPU, {wall:.2f} s wall")
    print(f"first paint, Avery:             {our_cpu:.2f} s CPU, {our_wall:.2f} s wall")
    print(f"ratio: {our_cpu / cpu:.2f} CPU, {our_wall / wall:.2f} wall (at most 1.6); {load()}")


# -- keys while all goes on -------------------------------------------------------------------------------


def keys(options: argparse.Namespace, folder: Path) -> None:
    """From key to echo, first at rest, then while a reply streams, the worker indexes and sleep runs."""
    home = folder / "keys"
    browser.fill(home, options.backlog)
    (home / "config.toml").write_text("")  # vectors and graph are on from now: all of it waits to be indexed
    pieces = tuple(_WORDS[i : i + 5] for i in range(0, len(_WORDS), 5)) * 2_000
    with ScriptedServer() as server:
        server.on("chat", Reply(fragments=pieces, pace=0.01))
        variables = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "sk-bench", "AVERY_MODEL": "scripted-1"}
        with terminal(avery(home), **variables) as program:
            program.read_until(b"scripted-1", 120)
            program.write(b"hello")
            program.drain(0.5)
            program.write(b"\r")
            server.wait_for("chat", timeout=60)
            program.drain(1.0)
            program.write(_F8)
            program.drain(2.0)
            program.write(b"s")
            program.drain(1.0)
            program.write(_ESC)
            program.drain(1.0)
            at, before = time.perf_counter(), program.cpu()
            found = echoes(program, options.keys)
            share = (program.cpu() - before) / (time.perf_counter() - at)
            told(found, "key to echo, streaming, indexing and sleeping", " (50 / 110)")
            print(f"the program took {share:.2f} of a processor meanwhile; {load()}")


def echoes(program: Terminal, count: int) -> list[float]:
    """Seconds from key to echo, one for each key."""
    program.write(_ECHOES[-1].encode())
    program.drain(0.2)
    return [_echo(program, _ECHOES[n % (len(_ECHOES) - 1)]) for n in range(count)]


def _echo(program: Terminal, letter: str) -> float:
    program.write(b"\x7f")
    program.drain(0.06)
    started = time.perf_counter()
    program.write(letter.encode())
    seen = program.read_until(letter.encode(), 10) - started
    program.drain(0.02)
    return seen


def told(seconds: list[float], what: str, wanted: str = "") -> None:
    """Print the median and the tails of it."""
    seen = sorted(seconds)
    at = [seen[min(len(seen) - 1, int(len(seen) * share))] * 1000 for share in (0.5, 0.95, 0.99)]
    print(f"{what}: p50 {at[0]:.0f}, p95 {at[1]:.0f}, p99 {at[2]:.0f} ms{wanted}")


# -- a long conversation ----------------------------------------------------------------------------------


def talk(options: argparse.Namespace, folder: Path) -> None:
    """A conversation of many messages, opened from the list and typed in, against an empty one."""
    home = fresh(folder / "talk", browser.CONFIG)
    asyncio.run(_converse(home))
    with terminal(avery(home)) as program:
        program.read_until(b"ready", 60)
        program.settle()
        empty = _typing(program, options.keys)
        program.write(b"\x7f")
        program.drain(0.5)
        program.write(_OPEN_CHATS)
        program.read_until(b"message 0", 20)
        program.settle()
        before, at = program.cpu(), time.perf_counter()
        program.write(b"\r")
        opened = program.read_until(f"message {_MESSAGES - 1}".encode(), 60) - at
        program.settle()
        spent = program.cpu() - before
        full = _typing(program, options.keys)
    print(
        f"a chat of {_MESSAGES:,} messages opens in {opened:.2f} s (1), {spent:.2f} s CPU until all is still"
    )
    for seconds, cost, what in ((*empty, "an empty chat"), (*full, "the long chat")):
        told(seconds, f"key to echo in {what}")
        print(f"processor time a key in {what}: {cost * 1000:.1f} ms")
    print(f"ratio of the processor time a key: {full[1] / empty[1]:.2f} (1); {load()}")


def _typing(program: Terminal, count: int) -> tuple[list[float], float]:
    """(seconds from key to echo, processor time a key)."""
    before = program.cpu()
    found = echoes(program, count)
    return found, (program.cpu() - before) / count


async def _converse(home: Path) -> None:
    start = datetime.now(UTC) - timedelta(days=2)
    async with bare(home, now=start) as weave:
        begun = await weave.begin()
        turns = [
            Turn(
                f"turn-{number:05}",
                Role.USER if number % 2 == 0 else Role.ASSISTANT,
                "user" if number % 2 == 0 else "avery",
                f"This is message {number}, with **some** words and `code` in it.",
                start + timedelta(seconds=30 * number),
                begun.id,
                task=begun.task.id,
            )
            for number in range(_MESSAGES)
        ]
        core = weave._core
        core.journal.append_all({begun.id: turns})
        core.journal.mark_encoded(begun.id, [turn.id for turn in turns], start)
        core.journal.mark_ended(begun.id, start)


# -- memory -----------------------------------------------------------------------------------------------


def resident(options: argparse.Namespace, folder: Path) -> None:
    """Megabytes of the app with 10,000 memories in it, all backends on, after a few questions."""
    home = folder / "resident"
    browser.fill(home, 10_000)
    (home / "config.toml").write_text("")
    with terminal(avery(home)) as program:
        program.read_until(b"ready", 120)
        for question in (
            b"/recall ferry to Cebu\r",
            b"/recall the budget review\r",
            b"/recall tea with Ana\r",
        ):
            program.write(question)
            program.drain(4.0)
            program.write(_ESC)
            program.drain(0.5)
        program.drain(options.seconds)
        own, children = program.resident()
    print(f"resident with 10,000 memories: {own:.0f} MB (700), its children {children:.0f} MB; {load()}")


PARTS: dict[str, Callable[[argparse.Namespace, Path], None]] = {
    "paint": paint,
    "keys": keys,
    "talk": talk,
    "resident": resident,
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", choices=list(PARTS), default=list(PARTS))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--keys", type=int, default=150)
    parser.add_argument("--backlog", type=int, default=20_000, help="memories that are indexed meanwhile")
    parser.add_argument(
        "--seconds", type=float, default=20.0, help="how long the app indexes before it is weighed"
    )
    parser.add_argument("--memories", type=int, default=0, help="measure the memory browser over so many")
    parser.add_argument("--keep", type=Path, help="where the home of --memories is made, once")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.memories:
            home = (options.keep or folder) / f"home-{options.memories}"
            if not home.exists():
                browser.fill(home, options.memories)
            browser.measure(home, options.memories, options.keys)
            print(load())
            return
        for part in options.only:
            PARTS[part](options, folder)


if __name__ == "__main__":
    main()
