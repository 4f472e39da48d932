"""The graph's way of recalling: from the names in a question, over facts and mentions, to memories.

score = distance × rarity, joined over the ways that lead to a memory as 1 - Π(1 - way):
- distance is 1 for a memory that names what the question names, 0.5 for one that a single fact leads to;
- rarity = ln(1 + N/n) / ln(1 + N), for an entity that n of N memories name: 1 for the rarest, near 0 for a hub
  such as the person or a constant speaker (inverse document frequency, scaled to 0..1).
A fact whose relation the question names ("where do I work") counts as rare even about a hub.
"""

from __future__ import annotations

import difflib
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from weave import entities
from weave.backends.falkor_link import Row, Value
from weave.backends.graph_rows import STUB, relation
from weave.ports import Hit, Query

_SECOND_HOP = 0.5
_RELATION_NAMED = 0.7
_ALIAS = 0.9
_ALIKE = 0.85
_HUB = 500
"""An entity that more memories name is not followed to all of them."""
_MOST_NEIGHBOURS = 40
_MOST_RELATED = 200
_FEW = 100
_FUZZY_LETTERS = 4

_SEEDS = """
MATCH (e:Entity) WHERE e.key IN $keys AND e.group_id IN $groups
RETURN e.key AS key, e.name AS name, indegree(e, 'MENTIONS') AS named, 'key' AS way
UNION ALL MATCH (e:Entity) WHERE e.first IN $words AND e.group_id IN $groups
WITH e.first AS word, min(e.key) AS key, max(e.key) AS other, min(e.name) AS name, sum(indegree(e, 'MENTIONS')) AS named
WHERE key = other RETURN key, name, named, 'alias' AS way
UNION ALL MATCH (e:Entity) WHERE e.last IN $words AND e.group_id IN $groups
WITH e.last AS word, min(e.key) AS key, max(e.key) AS other, min(e.name) AS name, sum(indegree(e, 'MENTIONS')) AS named
WHERE key = other RETURN key, name, named, 'alias' AS way"""
_ALIKE_SEEDS = """MATCH (e:Entity) WHERE e.stub IN $stubs AND e.group_id IN $groups WITH e LIMIT 200
RETURN e.key, e.name, indegree(e, 'MENTIONS'), 'alike'"""
# `WITH`, and no label on the far side, pin the plan: it starts from the few entities (or memories) that an index
# gives. Left to choose, the planner starts from every member of the group and takes seconds.
_NAMING = """MATCH (e:Entity) WHERE e.key IN $keys AND e.group_id IN $groups
WITH e MATCH (e)<-[x:MENTIONS]-(m) WHERE x.group_id IN $groups RETURN e.key, m.id LIMIT $most"""
_ALSO_NAMING = """MATCH (m:Memory) WHERE m.id IN $ids
WITH m MATCH (m)-[x:MENTIONS]->(e) WHERE e.key IN $keys AND x.group_id IN $groups RETURN e.key, m.id"""
_FACTS = """MATCH (e:Entity) WHERE e.key IN $keys AND e.group_id IN $groups
WITH e MATCH (e)-[f:FACT]-(o) WHERE f.group_id IN $groups
RETURN e.key, f.predicate, o.key, o.name, indegree(o, 'MENTIONS'), f.memory LIMIT $most"""
_RELATED = """MATCH (s)-[f:FACT]->(o) WHERE f.relation IN $relations AND f.group_id IN $groups
RETURN s.key AS key, f.predicate AS predicate, o.key AS other, o.name AS name,
    indegree(o, 'MENTIONS') AS named, f.memory AS memory LIMIT $most
UNION ALL MATCH (s)-[f:FACT]->(o) WHERE f.inverse IN $relations AND f.group_id IN $groups
RETURN o.key AS key, f.predicate AS predicate, s.key AS other, s.name AS name,
    indegree(s, 'MENTIONS') AS named, f.memory AS memory LIMIT $most"""


class Reader(Protocol):
    """The reading side of a link."""

    def read(self, query: str, parameters: dict[str, Value]) -> list[Row]:
        """The rows of a query that changes nothing. Raises BackendError."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What the writer knows of the whole graph, so that no search has to ask."""

    memories: int = 0
    predicates: frozenset[str] = frozenset()


@dataclass(slots=True)
class Seed:
    """An entity that the question names, or that a fact leads to."""

    key: str
    name: str
    named: int
    weight: float


@dataclass(slots=True)
class _Trail:
    """The ways found to each memory."""

    ways: dict[str, dict[str, float]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, memory: str, label: str, strength: float) -> None:
        ways = self.ways[memory]
        ways[label] = max(strength, ways.get(label, 0.0))

    def hits(self, limit: int) -> list[Hit]:
        """Best first; of equals the newer, since ids sort by time."""
        scored = [(_joined(ways.values()), memory, ways) for memory, ways in self.ways.items()]
        scored.sort(key=lambda item: (item[0], item[1]), reverse=True)
        return [
            Hit(memory, score, tuple(sorted(ways, key=lambda label: -ways[label])[:4]))
            for score, memory, ways in scored[:limit]
        ]


def search(reader: Reader, query: Query, figures: Figures) -> list[Hit]:
    """Hits within the question's scopes, best first, scores in 0..1."""
    groups = [entities.clean(scope) for scope in query.scopes]
    seeds = _seeds(reader, query.text, groups)
    if not seeds or query.limit < 1:
        return []
    walk = _Walk(reader, groups, figures.memories, query.limit, seeds)
    walk.first_hop()
    walk.second_hop(_named_relations(query.text, figures.predicates))
    walk.hubs_alone()
    return walk.trail.hits(query.limit)


def rarity(named: int, total: int) -> float:
    """How much it says that a memory names an entity which `named` of `total` memories name; 0..1."""
    return min(1.0, math.log1p(total / max(1, named)) / math.log1p(total)) if total > 1 else 1.0


def _joined(strengths: Iterable[float]) -> float:
    return 1.0 - math.prod(1.0 - min(1.0, strength) for strength in strengths)


# -- the names in the question -------------------------------------------------------------------------------


def _seeds(reader: Reader, question: str, groups: list[str]) -> list[Seed]:
    phrases, words = entities.phrases(question), entities.words(question)
    if not phrases:
        return []
    rows = reader.read(_SEEDS, {"keys": list(phrases), "words": list(words), "groups": groups})
    exact = _longest(_gather(rows, "key", 1.0), phrases)
    found = {seed.key: seed for seed in exact}
    for seed in _gather(rows, "alias", _ALIAS).values():
        found.setdefault(seed.key, seed)
    for seed in _misspelt(reader, question, _uncovered(words, list(found.values())), set(found), groups):
        found.setdefault(seed.key, seed)
    return list(found.values())


def _uncovered(words: Sequence[str], seeds: list[Seed]) -> list[str]:
    covered = {word for seed in seeds for word in seed.key.split()}
    return [word for word in words if word not in covered]


def _misspelt(
    reader: Reader, question: str, words: list[str], known: set[str], groups: list[str]
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
    stubs = list(dict.fromkeys(word[:STUB] for word in asked))
    return _alike(reader.read(_ALIKE_SEEDS, {"stubs": stubs, "groups": groups}), asked)


def _gather(rows: Sequence[Row], way: str, weight: float) -> dict[str, Seed]:
    """One seed for each key, its mentions summed over the groups."""
    found: dict[str, Seed] = {}
    for key, name, named, how in rows:
        if how == way:
            seed = found.setdefault(str(key), Seed(str(key), str(name), 0, weight))
            seed.named += int(named or 0)
    return found


def _longest(found: dict[str, Seed], spans: dict[str, tuple[int, int]]) -> list[Seed]:
    """The seeds that lie in no longer one: "New York City" is not also "York"."""
    kept: list[Seed] = []
    taken: list[tuple[int, int]] = []
    for key in sorted(found, key=lambda k: spans[k][0] - spans[k][1]):
        start, end = spans[key]
        if not any(a <= start and end <= b for a, b in taken):
            kept.append(found[key])
            taken.append((start, end))
    return kept


def _alike(rows: Sequence[Row], words: Sequence[str]) -> list[Seed]:
    """Entities spelt nearly like a word of the question, the nearest for each word."""
    seeds: list[Seed] = []
    found = [seed for seed in _gather(rows, "alike", 1.0).values() if " " not in seed.key]
    for word in words:
        scored = [(ratio, seed) for seed in found if (ratio := _ratio(word, seed.key)) >= _ALIKE]
        if scored:
            ratio, seed = max(scored, key=lambda pair: pair[0])
            seeds.append(Seed(seed.key, seed.name, seed.named, ratio * _ALIAS))
    return seeds


def _ratio(one: str, other: str) -> float:
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() >= _ALIKE else 0.0


# -- the hops ------------------------------------------------------------------------------------------------


class _Walk:
    """From the seeds outwards; a hub is never followed to all that it touches."""

    def __init__(self, reader: Reader, groups: list[str], total: int, limit: int, seeds: list[Seed]) -> None:
        self.trail = _Trail()
        self._reader, self._groups, self._total = reader, groups, total
        self._most = max(limit, _HUB)
        self._seeds = {seed.key: seed for seed in seeds}
        self._rare: list[Value] = [seed.key for seed in seeds if seed.named <= _HUB]
        self._hubs: list[Value] = [seed.key for seed in seeds if seed.named > _HUB]

    def first_hop(self) -> None:
        """Memories that name what the question names; of a hub's only those that name something rarer too."""
        if self._rare:
            self._note(self._read(_NAMING, keys=self._rare, most=self._most * 2))
        if self._hubs and self.trail.ways:
            self._note(self._read(_ALSO_NAMING, keys=self._hubs, ids=list(self.trail.ways)))

    def hubs_alone(self) -> None:
        """When nothing but a hub was named, and no relation of it, some of its memories, at its low score."""
        if self._hubs and not self.trail.ways:
            self._note(self._read(_NAMING, keys=self._hubs, most=_FEW))

    def second_hop(self, named: list[str]) -> None:
        """Memories about what one fact connects with it; `named` are the relations asked about."""
        neighbours: dict[str, Seed] = {}
        for key, predicate, other, name, count, memory in self._facts(named):
            seed, direct = self._seeds[str(key)], str(predicate) in named
            near = max(self._rarity(seed.named), _RELATION_NAMED if direct else 0.0)
            if direct:
                self.trail.add(str(memory), f"{seed.name} {predicate}", seed.weight * near)
            strength = _SECOND_HOP * seed.weight * near * self._rarity(int(count or 0))
            found = Seed(str(other), f"{seed.name} → {name}", int(count or 0), strength)
            if found.key not in self._seeds and strength > neighbours.get(found.key, _NOBODY).weight:
                neighbours[found.key] = found
        self._follow(sorted(neighbours.values(), key=lambda seed: -seed.weight)[:_MOST_NEIGHBOURS])

    def _follow(self, neighbours: list[Seed]) -> None:
        near = {seed.key: seed for seed in neighbours if seed.named <= _HUB}
        if near:
            for key, memory in self._read(_NAMING, keys=list(near), most=self._most):
                self.trail.add(str(memory), near[str(key)].name, near[str(key)].weight)

    def _facts(self, named: list[str]) -> list[Row]:
        """All facts about the rare entities; of the hubs only those that the question asks about."""
        rows = self._read(_FACTS, keys=self._rare, most=_HUB) if self._rare else []
        if self._hubs and named:
            relations = [relation(str(hub), predicate) for hub in self._hubs for predicate in named]
            rows += self._read(_RELATED, relations=relations, most=_MOST_RELATED)
        return rows

    def _note(self, rows: list[Row]) -> None:
        for key, memory in rows:
            seed = self._seeds[str(key)]
            self.trail.add(str(memory), seed.name, seed.weight * self._rarity(seed.named))

    def _rarity(self, named: int) -> float:
        return rarity(named, self._total)

    def _read(self, query: str, **parameters: Value) -> list[Row]:
        return self._reader.read(query, {**parameters, "groups": self._groups})


_NOBODY = Seed("", "", 0, 0.0)


def _named_relations(question: str, predicates: frozenset[str]) -> list[str]:
    """The relations whose words stand in the question, in whatever form ("work" names "works at")."""
    asked = entities.words(question)
    return sorted(p for p in predicates if any(_kin(word, part) for part in _parts(p) for word in asked))


def _parts(predicate: str) -> list[str]:
    return [part for part in entities.words(predicate.replace("_", " ")) if len(part) > 3]


def _kin(one: str, other: str) -> bool:
    """Whether two words share their stem, roughly: all but the last three letters, at least four."""
    shared = max(4, min(len(one), len(other)) - 2)
    return one[:shared] == other[:shared] if min(len(one), len(other)) >= 4 else one == other
