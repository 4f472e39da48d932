"""What the catalogue knows of facts: by subject, by the words of a name, by what rests on what, and who is in dispute."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Sequence

from weave import catalogue_schema as schema
from weave import disputes
from weave.contradiction import topic_of
from weave.echoes import is_echo
from weave.model import GLOBAL, Fact, Memory, Source, State
from weave.outbox import chunks, marks
from weave.sameness import key


class FactReads(ABC):
    """The reading of facts, as part of the catalogue."""

    @property
    @abstractmethod
    def _reader(self) -> sqlite3.Connection:
        """This thread's connection."""

    @abstractmethod
    def get_many(self, ids: Sequence[str]) -> dict[str, Memory]:
        """The memories that exist among `ids`."""

    @abstractmethod
    def of_turns(self, source: Source) -> list[Memory]:
        """The memories made from exactly these turns."""

    def facts(self, subject: str | None = None, predicate: str | None = None) -> list[Fact]:
        """Facts of every state and scope, oldest first; of one subject, and one predicate of it, if named."""
        where, values = ("WHERE subject_key = ?", (key(subject),)) if subject is not None else ("", ())
        if subject is not None and predicate:
            where, values = f"{where} AND predicate = ?", (*values, predicate)
        rows = self._reader.execute(f"SELECT * FROM facts {where} ORDER BY memory, position", values)
        return [schema.fact_of(row) for row in rows]

    def facts_under(self, subject: str, predicates: Sequence[str]) -> list[Fact]:
        """Global facts of one subject under any of these predicates, oldest first."""
        found: list[Fact] = []
        for chunk in chunks(list(dict.fromkeys(predicates))):
            rows = self._reader.execute(
                f"SELECT * FROM facts WHERE subject_key = ? AND scope = ? AND predicate IN ({marks(len(chunk))})",
                (key(subject), GLOBAL, *chunk),
            )
            found += [schema.fact_of(row) for row in rows]
        return sorted(found, key=lambda fact: fact.memories)

    def touching(self, names: Sequence[str]) -> list[Fact]:
        """Facts of every scope that one of these keys of names is the subject or the object of, oldest first."""
        found: dict[str, Fact] = {}
        for chunk in chunks(list(dict.fromkeys(names))):
            for column, values in (("subject_key", chunk), ("object_key", [*map(schema.object_key, chunk)])):
                rows = self._reader.execute(
                    f"SELECT * FROM facts WHERE {column} IN ({marks(len(chunk))})", tuple(values)
                )
                found.update((row["id"], schema.fact_of(row)) for row in rows)
        return sorted(found.values(), key=lambda fact: fact.memories)

    def in_pads(self) -> list[Fact]:
        """Facts that no task's end has taken into the global scope yet, oldest first."""
        rows = self._reader.execute(
            "SELECT * FROM facts WHERE scope <> ? ORDER BY memory, position", (GLOBAL,)
        )
        return [schema.fact_of(row) for row in rows]

    def predicates(self, subject: str) -> list[str]:
        """The kinds of facts about a subject, whatever their state, sorted."""
        rows = self._reader.execute(
            "SELECT DISTINCT predicate FROM facts WHERE subject_key = ? ORDER BY predicate", (key(subject),)
        )
        return [row[0] for row in rows]

    def holding(self, value: str) -> list[Fact]:
        """Facts of every subject with this object, whatever its case, oldest first; reads them all."""
        rows = self._reader.execute(
            "SELECT * FROM facts WHERE object = ? COLLATE NOCASE ORDER BY memory, position", (value.strip(),)
        )
        return [schema.fact_of(row) for row in rows]

    def saying(self, texts: Sequence[str]) -> list[str]:
        """Ids of the memories whose text says the same as one of these, in order of age."""
        found: list[str] = []
        for chunk in chunks(list(dict.fromkeys(map(schema.said_of, texts)))):
            rows = self._reader.execute(
                f"SELECT id FROM memories WHERE said IN ({marks(len(chunk))})", tuple(chunk)
            )
            found += [row[0] for row in rows]
        return sorted(found)

    def bounded_facts(self) -> list[Fact]:
        """Facts that time alone may change: with a beginning or an end, and those that such a one replaced."""
        rows = self._reader.execute(
            "SELECT * FROM facts WHERE (state IN ('active', 'volatile') AND (valid_to NOT NULL OR valid_from NOT NULL)) "
            "OR (state = 'contested' AND valid_to NOT NULL AND superseded_by NOT NULL) "
            "OR superseded_by IN (SELECT id FROM facts WHERE valid_to NOT NULL AND superseded_by IS NULL)"
        )
        return [schema.fact_of(row) for row in rows]

    def conflicts(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """For each of these memories that is a side of a conflict, the ids of those that contradict it.

        The verbatim words of one turn are in the conflicts of what was told in it.
        """
        told = self._told_by(ids)
        found = self._sides([*ids, *(id_ for one in told.values() for id_ in one)])
        for episode, stating in told.items():
            others = [id_ for one in stating for id_ in found.get(one, ()) if id_ not in stating]
            found[episode] = tuple(dict.fromkeys(others))
        return {id_: found[id_] for id_ in ids if found.get(id_)}

    def _told_by(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """For each verbatim episode in dispute among `ids`, the memories of its turn that state what is."""
        found: dict[str, tuple[str, ...]] = {}
        for id_, memory in self.get_many(ids).items():
            if memory.state is State.CONTESTED and is_echo(memory):
                found[id_] = tuple(one.id for one in self.of_turns(memory.source) if one.facts)
        return found

    def _sides(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The same for what states facts."""
        wanted = set(ids)
        topics: dict[tuple[str, str], Fact] = {}
        for chunk in chunks(list(wanted)):
            rows = self._reader.execute(
                f"SELECT * FROM facts WHERE state = 'contested' AND memory IN ({marks(len(chunk))})",
                tuple(chunk),
            )
            topics |= {topic_of(fact): fact for fact in map(schema.fact_of, rows)}
        found: dict[str, tuple[str, ...]] = {}
        for fact in topics.values():
            for party in disputes.parties(self.stated(fact)):
                for id_, others in disputes.against(party, wanted).items():
                    rest = (other for other in others if other != id_)
                    found[id_] = tuple(dict.fromkeys((*found.get(id_, ()), *rest)))
        return {id_: others for id_, others in found.items() if id_ in wanted and others}

    def stated(self, fact: Fact) -> list[disputes.Stated]:
        """All global facts about the subject and predicate of this one, of every state, with their memories."""
        facts = [one for one in self.facts(fact.subject, fact.predicate) if one.scope == GLOBAL]
        memories = self.get_many([id_ for one in facts for id_ in one.memories])
        return [
            disputes.Stated(one, memories[one.memories[0]]) for one in facts if one.memories[0] in memories
        ]

    def contested(self) -> list[Fact]:
        """Facts of the global scope that are in dispute, by subject and predicate, then in the order learned."""
        rows = self._reader.execute(
            "SELECT * FROM facts WHERE state = 'contested' AND scope = ? "
            "ORDER BY subject_key, predicate, memory, position",
            (GLOBAL,),
        )
        return [schema.fact_of(row) for row in rows]

    def sources(self) -> list[str]:
        """The ids of all that something was derived from."""
        return [str(row[0]) for row in self._reader.execute("SELECT DISTINCT source FROM derivations")]

    def by_id(self, ids: Sequence[str]) -> dict[str, Fact]:
        """The facts that exist among `ids`."""
        found: dict[str, Fact] = {}
        for chunk in chunks(list(dict.fromkeys(ids))):
            rows = self._reader.execute(
                f"SELECT * FROM facts WHERE id IN ({marks(len(chunk))})", tuple(chunk)
            )
            found.update((row["id"], schema.fact_of(row)) for row in rows)
        return found

    def named(self, words: Sequence[str], limit: int = 200) -> list[str]:
        """Keys of subjects of global facts whose name has one of these words (keys themselves), sorted."""
        found: set[str] = set()
        for chunk in chunks(list(dict.fromkeys(words))):
            rows = self._reader.execute(
                f"SELECT DISTINCT subject_key FROM names WHERE word IN ({marks(len(chunk))}) LIMIT ?",
                (*chunk, limit),
            )
            found.update(row[0] for row in rows)
        return sorted(found)

    def resting_on(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """For each of these memories the ids of those made from it (`derived_from`), one step on."""
        found: dict[str, list[str]] = {}
        for chunk in chunks(list(dict.fromkeys(ids))):
            rows = self._reader.execute(
                f"SELECT source, memory FROM derivations WHERE source IN ({marks(len(chunk))}) ORDER BY memory",
                tuple(chunk),
            )
            for row in rows:
                found.setdefault(row["source"], []).append(row["memory"])
        return {source: tuple(memories) for source, memories in found.items()}
