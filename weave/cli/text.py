"""Text of any script on a terminal: how wide it is, how to cut it, how to show what must not act.

What a memory says is data. Control characters and direction overrides are shown as visible signs, so that
no stored text can move the cursor, colour the screen or turn a line around.
"""

from __future__ import annotations

import re
from functools import lru_cache

_CONTROLS = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_BREAKS = re.compile(r"\r\n?|[\u0085\u2028\u2029\x0b\x0c]")
ELLIPSIS = "…"


def _sign(found: re.Match[str]) -> str:
    code = ord(found.group())
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else "�"


def harmless(text: str) -> str:
    """`text` with line ends normalised and every control character as a visible sign; tabs are four spaces."""
    return _CONTROLS.sub(_sign, _BREAKS.sub("\n", text)).replace("\t", "    ")


def one_line(text: str) -> str:
    """`text` on one line, harmless, runs of white space as one space."""
    return " ".join(harmless(text).split())


@lru_cache(maxsize=4096)
def width(text: str) -> int:
    """Terminal cells that `text` (harmless, one line) takes; joined emoji and wide letters counted right."""
    if text.isascii():
        return len(text)
    import wcwidth  # its tables take a while, and most text has no need of them

    return max(0, wcwidth.wcswidth(text))


def cut(text: str, cells: int) -> str:
    """`text` in at most `cells` cells, an ellipsis in place of what went; no character is halved."""
    if len(text) <= cells and text.isascii():
        return text
    if len(text) <= 4 * cells and width(text) <= cells:
        return text
    kept = _prefix(text, cells - 1)
    return kept.rstrip() + ELLIPSIS if cells > 0 else ""


def _prefix(text: str, cells: int) -> str:
    import wcwidth

    kept = ""
    used = 0
    for cluster in wcwidth.iter_graphemes(text):
        used += width(cluster)
        if used > cells:
            break
        kept += cluster
    return kept


def pad(text: str, cells: int) -> str:
    """`text` filled with spaces up to `cells` cells."""
    return text + " " * max(0, cells - width(text))


def wrap(text: str, cells: int) -> list[str]:
    """Harmless `text` in lines of at most `cells` cells, broken between words where there are any."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        lines.extend(_wrap_paragraph(paragraph, max(8, cells)))
    return lines


def _wrap_paragraph(paragraph: str, cells: int) -> list[str]:
    if paragraph.isascii() and len(paragraph) <= cells:
        return [paragraph]
    import wcwidth

    return wcwidth.wrap(paragraph, cells, drop_whitespace=True) or [""]
