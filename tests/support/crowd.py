"""Several processes that write into one home at once, while whichever owns it is killed; run as a program, one of them.

What a process was told to be stored it prints, a line each, as soon as it was told.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.support.homes import bare, until
from weave.lock import LOCK_NAME
from weave.model import Role, State


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it: what was acknowledged, and how often each of it is there."""

    acknowledged: int
    kills: int
    missing: tuple[str, ...]
    doubled: tuple[str, ...]


def main() -> None:
    """One writer: HOME NAME WRITES."""
    home, name, writes = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    asyncio.run(write(home, name, writes))


async def write(home: Path, name: str, writes: int) -> None:
    """Remember and say, in turns; each that returned is told."""
    async with bare(home) as weave:
        talk = await weave.begin(name=name)
        for number in range(writes):
            words = f"The {name} writes its line number {number} about the ferry."
            if number % 2:
                await weave.say(talk.id, role=Role.USER, speaker="user", text=words)
            else:
                await weave.remember(words)
            print(words, flush=True)
        await weave.end(talk.id)


async def crowd(home: Path, writers: int, writes: int, kills: int, pause: float) -> Outcome:
    """Let them write, kill the owner `kills` times, then count."""
    processes = [await _start(home, f"writer{number}", writes) for number in range(writers)]
    heard = [asyncio.create_task(_lines(process)) for process in processes]
    killed = await _kill_owners(home, processes, kills, pause)
    told = [line for lines in await asyncio.gather(*heard) for line in lines]
    await asyncio.gather(*[process.wait() for process in processes])
    counts = await _found(home)
    return Outcome(
        len(told),
        killed,
        tuple(line for line in told if not counts[line]),
        tuple(line for line, count in counts.items() if count > 1),
    )


async def _start(home: Path, name: str, writes: int) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.support.crowd",
        str(home),
        name,
        str(writes),
        stdout=asyncio.subprocess.PIPE,
    )


async def _lines(process: asyncio.subprocess.Process) -> list[str]:
    assert process.stdout is not None
    return [line.decode().rstrip("\n") async for line in process.stdout if line.endswith(b"\n")]


async def _kill_owners(
    home: Path, processes: list[asyncio.subprocess.Process], kills: int, pause: float
) -> int:
    """Each time there is an owner among those that live, wait a while and kill it."""
    done = 0
    while done < kills and any(process.returncode is None for process in processes):
        pid = _owner(home)
        if pid is None or all(process.pid != pid or process.returncode is not None for process in processes):
            await asyncio.sleep(0.01)
            continue
        await asyncio.sleep(pause)
        with suppress(ProcessLookupError):
            if _owner(home) == pid:
                os.kill(pid, signal.SIGKILL)
                done += 1
    return done


def _owner(home: Path) -> int | None:
    with suppress(OSError, ValueError, KeyError):
        return int(json.loads((home / LOCK_NAME).read_bytes())["pid"])
    return None


async def _found(home: Path) -> Counter[str]:
    """Every text, in memories (raw buffer left out where it was encoded) and in transcripts."""
    async with bare(home) as weave:

        async def settled() -> bool:
            return not weave.inbox.waiting() and not await weave.tasks()

        await until(settled, 60.0, "the end of every conversation")
        texts = [m.text for m in await weave.list() if m.state is not State.TRANSIENT]
        said = [
            turn.text for info in await weave.talks.list() for turn in (await weave.talks.read(info.id)).turns
        ]
    remembered = Counter(text for text in texts if _number(text) % 2 == 0)
    return remembered + Counter(said)


def _number(text: str) -> int:
    words = text.split()
    return int(words[words.index("number") + 1]) if "number" in words else 1


if __name__ == "__main__":
    main()
