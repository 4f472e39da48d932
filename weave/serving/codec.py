"""Values on the wire, by their type hints: exactly those types come out that the hints name, or nothing does.

An own codec, since what people write may hold lone surrogates, which pydantic refuses, and since nothing may be
coerced, which cattrs does; and neither has to be imported when a command starts. A dataclass is the list of its
fields, a mapping a list of pairs, a union the place of its member and the value: an object never occurs, so that
one can stand for a long list that came in parts.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum
from pathlib import Path

from weave.serving.hints import fields_of
from weave.serving.wire import Json

Encode = Callable[[object], Json]
Decode = Callable[[Json], object]
_LISTS: dict[object, Callable[[list[object]], object]] = {
    list: list,
    tuple: tuple,
    set: set,
    frozenset: frozenset,
    Sequence: tuple,
    Collection: tuple,
    Iterable: tuple,
    AbstractSet: frozenset,
}
_PLAIN: tuple[type, ...] = (str, bool, int, float)


class Unfit(Exception):
    """A value that is not of the type it should have, or a type that does not cross."""


@dataclass(frozen=True, slots=True)
class Codec:
    """How values of one type are written and read."""

    encode: Encode
    decode: Decode
    holds: Callable[[object], bool]
    """Whether a value is of the type, for unions."""
    item: Codec | None = None
    """Of a list: how one of it is written and read."""


_known: dict[object, Codec] = {}


def codec(hint: object) -> Codec:
    """The codec of a type. Raises Unfit for one that does not cross, such as a callback."""
    try:
        found = _known.get(hint)
    except TypeError:
        raise Unfit(f"{hint!r} does not cross.") from None
    if found is None:
        found = _known[hint] = _made(hint)
    return found


def _made(hint: object) -> Codec:
    if hint is None or hint is type(None):
        return Codec(lambda value: None, _none, lambda value: value is None)
    if isinstance(hint, typing.TypeVar | str) or hint in (typing.Any, object):
        raise Unfit(f"{hint!r} does not cross.")
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _union(arguments)
    if origin is typing.Literal:
        return _literal(arguments)
    if origin in (dict, Mapping):
        return _mapping(codec(arguments[0]), codec(arguments[1]))
    if origin is tuple and arguments[1:] != (Ellipsis,):
        return _pair(tuple(codec(one) for one in arguments))
    if origin in _LISTS:
        return _list(codec(arguments[0]), _LISTS[origin])
    if isinstance(hint, type):
        return _scalar(hint)
    raise Unfit(f"{hint!r} does not cross.")


def _scalar(kind: type) -> Codec:
    if issubclass(kind, Enum):
        return Codec(lambda value: typing.cast(Enum, value).value, lambda raw: _member(kind, raw), _is(kind))
    if dataclasses.is_dataclass(kind):
        return _record(kind)
    if kind is float:
        return Codec(lambda value: typing.cast(float, value), _number, lambda v: isinstance(v, int | float))
    if kind in _PLAIN:
        return Codec(lambda value: typing.cast(str, value), lambda raw: _exactly(kind, raw), _is(kind))
    if kind is datetime:
        return Codec(_moment, lambda raw: _read(_unmoment, raw), _is(datetime))
    if kind is date:
        return Codec(str, lambda raw: _read(date.fromisoformat, raw), _is(date))
    if kind is timedelta:
        return Codec(_seconds, lambda raw: timedelta(seconds=_number(raw)), _is(timedelta))
    if issubclass(kind, Path):  # the two processes may stand in different folders
        return Codec(
            lambda value: str(typing.cast(Path, value).absolute()), lambda raw: _read(Path, raw), _is(Path)
        )
    raise Unfit(f"{kind!r} does not cross.")


def _is(kind: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, kind)


def _none(raw: Json) -> None:
    if raw is not None:
        raise Unfit("There should be nothing here.")


def _exactly(kind: type, raw: Json) -> object:
    if type(raw) is not kind:
        raise Unfit(f"{kind.__name__} was to come, not {type(raw).__name__}.")
    return raw


def _number(raw: Json) -> float:
    if type(raw) not in (int, float):
        raise Unfit("A number was to come.")
    return typing.cast(float, raw)


def _read(parse: Callable[[str], object], raw: Json) -> object:
    if not isinstance(raw, str):
        raise Unfit("A text was to come.")
    try:
        return parse(raw)
    except (ValueError, OverflowError) as error:
        raise Unfit(str(error)) from error


def _member(kind: type[Enum], raw: Json) -> object:
    try:
        return kind(raw)
    except ValueError as error:
        raise Unfit(str(error)) from error


def _moment(value: object) -> Json:
    """With the zone's name where it has one: a later day may have another offset."""
    moment = typing.cast(datetime, value)
    name = getattr(moment.tzinfo, "key", None)
    return f"{moment.isoformat()} {name}" if name else moment.isoformat()


def _unmoment(text: str) -> datetime:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    written, _, name = text.partition(" ")
    moment = datetime.fromisoformat(written)
    if not name:
        return moment
    try:
        return moment.astimezone(ZoneInfo(name))
    except ZoneInfoNotFoundError as error:
        raise ValueError(str(error)) from error


def _seconds(value: object) -> Json:
    return typing.cast(timedelta, value).total_seconds()


def _items(raw: Json, count: int | None = None) -> list[Json]:
    if not isinstance(raw, list) or (count is not None and len(raw) != count):
        raise Unfit("A list was to come.")
    return raw


def _record(kind: type) -> Codec:
    """A dataclass; its codec is known before its fields' are made, since a type may hold itself."""
    parts: list[tuple[str, Codec]] = []
    names = [field for field in dataclasses.fields(kind) if field.init]

    def encode(value: object) -> Json:
        return [part.encode(getattr(value, name)) for name, part in parts]

    def decode(raw: Json) -> object:
        found = _items(raw, len(parts))
        given = {name: part.decode(one) for (name, part), one in zip(parts, found, strict=True)}
        try:
            return kind(**given)
        except (TypeError, ValueError) as error:
            raise Unfit(str(error)) from error

    made = _known[kind] = Codec(encode, decode, _is(kind))
    try:
        hints = fields_of(kind)
        parts.extend((field.name, codec(hints[field.name])) for field in names)
    except BaseException:
        del _known[kind]
        raise
    return made


def _list(item: Codec, make: Callable[[list[object]], object]) -> Codec:
    inner, outer = item.encode, item.decode

    def encode(value: object) -> Json:
        return [inner(one) for one in typing.cast(Iterable[object], value)]

    return Codec(encode, lambda raw: make([outer(one) for one in _items(raw)]), _is_list, item)


def _is_list(value: object) -> bool:
    return isinstance(value, Collection) and not isinstance(value, str | bytes | Mapping)


def _pair(parts: tuple[Codec, ...]) -> Codec:
    def encode(value: object) -> Json:
        found = typing.cast(tuple[object, ...], value)
        return [part.encode(one) for part, one in zip(parts, found, strict=True)]

    def decode(raw: Json) -> object:
        return tuple(part.decode(one) for part, one in zip(parts, _items(raw, len(parts)), strict=True))

    return Codec(encode, decode, _is(tuple))


def _mapping(key: Codec, value: Codec) -> Codec:
    def encode(found: object) -> Json:
        pairs = typing.cast(Mapping[object, object], found).items()
        return [[key.encode(name), value.encode(one)] for name, one in pairs]

    def decode(raw: Json) -> object:
        pairs = [_items(pair, 2) for pair in _items(raw)]
        return {key.decode(pair[0]): value.decode(pair[1]) for pair in pairs}

    return Codec(encode, decode, _is(Mapping))


def _literal(allowed: tuple[object, ...]) -> Codec:
    def decode(raw: Json) -> object:
        if not any(type(raw) is type(one) and raw == one for one in allowed):
            raise Unfit("None of the words that may come.")
        return raw

    return Codec(lambda value: typing.cast(str, value), decode, lambda value: value in allowed)


def _union(members: tuple[object, ...]) -> Codec:
    parts = [codec(member) for member in members]

    def encode(value: object) -> Json:
        for place, part in enumerate(parts):
            if part.holds(value):
                return [place, part.encode(value)]
        raise Unfit(f"{type(value).__name__} is not among what may be sent.")

    def decode(raw: Json) -> object:
        place, value = _items(raw, 2)
        if type(place) is not int or not 0 <= place < len(parts):
            raise Unfit("There is no such member.")
        return parts[place].decode(value)

    return Codec(encode, decode, lambda value: any(part.holds(value) for part in parts))
