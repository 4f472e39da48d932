"""A name taken apart: whose what somebody is, how they are addressed, and what they are called. Pure.

"user's older sister Dr. Maribel Ortiz" is the user's sister, older, a doctor, called Maribel Ortiz. What does not
read as the name of a person or an animal is a thing, and a thing has no other name than its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from weave.roles import ROLES, TITLES, Gender
from weave.sameness import folded, key, plain

__all__ = ["USER", "Naming", "read"]

USER = "user"
"""The subject that is the person."""

_AGES = {
    **dict.fromkeys("older elder big eldest oldest".split(), "older"),
    **dict.fromkeys("younger little youngest small".split(), "younger"),
    **dict.fromkeys("former ex previous late old".split(), "former"),
    **dict.fromkeys("new current".split(), "new"),
    **dict.fromkeys("best dear good close only".split(), ""),
}
_MINE = frozenset("my our mi mis mein meine mon ma mio mia il meu minha".split())
_SUFFIXES = {"jr": "jr", "junior": "jr", "sr": "sr", "senior": "sr", "ii": "ii", "iii": "iii", "iv": "iv"}
_CONNECTORS = frozenset(
    "de da di del della do dos der den van von la le bin ibn al el y of dela delos".split()
)
_NO_NAMES = frozenset("who that which from at in on with and or for to is was the a an of".split())
_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’.-](?=[^\W\d_]))*\.?")
_APPOSED = re.compile(
    r"(?P<name>[^,(]+?)\s*[,(]\s*(?P<whose>(?:my|our|\S+['’]s|the user['’]s) [^,()]+?)\s*\)?"
)
_MOST_WORDS, _LONGEST, _LONGEST_ROLE = 5, 120, 3
_ENDINGS = tuple(sorted((t for t in TITLES if t.upper() == t and not t.isascii()), key=len, reverse=True))
"""Forms of address that stand behind a name, without a space or with one."""


@dataclass(frozen=True, slots=True)
class Naming:
    """A name, read. `words` are folded and without accents; `spelt` is as written."""

    text: str
    owner: str = ""
    """The key of whose sister, boss … this is; "" without a role."""
    role: str = ""
    age: str = ""
    """"older", "younger", "new" or "former", where the name says so."""
    gender: Gender = ""
    titles: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    suffix: str = ""
    thing: bool = False
    whose: str = ""
    """Owner and role as written."""
    address: tuple[str, ...] = ()
    """Titles as written."""
    spelt: tuple[str, ...] = ()
    """Words and suffix as written."""

    @property
    def key(self) -> str:
        """What two spellings of it share."""
        return key(self.text)

    @property
    def bond(self) -> tuple[str, str] | None:
        """Whose what this is."""
        return (self.owner, self.role) if self.role else None


@lru_cache(maxsize=20_000)
def read(name: str) -> Naming:
    """The parts of a name as written."""
    text = " ".join(name.split())
    if not text or len(text) > _LONGEST:
        return Naming(text, thing=True)
    apposed = _APPOSED.fullmatch(text)
    if apposed and not apposed["name"].casefold().endswith(("'s", "’s")):
        turned = _read(f"{apposed['whose']} {apposed['name']}", text)
        if turned.role and turned.words:
            return turned
    return _read(text, text)


def _read(text: str, original: str) -> Naming:
    tokens = text.replace("’", "'").split()
    bare = Naming(original)
    for at in range(len(tokens) - 1, -1, -1):
        if at and tokens[at].casefold().endswith("'s"):
            owner = key(" ".join(tokens[: at + 1])).removesuffix("'s")
        elif at == 0 and (folded(tokens[0]) in _MINE or tokens[0].casefold().endswith("'s")):
            owner = USER if folded(tokens[0]) in _MINE else key(tokens[0]).removesuffix("'s")
        else:
            continue
        bonded = _role(bare, owner, tokens, at + 1)
        return bonded if bonded is not None else Naming(original, thing=True)
    return _called(bare, tokens)


def _role(bare: Naming, owner: str, tokens: list[str], start: int) -> Naming | None:
    """The role after an owner, the longest phrase first, and the name behind it."""
    age = ""
    for skipped in range(3):
        at = start + skipped
        for size in range(_LONGEST_ROLE, 0, -1):
            known = ROLES.get(folded(" ".join(tokens[at : at + size]).rstrip(",:")))
            if known is not None and len(tokens) >= at + size:
                whose = " ".join(tokens[: at + size]).rstrip(",:")
                rest = tokens[at + size :]
                rest = rest[1:] if rest and rest[0].casefold() in ("named", "called") else rest
                bonded = replace(
                    bare, owner=owner, role=known[0], gender=known[1], age=age, whose=_mine(whose)
                )
                return _called(bonded, rest)
        if at >= len(tokens) or folded(tokens[at]) not in _AGES:
            return None
        age = _AGES[folded(tokens[at])] or age
    return None


def _mine(whose: str) -> str:
    """ "my sister", "the user's sister" as "user's sister"."""
    first, _, rest = whose.partition(" ")
    if folded(first) in _MINE:
        return f"{USER}'s {rest}"
    return rest if folded(first) == "the" else whose


def _called(naming: Naming, tokens: list[str]) -> Naming:
    """Titles, name words and suffix."""
    rest = list(tokens)
    titles: list[str] = []
    while len(rest) > 1 and folded(rest[0]).rstrip(".") in TITLES:
        titles.append(rest.pop(0))
    if len(rest) > 1 and folded(rest[-1]) in _ENDINGS:
        titles.append(rest.pop())
    if rest and not titles:
        ending = next((e for e in _ENDINGS if rest[-1].endswith(e) and len(rest[-1]) > len(e)), "")
        if ending:
            titles.append(ending)
            rest[-1] = rest[-1].removesuffix(ending)
    suffix = ""
    if len(rest) > 1 and folded(rest[-1]).strip(".,") in _SUFFIXES:
        suffix = _SUFFIXES[folded(rest[-1]).strip(".,")]
    words = [word.rstrip(",") for word in (rest[:-1] if suffix else rest)]
    known = [TITLES[folded(title).rstrip(".")] for title in titles]
    gender = next((g for g in known if g), naming.gender)
    return replace(
        naming,
        gender=gender,
        titles=tuple(folded(title).rstrip(".") for title in titles),
        words=tuple(plain(word).strip(".").replace("’", "'") for word in words),
        suffix=suffix,
        thing=not _is_name(words, bonded=bool(naming.role)),
        address=tuple(titles),
        spelt=(*words, *(rest[-1:] if suffix else ())),
    )


def _is_name(words: list[str], *, bonded: bool) -> bool:
    """Whether these read as a name: few words, each a word, capitals where the script has them."""
    if not words:
        return bonded
    if len(words) > _MOST_WORDS or not all(_WORD.fullmatch(word) for word in words):
        return False
    if bonded and len(words) == 1:
        return words[0].casefold() not in _NO_NAMES
    first, last = words[0], words[-1]
    return _big(first) and _big(last) and all(_big(w) or w.casefold() in _CONNECTORS for w in words)


def _big(word: str) -> bool:
    return word[:1].upper() == word[:1]
