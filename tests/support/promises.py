"""What must hold of what is known, whatever happened: a simple model of it, and the comparison with the home.

The model knows of each topic only when it was last affirmed for good, and when it was last ended, denied, taken back
or touched by a person; all else is read off the home itself.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.support.histories import Step
from weave import markdown
from weave.backends.graph import GraphMemory
from weave.contradiction import STANDING, Known, excludes, overlap, topic_of
from weave.model import GLOBAL, Change, Fact, Memory, Polarity, State

if TYPE_CHECKING:
    from tests.support.lives import Life

Topic = tuple[str, str]
_NEVER = datetime.min.replace(tzinfo=UTC)
_LASTING = (Change.NEW, Change.CHANGE, Change.CORRECTION)
_TAKING = (Change.END, Change.RETRACTION)
_BY_A_PERSON = ("forget", "restore", "set", "edit", "hand_edit", "hand_delete", "hand_add")


def content(memories: Iterable[Memory]) -> Counter[tuple[object, ...]]:
    """What is known, in words alone: what two homes share that were told the same."""
    known = list(memories)
    objects = {fact.id: fact.object for memory in known for fact in memory.facts}
    facts = [
        (
            *(fact.subject, fact.predicate, fact.object, fact.polarity, fact.state, fact.change),
            *(
                fact.valid_from,
                fact.valid_to,
                objects.get(fact.superseded_by or "", fact.superseded_by and "?"),
            ),
            *(fact.provenance, fact.single_valued, memory.text, memory.state, memory.scope == GLOBAL),
        )
        for memory in known
        for fact in memory.facts
    ]
    bare = [(m.text, m.state, m.type, m.provenance, m.scope == GLOBAL) for m in known if not m.facts]
    return Counter([*facts, *bare])


class Witness:
    """Looks at a home after each step."""

    def __init__(self) -> None:
        self._affirmed: dict[Topic, list[tuple[datetime, str, Change]]] = {}
        self._limited: dict[Topic, set[str]] = {}
        self._taken: dict[Topic, datetime] = {}
        self._noted: dict[int, list[Memory]] = {}
        self._agreed: set[Topic] = set()
        """Of what a person has said that it is no conflict."""
        self._ever: set[str] = set()

    def look(self, life: Life, step: Step, before: list[Memory]) -> None:
        """After one step. AssertionError says what is wrong."""
        now = life.known()
        self._learn(life, step, before, now)
        self._files(life, now)
        self._apart(life, now)
        self._sound(life, now)
        self._not_empty(now)
        self._untouched(life, step, before, now)
        assert not (step.kind == "reindex" and content(before) != content(now)), _differ(before, now)

    def reindexed(self, life: Life) -> None:
        """From the files alone the same is known."""
        before = life.known()
        life.close()
        shutil.rmtree(life.home / "index")
        life.open()
        now = life.known()
        assert content(before) == content(now), _differ(before, now)

    # -- the model --------------------------------------------------------------------------------------

    def _learn(self, life: Life, step: Step, before: list[Memory], now: list[Memory]) -> None:
        self._ever |= {
            fact.id for memory in (*before, *now) if memory.scope == GLOBAL for fact in memory.facts
        }
        if step.kind == "note" and step.memory is not None and step.task is not None:
            self._noted.setdefault(step.task, []).append(step.memory)
        elif step.kind == "discard" and step.task is not None:
            self._noted.pop(step.task, None)
        elif step.kind == "end" and step.task is not None:
            for memory in self._noted.pop(step.task, []):
                self._said(memory)
        elif step.kind == "state" and step.memory is not None:
            self._said(step.memory)
        if step.kind == "resolve" and len(step.keep) > 1:
            self._agreed |= self._topics(life, step, before, now)
        if step.kind in _BY_A_PERSON or (step.kind == "resolve" and not _affirms(life, step, before)):
            # a clock that was set back lets a person decide about what is to be learned later
            when = max([step.now, *(memory.created for memory in before if memory.scope == GLOBAL)])
            for topic in self._topics(life, step, before, now):
                self._taken[topic] = max(self._taken.get(topic, _NEVER), when)

    def _said(self, memory: Memory) -> None:
        for fact in memory.facts:
            topic = topic_of(fact)
            if fact.polarity is Polarity.NEGATED or fact.change in _TAKING:
                self._taken[topic] = max(self._taken.get(topic, _NEVER), memory.created)
            elif fact.valid_to is not None:
                self._limited.setdefault(topic, set()).add(fact.object)
            elif fact.change in _LASTING:
                self._affirmed.setdefault(topic, []).append((memory.created, fact.object, fact.change))

    def _topics(self, life: Life, step: Step, before: list[Memory], now: list[Memory]) -> set[Topic]:
        """What a step is about."""
        named = {life.ids.get(step.target or ""), life.ids.get(f"m{step.number}")}
        named |= {life.ids.get(one) for one in step.keep}
        pad = f"task:{life.tasks.get(step.task)}" if step.task is not None else ""
        named |= {memory.id for memory in before if memory.scope == pad}
        met = [*before, *now, *([step.memory] if step.memory else [])]
        return {topic_of(fact) for memory in met if memory.id in named for fact in memory.facts}

    # -- the promises -----------------------------------------------------------------------------------

    def _files(self, life: Life, now: list[Memory]) -> None:
        found = Counter(
            section.id
            for file in life.home.glob("[mt]*/**/*.md")
            if file.relative_to(life.home).parts[0] in ("memories", "tasks")
            for section in markdown.parse(file.read_bytes()).sections
        )
        assert all(count == 1 for count in found.values()), f"in two files: {found.most_common(3)}"
        assert set(found) == {m.id for m in now}, "the catalogue and the files differ"

    def _apart(self, life: Life, now: list[Memory]) -> None:
        """Of what was noted in an unfinished task nothing stands in the global scope."""
        noted = {memory.id for memories in self._noted.values() for memory in memories}
        facts = {fact.id for memories in self._noted.values() for m in memories for fact in m.facts}
        for memory in now:
            inside = memory.scope == GLOBAL
            assert not (inside and memory.id in noted), f"{memory.text} left its task"
            assert all((fact.scope == GLOBAL) == inside for fact in memory.facts), memory
            assert not (inside and facts & {fact.id for fact in memory.facts}), memory
        written = "".join(file.read_text() for file in life.home.glob("memories/**/*.md"))
        assert not [id_ for id_ in noted | facts if id_ in written], (
            "a file of the global scope names a task's"
        )

    def _sound(self, life: Life, now: list[Memory]) -> None:
        facts = [(memory, fact) for memory in now if memory.scope == GLOBAL for fact in memory.facts]
        twice = [id_ for id_, count in Counter(fact.id for _, fact in facts).items() if count > 1]
        assert not twice, f"facts twice: {twice}"
        for memory, fact in facts:
            over = fact.valid_to is not None and fact.valid_to <= life.now
            assert fact.state is not State.ACTIVE or not over, f"in force and over: {fact}"
            bound = fact.superseded_by is None or fact.valid_to is not None
            assert fact.state is not State.ACTIVE or bound, f"in force and superseded: {fact}"
            assert fact.superseded_by is None or fact.superseded_by in self._ever, (
                f"superseded by nothing: {fact}"
            )
            assert fact.superseded_by != fact.id, f"superseded by itself: {fact}"
            said = {one.state for one in memory.facts if one.change is not Change.RETRACTION}
            assert not said or memory.state in said, f"a memory in no state of its facts: {memory}"
        active = [Known(fact, memory.created) for memory, fact in facts if fact.state is State.ACTIVE]
        for place, one in enumerate(active):
            for other in active[:place]:
                both = topic_of(one.fact) == topic_of(other.fact) and excludes(one.fact, other.fact)
                both = both and topic_of(one.fact) not in self._agreed and not (_waits(one) and _waits(other))
                assert not (both and overlap(one, other)), f"both in force: {one}\n{other}"

    def _not_empty(self, now: list[Memory]) -> None:
        standing = {
            topic_of(fact)
            for memory in now
            if memory.scope == GLOBAL
            for fact in memory.facts
            if fact.polarity is Polarity.AFFIRMED and fact.state in STANDING
        }
        for topic, said in self._affirmed.items():
            limits, taken = self._limited.get(topic, set()), self._taken.get(topic, _NEVER)
            lasting = [
                (value, when)
                for when, value, change in said
                if when > taken and value not in limits and not (limits and change is Change.CORRECTION)
            ]
            assert topic in standing or not lasting, f"{topic} is empty, after {lasting}"

    def _untouched(self, life: Life, step: Step, before: list[Memory], now: list[Memory]) -> None:
        about = self._topics(life, step, before, now)
        was, are = _elsewhere(before, about), _elsewhere(now, about)
        moved = {id_ for id_ in was.keys() | are.keys() if was.get(id_) != are.get(id_)}
        assert not moved, "another topic was touched:\n" + "\n".join(
            f"{was.get(id_)}\n-> {are.get(id_)}" for id_ in moved
        )


def _affirms(life: Life, step: Step, before: list[Memory]) -> bool:
    """Whether a decision keeps a value."""
    kept = {life.ids[one] for one in step.keep}
    facts = [fact for memory in before if memory.id in kept for fact in memory.facts]
    return any(fact.polarity is Polarity.AFFIRMED for fact in facts)


def _waits(one: Known) -> bool:
    """Whether a plan will take its place: a dispute that the plan will end is in nobody's way."""
    return one.fact.superseded_by is not None and one.fact.valid_to is not None


def _elsewhere(memories: Iterable[Memory], about: set[Topic]) -> dict[str, Fact]:
    return {
        fact.id: fact
        for memory in memories
        if memory.scope == GLOBAL and not memory.derived_from  # what is derived goes with its sources
        for fact in memory.facts
        if topic_of(fact) not in about
    }


def _differ(before: Iterable[Memory], now: Iterable[Memory]) -> str:
    was, are = content(before), content(now)
    lost, new = [*(was - are)], [*(are - was)]
    return "not the same is known:\n" + "\n".join(
        [*(f"- {one}" for one in lost), *(f"+ {one}" for one in new)]
    )


def same(one: Iterable[Memory], other: Iterable[Memory]) -> None:
    """Two homes know the same. AssertionError says what differs."""
    first, second = list(one), list(other)
    assert content(first) == content(second), _differ(first, second)


def apart_in_the_graph(graph: GraphMemory, memories: Iterable[Memory]) -> None:
    """The graph holds each memory in the group of its scope, and in `global` nothing else."""
    known = list(memories)
    scopes = {memory.id: memory.scope for memory in known}
    rows = graph._link.read("MATCH (m:Memory) RETURN m.id, m.group_id", {})
    assert {str(id_): group for id_, group in rows} == scopes, (
        "the graph's memories are not those of the home"
    )
    facts = {fact.id: memory.scope for memory in known for fact in memory.facts if fact.object.strip()}
    edges = graph._link.read("MATCH ()-[f:FACT]->() RETURN f.id, f.group_id", {})
    assert {str(id_): group for id_, group in edges}.items() <= facts.items(), "an edge in another group"
    loose = graph._link.read(
        "MATCH (a:Entity {group_id: $group})-[f]-(b) WHERE b.group_id <> $group RETURN a.name, b.group_id",
        {"group": GLOBAL},
    )
    assert not loose, f"edges between groups: {loose}"
    lonely = graph._link.read(
        "MATCH (e:Entity) WHERE indegree(e) = 0 AND outdegree(e) = 0 RETURN e.name, e.group_id", {}
    )
    assert not lonely, f"entities of nothing: {lonely}"
