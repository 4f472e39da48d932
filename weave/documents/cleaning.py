"""Text of documents made safe to keep and to show: no controls, no invisible characters, one kind of line end. Pure.

Invisible characters carry text past a reader's eye (the tag block of Unicode spells whole sentences), turn the
direction of what is shown, or split a word so that a filter does not know it. Those that a script needs to be
written stay: joiners between letters that use them, the marks of emoji.
"""

from __future__ import annotations

import re
import unicodedata

_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_TAGS = re.compile("[\U000e0000-\U000e007f]+")
_FLAG = re.compile("(\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f)")
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff"
    "\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0080-\U000e00ff\U000e01f0-\U000e0fff]"
)
_JOINERS = re.compile("[\u200c\u200d]")
_SELECTORS = re.compile("([\ufe00-\ufe0f\U000e0100-\U000e01ef])[\ufe00-\ufe0f\U000e0100-\U000e01ef]+")
_IDLE = re.compile(
    "(?<![0-9#*])(?<=[\x00-\x7f])[\ufe00-\ufe0f\U000e0100-\U000e01ef]|\\A[\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
"""Selectors after letters that have no variants: each carries a byte that nobody sees."""
_BLANKS = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_NEEDS_JOINERS = re.compile(
    "[\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u17ff\u1800-\u18af\ufb50-\ufeff\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]"
)


def _joined(text: str) -> str:
    def keep(found: re.Match[str]) -> str:
        before = text[found.start() - 1 : found.start()] if found.start() else ""
        return found[0] if _NEEDS_JOINERS.match(before) else ""

    return _JOINERS.sub(keep, text)


def clean(text: str) -> tuple[str, int]:
    """(text with LF line ends, how many characters that nobody sees were taken out). Lines stay lines."""
    flat = _LINE_ENDS.sub("\n", text)
    flat = _CONTROLS.sub("", flat)
    if flat.isascii():
        return flat, 0
    flat = _SURROGATES.sub("\ufffd", flat)
    shown = _INVISIBLE.sub("", _without_tags(flat))
    shown = _IDLE.sub("", _SELECTORS.sub(r"\1", _joined(shown)))
    return shown, len(flat) - len(shown)


def _without_tags(text: str) -> str:
    """Tag characters spell the flags of regions; anywhere else they are hidden text."""
    if not _TAGS.search(text):
        return text
    return "".join(piece if at % 2 else _TAGS.sub("", piece) for at, piece in enumerate(_FLAG.split(text)))


def hidden_message(text: str) -> str:
    """What the tag characters of `text` spell in ASCII, "" when they spell nothing: to be shown, never obeyed."""
    bare = _FLAG.sub("", text)
    return "".join(chr(ord(c) - 0xE0000) for c in bare if 0xE0020 <= ord(c) <= 0xE007E)


def one_line(text: str, most: int = 300) -> str:
    """A title: cleaned, on one line, at most `most` characters."""
    flat = " ".join(_BLANKS.sub(" ", clean(text)[0]).split())
    return flat if len(flat) <= most else flat[: most - 1].rstrip() + "…"


def normal(text: str) -> str:
    """For comparing titles: letters and digits of one form, everything else gone."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(letter for letter in folded if letter.isalnum())
