"""Corrections and retractions: sentences that speak of earlier sentences, not of the world. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from weave.model import Change
from weave.scribe.frames import Claim, claims, good
from weave.scribe.gates import Gated
from weave.scribe.patterns import clean
from weave.scribe.predicates import attribute_of, snake

__all__ = ["ANY", "special"]

_RETRACT = Gated(
    r"(?i)\b(?:forget|scrap|strike|delete|ignore|disregard|remove|erase|drop|cross out|take back|withdraw)\b[^.]{0,60}?\b(?:about|on|of|regarding|concerning) (?:my|our|the) (?P<np>[\w -]{2,30})"
)
_RETRACT_NOUN = Gated(
    r"(?i)\bwhat (?:you have|you know|i (?:said|told you))(?: noted)? (?:on|about|for) my (?P<np>[\w -]{2,30}?) (?:is|was) (?:wrong|not true|false|untrue|nonsense|a lie|made up)"
)
_RETRACT_THAT = Gated(
    r"(?i)\b(?:forget|scrap|ignore|disregard|delete|strike)(?: the (?:bit|part|thing))?(?: about| where| when)?(?: that)?(?: i (?:said|told you|mentioned|wrote)(?: that)?| (?:what|that) i (?:said|told you) (?:about)?)?:? (?P<vp>(?:i|my)\b.+)$"
)
_CUE = Gated(
    r"(?i)^\W*(?:oh,? |oops,? |wait,? |no,? |ah,? )*(?:sorry|oops|my (?:mistake|bad)|wait)\b|\b(?:correction|let me correct|to correct (?:myself|that|what i)|mistyped|typo|misspoke|i meant|i was wrong|got (?:it|that) wrong (?:before|earlier)|i had it (?:mixed up|wrong)|mixed (?:it|them|that) up|fix your notes|correct your notes|update your notes|a slip|wrong (?:before|earlier)|scratch that|what i (?:said|told you) (?:before|earlier)|ich meinte|quise decir|je voulais dire|volevo dire|quis dizer)\b|更正|我的意思是|訂正"
)
_NOT = re.compile(
    r"(?i)(?:it(?:'s|’s| is)|that(?:'s| is)|you:|i meant|meant to say|:|,|^)\s*(?P<v>[^,.;:]{2,50}?)[,;]? (?:and )?(?:not|it never was|never was|never|instead of|rather than) (?P<o>[^,.;:]{2,50})"
)
_NOT_BUT = re.compile(r"(?i)\bnot (?P<o>[^,.;:]{2,40}?),? but (?P<v>[^,.;:]{2,40})")
_MEANT = re.compile(
    r"(?i)\b(?:i meant(?: to (?:say|write|type))?|correction:?|scratch that[,:]?|(?:the )?right (?:answer|one|value) is|notes on my [\w -]{2,30}:|should (?:be|have been)|actually it(?:'s| is)|ich meinte|quise decir|je voulais dire|volevo dire|quis dizer)[,:]? (?P<v>[^,.;:]{2,50})"
)
_ABOUT = re.compile(
    r"(?i)\b(?:about|on|of|for) my (?P<np>[\w -]{2,30}?)(?=[:,.;]| (?:is|was|the|i|that)\b|$)"
)
ANY = "*"
"""The predicate of a correction that names only values: whichever fact holds the wrong one."""


def _retraction(sentence: str, context: str) -> list[Claim] | None:
    match = _RETRACT.search(sentence) or _RETRACT_NOUN.search(sentence)
    if match:
        attribute = attribute_of(match["np"])
        return [
            Claim(
                "",
                attribute.predicate if attribute else snake(match["np"]),
                "",
                True,
                Change.RETRACTION,
                True,
            )
        ]
    match = _RETRACT_THAT.search(sentence)
    if match:
        return [replace(c, change=Change.RETRACTION, negated=True) for c in claims(match["vp"])] or None
    return None


def _correction(sentence: str, context: str) -> list[Claim] | None:
    if len(sentence.split()) > 30 or not (_CUE.search(sentence) or re.search(r"(?i)a slip|mixed", context)):
        return None
    about = _ABOUT.search(sentence)
    attribute = attribute_of(about["np"]) if about else None
    predicate = attribute.predicate if attribute else snake(about["np"]) if about else ANY
    pair = _NOT_BUT.search(sentence) or _NOT.search(sentence)
    single = _MEANT.search(sentence)
    value = clean((pair or single)["v"]) if pair or single else ""  # type: ignore[index]
    value = re.sub(r"(?i)^(?:it(?:'s|’s| is)|that i|sorry) ", "", value)
    wrong = clean(pair["o"]) if pair else ""
    stated = next(iter(claims(value if re.match(r"(?i)(?:i|my)\b", value) else "")), None)
    if stated:
        return [replace(stated, change=Change.CORRECTION)] + (
            [Claim("", stated.predicate, wrong, True, Change.CORRECTION, True)] if wrong else []
        )
    if not good(value) or len(value.split()) > 5:
        return None
    found = [Claim("", predicate, value, True, Change.CORRECTION)]
    return found + (
        [Claim("", predicate, wrong, True, Change.CORRECTION, True)]
        if good(wrong) and len(wrong.split()) <= 5
        else []
    )


def special(sentence: str, context: str) -> list[Claim] | None:
    """The claims of a retraction or correction, which no other shape may read; None when it is neither."""
    return _retraction(sentence, context) or _correction(sentence, context)
