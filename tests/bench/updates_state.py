"""Weave's facts as the rows of the update set's state metrics, and what a memory's state says of the turns it tells.

The mapping is this: a subject NAME is `user`, "NAME's sister Kim" is "user's sister Kim"; an attribute is the facts
whose predicate is one of its `PREDICATES`; a value has the gold's spelling when `sameness.key` says that it is the same;
what a fact says of no time began when it was learned. Rows of one value and one status that follow each other, no
other value between them, are one row with all their sources.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tests.bench.updates_gold import predicate_of
from weave.altale.answering import manner
from weave.model import Certainty, Change, Fact, Memory, Polarity, State
from weave.sameness import key

PREDICATES: Mapping[str, tuple[str, ...]] = {
    "home_city": ("home_city", "lives_in"),
    "editor": ("editor", "code_editor"),
    "employer": ("employer", "works_at"),
    "drink": ("drink", "morning_drink"),
    "diet": ("diet",),
    "car": ("car", "drives"),
    "language": ("language", "language_course", "studies"),
    "instrument": ("instrument", "plays"),
    "gym_day": ("gym_day", "climbing_day"),
    "phone": ("phone",),
    "pet": ("pet",),
    "commute": ("commute",),
    "reading": ("reading", "book_club"),
    "bank": ("bank",),
    "project": ("project", "side_project"),
    "allergy": ("allergy", "allergic_to"),
}
_STATUS = {State.ACTIVE: "current", State.VOLATILE: "planned", State.CONTESTED: "contested"}
Row = dict[str, Any]


def status(fact: Fact) -> str:
    """The set's word for where a fact stands."""
    if fact.state is State.OUTDATED:
        return "superseded" if fact.superseded_by else "ended"
    if fact.state is State.DEPRECATED:
        return "corrected" if fact.superseded_by else "retracted"
    return _STATUS.get(fact.state, "current")


def memory_status(memory: Memory) -> str:
    """The set's word for a whole memory, as a reader of the recall is told by its state, or by its own words.

    `never`: a denial ("I don't drive …"), and words that the passage marks as played, joked or imagined.
    """
    if memory.state is State.VOLATILE:
        planned = any(f.state is State.VOLATILE and f.valid_from for f in memory.facts)
        return "planned" if planned else "current"
    if manner(memory) is not Certainty.ASSERTED:
        return "never"
    if memory.facts and all(f.polarity is Polarity.NEGATED and f.change is Change.NEW for f in memory.facts):
        return "never"
    told = next((status(f) for f in memory.facts if f.state is memory.state), None)
    if memory.state is State.OUTDATED:
        return told or ("superseded" if memory.superseded_by else "ended")
    if memory.state is State.DEPRECATED:
        return told or ("corrected" if memory.superseded_by else "retracted")
    return "contested" if memory.state is State.CONTESTED else "current"


def spelled(value: str, known: Iterable[str]) -> str:
    """The gold's spelling of a value, if it is one of the gold's."""
    return next((name for name in known if key(name) == key(value)), value)


class Known:
    """The answers of one log's store; `then` gives the facts as of a day."""

    def __init__(
        self,
        log: dict[str, Any],
        facts: Sequence[Fact],
        memories: Mapping[str, Memory],
        then: Callable[[str], Sequence[Fact]],
    ) -> None:
        self._log, self._facts, self._memories, self._look = log, facts, memories, then
        self._then: dict[str, Sequence[Fact]] = {}
        self._values: dict[str, list[str]] = {}
        for row in [*log["gold"]["facts"], *log["gold"]["nonfacts"]]:
            self._values.setdefault(row["attribute"], []).append(row["value"])

    def ingest(self, log: dict[str, Any]) -> None:
        """Done already, by the product's own path."""

    def state(self, subject: str, attribute: str, as_of: str | None = None) -> list[Row]:
        """As state_eval.py asks: rows {value, status, valid_from, valid_to, sources}, the oldest first."""
        if as_of is not None and as_of not in self._then:
            self._then[as_of] = self._look(as_of)
        facts = self._facts if as_of is None else self._then[as_of]
        name = key("user" + subject.removeprefix(self._log["user"]))
        rows = _joined([r for f in facts if key(f.subject) == name and (r := self._row(f, attribute))])
        return rows if as_of is None else [r for r in rows if r["status"] == "current"]

    def _row(self, fact: Fact, attribute: str) -> Row | None:
        if fact.change in (Change.RETRACTION, Change.END):  # what they do shows in the facts they touch
            return None
        value, told = spelled(fact.object, self._values[attribute]), status(fact)
        if attribute.startswith("taste:"):
            if fact.predicate not in ("likes", "dislikes") or key(value) != key(attribute[6:]):
                return None
            liked = (fact.polarity is Polarity.AFFIRMED) == (fact.predicate == "likes")
            value = "likes" if liked else "dislikes"
        elif fact.predicate not in PREDICATES.get(attribute, (predicate_of(attribute),)):
            return None
        elif fact.polarity is Polarity.NEGATED:
            told = "never"
        memory = self._memories[fact.memories[0]]
        return Row(
            value=value,
            status=told,
            valid_from=(fact.valid_from or memory.created).date().isoformat(),
            valid_to=fact.valid_to.date().isoformat() if fact.valid_to else None,
            sources=[turn for id_ in fact.memories for turn in self._memories[id_].source.turns],
        )


def _joined(rows: Iterable[Row]) -> list[Row]:
    joined: list[Row] = []
    for row in sorted(rows, key=lambda r: r["valid_from"]):
        last = joined[-1] if joined else None
        if last is not None and (last["value"], last["status"]) == (row["value"], row["status"]):
            last["sources"] += row["sources"]
            last["valid_to"] = row["valid_to"]
        else:
            joined.append(row)
    return joined
