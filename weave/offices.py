"""One form for an office however it is told: "the society's chair is Lindqvist" is that Lindqvist chairs the society. Pure.

Only what is told flatly: who takes an office over is a change of the office, and that stays with it.
"""

from __future__ import annotations

import re
from dataclasses import replace

from weave.model import Change, Fact, Polarity
from weave.naming import USER, read
from weave.sameness import folded, key

__all__ = ["by_holder"]

_VERBS = {
    "chair": "chairs", "chairman": "chairs", "chairwoman": "chairs", "chairperson": "chairs", "head": "heads",
    "leader": "leads", "director": "directs", "owner": "owns", "editor": "edits", "host": "hosts", "founder": "founded",
    "organiser": "organises", "organizer": "organises", "captain": "captains", "conductor": "conducts",
}  # fmt: skip
_NOUN = "|".join(_VERBS)
_OWNED = re.compile(rf"(?i)(?:the )?(?P<what>.+)['’]s (?P<noun>{_NOUN})")
_OF = re.compile(rf"(?i)(?:the |a |an )?(?P<noun>{_NOUN}) of (?:the )?(?P<what>.+)")


def by_holder(fact: Fact) -> Fact:
    """The fact with whoever holds the office as its subject; as it is when it tells of no office."""
    if fact.change is not Change.NEW or fact.polarity is not Polarity.AFFIRMED:
        return fact
    predicate = folded(fact.predicate.replace("_", " "))
    if predicate in ("is", "are", "was"):
        for pattern in (_OWNED, _OF):
            if match := pattern.fullmatch(fact.subject.strip()):
                return _turned(fact, match, fact.object)
            if match := pattern.fullmatch(fact.object.strip()):
                return _turned(fact, match, fact.subject)
    noun = predicate.removeprefix("is ").removeprefix("the ").removesuffix(" of")
    if noun in _VERBS and predicate.endswith(" of"):
        return replace(fact, predicate=_VERBS[noun])
    return fact


def _turned(fact: Fact, match: re.Match[str], holder: str) -> Fact:
    naming, what = read(holder), match["what"].strip()
    if naming.thing or not naming.words or naming.bond or key(what).split("'s ")[0] == USER:
        return fact
    return replace(fact, subject=holder, predicate=_VERBS[folded(match["noun"])], object=what)
