"""What `set` may change on a memory, read from KEY=VALUE texts. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import tzinfo
from enum import StrEnum
from typing import TypeVar

from weave.clock import parse_time
from weave.drafts import in_state
from weave.errors import InvalidInput
from weave.model import Memory, MemoryType, Provenance, State
from weave.secrets import mask

Choice = TypeVar("Choice", bound=StrEnum)
Setter = Callable[[Memory, str, tzinfo], Memory]

_TRUE = {"true", "yes", "on", "1"}
_FALSE = {"false", "no", "off", "0"}


def parse_importance(text: str) -> float:
    """An importance in 0..1. Raises InvalidInput."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise InvalidInput(f"importance must be a number from 0 to 1, not {text!r}.")
    return value


def parse_choice(kind: type[Choice], key: str, text: str) -> Choice:
    """One of an enumeration's words. Raises InvalidInput that lists them."""
    try:
        return kind(text.strip().lower())
    except ValueError as error:
        words = ", ".join(member.value for member in kind)
        raise InvalidInput(f"{key} must be one of {words}, not {text!r}.") from error


def parse_flag(key: str, text: str) -> bool:
    """yes or no. Raises InvalidInput."""
    word = text.strip().lower()
    if word in _TRUE | _FALSE:
        return word in _TRUE
    raise InvalidInput(f"{key} must be true or false, not {text!r}.")


def _importance(memory: Memory, value: str, _: tzinfo) -> Memory:
    return replace(memory, importance=parse_importance(value))


def _state(memory: Memory, value: str, _: tzinfo) -> Memory:
    return in_state(memory, parse_choice(State, "state", value))


def _title(memory: Memory, value: str, _: tzinfo) -> Memory:
    title = mask(" ".join(value.split()))
    if not title:
        raise InvalidInput("title must not be empty.")
    return replace(memory, title=title)


def _occurred(memory: Memory, value: str, zone: tzinfo) -> Memory:
    return replace(memory, occurred=parse_time(value, zone) if value.strip() else None)


SETTERS: Mapping[str, Setter] = {
    "type": lambda m, v, _: replace(m, type=parse_choice(MemoryType, "type", v)),
    "title": _title,
    "state": _state,
    "importance": _importance,
    "provenance": lambda m, v, _: replace(m, provenance=parse_choice(Provenance, "provenance", v)),
    "pinned": lambda m, v, _: replace(m, pinned=parse_flag("pinned", v)),
    "private": lambda m, v, _: replace(m, private=parse_flag("private", v)),
    "occurred": _occurred,
}


def apply(memory: Memory, changes: Mapping[str, str], zone: tzinfo) -> Memory:
    """The memory with these changes. Raises InvalidInput naming the key and what is allowed."""
    if not changes:
        raise InvalidInput("Say what to set, as KEY=VALUE; keys are " + ", ".join(SETTERS) + ".")
    for key, value in changes.items():
        setter = SETTERS.get(key)
        if setter is None:
            raise InvalidInput(f"{key!r} cannot be set; keys are {', '.join(SETTERS)}.")
        memory = setter(memory, value, zone)
    return memory
