"""What Avery can do with earlier chats, by key, palette or slash; part of `avery.commands.COMMANDS`."""

from __future__ import annotations

from avery.command import Command

CHATS: tuple[Command, ...] = (
    Command(
        "sessions.open",
        "Earlier chats",
        "All chats: go on with one, read, rename, export",
        ("ctrl+o",),
        "sessions",
        "WORDS",
        action="sessions",
    ),
    Command(
        "sessions.search",
        "Earlier chats",
        "Search every word that was said",
        ("ctrl+r",),
        action="search_sessions",
    ),
    Command("sessions.resume", "Earlier chats", "Go on with the marked chat", ("enter",), palette=False),
    Command("sessions.find", "Earlier chats", "Search", ("slash", "ctrl+r"), palette=False),
    Command("sessions.read", "Earlier chats", "Read it", ("o",), palette=False),
    Command("sessions.rename", "Earlier chats", "Rename it", ("r",), palette=False),
    Command("sessions.export", "Earlier chats", "Write it as Markdown", ("e",), palette=False),
    Command("sessions.delete", "Earlier chats", "Delete it, after asking", ("d", "delete"), palette=False),
    Command("sessions.undo", "Earlier chats", "Bring back what was deleted last", ("u",), palette=False),
)
