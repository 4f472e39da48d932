"""What fits a slash command that is being typed, shown above the composer: commands, and open tasks to go to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import set_cell_size
from textual.content import Content
from textual.widgets import Static

from avery.commands import Command, completions
from avery.ui.plain import one_line

_TASK = "/task "
_COLUMN = 18
MOST_OFFERS = 8


@dataclass(frozen=True, slots=True)
class Offer:
    """One way to go on: how it is shown, what it does, and what the composer holds once it is taken."""

    shown: str
    note: str
    text: str


class SlashHints(Static):
    """Appears while a slash command is typed; Tab takes the first."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self.display = False
        self._found: Sequence[Offer] = ()
        self.tasks: tuple[str, ...] = ()
        """The names of the open tasks."""
        self.files: tuple[str, ...] = ()
        """The files that fit what is typed behind an @, the best first."""

    def follow(self, text: str) -> None:
        """Show what fits `text`, or nothing."""
        self._show(offers(text, self.tasks)[:MOST_OFFERS])

    def offer(self, names: Sequence[str]) -> None:
        """Show these files, the first of which Tab takes."""
        shown = [Offer(one_line(f"@{name}", 200), "", name) for name in names[:MOST_OFFERS]]
        self.files = tuple(names)
        self._show(shown)

    def _show(self, found: Sequence[Offer]) -> None:
        self._found = found
        self.display = bool(found)
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        if self._found:
            room = max(_COLUMN, self.app.size.width - 4)
            lines = (_line(offer).truncate(room, ellipsis=True) for offer in self._found)
            self.update(Content("\n").join(lines))

    def completed(self, text: str) -> str | None:
        """`text` as the first that fits makes it."""
        found = offers(text, self.tasks)
        return found[0].text if found else None


def offers(text: str, tasks: Sequence[str] = ()) -> tuple[Offer, ...]:
    """What fits the beginning of a slash command; nothing once it has a second line."""
    if not text.startswith("/") or "\n" in text:
        return ()
    if text.startswith(_TASK):
        begun = text.removeprefix(_TASK).strip().casefold()
        names = [name for name in tasks if name.casefold().startswith(begun) and name.casefold() != begun]
        return tuple(Offer(one_line(name, 60), "an open task", f"{_TASK}{one_line(name)}") for name in names)
    return () if " " in text else tuple(_command(command) for command in completions(text[1:]))


def _command(command: Command) -> Offer:
    return Offer(f"/{command.slash} {command.argument}".strip(), command.title, f"/{command.slash} ")


def _line(offer: Offer) -> Content:
    shown = set_cell_size(offer.shown, max(_COLUMN, Content(offer.shown).cell_length))
    return Content.assemble((shown, "$primary"), " ", (offer.note, "$muted"))
