"""What a thing is or does for the speaker, said with the thing first: "Porto has been home for years". Data and one function. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from weave.model import Change
from weave.scribe.claim import Claim, good
from weave.scribe.gates import Gated
from weave.scribe.kinds import kind_pattern as kind
from weave.scribe.patterns import clean

__all__ = ["inverted"]


@dataclass(frozen=True, slots=True)
class _Shape:
    pattern: Gated
    predicate: str
    single: bool = True
    negated: bool = False
    changed: bool = False
    proper: bool = False
    """The value must be a name."""


_O = r"(?P<o>[^,;:!?()]{2,50}?)"
_N = r"(?P<o>(?-i:[^\W\d_a-z])[^,;:!?()]{1,40}?)"
_ME = r"(?:me|us)"
_MY = r"(?:my|our)"


def _s(
    pattern: str, predicate: str, *, single: bool = True, negated: bool = False, changed: bool = False
) -> _Shape:
    return _Shape(Gated(rf"(?i)^(?:{pattern})"), predicate, single, negated, changed, "(?-i:[^" in pattern)


_SHAPES = (
    _s(rf"{_N} (?:pays|signs|writes|transfers|covers) (?:{_ME} )?{_MY} (?:salary|wages?|bills|pay ?che(?:ck|que)s?|rent)|{_N.replace('<o>', '<o2>')} (?:employs {_ME}|is who i work for|is {_MY} (?:new )?(?:employer|boss's company))", "employer"),
    _s(rf"{_N} (?:has |have )?(?:(?:hired|recruited|employed) {_ME}\b|took {_ME} on\b|gave {_ME} a (?:job|position|contract))", "employer", changed=True),
    _s(rf"{_N} (?:holds|keeps|manages|looks after|handles|has|guards) (?:all )?(?:of )?{_MY} (?:money|savings|accounts?|salary|cash|finances)", "bank"),
    _s(rf"(?:the |an? |my |our )?(?P<o>{kind('transport')}) (?:takes|gets|brings|carries|drives|ferries) {_ME} (?:in)?to (?:the )?(?:work|office|job)", "commute"),
    _s(rf"{_O} (?:wakes {_ME} up|gets {_ME} (?:going|started|out of bed|through the morning)|starts {_MY} (?:day|morning)|kick-?starts {_MY} (?:day|morning))", "morning_drink"),
    _s(rf"(?P<o>(?:an? |the |my )[^,;:!?()]{{2,40}}?) (?:eats? up|takes? up|fills?|gets?|swallows?|devours?) (?:all )?(?:of )?{_MY} (?:weekends?|evenings?|spare time|free time|nights|sundays?|saturdays?)", "side_project"),
    _s(rf"{_MY} (?:weekends?|evenings?|spare time|free time|nights) (?:go(?:es)? (?:in)?to|belongs? to|(?:are|is) (?:for|spent on|devoted to|reserved for)) (?:building |making |working on )?(?P<o>(?:an? |the |my )[^,;:!?()]{{2,40}})", "side_project"),
    _s(rf"{_MY} (?:evenings?|nights) (?:go(?:es)? (?:in)?to|belongs? to|(?:are|is) (?:for|spent on|devoted to|reserved for)) (?:learning |studying )?(?P<o>{kind('language')})(?![\w-])", "language_course"),
    _s(rf"(?:an? |the |{_MY} |one |two |three )?(?:\w+ ){{0,2}}?(?P<o>{kind('animal')}s?) (?:lives?|stays?|moved|sleeps?|shares?|resides?|dwells?|has moved|have moved|came to live|keeps?) (?:in )?(?:with {_ME}|at {_MY} (?:place|home|house|flat)|{_ME} company|{_MY} (?:flat|home|house|apartment|household|place))", "pet", single=False),
    _s(rf"{_O} (?:makes?|gives?|triggers?|sends?|causes?|brings?) (?:{_ME}|{_MY})\b.{{0,30}}\b(?:hives|sick|rash|swell\w*|itch\w*|break out|sneez\w*|wheez\w*|choke|throat close|allerg\w+|hospital|ill|emergency)", "allergy", single=False),
    _s(rf"{_O} (?:is|are) (?:what )?(?:my allergy|what i(?:['’]m| am) allergic to|poison (?:for|to) {_ME}|off[- ]limits for {_ME}|the thing i(?:['’]m| am) allergic to)", "allergy", single=False),
    _s(rf"(?:the |a |an |{_MY} )?(?P<o>{kind('car')}) (?:is parked|stands|sits|is standing|waits) (?:in|on|outside|in front of)\b", "car"),
    _s(rf"(?:the )?(?P<o>{kind('instrument')}) is (?:{_MY} instrument|what i play)", "instrument", single=False),
    _s(rf"{_N} (?:is|has been|['’]s|feels like|became|has become)(?: now| still)? (?:{_MY} )?(?:home|hometown|home base)(?=[,.!]|$| (?:to|for) {_ME}\b| (?:since|now|these|from|again|for))", "home_city"),
    _s(rf"{_N} is (?:the (?:city|town|village|place) )?where (?:{_MY} (?:home|bed|flat|house|apartment) is|{_ME} live|you(?:['’]ll| will| can) find {_ME})", "home_city"),
    _s(rf"{_O} (?:is|are) (?:so |just |totally |absolutely |really |very much )?(?:{_MY} (?:thing|jam|cup of tea|passion|great love|happy place|guilty pleasure)|(?:great|good) fun|the best(?: thing)?(?: ever| there is)?|a joy|pure joy|(?:right )?up {_MY} (?:street|alley))(?=[.!,;]|$| for me\b)", "likes", single=False),
    _s(rf"{_O} makes? {_ME} (?:happy|smile|glad)", "likes", single=False),
    _s(rf"{_O} (?:(?:does|do) nothing for {_ME}|leaves? {_ME} cold|bores? {_ME}|gets? on {_MY} nerves|drives? {_ME} (?:mad|crazy|nuts|up the wall)|puts? {_ME} off|annoys? {_ME}|(?:is|are) (?:unbearable|not for {_ME}|the worst|awful|a pain|a nightmare|torture|hell)(?=[.!,;]|$| (?:to|for) {_ME}))", "likes", single=False, negated=True),
    _s(rf"{_O} (?:has |have )?(?:lost (?:its|their) (?:charm|appeal|magic|shine)(?: for {_ME})?|stopped being fun|(?:is|are) no (?:longer )?fun(?: any ?more)?)", "likes", single=False, negated=True, changed=True),
    _s(rf"{_O} (?:has|have) (?:grown on {_ME}|won {_ME} over|become (?:a|my) (?:passion|love|favou?rite))", "likes", single=False, changed=True),
)  # fmt: skip
_LEAD = re.compile(
    r"(?i)^(?:this|that|these|those|it|he|she|they|there|what|who|which|everything|nothing|something|and|but|so|the (?:way|fact|idea|one|whole))\b"
)


def inverted(core: str) -> Iterator[Claim]:
    """The claim of a sentence whose subject is the value; the first shape that fits."""
    if _LEAD.match(core):
        return
    for shape in _SHAPES:
        match = shape.pattern.search(core)
        if match is None:
            continue
        groups = match.groupdict()
        value = clean(groups.get("o") or groups.get("o2") or "")
        if good(value) and len(value.split()) <= 5 and (value[0].isupper() or not shape.proper):
            change = Change.CHANGE if shape.changed else None
            yield Claim("", shape.predicate, value, shape.single, change, shape.negated)
            return
