"""The memory browser over a real memory on the screen's own loop, so that a test needs no thread."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from textual.pilot import Pilot

from avery.events import Event
from avery.shelf import Do, Shelf
from avery.ui.memories.pane import MemoryPane
from avery.ui.screens.memories import MemoriesScreen
from tests.support.homes import NOW, bare
from tests.support.screen import Host, picture, until
from weave.errors import WeaveError
from weave.model import Memory
from weave.weave import Weave


class Sized(Host):
    """With the app's own break points."""

    def __init__(self) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-medium"), (120, "-wide")]
        self.VERTICAL_BREAKPOINTS = [(0, "-tiny"), (14, "-short"), (22, "-tall")]


@dataclass
class Sitting:
    """As much of a sitting as the shelf asks for."""

    weave: Weave


@dataclass
class Browser:
    """What a test holds."""

    pilot: Pilot[object]
    screen: MemoriesScreen
    weave: Weave
    read: list[Memory] = field(default_factory=list)

    @property
    def shown(self) -> str:
        return picture(self.pilot.app)

    async def seen(self, *words: str) -> str:
        """The screen once all of it stands there, in whatever rows."""
        await until(self.pilot, lambda: all(word in self.flat for word in words))
        return self.flat

    @property
    def flat(self) -> str:
        """The screen as one line, without what only frames it."""
        return " ".join(self.shown.replace("│", " ").split())

    async def told(self, *words: str) -> str:
        """What is said about the memory that is looked at, once all of it is."""
        pane = self.screen.query_one(MemoryPane)
        await until(self.pilot, lambda: all(word in " ".join(pane.text.split()) for word in words))
        return " ".join(pane.text.split())

    async def looking(self, memory: Memory) -> None:
        """Wait until all about this one is shown."""
        pane = self.screen.query_one(MemoryPane)
        await until(self.pilot, lambda: pane.memory is not None and pane.memory.id == memory.id)

    async def unseen(self, *words: str) -> None:
        """Wait until none of it stands there."""
        await until(self.pilot, lambda: not any(word in self.shown for word in words))

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause(0.02)

    async def type(self, text: str) -> None:
        names = {"/": "slash", ":": "colon", " ": "space", "[": "left_square_bracket", ".": "full_stop"}
        await self.press(*(names.get(letter, letter) for letter in text))


@asynccontextmanager
async def browser(
    home: Path,
    fill: Callable[[Weave], Awaitable[object]],
    size: tuple[int, int] = (140, 45),
    *,
    environment: Mapping[str, str] | None = None,
    at: Callable[[], str] | None = None,
    seek: str = "",
) -> AsyncIterator[Browser]:
    """The page, open over what `fill` put into a fresh home."""
    async with bare(home) as weave:
        await fill(weave)
        tasks: set[asyncio.Task[None]] = set()

        def put(run: Do, failed: Callable[[str], Event]) -> None:
            async def serve() -> None:
                events: Sequence[Event]
                try:
                    events = await run(Sitting(weave))  # type: ignore[arg-type]
                except WeaveError as error:
                    events = [failed(str(error))]
                for event in events:
                    screen.take(event)

            task = asyncio.get_running_loop().create_task(serve())
            tasks.add(task)
            task.add_done_callback(tasks.discard)

        read: list[Memory] = []
        screen = MemoriesScreen(
            Shelf(put, put),
            read.append,
            lambda: NOW,
            NOW.tzinfo,
            environment or {},
            at=at() if at else None,
            seek=seek,
        )
        app = Sized()
        async with app.run_test(size=size) as running:
            pilot = cast("Pilot[object]", running)
            app.push_screen(screen)
            await until(
                pilot, lambda: "Memories" in picture(pilot.app) and "reading …" not in picture(pilot.app)
            )
            yield Browser(pilot, screen, weave, read)
            while tasks:
                await asyncio.wait(tasks)
