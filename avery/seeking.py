"""What a person typed to look for memories: words, and filters such as `type:episodic`, `since:7d`, `is:pinned`. Pure.

The line is the only place where filters stand: menus write into it, and it can be kept, edited and typed again.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TypeVar

from weave.model import GLOBAL, MemoryType, Provenance, State
from weave.sought import ANY_TASK, Sought

Choice = TypeVar("Choice", bound=StrEnum)

_PIECES = re.compile(r'(\w+:"[^"]*"?|"[^"]*"?|\S+)')
_DAYS = re.compile(r"(\d{1,5})([dwmy])")
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?")
_UNIT = {"d": 1, "w": 7, "m": 30, "y": 365}
KEYS = ("type", "state", "from", "in", "since", "until", "is", "not")
"""What may stand before a colon."""
FLAGS = ("pinned", "private")


@dataclass(frozen=True, slots=True)
class Seeking:
    """What the line asks for."""

    sought: Sought
    problem: str = ""
    """What of it is not understood, in a sentence; it then asks for nothing."""

    @property
    def question(self) -> str:
        """The words alone, as a question to the memory."""
        return " ".join(self.sought.words)


def seeking(text: str, now: datetime, tasks: Mapping[str, str] | None = None) -> Seeking:
    """Read the line. `now` is in the person's zone; `tasks`: the open tasks' scopes by their names."""
    found = Seeking(Sought())
    for piece in _PIECES.findall(text):
        key, colon, value = piece.partition(":")
        if colon and key.lower() in KEYS:
            found = _filtered(found, key.lower(), value.strip('"'), now, tasks or {})
        elif word := piece.strip('"').strip():
            found = replace(found, sought=replace(found.sought, words=(*found.sought.words, word)))
    return found


def _filtered(found: Seeking, key: str, value: str, now: datetime, tasks: Mapping[str, str]) -> Seeking:
    if not value:
        return found  # it is still being typed
    sought = found.sought
    try:
        match key:
            case "type":
                sought = replace(sought, types=(*sought.types, *_choices(MemoryType, key, value)))
            case "state":
                sought = replace(sought, states=(*sought.states, *_choices(State, key, value)))
            case "from":
                sought = replace(sought, provenances=(*sought.provenances, *_choices(Provenance, key, value)))
            case "in":
                sought = replace(sought, scope=_scope(value, tasks))
            case "since":
                sought = replace(sought, since=_span(value, now)[0])
            case "until":
                sought = replace(sought, until=_span(value, now)[1])
            case _:
                for flag in (_one_of(key, part, FLAGS) for part in value.split(",") if part):
                    wanted = key == "is"
                    pinned = flag == "pinned"
                    sought = replace(sought, pinned=wanted) if pinned else replace(sought, private=wanted)
    except ValueError as error:
        return replace(found, problem=str(error))
    return replace(found, sought=sought)


def _choices(kind: type[Choice], key: str, value: str) -> list[Choice]:
    words = [member.value for member in kind]
    return [kind(_one_of(key, part, words)) for part in value.split(",") if part]


def _one_of(key: str, part: str, words: Sequence[str]) -> str:
    """The word that begins so. Raises ValueError that names them all."""
    if len(near := [word for word in words if word.startswith(part.lower())]) != 1:
        raise ValueError(f"{key}: takes {', '.join(words)}.")
    return near[0]


def _scope(value: str, tasks: Mapping[str, str]) -> str:
    named = {name.casefold(): scope for name, scope in tasks.items()}
    if value.casefold() in named:
        return named[value.casefold()]
    if value in (GLOBAL, ANY_TASK) or value.startswith(f"{ANY_TASK}:"):
        return value
    if GLOBAL.startswith(value.lower()):
        return GLOBAL
    if len(near := [scope for name, scope in named.items() if name.startswith(value.casefold())]) == 1:
        return near[0]
    raise ValueError("in: takes global, task, or the name of an open task.")


def _span(value: str, now: datetime) -> tuple[datetime, datetime]:
    """The first moment of what a time word names, and the first one behind it. Raises ValueError."""
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    day = timedelta(days=1)
    if value in ("today", "yesterday"):
        first = today if value == "today" else today - day
        return first, first + day
    try:
        if match := _DAYS.fullmatch(value):
            first = today - int(match[1]) * _UNIT[match[2]] * day
            return first, first + day
        if match := _DATE.fullmatch(value):
            return _dated(today, *(int(part) if part else None for part in match.groups()))
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{value} is no day of the calendar.") from error
    raise ValueError("A time is written like 2026-11-30, 2026-11, 2026, 7d, 3w, today.")


def _dated(
    today: datetime, year: int | None, month: int | None, day: int | None
) -> tuple[datetime, datetime]:
    first = today.replace(year=year or today.year, month=month or 1, day=day or 1)
    if day is not None:
        return first, first + timedelta(days=1)
    if month is not None:
        return first, first + timedelta(days=calendar.monthrange(first.year, first.month)[1])
    return first, first.replace(year=first.year + 1)


def filter_of(text: str, key: str) -> str:
    """What the line says behind this key; empty when nothing."""
    for piece in _PIECES.findall(text):
        name, colon, value = piece.partition(":")
        if colon and name.lower() == key:
            return str(value.strip('"'))
    return ""


def with_filter(text: str, key: str, value: str) -> str:
    """The line with another value behind this key; without it when `value` is empty."""
    rest = [piece for piece in _PIECES.findall(text) if piece.partition(":")[0].lower() != key]
    quoted = f'"{value}"' if " " in value else value
    return " ".join([*([f"{key}:{quoted}"] if value else []), *rest])
