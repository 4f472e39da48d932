"""Field case 43 in the whole app: an embedder that blocks for 300 ms stalls neither the screen nor the reply."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from textual import events

from avery import sitting
from avery.app import AveryApp
from avery.options import LaunchOptions
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
        for number in range(16):
            await weave.remember(f"The ferry of pier {number} leaves at nine.")
    embedder = WordEmbedder(before=lambda _: time.sleep(0.3))

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
        app.memory.close(20)
    # Four calls fill this time: a loop that waits for them ticks five times, a free one sixty.
    assert ticks >= 20
    assert len(pictures) >= 4


async def _watch(app: AveryApp, seconds: float) -> tuple[int, set[str]]:
    """How often a 20 ms ticker fired on the screen's loop, and the different pictures it saw."""
    ticks, pictures, end = 0, set[str](), time.monotonic() + seconds
    while time.monotonic() < end:
        await asyncio.sleep(0.02)
        ticks += 1
        if ticks % 5 == 0:
            pictures.add(picture(app))
    return ticks, pictures
