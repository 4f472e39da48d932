"""A sentence cut into its clauses, each a sentence of its own: "My sister lives in Porto | and I live in Ghent". Pure.

A cut is made where the right side has a subject and a finite verb of its own, or a known finite verb that agrees with
the subject of the left side, which it then gets ("and work as a nurse"). Lists of things are never cut, nor is what
hangs on a verb of saying or thinking, on a condition, or on a relative clause: nobody can tell whose it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from weave.model import Certainty, Change, FactDraft, Polarity
from weave.scribe.predicates import RELATIVES
from weave.scribe.shapes import NAME

__all__ = ["clauses", "hangs_together", "merged"]

_BASE = "live|work|drive|play|study|speak|love|like|hate|enjoy|detest|dislike|adore|bank|own|use|have|am|drink|eat|commute|collect|volunteer|train|code"
_THIRD = "lives|works|drives|plays|studies|speaks|loves|likes|hates|enjoys|detests|dislikes|banks|owns|uses|has|is|drinks|eats|collects|volunteers|teaches|runs|commutes|comes|goes|gets|takes|makes|keeps|sings|writes|wants|needs|cooks|rents|travels"
_PAST = "moved|relocated|started|joined|bought|got|adopted|sold|switched|took|quit|left|found|landed|became|gave up"
_FINITE = rf"(?:{_THIRD}|are|was|were|had|isn['’]t|aren['’]t|wasn['’]t|doesn['’]t|don['’]t|live|love|like|work|{_PAST}|went|came|died|changed)"
_CAN = r"can(?:['’]t|not)?|could"
_NOW = r"(?:(?:now|also|still|currently|then|recently|lately|nowadays|these days|already|just|mostly|jetzt|ahora|maintenant|adesso|agora)\b,? )*"

_WORD = r"(?!(?:and|or|but|who|that|which|whose|when|if)\b)[\w'’-]+"
_I = r"(?:I|we)(?=['’](?:m|ve|re)\b| (?!(?:and|or|but|who|when|where|at|in|on|as|with|for|from|of|both|together|are|were|was there|think|guess|mean|hope|said)\b)[a-z])"
_MINE = rf"(?:my|our) (?:{_WORD} ){{1,4}}?(?:{_FINITE})(?= )|(?:my|our) (?:{RELATIVES}), {NAME}, (?:{_FINITE})(?= )"
_NAMED = rf"(?-i:[^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’-]+)?) (?:{_THIRD}|moved)(?= )"
_THEIRS = rf"(?:he|she|they|it)(?=['’]s |['’]re | [a-z]+(?:s|ed|t) )|(?:his|her|their) (?:{_WORD} ){{1,3}}?(?:{_FINITE})(?= )"
"""Whose clause it is nobody can tell, but that of the left side ends there."""
_OWN = rf"(?P<own>(?:{_I}|{_MINE}|{_THEIRS}))"
_JOINT = re.compile(
    rf"(?i)(?:(?P<comma>,) |(?:,? |; |—|–| ?[—–] ?)(?:and|but|plus)(?: also)? |, (?:while|whereas|though|although|so) |; | ?[—–] ?)(?P<adverb>{_NOW})"
    rf"(?:{_OWN}|(?P<named>{_NAMED})|(?P<base>{_BASE})(?= )|(?P<third>{_THIRD})(?= )|(?P<past>{_PAST})(?= )|(?P<gap>(?:a bit of|a little|some|fluent|good) (?-i:[A-Z])))"
)
_CUE = re.compile(r"(?i),? (?:and|but|plus) |[,;] | ?[—–]")
_FOREIGN_CUE = re.compile(r"(?i)\b(?:und|aber|y|pero|et|mais|e|ma|mas|en|maar) ")

_HANGS = re.compile(
    r"(?i)\b(?:say|says|said|saying|tells?|told|think|thinks|thought|believes?|guess|suppose|knows?|knew|heard|mention(?:s|ed)|claim(?:s|ed)?|ask(?:s|ed)?|wrote|feels? like|means?|remember|dreams?|hopes?|wish(?:es)?|fears?|pretends?|imagines?|that (?:i|we|my|our|he|she|they)|whether|if|unless|when|whenever|once (?:i|we|my)|until (?:i|we|my)|till (?:i|we|my)|before (?:i|we|my)|after (?:i|we|my)|while|as long as|where|in case|so that|than|as if|as though|the (?:day|time|moment|year) (?:i|we)|like (?:i|when)|let['’]s|both|either|neither|between)\b"
)
"""What these words govern goes on past an "and"."""
_RELATIVE = re.compile(r"(?i)\b(?:who|whom|whose|which|that|where)\b(?!['’])")
_OPEN = re.compile(
    rf"(?i)\bto [a-z]|\b(?:{_CAN}|may|must|shall|should|will|won['’]t|would|might|need|dare|rather|better|do|does|did|don['’]t|doesn['’]t|didn['’]t|used|never|not|let|lets|make|makes|made|help|helps|helped|see|saw|watch|watched|hear|have my|have our|had)\b|n['’]t\b|['’](?:ll|d)\b"
)
"""With one of these before it, a verb's plain form may hang on it: "I don't drink and drive"."""
_DENIED = re.compile(
    r"(?i)\b(?:never|not|hardly|neither|(?:was|were)(?! born)|been|being|get|almost|nearly)\b|n['’]t\b|['’]d\b"
)
_SPEAKER = re.compile(
    r"(?i)^\W*(?P<lead>(?:(?:and|but|so|well|yes|yeah|oh|also|hi|hey|hello|ok|okay)[,! ]+)*(?:(?:until|till|since|from|as of|starting|during|in|on|at|for|last|this|next|every|yesterday|today|now|currently|nowadays|these days)\b[^,;:!?]{0,40}?,? )?)(?P<subject>I|we)(?=['’ ])"
)
_OTHER = re.compile(
    rf"(?i)^\W*(?P<lead>)(?P<subject>(?:my|our) (?:(?:older|younger|elder|little|big|best|good|new|twin) )*(?:{RELATIVES})(?: {NAME}|, {NAME},)?|{NAME}(?:, (?:my|our) (?:{RELATIVES}),)?) (?:(?:still|now|also|just|recently|currently) )*(?:{_THIRD}|{_PAST}|was)\b"
)
_TELLS = re.compile(
    rf"(?i)^\W*(?:(?:and|but|so|well|yes|oh|also)[,! ]+)*(?:[\w'’,-]+ ){{1,8}}?(?:{_FINITE}) |^\W*(?:it|that|this|he|she|there|they|you)['’](?:s|re) \w|^[^.;:]{{2,40}}['’]s (?:an?|in|at|on|called|\w+ing)\b"
)
_DISLIKE = re.compile(
    r"(?i)\b(?:hate|dislike|detest|can(?:['’]t|not) stand|(?:don['’]t|do not) (?:like|enjoy|love))\b"
)
_TASTE = re.compile(r"(?i)(?:love|like|enjoy|adore|hate|dislike|detest)$")
_LOVE_THING = re.compile(
    r"(?i)(?:love|hate) (?:songs?|letters?|stor(?:y|ies)|poems?|poetry|affairs?|ballads?|triangles?|handles?|life|islands?|mail|speech|crimes?|and|or)\b|(?:work|play|study|train|drink|bank|use|code|drive|like) (?:and|or|out loud|groups?|sets?|stations?|rides?|songs?|statements?|accounts?|cases?|that|this|to|lots|a lot)\b"
)
_COMPLEMENT = re.compile(
    r"(?i)(?:lives?|works?|banks?|volunteers?|trains?) (?:in|at|for|as|with) (?!all\b|you\b|it\b)|(?:drives?|plays?|owns?|have|has|am|uses?) (?:an?|the|my|two|three|allergic) |speaks? (?-i:[A-Z])"
)
_SPEAKS = re.compile(r"(?i)^(?:i|we|(?:my|our) [\w ]{2,30}?) (?:can )?(?:also )?speaks? (?=\w)")
_QUOTED = re.compile(r"[\"“”«»„`()\[\]{}]")


def clauses(sentence: str) -> tuple[str, ...]:
    """The clauses of a sentence in plain sentences; the sentence alone when it is one or cannot safely be cut."""
    parts = _cut(sentence)
    if len(parts) == 1 and _FOREIGN_CUE.search(sentence):
        parts = _cut_foreign(sentence)
    return (sentence,) if len(parts) > 1 and _QUOTED.search(sentence) else tuple(parts)


_LENT = re.compile(r"(?i)\b(?:helps?|lets?|makes?|sees?|watch(?:es)?|hears?|can(?:not|['’]t))\b")


def hangs_together(left: str, right: str) -> bool:
    """Whether a verb phrase after "and" may be another's than the subject's, or no verb at all."""
    return bool(
        _HANGS.search(left) or _RELATIVE.search(left) or _LENT.search(left) or _LOVE_THING.match(right)
    )


def _cut(sentence: str) -> list[str]:
    parts, start, before = [], 0, ""
    for cue in _CUE.finditer(sentence):
        joint = _JOINT.match(sentence, cue.start())
        if joint is None:
            continue
        left = before + sentence[start : joint.start()]
        led = _led(left, joint)
        if led is None:
            continue
        parts.append(left)
        start, before = joint.start("adverb"), led
    parts.append(before + sentence[start:])
    return [*parts[:1], *(_resumed(one, two) for one, two in pairwise(parts))]


def _led(left: str, joint: re.Match[str]) -> str | None:
    """What goes before the right clause: nothing, or the subject that it shares; None where nothing is cut."""
    if _HANGS.search(left):
        return None
    speaker = _SPEAKER.match(left)
    if joint["own"] or joint["named"]:
        bare = joint["named"] and joint["comma"]
        return "" if not bare and (speaker or _TELLS.match(left)) else None
    if _RELATIVE.search(left):
        return None
    if joint["gap"]:
        speaking = _SPEAKS.match(left)
        return speaking[0] if speaking else None
    if joint["third"]:
        other = (
            None if speaker or (joint["comma"] and not _complemented(joint, "third")) else _OTHER.match(left)
        )
        return f"{other['subject']} " if other else None
    if joint["past"]:
        sharing = speaker or _OTHER.match(left)
        return _sharing(sharing) if sharing and not joint["comma"] and not _DENIED.search(left) else None
    return _sharing(speaker) if speaker and _own_verb(left, joint) else None


def _sharing(subject: re.Match[str]) -> str:
    return f"{subject['lead']}{subject['subject']} "


def _complemented(joint: re.Match[str], group: str) -> bool:
    """Whether what stands after a bare comma can only be a verb: "live in", "plays the"."""
    return _COMPLEMENT.match(joint.string, joint.start(group)) is not None


def _own_verb(left: str, joint: re.Match[str]) -> bool:
    """Whether a plain verb form is one that the speaker is the subject of, no infinitive and no noun."""
    contrast = bool(_DISLIKE.search(left)) != (joint["base"].lower() in ("hate", "dislike", "detest"))
    if _LOVE_THING.match(joint.string, joint.start("base")):
        return False
    if joint["comma"] and not _complemented(joint, "base"):
        opposite = _TASTE.match(joint["base"]) is not None and contrast
        return opposite and (
            _DISLIKE.search(left) is not None
            or re.search(r"(?i)\b(?:love|like|enjoy|adore)\b", left) is not None
        )
    return not _OPEN.search(left)


_LEFT_HOME = re.compile(
    r"(?i)\b(?:used to live|lived|no longer live|(?:don['’]t|do not) live|moved (?:away|out)|left)\b"
)
_NOW_IN = re.compile(
    rf"(?i)^(?P<now>(?:now|nowadays|these days|currently),? )?(?P<who>I|we)(?:['’]m| am|['’]re| are) (?P<now2>now |currently )?(?:back )?in (?P<where>{NAME})(?=[.!,;]|$| (?:now|these days|again)\b)"
)


def _resumed(left: str, right: str) -> str:
    """ "… but now I'm in Hamburg" after a home that was left means the new one."""
    match = _NOW_IN.match(right)
    if match is None or not _LEFT_HOME.search(left):
        return right
    if not (match["now"] or match["now2"] or " now" in right[match.end() : match.end() + 6]):
        return right
    return f"{match['who']} now live in {match['where']}{right[match.end() :]}"


_TONGUES = (
    (r"\bund |\baber ", r"ich ", "wohne|lebe|arbeite|liebe|mag|hasse|heiße|bin|habe"),
    (r"\by |\bpero ", r"yo ", "vivo|trabajo|soy|odio|detesto|me (?:gustan?|encantan?|llamo)"),
    (r"\bet |\bmais ", r"je ", "travaille|habite|vis|suis|adore|aime|déteste|m['’]appelle"),
    (r"\be |\bma ", r"io ", "lavoro|vivo|abito|sono|odio|mi (?:piac(?:e|ciono)|chiamo)"),
    (r"\be |\bmas ", r"eu ", "trabalho|moro|sou|adoro|gosto|me chamo"),
    (r"\ben |\bmaar ", r"ik ", "werk|woon|ben|heet"),
)
_FOREIGN = tuple(
    (
        re.compile(rf"(?i)(?:^|\W)(?:{subject}|j['’])?(?:no |não |non |ne |n['’])?(?:{verbs})\b"),
        re.compile(
            rf"(?i),? (?:{joint})(?P<own>{subject}|j['’])?(?=(?:jetzt |ahora |no |não |non |ne )?(?:{verbs})\b)"
        ),
        subject,
    )
    for joint, subject, verbs in _TONGUES
)
_FOREIGN_HANGS = re.compile(
    r"(?i)\b(?:wenn|falls|dass|ob|als|sagt|sagte|meint|denkt|glaubt|si|que|cuando|quando|dice|dicen|dijo|cree|che|dit|quand|lorsque|se|dat|toen|zegt|die|der|welche[rs]?|qui|où|dove|onde|donde)\b"
)
_SELF = ("ich ", "ik ", "je ")
"""Where the verb does not carry its subject, the left side must name it."""


def _cut_foreign(sentence: str) -> list[str]:
    for verb, joint, subject in _FOREIGN:
        match = joint.search(sentence)
        if match is None:
            continue
        left = sentence[: match.start()]
        if not verb.search(left) or _FOREIGN_HANGS.search(left):
            continue
        own = match["own"] or ""
        if subject in _SELF and not own and not re.search(rf"(?i)\b(?:{subject}|j['’])", left):
            continue
        led = own or (subject if subject in _SELF else "")
        return [left, *_cut_foreign(led + sentence[match.end() :])]
    return [sentence]


def _slot(fact: FactDraft) -> tuple[str, str]:
    return fact.subject, fact.predicate


def _told_as_trade(fact: FactDraft, traded: Mapping[tuple[str, str], str]) -> bool:
    if _slot(fact) in traded:
        return fact.polarity is Polarity.NEGATED
    return any(fact.subject == subject and fact.object == new for (subject, _), new in traded.items())


def merged(whole: Sequence[FactDraft], parts: Sequence[Sequence[FactDraft]]) -> tuple[FactDraft, ...]:
    """The facts of a sentence from those of its clauses, and from what only the sentence as a whole tells.

    A trade is told by the whole ("left the old book club and joined Lantern"): the clauses add no end of the old to
    it, nor do they take the new for something else.
    """
    traded = {_slot(f): f.object for f in whole if f.change is Change.CHANGE and f.single_valued}
    found: dict[tuple[str, str, str], FactDraft] = {}
    for fact in (f for part in parts for f in part):
        if not _told_as_trade(fact, traded):
            found.setdefault((*_slot(fact), fact.object.casefold()), fact)
    if not found:
        return tuple(whole)
    told = {_slot(f) for f in found.values()}
    rest = [f for f in whole if _slot(f) not in told and f.certainty is Certainty.ASSERTED]
    return (*rest, *found.values())
