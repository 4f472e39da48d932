"""Frames on the socket: four bytes of length, then JSON in ASCII. What comes from outside is data, and bounded.

JSON as Python writes it carries any text, lone surrogates and NUL bytes too. A frame is an object with `kind`:

client: hello {protocol, version, leads} · call {id, verb, args, ticket, now} · cancel {id} · stop {id} · live {talks}
owner:  hello {protocol, version, pid, home} · progress {id, told} · part {id, items, of} · result {id, value}
        · error {id, error} · declined {id} · glance {seen}; instead of hello: refused · leaving
"""

from __future__ import annotations

import asyncio
import json
import struct
from typing import TypeAlias

PROTOCOL = 1
LONGEST = 32 * 1024 * 1024
"""Bytes of one frame. Long results come in parts, so that only a text of this length meets the bound."""
_LONG = 256 * 1024
_LENGTH = struct.Struct(">I")

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Frame: TypeAlias = dict[str, Json]


class Malformed(Exception):
    """A frame that is none; the connection can go on."""


class TooLong(Exception):
    """A frame beyond the bound; what follows it cannot be read any more."""


def packed(frame: Frame) -> bytes:
    """A frame as bytes. Raises TooLong."""
    body = json.dumps(frame, separators=(",", ":")).encode("ascii")
    if len(body) > LONGEST:
        raise TooLong
    return _LENGTH.pack(len(body)) + body


async def read(stream: asyncio.StreamReader) -> Frame:
    """The next frame. Raises Malformed, TooLong, IncompleteReadError at the end, OSError."""
    (length,) = _LENGTH.unpack(await stream.readexactly(_LENGTH.size))
    if length > LONGEST:
        raise TooLong
    body = await stream.readexactly(length)
    if length > _LONG:  # not on the loop in one piece
        return await asyncio.to_thread(unpacked, body)
    return unpacked(body)


def unpacked(body: bytes) -> Frame:
    """The frame in these bytes. Raises Malformed."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Malformed("This is not a frame.") from error
    if not isinstance(found, dict) or not isinstance(found.get("kind"), str):
        raise Malformed("A frame is an object that says its kind.")
    return found
