"""Field case 43 in the whole app: an embedder that blocks for 300 ms stalls neither the screen nor the reply."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path

import pytest
from textual import events

from avery import sitting
from avery.app import AveryApp
from avery.events import Event
from avery.options import LaunchOptions
from avery.sitting import Sitting
from tests.support.embedder import WordEmbedder
from tests.support.homes import bare
from tests.support.replies import Reply
from tests.support.screen import picture, until
from tests.support.server import ScriptedServer
from weave import roots
from weave.keys import Keys
from weave.roots import Root

FRAGMENTS = 60


async def test_case_43_a_blocking_embedder_leaves_the_screen_and_the_reply_going(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text("[falkordb]\nenabled = false\n")
    async with bare(home) as weave:
        for number in range(28):
            await weave.remember(f"The ferry of pier {number} leaves at nine.")
    ticker = Ticker()
    embedder = WordEmbedder(before=ticker.block)

    def assembled(
        folder: Path,
        environment: Mapping[str, str],
        *,
        now: datetime | None = None,
        keys: Keys | None = None,
    ) -> Root:
        root = roots.assemble(folder, environment, now=now, keys=keys)
        return replace(root, models=replace(root.models, embedder=embedder))

    monkeypatch.setattr(sitting, "assemble", assembled)
    with ScriptedServer() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-scripted-key-for-tests")
        monkeypatch.setenv("AVERY_MODEL", "scripted-1")
        server.on("chat", Reply(fragments=tuple(f"word{n} " for n in range(FRAGMENTS)), pace=0.03))
        app = AveryApp(LaunchOptions(home))
        async with app.run_test(size=(140, 45)) as pilot:
            await until(pilot, lambda: "scripted-1" in picture(app))
            app.screen.query_one("#composer").post_message(events.Paste("When does the ferry leave?"))
            await pilot.pause(0.1)
            await pilot.press("enter")
            await until(pilot, lambda: "word1 " in picture(app))
            before = len(embedder.asked)
            ticks, pictures = await _watch(app, 1.2)
            assert len(embedder.asked) > before, "the embedder was to be at work meanwhile"
            await until(pilot, lambda: f"word{FRAGMENTS - 1}" in picture(app))
            await until(pilot, lambda: "● ready" in picture(app))
            ticking = asyncio.create_task(ticker.run())
            for act, words in ((_recall, "last one?"), (_save, "lighthouse"), (_edit_by_hand, "quay 333")):
                act(app, home)
                await until(pilot, partial(_was_asked, embedder, words), 30)
            await until(pilot, lambda: ticker.ticks >= 40, 30)
            ticking.cancel()
            ticker.waited_for = False
        app.memory.close(20)
    # Four calls fill this time: a loop that waits for them ticks five times, a free one sixty.
    assert ticks >= 20
    assert len(pictures) >= 4
    assert ticker.stalled == [], "recall, a save and the watcher's pass let the screen go on"


def _was_asked(embedder: WordEmbedder, words: str) -> bool:
    return any(words in text for text in list(embedder.asked))


def _recall(app: AveryApp, home: Path) -> None:
    app.memory.recall("Which pier is the last one?")


def _save(app: AveryApp, home: Path) -> None:
    async def remember(sitting: Sitting) -> list[Event]:
        await sitting.weave.remember("The lighthouse is red.")
        return []

    app.memory._errand(remember)


def _edit_by_hand(app: AveryApp, home: Path) -> None:
    """What the watcher finds in a file that somebody has saved."""
    [day] = [path for path in (home / "memories").rglob("*.md") if "pier 3 " in path.read_text()]
    day.write_text(day.read_text().replace("pier 3 ", "quay 333 "))


class Ticker:
    """Fires on the screen's loop every 20 ms; an embedder that waits for it holds nothing up but itself."""

    def __init__(self) -> None:
        self.ticks = 0
        self.stalled: list[str] = []
        self.waited_for = False

    def block(self, text: str) -> None:
        """In the place of an embedder's work: 0.3 s, or as long as ten ticks take; noted when they never come."""
        end, due = time.monotonic() + 8, self.ticks + 10
        time.sleep(0.3)
        while self.waited_for and self.ticks < due:
            if time.monotonic() > end:
                self.stalled.append(text)
                return
            time.sleep(0.01)

    async def run(self) -> None:
        self.waited_for = True
        while True:
            await asyncio.sleep(0.02)
            self.ticks += 1


async def _watch(app: AveryApp, seconds: float) -> tuple[int, set[str]]:
    """How often a 20 ms ticker fired on the screen's loop, and the different pictures it saw."""
    ticks, pictures, end = 0, set[str](), time.monotonic() + seconds
    while time.monotonic() < end:
        await asyncio.sleep(0.02)
        ticks += 1
        if ticks % 5 == 0:
            pictures.add(picture(app))
    return ticks, pictures
