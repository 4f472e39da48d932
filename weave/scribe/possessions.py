"""What is said of a thing of one's own: "my bank is X", "X is my editor", "my favourite film is X". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from weave.scribe.claim import Claim, good
from weave.scribe.gates import Gated
from weave.scribe.kinds import kind_pattern
from weave.scribe.patterns import clean
from weave.scribe.predicates import RELATIVES, attribute_of, snake
from weave.scribe.shapes import NAME, REL, VALUE_LIKE, object_of, subject_of

__all__ = ["owned"]

_REL_WHOSE = re.compile(
    rf"(?i)^(?:my|our) {REL}(?: (?P<name>{NAME}))?['’]s (?P<np>[\w -]{{2,30}}?) (?:is|are) (?P<o>.+)$"
)
_MY_IS = re.compile(
    r"(?i)^(?:my|our) (?P<np>[^,.:;]{2,40}?)(?:,| that)? (?:is now|is|are|was|were|will be|becomes|means|always begins with|begins with|starts with|is called|changed to|stands at|runs to) (?P<o>.+)$"
)
_MY_COLON = re.compile(r"(?i)^(?:my |our )?(?P<np>[a-z][\w' -]{1,30}?)(?: for me| of mine)?: (?P<o>.+)$")
_IS_MY = re.compile(
    r"(?i)^(?P<o>.{2,50}?) (?:is|are) (?:my|our) (?P<np>[^,.;:]{2,40}?)(?: (?:now|for now|these days|today|as of .*|of choice))?[.!]*$"
)
_FOR_ME = re.compile(
    r"(?i)^(?P<np>home|work|music|climbing|coffee|breakfast|lunch|dinner|commuting|going to work|school|church|gym)(?: for me)? (?:is|means|happens)(?: for me)?(?: at| in| on| by| the)* (?P<o>.+)$|^(?P<np2>music) for me means (?:the )?(?P<o2>.+)$"
)
_WISE = re.compile(
    r"(?i)^(?P<np>food|diet|phone|car|bank|language|job|work|music|pet|editor|money)[- ]wise,? i(?:'m|’m| am) (?:on |at |with |a )?(?P<o>.+)$"
)
_MACHINE = re.compile(
    rf"(?i)^(?:my|our) (?:\w+ )?(?:laptop|computer|pc|machine|desktop|workstation|notebook|server)s? (?:runs?|is running|are running|boots?|is on|uses?)(?: on| into)? (?P<o>{kind_pattern('system')})(?![\w-])"
)
_REACH = re.compile(
    r"(?i)^(?:(?:please |just )?(?:reach|e-?mail|mail|write to|call|text|phone|ring|contact|message) me|you (?:can|may) (?:reach|e-?mail|mail|write to|call|text|phone|contact|message) me) (?:at|on|under|via) (?P<o>[\w.+-]+@[\w-]+\.[\w.-]+|\+?[\d][\d ()/-]{5,})"
)
_FAVOURITE = Gated(
    r"(?i)\b(?:my|our) (?:all-time )?favou?rite (?P<np>[\w ]{2,30}?) (?:is|are|has to be|will always be) (?P<o>.+)$|(?P<o2>.{2,50}?) (?:is|are) my (?:all-time )?favou?rite (?P<np2>[\w ]{2,30}?)\W*$"
)
_AMONG = Gated(
    r"(?i)^(?:among|one of) my favou?rite things(?: is|:)? (?P<o>.+)$|nothing better than (?P<o2>.+)$|^(?P<o3>[\w' -]{2,40}) (?:is|are) (?:one of )?my favou?rites?(?: things?)?\W*$"
)
_FORMER = re.compile(
    r"(?i)(?:old|former|previous|last|ex|first|next|future|late|dream|ideal) (?!name\b|language\b)"
)
_USED_GOODS = re.compile(r"(?:old|new|brand-new|second-hand|used|trusty|lovely) (?=\S)")


def _attribute(noun: str, value: str, *, loose: bool) -> Iterator[Claim]:
    bare = clean(re.sub(r"(?i)^(?:at|in|on|with|by|to|from) (?:the )?", "", value.strip()))
    if _FORMER.match(noun):
        return
    attribute = attribute_of(noun)
    if attribute is not None and attribute.predicate in ("car", "phone", "laptop", "bike"):
        bare = _USED_GOODS.sub("", bare)
    if not good(bare):
        return
    if attribute is not None:
        if attribute.predicate != "hobby" and re.fullmatch(
            r"(?i)(?:\w+ly )?(?:broken|down|late|great|good|bad|nice|slow|fast|dead|dying|out|full|empty|old|new|\w+ing(?: .*)?|\w+ed(?: .*)?|fine|ok|okay|boring|hard|ready|sick|\w+er than .*|(?:like|so|such|really|very|always|never|also|not|in|more|less|the (?:best|worst|same|most)) .*|the (?:best|worst|same))",
            bare,
        ):
            return
        yield Claim("", attribute.predicate, bare, attribute.single)
    elif (
        loose
        and VALUE_LIKE.match(bare)
        and len(noun.split()) <= 3
        and not re.search(rf"(?i)^(?:{RELATIVES})\b", noun)
    ):
        yield Claim("", snake(noun), bare)


def owned(core: str) -> Iterator[Claim]:
    """What a sentence says of something of the speaker's own; the first shape that fits."""
    if match := _FAVOURITE.search(core):
        noun = match["np"] or match["np2"]
        yield Claim("", "favourite_" + snake(noun), object_of(match))
        return
    if match := _AMONG.search(core):
        yield Claim("", "likes", object_of(match), False)
        return
    if match := _REL_WHOSE.match(core):
        for claim in _attribute(match["np"], match["o"], loose=True):
            yield replace(claim, subject=subject_of(match))
        return
    for pattern, loose in ((_IS_MY, False), (_MY_IS, True), (_WISE, False), (_MY_COLON, False)):
        match = pattern.match(core)
        if match:
            found = list(_attribute(match["np"], match["o"], loose=loose))
            if found:
                yield from found
                return
    if match := _MACHINE.match(core):
        yield Claim("", "operating_system", match["o"])
        return
    if match := _REACH.match(core):
        yield Claim("", "email" if "@" in match["o"] else "phone_number", match["o"].rstrip("."))
        return
    if match := _FOR_ME.match(core):
        noun = (match["np"] or match["np2"]).lower()
        predicate = {
            "home": "home_city",
            "work": "employer",
            "music": "instrument",
            "climbing": "climbing_day",
            "going to work": "commute",
            "commuting": "commute",
        }.get(noun, snake(noun))
        yield Claim("", predicate, object_of(match), predicate != "instrument")
