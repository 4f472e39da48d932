"""Reminders added and changed: what may be stored, what a change makes of one, what goes in a purge. On the core's thread."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo

from weave import ids
from weave.core import Core
from weave.errors import InvalidInput
from weave.guest import Inbox
from weave.markdown import clean, clean_line, cleaned
from weave.model import Memory, MemoryType, Provenance, Source, State
from weave.reminders.model import Every, Reminder, Standing
from weave.reminders.pad import Pad
from weave.reminders.times import coming, due
from weave.reminders.topics import alternatives
from weave.reminders.when import FORMS
from weave.reminders.wording import occasion
from weave.reminders.zones import home_zone, name_of
from weave.sameness import spoken
from weave.scribe.titles import title_of
from weave.secrets import mask
from weave.traces import Words

LONGEST = 2_000
_LONGEST_TOPIC = 200
_IMPORTANCE = 0.5


@dataclass(frozen=True, slots=True)
class Wish:
    """What `add` was asked for."""

    text: str
    at: datetime | None = None
    about: str | None = None
    every: Every | None = None
    task: str | None = None
    provenance: Provenance = Provenance.USER
    conversation: str | None = None
    turns: tuple[str, ...] = ()


def zone_of(core: Core) -> tzinfo:
    """The home's zone, with its rules."""
    return home_zone(core.place.zone, core.place.clock())


def pad_of(core: Core) -> Pad:
    """The home's reminders, as the zone of the home reads them."""
    return Pad(core.place.home, name_of(core.place.clock().astimezone(zone_of(core)), zone_of(core)))


def add(core: Core, pad: Pad, wish: Wish) -> Reminder:
    """Write one; the same again is not written twice. Raises InvalidInput, HomeError."""
    now = core.place.clock()
    new = _composed(core, wish, now)
    same = next((one for one in pad.all() if _same(one, new)), None)
    if same is not None:
        return same
    told = None if wish.turns else _memory(new, core.place.zone)
    new = replace(new, memory=told.id if told else None)
    pad.add(new)
    if told is not None:
        _remember(core, told)
    return new


def _composed(core: Core, wish: Wish, now: datetime) -> Reminder:
    text = mask(clean(wish.text)).strip()
    topic = mask(clean_line(wish.about or "")).strip()
    if not text:
        raise InvalidInput("A reminder needs words; write what to remind you of.")
    if len(text) > LONGEST or len(topic) > _LONGEST_TOPIC:
        raise InvalidInput(
            f"A reminder has at most {LONGEST} characters, its topic {_LONGEST_TOPIC}; say it shorter."
        )
    if wish.at is None and not topic:
        raise InvalidInput(f"A reminder needs a time or a topic: {FORMS}, or name what it is about.")
    if wish.every is not None and wish.at is None:
        raise InvalidInput(f"A reminder that comes back needs its first time; {FORMS}.")
    at, zone = _in_its_zone(core, wish.at)
    if at is not None and wish.every is None and at.astimezone(UTC) <= now.astimezone(UTC):
        raise InvalidInput(f"{at:%Y-%m-%d %H:%M} is past; a reminder needs a time still to come: {FORMS}.")
    return Reminder(
        id=ids.new(now),
        text=text,
        created=now,
        at=at,
        zone=zone,
        about=topic or None,
        every=wish.every,
        # a series that began before does not owe what is past
        shown=now if at is not None and at.astimezone(UTC) <= now.astimezone(UTC) else None,
        provenance=wish.provenance,
        task=wish.task,
        conversation=wish.conversation,
        turns=wish.turns,
    )


def _in_its_zone(core: Core, at: datetime | None) -> tuple[datetime | None, str]:
    if at is None:
        return None, ""
    if at.tzinfo is None:
        raise InvalidInput(f"{at:%Y-%m-%d %H:%M} has no zone; write it with its offset.")
    home = zone_of(core)
    try:
        zone = name_of(at, home)
        moved = at.astimezone(home) if at.astimezone(home).utcoffset() == at.utcoffset() else at
    except (OverflowError, ValueError) as error:
        raise InvalidInput("That time lies outside the years 1 to 9999; correct it.") from error
    return moved.replace(microsecond=0), zone


def _same(old: Reminder, new: Reminder) -> bool:
    return (
        old.open
        and spoken(old.text) == spoken(new.text)
        and (old.at, old.every, old.about) == (new.at, new.every, new.about)
    )


def _memory(reminder: Reminder, zone: tzinfo) -> Memory:
    """That it was asked for, so that recall finds it: what no turn of a conversation tells."""
    text = f"A reminder was set ({occasion(reminder, zone, reminder.created)}): {reminder.text}"
    return cleaned(
        Memory(
            id=ids.new(reminder.created),
            type=MemoryType.EPISODIC,
            title=title_of(f"Reminder: {reminder.text}"),
            text=text,
            state=State.ACTIVE,
            importance=_IMPORTANCE,
            provenance=reminder.provenance,
            created=reminder.created,
            source=Source(conversation=reminder.conversation),
        )
    )


def _remember(core: Core, memory: Memory) -> None:
    if core.guest:
        Inbox(core.place.home).put_memory(memory)
    else:
        core.store.add([memory])


def done(core: Core, pad: Pad, reference: str) -> Reminder:
    """It is done; one that comes back waits for its next time. Raises NotFound, InvalidInput, HomeError."""
    now = core.place.clock()

    def change(one: Reminder) -> Reminder:
        if one.standing is Standing.DONE:
            return one
        _open(one)
        if one.every is not None and coming(one, now) is not None:
            return replace(one, snoozed=None, shown=due(one, now) or one.shown)
        return replace(one, standing=Standing.DONE, snoozed=None)

    return pad.change(pad.find(reference).id, change)


def snooze(core: Core, pad: Pad, reference: str, until: datetime) -> Reminder:
    """Not before `until`. Raises NotFound, InvalidInput for a time that is past, HomeError."""
    now = core.place.clock()
    if until.tzinfo is None or until.astimezone(UTC) <= now.astimezone(UTC):
        raise InvalidInput(f"{until:%Y-%m-%d %H:%M} is past; put it off to a time still to come: {FORMS}.")
    found = pad.find(reference)
    later = until.replace(microsecond=0)
    return pad.change(found.id, lambda one: replace(_open(one), snoozed=later))


def cancel(pad: Pad, reference: str) -> Reminder:
    """It never comes up again; asked twice, nothing changes. Raises NotFound, HomeError."""
    found = pad.find(reference)
    return pad.change(found.id, lambda one: replace(one, standing=Standing.CANCELLED, snoozed=None))


def shown(pad: Pad, id_: str, at: datetime) -> Reminder:
    """It has been put before the person for this due time. Raises NotFound, HomeError."""

    def change(one: Reminder) -> Reminder:
        later = one.shown is not None and one.shown.astimezone(UTC) >= at.astimezone(UTC)
        spent = one.snoozed is not None and one.snoozed.astimezone(UTC) <= at.astimezone(UTC)
        return replace(
            one, shown=one.shown if later else at, snoozed=None if spent and one.every else one.snoozed
        )

    return pad.change(id_, change)


def _open(one: Reminder) -> Reminder:
    if not one.open:
        raise InvalidInput(f"This reminder is {one.standing} already; add a new one.")
    return one


def withdraw(core: Core, turns: Collection[str]) -> None:
    """Cancel what was asked for in turns that are taken back. Raises HomeError."""
    pad = Pad(core.place.home, "")
    for one in pad.all():
        if one.open and not set(one.turns).isdisjoint(turns):
            cancel(pad, one.id)


def discard(core: Core, task: str, turns: Collection[str]) -> None:
    """Take out what was asked for in a task that is thrown away. Raises HomeError."""
    _erase(core, lambda one: one.task == task or not set(one.turns).isdisjoint(turns))


def purge(core: Core, memories: Collection[str], turns: Collection[str], words: Words) -> None:
    """Take out those that rest on what is purged, or hold words of it, and their vectors. Raises HomeError."""

    def doomed(one: Reminder) -> bool:
        rests = one.memory in memories or not set(one.turns).isdisjoint(turns)
        return rests or words.quoted_in(one.text)

    _erase(core, doomed)


def _erase(core: Core, doomed: Callable[[Reminder], bool]) -> None:
    gone = Pad(core.place.home, "").erase(doomed)
    if core.cache is not None and gone:
        core.cache.forget([topic for one in gone for topic in alternatives(one.about or "")])
