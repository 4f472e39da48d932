"""A claim before its marks are applied, and which values name anything at all. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from weave.model import Change

__all__ = ["ME", "Claim", "good"]

ME = "\0"
"""Stands for the speaker in a subject until the speaker is known."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement before its marks are applied; `subject` "" is the speaker."""

    subject: str
    predicate: str
    object: str
    single: bool = True
    change: Change | None = None
    negated: bool = False


_VAGUE = re.compile(
    r"(?i)^(?:(?:this|that|these|those|how|when|what|their|your|it|is|watching them|seeing) .*|[\w]+['’](?:ve|re|ll|d|m)\b.*|it|that|this|them|him|her|you|me|us|everything|anything|nothing|something|someone|somebody|everyone|everybody|nobody|what|how|to|to \w+.*|the idea.*|there|here|both|neither|ones?|an?|the|all|doing .*|so|not .*|very .*|too .*|going .*|gonna .*|the same.*|a lot.*|home"
    r"|(?:my |the |his |her )?(?:usual|old|last|other|new|previous|next|whole|entire|rest|way|fact|thought|feeling|sound|look|idea)(?: ones?| way| time| place| thing)?(?: of .*)?|my .*|your .*|(?:and|or|but|in|on|at|of|for|with|from|by) .*|(?:some|any|every|no)(?:thing|one|body|where) .*|each other.*|all (?:of|the|my|your|this|that)\b.*)$"
)
_POINTING = re.compile(
    r"(?i)(?<![\w'’])(?:it|them|him|her|this|these|those|you|your|yours|here|us|me|myself|that|which|who|how|what|whatever|such|i|one another)(?![\w])"
)
"""Words that point at what stands elsewhere: a value with one of them means nothing on its own."""


def good(value: str) -> bool:
    """Whether a value names something by itself."""
    return 1 < len(value) <= 80 and not _VAGUE.match(value) and not _POINTING.search(value)
