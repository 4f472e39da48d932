"""Hours of use in minutes: does memory, do handles, does the lag of a key grow?

    uv run python -m tests.bench.soak [--minutes 10] [--json FILE]

The app runs in a pseudo-terminal, all backends on, against a scripted model server over loopback. A round is a message
and its streamed answer, and by turns a recall, a new chat, a memory pinned and unpinned, a cycle of sleep, a file put
into the library, every page opened and closed, the window dragged. Of four hours of use the waiting is left out. After
each round it is weighed: resident megabytes of the app and of its children, open files, threads, child processes,
milliseconds from a key to its echo, processor time of the round. What the tenth after the warm-up came to is compared
with the last tenth. Exit status 1 if anything grew.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import psutil

from tests.bench.programs import COLUMNS, ROWS, Terminal, load, terminal
from tests.support.replies import Reply
from tests.support.server import ScriptedServer

_ESC, _ENTER, _DOWN = b"\x1b", b"\r", b"\x1b[B"
_PAGES = {
    "help": b"\x1bOP",
    "library": b"\x1bOQ",
    "memories": b"\x1bOR",
    "inbox": b"\x1bOS",
    "sleep": b"\x1b[19~",
    "figures": b"\x1b[20~",
    "chats": b"\x0f",
}
_SIZES = ((40, 120), (24, 80), (45, 140), (20, 60))
_NAMES = ("Ana", "Bo", "Chidi", "Dara", "Eun", "Farid", "Gita", "Hanne")
_THINGS = ("the ferry", "a budget", "the garden", "an old compiler", "dark roast", "the exam", "a bicycle")
WARM, SHARE = 0.2, 0.1
"""Of all rounds: what is left out at the beginning, and how much is compared with as much at the end."""


@dataclass(frozen=True, slots=True)
class Weight:
    """What the app came to after one round."""

    resident: float
    """Megabytes of the program itself."""
    children: float
    """Megabytes of its children."""
    files: int
    threads: int
    processes: int
    echo: float
    """Milliseconds from a key to its echo."""
    cpu: float
    """Seconds of processor time of the round, without its children's."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How much more the last tenth may come to than the one after the warm-up: a factor, and something besides."""

    factor: float
    more: float


LIMITS = {
    "resident": Limit(1.06, 4),  # the conversations and memories that were made meanwhile are held, too
    "children": Limit(1.15, 16),
    "files": Limit(1.0, 2),
    "threads": Limit(1.0, 2),
    "processes": Limit(1.0, 0),
    "echo": Limit(1.5, 20),
    "cpu": Limit(1.3, 0.1),
}


@dataclass(frozen=True, slots=True)
class Course:
    """One figure at both ends, as medians of a tenth of the rounds."""

    name: str
    first: float
    last: float

    @property
    def grew(self) -> bool:
        """Whether it is more than may be."""
        limit = LIMITS[self.name]
        return self.last > self.first * limit.factor + limit.more


def courses(weights: Sequence[Weight]) -> list[Course]:
    """Each figure after the warm-up and at the end."""
    size = max(1, round(len(weights) * SHARE))
    warm = round(len(weights) * WARM)
    first, last = weights[warm : warm + size], weights[-size:]
    return [
        Course(
            f.name,
            statistics.median(getattr(one, f.name) for one in first),
            statistics.median(getattr(one, f.name) for one in last),
        )
        for f in fields(Weight)
    ]


class Use:
    """A person at the keyboard, who never pauses."""

    def __init__(self, program: Terminal, home: Path, pause: float) -> None:
        self._pause = pause
        self._program = program
        self._home = home
        self._turn = 0
        self._spent = program.cpu()

    def round(self) -> Weight:
        """A message, whatever else its number brings, and what it all came to."""
        number = self._turn
        self._turn += 1
        echo = self._say(number)
        for every, deed in self._deeds():
            if number % every == every - 1:
                deed(number)
        return self._weigh(echo)

    def _deeds(self) -> tuple[tuple[int, Callable[[int], None]], ...]:
        return (
            (2, self._recall),
            (3, self._look),
            (4, self._drag),
            (5, self._pin),
            (6, self._new),
            (8, self._shelve),
            (12, self._sleep),
        )

    def _keys(self, keys: bytes, quiet: float = 0.25) -> None:
        self._program.write(keys)
        self._still(quiet)

    def _still(self, quiet: float = 0.25) -> None:
        self._program.settle(quiet * self._pause, 8 * self._pause)

    def _say(self, number: int) -> float:
        """Type a message and wait for the end of the answer; milliseconds of the first letter."""
        words = f"{_NAMES[number % 8]} told me about {_THINGS[number % 7]} on day {number}."
        self._close()
        echo = self._echo()
        self._keys(b"\x7f" + words.encode())
        self._program.write(_ENTER)
        try:
            self._program.read_until(b"ANSWERED", 60)
        except TimeoutError as error:
            self._program.resize(ROWS, COLUMNS - 1)  # all is drawn anew
            shown = _plain(self._program.collect(2.0))
            raise TimeoutError(f"round {number} had no answer; the screen: {shown}") from error
        self._still()
        return echo

    def _close(self) -> None:
        """On a busy machine a page may open after the key that was to close it, and take the words."""
        for _ in range(2):
            self._keys(_ESC, 0.5)

    def _echo(self) -> float:
        """A letter is seen at last: a page that opened late is closed first."""
        for _ in range(10):
            at = time.perf_counter()
            self._program.write("§".encode())
            try:
                return (self._program.read_until("§".encode(), 2.0) - at) * 1000
            except TimeoutError:
                self._keys(_ESC)
        raise TimeoutError("no letter reached the composer")

    def _recall(self, number: int) -> None:
        self._keys(f"/recall what did {_NAMES[number % 8]} say\r".encode(), 0.5)
        self._keys(_ESC)

    def _new(self, _number: int) -> None:
        self._keys(b"\x0e", 0.5)

    def _look(self, number: int) -> None:
        """Two of the pages, one after the other."""
        pages = list(_PAGES.values())
        for key in (pages[number % len(pages)], pages[(number + 3) % len(pages)]):
            self._keys(key)
            self._keys(_DOWN)
            self._keys(_ESC)

    def _pin(self, _number: int) -> None:
        self._keys(_PAGES["memories"])
        self._keys(_DOWN)
        self._keys(b"p")
        self._keys(b"p")
        self._keys(_ESC)

    def _sleep(self, _number: int) -> None:
        self._keys(_PAGES["sleep"])
        self._keys(b"s", 1.0)
        self._keys(_ESC)

    def _shelve(self, number: int) -> None:
        folder = self._home / "documents"
        folder.mkdir(exist_ok=True)
        chapters = "\n\n".join(f"## Chapter {n}\n\nOn {_THINGS[n % 7]}." for n in range(20))
        (folder / f"note-{number % 16}.md").write_text(f"# Notes {number}\n\n{chapters}\n")
        self._still()

    def _drag(self, number: int) -> None:
        rows, columns = _SIZES[number // 4 % len(_SIZES)]
        self._program.resize(rows, columns)
        self._still()
        self._program.resize(ROWS, COLUMNS)
        self._still()

    def _weigh(self, echo: float) -> Weight:
        process = psutil.Process(self._program.process.pid)
        resident, children = self._program.resident()
        spent, self._spent = self._spent, self._program.cpu()
        return Weight(
            resident,
            children,
            process.num_fds(),
            process.num_threads(),
            len(process.children(recursive=True)),
            echo,
            self._spent - spent,
        )


def _plain(printed: bytes) -> str:
    """What was printed, without the terminal's own sequences."""
    return re.sub(r"\x1b\[[0-?]*[ -/]*[@-~]", "", printed.decode("utf-8", "replace"))[-4_000:]


def soak(home: Path, goes_on: Callable[[list[Weight]], bool], pause: float = 1.0) -> list[Weight]:
    """Use the app in `home`, which has its config.toml, for as long as it `goes_on`; `pause` scales the waiting."""
    weights: list[Weight] = []
    with ScriptedServer() as server:
        answer = (*(f"word{n} " for n in range(40)), "and so on.\n\n", "ANSWERED")
        server.on("chat", Reply(fragments=answer, pace=0.01))
        variables = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "sk-bench", "AVERY_MODEL": "scripted-1"}
        with terminal([sys.executable, "-m", "avery", "--home", str(home)], **variables) as program:
            program.read_until(b"scripted-1", 120)
            program.settle()
            use = Use(program, home, pause)
            while goes_on(weights):
                weights.append(use.round())
    return weights


def table(found: Sequence[Course]) -> str:
    """The figures at both ends."""
    rows = [f"| {'figure':<9} | after warm-up | at the end | grew |", "|---|---|---|---|"]
    rows += [f"| {c.name:<9} | {c.first:,.2f} | {c.last:,.2f} | {'YES' if c.grew else 'no'} |" for c in found]
    return "\n".join(rows)


def main() -> int:
    """Measure and print; 1 if anything grew."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--json", type=Path, help="every round's weights go there")
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        home.mkdir(mode=0o700)
        (home / "config.toml").write_text("")
        weights = soak(home, lambda _: time.monotonic() < end)
    if options.json:
        options.json.write_text(json.dumps([asdict(one) for one in weights], indent=1))
    found = courses(weights)
    print(f"{len(weights)} rounds in {options.minutes:g} minutes; {load()}")
    print(table(found))
    grown = [one.name for one in found if one.grew]
    print(f"grew: {', '.join(grown)}" if grown else "nothing grew")
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
