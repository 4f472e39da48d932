"""A reminder in the person's own words: "remind me on Friday to call Ana", in many languages, by rule. Pure.

Conservative: a sentence that begins so, and tells what and when, or at which topic. Whatever is unclear is left to
the model, or to the person; quotes, code and questions ("remind me what I said") are not read.
"""

from __future__ import annotations

import re
from datetime import datetime

from weave.errors import InvalidInput
from weave.reminders.model import Requested
from weave.reminders.when import find, leftover, read
from weave.scribe.sentences import split, without_blocks

_MOST = 3
_LONGEST = 2_000
_POLITE = (
    r"(?:(?:hi|hey|hello|ok|okay|please|and|also|oh|avery|bitte|und|por favor|y|s'il te plaît|et|per favore|пожалуйста)"
    r"[,!]?\s+)*"
)
_REQUESTS = tuple(
    re.compile(rf"(?i)^\s*(?P<before>[^\"“”'«»]{{0,60}}?)[,:]?\s*{pattern}")
    for pattern in (
        _POLITE
        + r"(?:(?:can|could|would|will) you\s+)?(?:please\s+)?(?:remind me|set (?:me )?a reminder)\b(?P<rest>.*)",
        _POLITE + r"(?:kannst du mich\s+(?P<mid>.*)\s+erinnern|erinnere?\s+mich(?:\s+bitte)?)\b(?P<rest>.*)",
        _POLITE + r"(?:rappelle[sz]?[- ]moi|rappelez[- ]moi)\b(?P<rest>.*)",
        _POLITE + r"(?:recuérdame|recuerdame|recordame|recuérdeme)\b(?P<rest>.*)",
        _POLITE + r"(?:lembre-me|lembra-me|me lembr[ea])\b(?P<rest>.*)",
        _POLITE + r"ricordami\b(?P<rest>.*)",
        _POLITE + r"herinner\s+(?:me|mij)\b(?P<rest>.*)",
        _POLITE + r"напомни(?:те)?(?:\s+мне)?\b(?P<rest>.*)",
        _POLITE + r"(?:paalalahanan mo ako|ipaalala mo sa akin)\b(?P<rest>.*)",
        r"(?:请|請)?(?:你)?提醒(?:我)(?P<rest>.*)",
    )
)
_BEHIND = re.compile(
    r"^(?P<rest>.+?)(?:(?:の)?を|って|と|、|하라고|하는 걸|을|를)?\s*(?:リマインドして|思い出させて|知らせるようにリマインドして|상기시켜|리마인드해)"
)
"""Languages that name the request last."""
_QUESTION = re.compile(
    r"(?i)^\s*(?:again\s+)?(?:what|who|how|why|which|where|when(?! (?:we|i|you|it|the)\b)|if|was|wer|wie|warum|wo|ob|"
    r"qué|quién|cómo|ce que|qui|comment|cosa|chi|come|o que|quem|что|кто|как)\b"
)
_LEADS = re.compile(
    r"(?i)^\s*[,:–—-]*\s*(?:to|that|about|of|for|dass|daran|an|zu|de|d['’]|que|qu['’]|di|che|aan|om|eraan|dat|о|об|чтобы|na|ng|"
    r"要|去|:|,)(?:\s+|(?<=['’:,要]))"
)
_DARAN = re.compile(r"(?i)\b(?:daran|eraan),?\s+")
_TOPIC = re.compile(
    r"(?i),?\s*\b(?:(?:the )?next time|when(?:ever)?|once|as soon as)\s+(?:(?:we|i|you) (?:next )?(?:talk|speak|mention|discuss|come)"
    r"(?:\s+(?:about|of|to|back to))?\s+(?P<en>.+?)|(?P<en2>.+?) (?:comes up|is mentioned|is on the table))(?=[.!,]|$)|"
    r",?\s*\bwenn (?:es um (?P<de>.+?) geht|wir (?:(?:wieder|das nächste mal) )?(?:über|von) (?P<de2>.+?) (?:sprechen|reden))(?=[.!,]|$)|"
    r",?\s*\bquand on (?:parle|parlera) (?:de |d['’]|du |des )(?P<fr>.+?)(?=[.!,]|$)|"
    r",?\s*\bcuando (?:hablemos|hable) de(?:l)? (?P<es>.+?)(?=[.!,]|$)|"
    r",?\s*\bquando (?:parliamo|parleremo) (?:di |del |della )(?P<it>.+?)(?=[.!,]|$)|"
    r",?\s*\bquando falarmos (?:de |do |da |sobre )(?P<pt>.+?)(?=[.!,]|$)|"
    r"(?:当|當)?(?:我们|我們)?(?:谈到|聊到|说到|提到|談到)(?P<zh>[^,，。]+?)(?:的时候|的時候|时|時)[,，]?"
)
_ENDS = " \t\n.,;:!?…。，、！？—–-"
_JOINING = re.compile(
    r"(?i)^(?:\s*(?:at|on|by|in|um|am|à|a las|le|el|om|в|и|and|und|then|again)\b\s*)+$|^\s*again\s+|^[にの에]\s*|\s+(?:again|at|on|um|am|om|à)\s*$"
)


def requests(text: str, now: datetime) -> tuple[Requested, ...]:
    """The reminders that a message asks for; `now` is in the person's zone."""
    found = [_request(sentence, now) for sentence in split(without_blocks(text[:_LONGEST]))]
    return tuple(one for one in found if one is not None)[:_MOST]


def _request(sentence: str, now: datetime) -> Requested | None:
    for pattern in (*_REQUESTS, _BEHIND):
        match = pattern.match(sentence)
        if match is None:
            continue
        given = match.groupdict()
        rest = (given.get("mid") or "") + " " + given["rest"]
        before = (given.get("before") or "").strip(_ENDS)
        if _QUESTION.match(rest) or not _only_time(before, now):
            return None
        return _read(before, rest.strip(), now)
    return None


def _only_time(before: str, now: datetime) -> bool:
    """Whether what stands before the request is a time, or nothing: else somebody tells of a request."""
    if not before:
        return True
    try:
        read(before, now)
    except InvalidInput:
        return False
    return True


def _read(before: str, rest: str, now: datetime) -> Requested | None:
    about, rest = _topic(rest)
    try:
        when = find(rest, now)
        if when is None and before:
            when = find(before, now)
            what = rest
        else:
            what = _without(rest, when.spans if when else ())
    except InvalidInput:
        return None
    what = _cleaned(what)
    if not what or (when is None and about is None) or not leftover(what, ()):
        return None
    return Requested(what, when.at if when else None, when.every if when else None, about)


def _topic(rest: str) -> tuple[str | None, str]:
    match = _TOPIC.search(rest)
    if match is None:
        return None, rest
    topic = next(value for value in match.groupdict().values() if value)
    return topic.strip(_ENDS), rest[: match.start()] + " " + rest[match.end() :]


def _without(text: str, spans: tuple[tuple[int, int], ...]) -> str:
    for start, end in sorted(spans, reverse=True):
        text = f"{_JOINING.sub('', text[:start])} {text[end:]}"
    return text


def _cleaned(what: str) -> str:
    what = _DARAN.sub("", " ".join(what.split()))
    for _ in range(3):
        what = _JOINING.sub("", _LEADS.sub("", what)).strip(_ENDS)
    return what
