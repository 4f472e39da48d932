"""A time in a person's words, as a moment: "tomorrow at 9", "in 2 hours", "every Monday", in many languages. Pure.

What could mean two times is refused with a sentence that says how to write either; so is a time that is past.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from weave.errors import InvalidInput
from weave.reminders import clock_times
from weave.reminders.clock_times import Clock, Repeat, Span
from weave.reminders.clock_words import AHEAD, FILLERS
from weave.reminders.model import Every, When
from weave.reminders.times import first
from weave.scribe.calendar import weekday
from weave.scribe.date_rules import any_of
from weave.scribe.date_words import CJK_WEEKDAYS, WEEKDAYS
from weave.scribe.dates import ResolvedDate, resolve

FORMS = (
    "write it like 'tomorrow at 9am', 'in 2 hours', 'next Friday 17:00', 'every Monday at 9am' or "
    "'2026-12-24 18:00'"
)
_LONGEST = 1_000
_MORNING = 9
"""The hour of a day that was named without one."""
_PLANS = ("", "We will meet ", "We will meet on ")
"""A weekday, a month or a feast alone tells not which way it points; a plan does."""
_COUNTED = re.compile(rf"(?i)(?:{AHEAD}) |.*(?:[后後]|from now|from today)$")
"""So many weeks or months ahead: that day then, not the whole week or month."""
_WEEKDAY = re.compile(rf"(?i)(?<!\w)(?:{any_of(WEEKDAYS)})(?!\w)")
_CJK_WEEKDAY = re.compile(r"(?:周|週|星期|礼拜)([一二三四五六日天])|([月火水木金土日])曜日?")


def read(text: str, now: datetime, zone: tzinfo | None = None) -> When:
    """What the whole of `text` says, in `zone` (default: that of `now`). Raises InvalidInput with the forms."""
    words = text.strip()
    found = find(words, now, zone)
    if found is None:
        raise InvalidInput(f"{words[:80]!r} is no time that can be read here; {FORMS}.")
    rest = leftover(words, found.spans)
    if rest:
        raise InvalidInput(f"{rest[:80]!r} is no part of a time that can be read here; {FORMS}.")
    return found


def leftover(text: str, spans: Sequence[Span]) -> str:
    """What stands in `text` beside the words for a time; words that only join them do not count."""
    pieces, at = [], 0
    for start, end in sorted(spans):
        pieces.append(text[at:start])
        at = max(at, end)
    words = re.findall(r"[^\W_]+(?:['’][^\W_]+)*", " ".join([*pieces, text[at:]]))
    return " ".join(word for word in words if word.lower().replace("’", "'") not in FILLERS)


def find(text: str, now: datetime, zone: tzinfo | None = None) -> When | None:
    """The time in `text`, None when it names none. Raises InvalidInput for one that is unclear or past."""
    text = text[:_LONGEST]
    here = now.astimezone(zone) if zone else now
    try:
        exact = _exact(text, here)
        return _composed(text, here) if exact is None else _to_come(exact, here)
    except OverflowError as error:
        raise InvalidInput(f"That time lies beyond the calendar; {FORMS}.") from error


def _exact(text: str, now: datetime) -> When | None:
    written = clock_times.iso(text)
    if written:
        try:
            moment = datetime.fromisoformat(written[0])
        except ValueError as error:
            raise InvalidInput(f"{written[0]!r} is no date; {FORMS}.") from error
        return When(moment if moment.tzinfo else _in_zone(moment, now), None, (written.span(),))
    ahead = clock_times.ahead(text)
    if ahead is None:
        return None
    span, delta = ahead
    moment = (now.astimezone(UTC) + delta).astimezone(now.tzinfo)
    return When(
        moment.replace(second=0, microsecond=0) if delta >= timedelta(hours=1) else moment, None, (span,)
    )


def _composed(text: str, now: datetime) -> When | None:
    repeat = clock_times.repeat(text)
    taken = list(repeat.spans) if repeat else []
    bare = _blanked(text, taken)
    clock = clock_times.clock(bare)
    if clock is not None:
        taken.append(clock.span)
        bare = _blanked(bare, [clock.span])
    today = clock_times.today_part(bare)
    day = _day(bare, now) if repeat is None or repeat.every is Every.YEARLY else None
    if day is not None:
        taken.append(day[1])
    part = clock_times.part(_blanked(bare, [day[1]] if day and not today else []))
    if part is not None:
        taken.append(part.span)
    if today is not None:
        taken.append(today)
        day = (now.date(), today)
    if clock is None and day is None and repeat is None:
        return None  # a part of the day alone names no time
    return _placed(_hour(clock, part, day[0] if day else None, now), day, repeat, now, tuple(taken))


def _blanked(text: str, spans: Sequence[Span]) -> str:
    """`text` with these words replaced by as many spaces: what is read once is not read twice."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _day(text: str, now: datetime) -> tuple[date, Span] | None:
    for plan in _PLANS:
        dates = [d for d in resolve(plan + text, now) if d.span[0] >= len(plan)]
        if dates:
            best = min(dates, key=lambda d: d.end - d.start)
            return _within(best, now), (best.span[0] - len(plan), best.span[1] - len(plan))
    found = _WEEKDAY.search(text)
    if found:
        return weekday(WEEKDAYS[found[0].lower()], 1, now.date(), forward=True)[0], found.span()
    found = _CJK_WEEKDAY.search(text)
    if found:
        return weekday(CJK_WEEKDAYS[found[1] or found[2]], 1, now.date(), forward=True)[0], found.span()
    return None


def _within(period: ResolvedDate, now: datetime) -> date:
    """The day that stands for a week or a month: its first one, or the one so many of them ahead."""
    start, days = period.start.date(), (period.end - period.start).days
    if days <= 1:
        return start
    if _COUNTED.match(period.original):
        within = now.weekday() if days == 7 else now.day - 1
        return start + timedelta(days=min(within, days - 1))
    return max(start, now.date()) if period.end > now else start


def _hour(clock: Clock | None, part: Clock | None, day: date | None, now: datetime) -> Clock | None:
    """The time of day that is meant; None: none was named. Raises InvalidInput where it could be two."""
    if clock is None:
        return part
    if part is not None:
        late = part.hour >= 12
        hour = clock.hour + 12 if late and clock.hour < 12 else clock.hour
        return Clock(clock.span, hour, clock.minute)
    if not clock.unsure:
        return clock
    passed = day in (None, now.date()) and (clock.hour, clock.minute) <= (now.hour, now.minute)
    still = (clock.hour + 12, clock.minute) > (now.hour, now.minute)
    if clock.hour <= 6 or (passed and still):
        early = f"{clock.hour}{f':{clock.minute:02}' if clock.minute else ''}am"
        raise InvalidInput(
            f"{clock.hour}:{clock.minute:02} could be in the morning or later in the day; write {early} or "
            f"{clock.hour + 12}:{clock.minute:02}."
        )
    return clock


def _placed(
    clock: Clock | None,
    day: tuple[date, Span] | None,
    repeat: Repeat | None,
    now: datetime,
    spans: tuple[Span, ...],
) -> When:
    hour = clock or Clock((0, 0), _MORNING)
    if repeat is not None:
        start = _first_day(repeat, day[0] if day else None, now.date())
        return When(first(_at(start, hour, now), repeat.every, now), repeat.every, spans)
    if day is not None and clock is None and day[0] == now.date():
        return When(_later_today(now), None, spans)
    at = _at(day[0] if day else now.date(), hour, now)
    if day is None and at <= now:
        at = _at(now.date() + timedelta(days=1), hour, now)
    return _to_come(When(at, None, spans), now)


def _first_day(repeat: Repeat, named: date | None, today: date) -> date:
    if named is not None:
        return named
    if repeat.weekday is not None:
        return weekday(repeat.weekday, 0, today, forward=True)[0]
    if repeat.day is not None:
        return _day_of_month(today, repeat.day)
    if repeat.every is Every.WEEKDAYS and today.weekday() >= 5:
        return today + timedelta(days=7 - today.weekday())
    return today


def _day_of_month(today: date, day: int) -> date:
    # The series keeps the day that was named, so it begins in a month that has it.
    month = today.replace(day=1)
    for _ in range(12):
        try:
            found = month.replace(day=day)
        except ValueError:
            found = None
        if found is not None and found >= today:
            return found
        month = (month + timedelta(days=32)).replace(day=1)
    return today


def _at(day: date, clock: Clock, now: datetime) -> datetime:
    if clock.hour == 24:
        day, clock = day + timedelta(days=1), Clock(clock.span, 0)
    return _in_zone(datetime.combine(day, time(clock.hour, clock.minute)), now)


def _in_zone(wall: datetime, now: datetime) -> datetime:
    return wall.replace(tzinfo=now.tzinfo)


def _later_today(now: datetime) -> datetime:
    """Today, without an hour: in the morning if it is still to come, else at the next full hour but one."""
    morning = now.replace(hour=_MORNING, minute=0, second=0, microsecond=0)
    if morning > now:
        return morning
    later = now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=2)
    last = now.replace(hour=23, minute=59, second=0, microsecond=0)
    return later if later.date() == now.date() else max(last, now + timedelta(seconds=30))


def _to_come(when: When, now: datetime) -> When:
    if when.at.astimezone(UTC) <= now.astimezone(UTC):
        told = f"{when.at:%Y-%m-%d %H:%M}"
        raise InvalidInput(f"{told} is past; a reminder needs a time still to come: {FORMS}.")
    return when
