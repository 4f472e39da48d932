"""What facts and sentences say of names themselves: whose sister somebody is, and what else somebody is called. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from weave.contradiction import STANDING
from weave.model import Fact, Polarity
from weave.naming import USER, read
from weave.roles import ROLES
from weave.sameness import folded, key

__all__ = ["ALIAS", "BONDS", "OWN_NAMES", "Bond", "alias_of", "bond_of", "own_name", "stated", "told_apart"]

ALIAS = "alias_of"
"""The predicate under which another name of somebody is kept; its subject is the other name."""
_SHORTER = frozenset(
    "alias aliases nickname nicknamed known_as also_known_as better_known_as aka called is_called goes_by short_name"
    " same_as same_person_as".split()
)
"""Predicates whose object is the other name; of the next ones the subject is."""
_FULLER = frozenset(
    "full_name real_name name named is_short_for short_for short_form_of nickname_of".split()
) | {ALIAS}
_NAMES = frozenset(
    "name named full_name first_name real_name is_called called goes_by nickname alias".split()
)
OWN_NAMES: tuple[str, ...] = tuple(sorted({*_NAMES, *(name.replace("_", " ") for name in _NAMES)}))
"""Predicates under which facts about the person say what they are called."""
_AROUND = re.compile(r"^(?:has|have|is|are|my|the|a|an) |(?: is| name| named| called)$")
_TURNED = re.compile(r"^(?P<role>.+) (?:of|to)$")
BONDS: tuple[str, ...] = tuple(
    f"{before}{word}".replace(" ", gap) for word in ROLES for before in ("", "has ", "has a ") for gap in "_ "
)
"""Predicates under which facts about somebody name whom they are bound to."""
_NAME = r"[^\W\d_a-z][^\W\d_]*(?:['’-][^\W\d_]+)*(?: [^\W\d_a-z][^\W\d_]*(?:['’-][^\W\d_]+)*){0,3}"
_WHO = r"(?:everybody|everyone|people|friends|his friends|her friends|the family|we|they|i|most people|all of us)"
_STATED = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<one>{_NAME}),? (?:but |and )?(?:whom )?(?i:{_WHO}) (?:just |only |always |all )?calls? (?:him|her|them) (?P<two>{_NAME})",
        rf"(?i:{_WHO}) (?:just |only |always |all )?calls? (?P<one>{_NAME}) (?P<two>{_NAME})(?=[.,;!]|$)",
        rf"(?P<one>{_NAME}),? (?:also|better|otherwise) known as (?P<two>{_NAME})",
        rf"(?P<one>{_NAME}),? (?:a\.?k\.?a\.?|alias) (?P<two>{_NAME})",
        rf"(?P<one>{_NAME}),? or (?P<two>{_NAME}) for short",
        rf"(?P<two>{_NAME}),? (?:is )?short for (?P<one>{_NAME})",
        rf"(?P<one>{_NAME}) (?:goes by|answers to|is called|is known as|is nicknamed) (?P<two>{_NAME})",
        rf"(?P<one>{_NAME})['’]s nickname is (?P<two>{_NAME})",
        rf"(?P<two>{_NAME})['’]s (?:full|real|actual) name is (?P<one>{_NAME})",
    )
)
_LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class Bond:
    """Somebody's somebody, by name: `owner` (a key) has `name` as `role`; `whose` is "user's sister" as written."""

    owner: str
    role: str
    name: str
    whose: str


def _says(fact: Fact) -> bool:
    return fact.polarity is Polarity.AFFIRMED and fact.state in STANDING


@lru_cache(maxsize=4_000)
def _predicate(text: str) -> str:
    plain = folded(text.replace("_", " "))
    for _ in range(3):
        plain = _AROUND.sub("", plain)
    return plain


def bond_of(fact: Fact) -> Bond | None:
    """What a fact says of whose what its subject or object is; None when it says nothing of the kind."""
    if not _says(fact) or not fact.object:
        return None
    predicate = _predicate(fact.predicate)
    turned = _TURNED.match(predicate)
    if turned and turned["role"] in ROLES:
        return _bond(fact.object, turned["role"], fact.subject)
    if predicate in ROLES:
        return _bond(fact.subject, predicate, fact.object)
    said, subject = read(fact.object), read(fact.subject)
    if predicate in ("name", "") and subject.bond and not subject.words and not said.thing and said.words:
        return Bond(subject.owner, subject.role, fact.object, subject.whose)
    if folded(fact.predicate) in ("is", "are", "be") and said.bond and not said.words:
        return Bond(said.owner, said.role, fact.subject, said.whose)
    return None


def _bond(owner: str, word: str, name: str) -> Bond | None:
    naming = read(name)
    if naming.thing or naming.role or not naming.words:
        return None
    return Bond(key(owner), ROLES[word][0], name, f"{' '.join(owner.split())}'s {word}")


def alias_of(fact: Fact) -> tuple[str, str] | None:
    """(name, another name of the same one), as a fact says; None for the person's own, or when it says no such thing."""
    predicate = folded(fact.predicate).replace(" ", "_")
    if predicate not in _SHORTER | _FULLER or not _says(fact) or key(fact.subject) == USER:
        return None
    one, two = read(fact.subject), read(fact.object)
    if one.thing or two.thing or not one.words or not two.words or one.key == two.key:
        return None
    return (fact.object, fact.subject) if predicate in _FULLER else (fact.subject, fact.object)


def own_name(fact: Fact) -> str | None:
    """What the person says to be called."""
    predicate = folded(fact.predicate).replace(" ", "_")
    mine = key(fact.subject) == USER and predicate in _NAMES and _says(fact)
    return fact.object if mine and not read(fact.object).thing else None


def told_apart(one: str, two: str, facts: Iterable[Fact]) -> bool:
    """Whether a fact says that these two names are not one person's."""
    pair = {key(one), key(two)}
    return any(
        fact.polarity is Polarity.NEGATED
        and folded(fact.predicate).replace(" ", "_") in _SHORTER | _FULLER | {"is"}
        and {key(fact.subject), key(fact.object)} == pair
        for fact in facts
    )


def stated(text: str) -> tuple[tuple[str, str], ...]:
    """(name, other name) pairs that a text calls names of one: "Robert, everybody calls him Bob"."""
    found: dict[tuple[str, str], None] = {}
    for sentence in re.split(r"(?<=[.!?])\s+|\n+", text[:_LONGEST]):
        if sentence.rstrip().endswith("?") or re.match(
            r"(?i)(?:if|suppose|imagine|what if)\b", sentence.strip()
        ):
            continue
        for pattern in _STATED:
            for match in pattern.finditer(sentence):
                one, two = match["one"], match["two"]
                if key(one) != key(two) and not read(one).thing and not read(two).thing:
                    found.setdefault((one, two))
    return tuple(found)
