"""Sentences turned around for emphasis, put back into plain order: "Porto is where I live" is "I live in Porto". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["plain_orders"]

_V = r"(?P<v>[^,;:!?()]{2,50}?)"
_I = r"(?P<s>i|we)"
_BE = r"(?:is|are|['’]s|was|has been)"
_WHERE = r"where|the (?:place|city|town|village|country|company|firm|office|shop|gym|bank|school|studio)(?: where| in which| at which| that| which)?"
_WHAT = r"what|the (?:one|thing|stuff|drink|food|language|instrument|editor|program|app|car|phone|bike|brand|tool)(?: that| which)?"
_HOW = r"how|the way"
_WHO = r"who|whom|the (?:one|person|man|woman|doctor)(?: that| who| whom)?"
_AFTER = re.compile(
    rf"(?i)^(?:by |on |with |in |at )?{_V}(?:,? that['’]s|,? this is| {_BE}) (?:now |still |exactly |just )?(?:(?P<where>{_WHERE})|(?P<what>{_WHAT})|(?P<how>{_HOW})|(?P<who>{_WHO})) {_I}(?P<vp>\b.+)$"
)
_BEFORE = re.compile(
    rf"(?i)^(?:(?P<where>{_WHERE})|(?P<what>{_WHAT})|(?P<how>{_HOW})|(?P<who>{_WHO})) {_I}(?P<vp>\b[^,;:]{{2,60}}?) {_BE}(?: now| called| still)? (?:by |in |at |with |on )?(?P<v>.+)$"
)
_IT_IS = re.compile(
    rf"(?i)^it(?:['’]s| is|['’]ll be| will be) (?:in |at |with |by |on )?{_V} (?:that |which |where |who |whom )?{_I}(?P<vp>\b.+)$"
)
_THE_NOUN = re.compile(
    rf"(?i)^the (?P<n>[a-z][\w -]{{2,25}}?) (?:that |which |where |who )?(?<=\s){_I}(?P<vp>\b[^,;:]{{2,50}}?) {_BE}(?: now| called| named| still)? (?P<v>.+)$"
)
_HANGING = re.compile(r"(?i)\b(?:in|at|with|for|by|on|to|from|as)[.!]*$")
_FIRST_VERB = re.compile(
    r"(?i)^(?P<verb>(?:['’](?:m|ve|re|ll)\s+|am |are |have |'ll )?[\w'’-]+)(?P<tail>.*)$", re.DOTALL
)
_PREPOSITION = (
    (re.compile(r"(?i)\b(?:live|living|reside|stay|staying|settled)\b"), "in"),
    (re.compile(r"(?i)\b(?:bank|banking|shop)\b"), "with"),
    (re.compile(r"(?i)\b(?:code|coding|program|write)\b"), "in"),
)


def _put(phrase: str, value: str, preposition: str) -> str:
    """The value in its place: after a preposition left hanging, else after the verb."""
    body, value = phrase.strip().rstrip(".!"), value.strip().rstrip(".!")
    if _HANGING.search(body):
        return f"{body} {value}"
    if preposition:
        return f"{body} {preposition} {value}"
    verb = _FIRST_VERB.match(body)
    return f"{verb['verb']} {value}{verb['tail']}" if verb else f"{body} {value}"


def _preposition(groups: dict[str, str | None], phrase: str) -> str:
    if groups.get("how"):
        return "by"
    if groups.get("where"):
        return next((p for pattern, p in _PREPOSITION if pattern.search(phrase)), "at")
    return ""


def plain_orders(core: str) -> Iterator[str]:
    """The sentence in plain order ("I …"), if it was turned around; nothing otherwise."""
    for pattern in (_AFTER, _BEFORE, _IT_IS, _THE_NOUN):
        match = pattern.match(core)
        if match is None:
            continue
        groups = match.groupdict()
        preposition = _preposition(groups, match["vp"])
        if pattern is _IT_IS and not _HANGING.search(match["vp"].rstrip(".!")):
            preposition = next((p for rule, p in _PREPOSITION if rule.search(match["vp"])), "")
        yield f"I {_put(match['vp'], match['v'], preposition)}"
        if noun := groups.get("n"):
            yield f"My {noun} is {match['v']}"
        return
