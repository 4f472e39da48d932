"""The last resort of the rules: a sentence that tells of a change without a verb we know, read by its field of words. Pure.

"Traded the car in, a grey Leaf is standing outside now": the field is cars, the one car named in it is the new value. Only
sentences that mark a change, or say outright whose thing it is, are read so; a mention in passing states nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from weave.scribe.gates import Gated, keys_of
from weave.scribe.kinds import kind_words
from weave.scribe.patterns import clean

__all__ = ["Reading", "read"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a field found: a predicate, its value, and whether there is one value at a time."""

    predicate: str
    value: str
    single: bool = True
    changed: bool = False
    """The words themselves tell of a deed ("got", "joined", "first day")."""


@dataclass(frozen=True, slots=True)
class _Field:
    predicate: str
    cues: Gated
    kind: str | None
    """A kind of kinds.py; None: a proper name."""
    single: bool = True


def _f(predicate: str, cues: str, kind: str | None = None, single: bool = True) -> _Field:
    return _Field(predicate, Gated(rf"(?i)(?<!\w)(?:{cues})(?!\w)"), kind, single)


_FIELDS = (
    _f("morning_drink", r"mornings?|breakfast|wake|a\.m|first thing", "drink"),
    _f("diet", r"eat(?:ing)?|diet|kitchen|meals?|food|doctor|cook(?:ing)?|plate|menu", "diet"),
    _f("language_course", r"class(?:es)?|courses?|lessons?|school|term|evenings?|enrol\w*|learn\w*|stud\w+|teacher|tutor", "language"),
    _f("instrument", r"instruments?|practi[sc]\w*|play\w*|music\w*|teacher|all about|take[n]? up|lessons?|band", "instrument", False),
    _f("climbing_day", r"climb\w*|wall|boulder\w*", "weekday"),
    _f("swimming_day", r"swim\w*|pool", "weekday"),
    _f("yoga_day", r"yoga", "weekday"),
    _f("choir_day", r"choir", "weekday"),
    _f("training_day", r"training|practice", "weekday"),
    _f("pet", r"animals?|pets?|flat|living with me|lives with me|adopt\w*|household|companion|shelter|rescue\w*", "animal", False),
    _f("commute", r"(?:to|at) (?:the )?(?:work|office)|commut\w*|route|both ways|rides?|way in|pedal\w*|rush hour|season ticket|monthly pass", "transport"),
    _f("phone", r"phones?|sim|pocket|upgrad\w*|calls?|mobile|handset|number moved|set up", "phone"),
    _f("car", r"cars?|dealer\w*|driveway|wheels|drive\w*|drove|garage|park\w*|insured|licence plate", "car"),
    _f("editor", r"cod(?:e|ing)|config\w*|editors?|projects?|write|setup|program\w*|key ?bindings|development", "editor"),
    _f("book_club", r"(?:book|reading) (?:clubs?|group)|member|club"),
    _f("bank", r"banks?|banking|accounts?|payments?|salary|transfers?|savings|money"),
    _f("employer", r"onboarding|badge|first (?:day|week)|new job|employer|hired|old place|new desk|payroll|day one|job|colleagues"),
    _f("home_city", r"keys|flat|moved?|move|boxes|resident|apartment|house|relocat\w*|unpack\w*|landlord|home"),
)  # fmt: skip
_MOST_WORDS = 18
_MINE = re.compile(r"(?i)(?<!\w)(?:i|i['’]\w+|my|me|mine|we|our|us)(?!\w)")
_STARTS_WITH_DEED = re.compile(
    r"(?i)^(?:got|set|sold|bought|picked|traded|moved|switched|swapped|changed|closed|opened|signed|adopted|joined|left|upgraded|dropped|started|relocated|boxes|new|first|the old|the new|from (?:now|today|this)|as of|put|shelved|boxes)\b"
)
_STATES = re.compile(
    r"(?i)(?<!\w)(?:there(?:'s|’s| is) an? .* (?:with me|at (?:home|my place)|in my)|for me (?:it )?(?:is|means)|my .{2,30} (?:is|are|begins?|starts?)|(?:is|are) (?:my|the) (?:new|only)|first (?:day|week)|(?:signed|finished|started) .*onboarding|that's (?:my|the)|i['’]m all about|joined|hired)(?!\w)"
)
_BEGAN = re.compile(
    r"(?i)(?<!\w)(?:first (?:day|week|shift|morning)|joined|hired|newest|brand[- ]new|new|onboarding|just (?:got|bought|moved|signed|picked))(?!\w)"
)
_PROPER = re.compile(r"(?<![\w])[A-Z][\w&'’-]*(?: (?:of |the |and |& )?[A-Z0-9][\w&'’-]*)*")
_NO_NAME = re.compile(
    r"(?:I|I['’]\w+|My|The|A|An|We|Our|New|Old|First|Got|Set|Sold|Moved|Switched|Changed|Closed|Opened|Signed|Joined|Left|From|As|It|That|There|This|All|Put|Boxes|SIM|Now|Today|Home|Bye|Goodbye|Hello|Finally|After|Since|Everything|Relocated|Started|Upgraded|Long|Good|Great|No|Yes|So|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December)"
)
_ALLERGY = re.compile(
    r"(?i)(?:(?:it is|it's) (?P<a>[\w -]{2,30}?) (?:that )?i(?:'m|’m| am) allergic to|(?P<b>[\w -]{2,30}?) (?:is|are) (?:my allergy|something i(?:'m|’m| am) allergic to|what i(?:'m|’m| am) allergic to)|(?<!not )(?<!n't )\ballergi\w+.*?: (?P<c>[\w -]{2,30}?)(?= it is|[.,;!]|$)|says? (?:that )?(?:it is|it's) (?P<d>[\w -]{2,30}?) that|\bmy allergy(?: \w+)? is (?:to |against )?(?P<e>[\w -]{2,30})|^(?P<f>[\w -]{2,30}?),? (?:is|are)? ?(?:the (?:one )?thing |what )?i(?:'m|’m| am) (?:badly |severely |really )?allergic to)"
    r"|\b(?:my|our) (?:(?:bad|severe|serious|lifelong|known|old|nasty) )?(?P<g>(?!(?:food|own|severe|only|one)\b)[a-z-]+(?: [a-z-]+)?) allergy\b(?! (?:is|has|was|seems|turned|went)\b)|\b(?:have|['’]ve|live with|got|suffer from|born with|with) an? (?:(?:bad|severe|serious|lifelong|known|old|nasty) )?(?P<h>(?!(?:food|own|severe)\b)[a-z-]+(?: [a-z-]+)?) allergy\b"
)
_PROJECT = re.compile(
    r"(?i)(?:long live (?P<a>[\w -]{2,40})|everything else aside for (?P<b>[\w -]{2,40})|started (?P<c>[\w -]{2,40}?) and that(?:'s|’s| is) all i (?:build|make|work on)|(?:side|weekend|spare[- ]time) project is (?:now )?(?P<d>[\w -]{2,40}))"
)
_TURNS_OUT = re.compile(r"(?i)^.*(?:turns out|it seems|result)[,:]? (?:that )?")


_AFTER_NAME = re.compile(
    r"(?i)^(?:[,:;.!]|$| (?:is|are|it|has|have|took|now|and|from|was|then|hired|for|pays|gave|as|since|at|became|becomes|will|['’]s)\b|['’]s\b)"
)
_NO_OPENING = re.compile(
    r"(?i)\w+(?:ing|ed|ly)|lost|had|made|took|went|came|saw|met|found|some|any|many|most|all|both|one|two|three|then|when|while|what|who|where|why|how|if|but|and|or|not|just|well|oh|wow|yeah|okay|ok|hey|hi|thanks|sorry|however|maybe|also|even|another|other|every|each|these|those|here|in|on|at|by|for|with|of|to|about|during|before|between|until|next|last|back|he|she|they|you|his|her|their|your|its"
)


def _opening(name: str, after: str) -> bool:
    """Whether what opens a sentence is a name, though any word is written large there."""
    words = name.split()
    return not _NO_OPENING.fullmatch(words[0]) and (len(words) > 1 or bool(_AFTER_NAME.match(after)))


def _named(sentence: str, cues: Gated) -> list[str]:
    names = []
    for match in _PROPER.finditer(sentence):
        words = match[0].split()
        while words and _NO_NAME.fullmatch(words[0]):
            words = words[1:]
        name = " ".join(words)
        if len(name) < 2 or cues.pattern.fullmatch(name):
            continue
        opens = match.start() == 0 and name == match[0]
        if not opens or _opening(name, sentence[match.end() :]):
            names.append(name)
    return list(dict.fromkeys(names))


def _phrase(sentence: str) -> Reading | None:
    """Fields whose values are no kind of their own: allergens and things people build."""
    plain = _TURNS_OUT.sub("", sentence)
    for predicate, pattern in (("allergy", _ALLERGY), ("side_project", _PROJECT)):
        match = pattern.search(plain)
        if match:
            value = clean(next(g for g in match.groups() if g))
            if value:
                return Reading(predicate, value, predicate != "allergy")
    return None


def read(sentence: str, *, changed: bool) -> Reading | None:
    """The one value of the one field that `sentence` tells of; `changed`: it marks a change."""
    deed = _STARTS_WITH_DEED.match(sentence) is not None
    if len(sentence.split()) > _MOST_WORDS or not (_MINE.search(sentence) or deed):
        return None
    if found := _phrase(sentence):
        return found
    if not (changed or deed or _STATES.search(sentence)):
        return None
    keys = keys_of(sentence)
    for field in _FIELDS:
        if not field.cues.search(sentence, keys):
            continue
        if field.kind is None:
            values = _named(sentence, field.cues)
            if values and not field.cues.search(sentence.replace(values[0], " ")):
                continue  # the name itself holds the field's word: "Corvane Bank" pays a salary, too
        else:
            matches = [
                m
                for m in kind_words(field.kind).finditer(sentence, 0, len(sentence))
                if not field.cues.pattern.fullmatch(m[0])
            ]
            values = list(dict.fromkeys(m[0] for m in matches))
        if len(values) == 1:
            began = deed or _BEGAN.search(sentence) is not None
            return Reading(field.predicate, clean(values[0]) or values[0], field.single, began)
    return None
