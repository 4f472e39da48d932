"""Whether the words around a day speak of what was or of what is to come. Pure.

The nearest verb before the day decides, then the nearest after it; a thing and a day without a verb
("dentist on Monday") is an appointment. What no rule can tell stays open, for a wrong day is worse than none.
"""

from __future__ import annotations

import re
from enum import Enum

from weave.scribe import date_words as words
from weave.scribe.gates import Lazy
from weave.scribe.tense_words import ARRANGED, ENGLISH, FOR_WHAT, GERMAN, HABIT, ROMANCE

__all__ = ["Tense", "tense_at"]


class Tense(Enum):
    """Where the time meant lies, seen from the moment of speaking."""

    BACK = "back"
    AHEAD = "ahead"
    NOMINAL = "nominal"
    """No verb: an appointment when told, either way when asked."""
    OPEN = "open"


_END = re.compile(r"[.!?\n。！？](?=\s|$|[\"'”)])|[;。！？]")
_ORDINAL = re.compile(r"\d\.$")
_PART = re.compile(
    r"[,;:]\s|\s[–—-]\s|\s(?:and|but|so|because|while|although|und|aber|denn|weil|dass|y|pero|porque|et|mais|e|ma|perché|mas)\s"
)
_LETTER = re.compile(
    r"(?i)(?<![^\W\d_])(?!(?:on|in|at|the|and|or|am|im|um|den|und|el|en|le|il|au|of|th|st|nd|rd|morning|afternoon|evening|night)(?![^\W\d_]))[^\W\d_]{2,}"
)
_SINCE = re.compile(r"(?i)(?<!\w)(?:since|seit|desde|depuis|dal|noong)(?: the| el| le)? ?$")
_ONWARD = re.compile(
    r"(?i)(?<!\w)(?:from|starting|starts|beginning|as of|until|till|by|ab|bis|hasta|jusqu['’]au|fino a|a partir de[l]?|até|sa)(?: the| on| in| el| le)? ?$"
)
_IN_MATCH = re.compile(
    r"(?i)^(?:since|seit|desde|depuis|dal|noong|from|until|till|by|bis|hasta|ab|for|für|para|pour|per)(?= )"
)
_GERMAN = re.compile(
    r"(?i)(?<!\w)(?:ich|wir|und|der|die|das|ist|nach|mit|im|am|seit|bis|ab|habe|meine?|nicht|sie|er)(?!\w)"
)
_UNREAD = re.compile(r"(?i)(?<!\w)(?:ik|wij|zijn|heb|heeft|hebben|ben|een|het|naar|jag|och|jeg|og)(?!\w)")
"""Words of languages that share names of months, but whose verbs are not read here."""
_ENGLISH_NAMES = set(
    "monday mon tuesday tue tues wednesday wed thursday thu thur thurs friday fri saturday sunday january jan "
    "february feb march mar april apr may june jun july jul august aug september sep sept october oct november nov "
    "december dec spring springtime summer autumn fall winter".split()
)
_GERMAN_NAMES = set(
    "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag januar februar märz april mai juni juli "
    "august september oktober okt november dezember dez frühling sommer herbst winter weihnachten silvester".split()
)
_SEES_BACK, _SEES_AHEAD = 200, 120


def _verbs(text: str, found: str) -> Lazy:
    """The pattern of the language that the day's own name belongs to."""
    names = set(re.findall(r"[^\W\d_]+(?:-feira)?", found.lower()))
    named = {n for n in names if n in words.WEEKDAYS or n in words.MONTHS or n in words.SEASONS}
    named |= names & _GERMAN_NAMES
    if named & _GERMAN_NAMES and (not named & _ENGLISH_NAMES or _GERMAN.search(text)):
        return GERMAN
    return ENGLISH if not named or named & _ENGLISH_NAMES else ROMANCE


def _told(verbs: Lazy, text: str) -> list[tuple[int, int, Tense]]:
    """The verbs of a stretch of text: start, end, and which way they look."""
    found = []
    for match in verbs.finditer(text, 0, len(text)):
        if match.lastgroup is None:
            continue  # an infinitive: the verb before it decides
        kind = match.lastgroup[0]
        found.append((match.start(), match.end(), {"a": Tense.AHEAD, "b": Tense.BACK}.get(kind, Tense.OPEN)))
    return found


def _sentence(text: str, at: int, end: int) -> tuple[int, int]:
    low, high = max(0, at - _SEES_BACK), min(len(text), end + _SEES_AHEAD)
    stops = [m.end() for m in _END.finditer(text, low, at) if not _ORDINAL.search(text[low : m.end()])]
    stop = _END.search(text, end, high)
    return max(stops, default=low), stop.start() if stop else high


def _nearest(told: list[tuple[int, int, Tense]], at: int) -> tuple[Tense | None, Tense | None]:
    """The verb before a place, and the one after it."""
    before = [tense for start, _, tense in told if start < at]
    after = [tense for start, _, tense in told if start >= at]
    return (before[-1] if before else None), (after[0] if after else None)


def _around(text: str, at: int, end: int, verbs: Lazy) -> Tense:
    """The tense of a sentence's part around the day, else of the parts beside it."""
    parts = list(_PART.finditer(text, 0, at))
    low = parts[-1].end() if parts else 0
    following = _PART.search(text, end)
    high = following.start() if following else len(text)
    before, after = _nearest(_told(verbs, text[low:high]), at - low)
    if before or after:
        return before or after or Tense.OPEN
    alone = not _LETTER.search(text[low:at] + text[end:high])
    earlier, _ = _nearest(_told(verbs, text[:low]), low)
    if earlier:
        listed = not parts or parts[-1][0].strip().isalpha()
        return Tense.OPEN if earlier is Tense.BACK and not (alone or listed) else earlier
    _, later = _nearest(_told(verbs, text[high:]), 0)
    if later and (alone or re.match(r"(?i)\W*(?:and )?(?:it|that|this|they|which|das|es)\b", text[high:])):
        return later
    return Tense.NOMINAL if _LETTER.search(text[:at] + text[end:]) else Tense.OPEN


def tense_at(text: str, start: int, end: int) -> Tense:
    """Which way the day named by `text[start:end]` lies, as the words of its sentence tell it."""
    low, high = _sentence(text, start, end)
    sentence, at, stop = text[low:high], start - low, end - low
    inner = _IN_MATCH.match(sentence[at:stop])
    head = sentence[:at] + (f"{inner[0]} " if inner else "")
    if ARRANGED.pattern.search(head):
        return Tense.AHEAD
    tense = _around(sentence, at, stop, _verbs(sentence, sentence[at:stop]))
    if _SINCE.search(head):
        return Tense.BACK
    if _ONWARD.search(head):
        return Tense.BACK if tense is Tense.BACK else Tense.AHEAD
    if tense is Tense.BACK and FOR_WHAT.pattern.search(re.sub(r"(?i)(?<=\w )(?:on|in) ?$", "", head)):
        return Tense.OPEN
    if tense is Tense.NOMINAL and _UNREAD.search(sentence):
        return Tense.OPEN
    habitual = tense in (Tense.AHEAD, Tense.NOMINAL) and HABIT.pattern.search(sentence)
    return Tense.OPEN if habitual else tense
