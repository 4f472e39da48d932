"""The shapes of sentences that state something: subject and verb, relatives, changes, things said of others. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from weave.model import Change
from weave.scribe import fields
from weave.scribe.claim import Claim, good
from weave.scribe.clauses import hangs_together
from weave.scribe.clefts import plain_orders
from weave.scribe.counts import counted
from weave.scribe.deeds import deeds, dismissed, trades
from weave.scribe.gates import Gated
from weave.scribe.inverted import inverted
from weave.scribe.kinds import kind_pattern, kind_words
from weave.scribe.patterns import VERBS, clean
from weave.scribe.places import tenable
from weave.scribe.possessions import owned
from weave.scribe.predicates import SINGLE_RELATIONS, snake
from weave.scribe.roles import held
from weave.scribe.schedule import scheduled
from weave.scribe.shapes import CONCRETE, NAME, REL, VALUE_LIKE, object_of, subject_of
from weave.scribe.tastes import is_taste
from weave.scribe.third_parties import subject_named, told_of
from weave.scribe.tongues import spoken
from weave.scribe.whose import is_of_another, moved_by_another
from weave.scribe.workplaces import workplaces

__all__ = ["by_field", "claims"]

_FIRST = re.compile(r"(?i)^(?:i|we)(?:\b|(?=['’]))(?P<vp>.*)$", re.DOTALL)
_MY_REL = re.compile(
    rf"(?i)^(?:my|our) {REL}(?:,? (?P<name>{NAME})(?! and i\b),?| named (?P<name2>{NAME}))?,? (?P<vp>\S.*)$"
)
_NAME_REL = re.compile(rf"(?i)^(?P<name>{NAME}), (?:my|our) {REL}, (?P<vp>\S.*)$")
_INNER_REL = re.compile(
    rf"(?i)\b(?:my|our) {REL},? (?P<name>{NAME}),? (?:who|whom|he|she|they) (?P<vp>\S.*)$"
)
_TOLD_REL = re.compile(
    rf"(?i)^(?:my|our) {REL} (?P<name>{NAME}) (?:told|tells|said|says|mentioned|wrote)\b[^:]{{0,40}}(?:[:,]| that) (?:(?P=name)|he|she|they) (?P<vp>\S.*)$"
)
_REL_IS = re.compile(rf"(?i)^(?:my|our) {REL}(?:['’]s name)? (?:is|was)(?: called| named)? (?P<o>{NAME})\W*$")
_IS_REL = re.compile(rf"(?i)^(?P<o>{NAME}) (?:is|was) (?:my|our) {REL}\W*$")
_HAVE_REL = re.compile(
    rf"(?i)^(?:i|we) (?:have|'ve got|got) (?:an? |one )?{REL},? (?:named|called|whose name is) (?P<o>{NAME})"
)
_DONE = Gated(
    r"(?i)(?:^|, )(?P<o>[\w' -]{2,40}?) and i are (?:done|through|history|finished)|(?:once|formerly) a fan of (?P<o2>[\w' -]{2,40})|no more (?P<o3>[\w' -]{2,40}) for me|had enough of (?P<o4>[\w' -]{2,40})"
)
_NEW_ANIMAL = re.compile(
    rf"(?i)^(?:i|we)(?: just| have|['’]ve)* (?:got|adopted|bought|have|rescued|took in|brought home) (?:an?|another|our|my) (?:(?:second|third|fourth|new|little|baby|\w+ old|rescue) )*(?:{kind_pattern('animal')}),? (?:named |called )?(?P<o>{NAME})(?=[.,!;]|$| (?:and|who|but|from|last|today|yesterday)\b)"
)
_NAME_IS = re.compile(
    rf"(?i)^(?:my name is|my name's|call me|i go by|people call me) (?P<o>{NAME})|^(?:i am|i'm|i’m) (?P<o2>{NAME})(?=[,.!]|$| from\b| and i\b)"
)
_GENERIC_SUBJECT = re.compile(
    rf"^(?P<s>(?:The|Our) (?:[\w'’-]+ ){{0,3}}?[\w'’-]+|{NAME}) (?P<v>is|are|lives|works|chairs|owns|runs|leads|teaches|plays|likes|loves|hates|has|keeps|speaks|studies|drives|manages|heads|directs|hosts|coaches|sings|writes|closes|opens|starts|costs|belongs|uses|supplies|organi[sz]es|edits|lent|owes|prefers|drinks|eats) (?P<o>.+)$"
)
_PAST = re.compile(
    r"(?i)(?:lived|resided|worked|drove|kept|banked|belonged|studied|drank|ate|carried|was(?! born)|were(?! born)|had(?! (?:it|enough|my))|used|spoke|taught|ran|wore|commuted|practi[sc]ed) "
)
"""Told of the past, a state is no fact of today; the episode keeps it."""
_BEING = re.compile(r"(?i)^(?:am|['’]m|is|['’]s|are|['’]re|been|be) (?=\w+ing\b)")


_ON_THE_WAY = {"walk": "on foot", "cycle": "bike", "drive": "car", "run": "running", "jog": "jogging", "row": "rowing boat", "skate": "skateboard", "scoot": "scooter"}  # fmt: skip
_AT_WORK = re.compile(
    r" (?:over |here )?(?:at|for|with) (?:the )?(?P<o>(?-i:[^\W\d_a-z])[^,;:!?()]{1,40})", re.IGNORECASE
)


def _liked(match: re.Match[str], value: str) -> bool:
    group = next(k for k in ("o", "o2", "o3", "o4") if match.groupdict().get(k))
    return is_taste(match.string[: match.start(group)], match[group], value)


def _verbs(subject: str, phrase: str) -> Iterator[Claim]:
    """The first known verb phrase at the start of `phrase`, and after each "and"."""
    if swapped := list(trades(phrase, subject)):
        yield from swapped
        return
    said = ""
    for piece in re.split(
        r",? and (?:i |also )?(?=(?:live|work|drive|play|have|study|speak|love|hate|bank|keep|own|use|am|is|'m)s?\b|(?:found|got|bought|joined|moved|sold|took|started|switched|landed|adopted|signed|opened|went)\b)",
        phrase,
    )[:4]:
        verb_phrase = piece.lstrip()
        if said and hangs_together(said, verb_phrase):
            return
        said += piece
        if gone := dismissed(verb_phrase, subject):
            yield gone
            continue
        if _PAST.match(verb_phrase):
            continue
        plain = _BEING.sub("", verb_phrase)
        for verb in VERBS:
            match = verb.pattern.match(verb_phrase) or verb.pattern.match(plain)
            if match is None:
                continue
            value = object_of(match)
            value = _ON_THE_WAY.get(value.lower(), value) if verb.predicate == "commute" else value
            if not good(value) or (verb.predicate == "likes" and not _liked(match, value)):
                continue
            if verb.predicate == "home_city" and kind_words("language").match(value):
                continue  # "moved on to Spanish"
            extra = match.groupdict().get("p") or ""
            extra = (
                extra
                if extra.endswith("ing") or not extra
                else {"run": "runn", "swim": "swimm"}.get(extra, extra)
            )
            change = Change.CHANGE if verb.change else None
            yield Claim(
                subject,
                verb.predicate.format(p=extra.lower()).strip("_"),
                value,
                verb.single,
                change,
                verb.negated,
            )
            if verb.predicate == "occupation" and (at := _AT_WORK.match(verb_phrase, match.end())):
                yield Claim(subject, "employer", clean(at["o"]))
            break
        else:
            yield from list(deeds(verb_phrase, subject)) or workplaces(verb_phrase, subject)


def _relation(core: str) -> Iterator[Claim]:
    for pattern in (_REL_IS, _IS_REL, _HAVE_REL):
        if match := pattern.match(core):
            relation = match["rel"].lower()
            yield Claim("", snake(relation), clean(match["o"]), relation in SINGLE_RELATIONS)
            return
    for pattern in (_TOLD_REL, _INNER_REL, _NAME_REL, _MY_REL):
        match = pattern.search(core)
        if match:
            if match.groupdict().get("name"):
                relation = match["rel"].lower()
                yield Claim("", snake(relation), match["name"], relation in SINGLE_RELATIONS)
            phrase = re.sub(
                r"(?i)^(?:has|have|now|still) (?=moved|switched|started|joined|\w+ed\b)", "", match["vp"]
            )
            yield from _verbs(subject_of(match), phrase)
            return


def _generic(core: str) -> Iterator[Claim]:
    match = _GENERIC_SUBJECT.match(core)
    if match is None or re.match(
        r"(?:I|We|You|He|She|It|They|This|That|There|What|My|Yes|No|Monday|Today)\b", match["s"]
    ):
        return
    if re.search(r"(?i)^\w+ing\b|\w+ing$", match["s"]) or re.match(
        r"(?i)been\b|(?:so|such|just|really|like|very|too|not|me|the (?:best|most|same|worst))\b", match["o"]
    ):
        return
    subject = subject_named(re.sub(r"^(?:The|Our) ", "", match["s"]))
    known = list(_verbs(subject, f"{match['v']} {match['o']}"))
    value = clean(match["o"])
    if known:
        yield from known
    elif good(value) and len(value.split()) <= 8:
        named = not match["s"].startswith(("The ", "Our "))
        if match["v"] in ("is", "are"):
            concrete = VALUE_LIKE.match(value) and not re.search(r"\band [A-Z]", value)
            if concrete or (" " in match["s"] and named and re.match(r"(?i)(?:an?|the) ", match["o"])):
                yield Claim(subject, "is", value, False)
        elif VALUE_LIKE.match(match["o"]) and (named or CONCRETE.search(value)):
            yield Claim(subject, snake(match["v"]), value, False)


_DEED_FIRST = re.compile(
    r"(?i)(?:re)?[a-z]+ed\b|got\b|set\b|sold\b|bought\b|took\b|went\b|gave\b|left\b|quit\b|found\b|back (?:to|on|in|with|at)\b|done with\b|began\b|(?:love|hate)\b(?! (?:is|are|was|how|when|that|this|it|the way)\b)"
)
_SWITCH = Gated(
    r"(?i)\b(?:switched|changed|moved|went|converted|migrated|upgraded)(?: over)? from (?P<old>[^,.;:]{2,40}?) to (?P<o>[^,.;:!?]{2,40})"
)


def _switched(match: re.Match[str]) -> list[Claim]:
    """ "switched from X to Y": the attribute is told by what kind of thing Y, or else X, is."""
    value = clean(match["o"])
    for kind, predicate in _KIND_PREDICATES.items():
        pattern = kind_words(kind).pattern
        if pattern.search(value) or pattern.search(match["old"]):
            return [Claim("", predicate, value, True, Change.CHANGE)]
    if match[0].lower().startswith("moved"):
        return [Claim("", "home_city", value, True, Change.CHANGE)]
    return [Claim("", "uses", value, False, Change.CHANGE)]


_KIND_PREDICATES = {"editor": "editor", "phone": "phone", "car": "car", "diet": "diet", "drink": "morning_drink", "language": "language_course", "instrument": "instrument", "transport": "commute"}  # fmt: skip


_JUST = re.compile(r"(?i)^(?:just|finally|recently|officially) (?=\S)")
_ONE = re.compile(r"(?i)(?:one|another|an? |the )")
"""How a sentence begins whose subject is one of the things that the speaker has a number of."""


def claims(core: str) -> list[Claim]:
    """What a sentence in plain order states; empty when no shape fits."""
    return [kept for claim in _found(core) if (kept := tenable(claim))]


def _found(core: str) -> list[Claim]:
    of_another = is_of_another(core)
    if (not of_another or _ONE.match(core)) and (numbers := list(counted(core))):
        return numbers
    match = _NAME_IS.match(core)
    if match and not kind_words("language").pattern.fullmatch(object_of(match)):
        return [Claim("", "name", object_of(match))]
    if not of_another and (match := _SWITCH.search(core)):
        return _switched(match)
    if match := _DONE.search(core):
        return [Claim("", "likes", object_of(match), False, Change.CHANGE, True)]
    found = list(scheduled(core)) or list(_relation(core))
    if not found and (match := _NEW_ANIMAL.match(core)):
        found = [Claim("", "pet", object_of(match), False)]
    first = _FIRST.match(core)
    if not found and first:
        found = list(_verbs("", re.sub(r"^(?:'ve|’ve|have) (?=gone|had|been)", "", first["vp"].lstrip(" "))))
    if not found:
        found = list(owned(core))
    deed = _JUST.sub("", core)
    if not found and not first and _DEED_FIRST.match(deed):
        found = list(_verbs("", deed[0].lower() + deed[1:]))
    if not found and _OF_SPEAKER.search(core):
        found = _turned(core)
    return (
        found
        or list(_foreign(core))
        or list(held(core))
        or list(told_of(core, _verbs))
        or list(_generic(core))
    )


_OF_SPEAKER = re.compile(r"(?i)(?<!\w)(?:i|we|me|us|my|our|home)(?!\w)")


def _turned(core: str) -> list[Claim]:
    """A sentence turned around, or one whose subject is the value."""
    for plain in plain_orders(core):
        first = _FIRST.match(plain)
        found = list(_verbs("", first["vp"].lstrip())) if first else list(owned(plain))
        if found:
            return found
    return list(inverted(core))


def _foreign(core: str) -> Iterator[Claim]:
    for said in spoken(core):
        change = Change.CHANGE if said.changed else None
        yield Claim("", said.predicate, said.value, said.single, change, said.negated)


_RELATIVE_DOES = re.compile(
    rf"(?i)\b(?:my|our) {REL}(?: {NAME}|, {NAME},)? (?:(?:just|now|also|still|recently|finally) )*(?:is|are|was|has|have|had|[a-z]+(?:s|ed)|got|bought|took|left|went)\b(?!.*\b(?:me|us)\b)"
)
"""Someone else does something, and not to the speaker."""


def by_field(sentence: str, *, changed: bool) -> list[Claim]:
    """The last resort: what the sentence's field of words tells of the speaker, when no one else does anything in it."""
    if _RELATIVE_DOES.search(sentence):
        return []
    reading = fields.read(sentence, changed=changed)
    if reading is None or not good(reading.value):
        return []
    if reading.predicate == "allergy":
        return [
            Claim("", "allergy", reading.value, reading.single, Change.CHANGE if reading.changed else None)
        ]
    newcomer = "" if reading.predicate == "home_city" else reading.value
    if moved_by_another(sentence, reading.value) or is_of_another(sentence, newcomer):
        return []
    change = Change.CHANGE if reading.changed else None
    claim = tenable(Claim("", reading.predicate, reading.value, reading.single, change))
    return [claim] if claim else []
