"""The memory browser over a real memory on the screen's own loop, so that a test needs no thread."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from textual.pilot import Pilot

from avery.shelf import Shelf
from avery.ui.memories.pane import MemoryPane
from avery.ui.screens.memories import MemoriesScreen
from tests.support.homes import NOW, bare
from tests.support.screen import picture, until
from tests.support.serving import Serving, Sized
from weave.model import Memory
from weave.weave import Weave


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
        serving = Serving(weave)
        read: list[Memory] = []
        screen = MemoriesScreen(
            Shelf(serving.put, serving.put),
            read.append,
            lambda: NOW,
            NOW.tzinfo,
            environment or {},
            at=at() if at else None,
            seek=seek,
        )
        serving.take = screen.take
        app = Sized()
        async with app.run_test(size=size) as running:
            pilot = cast("Pilot[object]", running)
            app.push_screen(screen)
            await until(
                pilot, lambda: "Memories" in picture(pilot.app) and "reading …" not in picture(pilot.app)
            )
            yield Browser(pilot, screen, weave, read)
            await serving.settled()
