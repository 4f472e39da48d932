"""A walk through every screen of the real app on a generated home: what pictures, snapshots and checks look at.

The clock stands still and nothing blinks; how long a recall took is put at a fixed number, so that the same input
gives the same screens.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from textual import events
from textual.pilot import Pilot

from avery.agent.events import Recalled
from avery.app import AveryApp
from avery.events import Event, Opened, Pads, Queue, Recollected, Told
from avery.metamemory import Figures
from avery.options import LaunchOptions
from avery.ui.composer import Composer
from avery.ui.recall import RecallPane
from avery.ui.transcript import Transcript
from tests.support.household import NOW
from tests.support.replies import Reply, cut, say, wrong_key
from tests.support.screen import picture, until
from tests.support.server import ScriptedServer
from weave.model import Degraded

QUESTION = "What can I cook for Maribel, without peanuts?"
REPLY = """Something **without peanuts**: they make her airway swell shut. Two that she liked before:

1. *Green curry*, as at the Thai place, with aubergine.
2. Mango with sticky rice 🥭.

| per person | amount |
|---|---|
| ご飯 rice | 80 g |
| curry paste | 2 spoons |

```python
def servings(guests: int) -> float:
    return 0.08 * guests  # kg of rice
```
Check the paste's label, too: [what to look for](https://example.org/labels).
"""
BEGUN = "Rice first. Rinse it until the water stays clear, then soak it for"
Walk = Callable[[Pilot[None]], Awaitable[None]]
Visit = Callable[[str, AveryApp], Awaitable[None]]
"""Called at each stop with its name, when the screen stands."""


class Shown(AveryApp):
    """The app itself; only what a machine's speed decides is put at a fixed number."""

    def __init__(self, options: LaunchOptions) -> None:
        super().__init__(options)
        self.animation_level = "none"
        self.opened: Opened | None = None

    def _from_memory(self, event: Event) -> None:
        match event:
            case Told(ask, Recalled() as inner):
                event = Told(ask, replace(inner, recall=replace(inner.recall, elapsed_ms=12.0)))
            case Recollected(recall):
                event = Recollected(replace(recall, elapsed_ms=12.0))
            case Figures(stats):
                latency = tuple(
                    replace(one, p50=8.0 + 3 * n, p95=21.0 + 9 * n)
                    for n, one in enumerate(stats.recalls.latency)
                )
                recalls = replace(stats.recalls, latency=latency)
                named = [one for one in stats.disk if one.name != "index/other"]
                disk = tuple(replace(one, bytes=320_000 // (n + 1)) for n, one in enumerate(named))
                tokens = tuple(replace(one, prompt=1_500 // (n + 1)) for n, one in enumerate(stats.tokens))
                event = replace(
                    event, stats=replace(stats, recalls=recalls, tokens=tokens, disk=disk, seconds=0.2)
                )
            case Queue():
                event = replace(event, encoding=0, memories=28)
            case Pads(pads=pads):  # how far the encoder is
                event = replace(event, pads=tuple(replace(pad, memories=()) for pad in pads))
            case Opened():
                self.opened = event
            case _:
                pass
        super()._from_memory(event)


@dataclass(frozen=True, slots=True)
class Stop:
    """A screen: how to get there from the one before, and words that stand on it then."""

    name: str
    walk: Walk
    words: str = ""
    leave: tuple[str, ...] | None = None
    """Keys that leave it; None: Esc until the chat is there."""


def press(*keys: str) -> Walk:
    """Press these keys one after the other."""

    async def walk(pilot: Pilot[None]) -> None:
        for key in keys:
            await pilot.press(key)

    return walk


def write(text: str, *keys: str) -> Walk:
    """Put a text into the composer, then press these keys."""

    async def walk(pilot: Pilot[None]) -> None:
        pilot.app.screen.query_one(Composer).post_message(events.Paste(text))
        await pilot.pause(0.02)
        await press(*keys)(pilot)

    return walk


def then(*walks: Walk | str) -> Walk:
    """One walk after the other; a word is waited for."""

    async def walk(pilot: Pilot[None]) -> None:
        for step in walks:
            if isinstance(step, str):
                await standing(pilot, step)
            else:
                await step(pilot)

    return walk


async def standing(pilot: Pilot[None], words: str) -> None:
    """Wait until these words stand on the screen, in whatever rows and boxes."""
    await until(pilot, lambda: words in flat(pilot.app))


def flat(app: AveryApp | object) -> str:
    """The screen as one line without frames."""
    drawn = picture(app)  # type: ignore[arg-type]
    return " ".join(drawn.translate(str.maketrans("│╭╮╰╯─┃", "       ")).split())


async def at_rest(pilot: Pilot[None]) -> None:
    """Wait until nothing on the screen changes any more."""
    before, same = "", 0
    for _ in range(250):
        await pilot.pause(0.015)
        now = picture(pilot.app)
        before, same = now, same + 1 if now == before else 0
        if same >= 2:
            return


async def resize(app: AveryApp, size: tuple[int, int]) -> None:
    """Give the terminal another size."""
    if app.size != size:
        await Pilot(app).resize_terminal(*size)


async def into_recall(pilot: Pilot[None]) -> None:
    """To the recalled memories of an earlier message, which lie over the chat where there is no room beside it."""
    await press("alt+up", "alt+up", "alt+up", "alt+up")(pilot)
    pane = pilot.app.screen.query_one(RecallPane)
    if not pane.display:
        await pilot.press("ctrl+t")
    pane.focus()
    await pilot.press("down")


CHAT = (
    Stop("chat-empty", press(), "scripted-1", ()),
    Stop("chat-streaming", then(write("How do I cook rice?", "enter"), "soak it for"), "Esc stops", ()),
    Stop("chat-stopped", then(press("escape"), "● ready"), "stopped", ()),
    Stop("chat-answered", then(write(QUESTION, "enter"), "● ready"), "look for", ()),
    Stop("chat-error", then(write("And how long does it keep?", "enter"), "● ready"), "covered", ()),
    Stop("chat-refused", then(write("Are you there?", "enter"), "● ready"), "/model", ()),
    Stop("chat-recall", into_recall, "trust", ("escape", "escape")),
    Stop("chat-slash", write("/s"), "/sleep", ("ctrl+c",)),
    Stop("palette", press("ctrl+p")),
    Stop("help", press("f1"), "Send"),
    Stop("picture", write("/facts Maribel", "enter"), "Davao"),
    Stop("discard", write("/discard", "enter"), "lost for good"),
)
MEMORY = (
    Stop("memories", then(press("f3"), "newest first", "Maribel lives", press("down", "end", "up")), "allergy", ()),
    Stop("memories-open", press("enter"), "", ("escape",)),
    Stop("memories-filters", press("f"), "Type", ("escape",)),
    Stop("memories-edit", press("e"), "", ("escape",)),
    Stop("memories-choice", press("t")),
    Stop("memories-none", then(press("f3"), press(*"zebra"))),
    Stop("library", then(press("f2"), "Lease"), "Lease", ()),
    Stop("library-read", press("down", "enter")),
    Stop("sessions", then(press("ctrl+o"), "The staging database"), "", ()),
    Stop("sessions-rename", then(press("down"), press("r")), "Call the chat", ("escape",)),
    Stop("reading", press("o")),
    Stop("models", write("/model", "enter"), "scripted-1"),
    Stop("inbox", press("f4"), "I ask before I act", ()),
    Stop("inbox-sleep", press("alt+down"), "would be forgotten", ()),
    Stop("inbox-conflict", press("alt+down"), "2 Davao"),
    Stop("identity", write("/identity", "enter"), "in force"),
    Stop("sleep", press("f8"), ""),
    Stop("figures", press("f9"), "of 100"),
)  # fmt: skip


@asynccontextmanager
async def opened(
    home: Path, size: tuple[int, int], *, words: str = "scripted-1"
) -> AsyncIterator[Pilot[None]]:
    """The app on its home, its clock standing still."""
    app = Shown(LaunchOptions(home, now=NOW))
    async with app.run_test(size=size) as pilot:
        await standing(pilot, words)
        for composer in app.chat.query(Composer):
            composer.cursor_blink = False
        yield pilot
    await asyncio.to_thread(app.memory.close, 20)


async def home_again(pilot: Pilot[None]) -> None:
    """Esc until the chat is there."""
    app = pilot.app
    assert isinstance(app, Shown)
    for _ in range(9):
        if app.screen is app.chat:
            return
        await pilot.press("escape")
        await pilot.pause(0.02)
    raise AssertionError("Esc does not lead back to the chat:\n" + picture(app))


async def walk(pilot: Pilot[None], stops: tuple[Stop, ...], visit: Visit) -> None:
    """Go from stop to stop."""
    for stop in stops:
        await stop.walk(pilot)
        if stop.words:
            await standing(pilot, stop.words)
        await pilot.pause()
        await visit(stop.name, pilot.app)  # type: ignore[arg-type]
        if stop.leave is None:
            await home_again(pilot)
        else:
            await press(*stop.leave)(pilot)


def script(server: ScriptedServer) -> None:
    """What the model says on the way."""
    server.queue(
        "chat",
        Reply(fragments=(BEGUN,), hang=True),
        say(REPLY),
        cut("Two days in the fridge, if you"),
        say("Two days, covered."),
        wrong_key(),
    )


async def troubles(pilot: Pilot[None], visit: Visit) -> None:
    """What the chat shows when not all is well."""
    app = pilot.app
    assert isinstance(app, Shown)
    assert app.opened is not None
    down = (Degraded("vector", "Qdrant does not answer"), Degraded("graph", "FalkorDB does not answer"))
    app.chat.take(
        Queue(encoding=2, waiting=(("vector", 14),), degraded=down, ready=True, memories=22, cost=0.0123)
    )
    await pilot.pause()
    await visit("chat-degraded", app)
    app.chat.take(replace(app.opened, guest=True, owner_pid=4711))
    await pilot.pause()
    await visit("chat-guest", app)


async def first_start(home: Path, size: tuple[int, int], visit: Visit) -> None:
    """A home with nothing in it but its configuration, and no model."""
    async with opened(home, size, words="no model") as pilot:
        app = pilot.app
        assert isinstance(app, Shown)
        app.open_setup(first=True)
        await standing(pilot, "No model for now")
        await at_rest(pilot)
        await visit("setup", app)
        await pilot.press("enter")
        await pilot.pause()
        await visit("setup-key", app)
        await pilot.press("escape", "escape")
        await until(pilot, lambda: app.screen is app.chat)
        await pilot.pause()
        await visit("chat-first", app)
        for name, key in (("memories-empty", "f3"), ("inbox-empty", "f4"), ("library-empty", "f2"),
                          ("sleep-empty", "f8"), ("figures-empty", "f9"), ("sessions-empty", "ctrl+o")):  # fmt: skip
            await pilot.press(key)
            await pilot.pause()
            await visit(name, app)
            await home_again(pilot)


def newest(app: AveryApp) -> Transcript:
    """The transcript of the chat."""
    return app.chat.query_one(Transcript)
