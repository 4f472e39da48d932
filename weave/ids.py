"""ULIDs: 48 bits of milliseconds, 80 bits that tell apart what shares one. Sorted by id is sorted by time.

Deterministic ids (`derived`) make ingesting twice, and resuming after a crash, write the same memory once.
Specification: the public ULID specification, Crockford base 32.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from datetime import datetime

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PATTERN = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}")
_last: tuple[int, int] = (0, 0)


def _encode(milliseconds: int, tail: int) -> str:
    number = (milliseconds << 80) | tail
    return "".join(_ALPHABET[(number >> shift) & 31] for shift in range(125, -1, -5))


def _milliseconds(time: datetime) -> int:
    return min(max(0, int(time.timestamp() * 1000)), (1 << 48) - 1)


def new(now: datetime) -> str:
    """A fresh id for `now`; ids made in the same millisecond by this process rise."""
    global _last  # noqa: PLW0603 - the one monotonic counter of the process
    moment = _milliseconds(now)
    tail = _last[1] + 1 if moment == _last[0] else secrets.randbits(79)
    _last = (moment, tail)
    return _encode(moment, tail)


def derived(time: datetime, order: int, *parts: str) -> str:
    """The id that these parts always get: sorted by `time`, then `order` (0..2^20-1)."""
    digest = int.from_bytes(hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).digest()[:8])
    return _encode(_milliseconds(time), ((order & 0xFFFFF) << 60) | (digest >> 4))


def is_ulid(text: str) -> bool:
    """Whether `text` is a well-formed ULID."""
    return _PATTERN.fullmatch(text) is not None


def made_at(id_: str) -> float | None:
    """When a ULID was made, in seconds since 1970; None for what is none."""
    if not is_ulid(id_):
        return None
    number = 0
    for letter in id_[:10]:
        number = number * 32 + _ALPHABET.index(letter)
    return number / 1000
