"""What may be a home, an employer or a spouse, and which moves are over or only for a while. Pure.

After "live in" and "work at" people say a lot that is no place and no firm: "in peace", "at night". And who moved in 1999,
or for a week, does not tell where the home is today.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from weave.scribe.claim import Claim
from weave.scribe.kinds import kind_words

__all__ = ["is_passing", "is_past", "is_place", "tenable"]

_TIMES = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|christmas|easter|noon|midday|midnight|night|nights|day|dawn|dusk|weekends?|mornings?|evenings?|afternoons?|lunch(?:time)?|\d[\d.:]*(?: ?(?:am|pm|a\.m|p\.m|o['’]clock))?(?:st|nd|rd|th)?"
_STATES = r"peace|hope|fear|terror|dread|harmony|silence|denial|sin|poverty|luxury|comfort|style|exile|darkness|chaos|squalor|misery|anguish|agony|pain|shame|guilt|bliss|joy|love|solitude|isolation|awe|doubt|debt|danger|ignorance|limbo|hiding|secret|secrecy|freedom|faith|captivity|confinement|uncertainty|anxiety|despair|anticipation|expectation|wonder|gratitude|regret|sorrow|grief|a bubble|bubble|dream|dreams|dreamworld|fantasy|past|present|moment|future|now|real world|shadow|shadows|hell|heaven|denial|age|era|times?|times like|world|society|fast lane|same (?:house|place|city|town)|general|particular|vain|pyjamas|pajamas|jeans|sweatpants|t-shirts?|mess|clutter|squalor|sweat"
_NO_HOME = re.compile(
    rf"(?i)(?:{_TIMES})(?: .*)?|.* (?:is|are|was|were) .*|zoom|teams|skype|slack|discord|google meet|webex|notion|linear|jira|github|gitlab|android|ios|iphone|windows|macos|mac|linux|wayland|signal|telegram|whatsapp|mastodon|bluesky|spotify|netflix|obsidian|python|rust|kubernetes|docker|aws|azure|gcp|excel|chrome|firefox|safari|hall \w|room \w+|gate \w+|platform \w+|track \w+|table \w+|phase \w+|plan [b-z]|the next .*|next .*|step .*|chapter .*|group \w|season .*|business class|first class"
)
_NO_STATE = re.compile(rf"(?:[\w-]+ )??(?:{_STATES})(?: (?:of|with|and|for|to|from|about) .*)?")
_WORLDLY = re.compile(
    r"(?i).*['’]s(?: .*)?|.*\b(?:pub|bar|café|cafe|restaurant|cinema|sofa|couch|bed|table|seat|queue|row|lane|team|department|class|group|channel)"
)
_ENDINGS = re.compile(r"[a-z-]*(?:ness|ment|tion|sion|ism|ance|ence|ship|hood|itude|ety)")
_NO_EMPLOYER = re.compile(
    rf"(?i)(?:{_TIMES}|(?:\w+ )?(?:desk|table|kitchen table|computer|laptop|screen|pace|speed|rate|height|sea|moment|times|best|worst|university level|scale|capacity|cost|expense|it|home|house|flat|place|cafés?|cafes?|least|present|all hours|hours|hour|weekend|risk|peace|ease|full capacity|cross purposes|distance|loss|limit|front|back|bottom|top|counter|minimum wage|money|free|food|fun|living|charity|good cause|better .*|my .*|peanuts|odds|nothing|tips|change|hour|week|month|year|hours|days|weeks|months|years|tomorrow|success|progress|exams?|school project|good of .*))(?: (?:of|on|in|by|with|and|for) .*)?|(?:\d+|two|three|four|five|six|eight|ten|twelve|many|several) .*"
)
_SPOUSE = re.compile(r"(?-i:[^\W\d_a-z]).*|(?:an?|the|my) .*", re.DOTALL)
_SCHOOL = re.compile(
    r"(?i).*\b(?:school|academy|university|college|kindergarten|nursery|gymnasium|lyc[ée]e|grammar|primary|elementary|preschool)"
)
_CHILD = re.compile(
    r"(?i)\0['’]s (?:\w+ )*(?:son|daughter|child|kid|niece|nephew|grandson|granddaughter|godson|goddaughter|stepson|stepdaughter|boy|girl)\b"
)
_DOSE = re.compile(
    r"(?i)\d ?(?:mg|mcg|µg|g|ml|units?|tablets?|pills?|drops|puffs)\b|\b(?:pills?|tablets?|capsules?)\b"
)
_YEAR = re.compile(r"(?:1[89]|20)\d\d")


def is_place(value: str) -> bool:
    """Whether a value may name a place: no time, no state of mind, no tool."""
    if (
        _NO_HOME.fullmatch(value)
        or _WORLDLY.fullmatch(value)
        or kind_words("system").pattern.fullmatch(value)
    ):
        return False
    if value.islower() and value.isascii():
        return _NO_STATE.fullmatch(value) is None and not any(_ENDINGS.fullmatch(w) for w in value.split())
    return True


def tenable(claim: Claim) -> Claim | None:
    """The claim under the predicate that its value allows; None when no such value can be what is claimed."""
    value, predicate = claim.object, claim.predicate
    if predicate in ("home_city", "works_in", "staying_in"):
        return claim if is_place(value) else None
    if predicate == "employer":
        if _CHILD.match(claim.subject) and _SCHOOL.fullmatch(value):
            return replace(claim, predicate="school")
        return None if _NO_EMPLOYER.fullmatch(value) else claim
    if predicate in ("spouse", "partner"):
        return claim if _SPOUSE.match(value) else None
    if predicate in ("morning_drink", "drinks"):
        return None if _DOSE.search(value) else claim
    if predicate == "birthplace":
        if _YEAR.fullmatch(value):
            return replace(claim, predicate="birth_year")
        return None if re.match(rf"(?i)(?:\d|(?:{_TIMES})\b)", value) else claim
    return claim


_MOVED = re.compile(
    r"(?i)(?<!\w)(?:mov(?:ed|ing)|relocated|emigrated|resettled|joined|started|switched|went)(?!\w)"
)
_LONG_AGO = re.compile(
    r"(?i)(?<!\w)(?:when (?:i|we) (?:was|were|turned|finished|graduated|left|started|got)|as an? (?:\w+ )?(?:child|kid|boy|girl|baby|toddler|teen|teenager|student|teenager)|in my (?:teens|twenties|thirties|childhood|youth)|back in (?:the|\d+)|in the (?:\d{2,4}['’]?s|(?:early|late|mid)[ -].*|(?:fift|sixt|sevent|eight|ninet)ies)|in college|before (?!(?:the|my|our|long|christmas)\b)(?-i:[A-Z]\w*)(?= (?:i|we)\b)|at the age of|long ago|originally|at first|once upon)(?!\w)"
)
_IN_YEAR = re.compile(r"(?i)(?<!\w)in (?:\w+ )?(?P<y>(?:19|20)\d\d)(?!\w)")
_FOR_A_WHILE = re.compile(
    r"(?i)(?<!\w)(?:temporarily|provisionally|briefly|for (?:just |only |about |around )?(?:an?|the|one|two|three|four|five|six|a few|a couple of|\d+) (?:\w+ )?(?:hours?|evening|night|nights|days?|weekend|weekends|weeks?|fortnight|months?|summer|winter|spring|autumn|semester|term|season|holidays?|moment|while)|for (?:christmas|easter|lunch|dinner|the time being|now|a bit))(?!\w)"
)


def is_past(sentence: str, now: datetime) -> bool:
    """Whether the move that a sentence tells of lies so far back that later ones must be reckoned with."""
    if not _MOVED.search(sentence):
        return False
    year = _IN_YEAR.search(sentence)
    return bool(_LONG_AGO.search(sentence) or (year and int(year["y"]) < now.year - 1))


def is_passing(sentence: str) -> bool:
    """Whether what a sentence tells holds only for a while."""
    return _MOVED.search(sentence) is not None and _FOR_A_WHILE.search(sentence) is not None
