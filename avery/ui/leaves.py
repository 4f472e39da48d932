"""The rows of a plan or a report: what goes, what comes, what changes, with everything about the marked one below."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from avery.ui.rows import RowList
from avery.ui.sleepwords import Leaf

_STYLES = {"-": "$error", "+": "$success", "~": "$warning", "": "$muted"}
_SIGNS = {"~": "≈", "": "·"}


class Leaves(Vertical):
    """As many rows as there are; a heading for each step."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._leaves: Sequence[Leaf] = ()

    def compose(self) -> ComposeResult:
        yield RowList(classes="leaf-rows")
        yield Static("", markup=False, classes="leaf-detail")

    @property
    def rows(self) -> RowList:
        return self.query_one(RowList)

    @property
    def marked(self) -> Leaf | None:
        """The marked row."""
        place = self.rows.place
        return self._leaves[place] if place < len(self._leaves) else None

    def show(self, leaves: Sequence[Leaf], *, keep: bool = False) -> None:
        """These rows; with `keep` the mark stays where it is."""
        self._leaves = leaves
        headings = {place for place, leaf in enumerate(leaves) if leaf.sign == "#"}
        place = self.rows.place if keep else 0
        self.rows.show(len(leaves), self._row, place=place, headings=headings)
        self._show_marked()

    def on_row_list_marked(self, event: RowList.Marked) -> None:
        event.stop()
        self._show_marked()

    def _show_marked(self) -> None:
        leaf = self.marked
        text = Content("") if leaf is None else _detail(leaf)
        self.query_one(".leaf-detail", Static).update(text)

    def _row(self, place: int, width: int, marked: bool) -> Content:
        leaf = self._leaves[place]
        if leaf.sign == "#":
            return Content.assemble((leaf.text, "bold $foreground"), (f"  {leaf.note}", "$muted"))
        style = _STYLES[leaf.sign]
        return Content.assemble(
            ("▸" if marked else " ", "$primary"),
            (f"{_SIGNS.get(leaf.sign, leaf.sign)} ", style),
            (leaf.text, "$foreground"),
            (f"  {leaf.note}" if leaf.note else "", "$muted"),
        )


def _detail(leaf: Leaf) -> Content:
    if leaf.sign == "#":
        return Content("")
    lines = [Content.styled(leaf.text, "bold $foreground")]
    about = " · ".join(part for part in (leaf.note, leaf.place) if part)
    return Content("\n").join([*lines, *([Content.styled(about, "$muted")] if about else [])])
