"""How a file's bytes become text and go back unchanged: byte-order marks, line ends, bytes that are no UTF-8.

Decoding loses nothing: `encode(decode(data)) == data` for every input, which is why an edit can keep
the bytes of everything that it does not touch.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

_MARKS = (
    (codecs.BOM_UTF8, "utf-8", 1),
    (codecs.BOM_UTF32_LE, "utf-32-le", 4),
    (codecs.BOM_UTF32_BE, "utf-32-be", 4),
    (codecs.BOM_UTF16_LE, "utf-16-le", 2),
    (codecs.BOM_UTF16_BE, "utf-16-be", 2),
)
_NEWLINE = re.compile(r"\r\n|\n|\r")
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
_ESCAPED_BYTES = re.compile("[\udc80-\udcff]+")
_SURROGATES = re.compile("[\ud800-\udfff]")
_BLANK = " \t\n"


@dataclass(frozen=True, slots=True)
class Charset:
    """What a file is written in: `mark` is its byte-order mark, `newline` its first line end."""

    encoding: str = "utf-8"
    mark: bytes = b""
    unit: int = 1
    newline: str = "\n"

    @property
    def plain(self) -> bool:
        """Whether byte offsets of the file are those of its UTF-8 text."""
        return self.encoding == "utf-8"

    def encode(self, text: str) -> bytes:
        """The bytes of `text`, without the mark."""
        return text.encode(self.encoding, "surrogateescape" if self.plain else "surrogatepass")


def charset_of(head: bytes) -> Charset:
    """The charset that the first bytes of a file announce (no mark: UTF-8)."""
    mark, encoding, unit = next((m for m in _MARKS if head.startswith(m[0])), (b"", "utf-8", 1))
    plain = Charset(encoding, mark, unit)
    return Charset(encoding, mark, unit, newline_of(_text(head, plain)[0]))


def newline_of(text: str) -> str:
    """The first line end in `text`, "\\n" without one."""
    found = _NEWLINE.search(text)
    return found[0] if found else "\n"


def _text(data: bytes, charset: Charset) -> tuple[str, bytes]:
    body = data[len(charset.mark) :]
    whole = len(body) // charset.unit * charset.unit
    body, tail = body[:whole], body[whole:]
    if charset.plain:
        return body.decode("utf-8", "surrogateescape"), tail
    try:
        return body.decode(charset.encoding, "surrogatepass"), tail
    except UnicodeDecodeError as error:  # a UTF-16 pair or UTF-32 number cut by hand: all before it is read
        return body[: error.start].decode(charset.encoding, "surrogatepass"), body[error.start :] + tail


def decode(data: bytes) -> tuple[str, Charset, bytes]:
    """(text, charset, tail): `charset.mark + charset.encode(text) + tail == data`, always."""
    charset = charset_of(data[:4096])
    text, tail = _text(data, charset)
    return text, charset, tail


_LARGE = 1_000_000


def lines_of(text: str) -> list[str]:
    """The lines with their ends; only LF, CRLF and CR end a line."""
    if len(text) < _LARGE:
        return _LINES.findall(text)
    return [found[0] for found in _LINES.finditer(text)]  # slower, but other threads get their turn


def legible(text: str) -> str:
    """Raw text as a person meant it: bytes that were no UTF-8 are read as Windows-1252."""
    return text if text.isascii() else _ESCAPED_BYTES.sub(_windows, text)


def _windows(found: re.Match[str]) -> str:
    return found[0].encode("utf-8", "surrogateescape").decode("cp1252", "replace")


def clean(text: str) -> str:
    """What can be stored: no NUL, no lone surrogate, LF line ends, no blank lines around it."""
    whole = text if text.isascii() else _SURROGATES.sub("\ufffd", text)
    flat = whole.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    end = flat.find("\n", len(flat.rstrip(_BLANK)))
    trimmed = flat if end < 0 else flat[:end]
    first = len(trimmed) - len(trimmed.lstrip(_BLANK))
    return "" if first == len(trimmed) else trimmed[trimmed.rfind("\n", 0, first) + 1 :]


def clean_line(text: str) -> str:
    """The same for what stands on one line (a title): line ends become spaces."""
    return " ".join(part.strip() for part in clean(text).split("\n")).strip()
