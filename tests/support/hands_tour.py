"""The rest of the walk: tools and the question they put, tasks, reminders, servers, settings, colours, the log."""

from __future__ import annotations

import json
from pathlib import Path

from textual.pilot import Pilot

from tests.support.replies import say
from tests.support.server import ScriptedServer
from tests.support.tool_calls import calling
from tests.support.tour import Stop, press, then, write

__all__ = ["HANDS", "SERVERS", "lay_out", "script"]

LIST = "# Friday\n\n- aubergine\n- coconut milk\n- rice\n"
WANTED = "# Friday, for Maribel and Ada\n\n- aubergine\n- coconut milk, 2 tins\n- rice\n- mango 🥭\n"
SERVERS = """
[mcp.servers.calendar]
command = "calendar-server"
enabled = false
"""
"""A server that is not started, so that nothing depends on what is installed."""


def lay_out(folder: Path) -> None:
    """The files of the folder that Avery is started in."""
    (folder / "shopping.md").write_text(LIST, encoding="utf-8")


def script(server: ScriptedServer) -> None:
    """What the model says on the way: it looks, it reads, it asks to write."""
    server.queue(
        "chat",
        calling(("search_files", json.dumps({"text": "coconut"})), before="I look at what is there."),
        calling(("read_file", json.dumps({"path": "shopping.md"}))),
        calling(("write_file", json.dumps({"path": "shopping.md", "text": WANTED}))),
        say("The list is in `shopping.md`: two tins of coconut milk, and a mango for the dessert."),
    )


async def decide(pilot: Pilot[None]) -> None:
    """Say yes once, after the moment in which the panel takes no key."""
    await pilot.press("tab")
    await pilot.pause(0.4)
    await pilot.press("y")


async def unfold(pilot: Pilot[None]) -> None:
    """Open the calls of the last answer."""
    await press("escape", "alt+up", "enter")(pilot)


HANDS = (
    Stop("task", write("/task Plan the dinner", "enter"), "You work in", ()),
    Stop("tasks", press("f5"), "Plan the dinner"),
    Stop("task-left", write("/task -", "enter"), "Back in this chat", ()),
    Stop("tools-asking", then(write("Put the curry on my shopping list.", "enter"), "Avery asks"), "y once", ()),
    Stop("tools-inbox", then(press("f4"), "tool"), "y once"),
    Stop("tools-done", then(decide, "● ready"), "✓ write_file", ()),
    Stop("tools-unfolded", unfold, "gave", ("enter", "escape")),
    Stop("reminder-set", write("/remind call Ana tomorrow at 9am", "enter"), "Alt+X cancels it", ()),
    Stop("reminders", then(write("/remind ask for the deposit when we talk about the lease", "enter"), "deposit",
                           press("alt+r")), "2 open"),
    Stop("servers", write("/mcp", "enter"), "calendar"),
    Stop("procedures", write("/procedures", "enter"), "Descaling"),
    Stop("settings", press("f12"), "timezone"),
    Stop("settings-text", then(press("f12"), "timezone", press("e")), "Ctrl+S", ("escape", "escape")),
    Stop("theme", write("/theme", "enter"), ""),
    Stop("log", write("/log", "enter"), ""),
)  # fmt: skip
