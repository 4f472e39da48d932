"""What a sentence tells of somebody named, with verbs of change and denials: "Maribel moved to Davao". Pure.

What others do changes what is known of them, as with the speaker; it must meet the fact that it changes, under one name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from weave.model import Change
from weave.scribe.claim import ME, Claim
from weave.scribe.places import is_place
from weave.scribe.shapes import NAME

__all__ = ["subject_named", "told_of"]

_CHANGES = r"moved|relocated|emigrated|switched|changed|joined|started|left|quit|resigned|got|found|landed|took|bought|sold|adopted|upgraded|traded|swapped|became|gave|stopped|retired|settled|accepted|was|has been"
_PLAIN = r"live|work|drive|play|study|speak|own|bank|drink|eat|use|like|love|have"
_SUBJECT = re.compile(
    rf"^(?P<s>{NAME})(?: (?:has|have|had|['’]s)|['’]s)?(?: (?:now|just|also|recently|finally|actually))? (?P<vp>(?:{_CHANGES}|{_PLAIN}) (?P<o>.+))$"
)
_KIN = re.compile(
    r"(?:Mom|Mum|Mother|Mama|Dad|Father|Papa|Grandma|Grandpa|Grandmother|Grandfather|Granny|Grandad)"
)
_NOBODY = re.compile(
    r"(?:I|We|You|He|She|It|They|This|That|These|Those|There|What|Who|Which|My|Our|Your|His|Her|Their|Yes|No|Not|Never|Everyone|Everybody|Someone|Somebody|Nobody|Anyone|People|Most|Many|Some|All|Both|Half|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Today|Yesterday|Tomorrow|Now|Then|Just|Finally|Also|Recently|The|A|An|One|Two|Three|And|But|So|If|When|While|Since|After|Before|Once|Never|Always|Only|Still|Got|Moved|Started|Back|New|First|Last|Next|Please|Work|School|Home|Thanks|Oh|Well|Hey|Hi|Love|Let|How|Why|Where)(?=['’ ]|$)"
)
_TURNED_TO = re.compile(
    rf"switched(?: over)?(?: from {NAME})? to (?P<o>(?-i:[A-Z][a-z]+(?: [A-Z][a-z]+){{0,2}}))[.!]*$"
)
"""Of a person who turns to what no other shape knows, a firm is meant; of the kinds we know, they are read before."""
_PERSONAL = frozenset(
    "home_city employer works_in occupation car phone laptop editor bank gym school diet doctor spouse partner pet instrument language_course operating_system commute staying_in".split()
)


def subject_named(name: str) -> str:
    """The subject that a name stands for: "Mom" is the speaker's."""
    return f"{ME}'s {name.lower()}" if _KIN.fullmatch(name) else name


def told_of(core: str, read: Callable[[str, str], Iterator[Claim]]) -> Iterator[Claim]:
    """What the sentence tells of the person whose name it begins with; `read` reads a verb phrase of a subject."""
    match = _SUBJECT.match(core)
    if match is None or _NOBODY.match(match["s"]):
        return
    subject = subject_named(match["s"])
    found = [c for c in read(subject, match["vp"]) if c.predicate in _PERSONAL]
    if not found and (turned := _TURNED_TO.match(match["vp"])) and is_place(turned["o"].rstrip(".")):
        found = [Claim(subject, "employer", turned["o"].rstrip("."), True, Change.CHANGE)]
    yield from found
