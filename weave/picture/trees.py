"""A neighbourhood as the lines of a tree, each relation once, for a terminal or a screen to colour. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import tzinfo

from weave.model import GLOBAL, Fact, Polarity
from weave.picture.graph import TONES, Edge, Neighbourhood, Tone, validity

MOST_ROWS, MOST_NEIGHBOURS = 80, 12
"""Of a tree, and of one name in it; what is more is counted."""
_ORDER = list(Tone)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a tree: its branches, what it says, and when and whether that holds."""

    branches: str
    text: str
    note: str = ""
    tone: Tone | None = None
    """None for a name in the middle, and for the count of what is left out."""


def tree(
    found: Neighbourhood, zone: tzinfo, *, rows: int = MOST_ROWS, neighbours: int = MOST_NEIGHBOURS
) -> tuple[Row, ...]:
    """The neighbourhood as lines: what was asked about, below it each relation once, current ones first."""
    drawn = list(_Tree(found, zone, neighbours).rows())
    if len(drawn) <= rows:
        return tuple(drawn)
    return (*drawn[: rows - 1], Row("", f"… {len(drawn) - rows + 1:,} more"))


class _Tree:
    """The walk through a neighbourhood: each relation is drawn once, however often it was told, each name opened once."""

    def __init__(self, found: Neighbourhood, zone: tzinfo, neighbours: int) -> None:
        self._zone, self._most = zone, neighbours
        self._name = {node.key: node.name for node in found.nodes}
        self._fact = {edge.fact.id: edge.fact for edge in found.edges}
        self._roots = found.centres
        around: dict[str, list[Edge]] = {}
        for edge in found.edges:
            for end in dict.fromkeys((edge.source, edge.target)):
                around.setdefault(end, []).append(edge)
        self._children: dict[str, list[Edge]] = {}
        self._opens: dict[str, str] = {}
        """By edge, the name that is opened below it."""
        self._claim(around)

    def _claim(self, around: dict[str, list[Edge]]) -> None:
        used: set[str] = set()
        reached = [node.key for node in self._roots]
        seen = set(reached)
        for at in reached:
            mine = [edge for edge in around.get(at, ()) if edge.fact.id not in used]
            mine.sort(key=lambda edge: (edge.source != at, _ORDER.index(edge.tone), edge.fact.predicate))
            used |= {edge.fact.id for edge in mine}
            mine = list({self._told(edge, at): edge for edge in reversed(mine)}.values())[::-1]
            self._children[at] = mine
            for edge in mine:
                end = edge.target if edge.source == at else edge.source
                if end not in seen:
                    seen.add(end)
                    reached.append(end)
                    self._opens[edge.fact.id] = end

    def rows(self) -> Iterator[Row]:
        for root in self._roots:
            if self._children.get(root.key) or len(self._roots) == 1:
                yield Row("", root.name)
                yield from self._below(root.key, "")

    def _below(self, at: str, branches: str) -> Iterator[Row]:
        edges = self._children.get(at, [])
        left = len(edges) - self._most if len(edges) > self._most else 0
        shown = edges[: self._most]
        for edge in shown:
            last = edge is shown[-1] and not left
            yield Row(branches + ("└─ " if last else "├─ "), *self._told(edge, at), edge.tone)
            if edge.fact.id in self._opens:
                yield from self._below(self._opens[edge.fact.id], branches + ("   " if last else "│  "))
        if left:
            yield Row(branches + "└─ ", f"… {left:,} more")

    def _told(self, edge: Edge, at: str) -> tuple[str, str]:
        fact = edge.fact
        relation = ("not: " if fact.polarity is Polarity.NEGATED else "") + fact.predicate.replace("_", " ")
        if edge.source == at:
            return f"{relation} → {fact.object}", self._note(fact)
        return f"← {relation} ← {fact.subject}", self._note(fact)

    def _note(self, fact: Fact) -> str:
        tone = TONES[fact.state]
        words = [] if tone is Tone.CURRENT else [tone.value]
        if span := validity(fact, self._zone):
            words.append(span)
        then = self._fact.get(fact.superseded_by or "")
        if then is not None:
            words.append(f"then {then.object}")
        if fact.scope != GLOBAL:
            words.append(f"in {fact.scope}")
        return ", ".join(words)
