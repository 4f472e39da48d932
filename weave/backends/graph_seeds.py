"""The entities that a question means: by name, by part of a name, by a short form, by what they are to somebody, or
by a name spelt nearly so.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from weave import entities
from weave.backends.falkor_link import Row, Value
from weave.backends.graph_rows import bond, sound_of, stub_of
from weave.backends.graph_words import roles_in
from weave.nicknames import also
from weave.sameness import plain

__all__ = ["Reader", "Seed", "seeds_of"]

_ALIAS, _SHORT, _BOUND, _BOUND_ON_THE_WAY = 0.9, 0.75, 0.95, 0.6
"""How sure a name's part, its short form, "my sister", and "my flatmate" in "my flatmate's sister" are."""
_ALIKE = 0.85
_FUZZY_LETTERS = 4
_SLIPS = 2
_MOST_ALIKE = 200
_MOST_BOUND = 40

# An alias counts only if one entity has it. `min` and `max` are compared before anything else is asked of them, since
# thousands may share a first name.
_SEEDS = """
MATCH (e:Entity) WHERE e.key IN $keys AND e.group_id IN $groups
RETURN e.key AS key, e.name AS name, indegree(e, 'MENTIONS') AS named, 'key' AS way, e.key AS word
UNION ALL MATCH (e:Entity) WHERE e.first IN $words AND e.group_id IN $groups
WITH e.first AS word, min(e.key) AS key, max(e.key) AS other, collect(e)[0..2] AS some WHERE key = other
UNWIND some AS e RETURN key, e.name AS name, indegree(e, 'MENTIONS') AS named, 'part' AS way, word
UNION ALL MATCH (e:Entity) WHERE e.last IN $words AND e.group_id IN $groups
WITH e.last AS word, min(e.key) AS key, max(e.key) AS other, collect(e)[0..2] AS some WHERE key = other
UNWIND some AS e RETURN key, e.name AS name, indegree(e, 'MENTIONS') AS named, 'part' AS way, word"""
_BOUND_SEEDS = """
MATCH (e:Entity) WHERE e.role IN $bonds AND e.group_id IN $groups
RETURN e.key AS key, e.name AS name, indegree(e, 'MENTIONS') AS named, 'role' AS way, e.role AS word LIMIT $most
UNION ALL MATCH (s)-[f:FACT]->(o) WHERE f.bond IN $bonds AND f.group_id IN $groups
WITH f, CASE WHEN f.bond STARTS WITH s.key + '\n' THEN o ELSE s END AS e
RETURN e.key AS key, e.name AS name, indegree(e, 'MENTIONS') AS named, 'role' AS way, f.bond AS word LIMIT $most"""
_ALIKE_SEEDS = """MATCH (e:Entity) WHERE e.sound IN $sounds AND e.group_id IN $groups WITH e LIMIT $most
RETURN e.key AS key, e.name AS name, indegree(e, 'MENTIONS') AS named, 'alike' AS way, e.key AS word
UNION ALL MATCH (e:Entity) WHERE e.stub IN $stubs AND e.group_id IN $groups WITH e LIMIT $most
RETURN e.key AS key, e.name AS name, indegree(e, 'MENTIONS') AS named, 'alike' AS way, e.key AS word"""


class Reader(Protocol):
    """The reading side of a link."""

    def read(self, query: str, parameters: Mapping[str, Value]) -> list[Row]:
        """The rows of a query that changes nothing. Raises BackendError."""


@dataclass(slots=True)
class Seed:
    """An entity that the question means, or that a fact leads to. `named`: how many memories name it."""

    key: str
    name: str
    named: int
    weight: float


def seeds_of(reader: Reader, question: str, groups: Sequence[str]) -> list[Seed]:
    """What a question means, each once, as sure as its weight says."""
    spans, words = entities.phrases(question), entities.words(question)
    if not spans:
        return []
    shorts = {short: word for word in words for short in also(plain(word))}
    asked = list(dict.fromkeys([*words, *map(plain, words), *shorts]))
    rows = reader.read(_SEEDS, {"keys": [*spans, *shorts], "words": asked, "groups": groups})
    named = [row for row in rows if row[3] == "key"]
    exact = _longest(_gather([row for row in named if row[0] in spans], 1.0), spans)
    found = {seed.key: seed for seed in exact}
    covered = {word for seed in exact if " " in seed.key for word in seed.key.split()}
    for row in rows:
        word = str(row[4])
        if word in covered or shorts.get(word) in covered or (row in named and row[0] in spans):
            continue
        _add(found, row, _SHORT if word in shorts else _ALIAS)
    _bound(reader, question, groups, spans, found)
    for seed in _misspelt(reader, question, _uncovered(words, found.values()), set(found), groups):
        found.setdefault(seed.key, seed)
    return list(found.values())


def _add(found: dict[str, Seed], row: Row, weight: float) -> None:
    """Keep the surer of two ways to an entity. Its mentions, told by each, count once."""
    key, name, named = str(row[0]), str(row[1]), int(row[2] or 0)
    known = found.get(key)
    if known is None:
        found[key] = Seed(key, name, named, weight)
    else:
        known.named, known.weight = max(known.named, named), max(known.weight, weight)


def _gather(rows: Iterable[Row], weight: float) -> dict[str, Seed]:
    """One seed for each key, its mentions summed over the groups."""
    found: dict[str, Seed] = {}
    for row in rows:
        seed = found.setdefault(str(row[0]), Seed(str(row[0]), str(row[1]), 0, weight))
        seed.named += int(row[2] or 0)
    return found


def _longest(found: dict[str, Seed], spans: Mapping[str, tuple[int, int]]) -> list[Seed]:
    """The seeds that lie in no longer one: "New York City" is not also "York"."""
    kept: list[Seed] = []
    taken: list[tuple[int, int]] = []
    for key in sorted(found, key=lambda k: spans[k][0] - spans[k][1]):
        start, end = spans[key]
        if not any(a <= start and end <= b for a, b in taken):
            kept.append(found[key])
            taken.append((start, end))
    return kept


# -- by what they are to somebody ----------------------------------------------------------------------------


def _bound(
    reader: Reader, question: str, groups: Sequence[str], spans: Iterable[str], found: dict[str, Seed]
) -> None:
    """ "My sister", "Tom's boss", and one step on: "the sister of my flatmate"."""
    roles = roles_in(question)
    if not roles:
        return
    said = [*spans, *([entities.USER] if entities.of_the_person(question) else [])]
    ways = {f"{owner}'s {role}": bond(owner, role) for owner in said for role in roles}
    near = _read_bound(reader, groups, list(ways.values()))
    owners = {str(row[0]): str(row[4]) for row in near} | ways
    far: list[Row] = []
    if len(roles) > 1:  # nobody is sought as their own
        onward = [
            bond(o, role) for o, way in owners.items() for role in roles if not way.endswith(f"\n{role}")
        ]
        far = _read_bound(reader, groups, onward)
    for row in far:
        _add(found, row, _BOUND)
    for row in near:
        _add(found, row, _BOUND_ON_THE_WAY if far else _BOUND)


def _read_bound(reader: Reader, groups: Sequence[str], bonds: list[str]) -> list[Row]:
    return reader.read(_BOUND_SEEDS, {"bonds": bonds, "groups": groups, "most": _MOST_BOUND}) if bonds else []


# -- by a name spelt nearly so -------------------------------------------------------------------------------


def _uncovered(words: Sequence[str], seeds: Iterable[Seed]) -> list[str]:
    covered = {word for seed in seeds for word in plain(seed.key).split()}
    return [word for word in words if plain(word) not in covered]


def _misspelt(
    reader: Reader, question: str, words: list[str], known: set[str], groups: Sequence[str]
) -> list[Seed]:
    """Names spelt nearly right: words written as names, or any word when nothing else was named."""
    names = {entities.key(part) for name in entities.names(f"… {question}") for part in name.split()}
    asked = [
        word
        for word in words
        if len(word) >= _FUZZY_LETTERS and word.isalpha() and (word in names or not known - {entities.USER})
    ]
    if not asked:
        return []
    given: dict[str, Value] = {
        "sounds": list(dict.fromkeys(map(sound_of, asked))),
        "stubs": list(dict.fromkeys(map(stub_of, asked))),
        "groups": groups,
        "most": _MOST_ALIKE,
    }
    return _alike(reader.read(_ALIKE_SEEDS, given), asked)


def _alike(rows: Sequence[Row], words: Sequence[str]) -> list[Seed]:
    """Entities of which a word is spelt nearly like one of the question, the nearest for each word."""
    seeds: list[Seed] = []
    found = list(_gather(rows, 1.0).values())
    for word in words:
        scored = [(_ratio(word, seed.key), seed) for seed in found]
        best = max((ratio for ratio, _ in scored), default=0.0)
        nearest = [seed for ratio, seed in scored if ratio == best]
        if best >= _ALIKE and len(nearest) == 1:
            near = nearest[0]
            seeds.append(Seed(near.key, near.name, near.named, best * _ALIAS))
    return seeds


def _ratio(word: str, key: str) -> float:
    """How alike a word and a one-word name, or a part of a longer name, are. The first letter is never wrong."""
    asked = plain(word)
    near = [
        part for part in plain(key).split() if part[0] == asked[0] and abs(len(part) - len(asked)) <= _SLIPS
    ]
    return max((_alikeness(asked, part) for part in near), default=0.0)


def _alikeness(one: str, other: str) -> float:
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() >= _ALIKE else 0.0
