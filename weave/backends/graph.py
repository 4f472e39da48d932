"""Graph Memory, the neocortex: entities, the facts between them, and the memories that name them, in FalkorDB.

    (:Memory {id, group_id, state, type, rev, schema})-[:MENTIONS {group_id, rev}]->(:Entity {key, name, group_id, …})
    (:Entity)-[:FACT {id, predicate, polarity, state, group_id, memory, valid_from, valid_to, rev, …}]->(:Entity)

What was true once stays, as an edge with its state and the time in which it held.

One graph holds every group, and each query names its groups as a parameter. A graph (and a handle) per group
would make a recall over `global` and a task two round trips that cannot share a plan, leave thousands of small
graphs behind, and turn consolidation into copying; and one handle that is switched from group to group, as
elsewhere, answers from the wrong one as soon as two threads use it.

An upsert writes the new edges under a fresh `rev` and then removes those of an older one, so that a search in
another thread never finds a hole. Every statement may be repeated.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path

from weave.backends import graph_search
from weave.backends.falkor_link import FalkorLink, Row
from weave.backends.graph_rows import SCHEMA, Rows, rows_of
from weave.batches import batches
from weave.config import FalkorConfig
from weave.errors import BackendError
from weave.model import Memory
from weave.ports import Health, Hit, Query

_BATCH = 256
_ROWS = 1_000
"""Rows of one statement: it must end well within the link's time limit on a busy machine."""
_INDEXES = (
    *(
        f"CREATE INDEX FOR (e:Entity) ON (e.{name})"
        for name in ("key", "group_id", "first", "last", "role", "stub", "sound")
    ),
    *(f"CREATE INDEX FOR (m:Memory) ON (m.{name})" for name in ("id", "group_id")),
    *(f"CREATE INDEX FOR ()-[f:FACT]-() ON (f.{name})" for name in ("memory", "relation", "inverse", "bond")),
)
_MEMORIES = """UNWIND $rows AS r MERGE (m:Memory {id: r.id})
SET m.group_id = r.group, m.state = r.state, m.type = r.type, m.rev = $rev, m.schema = $schema RETURN count(m)"""
_ENTITIES = """UNWIND $rows AS r MERGE (e:Entity {key: r.key, group_id: r.group})
ON CREATE SET e.name = r.name, e.first = r.first, e.last = r.last, e.role = r.role, e.stub = r.stub,
    e.sound = r.sound
ON MATCH SET e.first = coalesce(e.first, r.first), e.last = coalesce(e.last, r.last),
    e.role = coalesce(e.role, r.role) RETURN count(e)"""
_MENTIONS = """UNWIND $rows AS r MATCH (m:Memory {id: r.memory}) MATCH (e:Entity {key: r.key, group_id: r.group})
MERGE (m)-[x:MENTIONS]->(e) SET x.group_id = r.group, x.rev = $rev RETURN count(x)"""
_FACTS = """UNWIND $rows AS r
MATCH (s:Entity {key: r.subject, group_id: r.group}) MATCH (o:Entity {key: r.object, group_id: r.group})
MERGE (s)-[f:FACT {id: r.id, memory: r.memory}]->(o)
SET f.predicate = r.predicate, f.relation = r.relation, f.inverse = r.inverse, f.bond = r.bond,
    f.polarity = r.polarity, f.state = r.state, f.group_id = r.group, f.valid_from = r.valid_from,
    f.valid_to = r.valid_to, f.rev = $rev RETURN count(f)"""
_KNOWN = "MATCH (m:Memory) WHERE m.id IN $ids RETURN count(m)"
_OLD_MENTIONS = """MATCH (m:Memory) WHERE m.id IN $ids WITH m MATCH (m)-[x:MENTIONS]->(e) WHERE x.rev <> $rev
RETURN DISTINCT e.key, e.group_id"""
_DROP_FACTS = "MATCH ()-[f:FACT]->() WHERE f.memory IN $ids AND f.rev <> $rev DELETE f"
_DROP_MENTIONS = """MATCH (m:Memory) WHERE m.id IN $ids WITH m MATCH (m)-[x:MENTIONS]->()
WHERE x.rev <> $rev DELETE x"""
_DROP_MEMORIES = "MATCH (m:Memory) WHERE m.id IN $ids DELETE m"
_DROP_LONELY = """UNWIND $rows AS r MATCH (e:Entity {key: r.key, group_id: r.group})
WHERE indegree(e) = 0 AND outdegree(e) = 0 DELETE e"""
_DROP_ALL_LONELY = "MATCH (e:Entity) WHERE indegree(e) = 0 AND outdegree(e) = 0 DELETE e"
_COUNT = "MATCH (m:Memory) RETURN count(m)"
_IDS = "MATCH (m:Memory) WHERE m.id > $last RETURN m.id ORDER BY m.id LIMIT $limit"
_SCHEMA = "MATCH (m:Memory) RETURN m.schema LIMIT 1"
_PREDICATES = "MATCH ()-[f:FACT]->() RETURN DISTINCT f.predicate"


class GraphMemory:
    """`weave.ports.Backend` over FalkorDB; `search` may run while another thread writes."""

    name = "graph"

    def __init__(
        self,
        folder: Path,
        *,
        url: str | None = None,
        key: str | None = None,
        binaries: Path | None = None,
        graph: str = "weave",
    ) -> None:
        """`folder` holds the embedded graph's data; `url` with `key` (a password) is a server instead.

        Homes that share a server must differ in `graph`.
        """
        self._link = FalkorLink(folder, url=url, key=key, binaries=binaries, graph=graph)
        self._writing = threading.Lock()
        self._figures: graph_search.Figures | None = None

    @classmethod
    def build(cls, home: Path, config: FalkorConfig, key: str | None) -> GraphMemory:
        """The graph of a home, as config.toml wants it; `key` is a server's password."""
        binaries = Path(config.binaries) if config.binaries else None
        folder = home / "index" / "falkordb"
        return cls(folder, url=config.url, key=key, binaries=binaries, graph=config.graph)

    def open(self) -> None:
        """Start or reach the server and see to the indexes; idempotent. Raises BackendUnavailable."""
        self._link.open()
        with self._writing:
            self._prepare()

    def upsert(self, memories: Sequence[Memory]) -> None:
        """Replace these memories, their mentions and their facts; idempotent."""
        with self._writing:
            for batch in batches(memories, _BATCH):
                self._put(rows_of(batch))

    def delete(self, ids: Sequence[str]) -> None:
        """Remove these memories and the entities that only they named."""
        with self._writing:
            for batch in batches(ids, _BATCH):
                self._remove(list(batch))

    def search(self, query: Query) -> list[Hit]:
        """Memories about the entities that the question names, to two hops, within its scopes."""
        return graph_search.search(self._link, query, self._figures or graph_search.Figures())

    def count(self) -> int:
        """How many memories the graph holds."""
        return _number(self._link.read(_COUNT, {}))

    def ids(self) -> Iterator[str]:
        """The ids of the memories that are indexed. Raises BackendError."""
        last = ""
        while rows := self._link.read(_IDS, {"last": last, "limit": _ROWS}):
            yield from (str(row[0]) for row in rows)
            last = str(rows[-1][0])

    def clear(self) -> None:
        """Drop the graph."""
        with self._writing:
            self._link.drop()
            self._prepare()

    def scrub(self) -> None:
        """Rewrite the log, so that nothing of what was deleted is left in a file of it."""
        with self._writing:
            self._link.write(_DROP_ALL_LONELY, {})
            self._link.compact()

    def interrupt(self) -> None:
        """Nothing to do: a batch takes milliseconds."""

    def health(self) -> Health:
        """What it runs on, or what is wrong. Never raises."""
        try:
            number = self.count()
        except BackendError as error:
            return Health(False, str(error))
        note = self._link.process.note if self._link.process else None
        return Health(True, f"FalkorDB, {self._link.place}." + (f" {note}" if note else ""), number)

    def close(self) -> None:
        """End the embedded server, or leave the remote one. Never raises."""
        self._link.close()

    # -- writing ---------------------------------------------------------------------------------------------

    def _prepare(self) -> None:
        self._ensure()
        if self._link.read(_SCHEMA, {}) not in ([], [[SCHEMA]]):
            self._link.drop()  # it comes back empty, and is filled again from what is remembered
            self._ensure()
        self._link.write(_DROP_ALL_LONELY, {})  # a batch that was cut short may have left some
        known = frozenset(str(row[0]) for row in self._link.read(_PREDICATES, {}))
        self._figures = graph_search.Figures(self.count(), known)

    def _ensure(self) -> None:
        for statement in _INDEXES:
            self._link.ensure(statement)

    def _count_again(self, *predicates: str) -> None:
        known = self._figures.predicates if self._figures else frozenset()
        self._figures = graph_search.Figures(self.count(), known | frozenset(predicates))

    def _put(self, rows: Rows) -> None:
        rev = uuid.uuid4().hex
        ids = [str(row["id"]) for row in rows.memories]
        known = _number(self._link.read(_KNOWN, {"ids": ids}))
        for statement, part in (
            (_MEMORIES, rows.memories),
            (_ENTITIES, rows.entities),
            (_MENTIONS, rows.mentions),
            (_FACTS, rows.facts),
        ):
            for piece in batches(part, _ROWS):
                if _number(self._link.write(statement, {"rows": piece, "rev": rev, "schema": SCHEMA})) != len(
                    piece
                ):
                    raise BackendError(
                        "The graph kept less than it was given; it is written again by itself."
                    )
        if known:
            self._sweep(ids, rev)
        self._count_again(*(str(row["predicate"]) for row in rows.facts))

    def _remove(self, ids: list[str]) -> None:
        self._sweep(ids, "")
        self._link.write(_DROP_MEMORIES, {"ids": ids})
        self._count_again()

    def _sweep(self, ids: list[str], rev: str) -> None:
        """Remove what these memories held under another revision, and the entities it leaves without an edge."""
        given = {"ids": ids, "rev": rev}
        touched = [{"key": key, "group": group} for key, group in self._link.read(_OLD_MENTIONS, given)]
        self._link.write(_DROP_FACTS, given)
        self._link.write(_DROP_MENTIONS, given)
        for piece in batches(touched, _ROWS):
            self._link.write(_DROP_LONELY, {"rows": piece})


def _number(rows: list[Row]) -> int:
    return int(rows[0][0] or 0) if rows else 0
