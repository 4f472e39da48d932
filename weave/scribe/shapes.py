"""What the frames of sentences share: names, relatives, how a value begins. Pure."""

from __future__ import annotations

import re

from weave.scribe.claim import ME
from weave.scribe.patterns import clean
from weave.scribe.predicates import RELATIVES

__all__ = ["CONCRETE", "NAME", "REL", "VALUE_LIKE", "object_of", "subject_of"]

NAME = r"(?-i:[^\W\d_a-z][\w'’.-]*(?: [^\W\d_a-z][\w'’-]*){0,2})"
REL = rf"(?:(?:older|younger|elder|little|big|old(?! (?:school|college|friend))|new|late|twin|best|dear|good|close|former|oldest|youngest|eldest) )*(?P<rel>{RELATIVES})"
CONCRETE = re.compile(
    r"\d|[^\W\d_a-z]|\b(?:one|two|three|first|second|third|fourth|fifth|ground|top) (?:floor)?\b"
)
VALUE_LIKE = re.compile(
    r"(?:(?:in|at|on|by|an?|the) )?(?:[^\W_a-z]|[\"'`“]|\d|(?:[\w-]+ ){0,2}\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|first|second|third|ground|top)\b|\S+@\S)"
)
"""How a value begins that may be kept under a noun of the speaker's own: a name, a number, something in quotes."""


def subject_of(match: re.Match[str]) -> str:
    """Whom a match of REL speaks of: "<speaker>'s sister Ida"."""
    groups = match.groupdict()
    name = (groups.get("name") or groups.get("name2") or "").strip()
    return f"{ME}'s {match['rel'].lower()}{' ' + name if name else ''}"


def object_of(match: re.Match[str]) -> str:
    """The bare value of a match: its group o, o2, o3 or o4."""
    groups = match.groupdict()
    return clean(next((groups[k] for k in ("o", "o2", "o3", "o4") if groups.get(k)), ""))
