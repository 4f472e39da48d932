"""The inbox's JSON: one object `{"version": 1, "memory": {…}}` or `{"version": 1, "turns": [{…}, …]}`.

Keys are the fields of the model; times are ISO 8601 with offset; a field that is missing has its default.
Escaped to ASCII, so that any text survives as it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import cast

from weave.model import (
    GLOBAL,
    Change,
    Fact,
    Memory,
    MemoryType,
    Polarity,
    Provenance,
    Role,
    Source,
    State,
    Turn,
)

VERSION = 1
Table = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Item:
    """What one file holds."""

    memory: Memory | None = None
    turns: tuple[Turn, ...] = ()


def encode(item: Item) -> bytes:
    """The file's bytes."""
    table: dict[str, object] = {"version": VERSION}
    if item.memory is not None:
        table["memory"] = asdict(item.memory)
    if item.turns:
        table["turns"] = [asdict(turn) for turn in item.turns]
    return json.dumps(table, default=plain, separators=(",", ":")).encode("ascii")


def plain(value: object) -> str:
    """How JSON holds what it has no word for: times, in ISO 8601 with offset. Raises TypeError for others."""
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no place in the inbox")


def decode(data: bytes) -> Item:
    """What a file says. Raises ValueError with the reason."""
    try:
        table = _table(json.loads(data))
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    except ValueError as error:
        raise ValueError(f"it is not JSON ({error})") from error
    if table.get("version") != VERSION:
        raise ValueError(f"its version is {table.get('version')!r}, not {VERSION}")
    try:
        memory = memory_of(table["memory"]) if table.get("memory") is not None else None
        turns = tuple(_turn(_table(one)) for one in _list(table.get("turns")))
    except KeyError as error:
        raise ValueError(f"the field {error} is missing") from error
    if memory is None and not turns:
        raise ValueError("it holds neither a memory nor a turn")
    return Item(memory, turns)


def memory_of(value: object) -> Memory:
    """The memory that an object of the JSON describes. Raises ValueError or KeyError with the reason."""
    table = _table(value)
    source = _table(table.get("source") or {})
    return Memory(
        id=_text(table, "id"),
        type=MemoryType(_text(table, "type")),
        title=_text(table, "title"),
        text=_text(table, "text"),
        state=State(_text(table, "state")),
        importance=_unit(table["importance"]),
        importance_raw=None if table.get("importance_raw") is None else _unit(table["importance_raw"]),
        provenance=Provenance(_text(table, "provenance")),
        created=_moment(_text(table, "created")),
        scope=_optional(table, "scope") or GLOBAL,
        occurred=_maybe(table, "occurred"),
        accessed=_maybe(table, "accessed"),
        access_count=int(_number(table.get("access_count") or 0)),
        source=Source(_optional(source, "conversation"), _texts(source, "turns"), _optional(source, "file")),
        derived_from=_texts(table, "derived_from"),
        superseded_by=_optional(table, "superseded_by"),
        pinned=table.get("pinned") is True,
        private=table.get("private") is True,
        facts=tuple(_fact(_table(one)) for one in _list(table.get("facts"))),
        extra=tuple(_pair(one) for one in _list(table.get("extra"))),
    )


def _fact(table: Table) -> Fact:
    return Fact(
        id=_text(table, "id"),
        subject=_text(table, "subject"),
        predicate=_text(table, "predicate"),
        object=_text(table, "object"),
        polarity=Polarity(_optional(table, "polarity") or "affirmed"),
        state=State(_optional(table, "state") or "active"),
        valid_from=_maybe(table, "valid_from"),
        valid_to=_maybe(table, "valid_to"),
        provenance=Provenance(_optional(table, "provenance") or "user"),
        importance=_unit(table.get("importance", 0.5)),
        scope=_optional(table, "scope") or GLOBAL,
        superseded_by=_optional(table, "superseded_by"),
        single_valued=table.get("single_valued") is True,
        change=Change(_optional(table, "change") or "new"),
        memories=_texts(table, "memories"),
    )


def _turn(table: Table) -> Turn:
    return Turn(
        id=_text(table, "id"),
        role=Role(_text(table, "role")),
        speaker=_text(table, "speaker"),
        text=_text(table, "text"),
        time=_moment(_text(table, "time")),
        conversation=_text(table, "conversation"),
        task=_optional(table, "task"),
        session=_optional(table, "session"),
        complete=table.get("complete") is not False,
        recalled=table.get("recalled") is True,
    )


def _table(value: object) -> Table:
    if not isinstance(value, dict):
        raise ValueError("a part of it is no object")
    return cast(Table, value)


def _list(value: object) -> list[object]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise ValueError("a part of it is no list")
    return value


def _text(table: Table, name: str) -> str:
    value = table[name]
    if not isinstance(value, str):
        raise ValueError(f"{name} is no text")
    return value


def _optional(table: Table, name: str) -> str | None:
    return None if table.get(name) is None else _text(table, name)


def _texts(table: Table, name: str) -> tuple[str, ...]:
    values = _list(table.get(name))
    if not all(isinstance(value, str) for value in values):
        raise ValueError(f"{name} holds something that is no text")
    return tuple(str(value) for value in values)


def _pair(value: object) -> tuple[str, str]:
    parts = _list(value)
    if len(parts) != 2:
        raise ValueError("extra holds something that is no pair")
    return str(parts[0]), str(parts[1])


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{value!r} is no number")
    return value


def _unit(value: object) -> float:
    number = _number(value)
    if not 0 <= number <= 1:
        raise ValueError(f"importance is {number}, not from 0 to 1")
    return float(number)


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(f"{text} has no offset")
    return moment


def _maybe(table: Table, name: str) -> datetime | None:
    text = _optional(table, name)
    return None if text is None else _moment(text)
