"""The graph's way of recalling: from the names in a question, over facts and mentions, to memories.

score = distance × rarity × standing, joined over the ways that lead to a memory as 1 - Π(1 - way):
- distance is 1 for a memory that names what the question means ("my sister" means who is known as that), 0.5 for
  one that a single fact leads to; what is denied leads nowhere, what was true once half as far;
- rarity = ln(1 + N/n) / ln(1 + N), for an entity that n of N memories name: 1 for the rarest, near 0 for a hub
  such as the person or a constant speaker (inverse document frequency, scaled to 0..1);
- standing puts what is in force before what was true, at equal distance.
A fact whose relation the question names ("where do I work") counts as rare even about a hub; that a memory names a
hub and nothing else that is asked about says nothing, and the search is silent then.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from weave import entities
from weave.backends.falkor_link import Row, Value
from weave.backends.graph_rows import relation
from weave.backends.graph_seeds import Reader, Seed, seeds_of
from weave.backends.graph_words import asked_relations
from weave.model import Polarity, State
from weave.ports import Hit, Query

_SECOND_HOP = 0.5
_RELATION_NAMED = 0.7
_HUB, _SMALL_HUB, _HUB_SHARE = 500, 100, 0.125
"""An entity that more memories name, or such a share of more than a few, is not followed to all of them."""
_MOST_NEIGHBOURS = 40
_MOST_RELATED = 200
_STANDING = {State.CONTESTED.value: 0.95, State.OUTDATED.value: 0.8, State.DEPRECATED.value: 0.6}
_FOLLOWED = {State.OUTDATED.value: 0.5, State.DEPRECATED.value: 0.0}
"""How far a fact leads that is not in force."""

# `WITH`, and no label on the far side, pin the plan: it starts from the few entities (or memories) that an index
# gives. Left to choose, the planner starts from every member of the group and takes seconds.
_NAMING = """MATCH (e:Entity) WHERE e.key IN $keys AND e.group_id IN $groups
WITH e MATCH (e)<-[x:MENTIONS]-(m) WHERE x.group_id IN $groups RETURN e.key, m.id, m.state LIMIT $most"""
_ALSO_NAMING = """MATCH (m:Memory) WHERE m.id IN $ids
WITH m MATCH (m)-[x:MENTIONS]->(e) WHERE e.key IN $keys AND x.group_id IN $groups RETURN e.key, m.id, m.state"""
_EDGE = """f.predicate AS predicate, f.polarity AS polarity, f.state AS state, f.memory AS memory"""
_FACTS = f"""MATCH (e:Entity) WHERE e.key IN $keys AND e.group_id IN $groups
WITH e MATCH (e)-[f:FACT]-(o) WHERE f.group_id IN $groups WITH e, f, o LIMIT $most
RETURN e.key AS key, o.key AS other, o.name AS name, indegree(o, 'MENTIONS') AS named, {_EDGE}"""
_RELATED = f"""MATCH (s)-[f:FACT]->(o) WHERE f.relation IN $relations AND f.group_id IN $groups WITH s, f, o LIMIT $most
RETURN s.key AS key, o.key AS other, o.name AS name, indegree(o, 'MENTIONS') AS named, {_EDGE}
UNION ALL MATCH (s)-[f:FACT]->(o) WHERE f.inverse IN $relations AND f.group_id IN $groups WITH s, f, o LIMIT $most
RETURN o.key AS key, s.key AS other, s.name AS name, indegree(s, 'MENTIONS') AS named, {_EDGE}"""


@dataclass(frozen=True, slots=True)
class Figures:
    """What the writer knows of the whole graph, so that no search has to ask."""

    memories: int = 0
    predicates: frozenset[str] = frozenset()


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
    seeds = seeds_of(reader, query.text, groups)
    if not seeds or query.limit < 1:
        return []
    walk = _Walk(reader, groups, figures.memories, query.limit, seeds)
    walk.first_hop()
    walk.second_hop(asked_relations(query.text, figures.predicates))
    return walk.trail.hits(query.limit)


def rarity(named: int, total: int) -> float:
    """How much it says that a memory names an entity which `named` of `total` memories name; 0..1."""
    return min(1.0, math.log1p(total / max(1, named)) / math.log1p(total)) if total > 1 else 1.0


def _joined(strengths: Iterable[float]) -> float:
    return 1.0 - math.prod(1.0 - min(1.0, strength) for strength in strengths)


# -- the hops ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Edge:
    """A fact as seen from one of its ends."""

    key: str
    other: str
    name: str
    named: int
    predicate: str
    polarity: str
    state: str
    memory: str

    @property
    def leads(self) -> float:
        """How far it leads: what is denied nowhere."""
        return 0.0 if self.polarity == Polarity.NEGATED.value else _FOLLOWED.get(self.state, 1.0)


class _Walk:
    """From the seeds outwards; a hub is never followed to all that it touches."""

    def __init__(self, reader: Reader, groups: list[str], total: int, limit: int, seeds: list[Seed]) -> None:
        self.trail = _Trail()
        self._reader, self._groups, self._total = reader, groups, total
        self._most = max(limit, _HUB)
        self._seeds = {seed.key: seed for seed in seeds}
        self._rare: list[Value] = [seed.key for seed in seeds if not self._is_hub(seed)]
        self._hubs: list[Value] = [seed.key for seed in seeds if self._is_hub(seed)]

    def _is_hub(self, seed: Seed) -> bool:
        return seed.named > _HUB or (seed.named > _SMALL_HUB and seed.named > self._total * _HUB_SHARE)

    def first_hop(self) -> None:
        """Memories that name what the question names; of a hub's only those that name something rarer too."""
        if self._rare:
            self._note(self._read(_NAMING, keys=self._rare, most=self._most * 2))
        if self._hubs and self.trail.ways:
            self._note(self._read(_ALSO_NAMING, keys=self._hubs, ids=list(self.trail.ways)))

    def second_hop(self, named: list[str]) -> None:
        """Memories about what one fact connects with it; `named` are the relations asked about."""
        neighbours: dict[str, Seed] = {}
        for edge in self._facts(named):
            seed, direct = self._seeds[edge.key], edge.predicate in named
            near = max(self._rarity(seed.named), _RELATION_NAMED if direct else 0.0)
            if direct:
                self._add(edge.memory, f"{seed.name} {edge.predicate}", seed.weight * near, edge.state)
            strength = _SECOND_HOP * seed.weight * near * self._rarity(edge.named) * edge.leads
            found = Seed(edge.other, f"{seed.name} → {edge.name}", edge.named, strength)
            if found.key not in self._seeds and strength > neighbours.get(found.key, _NOBODY).weight:
                neighbours[found.key] = found
        self._follow(sorted(neighbours.values(), key=lambda seed: -seed.weight)[:_MOST_NEIGHBOURS])

    def _follow(self, neighbours: list[Seed]) -> None:
        near = {seed.key: seed for seed in neighbours if not self._is_hub(seed)}
        if near:
            for key, memory, state in self._read(_NAMING, keys=list(near), most=self._most):
                self._add(str(memory), near[str(key)].name, near[str(key)].weight, str(state))

    def _facts(self, named: list[str]) -> list[_Edge]:
        """All facts about the rare entities; of the hubs only those that the question asks about."""
        rows = self._read(_FACTS, keys=self._rare, most=_HUB) if self._rare else []
        if self._hubs and named:
            relations = [relation(str(hub), predicate) for hub in self._hubs for predicate in named]
            rows += self._read(_RELATED, relations=relations, most=_MOST_RELATED)
        return [_edge(row) for row in rows]

    def _note(self, rows: list[Row]) -> None:
        for key, memory, state in rows:
            seed = self._seeds[str(key)]
            self._add(str(memory), seed.name, seed.weight * self._rarity(seed.named), str(state))

    def _add(self, memory: str, label: str, strength: float, state: str) -> None:
        self.trail.add(memory, label, strength * _STANDING.get(state, 1.0))

    def _rarity(self, named: int) -> float:
        return rarity(named, self._total)

    def _read(self, query: str, **parameters: Value) -> list[Row]:
        return self._reader.read(query, {**parameters, "groups": self._groups})


def _edge(row: Row) -> _Edge:
    key, other, name, named, predicate, polarity, state, memory = row
    texts = (str(predicate), str(polarity), str(state), str(memory))
    return _Edge(str(key), str(other), str(name), int(named or 0), *texts)


_NOBODY = Seed("", "", 0, 0.0)
