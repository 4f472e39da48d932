"""Who holds which office, and how a thing is set: "Lindqvist chairs the society", "the Wi-Fi is on channel 6". Pure.

"The society's chair is Lindqvist" and "Lindqvist chairs the society" give one fact: person, verb, organisation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from weave.model import Change
from weave.scribe.claim import Claim, good
from weave.scribe.gates import Gated
from weave.scribe.patterns import clean
from weave.scribe.predicates import RELATIVES, snake

__all__ = ["held"]

_OFFICE_VERBS = {
    "chair": "chairs", "chairman": "chairs", "chairwoman": "chairs", "chairperson": "chairs", "head": "heads", "leader": "leads", "manager": "manages",
    "director": "directs", "coach": "coaches", "owner": "owns", "host": "hosts", "conductor": "conducts", "organiser": "organises", "organizer": "organises",
    "coordinator": "coordinates",
}  # fmt: skip
_VERB_OFFICES = sorted({*_OFFICE_VERBS.values(), "runs", "edits", "captains", "presides over"})
_OFFICE = "|".join(
    [*_OFFICE_VERBS, "treasurer", "secretary", "(?:vice[- ])?president", "mayor", "principal", "headmaster", "headmistress", "captain", "dean", "ceo", "cto", "cfo", "founder",
     "co-founder", "editor[- ]in[- ]chief", "spokesperson", "minister", "governor", "librarian", "caretaker", "janitor", "curator", "auditor", "deputy", "patron", "commander", "foreman"]
)  # fmt: skip
_NAME = r"(?-i:(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?[^\W\d_a-z][\w'’-]*(?: (?:(?:de|da|van|von|del|di|le|la) )?[^\W\d_a-z][\w'’-]*){0,2})"
_NEW = r"(?:new |current |present |acting |our |its |the |a |an )*"
_ORG = r"(?:(?:the|our|my) )?(?P<g>[\w&'’ -]{2,50}?)"
_OFFICES = tuple(
    Gated(rf"(?i){pattern}")
    for pattern in (
        rf"^(?P<n>{_NAME}) (?:is|becomes|became|was elected|was made|serves as|acts as|has become|was appointed) {_NEW}(?P<r>{_OFFICE}) (?:of|at|for) {_ORG}[.!]*$",
        rf"^(?:(?:the|our|my) )?(?P<g>[\w& -]{{2,50}}?)['’]s? {_NEW}(?P<r>{_OFFICE}) is (?P<n>{_NAME})[.!]*$",
        rf"^(?:the |our ){_NEW}(?P<r>{_OFFICE}) (?:of|at|for) {_ORG} is (?P<n>{_NAME})[.!]*$",
        rf"^(?P<n>{_NAME}) (?P<v>{'|'.join(_VERB_OFFICES)}) {_ORG}[.!]*$",
    )
)  # fmt: skip
_ELECTED = re.compile(r"(?i)\b(?:becomes?|became|elected|made|appointed|new)\b")
_SETTING = "channel|port|floor|room|gate|platform|page|version|track|line|frequency|shelf|row|seat|level|branch|lane|bay|unit|locker|drawer|table|desk|building|terminal|slot|mode|station|exit|pier|dock|aisle|box"
_ORDINAL = (
    r"(?:ground|top|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,3}(?:st|nd|rd|th))"
)
_SET = Gated(
    rf"(?i)^(?P<p>the |my |our |your )?(?P<s>[\w'’.-]+(?: [\w'’.-]+){{0,4}}?)(?: (?:will|has been|has|was|got))? (?:is|are|runs?|listens?|sits?|stays?|broadcasts?|operates?|works?|leaves?|departs?|stands?|hangs?|lives?|moved|switched|changed|goes|uses|be|set)(?: now| set| back| located| kept| stored)? (?:(?:on|in|at|from|to|off) )?(?:the )?"
    rf"(?:(?P<n>{_SETTING})(?: number| no\.)? (?P<o>[A-Za-z]?\d+(?:[.]\d+)*[A-Za-z]?|[A-Z]\w?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|(?P<o2>{_ORDINAL}) (?P<n2>{_SETTING}))(?=[.!,;]|$| (?:now|again|instead|these|at the|of the|since|from|as|and))"
)
_SAYS_NOTHING = re.compile(
    rf"(?i)^(?:i|we|you|he|she|it|they|this|that|there|who|what|which|if|when|someone|everyone|and|but|so)\b|\b(?:{RELATIVES})\b"
)
_RUNS_ON = re.compile(
    r"(?i)^(?:the |our )?(?P<s>[\w'’.-]+(?: [\w'’.-]+){0,3}?) (?:runs|is running) on (?P<o>(?-i:[^\W\d_a-z])[\w+#-]*(?: (?:[^\W_a-z]|\d)[\w+-]*(?:\.\d+)*){0,2})[.!]*$"
)


def _office(core: str) -> Iterator[Claim]:
    for pattern in _OFFICES:
        match = pattern.search(core)
        if match is None:
            continue
        groups = match.groupdict()
        office = (groups.get("r") or "").lower()
        predicate = groups.get("v") or _OFFICE_VERBS.get(office) or f"{snake(office)}_of"
        organisation = clean(match["g"])
        if (
            good(organisation)
            and not _SAYS_NOTHING.search(match["g"])
            and not _SAYS_NOTHING.search(match["n"])
        ):
            change = Change.CHANGE if _ELECTED.search(match[0]) else None
            yield Claim(match["n"], predicate.lower(), organisation, False, change)
            return


def _setting(core: str) -> Iterator[Claim]:
    match = _SET.search(core)
    if match is None or _SAYS_NOTHING.search(match["s"]):
        return
    noun, value = (match["n"] or match["n2"]).lower(), match["o"] or match["o2"]
    if (match["p"] or "").strip().lower() == "my":
        yield Claim("", f"{snake(match['s'])}_{noun}", value)
    else:
        yield Claim(match["s"], noun, value)


def held(core: str) -> Iterator[Claim]:
    """The office or the setting that a sentence tells of; nothing when it tells of neither."""
    found = list(_office(core)) or list(_setting(core))
    if not found and (match := _RUNS_ON.match(core)) and not _SAYS_NOTHING.search(match["s"]):
        found = [Claim(match["s"], "runs_on", match["o"])]
    yield from found
