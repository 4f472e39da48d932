"""The shapes of sentences that state something: subject and verb, "my X is Y", counts, corrections. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from weave.model import Change
from weave.scribe import fields
from weave.scribe.claim import ME, Claim, good
from weave.scribe.clefts import plain_orders
from weave.scribe.deeds import deeds, trades
from weave.scribe.gates import Gated
from weave.scribe.inverted import inverted
from weave.scribe.kinds import kind_pattern, kind_words
from weave.scribe.patterns import VERBS, clean
from weave.scribe.predicates import RELATIVES, SINGLE_RELATIONS, attribute_of, snake
from weave.scribe.roles import held
from weave.scribe.schedule import scheduled
from weave.scribe.tastes import is_taste
from weave.scribe.tongues import spoken

__all__ = ["ME", "Claim", "by_field", "claims", "good"]

_NAME = r"(?-i:[^\W\d_a-z][\w'’.-]*(?: [^\W\d_a-z][\w'’-]*){0,2})"
_REL = rf"(?:(?:older|younger|elder|little|big|old(?! (?:school|college|friend))|new|late|twin|best|dear|good|close|former|oldest|youngest|eldest) )*(?P<rel>{RELATIVES})"
_FIRST = re.compile(r"(?i)^(?:i|we)(?:\b|(?=['’]))(?P<vp>.*)$", re.DOTALL)
_MY_REL = re.compile(
    rf"(?i)^(?:my|our) {_REL}(?:,? (?P<name>{_NAME})(?! and i\b),?| named (?P<name2>{_NAME}))?,? (?P<vp>\S.*)$"
)
_NAME_REL = re.compile(rf"(?i)^(?P<name>{_NAME}), (?:my|our) {_REL}, (?P<vp>\S.*)$")
_INNER_REL = re.compile(
    rf"(?i)\b(?:my|our) {_REL},? (?P<name>{_NAME}),? (?:who|whom|he|she|they) (?P<vp>\S.*)$"
)
_TOLD_REL = re.compile(
    rf"(?i)^(?:my|our) {_REL} (?P<name>{_NAME}) (?:told|tells|said|says|mentioned|wrote)\b[^:]{{0,40}}(?:[:,]| that) (?:(?P=name)|he|she|they) (?P<vp>\S.*)$"
)
_REL_IS = re.compile(
    rf"(?i)^(?:my|our) {_REL}(?:['’]s name)? (?:is|was)(?: called| named)? (?P<o>{_NAME})\W*$"
)
_IS_REL = re.compile(rf"(?i)^(?P<o>{_NAME}) (?:is|was) (?:my|our) {_REL}\W*$")
_HAVE_REL = re.compile(
    rf"(?i)^(?:i|we) (?:have|'ve got|got) (?:an? |one )?{_REL},? (?:named|called|whose name is) (?P<o>{_NAME})"
)
_REL_WHOSE = re.compile(
    rf"(?i)^(?:my|our) {_REL}(?: (?P<name>{_NAME}))?['’]s (?P<np>[\w -]{{2,30}}?) (?:is|are) (?P<o>.+)$"
)
_MY_IS = re.compile(
    r"(?i)^(?:my|our) (?P<np>[^,.:;]{2,40}?)(?:,| that)? (?:is now|is|are|was|were|will be|becomes|means|always begins with|begins with|starts with|is called|changed to|stands at|runs to) (?P<o>.+)$"
)
_MY_COLON = re.compile(r"(?i)^(?:my |our )?(?P<np>[a-z][\w' -]{1,30}?)(?: for me| of mine)?: (?P<o>.+)$")
_IS_MY = re.compile(
    r"(?i)^(?P<o>.{2,50}?) (?:is|are) (?:my|our) (?P<np>[^,.;:]{2,40}?)(?: (?:now|for now|these days|today|as of .*|of choice))?[.!]*$"
)
_FOR_ME = re.compile(
    r"(?i)^(?P<np>home|work|music|climbing|coffee|breakfast|lunch|dinner|commuting|going to work|school|church|gym)(?: for me)? (?:is|means|happens)(?: for me)?(?: at| in| on| by| the)* (?P<o>.+)$|^(?P<np2>music) for me means (?:the )?(?P<o2>.+)$"
)
_WISE = re.compile(
    r"(?i)^(?P<np>food|diet|phone|car|bank|language|job|work|music|pet|editor|money)[- ]wise,? i(?:'m|’m| am) (?:on |at |with |a )?(?P<o>.+)$"
)
_MACHINE = re.compile(
    rf"(?i)^(?:my|our) (?:\w+ )?(?:laptop|computer|pc|machine|desktop|workstation|notebook|server)s? (?:runs?|is running|are running|boots?|is on|uses?)(?: on| into)? (?P<o>{kind_pattern('system')})(?![\w-])"
)
_REACH = re.compile(
    r"(?i)^(?:(?:please |just )?(?:reach|e-?mail|mail|write to|call|text|phone|ring|contact|message) me|you (?:can|may) (?:reach|e-?mail|mail|write to|call|text|phone|contact|message) me) (?:at|on|under|via) (?P<o>[\w.+-]+@[\w-]+\.[\w.-]+|\+?[\d][\d ()/-]{5,})"
)
_FAVOURITE = Gated(
    r"(?i)\b(?:my|our) (?:all-time )?favou?rite (?P<np>[\w ]{2,30}?) (?:is|are|has to be|will always be) (?P<o>.+)$|(?P<o2>.{2,50}?) (?:is|are) my (?:all-time )?favou?rite (?P<np2>[\w ]{2,30}?)\W*$"
)
_AMONG = Gated(
    r"(?i)^(?:among|one of) my favou?rite things(?: is|:)? (?P<o>.+)$|nothing better than (?P<o2>.+)$|^(?P<o3>[\w' -]{2,40}) (?:is|are) (?:one of )?my favou?rites?(?: things?)?\W*$"
)
_DONE = Gated(
    r"(?i)(?:^|, )(?P<o>[\w' -]{2,40}?) and i are (?:done|through|history|finished)|(?:once|formerly) a fan of (?P<o2>[\w' -]{2,40})|no more (?P<o3>[\w' -]{2,40}) for me|had enough of (?P<o4>[\w' -]{2,40})"
)
_NAME_IS = re.compile(
    rf"(?i)^(?:my name is|my name's|call me|i go by|people call me) (?P<o>{_NAME})|^(?:i am|i'm|i’m) (?P<o2>{_NAME})(?=[,.!]|$| from\b| and i\b)"
)
_NUMBER = r"\d{1,6}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|no|zero"
_COUNT = re.compile(
    rf"(?i)^(?:i|we)(?:'ve got| have got| own| have| keep| collect| possess| got|'ve)(?: now| exactly| only| about)? (?P<n>{_NUMBER}) (?P<o>[a-z][\w-]+(?: [a-z][\w-]+)?s|bonsai|fish|sheep|children|mice|geese|people)(?![\w-])"
)
_COUNT_OF = Gated(
    r"(?i)\bmy (?:count|number|total|collection|tally) of (?P<o>[\w -]{2,30}?) (?:stands at|is at|is|has|counts|numbers|reached|comes to) (?P<n>\d{1,6}|\w+)\b|^(?:there are|i'm at) (?P<n2>\d{1,6}) (?P<o2>[\w -]{2,30}?) in my collection"
)
_UP = Gated(
    r"(?i)\b(?:one more|another one|an additional(?: one)?|an extra(?: one)?|a new one|added (?:one|another)|another(?= (?:joined|came|arrived|for|to|in|moved|was|is|has|turned up|today|now)\b|[,.!;]|$))(?![\w-])"
)
_DOWN = Gated(
    r"(?i)\b(?:(?:gave|sold|lost|dropped|broke|threw|donated|traded|returned) (?:away )?(?:one|another)|one (?:of (?:my|the) [\w ]{2,30} )?(?:broke|died|got lost|had to go|is gone|was stolen|went|left|fell)|one (?:less|fewer)|one of (?:my|the) .{2,30} (?:broke|had to go|died|is gone|was stolen))\b"
)
_THING = re.compile(
    r"(?i)\b(?:of (?:my|the)|joined my|to my|in my|so the|so my|the|my) (?P<o>[a-z][a-z-]+(?: [a-z]+)?s|bonsai|fish|sheep)(?: (?:are|is|away|collection|have|broke|had|died|got|now|count)\b|\W*$)"
)
_TRANSIENT = re.compile(
    r"(?i)^(?:\w+ )?(?:minutes?|hours?|days?|weeks?|months?|years?|times?|meetings?|calls?|things?|questions?|problems?|issues?|options?|tasks?|errors?|exams?|classes|appointments?|reasons?|ideas?|steps?|emails?|messages?|seconds?|points?|degrees?|thoughts?)$"
)
_GENERIC_SUBJECT = re.compile(
    rf"^(?P<s>(?:The|Our) (?:[\w'’-]+ ){{0,3}}?[\w'’-]+|{_NAME}) (?P<v>is|are|lives|works|chairs|owns|runs|leads|teaches|plays|likes|loves|hates|has|keeps|speaks|studies|drives|manages|heads|directs|hosts|coaches|sings|writes|closes|opens|starts|costs|belongs|uses|supplies|organi[sz]es|edits|lent|owes|prefers|drinks|eats) (?P<o>.+)$"
)
_CONCRETE = re.compile(
    r"\d|[^\W\d_a-z]|\b(?:one|two|three|first|second|third|fourth|fifth|ground|top) (?:floor)?\b"
)


_VALUE_LIKE = re.compile(
    r"(?:(?:in|at|on|by|an?|the) )?(?:[^\W_a-z]|[\"'`“]|\d|(?:[\w-]+ ){0,2}\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|first|second|third|ground|top)\b|\S+@\S)"
)
"""How a value begins that may be kept under a noun of the speaker's own: a name, a number, something in quotes."""
_PAST = re.compile(
    r"(?i)(?:lived|resided|worked|drove|kept|banked|belonged|studied|drank|ate|carried|was(?! born)|were(?! born)|had(?! (?:it|enough|my))|used|spoke|taught|ran|wore|commuted|practi[sc]ed) "
)
"""Told of the past, a state is no fact of today; the episode keeps it."""
_BEING = re.compile(r"(?i)^(?:am|['’]m|is|['’]s|are|['’]re|been|be) (?=\w+ing\b)")


_ON_THE_WAY = {"walk": "on foot", "cycle": "bike", "drive": "car", "run": "running", "jog": "jogging", "row": "rowing boat", "skate": "skateboard", "scoot": "scooter"}  # fmt: skip
_AT_WORK = re.compile(
    r" (?:over |here )?(?:at|for|with) (?:the )?(?P<o>(?-i:[^\W\d_a-z])[^,;:!?()]{1,40})", re.IGNORECASE
)
_FORMER = re.compile(
    r"(?i)(?:old|former|previous|last|ex|first|next|future|late|dream|ideal) (?!name\b|language\b)"
)
_USED_GOODS = re.compile(r"(?:old|new|brand-new|second-hand|used|trusty|lovely) (?=\S)")


def _subject(match: re.Match[str]) -> str:
    groups = match.groupdict()
    name = (groups.get("name") or groups.get("name2") or "").strip()
    return f"{ME}'s {match['rel'].lower()}{' ' + name if name else ''}"


def _object(match: re.Match[str]) -> str:
    groups = match.groupdict()
    return clean(next((groups[k] for k in ("o", "o2", "o3", "o4") if groups.get(k)), ""))


def _liked(match: re.Match[str], value: str) -> bool:
    group = next(k for k in ("o", "o2", "o3", "o4") if match.groupdict().get(k))
    return is_taste(match.string[: match.start(group)], match[group], value)


def _verbs(subject: str, phrase: str) -> Iterator[Claim]:
    """The first known verb phrase at the start of `phrase`, and after each "and"."""
    if swapped := list(trades(phrase, subject)):
        yield from swapped
        return
    for piece in re.split(
        r",? and (?:i |also )?(?=(?:live|work|drive|play|have|study|speak|love|hate|bank|keep|own|use|am|is|'m)s?\b|(?:found|got|bought|joined|moved|sold|took|started|switched|landed|adopted|signed|opened|went)\b)",
        phrase,
    )[:4]:
        verb_phrase = piece.lstrip()
        if _PAST.match(verb_phrase):
            continue
        plain = _BEING.sub("", verb_phrase)
        for verb in VERBS:
            match = verb.pattern.match(verb_phrase) or verb.pattern.match(plain)
            if match is None:
                continue
            value = _object(match)
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
            yield from deeds(verb_phrase, subject)


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
            yield from _verbs(_subject(match), phrase)
            return


def _attribute(noun: str, value: str, *, loose: bool) -> Iterator[Claim]:
    bare = clean(re.sub(r"(?i)^(?:at|in|on|with|by|to|from) (?:the )?", "", value.strip()))
    if _FORMER.match(noun):
        return
    attribute = attribute_of(noun)
    if attribute is not None and attribute.predicate in ("car", "phone", "laptop", "bike"):
        bare = _USED_GOODS.sub("", bare)
    if not good(bare):
        return
    if attribute is not None:
        if attribute.predicate != "hobby" and re.fullmatch(
            r"(?i)(?:\w+ly )?(?:broken|down|late|great|good|bad|nice|slow|fast|dead|dying|out|full|empty|old|new|\w+ing(?: .*)?|\w+ed(?: .*)?|fine|ok|okay|boring|hard|ready|sick|\w+er than .*|(?:like|so|such|really|very|always|never|also|not|in|more|less|the (?:best|worst|same|most)) .*|the (?:best|worst|same))",
            bare,
        ):
            return
        yield Claim("", attribute.predicate, bare, attribute.single)
    elif (
        loose
        and _VALUE_LIKE.match(bare)
        and len(noun.split()) <= 3
        and not re.search(rf"(?i)^(?:{RELATIVES})\b", noun)
    ):
        yield Claim("", snake(noun), bare)


def _nouns(core: str) -> Iterator[Claim]:
    if match := _FAVOURITE.search(core):
        noun = match["np"] or match["np2"]
        yield Claim("", "favourite_" + snake(noun), _object(match))
        return
    if match := _AMONG.search(core):
        yield Claim("", "likes", _object(match), False)
        return
    if match := _REL_WHOSE.match(core):
        for claim in _attribute(match["np"], match["o"], loose=True):
            yield replace(claim, subject=_subject(match))
        return
    for pattern, loose in ((_IS_MY, False), (_MY_IS, True), (_WISE, False), (_MY_COLON, False)):
        match = pattern.match(core)
        if match:
            found = list(_attribute(match["np"], match["o"], loose=loose))
            if found:
                yield from found
                return
    if match := _MACHINE.match(core):
        yield Claim("", "operating_system", match["o"])
        return
    if match := _REACH.match(core):
        yield Claim("", "email" if "@" in match["o"] else "phone_number", match["o"].rstrip("."))
        return
    if match := _FOR_ME.match(core):
        noun = (match["np"] or match["np2"]).lower()
        predicate = {
            "home": "home_city",
            "work": "employer",
            "music": "instrument",
            "climbing": "climbing_day",
            "going to work": "commute",
            "commuting": "commute",
        }.get(noun, snake(noun))
        yield Claim("", predicate, _object(match), predicate != "instrument")


def _counts(core: str) -> Iterator[Claim]:
    for match in (_COUNT.search(core), _COUNT_OF.search(core)):
        if match:
            groups = match.groupdict()
            thing, number = groups["o"] or groups.get("o2") or "", groups["n"] or groups.get("n2") or ""
            if not _TRANSIENT.match(thing):
                yield Claim("", "number_of_" + snake(thing), _digits(number))
            return
    up, down = _UP.search(core), _DOWN.search(core)
    if up or down:
        thing_match = _THING.search(core)
        if thing_match and not _TRANSIENT.match(thing_match["o"]):
            thing = re.sub(r"(?i)\s+(?:away|collection)$", "", thing_match["o"])
            yield Claim("", "number_of_" + snake(thing), "-1" if down else "+1", True, Change.INCREMENT)


_DIGITS = {
    w: str(n)
    for n, w in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
}


def _digits(word: str) -> str:
    return _DIGITS.get(word.lower(), "0" if word.lower() == "no" else word)


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
    subject = re.sub(r"^(?:The|Our) ", "", match["s"])
    known = list(_verbs(subject, f"{match['v']} {match['o']}"))
    value = clean(match["o"])
    if known:
        yield from known
    elif good(value) and len(value.split()) <= 8:
        named = not match["s"].startswith(("The ", "Our "))
        if match["v"] in ("is", "are"):
            concrete = _VALUE_LIKE.match(value) and not re.search(r"\band [A-Z]", value)
            if concrete or (" " in match["s"] and named and re.match(r"(?i)(?:an?|the) ", match["o"])):
                yield Claim(subject, "is", value, False)
        elif _VALUE_LIKE.match(match["o"]) and (named or _CONCRETE.search(value)):
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


def claims(core: str) -> list[Claim]:
    """What a sentence in plain order states; empty when no shape fits."""
    counted = list(_counts(core))
    if counted:
        return counted
    match = _NAME_IS.match(core)
    if match and not kind_words("language").pattern.fullmatch(_object(match)):
        return [Claim("", "name", _object(match))]
    if match := _SWITCH.search(core):
        return _switched(match)
    if match := _DONE.search(core):
        return [Claim("", "likes", _object(match), False, Change.CHANGE, True)]
    found = list(scheduled(core)) or list(_relation(core))
    first = _FIRST.match(core)
    if not found and first:
        found = list(_verbs("", re.sub(r"^(?:'ve|’ve|have) (?=gone|had|been)", "", first["vp"].lstrip(" "))))
    if not found:
        found = list(_nouns(core))
    if not found and not first and _DEED_FIRST.match(core):
        found = list(_verbs("", core[0].lower() + core[1:]))
    if not found and _OF_SPEAKER.search(core):
        found = _turned(core)
    return found or list(_foreign(core)) or list(held(core)) or list(_generic(core))


_OF_SPEAKER = re.compile(r"(?i)(?<!\w)(?:i|we|me|us|my|our|home)(?!\w)")


def _turned(core: str) -> list[Claim]:
    """A sentence turned around, or one whose subject is the value."""
    for plain in plain_orders(core):
        first = _FIRST.match(plain)
        found = list(_verbs("", first["vp"].lstrip())) if first else list(_nouns(plain))
        if found:
            return found
    return list(inverted(core))


def _foreign(core: str) -> Iterator[Claim]:
    for said in spoken(core):
        change = Change.CHANGE if said.changed else None
        yield Claim("", said.predicate, said.value, said.single, change, said.negated)


def by_field(sentence: str, *, changed: bool) -> list[Claim]:
    """The last resort: what the sentence's field of words tells of the speaker."""
    reading = fields.read(sentence, changed=changed)
    if reading is None or not good(reading.value):
        return []
    change = Change.CHANGE if reading.changed else None
    return [Claim("", reading.predicate, reading.value, reading.single, change)]
