"""Since when and until when a sentence says that something holds, and the sentence without these words. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from weave.scribe import dates

__all__ = ["NO_LONGER_THAN", "Span", "bounded"]

_FROM = re.compile(
    r"(?i)(?<!\w)(?:,? ?(?:and )?(?:starting(?: (?:from|on|in))?|beginning(?: on)?|as of|as from|with effect from|effective(?: from)?|from|since|come|on|ab|seit|desde|a partir de|depuis|dal)(?: the)?\s+)$"
)
_UNTIL = re.compile(
    r"(?i)(?<!\w)(?:,? ?(?:but )?(?:at most |at the latest |only |just |up |not beyond |no longer than |temporarily,? |for now,? |for the time being,? |provisionally,? )*(?:(?:(?:and |but )?(?:it|that|this|which|then it)(?:['’]ll| will)? )?(?:ends?|ending|stops?|expires?|expiring|runs? out|finish(?:es|ing)?|is (?:over|up|done)|lasts?|lasting|runs?|running|goes on|be over)(?: on| in| at| by)?|until|till|til|to|through|thru|bis|hasta|jusqu'(?:au|en|à)?|fino a[l]?|até)(?: and including)?(?: (?:the|about|around|sometime in|at least))?(?: end of)?\s+)$"
)
_BOUNDED_FOR = re.compile(
    r"(?i),? ?(?:but )?(?:only |just |temporarily )*for (?:just |only )?(?:the )?(?:(?:next|coming|following) )?(?P<n>\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten|couple of|few)? ?(?P<u>day|week|month|year)s?(?=,? (?:i|we|my)\b| only\b| at most\b|[,.;!]|$| while\b| as\b| then\b| and then\b| until\b)"
)
_NOT_YET_OVER = re.compile(
    r"(?i)\b(?:next|coming|following|only|just|temporarily|at most|stopgap|temporary|interim|meanwhile|then)\b"
)
_ONLY_BEFORE, _ONLY_AFTER = (
    re.compile(r"(?i)\b(?:only|just)(?: for)? $"),
    re.compile(r"(?i)^,? (?:only|at most)\b"),
)
_BETWEEN_AND = re.compile(r"(?i)\bbetween (?:.{1,30} )?and $")
_CLAUSE_MARK = re.compile(r"(?i)[,;:.—–]\s|\s(?:and|but|then|so)\s")
_RETURNS = re.compile(
    r"(?i)(?:\bback (?:to|on|in|with|at|home)\b|\breturn(?:s|ing)?\b|\b(?:is|will be|be|['’]ll be) over\b|\b(?:back to|as) (?:normal|before|usual)\b|\bas it was\b|\b(?:ends|expires|stops)\b|\bgo(?:es)? back\b|\bagain\b)"
)
_TEMPORARY = re.compile(
    r"(?i)\b(?:stopgap|temporar\w+|for now|for the moment|for the time being|meanwhile|in the meantime|interim|borrow\w*|on loan|only|just|provisional\w*|replacement|until then|till then)\b"
)
"""With these words around, the day of a return ends what is told."""
_COUNTED = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "couple of": 2, "few": 3}  # fmt: skip
_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
_TAIL_ON = re.compile(
    r"(?i)^(?: on(?:wards?)?\b| forward\b)?(?: it changes)?[,;:]? ?(?:(?:and )?from then(?: on)?,? )?"
)
_WILL = re.compile(
    r"(?i)it changes|(?<!\w)(?:i|we|he|she|they)(?:['’]ll| will|['’]m \w+ing| am \w+ing|['’]re \w+ing)|start"
)
_AIM = re.compile(r"(?i)\b(?:by|before|for|due|within|around|about)(?: the)? $")
"""A day by which something is to be done, or for which it is meant, starts nothing."""
_FREE = re.compile(
    r"(?i)^(?:yesterday|today|tonight|(?:last|this|next) \w+|[^\d]+ ago|ayer|hoy|gestern|heute|hier|ieri|oggi|ontem|hoje|la \w+ \w+|over the weekend|the other \w+|this \w+)$"
)
_TURN = re.compile(
    r"(?i)(?<!\w)(?:moved|relocated|switched|changed|joined|started|began|became|left|quit|stopped|resigned|retired|swapped|replaced|upgraded|transferred|gezogen|umgezogen|gewechselt|angefangen|gekündigt|me mudé|nos mudamos|cambié|empecé|dejé|déménagé|commencé|changé|quitté|trasferit[oa]|iniziato|cambiato|lasciato|mudei|comecei|troquei)(?!\w)"
)
"""Deeds that begin or end something: their day is the day since when it holds."""
_ON = re.compile(r"(?i)(?:^|,? )(?:on|in|back in|im|am|en|em|in|au|el|le|na|no|at)(?: the)? $")
_INNER = re.compile(r"(?i)^(?:in|im|en|em|early|late|mid)[ -]")
_STILL = re.compile(r"(?i)(?<!\w)(i|we)(?:['’]ve| have) (?:been )?(liv|work)(?:ed|ing)(?!\w)")
_BEEN = re.compile(r"(?i)(?<!\w)(i|we)(?:['’]ve| have) been (?:at|with) (?=[A-Z])")
_TOLD_BY = re.compile(r"^(?P<verb>[a-zäöüß]+) (?P<who>ich|wir) ")
NO_LONGER_THAN = re.compile(
    r"(?i),? (?:and |but )?(?:then |after that )?(?:no longer|no more|not (?:a|one|any) (?:day |minute |moment )?(?:more|longer)|and that['’]s it)[.!]*$"
)


@dataclass(frozen=True, slots=True)
class Span:
    """A sentence without its words of time, and what they say."""

    rest: str
    start: datetime | None = None
    end: datetime | None = None
    happened: datetime | None = None
    """When a deed took place ("moved last month")."""


def _closed(span: Span, found: dates.ResolvedDate, time: datetime) -> Span | None:
    """ "this month only", "between 3 May and 10 June", "on 3 May I'll be back on my own": ends without "until"."""
    low, high = found.span
    text = span.rest
    head, tail = text[:low], text[high:]
    if found.start <= time < found.end and (_ONLY_BEFORE.search(head) or _ONLY_AFTER.match(tail)):
        return replace(
            span, rest=_ONLY_BEFORE.sub("", head).rstrip(" ,") + _ONLY_AFTER.sub("", tail), end=found.end
        )
    if between := _BETWEEN_AND.search(head):
        kept = re.sub(r"(?i)\bbetween\b", "from   ", between[0])[: -len("and ")]
        # as long as before, for the places of the dates before it hold
        return replace(span, rest=f"{head[: between.start()]}{kept.rstrip()}{tail}", end=found.end)
    start = max((m.end() for m in _CLAUSE_MARK.finditer(text, 0, low)), default=0)
    mark = _CLAUSE_MARK.search(text, high)
    clause, after = text[start : mark.start() if mark else len(text)], text[mark.end() :] if mark else ""
    others = text[:start] + after
    if found.start > time and _RETURNS.search(clause) and _TEMPORARY.search(others):
        rest = text[:start].rstrip(" ,;:—–") + (f", {after}" if text[:start].strip() and after else after)
        return replace(span, rest=re.sub(r"(?i)[,;]? (?:and|but|then|so)$", "", rest), end=found.start)
    return None


def _lasting(rest: str) -> str:
    """ "I've lived in Hull", without its "since April", as what holds: "I live in Hull"."""
    rest = _BEEN.sub(r"\1 work at ", rest)
    rest = _STILL.sub(lambda m: f"{m[1]} {'live' if m[2].lower() == 'liv' else 'work'}", rest)
    return _TOLD_BY.sub(r"\g<who> \g<verb> ", rest)


def _turned(span: Span, found: dates.ResolvedDate, time: datetime) -> Span | None:
    """ "I moved to Hull in April": the deed's day, and the sentence without it."""
    low, high = found.span
    text = span.rest
    if found.start > time or span.happened or not _TURN.search(text):
        return None
    on = _ON.search(text[:low])
    if not on and not _INNER.match(found.original):
        return None
    head = text[: on.start()] if on else text[:low].rstrip()
    tail = text[high:]
    if not head.strip():
        head, tail = "", tail.lstrip(" ,")
        if inverted := re.match(r"(?i)(bin|sind|habe|haben) (ich|wir) ", tail):
            tail = f"{inverted[2]} {inverted[1]} {tail[inverted.end() :]}"
    return replace(span, rest=head + tail, happened=found.start)


def _take(span: Span, found: dates.ResolvedDate, time: datetime) -> Span:
    """`span` without one date, which must be the last one in it."""
    low, high = found.span
    text = span.rest
    inner = re.match(
        r"(?i)(?:since|from|until|till|by|in|seit|bis|desde|hasta|depuis|dal)\s+", text[low:high]
    )
    head, tail = text[: low + (inner.end() if inner else 0)], text[high:]
    if closed := _closed(span, found, time):
        return closed
    if until := _UNTIL.search(head):
        whole = not inner or re.search(r"(?i)\bend of\b", text[low:high])
        end = found.end if whole else found.start
        return replace(span, rest=head[: until.start()] + tail, end=end)
    since = _FROM.search(head)
    if since and (
        since[0].strip(" ,").lower() not in ("on", "and on") or (_WILL.search(text) and found.end > time)
    ):
        linked = _TAIL_ON.match(tail)
        kept = head[: since.start()]
        rest = kept + (" " if kept else "") + tail[linked.end() if linked else 0 :]
        since_then = re.search(r"(?i)since|seit", since[0])
        return replace(span, rest=_lasting(rest.lstrip()) if since_then else rest, start=found.start)
    if _FREE.match(found.original) and found.start <= time:
        return replace(span, rest=text[:low].rstrip() + tail, happened=found.start)
    if turned := _turned(span, found, time):
        return turned
    begin = max((m.end() for m in _CLAUSE_MARK.finditer(text, 0, low)), default=0)
    clause = text[begin : next((m.start() for m in _CLAUSE_MARK.finditer(text, high)), len(text))]
    if found.start > time and _WILL.search(clause) and span.start is None and not _AIM.search(head):
        return replace(span, rest=text[:low].rstrip(" ,") + tail, start=found.start)
    return span


def _for_a_while(span: Span, time: datetime) -> Span:
    """ "for the next two weeks", "just for a month": the end that they set."""
    match = _BOUNDED_FOR.search(span.rest)
    if match is None or span.end or not (match["n"] or "next" in match[0].lower()):
        return span
    if not _NOT_YET_OVER.search(span.rest):
        return span
    count = match["n"] or "one"
    days = (int(count) if count.isdigit() else _COUNTED[count.lower()]) * _DAYS[match["u"].lower()]
    end = (span.start or time) + timedelta(days=days)
    return replace(span, rest=span.rest[: match.start()] + span.rest[match.end() :], end=end)


def bounded(sentence: str, time: datetime) -> Span:
    """The sentence without "from 18 July on", "until March", "since 2019", "last month", and what these say."""
    span = Span(sentence)
    for found in reversed(dates.resolve(sentence, time)):
        span = _take(span, found, time)
    span = _for_a_while(span, time)
    if span.end:
        span = replace(span, rest=NO_LONGER_THAN.sub("", span.rest))
    if span.rest != sentence:
        tidy = re.sub(r"\(\s*\)|\s+(?=[,.;])|(?<=,),", "", span.rest)
        span = replace(span, rest=re.sub(r"\s{2,}", " ", tidy))
    return replace(span, rest=span.rest.strip(" ,;:"))
