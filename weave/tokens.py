"""How many tokens a text costs a model, without its tokenizer: one estimate for passages, prompts and encoding. Pure.

It leans upwards: a passage that is a little short does no harm, one that overflows does.
"""

from __future__ import annotations

import re

_PIECE = re.compile(
    r"(?P<word>[A-Za-z]+)|(?P<number>\d+)|(?P<blank>\s+)|(?P<dense>[\u0e00-\u0eff\u1780-\u17ff\u2e80-\uffdc])"
    r"|(?P<other_word>[^\W\d_]+)|(?P<sign>.)",
    re.DOTALL,
)
_WORD, _NUMBER = re.compile(r"[A-Za-z]+"), re.compile(r"\d+")
_BEYOND = re.compile(r"(?<![A-Za-z])[A-Za-z]{7}([A-Za-z]+)")
_BLANK, _SIGN = re.compile(r"\s\s+|[^\S ]"), re.compile(r"[^A-Za-z\d\s]")


def _cost(kind: str | None, text: str) -> float:
    match kind:
        case "word":
            return 1.0 + max(0, len(text) - 7) / 5
        case "number":
            return float((len(text) + 2) // 3)
        case "blank":
            return 0.0 if text == " " else 0.5 + text.count("\n") * 0.5
        case "dense":
            return 1.0
        case "other_word":
            return max(1.0, len(text) / 2.5)
        case _:
            return 1.0 if ord(text[0]) < 0x2000 else 1.5


def _ascii_cost(text: str) -> float:
    """The same sum as `_cost` piece by piece, a kind at a time: this is asked for every line of every passage."""
    words, beyond = len(_WORD.findall(text)), "".join(_BEYOND.findall(text))
    numbers: int = sum((len(digits) + 2) // 3 for digits in _NUMBER.findall(text))
    blanks: float = sum(0.5 + blank.count("\n") * 0.5 for blank in _BLANK.findall(text) if blank != " ")
    return float(words) + len(beyond) / 5 + numbers + blanks + len(_SIGN.findall(text))


def tokens(text: str) -> int:
    """An estimate, rather too high, of the tokens of `text`. Long texts are judged by their beginning."""
    head = text[:20_000]
    if head.isascii():
        cost = _ascii_cost(head)
    else:
        cost = sum(_cost(found.lastgroup, found.group()) for found in _PIECE.finditer(head))
    return round(cost * len(text) / max(1, len(head)) + 0.499) if text else 0
