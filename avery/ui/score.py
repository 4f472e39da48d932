"""How the reasons of a recollection are drawn: one line per memory, or every factor with its bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rich.style import Style
from rich.text import Text

from avery.ui.bars import bar, brief_number, level, number
from avery.ui.plain import one_line, plain
from weave.model import Recalled, Score

ACCESS_MOST = 1.5
_BAR = 3
_REMARK = 400


@dataclass(frozen=True, slots=True)
class ScoreInk:
    """The styles of the pane's parts."""

    text: Style
    strong: Style
    muted: Style
    faint: Style
    bar: Style
    track: Style
    warning: Style
    cursor: Style


@dataclass(frozen=True, slots=True)
class Factor:
    """One factor of the score; `most` is its largest value."""

    label: str
    short: str
    value: float
    most: float = 1.0


def factors(score: Score) -> tuple[Factor, ...]:
    """The seven factors, in the order in which they are explained."""
    return (
        Factor("relevance", "rel", score.relevance),
        Factor("state", "sta", score.state),
        Factor("recency", "rec", score.recency),
        Factor("access", "acc", score.access, ACCESS_MOST),
        Factor("import.", "imp", score.importance),
        Factor("trust", "tru", score.trust),
        Factor("strength", "str", score.strength),
    )


def age(then: datetime, now: datetime) -> str:
    """How long ago, in one short word."""
    seconds = max(0.0, (now - then).total_seconds())
    for size, unit in ((86_400 * 365, "y"), (86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{int(seconds // size)}{unit}"
    return "now"


def brief(item: Recalled, now: datetime, ink: ScoreInk, remarks: Sequence[str] = ()) -> list[Text]:
    """Rank, title, what it is, and why it may not hold: the lines that every memory gets."""
    memory, score = item.memory, item.score
    head = Text(no_wrap=True, overflow="ellipsis")
    head.append(number(score.rank) + " ", ink.strong)
    _append_bar(head, score.rank, 8, 1.0, ink)
    when = age(memory.occurred or memory.created, now)
    head.append(f"  {memory.type.value} · {when}", ink.muted)
    title = Text(no_wrap=True, overflow="ellipsis")
    if not memory.state.in_force:
        title.append(f"{memory.state.value} ", ink.warning)
    if memory.pinned:
        title.append("pinned ", ink.bar)
    title.append(one_line(memory.title, 120) or one_line(memory.text, 120), ink.text)
    if item.conflicts and not remarks:
        remarks = ("contradicted by another memory",)
    return [head, title, *(Text(f"! {one_line(words, _REMARK)}", ink.warning) for words in remarks)]


def sparks(item: Recalled, ink: ScoreInk) -> list[Text]:
    """All factors in two lines, each with its number and a tall or a small block; then who found it."""
    cells = [_spark(factor, ink) for factor in factors(item.score)]
    found = " ".join(name[:3] for name in item.backends) or "next to"
    cells.append(Text(found, ink.muted))
    lines = [Text(" ", no_wrap=True, overflow="crop").join(part) for part in (cells[:4], cells[4:])]
    for line in lines:
        line.no_wrap, line.overflow = True, "crop"
    return lines


def _spark(factor: Factor, ink: ScoreInk) -> Text:
    return Text.assemble(
        (factor.short, ink.faint),
        (f" {brief_number(factor.value)}", ink.muted),
        (level(factor.value, factor.most), ink.bar),
    )


def detail(item: Recalled, width: int, ink: ScoreInk) -> list[Text]:
    """The text, who found it, and each factor with number and bar, two in a row."""
    memory = item.memory
    lines: list[Text] = []
    if _bare(memory.text) != _bare(memory.title):
        lines.append(Text(_snippet(memory.text, width), ink.muted))
    found = ", ".join(item.backends) or "its neighbour in the chat"
    lines.append(Text(f"found by {found}", ink.muted, no_wrap=True, overflow="ellipsis"))
    cells = [_cell(factor, ink) for factor in factors(item.score)]
    beside = 2 if width >= 2 * cells[0].cell_len + 2 else 1
    for left in range(0, len(cells), beside):
        row = Text("  ").join(cells[left : left + beside])
        row.no_wrap, row.overflow = True, "crop"
        lines.append(row)
    return lines


def _bare(text: str) -> str:
    """A title often is the text itself, but for its capital and its full stop."""
    return one_line(text).casefold().rstrip(".!? ")


def _snippet(text: str, width: int) -> str:
    room = width * 3
    flat = " ".join(plain(text[: room * 2]).split())
    return flat if len(flat) <= room else flat[: room - 1].rstrip() + "…"


def _cell(factor: Factor, ink: ScoreInk) -> Text:
    cell = Text(no_wrap=True)
    cell.append(f"{factor.label:<10}", ink.muted)
    cell.append(number(factor.value) + " ", ink.text)
    _append_bar(cell, factor.value, _BAR, factor.most, ink)
    return cell


def _append_bar(line: Text, value: float, width: int, most: float, ink: ScoreInk) -> None:
    full, rest = bar(value, width, most)
    line.append(full, ink.bar)
    line.append(rest, ink.track)
