"""Drafts of a cycle as JSON, one object a line: what was thought, and the known memories it changes as they were. Pure.

ASCII throughout, so that any text survives as it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import cast

from weave.guest_codec import memory_of, plain
from weave.model import Fact, Memory, Source
from weave.sleep.model import Draft, StepName

Key = tuple[StepName, str]
"""A step that thinks, and the id of one of its actions."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A draft, and, once its carrying out has begun, the memories it changes as they were before."""

    step: StepName
    draft: Draft
    before: tuple[Memory, ...] | None = None

    @property
    def key(self) -> Key:
        """Which action it answers."""
        return self.step, self.draft.action

    @property
    def changed(self) -> tuple[str, ...]:
        """Ids of the known memories that it changes."""
        return tuple(memory.id for memory in self.before or ())

    @property
    def made(self) -> tuple[str, ...]:
        """Ids of the memories that it adds; none before its carrying out has begun."""
        known = self.changed
        ids = (memory.id for memory in self.draft.writes)
        return () if self.before is None else tuple(id_ for id_ in ids if id_ not in known)


def encode(step: StepName, draft: Draft) -> bytes:
    """The line of a draft."""
    return _line({"step": step.value, "draft": _table(draft)})


def encode_before(key: Key, memories: Sequence[Memory]) -> bytes:
    """The line that says that the carrying out begins."""
    return _line({"step": key[0].value, "action": key[1], "before": list(memories)})


def decode(lines: Sequence[bytes]) -> dict[Key, Thought]:
    """What the lines say; one that is damaged said nothing that had been done."""
    found: dict[Key, Thought] = {}
    for line in lines:
        try:
            one = _object(json.loads(line))
            _take(found, one)
        except (ValueError, KeyError, TypeError, RecursionError):
            continue
    return found


def _take(found: dict[Key, Thought], line: Mapping[str, object]) -> None:
    step = StepName(str(line["step"]))
    if "draft" in line:
        thought = Thought(step, _draft(_object(line["draft"])))
        found.setdefault(thought.key, thought)
        return
    key = step, str(line["action"])
    before = tuple(memory_of(one) for one in _list(line["before"]))
    if key in found:
        found[key] = Thought(step, found[key].draft, before)


def _draft(table: Mapping[str, object]) -> Draft:
    return Draft(
        action=str(table["action"]),
        basis=_pairs(table["basis"]),
        files=_pairs(table["files"]),
        writes=tuple(memory_of(one) for one in _list(table["writes"])),
        removes=tuple(map(str, _list(table["removes"]))),
        tokens=int(cast(int, table["tokens"])),
        note=str(table["note"]),
    )


def _table(draft: Draft) -> dict[str, object]:
    return {one.name: getattr(draft, one.name) for one in fields(draft)}


def _line(value: object) -> bytes:
    return json.dumps(value, default=_held, separators=(",", ":")).encode("ascii") + b"\n"


def _held(value: object) -> object:
    return asdict(value) if isinstance(value, Memory | Fact | Source) else plain(value)


def _pairs(value: object) -> tuple[tuple[str, str], ...]:
    return tuple((str(first), str(second)) for first, second in cast(list[list[object]], _list(value)))


def _object(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise TypeError("it is no object")
    return cast(Mapping[str, object], value)


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError("it is no list")
    return value
