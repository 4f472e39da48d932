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
        return row(self._keys, self.content_size.width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return row(self._keys, width).plain.count("\n") + 1

    def on_click(self, event: events.Click) -> None:
        if isinstance(key := event.style.meta.get("key"), str):
            event.stop()
            self.app.simulate_key(key)


def row(keys: Keys, width: int) -> Content:
    """The keys within `width` cells."""
    rows: list[list[Content]] = [[]]
    used = 0
    for key, words in keys:
        name, short = _NAMES.get(key) or key_name(key), one_line(words, _WORDS)
        cell = Content.assemble((name, "bold $primary"), (f" {short}", "$foreground"))
        if "," not in key:
            cell = cell.stylize(Style.from_meta({"key": key}))
        size = cell_len(f"{name} {short}") + 2
        if used and used + size - 2 > width:
            rows.append([])
            used = 0
        rows[-1].append(cell)
        used += size
    return Content("\n").join(Content("  ").join(cells) for cells in rows)
