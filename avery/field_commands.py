"""What a field and a question of a tool can do by key; part of `avery.commands.COMMANDS`."""

from __future__ import annotations

from avery.command import Command

FIELDS: tuple[Command, ...] = (
    Command("field.word_before", "Writing", "A word back", ("alt+b",), palette=False),
    Command("field.word_after", "Writing", "A word on", ("alt+f",), palette=False),
    Command(
        "field.kill_before",
        "Writing",
        "Delete the word before (also Ctrl+W; Ctrl+U and K: to either end of the line)",
        ("alt+backspace", "ctrl+backspace"),
        palette=False,
    ),
    Command("field.kill_after", "Writing", "Delete the word after", ("alt+d",), palette=False),
    Command("field.yank", "Writing", "Put back what was deleted so", ("ctrl+y",), palette=False),
    Command("field.redo", "Writing", "Redo (Ctrl+Z undoes)", ("ctrl+shift+z",), palette=False),
)
"""Of readline, as far as Textual's own fields do not have it."""

CONSENT: tuple[Command, ...] = (
    Command("consent.once", "What a tool asks", "Allow it once", ("y",), palette=False),
    Command("consent.task", "What a tool asks", "Allow it for this task", ("t",), palette=False),
    Command("consent.always", "What a tool asks", "Allow it always", ("a",), palette=False),
    Command("consent.no", "What a tool asks", "Do not allow it", ("n",), palette=False),
)
"""Asked in the chat, where Tab gives the keys to the question, and in the inbox."""
