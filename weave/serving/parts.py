"""Long lists cross in parts, so that neither end is busy with one for long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from weave.serving.codec import Unfit
from weave.serving.wire import Json

ITEMS = 400
_MARK = "parts"


@dataclass(slots=True)
class Split:
    """A value without its long lists, and those lists in pieces."""

    value: Json = None
    lists: list[list[Json]] = field(default_factory=list)

    def pieces(self) -> Iterator[tuple[int, list[Json]]]:
        """Each piece with the number of its list."""
        for number, items in enumerate(self.lists):
            for start in range(0, len(items), ITEMS):
                yield number, items[start : start + ITEMS]


def split(value: Json) -> Split:
    """Take the long lists out; what stands for one is an object, which no codec writes."""
    made = Split()
    made.value = _without(value, made.lists)
    return made


def _without(value: Json, lists: list[list[Json]]) -> Json:
    if not isinstance(value, list):
        return value
    if len(value) <= ITEMS:
        return [_without(one, lists) for one in value]
    lists.append(value)
    return standing_for(len(lists) - 1)


def standing_for(number: int) -> Json:
    """What stands for a list that comes in parts."""
    return {_MARK: number}


def joined(value: Json, lists: dict[int, list[Json]]) -> Json:
    """Put them back. Raises Unfit for one that did not come."""
    if isinstance(value, list):
        return [joined(one, lists) for one in value]
    if not isinstance(value, dict):
        return value
    number = value.get(_MARK)
    if type(number) is not int or number not in lists:
        raise Unfit("A part of the answer is missing.")
    return list(lists[number])
