"""The row of keys at the foot of a page: what each does; a click presses it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.style import Style
from textual.widget import Widget

from avery.commands import key_name
from avery.ui.plain import one_line

Keys = Sequence[tuple[str, str]]
"""A key as Textual names it, and what it does."""
_WORDS = 16
"""Letters of what a key does that stand beside it."""
_MORE = ("f1", "more")
_GAP = 2
"""Cells between two keys."""
_NAMES = {"left,right": "←→", "alt+up,alt+down": "Alt+↑↓", "up,down": "↑↓"}


class KeyRow(Widget):
    """As many keys in a row as there is room for; the others go below."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._keys: Keys = ()

    def show(self, keys: Keys) -> None:
        """These keys instead."""
        if keys != self._keys:
            self._keys = keys
            self.refresh(layout=True)

    def render(self) -> Content:
        return row(self._keys, self.content_size.width, self.content_size.height)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return row(self._keys, width).plain.count("\n") + 1

    def on_click(self, event: events.Click) -> None:
        if isinstance(key := event.style.meta.get("key"), str):
            event.stop()
            self.app.simulate_key(key)


def row(keys: Keys, width: int, height: int = 0) -> Content:
    """The keys within `width` cells; what goes beyond `height` rows (0: no limit) is left to the help."""
    rows = _rows(keys, width)
    if height and len(rows) > height:
        shown = [cells for cells in rows[:height] if cells]
        while shown and _size(shown[-1]) + _size(_rows([_MORE], width)[0]) + _GAP > width:
            shown[-1].pop()
        shown[-1] += _rows([_MORE], width)[0]
        rows = shown
    return Content("\n").join(Content(" " * _GAP).join(cells) for cells in rows)


def _size(cells: Sequence[Content]) -> int:
    return sum(cell.cell_length + _GAP for cell in cells) - _GAP if cells else 0


def _rows(keys: Keys, width: int) -> list[list[Content]]:
    rows: list[list[Content]] = [[]]
    used = 0
    for key, words in keys:
        name, short = _NAMES.get(key) or key_name(key), one_line(words, _WORDS)
        cell = Content.assemble((name, "bold $primary"), (f" {short}", "$foreground"))
        if "," not in key:
            cell = cell.stylize(Style.from_meta({"key": key}))
        size = cell_len(f"{name} {short}") + _GAP
        if used and used + size - _GAP > width:
            rows.append([])
            used = 0
        rows[-1].append(cell)
        used += size
    return rows
