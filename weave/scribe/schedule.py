"""What happens on which day of the week: "I go climbing on Fridays", "Friday is choir night". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from weave.model import Change
from weave.scribe.claim import Claim
from weave.scribe.gates import Gated
from weave.scribe.kinds import kind_pattern

__all__ = ["scheduled"]

_DAY = rf"(?P<d>(?-i:{kind_pattern('weekday')}))"
_ACTS = (
    ("climbing", r"climb\w*|boulder\w*|the wall|wall"),
    ("swimming", r"sw[iau]m\w*|the pool|pool"),
    ("yoga", r"yoga"),
    ("choir", r"choir|sing(?:s|ing)?"),
    ("running", r"runs?|running|jog\w*"),
    ("rowing", r"row(?:s|ing)?"),
    ("dancing", r"danc\w+|salsa|tango"),
    ("pilates", r"pilates"),
    ("football", r"football|soccer"),
    ("tennis", r"tennis"),
    ("basketball", r"basketball"),
    ("volleyball", r"volleyball"),
    ("chess", r"chess"),
    ("judo", r"judo"),
    ("karate", r"karate"),
    ("boxing", r"box(?:es|ing)?"),
    ("fencing", r"fenc(?:e|es|ing)"),
    ("painting", r"paint(?:s|ing)?"),
    ("pottery", r"pottery"),
    ("training", r"train(?:s|ing)?|workouts?|the gym|gym"),
    ("band", r"band"),
    ("drama", r"drama|theatre group|acting"),
    ("cycling", r"cycl(?:e|es|ing)"),
    ("skating", r"skat(?:e|es|ing)"),
    ("market", r"market"),
    ("bowling", r"bowl(?:s|ing)?"),
)  # fmt: skip
_ACT = "(?P<a>(?:" + "|".join(words for _, words in _ACTS) + "))"
_NOUN = r"(?: (?:practice|class(?:es)?|training|lessons?|nights?|group|sessions?|days?|rehearsals?|evenings?|time|circle|course|meetings?|slot))?"
_ON = r"(?:on|every|each|on every|always on|only on)"
_SHAPES = tuple(
    Gated(rf"(?i){pattern}")
    for pattern in (
        rf"^(?:i|we) (?:(?:do|have|go|goes|am off|['’]m off|head|train|am|['’]m|can be found|practi[sc]e|attend|play|meet)(?: to| at| for| up)? )?(?:my |our |the |a )?{_ACT}{_NOUN}(?: [a-z]+){{0,4}}? {_ON} {_DAY}",
        rf"^(?:my |our |the )?{_ACT}{_NOUN} (?:is|are|happens?|falls?|takes place|(?:has |have |was |got )?(?:moved|shifted|rescheduled|changed)|meets?|runs?|stays?|remains?|will be)(?: now| still)?(?: to| on| every| for| from [A-Z]\w+ to)* {_DAY}",
        rf"^{_DAY} (?:is|are|means?|mean|belongs? to|has become|have become|became|stays?|remains?)(?: now| still| always)?(?: (?:for|reserved for|set aside for|my|our|all about|the|kept for|when i go|when i|spent))* {_ACT}{_NOUN}(?![\w-])",
        rf"^{_ON} {_DAY},? (?:i|we) (?:(?:do|go|have|am|head|train|practi[sc]e|play)(?: to| at)? )?(?:my |our |the )?{_ACT}(?![\w-])",
        rf"^(?:i|we) (?:moved|shifted|rescheduled|changed|switched) (?:my |our |the )?{_ACT}{_NOUN}(?: over)? (?:from [A-Z]\w+ )?to {_DAY}",
        rf"^(?:i|we) (?:will |can |always )?(?:find|spend|keep|reserve|have) (?:my )?{_DAY} (?:free )?(?:for|on|at|with) (?:my |our |the )?{_ACT}(?![\w-])",
    )
)  # fmt: skip
_NAMES = [(name, re.compile(rf"(?i)(?:{words})")) for name, words in _ACTS]
_CHANGED = re.compile(r"(?i)\b(?:moved|shifted|rescheduled|changed|switched|become|became)\b")
_DAY_WORD = re.compile(r"(?i)(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend|weekday")


def scheduled(core: str) -> Iterator[Claim]:
    """The day of an activity of the speaker's, as `<activity>_day`."""
    if not _DAY_WORD.search(core):
        return
    for shape in _SHAPES:
        match = shape.search(core)
        if match is None:
            continue
        name = next(name for name, pattern in _NAMES if pattern.fullmatch(match["a"]))
        change = Change.CHANGE if _CHANGED.search(match[0]) else None
        yield Claim("", f"{name}_day", match["d"], True, change)
        return
