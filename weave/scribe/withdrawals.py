"""Words that take back what was just said, without naming it: "Forget that.", "That was wrong." Pure.

They withdraw the statement right before them; where something else stands between, nobody can tell what they mean.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from weave.model import Certainty, Change, FactDraft, Polarity

__all__ = ["takes_back", "withdrawn"]

_LONGEST = 90
_AMENDS = (Change.CORRECTION, Change.RETRACTION, Change.INCREMENT)

_LEAD = r"^\W*(?:(?:no|wait|oh|ah|oops|hm+|actually|sorry|ok|okay|please|hey|well|hang on|hold on|my mistake|my bad|on second thought)\b[,.!—– ]*)*"
_ORDER = re.compile(
    rf"(?i){_LEAD}(?:(?:please|just|you can|can you|could you) )*(?:(?:forget|scratch|strike|scrap|ignore|disregard|delete|undo|unsay) (?:that|this|(?:what|that which) i (?:just |have just )?(?:said|told you|wrote)|(?:my|the) last (?:statement|sentence|remark|bit|one))|i take (?:that|it) back|take that back)(?: please|,? i was wrong|,? sorry|,? that was wrong|,? that['’]s wrong|,? it['’]s not true)?\W*$"
)
_DENIAL = re.compile(
    rf"(?i){_LEAD}(?:that|this|what i (?:just )?said)(?: was| is|['’]s)(?: just| all| completely| totally| actually)? (?:wrong|not (?:true|right|correct)|untrue|false|incorrect|a mistake|a lie|an error|nonsense|my mistake)(?:,? sorry|,? forget (?:it|that))?\W*$"
)


_REGRET = re.compile(r"(?i)\b(?:wrong|not right|a mistake|an error|my mistake)\W*$")
"""Of a deed ("I sold the car") these may be said for regret."""


def takes_back(sentence: str, *, answered: bool = False) -> bool:
    """Whether a sentence withdraws the statement before it.

    `answered`: someone else spoke in between, who may be the one that a denial ("that was wrong") speaks of.
    """
    if len(sentence) > _LONGEST or sentence.endswith("?"):
        return False
    return bool(_ORDER.match(sentence)) or (not answered and bool(_DENIAL.match(sentence)))


def withdrawn(facts: Sequence[FactDraft], sentence: str) -> tuple[FactDraft, ...]:
    """The retractions of what a statement told; what already corrects or takes back is not taken back again."""
    if any(f.change in _AMENDS for f in facts):
        return ()
    if not _ORDER.match(sentence) and _REGRET.search(sentence) and any(map(_is_deed, facts)):
        return ()
    return tuple(_retracted(f) for f in facts if f.polarity is Polarity.AFFIRMED)


def _is_deed(fact: FactDraft) -> bool:
    return fact.change is not Change.NEW and fact.predicate != "likes"


def _retracted(fact: FactDraft) -> FactDraft:
    return replace(
        fact,
        polarity=Polarity.NEGATED,
        change=Change.RETRACTION,
        certainty=Certainty.ASSERTED,
        valid_from=None,
        valid_to=None,
    )
