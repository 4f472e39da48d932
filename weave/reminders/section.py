"""A reminder as a section of a file, in the form of DESIGN §3: title, one comment of key=value pairs, text. Pure.

What a person wrote by hand and what cannot be read keeps its bytes: only the pairs that change are written anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime

from weave import ids
from weave.clock import iso
from weave.markdown import clean, clean_line, parse
from weave.markdown.charset import Charset
from weave.markdown.comment import Pair, join, split, write
from weave.markdown.document import Section
from weave.markdown.fences import escape
from weave.model import Provenance
from weave.reminders.model import Every, Reminder, Standing
from weave.reminders.zones import meant
from weave.scribe.titles import title_of

_HEADING = 80
"""Letters of a text that needs no title beside it."""
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


def reminders_in(data: bytes, zone: str) -> list[tuple[Section, Reminder]]:
    """The reminders of a file, `zone` being the home's; never fails, and an unreadable value is as if it were absent."""
    return [(section, _read(section, zone)) for section in parse(data).sections if _says(section)]


def _says(section: Section) -> bool:
    return bool(section.title.strip() or section.text.strip())


def _read(section: Section, zone: str) -> Reminder:
    pairs = dict(reversed(section.metadata))
    created = _time(pairs.get("created")) or _BEGINNING
    named = pairs.get("zone", zone)
    return Reminder(
        id=_id(pairs.get("id", ""), section),
        text=_text(section),
        created=created,
        at=_wall(pairs.get("at"), named),
        zone=named,
        about=(pairs.get("about") or "").strip() or None,
        every=Every(every) if (every := pairs.get("every", "").lower()) in set(Every) else None,
        standing=Standing(state)
        if (state := pairs.get("state", "").lower()) in set(Standing)
        else Standing.OPEN,
        snoozed=_time(pairs.get("snoozed")),
        shown=_time(pairs.get("shown")),
        told=pairs.get("told"),
        provenance=Provenance(p)
        if (p := pairs.get("provenance", "")) in set(Provenance)
        else Provenance.USER,
        task=pairs.get("task"),
        conversation=pairs.get("conversation"),
        turns=split(pairs.get("turns", "")),
        memory=pairs.get("memory"),
    )


def _text(section: Section) -> str:
    """What it says: a heading that is not made from the text beneath it was written by a person, and counts."""
    body = section.text.strip()
    derived = not section.title or section.title == clean_line(title_of(body))
    return body if body and derived else f"{section.title}\n{body}".strip()


def _id(written: str, section: Section) -> str:
    """Of one added by hand, an id that its words always get, until it is written down."""
    if ids.is_ulid(written):
        return written
    words = hashlib.sha256(f"{section.title}\0{section.text}".encode("utf-8", "replace")).hexdigest()
    return ids.derived(_BEGINNING, 0, words)


def _time(text: str | None) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text) if text else None
        if moment is not None:
            moment.astimezone(UTC)
        return moment if moment is None or moment.tzinfo else moment.astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def _wall(text: str | None, zone: str) -> datetime | None:
    try:
        written = datetime.fromisoformat(text) if text else None
        moment = written if written is None or written.tzinfo else meant(written, zone)
        if moment is not None:
            moment.astimezone(UTC)
        return moment
    except (ValueError, OverflowError, OSError):
        return None


def pairs_of(reminder: Reminder) -> dict[str, str]:
    """What the comment says of a reminder, in the order of every file; what is not set is absent."""
    told = {
        "id": reminder.id,
        "created": iso(reminder.created),
        "at": _written(reminder),
        "zone": reminder.zone if reminder.at else "",
        "every": reminder.every or "",
        "about": clean_line(reminder.about or ""),
        "state": reminder.standing,
        "snoozed": iso(reminder.snoozed) if reminder.snoozed else "",
        "shown": iso(reminder.shown) if reminder.shown else "",
        "told": reminder.told or "",
        "provenance": reminder.provenance,
        "task": reminder.task or "",
        "conversation": reminder.conversation or "",
        "turns": join(reminder.turns),
        "memory": reminder.memory or "",
    }
    return {key: str(value) for key, value in told.items() if value}


def _written(reminder: Reminder) -> str:
    if reminder.at is None:
        return ""
    wall = reminder.at.replace(tzinfo=None)
    return wall.isoformat(timespec="seconds" if wall.second else "minutes")


def section_of(reminder: Reminder) -> str:
    """A reminder as a new section, LF line ends, closed by a blank line."""
    text = clean(reminder.text).strip()
    short = text if len(text) <= _HEADING and clean_line(text) == text and not text.endswith("#") else ""
    body = "" if short else f"{escape(text)}\n"
    return f"## {short or clean_line(title_of(text))}\n{write(tuple(pairs_of(reminder).items()))}\n{body}\n"


def rewritten(section: Section, was: Reminder, now: Reminder, charset: Charset) -> bytes:
    """The section's bytes saying `now`: pairs that did not change stay as they stand, as do heading and text."""
    before, after = pairs_of(was), pairs_of(now)
    changed = {key: after.get(key) for key in {*before, *after} if before.get(key) != after.get(key)}
    changed.setdefault("id", now.id)
    written = write(tuple(_changed(section.metadata, changed, list(after))))
    parts = section.parts
    heading = parts.heading if parts.heading[-1:] in ("\n", "\r", "") else parts.heading + charset.newline
    return charset.encode(heading + parts.gap + written + charset.newline + parts.body)


def _changed(pairs: tuple[Pair, ...], changed: Mapping[str, str | None], order: list[str]) -> list[Pair]:
    kept = [(key, changed.get(key, value) if key in changed else value) for key, value in pairs]
    known = {key for key, _ in pairs}
    added = [(key, changed[key]) for key in order if key in changed and key not in known]
    return [(key, value) for key, value in (*kept, *added) if value is not None]
