"""What lies around one thing in the graph of facts: the names near it, and how each relation stands. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import tzinfo
from enum import StrEnum

from weave.clock import day
from weave.model import Fact, State
from weave.sameness import key

HOPS = 2


class Tone(StrEnum):
    """How a relation stands, for whoever colours the picture."""

    CURRENT = "current"
    PLANNED = "planned"
    CONTESTED = "contested"
    PAST = "past"
    WITHDRAWN = "withdrawn"


TONES = {
    State.ACTIVE: Tone.CURRENT,
    State.TRANSIENT: Tone.CURRENT,
    State.VOLATILE: Tone.PLANNED,
    State.CONTESTED: Tone.CONTESTED,
    State.OUTDATED: Tone.PAST,
    State.DEPRECATED: Tone.WITHDRAWN,
}


@dataclass(frozen=True, slots=True)
class Node:
    """A name in the graph; `distance` in steps from what was asked about."""

    key: str
    name: str
    distance: int


@dataclass(frozen=True, slots=True)
class Edge:
    """A fact between two nodes, by their keys."""

    fact: Fact
    source: str
    target: str

    @property
    def tone(self) -> Tone:
        """How it stands."""
        return TONES[self.fact.state]


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """Nodes, the nearest first, and the facts between them."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

    @property
    def centres(self) -> tuple[Node, ...]:
        """What was asked about; everything, when nothing was."""
        return tuple(node for node in self.nodes if node.distance == 0)


def called(asked: str, name: str) -> bool:
    """Whether `asked` names it by its words: "Maribel" means "user's sister Maribel". Keys are compared."""
    wanted = set(key(asked).split())
    return bool(wanted) and wanted <= set(key(name).replace("'s ", " ").replace("’s ", " ").split())


def neighbourhood(facts: Iterable[Fact], subject: str | None = None, hops: int = HOPS) -> Neighbourhood:
    """What lies within `hops` steps of `subject`, against the arrows as well; of everything without a subject.

    A subject that nothing is called exactly is found by words of its name, of which there may be several.
    """
    facts = list(facts)
    subjects = {key(fact.subject): fact.subject for fact in facts}
    names: dict[str, str] = {}
    around: dict[str, list[Edge]] = {}
    edges = [_edge(fact, subjects) for fact in facts]
    for edge in edges:
        names.setdefault(edge.source, edge.fact.subject)
        names.setdefault(edge.target, edge.fact.object)
        for end in dict.fromkeys((edge.source, edge.target)):
            around.setdefault(end, []).append(edge)
    names |= {name: subjects[name] for name in names if name in subjects}
    centres = list(names) if subject is None else _named(subject, subjects) or _named(subject, names)
    distance = dict.fromkeys(centres, 0)
    reached = list(centres)
    for at in reached:
        if distance[at] >= hops:
            continue
        for edge in around.get(at, ()):
            for end in (edge.source, edge.target):
                if end not in distance:
                    distance[end] = distance[at] + 1
                    reached.append(end)
    within = [e for e in edges if min(distance.get(e.source, hops), distance.get(e.target, hops)) < hops]
    return Neighbourhood(tuple(Node(k, names[k], distance[k]) for k in reached), tuple(within))


def _edge(fact: Fact, subjects: Collection[str]) -> Edge:
    # what has no letters is no name: two facts do not meet in it
    source, target = key(fact.subject) or f"\0{fact.id}", key(fact.object) or f"\1{fact.id}"
    bonded = bonded_name(fact)
    return Edge(fact, source, bonded if bonded in subjects else target)


def bonded_name(fact: Fact) -> str:
    """The key under which other facts may speak of the object: "user's sister Maribel" after "user, sister, Maribel"."""
    return key(f"{fact.subject}'s {fact.predicate.replace('_', ' ')} {fact.object[:1_000]}")


def _named(subject: str, names: Mapping[str, str]) -> list[str]:
    wanted = key(subject)
    return [wanted] if wanted in names else [k for k, name in names.items() if called(subject, name)]


def validity(fact: Fact, zone: tzinfo | None) -> str:
    """When it holds or held, in days: "since …", "until …", "… to …"; empty when neither end is known."""
    begins, ends = (day(moment, zone) if moment else "" for moment in (fact.valid_from, fact.valid_to))
    if begins and ends:
        return f"{begins} to {ends}"
    return f"since {begins}" if begins else f"until {ends}" if ends else ""
