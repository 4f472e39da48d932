"""When two names may mean one person, and what they are called then. Pure.

A name alone never decides that they do: `agree` says only that nothing in the names speaks against it. Whether it
is so takes what is known of both, which `weave.resolution` looks at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from weave.contradiction import STANDING
from weave.model import Change, Fact, Polarity
from weave.naming import USER, Naming, read
from weave.nicknames import FULL, SHORT, also, nearly
from weave.roles import ROLES, SEVERAL
from weave.sameness import folded, key
from weave.scribe.predicates import ATTRIBUTES

__all__ = ["agree", "called", "differ", "hints", "is_person", "may_mean", "names_agree", "richer"]

_ONE_VALUE = frozenset(a.predicate for a in ATTRIBUTES if a.single) | {
    "lives_in",
    "works_at",
    "works_for",
    "born_on",
}


def may_mean(one: str, other: str) -> bool:
    """Whether two names as written may mean one person (or are one name)."""
    return agree(read(one), read(other))


def agree(one: Naming, other: Naming) -> bool:
    """Whether nothing in two names keeps them from meaning one person. Symmetric; true for one name twice."""
    if one.key == other.key:
        return True
    if one.thing or other.thing or USER in (one.key, other.key):
        return False
    if one.suffix != other.suffix or {one.gender, other.gender} == {"m", "f"}:
        return False
    if one.bond and other.bond and (one.bond != other.bond or not _ages_agree(one.age, other.age)):
        return False
    if one.words and other.words:
        return names_agree(one, other)
    return one.bond is not None and one.bond == other.bond and _only_one(one, other)


def _ages_agree(one: str, other: str) -> bool:
    return one == other or not one or not other


def _only_one(one: Naming, other: Naming) -> bool:
    """Whether "my sister" can stand for the sister: one has her alone, and no other one is spoken of."""
    return one.role not in SEVERAL and not {one.age, other.age} & {"new", "former"}


# -- what somebody is called ---------------------------------------------------------------------------------


def names_agree(one: Naming, other: Naming) -> bool:
    """Whether the words of two names may be one person's: equal, short and full, given name and full name."""
    mine, theirs = one.words, other.words
    if mine == theirs:
        return True
    if len(mine) > 1 and len(theirs) > 1:
        return mine[-1] == theirs[-1] and _given(mine[0], theirs[0]) and _within(mine[1:-1], theirs[1:-1])
    if len(mine) == len(theirs):
        return nearly(mine[0], theirs[0]) or _unspaced(one, other)
    short, long = (one, other) if len(mine) < len(theirs) else (other, one)
    word = short.words[0]
    return _given(word, long.words[0], initial=False) or (bool(short.titles) and word == long.words[-1])


def _given(one: str, other: str, *, initial: bool = True) -> bool:
    if one == other or nearly(one, other):
        return True
    return initial and 1 in (len(one), len(other)) and one[:1] == other[:1]


def _within(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the middle names of one leave out some of the other's."""
    short, long = sorted((one, other), key=len)
    rest = iter(long)
    return all(any(_given(word, longer) for longer in rest) for word in short)


def _unspaced(one: Naming, other: Naming) -> bool:
    """A family name with a form of address, and the whole name in a script without spaces: 王老师, 王芳."""
    short, long = sorted((one, other), key=lambda naming: len(naming.words[0]))
    word, whole = short.words[0], long.words[0]
    caseless = word.upper() == word.lower() and not word.isascii()
    return caseless and bool(short.titles) and whole.startswith(word) and len(whole) - len(word) <= 2


def hints(naming: Naming) -> frozenset[str]:
    """Words that another name of the same one would have: what to look names up by."""
    found = {folded(word).rstrip(".") for word in naming.spelt} | set(naming.words)
    for word in naming.words[:1]:
        found |= also(word)
    for word in list(found):
        if word.upper() == word.lower() and not word.isascii():
            found |= {f"{word}{ending}" for ending in ("さん", "先生", "様", "老师", "씨", "님")}
    if not naming.words and naming.role:
        found |= {word for word, (role, _) in ROLES.items() if role == naming.role and " " not in word}
    return frozenset(found - {""})


# -- the fuller of two names ---------------------------------------------------------------------------------


def richer(one: Naming, other: Naming) -> bool:
    """Whether `one` tells something of who it is that `other` leaves out."""
    if one.bond and not other.bond:
        return True
    if one.words and not other.words:
        return True
    if one.words and (len(one.words) > len(other.words) or _fuller(one.words[0], other.words[0])):
        return True
    if bool(one.suffix) > bool(other.suffix) or bool(one.age) > bool(other.age):
        return True
    if not one.titles or other.titles or (one.words and _fuller(other.words[0], one.words[0])):
        return False
    return bool(one.gender or len(other.words) == 1)


def _fuller(one: str, other: str) -> bool:
    begins = len(one) > len(other) and one.startswith(other)
    return other in SHORT.get(one, ()) or (begins and (len(other) == 1 or other.upper() == other))


def called(one: Naming, other: Naming) -> str:
    """One name that holds what both tell; `other`'s own spelling when it holds all."""
    if other.text == USER or not richer(one, other):
        return other.text
    if not richer(other, one):
        return one.text
    bonded = one if one.bond and (not other.bond or one.age) else other
    longer, shorter = (one, other) if len(one.words) > len(other.words) else (other, one)
    spelt = list(longer.spelt)
    if spelt and shorter.words and _fuller(shorter.words[0], longer.words[0]):
        spelt[0] = shorter.spelt[0]
    address = longer.address or shorter.address
    return " ".join([*([bonded.whose] if bonded.role else ()), *_addressed(address, spelt)])


def _addressed(address: Sequence[str], spelt: Sequence[str]) -> list[str]:
    """A form of address before the name, or behind it where its script has it so."""
    if address and spelt and address[0].upper() == address[0].lower():
        return [*spelt[:-1], spelt[-1] + address[0]]
    return [*address, *spelt]


# -- what is known of them -----------------------------------------------------------------------------------

_PERSONAL = re.compile(
    r"(?i)\b(?:lives?|living|home|work\w*|job|employ\w*|occup\w*|profession|birth\w*|born|age|aged|address|likes?|loves?|hates?"
    r"|dislikes?|prefers?|enjoys?|eats?|drinks?|diet|allerg\w*|cannot eat|marri\w*|spouse|engaged|speaks?|native language|stud\w+"
    r"|teach\w*|chairs?|owns?|leads?|plays?|drives?|manages?|coach\w*|sings?|writes?|wears?|hobby|pets?|phone|email|commut\w*|bank"
    r"|doctor|dentist|moved|visits?|visited|instrument|language course|editor|lent|owes?|retired?|graduated?|school|major|heads?|directs?"
    r"|hosts?|edits?|favou?rite|friend|sister|brother|mother|father|daughter|son|wife|husband|knows?|met|wants?|needs|feels?|habit|collects?"
    r"|volunteers?|medication|health|nationality|climbing|book club|side project|morning drink|car|bike|laptop|treasurer|member)\b"
)
_OF_THINGS = re.compile(
    r"(?i)\b(?:costs?|price|located|capital|opens?|closes?|population|version|released?|founded|headquarters|area|starts? at|begins?"
    r"|lies in|made of|built|published|directed by|written by|sells?)\b"
)


_THINGS = re.compile(
    r"(?i)\b(?:company|firm|bank|brand|band|film|movie|book|novel|song|game|city|town|village|country|state|river|street|hotel"
    r"|restaurant|caf[eé]|bar|shop|store|app|website|school|university|museum|park|island|mountain|airline|team|club|society)\b"
)


def is_person(naming: Naming, facts: Iterable[Fact]) -> bool:
    """Whether somebody is meant: by role, address, a given name in the table, or what is said of them."""
    if naming.thing:
        return False
    if naming.role or naming.titles:
        return True
    facts = list(facts)
    predicates = [fact.predicate.replace("_", " ") for fact in facts]
    if any(f.predicate in ("is", "is_a", "type", "kind") and _THINGS.search(f.object) for f in facts):
        return False
    if any(_OF_THINGS.search(predicate) for predicate in predicates):
        return False
    given = naming.words[0] if naming.words else ""
    return given in SHORT or given in FULL or any(_PERSONAL.search(predicate) for predicate in predicates)


def differ(new: Iterable[Fact], known: Sequence[Fact]) -> bool:
    """Whether what is said of two names makes them two: another value of what has one, both in force.

    A new value that comes as a change or a correction is no other person's.
    """
    return any(_apart(mine, other) for mine in new for other in known)


def _apart(mine: Fact, other: Fact) -> bool:
    if mine.predicate != other.predicate or mine.change is not Change.NEW:
        return False
    if not (mine.single_valued or other.single_valued or mine.predicate in _ONE_VALUE):
        return False
    if mine.state not in STANDING or other.state not in STANDING or key(mine.object) == key(other.object):
        return False
    return Polarity.NEGATED not in (mine.polarity, other.polarity) and not _in_turn(mine, other)


def _in_turn(mine: Fact, other: Fact) -> bool:
    """Whether one had ended when the other began."""
    return any(
        one.valid_to is not None and two.valid_from is not None and one.valid_to <= two.valid_from
        for one, two in ((mine, other), (other, mine))
    )
