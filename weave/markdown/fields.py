"""A memory as the key=value pairs of its comment, and back. What cannot be read is kept, and reported."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TypeVar

from weave.clock import iso
from weave.ids import is_ulid
from weave.markdown.charset import clean, clean_line
from weave.markdown.comment import Pair, join, split
from weave.markdown.facts import read_fact, write_fact
from weave.model import GLOBAL, Fact, Memory, MemoryType, Provenance, Source, State

T = TypeVar("T")
Pairs = tuple[Pair, ...]

KNOWN = (
    "id", "type", "state", "importance", "provenance", "created", "importance_raw", "scope", "occurred",
    "accessed", "access_count", "conversation", "turns", "file", "derived_from", "superseded_by", "pinned",
    "private",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Defaults:
    """What a section is taken to be where its comment is silent: follows from the file's place and day."""

    created: datetime = datetime(1970, 1, 1, tzinfo=UTC)
    type: MemoryType = MemoryType.SEMANTIC
    scope: str = GLOBAL
    name: str = ""
    """The file's name without its suffix: the title of a note that has no other."""


def _milliseconds(moment: datetime | None) -> datetime | None:
    return moment and moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def _clean_fact(fact: Fact, memory: Memory) -> Fact:
    return replace(
        fact,
        subject=clean(fact.subject),
        predicate=clean(fact.predicate),
        object=clean(fact.object),
        valid_from=_milliseconds(fact.valid_from),
        valid_to=_milliseconds(fact.valid_to),
        scope=memory.scope,
        memories=(memory.id,),
    )


def cleaned(memory: Memory) -> Memory:
    """The memory as a file can hold it: text by `clean`, times to the millisecond, its facts resting on it."""
    source = memory.source
    return replace(
        memory,
        title=clean_line(memory.title),
        text=clean(memory.text),
        created=_milliseconds(memory.created) or memory.created,
        occurred=_milliseconds(memory.occurred),
        accessed=_milliseconds(memory.accessed),
        source=Source(
            clean(source.conversation) if source.conversation else None,
            tuple(turn for turn in (clean(t).strip() for t in source.turns) if turn),
            clean(source.file) if source.file else None,
        ),
        facts=tuple(_clean_fact(fact, memory) for fact in memory.facts),
        extra=tuple((key, clean(value)) for key, value in memory.extra),
    )


def write(memory: Memory) -> Pairs:
    """The pairs of a cleaned memory, in the order of every file; optional ones only if set."""
    facts = ((f"fact{n}" if n > 1 else "fact", write_fact(f)) for n, f in enumerate(memory.facts, 1))
    return (*_required(memory), *_optional(memory), *facts, *memory.extra)


def _required(memory: Memory) -> Iterable[Pair]:
    yield "id", memory.id
    yield "type", memory.type.value
    yield "state", memory.state.value
    yield "importance", repr(memory.importance)
    yield "provenance", memory.provenance.value
    yield "created", iso(memory.created)


def _optional(memory: Memory) -> Iterable[Pair]:
    pairs = (
        ("importance_raw", None if memory.importance_raw is None else repr(memory.importance_raw)),
        ("scope", None if memory.scope == GLOBAL else memory.scope),
        ("occurred", memory.occurred and iso(memory.occurred)),
        ("accessed", memory.accessed and iso(memory.accessed)),
        ("access_count", str(memory.access_count) if memory.access_count else None),
        ("conversation", memory.source.conversation),
        ("turns", join(memory.source.turns)),
        ("file", memory.source.file),
        ("derived_from", join(memory.derived_from)),
        ("superseded_by", memory.superseded_by),
        ("pinned", "true" if memory.pinned else None),
        ("private", "true" if memory.private else None),
    )
    return ((key, value) for key, value in pairs if value)


def _identifier(value: str) -> str:
    if not is_ulid(value):
        raise ValueError(value)
    return value


def _unit(value: str) -> float:
    number = float(value)
    if not math.isfinite(number) or not 0 <= number <= 1:
        raise ValueError(value)
    return number


def _count(value: str) -> int:
    number = int(value)
    if number < 0:
        raise ValueError(value)
    return number


def _flag(value: str) -> bool:
    if value.lower() not in ("true", "false", "1", "0", "yes", "no"):
        raise ValueError(value)
    return value.lower() in ("true", "1", "yes")


class _Reader:
    """Takes known keys out of the pairs; what it cannot read goes to `extra`, the first fault to `problem`."""

    def __init__(self, pairs: Pairs, defaults: Defaults, problem: str | None) -> None:
        self.problem = problem
        self.defaults = defaults
        self.values: dict[str, str] = {}
        self.facts: list[Fact] = []
        self.extra: list[Pair] = []
        for key, value in pairs:
            self._sort(key, value)

    def _sort(self, key: str, value: str) -> None:
        if key in KNOWN and key not in self.values:
            self.values[key] = value
        elif key.startswith("fact") and (key[4:].isdecimal() or key == "fact"):
            self._fact(key, value)
        else:
            self.extra.append((key, value))

    def _fact(self, key: str, value: str) -> None:
        try:
            self.facts.append(read_fact(value))
        except ValueError:
            self._fault(key, value)

    def _fault(self, key: str, value: str) -> None:
        self.problem = self.problem or f"{key}={value!r} cannot be read"
        self.extra.append((key, value))

    def take(self, key: str, read: Callable[[str], T], default: T) -> T:
        value = self.values.get(key)
        if value is None:
            return default
        try:
            return read(value)
        except (ValueError, OverflowError):
            self._fault(key, value)
            return default

    def time(self, value: str) -> datetime:
        moment = datetime.fromisoformat(value)
        moment.astimezone(UTC)  # a time at the rim of the calendar overflows here, not in a caller
        return moment if moment.tzinfo else moment.replace(tzinfo=self.defaults.created.tzinfo)


def read(
    pairs: Pairs, title: str, text: str, defaults: Defaults, problem: str | None = None
) -> tuple[Memory, str | None]:
    """The memory that the pairs make, `id` "" where none can be read, and the first fault found.

    Without an id (a section added by hand) it is the user's own word and pinned.
    """
    reader = _Reader(pairs, defaults, problem)
    take = reader.take
    identifier = take("id", _identifier, "")
    scope = take("scope", str, defaults.scope)
    memory = Memory(
        id=identifier,
        type=take("type", MemoryType, defaults.type),
        title=title,
        text=text,
        state=take("state", State, State.ACTIVE if scope == GLOBAL else State.VOLATILE),
        importance=take("importance", _unit, 0.5),
        provenance=take("provenance", Provenance, Provenance.USER),
        created=take("created", reader.time, defaults.created),
        scope=scope,
        importance_raw=take("importance_raw", _unit, None),
        occurred=take("occurred", reader.time, None),
        accessed=take("accessed", reader.time, None),
        access_count=take("access_count", _count, 0),
        source=Source(
            take("conversation", lambda value: value, None),
            take("turns", split, ()),
            take("file", lambda value: value, None),
        ),
        derived_from=take("derived_from", split, ()),
        superseded_by=take("superseded_by", lambda value: value, None),
        pinned=take("pinned", _flag, not identifier),
        private=take("private", _flag, False),
        extra=(),
    )
    facts = tuple(replace(fact, scope=scope, memories=(identifier,)) for fact in reader.facts)
    return replace(memory, facts=facts, extra=tuple(reader.extra)), reader.problem
