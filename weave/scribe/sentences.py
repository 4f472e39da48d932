"""Sentences of any script, by punctuation and line, with the abbreviations that end none. Pure."""

from __future__ import annotations

import re

__all__ = ["Sentence", "is_code", "split", "without_blocks"]

Sentence = str

_END = re.compile(
    r"[.!?…]+[\"'”’)\]]*(?=\s|$)|[。！？｡]+[」』”）]*|[।۔؟።]+|\n[ \t]*(?=\n)|\n(?=\s*(?:[-*•#>]|\d{1,3}[.)]\s))|\n"
)
_THAI_GAP = re.compile(r"(?<=[\u0e00-\u0e7f]) +(?=[\u0e00-\u0e7f])")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|vs|etc|e\.g|i\.e|approx|no|No|Nr|bzw|z\.B|ca|Sra|Mme|ave|Inc|Ltd|Co|dept|est"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|a\.m|p\.m|\d{1,2})\.$"
)
_STARTS_LOWER = re.compile(r"\s*[a-z0-9]")
_FENCE = re.compile(r"^[ \t]{0,3}(`{3,}|~{3,})", re.MULTILINE)
_CODE = re.compile(
    r"[{};]\s*$|^\s*(?:def|class|import|from|return|const|let|var|function|#include|public|SELECT|if \(|for \()\b|=>|</\w+>|^\s*[\w.]+\(.*\)\s*$|^\s*\S+\s*=\s*\S+$"
)


def without_blocks(text: str) -> str:
    """`text` without its fenced code blocks and without quoted (`>`) lines."""
    if "```" in text or "~~~" in text:
        kept, inside, fence = [], False, ""
        for line in text.split("\n"):
            mark = _FENCE.match(line)
            if mark and (not inside or line.lstrip().startswith(fence)):
                inside, fence = not inside, mark[1][:3]
            elif not inside:
                kept.append(line)
        text = "\n".join(kept)
    return (
        "\n".join(line for line in text.split("\n") if not line.lstrip().startswith(">"))
        if ">" in text
        else text
    )


def is_code(line: str) -> bool:
    """Whether a line reads like source, configuration or a log, not like speech."""
    return _CODE.search(line) is not None


def split(text: str) -> list[Sentence]:
    """The sentences of `text`, trimmed, none empty; they keep their closing marks."""
    found, start = [], 0
    for match in _END.finditer(text):
        piece = text[start : match.end()]
        if match[0] == "." and _ABBREVIATION.search(piece[-12:]):
            after = text[match.end() : match.end() + 3]
            last = piece[-5:].split()[-1] if piece[-5:].split() else ""
            if after.strip() and (_STARTS_LOWER.match(after) or not last[:-1].isdigit()):
                continue
        found.append(piece)
        start = match.end()
    found.append(text[start:])
    parts = [p for piece in found for p in (_THAI_GAP.split(piece) if len(piece) < 2000 else [piece])]
    return [stripped for part in parts if (stripped := part.strip())]
