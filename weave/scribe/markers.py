"""Words around a claim: change, end, negation, since when and until when; and the claim without them. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime

from weave.model import Change
from weave.scribe import dates
from weave.scribe.gates import Gated, keys_of

__all__ = ["Marks", "marks_of"]


@dataclass(frozen=True, slots=True)
class Marks:
    """What surrounds a claim, and `core`, the claim in plain order ("I live in Porto")."""

    core: str = ""
    change: Change = Change.NEW
    negated: bool = False
    exclusive: bool = False
    """The words say that the new value takes the place of the old."""
    valid_from: datetime | None = None
    valid_to: datetime | None = None


_END = Gated(
    r"(?i)\b(?:no longer|not any ?more|any ?more|anymore|(?:i'?ve |i have |i |has |have )?(?:stopped|quit|gave up|given up|ceased) (?=\w+ing\b)|used to|as of today i (?:don't|do not)|since today i (?:don't|do not)|nicht mehr|ya no|ne .{1,30} plus|non .{1,30} più|já não)\b|不再|もう.{1,20}ない"
)
_CHANGE = Gated(
    r"(?i)\b(?:now|nowadays|these days|switched|swapped|changed|moved|relocated|instead|from now on|from (?:today|here|this \w+)(?: on)?|as of (?:today|this|now|\d|[A-Z])|since (?:today|this)|again|once more|back to|i went back|full circle|upgraded|replaced|traded|dropped|shelved"
    r"|for good|new(?:ly)?|no more|gave up|given up|gone off|went over|became|turned|taken over|took over|taken up|let the other|the old|closed the|made the (?:jump|move|switch)|it turns out|starting|from then|enough is enough|once a fan|jetzt|ab sofort|umgezogen|gewechselt"
    r"|ahora|cambi[ée]|me mud[ée]|maintenant|désormais|déménagé|adesso|ora|mi sono trasferit[oa]|agora|mudei|na ngayon|lumipat)\b|现在|搬到|换成|今は|引っ越|変え"
)
_EXCLUSIVE = Gated(
    r"(?i)\b(?:instead|switched|swapped|replaced|traded|dropped|shelved|sold the|only|back|again|once more|full circle|the (?:old|other|last)|my old|let the other|from now on|for good|closed|taken over|took over|put everything else aside|no longer|enough is enough|my taste|these days"
    r"|it turns out|the new (?:test|result)|new result|changed the|so that's|rather than|in place of|the one (?:i|that))\b"
)
_NEGATION = re.compile(
    r"(?i)\b(?:do not|don['’]t|does not|doesn['’]t|did not|didn['’]t|am not|['’]m not|is not|isn['’]t|are not|aren['’]t|was not|wasn['’]t|have not|haven['’]t|has not|hasn['’]t|never|no longer|cannot stand)\s?\b"
)
_NOT_BE = {
    "am not": "am",
    "'m not": "'m",
    "’m not": "’m",
    "is not": "is",
    "isn't": "is",
    "isn’t": "is",
    "are not": "are",
    "aren't": "are",
    "aren’t": "are",
}
_ALWAYS = re.compile(
    r"(?i)[,;]? (?:and|as) i always (?:have|did|do)\b.*$|[;,] (?:that never changed|i've told everyone.*|answer.*)$|, (?:in case you (?:wondered|were wondering)|by the way|btw|you know|as you know|of course)\b[.!]?$|, and i never did\b.*$|, that (?:never changed|was easy|hasn't changed)\b.*$"
)
_FROM = re.compile(
    r"(?i)(?<!\w)(?:,? ?(?:and )?(?:starting|beginning|as of|effective|from|since|on|ab|seit|desde|a partir de|depuis|dal)(?: the)?\s+)$"
)
_UNTIL = re.compile(
    r"(?i)(?<!\w)(?:,? ?(?:but )?(?:at most |only |just |up )?(?:until|till|til|to|through|bis|hasta|jusqu'(?:au|en|à)?|fino a[l]?|até)(?: the)?\s+)$"
)
_TAIL_ON = re.compile(
    r"(?i)^(?: on(?:wards?)?\b| forward\b)?(?: it changes)?[,;:]? ?(?:(?:and )?from then(?: on)?,? )?"
)
_MOVED = re.compile(
    r"(?i)^(?P<adv>in the (?:evenings?|mornings?)|every (?:morning|evening|day)|in my (?:spare|free) time|on weekends|at weekends|for (?:fun|work|programming|coding|breakfast)|at breakfast|after work|twice a week|as a hobby|on (?:first |second |last )?\w+days),? (?=(?:i|we|he|she|my)\b)(?P<rest>.*)$"
)
_PREFIX = re.compile(
    r"(?i)^(?:(?:and|but|so|well|oh|also|plus|now|currently|today|actually|honestly|yes|yeah|no|ok(?:ay)?|sorry|once more|nowadays|these days|since|because|you know(?: that)?|remember(?: that)?|note that|just so you know|fyi|i think|i believe|i guess|please remember that|as before|as usual"
    r"|remember:|for the record|by the way|btw|it's settled|in fact|for me|hey|hi|hello|well since|people assume|the truth is|as you know|again)[,:.! ]+)+(?=(?:i|i['’]\w+|we|my|our|the|[A-Z]\w*)\b)"
)
_CLAUSE_BEFORE = re.compile(
    r"(?i)^(?:[^,:;.]{1,60}[,:;.] ?){1,3}(?=(?:and |but |so )?(?:i|i['’]\w+|my|we)\b)"
)
_ADVERB = re.compile(
    r"(?i)(?<=\w) (?:still|now|currently|actually|really|also|always|usually|mostly|mainly|officially|just|finally|recently|already|only|generally|normally|typically|basically|at present|presently|absolutely|definitely|certainly|simply|personally|once more|once again|nowadays|proudly|happily|probably not|ever)(?= [a-z'’])"
)
_STOPPED = re.compile(r"(?i)(?:'ve |’ve | have | has )?(?:stopped|quit|ceased|gave up|given up) (?=\w+ing\b)")


@dataclass(frozen=True, slots=True)
class _Span:
    """A sentence without its words of time, and what they say."""

    rest: str
    start: datetime | None = None
    end: datetime | None = None
    happened: datetime | None = None
    """When a deed took place ("moved last month")."""


_WILL = re.compile(
    r"(?i)it changes|(?<!\w)(?:i|we|he|she|they)(?:['’]ll| will|['’]m \w+ing| am \w+ing|['’]re \w+ing)|start"
)
_FREE = re.compile(
    r"(?i)^(?:yesterday|today|tonight|(?:last|this|next) \w+|[^\d]+ ago|ayer|hoy|gestern|heute|hier|ieri|oggi|ontem|hoje|la \w+ \w+|over the weekend|the other \w+|this \w+)$"
)


def _take(span: _Span, found: dates.ResolvedDate, time: datetime) -> _Span:
    """`span` without one date, which must be the last one in it."""
    low, high = found.span
    text = span.rest
    inner = re.match(
        r"(?i)(?:since|from|until|till|by|in|seit|bis|desde|hasta|depuis|dal)\s+", text[low:high]
    )
    head, tail = text[: low + (inner.end() if inner else 0)], text[high:]
    if until := _UNTIL.search(head):
        end = found.start if inner else found.end
        return replace(span, rest=head[: until.start()] + tail, end=end)
    since = _FROM.search(head)
    if since and (since[0].strip(" ,").lower() != "on" or (_WILL.search(text) and found.end > time)):
        linked = _TAIL_ON.match(tail)
        kept = head[: since.start()]
        rest = kept + (" " if kept else "") + tail[linked.end() if linked else 0 :]
        return replace(span, rest=rest, start=found.start)
    if _FREE.match(found.original) and found.start <= time:
        return replace(span, rest=text[:low].rstrip() + tail, happened=found.start)
    return span


def _validity(sentence: str, time: datetime) -> _Span:
    """The sentence without "from 18 July on", "until March", "since 2019", "last month", and what these say."""
    span = _Span(sentence)
    for found in reversed(dates.resolve(sentence, time)):
        span = _take(span, found, time)
    return replace(span, rest=span.rest.strip(" ,;:"))


_NAMED_FIRST = re.compile(r"[A-Z]\w+, (?:my|our) [\w -]{3,30}, ")


def _plain_order(sentence: str) -> str:
    core = _ALWAYS.sub("", sentence.strip())
    if _NAMED_FIRST.match(core):
        return core
    for _ in range(3):
        core = _PREFIX.sub("", core)
        moved = _MOVED.match(core)
        if moved:
            core = f"{moved['rest'].rstrip('.!')} {moved['adv'].lower()}"
        core = _CLAUSE_BEFORE.sub("", core, count=1) if not re.match(r"(?i)(?:i|my|we)\b", core) else core
    return core.strip(" ,;:")


def _without_negation(core: str) -> tuple[str, bool]:
    match = _NEGATION.search(core)
    if match is None or match.start() > 60:
        return core, False
    word = match[0].strip().lower()
    if re.match(r"(?i)never (?:chang|mind|been so|again)", core[match.start() :]):
        return core, False
    return core[: match.start()] + (_NOT_BE.get(word, "") + " ").lstrip() + core[match.end() :].lstrip(), True


def _without_auxiliary(core: str) -> str:
    core = re.sub(
        r"(?i)^(i|we|he|she|they)(?:['’]ll| will| shall|['’]m going to| am going to| plan to| have decided to|['’]ve decided to| decided to) ",
        r"\1 ",
        core,
    )
    return re.sub(
        r"(?i)^(i|we|he|she|they)(?:['’]ve| have| had|['’]d) (?=\w+(?:ed|en|ne|own|ept|old|ut|aken|one|ot|ade|eft|ought|orn|et)\b)",
        r"\1 ",
        core,
    )


def marks_of(sentence: str, time: datetime) -> Marks:
    """The marks of a sentence spoken at `time`, and its core."""
    span = _validity(sentence, time)
    bare, start, end = span.rest, span.start, span.end
    core = _plain_order(bare)
    ended = _END.search(sentence, keys_of(sentence)) is not None
    core = _STOPPED.sub(" ", core)
    core, negated = _without_negation(core)
    core = re.sub(r"(?i)\bused to (?=\w)", "", core)
    core = _ADVERB.sub("", _ADVERB.sub("", core))
    core = re.sub(r"\s{2,}", " ", _without_auxiliary(core)).strip()
    change = (
        Change.END
        if ended
        else Change.CHANGE
        if (start and start >= time) or end or _CHANGE.search(sentence, keys_of(sentence))
        else Change.NEW
    )
    if change is Change.CHANGE and start is None:
        start = span.happened
    return Marks(
        core, change, negated or ended, _EXCLUSIVE.search(sentence, keys_of(sentence)) is not None, start, end
    )
