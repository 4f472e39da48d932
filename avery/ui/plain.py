"""Foreign text made safe to draw: whatever a user, a model or a file wrote is shown, never obeyed."""

from __future__ import annotations

import re
import unicodedata

_ANSI = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor
    r"|\x1b[\]PX^_].*?(?:\x07|\x1b\\|\x9c|$)"  # OSC and other strings: titles, clipboard, links
    r"|\x1b[ -/]*[0-~]"
    r"|\x9b[0-?]*[ -/]*[@-~]"
)
_PICTURES = {code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\n\t"}
# Overrides and embeddings reorder what stands around them; marks (LRM, RLM) are ordinary text.
_DROPPED = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF])
_TABLE: dict[int, str | None] = {
    **_PICTURES,
    0x7F: "␡",
    **dict.fromkeys(range(128, 160), "�"),
    **dict.fromkeys([0x2028, 0x2029], "\n"),
    **_DROPPED,
}
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_BREAKS = re.compile(r"\r\n?|\x0b|\x0c|\x85")
_SIMPLE = re.compile(r"[\n -~\xa0-\u1fff\u2c00-\ud7ff]*")


def plain(text: str, *, tabs: bool = False) -> str:
    """`text` without terminal commands: lines end in a line feed, controls are visible.

    Escape sequences disappear, single control characters become their pictures, lone surrogates the
    replacement character, tabs blanks (unless `tabs` keeps them, for text that will be sent).
    """
    if _SIMPLE.fullmatch(text):
        return text
    text = _BREAKS.sub("\n", _ANSI.sub("", text)).translate(_TABLE)
    text = _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)
    return text if tabs else text.expandtabs(4)


def one_line(text: str, limit: int = 400) -> str:
    """The beginning of `text` as one line, for titles and snippets."""
    cut = " ".join(plain(text[: limit * 2]).split())
    return cut if len(cut) <= limit else cut[: limit - 1].rstrip() + "…"


def clusters(text: str) -> list[str]:
    """`text` in characters as a person counts them: marks, joiners and flags stay with their base."""
    found: list[str] = []
    joined = False
    flags = 0
    for char in text:
        flag = "\U0001f1e6" <= char <= "\U0001f1ff"
        follows = bool(found) and (
            joined
            or char in "\u200d\ufe0e\ufe0f\u20e3"
            or "\U0001f3fb" <= char <= "\U0001f3ff"
            or unicodedata.category(char) in ("Mn", "Me", "Mc")
            or (flag and flags % 2 == 1)
        )
        if follows:
            found[-1] += char
        else:
            found.append(char)
        flags = flags + 1 if flag else 0
        joined = char == "\u200d"
    return found
