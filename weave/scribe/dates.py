"""Dates in words, resolved against the moment they were spoken, in the speaker's own zone. Pure.

Ranges are half-open and whole: "last week" is seven days, "in May" a month. Weeks begin on Monday. Which way
a bare "Friday" or "9 June" points is told by the sentence (weave.scribe.tense); when it does not tell, the words stay words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache

from weave.scribe.date_rules import CJK, GROUPS, RULES, Context, Rule

__all__ = ["ResolvedDate", "TimeRange", "annotate", "describe", "query_range", "resolve"]


@dataclass(frozen=True, slots=True)
class ResolvedDate:
    """Time words in a text. `start` inclusive, `end` exclusive, both at midnight in the speaker's zone."""

    span: tuple[int, int]
    start: datetime
    end: datetime
    original: str
    relative: bool = True
    """False when the words alone, without a reference, name the same time ("9 June 2023")."""


@dataclass(frozen=True, slots=True)
class TimeRange:
    """The time a question asks about. `start` inclusive, `end` exclusive."""

    start: datetime
    end: datetime


_ASKS_AHEAD = re.compile(
    r"(?i)['’]ll\b|(?<!\w)(?:will|going to|next|upcoming|coming|tomorrow|plan(?:s|ned|ning)?)(?!\w)"
)
_ASKS_BACK = re.compile(r"(?i)(?<!\w)(?:did|was|were|had|happened)(?!\w)")


def _moment(day_: date, reference: datetime) -> datetime:
    return datetime.combine(day_, time.min, tzinfo=reference.tzinfo or UTC)


_LIMIT = 20_000
"""Characters read for dates: more than anybody says in one turn, and a bound on hostile text."""
_NEAR = 48
"""Characters around a date word within which its whole phrase lies."""
_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\x00-\u0590]", re.IGNORECASE)


_QUICK = re.compile(r"[a-z]{2,}|(?:19|20)\d\d")


def _windows(text: str) -> list[tuple[int, int, set[str]]]:
    """The stretches of text around telling words, with the groups of these words; most text has none."""
    found: list[tuple[int, int, set[str]]] = []
    for token in _TOKEN.finditer(text):
        word = token[0]
        if word.isdigit():
            groups = {"9"} if len(word) == 4 and word[:2] in ("19", "20") else set()
        elif CJK.match(word):
            groups = {"c", "9"}
        else:
            groups = GROUPS.get(word.lower(), set())
        if not groups:
            continue
        low, high = max(0, token.start() - _NEAR), token.end() + _NEAR
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], high, found[-1][2] | groups)
        else:
            found.append((low, high, set(groups)))
    return found


def _read(
    match: re.Match[str], rule: Rule, relative: bool, reference: datetime, context: Context
) -> ResolvedDate | None:
    try:
        period = rule(match, context)
        if period is None:
            return None
        start, end = (_moment(d, reference) for d in period)
    except (ValueError, OverflowError):
        return None
    bare = "y" in match.re.groupindex and not match["y"]
    return ResolvedDate(
        match.span(), start, end, match[0], relative if not match.re.groupindex.get("y") else bare
    )


@lru_cache(maxsize=512)
def _scan(text: str, reference: datetime, asked: bool, back: bool) -> list[ResolvedDate]:
    """Cached: an episode, its facts and its occurrence ask for the same sentence."""
    head = text[:_LIMIT]
    if head.isascii() and GROUPS.keys().isdisjoint(_QUICK.findall(head.lower())):
        return []
    found: list[ResolvedDate] = []
    context = Context(reference.date(), asked, back)
    for low, high, groups in _windows(head):
        for pattern, rule, relative, group in RULES:
            if group in groups:
                read = (
                    _read(m, rule, relative, reference, context) for m in pattern.finditer(head, low, high)
                )
                found += [r for r in read if r]
    return found


def _without_overlaps(found: list[ResolvedDate]) -> list[ResolvedDate]:
    """Of overlapping readings the most exact, then the longest."""
    kept: list[ResolvedDate] = []
    for date_ in sorted(set(found), key=lambda d: (d.span[0], -d.span[1])):
        if not kept or date_.span[0] >= kept[-1].span[1]:
            kept.append(date_)
        elif _exactness(date_) > _exactness(kept[-1]):
            kept[-1] = date_
    return kept


def _exactness(found: ResolvedDate) -> tuple[float, int]:
    return -(found.end - found.start).total_seconds(), found.span[1] - found.span[0]


def resolve(text: str, time: datetime) -> list[ResolvedDate]:
    """The time words of `text`, spoken at `time` (aware; its zone is the speaker's), in order.

    Reads the first 20,000 characters.
    """
    return _without_overlaps(_scan(text, time, asked=False, back=False))


_BETWEEN = re.compile(r"(?i)(?<!\w)(?:between|from|zwischen|entre)\s*$")
_SINCE = re.compile(r"(?i)(?<!\w)(?:since|seit|desde|depuis|after|nach|starting)\s*(?:the\s*)?$")
_BEFORE = re.compile(r"(?i)(?<!\w)(?:before|until|till|up to|prior to|vor|bis|antes de|avant)\s*(?:the\s*)?$")
_LATELY = re.compile(
    r"(?i)(?<!\w)(?:recently|lately|in letzter zeit|kürzlich|últimamente|récemment)(?!\w)|最近"
)
_LONG = timedelta(days=3653)


def _bounded(found: ResolvedDate, text: str, now: datetime) -> TimeRange:
    before = text[: found.span[0]] + " "
    inside = found.original.lower()
    if _SINCE.search(before) or re.match(r"since|after|seit|desde|depuis", inside):
        return TimeRange(found.start, max(now, found.end))
    if _BEFORE.search(before) or re.match(r"before|until|till", inside):
        return TimeRange(found.start - _LONG, found.start)
    return TimeRange(found.start, found.end)


def query_range(text: str, now: datetime) -> TimeRange | None:
    """The soft range that the time words of a question ask about; None when it has none.

    A question looks back: "in May" is the latest May begun, unless its verb looks ahead ("what do I have on Friday").
    """
    back = _ASKS_BACK.search(text[:4000]) is not None
    ahead = _ASKS_AHEAD.search(text[:4000]) is not None
    found = _without_overlaps(_scan(text[:4000], now, asked=not ahead, back=back))
    if not found:
        return TimeRange(now - timedelta(days=14), now) if _LATELY.search(text[:4000]) else None
    try:
        ranges = [_bounded(f, text, now) for f in found]
    except OverflowError:
        return None
    if len(found) > 1 and not _BETWEEN.search(text[: found[0].span[0]]) and " and " not in text:
        return min(ranges, key=lambda r: r.end - r.start)
    return TimeRange(min(r.start for r in ranges), max(r.end for r in ranges))


def describe(start: datetime, end: datetime) -> str:
    """A range as short as it can be written: a day, a month, a year, or "first to last"."""
    last = (end - timedelta(days=1)).date()
    first = start.date()
    if first == last:
        return first.isoformat()
    if (
        first.day == 1
        and (last + timedelta(days=1)).day == 1
        and first.month == last.month
        and first.year == last.year
    ):
        return f"{first:%Y-%m}"
    if (first.month, first.day, last.month, last.day) == (1, 1, 12, 31) and first.year == last.year:
        return f"{first:%Y}"
    return f"{first.isoformat()} to {last.isoformat()}"


def annotate(text: str, time: datetime) -> str:
    """`text` with each relative date's meaning in brackets after its words: "yesterday [2024-11-27]"."""
    pieces, position = [], 0
    for found in resolve(text, time):
        if found.relative:
            pieces.append(f"{text[position : found.span[1]]} [{describe(found.start, found.end)}]")
            position = found.span[1]
    return "".join(pieces) + text[position:]
