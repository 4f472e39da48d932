"""Words around a claim: change, end, negation, since when and until when; and the claim without them. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from weave.model import Change
from weave.scribe.bounds import NO_LONGER_THAN, bounded
from weave.scribe.gates import Gated, keys_of

__all__ = ["Marks", "marks_of"]


@dataclass(frozen=True, slots=True)
class Marks:
    """What surrounds a claim, and `core`, the claim in plain order ("I live in Porto")."""

    core: str = ""
    whole: str = ""
    """The same with the clauses that lead up to it."""
    change: Change = Change.NEW
    negated: bool = False
    exclusive: bool = False
    """The words say that the new value takes the place of the old."""
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    happened: datetime | None = None
    """When the deed that is told took place ("joined last month")."""


_END = Gated(
    r"(?i)\b(?:no longer|not any ?more|any ?more|anymore|any longer|(?:i'?ve |i have |i |has |have )?(?:stopped|quit|gave up|given up|ceased) (?=\w+ing\b)|used to|has ended|have ended|is (?:over|history) for (?:me|us)|as of today i (?:don't|do not)|since today i (?:don't|do not)|nicht mehr|ya no|ne .{1,30} plus|n['’]\w+ plus|non .{1,30} più|já não)\b|不再|もう.{1,20}ない"
)
_CHANGE = Gated(
    r"(?i)\b(?:now|nowadays|these days|switched|swapped|changed|moved|relocated|instead|from now on|from (?:today|here|this \w+)(?: on)?|as of (?:today|this|now|\d|[A-Z])|since (?:today|this)|again|once more|back to|like (?:before|in the old days|old times|i used to)|as (?:it was|things were|i used to)|(?:the|my|that|this) (?:experiment|trial|test|attempt|detour|adventure|phase|interlude|excursion|fling|stint) (?:is|was|has|with|did)|didn['’]t (?:work out|last|stick|suit)|after all|where i started|it changes|i went back|full circle|upgraded|replaced|traded|dropped|shelved"
    r"|for good|new(?:ly)?|lately|recently|henceforth|as from|in the meantime|by now|ever since|for a change|ditched|said (?:good)?bye to|got rid of|wound up|ended up|found myself|the latest|with effect from|no more|gave up|given up|gone off|went over|became|turned|taken over|took over|taken up|let the other|the old|closed the|made the (?:jump|move|switch)|it turns out|starting|from then|enough is enough|once a fan|jetzt|ab sofort|umgezogen|gewechselt"
    r"|ahora|cambi[ée]|me mud[ée]|maintenant|désormais|déménagé|adesso|ora|mi sono trasferit[oa]|agora|mudei|na ngayon|lumipat)\b|现在|搬到|换成|今は|引っ越|変え"
)
_NO_CHANGE = Gated(
    r"(?i)(?:\b(?:never|not|nothing|no|without|hardly|hasn['’]t|haven['’]t|won['’]t|didn['’]t|doesn['’]t|don['’]t|isn['’]t|neither)\b(?: \w+){0,3}? (?:chang\w+|switch\w*|mov(?:e|ed|ing)|new|different\w*|otherwise|replac\w+)\b|\bunchanged\b|^\W*(?:(?:and|so|well|ok|oh|just)[, ]+)?(?:once again|once more|again|now|one more time)(?:,| for the record| to be clear| so (?:that )?(?:you|we|nobody))|\b(?:say|said|saying|tell|told|telling|repeat|repeating|explain|state|ask|asked|correct|write|wrote|hear|read)\b(?: \w+){0,4}? (?:again|once more)\b|\b(?:now and then|now and again|again and again|time and again|up to now|until now|till now|even now|by now you|you (?:should )?(?:now|by now))\b)"
)
_LASTING = Gated(
    r"(?i)\b(?:always|all along|all my (?:adult )?life|my whole life|for (?:\w+ )?(?:years|decades|ages)|since (?:forever|day one|the (?:very )?beginning|childhood|birth|i was (?:a )?(?:child|kid|born|young|little)|time immemorial|school|university)|as ever|same as ever|as usual|for as long as|ever since i can|from the (?:start|beginning)|never (?:been |had |was |used |known |wanted )?(?:any(?:thing|where|one|body)? ?(?:else|other)|otherwise|different)|still)\b"
)
_TURNED = Gated(
    r"(?i)\b(?:switched|swapped|changed to|moved|relocated|instead|from now on|as of|starting|no longer|replaced|traded|upgraded|gave up|given up|back (?:to|in|on|with)|went back|returned|from today|since today|since this|no more|enough|turned)\b"
)
_EXCLUSIVE = Gated(
    r"(?i)\b(?:instead|switched|swapped|replaced|traded|dropped|shelved|sold the|only|back|again|once more|full circle|the (?:old|other|last)|my old|let the other|from now on|for good|closed|taken over|took over|put everything else aside|no longer|enough is enough|my taste|these days"
    r"|it turns out|the new (?:test|result)|new result|changed the|so that's|rather than|in place of|the one (?:i|that)|it changes|things (?:will )?change|will change|there(?:['’]s| is| will be|['’]ll be) a change|you(?:['’]re| are| must be| seem to be| have been) (?:wrong|mistaken|confus\w+|mixing|misinformed|mixed up)|never been (?:any|another|otherwise|different|other)\w*|never (?:had|kept|been|was) (?:any(?:thing)? (?:else|other)|another)|nothing else|no other|ha(?:s|ve) (?:it|this|that) wrong|where(?:ver)? you (?:got|have|get|heard|read) (?:that|it|this)|not what (?:you|your notes)|your notes (?:are|must be|seem)|(?:someone|somebody|you) (?:must have |have )?(?:misled|misinformed|misheard|misunderst\w+)|contrary to|whatever (?:you|i|anyone))\b"
)
_REGIME = Gated(r"(?i)\b(?:from|as of|as from|starting|beginning|effective|with effect from)\b")
"""What holds from a day to come takes the place of what held until then, as "from now on" does."""
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
_MOVED = re.compile(
    r"(?i)^(?P<adv>in the (?:evenings?|mornings?)|every (?:morning|evening|day)|in my (?:spare|free) time|on weekends|at weekends|for (?:fun|work|programming|coding|breakfast)|by (?:trade|profession|training)|for a living|(?:for|on) (?:my|the) (?:commute|way (?:in|to work|to the office)|ride to work)|to (?:get|go|travel|commute) to (?:work|the office|my job)|for (?:my )?(?:calls|breakfast|lunch|coding|work|banking|editing|writing code)|when coding|at breakfast|after work|twice a week|as a hobby|on (?:first |second |last )?\w+days),? (?=(?:i|we|he|she|my)\b)(?P<rest>.*)$"
)
_PREFIX = re.compile(
    r"(?i)^(?:(?:and|but|so|well|oh|also|plus|now|currently|today|actually|honestly|yes|yeah|no(?=[,.!:])|ok(?:ay)?|sorry|once more|nowadays|these days|since|because|you know(?: that)?|remember(?: that)?|note that|just so you know|fyi|i think|i believe|i guess|please remember that|as before|as usual"
    r"|remember:|for the record|by the way|btw|it's settled|in fact|for me|hey|hi|hello|well since|people assume|the truth is|as you know|again)[,:.! ]+)+(?=(?:i|i['’]\w+|we|my|our|the|[A-Z]\w*)\b)"
)
_CLAUSE_BEFORE = re.compile(
    r"(?i)^(?:[^,:;.]{1,60}[,:;.] ?){1,3}(?=(?:and |but |so )?(?:i|i['’]\w+|my|we)\b)"
)
_FRONTED = re.compile(
    r"(?i)^(?:(?:for|in|on|at|by|with|during|after|before|as|since|through|despite|besides|because of|due to|thanks to|like|apart from|among|until|under|over) [^,.;:!?()]{2,45}?|\w{4,}ly|these (?:days|weeks|months)|this (?:time|week|month|year)|sometimes|nowadays|unfortunately),? (?=(?:i|i['’](?:m|ve|ll)|we|we['’]re)\b)"
)
"""What stands before "I …" and says when, how or why."""
_ADVERB = re.compile(
    r"(?i)(?<=\w) (?:still|now|currently|actually|really|also|always|usually|mostly|mainly|officially|just|finally|recently|already|only|generally|normally|typically|basically|at present|presently|absolutely|definitely|certainly|simply|personally|once more|once again|nowadays|proudly|happily|probably not|ever)(?= [a-z'’])"
)
_STOPPED = re.compile(r"(?i)(?:'ve |’ve | have | has )?(?:stopped|quit|ceased|gave up|given up) (?=\w+ing\b)")


_HAVE_GOT = re.compile(
    r"(?i)(?<=\b[iI])(?:['’]ve got| have got)( )(?!(?:rid|used|married|engaged|divorced|hired|fired|laid|into|back|over|stuck|to|better|worse|through|off|on|out|up|away|lost|tired|sick)\b)"
)
_DENIED = re.compile(
    r"(?i)^(?:and |but |so |no,? |well,? )?(?:it(?:['’]s| is| was) (?:not (?:true|the case|so|right|correct|a fact|as if)|untrue|false|wrong|a myth|a lie|a rumou?r|nonsense)|it isn['’]t (?:true|the case|so|right|a fact)|in no way|at no (?:time|point)|by no means)(?:,? that|,? to (?:say|think) that)? (?:do |did |have )?(?=(?:i|my|we)\b)"
)


_NAMED_FIRST = re.compile(r"[A-Z]\w+, (?:my|our) [\w -]{3,30}, ")


def _plain_order(sentence: str, *, whole: bool = False) -> str:
    core = _ALWAYS.sub("", sentence.strip())
    if _NAMED_FIRST.match(core):
        return core
    for _ in range(3):
        core = _PREFIX.sub("", core)
        moved = _MOVED.match(core)
        if moved:
            core = f"{moved['rest'].rstrip('.!')} {moved['adv'].lower()}"
        if not (whole or re.match(r"(?i)(?:i|my|we)\b", core)):
            core = _FRONTED.sub("", _CLAUSE_BEFORE.sub("", core, count=1), count=1)
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


def _stripped(core: str) -> tuple[str, bool]:
    """The words without negation, adverbs and auxiliaries; whether they were denied."""
    core, denied = _HAVE_GOT.sub(" have ", core), False
    if wrapped := _DENIED.match(core):
        core, denied = core[wrapped.end() :], True
    core, negated = _without_negation(_STOPPED.sub(" ", core))
    core = re.sub(r"(?i)\bused to (?=\w)", "", core)
    core = _ADVERB.sub("", _ADVERB.sub("", core))
    return re.sub(r"\s{2,}", " ", _without_auxiliary(core)).strip(), negated != denied


_STOPPED_DEED = re.compile(r"(?i)\b(?:stopped|quit|gave up|given up|left|resigned)\b")
"""Ends whose day is told with them; "used to … last year" tells when it still held."""
_RECENT = timedelta(days=45)
"""What began so lately ("since Monday") is told as a change."""


def _changes(sentence: str) -> bool:
    """Whether words mark a change; what lasts, or is only said once more, is none."""
    if _NO_CHANGE.search(sentence):
        sentence = _NO_CHANGE.pattern.sub(" ", sentence)
    keys = keys_of(sentence)
    if not _CHANGE.search(sentence, keys):
        return False
    return not _LASTING.search(sentence, keys) or _TURNED.search(sentence, keys) is not None


def marks_of(sentence: str, time: datetime) -> Marks:
    """The marks of a sentence spoken at `time`, and its core."""
    span = bounded(sentence, time)
    bare, start, end = span.rest, span.start, span.end
    core = _plain_order(bare)
    told = NO_LONGER_THAN.sub("", sentence) if end else sentence
    ended = _END.search(told, keys_of(told)) is not None
    led = core != bare.strip() and not re.match(r"(?i)(?:i|we|my)\b", bare)
    entire = _plain_order(bare, whole=True) if led else core
    same = entire == core
    core, negated = _stripped(core)
    whole, denied = (core, negated) if same else _stripped(entire)
    # a denial stands in the clause that it denies: where the clauses before hold another, they tell nothing
    whole = whole if denied == negated else ""
    change = (
        Change.END
        if ended
        else Change.CHANGE
        if (start and start >= time - _RECENT) or end or _changes(sentence)
        else Change.NEW
    )
    if start is None and (
        change is Change.CHANGE or (change is Change.END and _STOPPED_DEED.search(sentence))
    ):
        start = span.happened
    return Marks(
        core,
        "" if whole == core else whole,
        change,
        negated or ended,
        _EXCLUSIVE.search(sentence, keys_of(sentence)) is not None
        or (start is not None and start > time and _REGIME.search(sentence) is not None),
        start,
        end,
        span.happened,
    )
