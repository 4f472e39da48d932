"""Times of day, spans ahead and what comes back, found in words. Pure. Days are weave.scribe.dates' to read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from weave.errors import InvalidInput
from weave.reminders import clock_words as words
from weave.reminders.model import Every
from weave.scribe.date_rules import any_of, count_of
from weave.scribe.date_words import CJK_WEEKDAYS, NUMBERS, WEEKDAYS
from weave.scribe.gates import Lazy

Span = tuple[int, int]

_B, _E = r"(?<![\w])", r"(?![\w])"
_NUMBER = any_of(NUMBERS)
_COUNT = rf"\d{{1,4}}(?:[.,]\d)?|{_NUMBER}"
_WEEKDAY = any_of(WEEKDAYS)
_CJK_HOUR = r"\d{1,2}|[零一二两兩三四五六七八九十]{1,3}"


_TWELVE = ("at", "o'clock", "o’clock", "oclock", "half past", "quarter past", "quarter to")
"""Words that leave open which half of the day is meant; "um 5" and "halb 6" are read on a dial of twenty-four hours."""


def _compiled(pattern: str) -> Lazy:
    return Lazy(f"(?i){pattern}")


_ISO = _compiled(r"(?<!\d)\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?(?![\d:])")
_WRITTEN = _compiled(
    rf"(?:{_B}(?:{words.AT}) ?)?(?<![\d:.,/-])(?P<h>[01]?\d|2[0-4])(?P<sep>[:.h])(?P<m>[0-5]\d)(?![\d:]|[.,/-]\d)"
    rf" ?(?:(?P<ap>[ap])\.?m\b\.?|(?:{words.O_CLOCK}){_E})?"
)
_AMPM = _compiled(rf"(?:{_B}at )?(?<![\d:.,/-])(?P<h>1[0-2]|0?[1-9]) ?(?P<ap>[ap])\.?m\b\.?")
_BARE = _compiled(
    rf"{_B}(?P<at>{words.AT}) ?(?P<h>\d{{1,2}}|{_NUMBER})(?![\d:]|[.,/-]\d|%|[\w])(?: ?(?:{words.O_CLOCK}){_E})?(?: (?P<m>[0-5]\d){_E})?"
)
_O_CLOCK = _compiled(
    rf"(?:{_B}(?:{words.AT}) ?)?{_B}(?<![\d:.,/-])(?P<h>2[0-4]|[01]?\d|{_NUMBER}) ?(?P<at>{words.O_CLOCK})(?: ?(?P<m>[0-5]\d))?{_E}"
)
_PAST = _compiled(
    rf"(?:{_B}at )?{_B}(?P<w>half past|quarter past|quarter to|halb) (?P<h>\d{{1,2}}|{_NUMBER}){_E}"
)
_CJK = _compiled(
    rf"(?P<p>{'|'.join(words.PARTS_UNSPACED)})?[的のに]? ?(?P<h>{_CJK_HOUR}) ?[点點時시](?!間|간|间)(?:(?P<half>[半반])|(?P<m>[0-5]?\d) ?[分분])?"
)
_FIXED = tuple(
    (_compiled(pattern), hour)
    for pattern, hour in (
        (rf"(?:{_B}(?:{words.AT}) ?)?{_B}(?:{words.NOON}){_E}|{words.NOON_UNSPACED}", 12),
        (rf"(?:{_B}(?:{words.AT}) ?)?{_B}(?:{words.MIDNIGHT}){_E}", 24),
    )
)
_PARTS = tuple(
    (_compiled(rf"{_B}(?:in the |this |at |am |gegen )?(?:{p}){_E}"), hour) for p, hour in words.PARTS
)
_PARTS_UNSPACED = _compiled("|".join(words.PARTS_UNSPACED))
_TODAY = _compiled(rf"{_B}(?:{words.TODAY_PARTS}){_E}|{'|'.join(words.TODAY_UNSPACED)}")
_AHEAD = _compiled(
    rf"{_B}(?:{words.AHEAD}) (?:(?P<half>{words.HALF_HOUR})|(?:(?P<h>{_COUNT}) ?(?:{words.HOURS}))"
    rf"(?:(?: and| und| et| y| e)? (?P<hm>{_COUNT}) ?(?:{words.MINUTES}))?|(?P<m>{_COUNT}) ?(?:{words.MINUTES})){_E}"
)
_AHEAD_UNSPACED = Lazy(
    r"(?:(?P<h>\d{1,3}|[一二两兩三四五六七八九十]{1,3}) ?(?:个|個)?(?:小时|小時|時間|시간)|(?P<half>半小时|半小時|半時間)|"
    r"(?P<m>\d{1,3}|[一二两兩三四五六七八九十]{1,3}) ?(?:分钟|分鐘|分|분))(?:之)? ?[后後후]"
)
_REPEATS = (
    *((_compiled(rf"{_B}(?:{p}){_E}"), every) for p, every in words.REPEATS),
    *((Lazy(p), every) for p, every in words.REPEATS_UNSPACED),
)
_EACH_DAY = _compiled(rf"{_B}(?:{words.EACH}) (?P<d>{_WEEKDAY})s?{_E}")
_EACH_PART = tuple(_compiled(rf"{_B}(?:{words.EACH}) (?={p})") for p, _ in words.PARTS)
_EACH_UNSPACED = Lazy(
    r"(?:每个?|毎)(?:周|週|星期|礼拜)(?:の)?(?P<d>[一二三四五六日天月火水木金土])(?:曜日?)?"
)
_SELDOM = _compiled(rf"{_B}(?:{words.SELDOM})|{words.SELDOM_UNSPACED}")
_DAY_OF_MONTH = _compiled(rf"{_B}{words.DAY_OF_MONTH}")
_DAY_OF_MONTH_UNSPACED = Lazy(r"(?<=月)(?P<d>3[01]|[12]?\d)[日号號일]")


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day. `unsure`: an hour on a dial of twelve, without a word that tells which half of the day."""

    span: Span
    hour: int
    """0..24; 24 is the end of the day."""
    minute: int = 0
    unsure: bool = False


@dataclass(frozen=True, slots=True)
class Repeat:
    """How often, and where the words say so: on which weekday (0: Monday), or day of the month."""

    spans: tuple[Span, ...]
    every: Every
    weekday: int | None = None
    day: int | None = None


def iso(text: str) -> re.Match[str] | None:
    """A whole moment as programs write it."""
    return _ISO.search(text)


def ahead(text: str) -> tuple[Span, timedelta] | None:
    """So many hours or minutes from now."""
    found = _AHEAD.search(text) or _AHEAD_UNSPACED.search(text)
    if found is None:
        return None
    given = found.groupdict()
    if given["half"]:
        return found.span(), timedelta(minutes=30)
    hours = _amount(given["h"]) if given["h"] else 0
    minutes = sum(_amount(given[name]) for name in ("m", "hm") if given.get(name))
    return found.span(), timedelta(hours=hours, minutes=minutes)


def _amount(word: str) -> float:
    return float(word.replace(",", ".")) if word[0].isdigit() else count_of(word)


def today_part(text: str) -> Span | None:
    """Words for a part of this very day."""
    found = _TODAY.search(text)
    return found.span() if found else None


def part(text: str) -> Clock | None:
    """A part of the day."""
    for pattern, hour in _PARTS:
        if found := pattern.search(text):
            return Clock(found.span(), hour)
    if found := _PARTS_UNSPACED.search(text):
        return Clock(found.span(), words.PARTS_UNSPACED[found[0]])
    return None


def clock(text: str) -> Clock | None:
    """The first time of day that the words name; a mere part of the day does not count. See `part`."""
    return next(_clocks(text), None)


def _clocks(text: str) -> Iterator[Clock]:
    for pattern in (_WRITTEN, _AMPM, _PAST, _O_CLOCK, _BARE, _CJK):
        for found in pattern.finditer(text):
            read = _read(found)
            if read is not None:
                yield read
    for pattern, hour in _FIXED:
        if named := pattern.search(text):
            yield Clock(named.span(), hour)


def _read(found: re.Match[str]) -> Clock | None:
    given = found.groupdict()
    hour = count_of(given["h"])
    minute = int(given.get("m") or 0)
    if given.get("half"):
        minute = 30
    if given.get("w"):
        hour, minute = _spoken(given["w"].lower(), hour)
    half = given.get("ap") or _half_of(given.get("p"))
    if half:
        hour = hour % 12 + (12 if half.lower() == "p" else 0)
    if hour > 24 or (hour == 24 and minute):
        return None
    told = (given.get("at") or given.get("w") or "").lower()
    return Clock(found.span(), hour, minute, unsure=told in _TWELVE and not half and 1 <= hour <= 11)


def _half_of(part_: str | None) -> str:
    return "" if not part_ else "a" if words.PARTS_UNSPACED[part_] < 12 else "p"


def _spoken(word: str, hour: int) -> tuple[int, int]:
    if word == "half past":
        return hour, 30
    if word == "quarter past":
        return hour, 15
    return (hour - 1) % 12 or 12, 45 if word == "quarter to" else 30


def repeat(text: str) -> Repeat | None:
    """How often. Raises InvalidInput for steps that are not kept ("every other day")."""
    if found := _SELDOM.search(text):
        raise InvalidInput(
            f"{found[0]!r} is not kept; every day, weekday, week, month and year are, and every Monday to Sunday."
        )
    if found := _EACH_DAY.search(text):
        return Repeat((found.span(),), Every.WEEKLY, weekday=WEEKDAYS[found["d"].lower()])
    if found := _EACH_UNSPACED.search(text):
        return Repeat((found.span(),), Every.WEEKLY, weekday=CJK_WEEKDAYS[found["d"]])
    for pattern, every in _REPEATS:
        if named := pattern.search(text):
            return _with_day(text, named.span(), every)
    part_ = next((m for pattern in _EACH_PART if (m := pattern.search(text))), None)
    return Repeat((part_.span(),), Every.DAILY) if part_ else None


def _with_day(text: str, span: Span, every: Every) -> Repeat:
    if every is Every.MONTHLY:
        day = _DAY_OF_MONTH.search(text) or _DAY_OF_MONTH_UNSPACED.search(text)
        if day:
            return Repeat((span, day.span()), every, day=int(day["d"]))
    return Repeat((span,), every)
