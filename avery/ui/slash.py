"""The slash commands that fit what is being typed, shown above the composer."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from avery.commands import Command, completions


class SlashHints(Static):
    """Appears while a slash command is typed; Tab takes the first."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self.display = False

    def follow(self, text: str) -> None:
        """Show what fits `text`, or nothing."""
        found = fitting(text)
        self.display = bool(found)
        if found:
            self.update(Content("\n").join(_line(command) for command in found))


def fitting(text: str) -> tuple[Command, ...]:
    """The commands whose slash word begins like `text`; none once it has an argument or a second line."""
    if not text.startswith("/") or " " in text or "\n" in text:
        return ()
    return completions(text[1:])


def completed(text: str) -> str | None:
    """`text` with its slash word completed to the first that fits."""
    found = fitting(text)
    return f"/{found[0].slash} " if found else None


def _line(command: Command) -> Content:
    word = f"/{command.slash} {command.argument}".strip()
    return Content.assemble((f"{word:<18}", "$primary"), (command.title, "$muted"))
