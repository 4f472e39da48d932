"""What is known of somebody or something: its facts as a tree, what holds and what is past told by sign and word."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from avery.ui.keyrow import KeyRow
from avery.ui.plain import one_line

if TYPE_CHECKING:
    from avery.events import Pictured
    from weave.picture import Row

_SIGNS = {
    "current": ("● ", "$foreground", "holds"),
    "planned": ("◦ ", "$accent", "planned"),
    "contested": ("≠ ", "$warning", "contested"),
    "past": ("○ ", "$muted", "past"),
    "withdrawn": ("× ", "$muted", "withdrawn"),
}
_NARROWEST = 12


class PictureScreen(Screen[None]):
    """Esc goes back."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "pages.tcss"
    AUTO_FOCUS = "#page"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", "Back", show=False, id="picture.close")
    ]

    def __init__(self, pictured: Pictured) -> None:
        super().__init__()
        self._pictured = pictured

    def compose(self) -> ComposeResult:
        yield Static("", markup=False, id="page-head")
        with VerticalScroll(id="page"):
            yield Static("", markup=False, id="page-text")
        yield Static(_legend(), markup=False, id="page-foot")
        yield KeyRow(id="page-keys")

    def on_mount(self) -> None:
        head = Content.assemble(
            ("What is known", "bold $accent"), "  ", (one_line(self._pictured.name, 200), "$foreground")
        )
        self.query_one("#page-head", Static).update(head)
        self.query_one(KeyRow).show([("up,down", "scroll"), ("escape", "back")])

    def on_resize(self, event: events.Resize) -> None:
        width = event.size.width
        self.query_one("#page-text", Static).update(drawn(self._pictured.rows, width - 3))


def _legend() -> Content:
    """What the signs mean."""
    return Content("  ").join(
        Content.styled(f"{sign}{words}", style) for sign, style, words in _SIGNS.values()
    )


def drawn(rows: Sequence[Row], width: int) -> Content:
    """The tree within `width` cells: what does not fit into a line goes on below its own beginning."""
    return Content("\n").join(line for row in rows for line in _lines(row, width))


def _lines(row: Row, width: int) -> list[Content]:
    sign, style, _ = _SIGNS[row.tone.value] if row.tone is not None else ("", "bold $foreground", "")
    text = Content.assemble(
        (one_line(row.text, 600), style), (f"  {one_line(row.note, 300)}" if row.note else "", "$muted")
    )
    room = max(_NARROWEST, width - cell_len(row.branches) - len(sign))
    below = row.branches.replace("├─", "│ ").replace("└─", "  ") + " " * len(sign)
    head = Content.assemble((row.branches, "$muted"), (sign, style))
    return [
        Content.assemble(head if n == 0 else Content.styled(below, "$muted"), part)
        for n, part in enumerate(text.wrap(room))
    ]
