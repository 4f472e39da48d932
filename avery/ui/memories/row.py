"""One memory as a line of the list: how strong, what, how old, what is special about it, and its title last.

The title comes last, so that a terminal that counts the cells of an emoji otherwise shifts no column.
"""

from __future__ import annotations

from datetime import datetime

from textual.content import Content

from avery.ui.bars import bar, brief_number
from avery.ui.plain import one_line
from avery.ui.score import age
from weave.model import GLOBAL, State
from weave.sought import Line

_ROOMY, _MIDDLE = 64, 36
"""Cells of a line from which types and marks are written out, and from which there is a type at all."""
_TYPE, _AGE, _BAR = 10, 5, 6
_TITLE = 400
_SIGNS = {
    State.CONTESTED.value: "!",
    State.VOLATILE.value: "?",
    State.OUTDATED.value: "-",
    State.DEPRECATED.value: "x",
    State.TRANSIENT.value: "~",
    "in a task": "t",
    "pinned": "◆",
    "private": "P",
}


def row(line: Line, width: int, now: datetime, *, marked: bool, chosen: bool) -> Content:
    """A line of at most `width` cells, but for the title, which the list cuts off."""
    sign = "✓" if chosen else "▎" if marked else " "
    parts: list[tuple[str, str]] = [
        (f"{sign} ", "bold $success" if chosen else "$primary"),
        (f"{brief_number(line.strength)} ", "bold $foreground" if marked else "$foreground"),
    ]
    if width >= _ROOMY:
        full, rest = bar(line.strength, _BAR)
        parts += [(full, "$accent"), (rest, "$line"), ("  ", ""), (f"{line.type.value:<{_TYPE}}", "$muted")]
    elif width >= _MIDDLE:
        parts.append((f"{line.type.value[:3]} ", "$muted"))
    when = age(line.occurred or line.created, now)
    parts.append((f"{when:>{_AGE}}  ", "$muted"))
    parts += _marks(line, roomy=width >= _ROOMY)
    faded = line.state in (State.OUTDATED, State.DEPRECATED, State.TRANSIENT)
    title = one_line(line.title, _TITLE) or one_line(line.beginning, _TITLE) or "(empty)"
    parts.append((title, "$muted" if faded else "bold $foreground" if marked else "$foreground"))
    return Content.assemble(*parts)


def _marks(line: Line, *, roomy: bool) -> list[tuple[str, str]]:
    """What is special, in words; in a narrow line as signs, whose words stand beside the list."""
    found: list[tuple[str, str]] = []
    if line.state is not State.ACTIVE:
        style = "$warning" if line.state is State.CONTESTED else "$muted"
        found.append((line.state.value, style))
    if line.scope != GLOBAL:
        found.append(("in a task", "$muted"))
    if line.pinned:
        found.append(("pinned", "$accent"))
    if line.private:
        found.append(("private", "bold $muted"))
    if roomy:
        return [(f"{word} ", style) for word, style in found]
    return [*((_SIGNS[word], style) for word, style in found), *([(" ", "")] if found else [])]


def gone(width: int) -> Content:
    """A memory that is not there any more."""
    return Content.styled("  — gone"[:width], "$faint")


def coming(width: int) -> Content:
    """A line that is still being read."""
    return Content.styled("  ·"[:width], "$faint")
