"""What Avery can do with reminders and procedures, by key, palette or slash; part of `avery.commands.COMMANDS`."""

from __future__ import annotations

from avery.command import Command

REMINDERS: tuple[Command, ...] = (
    Command(
        "reminders.remind",
        "Reminders",
        "Remind me of something, at a time or when a topic comes up",
        (),
        "remind",
        "WHAT WHEN",
        action="remind",
    ),
    Command(
        "reminders.open",
        "Reminders",
        "All open reminders: done, put off, cancelled",
        ("alt+r",),
        "reminders",
        action="reminders",
    ),
    Command(
        "reminders.undo",
        "Reminders",
        "Cancel the reminder that was set last",
        ("alt+x",),
        action="cancel_reminder",
    ),
    Command("reminders.done", "All reminders", "It is done", ("d",), palette=False),
    Command("reminders.snooze", "All reminders", "Put it off", ("s",), palette=False),
    Command("reminders.cancel", "All reminders", "Cancel it", ("x", "delete"), palette=False),
    Command("reminders.add", "All reminders", "Set another one", ("n",), palette=False),
    Command("procedures.worked", "Procedures", "The checklist worked", (), "worked", "NOTE", action="worked"),
    Command("procedures.failed", "Procedures", "The checklist failed", (), "failed", "WHY", action="failed"),
    Command(
        "procedures.open",
        "Procedures",
        "All procedures, and what came of them",
        (),
        "procedures",
        action="procedures",
    ),
)
