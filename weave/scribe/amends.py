"""Corrections and retractions: sentences that speak of earlier sentences, not of the world. Pure.

A correction names the right value, mostly also the wrong one ("Basel, not Bern"); a retraction names what to forget.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from weave.model import Change
from weave.scribe.claim import ME, Claim, good
from weave.scribe.gates import Gated, keys_of
from weave.scribe.patterns import clean
from weave.scribe.predicates import RELATIVES, attribute_of, snake

__all__ = ["ANY", "special"]

ANY = "*"
"""The predicate of a correction that names only values: whichever fact holds the wrong one."""
Read = Callable[[str], list[Claim]]
"""What states a plain sentence: `frames.claims` behind the markers."""

_POLITE = r"^\W*(?:(?:please|so|and|oh|kindly|could you|can you|would you|you can|you may|you should|you could|you'd better|let['’]?s|just|better|actually|no|wait|sorry|hey|ok|okay|hm+|i want you to|i(?:['’]d| would) like you to|i need you to|also|now|then|ah|oops|do|go ahead and|it's best to|best to|feel free to|i)[,.!:]? )*"
_VERB = r"(?:forget|scrap|strike|delete|ignore|disregard|remove|erase|drop|cross out|take back|withdraw|retract|cancel|discard|throw out|wipe|unlearn|dismiss|never mind|nevermind|void|take out|clear|undo|unsay|revoke|pay no attention to|don['’]t (?:count|trust|keep|store|use|rely on|believe))"
_NP = r"(?P<np>[\w’' -]{2,40}?)"
_NP_END = r"(?=[,.;:!—–]| (?:is|was|isn['’]t|wasn['’]t|are|were|that|which|because|since|as|it|i|please|entirely|completely|altogether|again|for now|earlier|before|yesterday|today|last|the other|from|and|if)\b|\W*$)"
_RETRACT = Gated(
    rf"(?i){_POLITE}{_VERB}\b[^.;]{{0,70}}?\b(?:about|on|of|regarding|concerning|with|as to|for) (?P<own>my|our) {_NP}{_NP_END}"
)
_RETRACT_ENTRY = Gated(
    rf"(?i){_POLITE}{_VERB} (?P<own>my|our) {_NP} (?:from|in|off|out of) (?:your|the|all) (?:notes?|memory|memories|records?|lists?|files?|head|books?|log)|{_POLITE}{_VERB} (?:the|that|your) (?:note|entry|bit|part|line|record|remark|statement|claim)s? (?:about|on|with|for) (?:my|our) (?P<np2>[\w -]{{2,30}}?){_NP_END}"
)
_RETRACT_NOUN = Gated(
    rf"(?i)\b(?:what|whatever|the (?:thing|things|part|bit|note|entry|claim|information|info|stuff)|everything|anything|all) (?:that )?(?:you (?:have|know|noted|wrote down|remember|stored|saved)|i (?:said|told you|claimed|mentioned|wrote|gave you))?[\w ,]{{0,30}}?(?:on|about|for|regarding|concerning) my {_NP} (?:is|was|isn['’]t|wasn['’]t|are|were)(?: (?:all|just|simply|plain|completely|actually|totally))? (?:wrong|not (?:true|right|correct|so|the case)|true|right|correct|false|untrue|nonsense|a lie|made up|invented|a mistake|an error|rubbish|mistaken|incorrect|off)\b"
)
_TRUE = re.compile(
    r"(?i)\b(?:is|was|are|were)(?: (?:all|just|completely|actually))? (?:true|right|correct)\b"
)
_RETRACT_THAT = Gated(
    rf"(?i){_POLITE}{_VERB}(?: the (?:bit|part|thing|claim|note|line))?(?: about| where| when| of)?(?: that)?(?: i (?:ever )?(?:said|told you|mentioned|wrote|claimed)(?: that)?| (?:what|that) i (?:said|told you) (?:about)?)?:? (?P<vp>(?:i|i['’]m|i['’]ve|my|me|us|our|we)\b.+)$"
)
_RETRACT_DOING = Gated(rf"(?i){_POLITE}{_VERB}\b[^.;]{{0,50}}?\babout (?:me |us |my )?(?P<vp>\w+ing\b.+)$")
_RETRACT_WHERE = Gated(
    rf"(?i){_POLITE}{_VERB}\b[^.;]{{0,40}}?\b(?:where|what|who|which|whom|how) (?:\w+ )?i (?:(?:said|told you|claimed) (?:that )?i )?(?P<w>live|work|bank|drive|eat|code|play|study|commute|drink|see|train)"
)
_DONE_WITH = {"live": "home_city", "work": "employer", "bank": "bank", "drive": "car", "eat": "diet", "code": "editor", "play": "instrument", "study": "language_course", "commute": "commute", "drink": "morning_drink", "see": "doctor", "train": "gym"}  # fmt: skip
_INSTEAD = re.compile(
    r"(?i)(?:[,;:—–-]|\bbecause\b|\band\b)+ ?(?:actually |in fact |really )?(?:it(?:['’]s| is)|the (?:right|correct|true|real) (?:one|answer|value) is|(?:make|should be) (?:that|it)|should be) (?P<v>[^,.;:!]{2,40}?)(?: now| instead| actually)?[.!]*$"
)

_STRONG = Gated(
    r"(?i)\b(?:correction|let me correct|i(?:['’]d| would| want| need| have|['’]ve)? (?:like )?(?:to )?correct (?:myself|that|what|my)|to correct (?:myself|that|what|my)|mis-?typed|misspoke|misstated|slip of the (?:tongue|finger|pen)|i meant|what i meant|(?:i was|got (?:it|that|this|the \w+|my \w+)) (?:wrong|mistaken)(?= (?:about|on|earlier|before|there|when|last|yesterday)|[,.:;!—–-])|i(?:['’]ve| had| have| gave| got)(?: had| got)? (?:you )?(?:it|that|this|the wrong \w+|my \w+) (?:mixed up|wrong|backwards)"
    r"|gave you the wrong|(?:mixed|muddled) (?:it|them|that|things|the two|something) up|(?:fix|correct|update|amend|change) (?:your|the) (?:notes?|records?|entry|entries|memory)|set the record straight|was (?:a slip|a mistake|an error|a typo|wrong)(?= |[,.:;!])|by mistake|mistakenly|scratch that|strike that|what i (?:said|told you|wrote)\b.{0,40}\b(?:wrong|mistake|not right)|autocorrect|ich meinte|korrektur|quise decir|corrección|je voulais dire|volevo dire|correzione|quis dizer|correção)(?!\w)|\btypo[:,]|更正|我的意思是|訂正"
)
_WEAK = Gated(
    r"(?i)^\W*(?:oh,? |ah,? |er+,? |um+,? |hm+,? |well,? )*(?:sorry|oops|whoops|my (?:mistake|bad|error|fault)|wait|no|hang on|hold on|i stand corrected|actually|make (?:that|it)|not (?!only|just|sure|even|that|to|really).{1,40}?,? but)\b|\b(?:should (?:be|have been|read|say)|(?:actually|no|sorry),? make (?:that|it)|i (?:said|told you|wrote|typed) .{1,40}?,? but)\b"
)
"""These words correct only when the sentence names both, the right and the wrong."""
_CONTEXT_CUE = Gated(
    r"(?i)\b(?:(?:was|only|just) a (?:slip|typo)|mixed (?:it|them|that|things|the two) up|my mistake|mistyped|misspoke)\b"
)
_STRIP = re.compile(
    r"(?i)^\W*(?:(?:oh|oops|whoops|wait|no|ah|er+|um+|hang on|hold on|sorry|so sorry|apologies|my (?:mistake|bad|error|fault)|small|a|just a|one|quick|minor|slight|i (?:want|need|have|would like) to make a|correction(?: to (?:what|the|my)[^,:.;]{0,40})?|to correct (?:myself|that|what[^,:;.]{0,30}|my[^,:;.]{0,30})|let me correct (?:myself|that|what[^,:;.]{0,30})|i (?:just )?(?:mis-?typed|misspoke|mixed (?:it|that|them|things) up)(?: (?:before|earlier|there|above|last time|yesterday))?|(?:that was )?a? ?typo|(?:that|it) was a (?:slip|typo|mistake)(?: of the \w+)?|i got (?:it|that|this) wrong(?: \w+)?"
    r"|i was (?:wrong|mistaken)(?: (?:earlier|before|there|yesterday))?|i stand corrected|actually|scratch that|strike that|i meant(?: to (?:say|write|type))?(?: that)?|what i meant (?:is|was)(?: that)?|to be (?:correct|precise|exact)|for the record|let me set the record straight|ich meinte|korrektur|quise decir|corrección|je voulais dire|volevo dire|correzione|quis dizer)\b[,.:;!—–-]* ?)+"
)
_WRONG = re.compile(
    r"(?i)^(?P<rest>.+?)(?:[,;—–-]+ ?| )(?:and |but )?(?:not|never|rather than|instead of|as opposed to|it (?:never was|was never|never has been|has never been|wasn['’]t|isn['’]t|was not|is not|never)|never was|wasn['’]t|isn['’]t|was never)(?: (?:in|at|on|with|by|as|from|to))? (?P<wrong>(?!only\b|just\b|that\b|sure\b|yet\b|so\b|really\b|because\b|what\b|as i\b|mind\b)[^,.;:!]{1,45}?)(?: (?:as i (?:said|told|wrote|typed).*|like i said.*|before|earlier|at all|any ?more))?[.!]*$"
)
_NOT_BUT = re.compile(
    r"(?i)^(?P<lead>.*?)\b(?:not|never|isn['’]t|wasn['’]t) (?P<wrong>(?!only\b|just\b|sure\b)[^,.;:]{1,40}?),? but (?:rather )?(?P<value>[^,.;:]{1,50}?)(?P<tail> (?:is|are|that|where|i)\b.*)?[.!]*$"
)
_SAID = re.compile(
    r"(?i)^(?:i|i['’]d|i had|i have|i['’]ve) (?:said|told you|wrote|typed|put|mentioned|called it|gave)(?: (?:it was|it's|that it was|down))? (?P<wrong>[^,.;:]{1,40}?)(?: (?:earlier|before|yesterday|last time|by mistake|the other day))?[,;]? (?:but|though|when|while|and)(?: (?:i meant|it(?:['’]s| is| was)|that(?:['’]s| is)|the (?:right|correct) (?:one|answer) is|should be|should have been|of course|really|actually|in fact|what i meant was|meant))* (?P<value>[^,.;:]{1,45}?)[.!]*$"
)
_VALUE = re.compile(
    r"(?i)(?:^|\b(?:i meant(?: to (?:say|write|type))?|scratch that[,:]?|strike that[,:]?|(?:the )?(?:right|correct|true|real|proper) (?:answer|one|value|name|thing|number|day|word) (?:is|was)|notes on my [\w -]{2,30}:|should (?:be|have been|read|say)|(?:actually|really)?[, ]*it(?:['’]s| is)|make (?:that|it)|ich meinte|quise decir|je voulais dire|volevo dire|quis dizer)[,:]? )(?:(?:it(?:['’]s| is)|that(?:['’]s| is)|make (?:that|it)|should be|you:) )?(?P<v>[^,.;:]{1,50})"
)
_ABOUT = re.compile(
    r"(?i)\b(?:about|on|of|for|with|regarding|concerning) my (?P<np>[\w -]{2,30}?)(?=[:,.;—–]| (?:is|was|the|i|that|it|and|wrong|earlier|before|yesterday|should)\b|\W*$)|^(?:my|the) (?P<np2>[\w -]{2,30}?) should (?:be|read|say)\b"
)
_AFTER_ABOUT = re.compile(
    r"(?i)(?:[:,;—–-]|\b(?:is|was|it['’]s|should be|should read|should say))+ ?(?:it(?:['’]s| is) |the (?:right|correct) (?:one|answer|value) is |that['’]s |should be )?(?P<v>[^,.;:!]{1,45})"
)
_POSSESSED = re.compile(
    rf"(?i)^(?P<rel>{RELATIVES})(?: (?P<name>(?-i:[A-Z])\w+))?['’]s (?P<np>[\w -]{{2,30}})$"
)


_BARE_VALUE = re.compile(
    r"(?!(?i:wow|yeah|yes|no|ok|okay|however|had|what|that|this|it|i)\b)(?:[^\W_a-z]|\d|(?:[\w'’-]+ ){0,2}[\w'’-]+$)"
)


def _predicate(noun: str) -> str:
    attribute = attribute_of(noun)
    return attribute.predicate if attribute else snake(noun)


def _aimed(noun: str) -> tuple[str, str]:
    """Whom and what a noun phrase after "my" means: ("", "car"), or someone else's."""
    if match := _POSSESSED.match(noun.strip()):
        name = f" {match['name']}" if match["name"] else ""
        return f"{ME}'s {match['rel'].lower()}{name}", _predicate(match["np"])
    return "", _predicate(noun)


def _right(predicate: str, value: str, wrong: str, subject: str = "") -> list[Claim]:
    if (not good(value) and not value.isdigit()) or len(value.split()) > 6:
        return []
    last = value.rsplit(maxsplit=1)[-1]
    if wrong.isdigit() and last.isdigit() and last != value:
        value = last  # "channel 11, not 6": the two are 11 and 6
    found = [Claim(subject, predicate, value, True, Change.CORRECTION)]
    if (good(wrong) or wrong.isdigit()) and len(wrong.split()) <= 6:
        found.append(Claim(subject, predicate, wrong, True, Change.CORRECTION, True))
    return found


def _named(sentence: str) -> list[Claim]:
    """A retraction that names the attribute; with the right value behind it, a correction."""
    for pattern in (_RETRACT, _RETRACT_ENTRY, _RETRACT_NOUN):
        match = pattern.search(sentence)
        if match is None or (pattern is _RETRACT_NOUN and _TRUE.search(match[0])):
            continue
        noun = match["np"] or match.groupdict().get("np2") or ""
        if len(noun.split()) > 4 and not _POSSESSED.match(noun):
            continue
        subject, predicate = _aimed(noun)
        instead = _INSTEAD.search(sentence[match.end() :])
        if instead and (right := _right(predicate, clean(instead["v"]), "", subject)):
            return right
        return [Claim(subject, predicate, "", True, Change.RETRACTION, True)]
    if match := _RETRACT_WHERE.search(sentence):
        return [Claim("", _DONE_WITH[match["w"].lower()], "", True, Change.RETRACTION, True)]
    return []


def _retraction(sentence: str, read: Read) -> list[Claim] | None:
    if found := _named(sentence):
        return found
    for pattern, lead in ((_RETRACT_THAT, ""), (_RETRACT_DOING, "I am ")):
        if match := pattern.search(sentence):
            claims = read(lead + match["vp"])
            if claims:
                return [replace(c, change=Change.RETRACTION, negated=True) for c in claims]
    return None


def _split(body: str) -> tuple[str, str]:
    """What is right, as a sentence or a bare value, and what was wrong."""
    if match := _SAID.match(body):
        return match["value"], match["wrong"]
    if match := _NOT_BUT.match(body):
        return f"{match['lead']}{match['value']}{match['tail'] or ''}", match["wrong"]
    if match := _WRONG.match(body):
        return match["rest"], match["wrong"]
    return body, ""


def _stated(rest: str, wrong: str, read: Read) -> list[Claim]:
    """A correction that is a whole statement ("my bank is Triodos, not ING")."""
    if len(rest.split()) < 3:
        return []
    found = [c for c in read(rest) if c.object and c.change is not Change.RETRACTION]
    if not found:
        return []
    head = replace(found[-1], change=Change.CORRECTION)
    lost = clean(wrong)
    if not lost or head.negated:
        return [head]
    return [head, replace(head, object=lost, negated=True)]


def _correction(sentence: str, context: str, read: Read) -> list[Claim] | None:
    if len(sentence.split()) > 32:
        return None
    strong = _STRONG.search(sentence) is not None or _CONTEXT_CUE.search(context) is not None
    if not (strong or _WEAK.search(sentence)):
        return None
    body = _STRIP.sub("", sentence).strip()
    rest, wrong = _split(body)
    if not (strong or wrong):
        return None
    about = _ABOUT.search(sentence)
    if about is None and (found := _stated(rest, wrong, read)):
        return found
    subject, predicate, value = "", ANY, ""
    if about:
        subject, predicate = _aimed(about["np"] or about["np2"])
        after = _AFTER_ABOUT.search(
            rest, rest.find(about[0].strip()) + len(about[0].strip()) if about[0].strip() in rest else 0
        )
        value = after["v"] if after else ""
    matches = list(_VALUE.finditer(rest))
    told = next((m for m in reversed(matches) if m.start() or len(matches) == 1), None)
    if told and (not value or told.start()):
        value = told["v"]
    value = re.sub(
        r"(?i)^(?:it(?:['’]s| is)|that i|sorry|(?:the )?(?:right|correct) (?:answer|one) is|i meant|(?:is|was|in|at|on|with) (?=\S)) ?",
        "",
        clean(value),
    )
    if stated := _stated(value, wrong, read):
        return stated
    if predicate == ANY and not _BARE_VALUE.match(value):
        return None
    return _right(predicate, value, clean(wrong), subject) or None


_TAKES_BACK = frozenset(
    "forg scra stri dele igno disr remo eras drop cros take with retr canc disc thro wipe unle dism neve void clea undo unsa revo atte trus beli coun stor keep rely use wron true righ corr fals untr nons lie made inve mist erro rubb inco".split()
)


def special(sentence: str, context: str, read: Read) -> list[Claim] | None:
    """The claims of a retraction or correction, which no other shape may read; None when it is neither.

    `context` is the sentence after; `read` reads a plain statement.
    """
    takes_back = not _TAKES_BACK.isdisjoint(keys_of(sentence))
    taken = _retraction(sentence, read) if takes_back else None
    return taken or _correction(sentence, context, read)
