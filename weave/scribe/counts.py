"""How many of something a person has: "I own 6 kites", "gave one of the kites away". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from weave.model import Change
from weave.scribe.claim import Claim
from weave.scribe.gates import Gated
from weave.scribe.predicates import snake

__all__ = ["counted"]

_NUMBER = r"\d{1,6}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|no|zero"
_COUNT = re.compile(
    rf"(?i)^(?:i|we)(?:'ve got| have got| own| have| keep| collect| possess| got|'ve)(?: now| exactly| only| about)? (?P<n>{_NUMBER}) (?P<o>[a-z][\w-]+(?: [a-z][\w-]+)?s|bonsai|fish|sheep|children|mice|geese|people)(?![\w-])"
)
_COUNT_OF = Gated(
    r"(?i)\bmy (?:count|number|total|collection|tally) of (?P<o>[\w -]{2,30}?) (?:stands at|is at|is|has|counts|numbers|reached|comes to) (?P<n>\d{1,6}|\w+)\b|^(?:there are|i'm at) (?P<n2>\d{1,6}) (?P<o2>[\w -]{2,30}?) in my collection"
)
_UP = Gated(
    r"(?i)\b(?:one more|another one|an additional(?: one)?|an extra(?: one)?|a new one|added (?:one|another)|another(?= (?:joined|came|arrived|for|to|in|moved|was|is|has|turned up|today|now)\b|[,.!;]|$))(?![\w-])"
)
_DOWN = Gated(
    r"(?i)\b(?:(?:gave|sold|lost|dropped|broke|threw|donated|traded|returned) (?:away )?(?:one|another)|one (?:of (?:my|the) [\w ]{2,30} )?(?:broke|died|got lost|had to go|is gone|was stolen|went|left|fell)|one (?:less|fewer)|one of (?:my|the) .{2,30} (?:broke|had to go|died|is gone|was stolen))\b"
)
_THING = re.compile(
    r"(?i)\b(?:of (?:my|the)|joined my|to my|in my|so the|so my|the|my) (?P<o>[a-z][a-z-]+(?: [a-z]+)?s|bonsai|fish|sheep)(?: (?:are|is|away|collection|have|broke|had|died|got|now|count)\b|\W*$)"
)
_TRANSIENT = re.compile(
    r"(?i)^(?:\w+ )?(?:minutes?|hours?|days?|weeks?|months?|years?|times?|meetings?|calls?|things?|questions?|problems?|issues?|options?|tasks?|errors?|exams?|classes|appointments?|reasons?|ideas?|steps?|emails?|messages?|seconds?|points?|degrees?|thoughts?|triangles?|circles?|squares|sides|angles?|vectors?|matrices|equations?|variables?|dice|numbers|functions?|files?|columns?|rows|tables)$"
)


def counted(core: str) -> Iterator[Claim]:
    """The number of something that is said, or its going up or down by one."""
    for match in (_COUNT.search(core), _COUNT_OF.search(core)):
        if match:
            groups = match.groupdict()
            thing, number = groups["o"] or groups.get("o2") or "", groups["n"] or groups.get("n2") or ""
            if not _TRANSIENT.match(thing):
                yield Claim("", "number_of_" + snake(thing), _digits(number))
            return
    up, down = _UP.search(core), _DOWN.search(core)
    if up or down:
        thing_match = _THING.search(core)
        if thing_match and not _TRANSIENT.match(thing_match["o"]):
            thing = re.sub(r"(?i)\s+(?:away|collection)$", "", thing_match["o"])
            yield Claim("", "number_of_" + snake(thing), "-1" if down else "+1", True, Change.INCREMENT)


_DIGITS = {
    w: str(n)
    for n, w in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
}


def _digits(word: str) -> str:
    return _DIGITS.get(word.lower(), "0" if word.lower() == "no" else word)
