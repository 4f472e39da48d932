"""The entries of the self's history in words and figures, for the inbox and the page of the self."""

from __future__ import annotations

from datetime import datetime, tzinfo
from typing import TYPE_CHECKING

from textual.content import Content

from avery.ui.bars import bar, brief_number
from avery.ui.plain import one_line
from avery.ui.score import age
from weave.clock import local

if TYPE_CHECKING:
    from weave.identity.model import Entry

_ORIGINS = {
    "command": "by command",
    "experience": "from experience",
    "role_play": "from role-play",
    "document": "from a document",
    "recalled": "from recalled text",
    "person": "by you",
}
_DEEDS = {
    "found": "found in place",
    "approval": "approved by you",
    "refusal": "rejected by you",
    "edit": "edited by you",
    "reset": "removed by you",
    "rollback": "rolled back",
    "alarm": "history changed",
}
_VERDICTS = {"applied": "applied by itself", "flagged": "flagged for you", "rejected": "turned away"}
_STYLES = {"applied": "$success", "flagged": "$warning", "rejected": "$error"}
_WORDS = 600
_BAR = 8
_BARS = 72
"""Cells from which the figures have their bars."""
_MEASURE = 90
"""And from which it is said by what likeness was measured."""


def deed(entry: Entry) -> str:
    """What happened, in two or three words."""
    return _DEEDS.get(entry.kind.value) or _VERDICTS[entry.verdict.value]


def deed_style(entry: Entry) -> str:
    """The colour of what happened."""
    return _STYLES[entry.verdict.value]


def outcome(entry: Entry) -> str:
    """What the person's decision has done."""
    if entry.kind.value == "refusal":
        return "Rejected; identity.md stays as it is."
    if entry.kind.value == "rollback":
        return "The earlier version is in force again."
    return "In force: Avery is so from its next answer on. /identity goes back to any earlier version."


def brief(value: float | None) -> str:
    """A figure in three cells, blank where there is none."""
    return "   " if value is None else brief_number(value)


def moment(then: datetime, now: datetime, zone: tzinfo | None) -> str:
    """`2026-11-30 14:02, 3h ago`."""
    ago = age(then, now)
    return f"{local(then, zone):%Y-%m-%d %H:%M}, {'just now' if ago == 'now' else f'{ago} ago'}"


def heading(entry: Entry, now: datetime, zone: tzinfo | None, width: int, *, brief: bool = False) -> Content:
    """Why, who and when, the figures, and the grounds of the verdict; `brief` without what stands elsewhere."""
    reason = one_line(entry.reason, _WORDS)
    who = _ORIGINS[entry.origin.value]
    when = age(entry.time, now) if brief else f"{moment(entry.time, now, zone)} · {deed(entry)}"
    lines = [Content.styled(f"“{reason}”", "bold $foreground")] if reason and not brief else []
    lines.append(Content.styled(f"{who} · {when}", "$muted"))
    lines += _figures(entry, width)
    lines += [Content.styled(f"! {one_line(ground, _WORDS)}", "$warning") for ground in entry.grounds]
    return Content("\n").join(lines)


def _figures(entry: Entry, width: int) -> list[Content]:
    """How sure it was, and how near the text is to the one in force and to the one that was approved."""
    near = entry.likeness
    found = [] if entry.confidence is None else [("sure", entry.confidence)]
    if near is not None:
        found += [("like now", near.current), ("like approved", near.approved)]
    cells = [_figure(label, value, bars=width >= _BARS) for label, value in found]
    if near is not None and width >= _MEASURE:
        cells.append(Content.styled(f"by {one_line(near.measure, 24)}", "$muted"))
    return [Content.styled(" · ", "$faint").join(cells)] if cells else []


def _figure(label: str, value: float, *, bars: bool) -> Content:
    figure = Content.assemble((f"{label} ", "$muted"), (brief_number(value), "$foreground"))
    full, rest = bar(value, _BAR)
    return figure + Content.assemble(" ", (full, "$accent"), (rest, "$line")) if bars else figure
