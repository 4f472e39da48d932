"""Whose deed a sentence tells: the speaker's, or somebody or something else's. Pure.

A shape that looks for "moved" anywhere would take "Our office moved to Hull" for a move of the speaker's. So what such a
shape finds holds for the speaker only when the verb's own subject is "I" or "we", or is left out as people do.
"""

from __future__ import annotations

import re

from weave.scribe.gates import keys_of

__all__ = ["is_of_another", "moved_by_another"]

_VERB = re.compile(
    r"(?i)(?<![\w-])(?:moved|moves|moving|relocat(?:ed|es|ing)|switch(?:ed|es|ing)|swapped|chang(?:ed|es)|joined|joins|start(?:ed|s)|starting|got|gets|getting|found|landed|took|takes|bought|sold|adopted|hired|signed|left|leaves|quit|upgraded|traded|replaced|returned|transferred|emigrated|settled|accepted|lives|works|drives|eats|drinks|plays|studies|has|had|went|goes|came|lost|gave|opened|closed|dropped|became)(?![\w-])"
)
_KEYS = frozenset(
    "move movi relo swit swap chan join star got gets gett foun land took take boug sold adop hire sign left leav quit upgr trad repl retu tran emig sett acce live work driv eats drin play stud has had went goes came lost gave open clos drop beca".split()
)
_BREAK = re.compile(
    r"(?i)[,;:!?()]+ ?|\.(?: |$)| ?[—–] ?| - |(?<!\w)(?:and|but|so|because|since|that|while|when|where|though|although|as|then|or|plus|after|before|until|if)(?!\w)"
)
_LEAD = re.compile(
    r"(?i)^(?:(?:(?:last|this|next) \w+|just|now|today|yesterday|tonight|finally|recently|also|again|then|well|oh|hey|hi|hello|yes|yeah|no|ok|okay|so|already|still|once|soon|back|new|first|last|good|great|big|at last|\w+ly|on \w+day|from \w+|in \w+|since \w+|by \w+|been|have|has|had|\w+ ago|(?!every|some|any|no)\w+ing)(?: |$))+"
)
_SELF = re.compile(
    r"(?i)(?:^|[\s“\"])(?:i|we|both of us|all of us)(?:['’]\w+)?(?: (?:have|had|am|are|was|were|been|be|being|did|do|will|got|just|now|never|finally|recently|also|again|then|already|still|only|all|both|too|even|once|soon|since|eventually|then|always|simply|\w+ly|going|to|myself|ourselves|not))*\s*$"
)
_OTHER = re.compile(
    r"(?!(?i:i|we)(?!\w))(?:(?i:(?:my|our|his|her|their|your|the|an?|this|that|these|those|some|one of|both|all|every|each|most|many|two|three|he|she|they|it|you|everyone|everybody|someone|somebody|nobody|no one|half|who|which)(?=['’\s]|$))|[^\W\d_a-z][\w'’.-]*).*"
)
_INNER_OTHER = re.compile(
    r"(?i)\b(?:he|she|they|it|who|which|my|our|his|her|their)\b[\w'’ -]*$|(?-i:\b(?!I\b)[A-Z][\w'’-]+)(?: \w+){0,2}\s*$"
)
_TO_SPEAKER = re.compile(r"(?i)^(?:(?: \w+){0,2} )(?:me|us|myself)\b")
_OWN_THINGS = re.compile(
    r"(?i)^(?:(?:my|our|the|a|an|new|old|all|last|little|big|first) )*(?:things?|stuff|boxes|belongings|furniture|keys?|number|sim|onboarding|badge|desk|(?<=new )job|day|week|diet|commute|account|accounts|salary|savings|money|banking|car|phone|editor|dog|cat|config\w*|lessons?|class(?:es)?|evenings?|mornings?|weekends?|breakfast|setup|home|side project|\w+ project|taste|life|routine|flat|apartment|house|place|bike|instrument|(?:old|new|other|last) one)\b"
)
"""What is told of these is told of their owner: "my number moved to the Pixel"."""


_ALL_THAT_I = re.compile(r"(?i)^(?:everything|all|anything|whatever|what)(?: that)? (?:i|we) \w+$")
_MOVING = re.compile(
    r"(?i)(?:moved|moves|moving|relocat(?:ed|es|ing)|switch(?:ed|es|ing)|joined|joins|start(?:ed|s)|transferred|emigrated|settled)"
)
_TAKES_PLACE = ("has", "had", "took", "takes", "replaced", "became", "got", "gets")


def _prefix(sentence: str, at: int) -> tuple[str, int]:
    """What stands between the start of a verb's clause and the verb, and where the clause starts."""
    start = max((m.end() for m in _BREAK.finditer(sentence, 0, at)), default=0)
    return _LEAD.sub("", sentence[start:at].strip(" \"'“”*_"), count=1).strip(), start


def _subject(sentence: str, at: int) -> str:
    """ "mine", "other" or "none": whose the verb at `at` is; one without a subject goes with the clause before."""
    prefix, start = _prefix(sentence, at)
    while not prefix and start > 0:
        cut = next((m for m in _BREAK.finditer(sentence) if m.end() == start), None)
        if cut is None:
            return "none"
        if not cut[0].strip(" ").lower().startswith(("and", "but", "then", "or", "plus", ",")):
            return "none"
        prefix, start = _prefix(sentence, cut.start())
        if prefix:
            return _head(prefix)
    return _whose(prefix)


def _head(clause: str) -> str:
    """Whose a clause is by how it begins."""
    if re.match(r"(?i)(?:i|we|me and|both of us)(?!\w)", clause):
        return "mine"
    return "other" if _OTHER.fullmatch(clause) and not _OWN_THINGS.match(clause) else "none"


def _whose(prefix: str) -> str:
    if not prefix:
        return "none"
    if _SELF.search(prefix):
        return "mine"
    if _OWN_THINGS.match(prefix) or _ALL_THAT_I.match(prefix):
        return "none"
    if _OTHER.fullmatch(prefix) or _INNER_OTHER.search(prefix):
        return "other"
    return "none"


def moved_by_another(sentence: str, value: str) -> bool:
    """Whether the verb of moving before `value`, in its own clause, is another's: "The gym moved to Hull and I quit"."""
    at = max(sentence.find(value), 0)
    verbs = [v for v in _VERB.finditer(sentence, 0, at) if _MOVING.fullmatch(v[0])]
    if not verbs or _BREAK.search(sentence[verbs[-1].end() : at]):
        return False
    last = verbs[-1]
    return _subject(sentence, last.start()) == "other" and not _TO_SPEAKER.match(sentence[last.end() :])


def is_of_another(sentence: str, value: str = "") -> bool:
    """Whether the deeds that a sentence tells are others' alone, and none is done to the speaker ("Bosch hired me").

    What a new `value` itself does is no deed of another: "a Zenfone has taken over".
    """
    if _KEYS.isdisjoint(keys_of(sentence)):
        return False
    theirs = False
    for verb in _VERB.finditer(sentence):
        whose = _subject(sentence, verb.start())
        if whose == "mine" or _TO_SPEAKER.match(sentence[verb.end() :]):
            return False
        own = value and verb[0].lower() in _TAKES_PLACE and value in _prefix(sentence, verb.start())[0]
        theirs = theirs or (whose == "other" and not own)
    return theirs
