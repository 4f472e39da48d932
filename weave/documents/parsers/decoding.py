"""Bytes of a text file as text, whatever it was written in: byte-order marks, UTF-8, UTF-16 without a mark, code pages.

What is broken stays readable: bytes that fit nowhere become the replacement character, never an error.
"""

from __future__ import annotations

import codecs
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 64 * 1024
_DECLARED = re.compile(rb"""(?:charset|coding|encoding)\s*[:=]\s*["']?([-\w.]{2,40})""", re.IGNORECASE)


def decode(data: bytes) -> tuple[str, str]:
    """(text, the name of what it was written in)."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace"), encoding
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as error:
        nearly = error.start > len(data) - 4 or _share_broken(data) < 0.001
    if wide := _wide(data[:_SAMPLE]):
        return data.decode(wide, "replace"), wide
    encoding = "utf-8" if nearly else _declared(data) or _guessed(data)
    return data.decode(encoding, "replace"), encoding


def _share_broken(data: bytes) -> float:
    sample = data[:_SAMPLE]
    high = sum(byte > 127 for byte in sample)
    broken = sample.decode("utf-8", "replace").count("\ufffd")
    return broken / high if high else 0.0


def _wide(sample: bytes) -> str:
    """UTF-16 without a mark: every other byte of Latin text is zero."""
    half = max(1, len(sample) // 2)
    even, odd = sample[::2].count(0) / half, sample[1::2].count(0) / half
    if odd > 0.4 and even < 0.1:
        return "utf-16-le"
    return "utf-16-be" if even > 0.4 and odd < 0.1 else ""


def _declared(data: bytes) -> str:
    found = _DECLARED.search(data[:2048])
    if not found:
        return ""
    try:
        name = codecs.lookup(found[1].decode("ascii", "replace")).name
    except LookupError:
        return ""
    try:
        "a".encode(name)  # some codecs turn bytes into bytes
        data[:_SAMPLE].decode(name, "replace")
    except (LookupError, UnicodeError, ValueError):
        return ""
    return name


def _guessed(data: bytes) -> str:
    from charset_normalizer import from_bytes

    best = from_bytes(data[:_SAMPLE], threshold=0.3).best()
    return best.encoding if best else "cp1252"
