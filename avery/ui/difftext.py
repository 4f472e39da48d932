"""A comparison as people read it: the two wordings below each other, or side by side where there is room.

Signs stand before the lines, so that nothing hangs on colour; lines break at words.
"""

from __future__ import annotations

from collections.abc import Iterator

from textual import events
from textual.content import Content
from textual.widgets import Static

from avery.differing import Diff, Gap, Line

BESIDE = 90
"""Cells from which the two wordings stand side by side."""
_GUTTER = 2
_NARROWEST = 8
_SEAM = " │ "
_GONE = ("$error", "bold $foreground on $gone-ground")
_COME = ("$success", "bold $foreground on $come-ground")
_SAME = ("$muted", "$muted")


class DiffText(Static):
    """Drawn anew at every width; `beside` None leaves the form to the width."""

    def __init__(self, diff: Diff = (), *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__("", id=id, classes=classes, markup=False)
        self._diff = diff
        self.beside: bool | None = None

    def show(self, diff: Diff) -> None:
        """Another comparison."""
        self._diff = diff
        self._draw()

    def flip(self) -> None:
        """The other form from now on."""
        self.beside = not self.is_beside
        self._draw()

    @property
    def is_beside(self) -> bool:
        """Whether the wordings stand side by side."""
        return self.size.width >= BESIDE if self.beside is None else self.beside

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        self._draw()

    def _draw(self) -> None:
        if width := self.content_size.width:
            self.update(drawn(self._diff, width, beside=self.is_beside))


def drawn(diff: Diff, width: int, *, beside: bool = False) -> Content:
    """A comparison within `width` cells."""
    lines = _beside(diff, width) if beside else _below(diff, width)
    return Content("\n").join(list(lines))


def _below(diff: Diff, width: int) -> Iterator[Content]:
    for row in diff:
        if isinstance(row, Gap):
            yield _gap(row, width)
        elif row.same:
            yield from _signed(" ", row.after, width, _SAME)
        else:
            reworded = row.before is not None and row.after is not None
            yield from _signed("-", row.before, width, _GONE, reworded)
            yield from _signed("+", row.after, width, _COME, reworded)


def _beside(diff: Diff, width: int) -> Iterator[Content]:
    left = (width - len(_SEAM)) // 2
    right = width - len(_SEAM) - left
    for row in diff:
        if isinstance(row, Gap):
            yield _gap(row, width)
            continue
        signs = (" ", " ") if row.same else ("-", "+")
        reworded = row.before is not None and row.after is not None
        gone = _signed(signs[0], row.before, left, _SAME if row.same else _GONE, reworded)
        come = _signed(signs[1], row.after, right, _SAME if row.same else _COME, reworded)
        for number in range(max(len(gone), len(come))):
            one, other = (part[number] if number < len(part) else Content("") for part in (gone, come))
            yield Content.assemble(one.pad_right(left - one.cell_length), (_SEAM, "$line"), other)


def _signed(
    sign: str, line: Line | None, width: int, styles: tuple[str, str], reworded: bool = False
) -> list[Content]:
    """A line with its sign before each of its rows; only the changed words of a reworded one stand out."""
    if line is None:
        return []
    ordinary = "$foreground" if reworded and sign != " " else styles[0]
    text = Content.assemble(*((piece.text, styles[1] if piece.changed else ordinary) for piece in line))
    rows = text.wrap(max(_NARROWEST, width - _GUTTER)) or [Content("")]
    return [Content.assemble((f"{sign} ", styles[0]), row) for row in rows]


def _gap(gap: Gap, width: int) -> Content:
    lines = f"{gap.lines:,} line{'' if gap.lines == 1 else 's'}"
    words = f"⋯ {lines} the same" if gap.same else f"⋯ {lines} more, not shown here"
    words = words if gap.lines else "⋯"
    return Content.styled(words, "$muted").truncate(width, ellipsis=True)
