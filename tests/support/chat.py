"""The whole chat in a test: a real memory in a temporary home, driven by keys, read as text."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from textual import events
from textual.pilot import Pilot

from avery.app import AveryApp
from avery.options import LaunchOptions
from avery.ui.transcript import Transcript
from tests.support.screen import picture, until

CONFIG = '[embedding]\nkind = "none"\n[qdrant]\nenabled = false\n[falkordb]\nenabled = false\n'
"""Files and catalogue only."""


def new_home(folder: Path) -> Path:
    """A home with nothing in it but its configuration."""
    folder.mkdir(mode=0o700)
    (folder / "config.toml").write_text(CONFIG)
    return folder


@asynccontextmanager
async def chat(
    home: Path,
    size: tuple[int, int] = (140, 45),
    *,
    resume: str | None = None,
    continue_last: bool = False,
) -> AsyncIterator[Pilot[None]]:
    """The app with its memory open; it is closed afterwards as by quitting."""
    app = AveryApp(LaunchOptions(home, resume=resume, continue_last=continue_last))
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: "memory is starting" not in picture(app))
        yield pilot
    app.memory.close(20)


async def ask(pilot: Pilot[None], text: str) -> None:
    """Put a text into the composer and send it."""
    pilot.app.screen.query_one("#composer").post_message(events.Paste(text))
    await pilot.pause(0.05)
    await pilot.press("enter")
    await pilot.pause(0.05)


async def seen(pilot: Pilot[None], *words: str) -> str:
    """The screen once all of these words stand on it, in whatever rows."""
    await until(pilot, lambda: all(word in flat(pilot) for word in words))
    return flat(pilot)


def shown(pilot: Pilot[None]) -> str:
    """The screen as rows."""
    return picture(pilot.app)


def flat(pilot: Pilot[None]) -> str:
    """The screen as one line, so that a sentence is found however it is wrapped."""
    return " ".join(shown(pilot).split())


def transcript(pilot: Pilot[None]) -> Transcript:
    """The chat's transcript."""
    return pilot.app.screen.query_one(Transcript)
