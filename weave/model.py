"""The words of the memory: what a turn, a memory, a fact and a result are. Frozen values, no I/O."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

GLOBAL = "global"


class MemoryType(StrEnum):
    """The four kinds of long-term memory, each with a folder of its own."""

    EPISODIC = "episodic"
    SEMANTIC = "semantic"
    PROCEDURAL = "procedural"
    ERROR = "error"


class State(StrEnum):
    """Where a memory stands in its life."""

    TRANSIENT = "transient"
    VOLATILE = "volatile"
    ACTIVE = "active"
    CONTESTED = "contested"
    OUTDATED = "outdated"
    DEPRECATED = "deprecated"

    @property
    def weight(self) -> float:
        """The factor of this state in the score, 0..1."""
        return _STATE_WEIGHT[self]

    @property
    def in_force(self) -> bool:
        """Whether what the memory says may be taken as holding now."""
        return self in (State.TRANSIENT, State.VOLATILE, State.ACTIVE)

    @property
    def gone(self) -> bool:
        """Whether what the memory says has lost, to a later value or to the truth."""
        return self in (State.OUTDATED, State.DEPRECATED)


_STATE_WEIGHT = {
    State.TRANSIENT: 0.05,
    State.VOLATILE: 0.7,
    State.ACTIVE: 1.0,
    State.CONTESTED: 0.5,
    State.OUTDATED: 0.3,
    State.DEPRECATED: 0.15,
}


class Provenance(StrEnum):
    """Source monitoring: who says so."""

    OBSERVED = "observed"
    AGENT = "agent"
    USER = "user"
    INFERRED = "inferred"

    @property
    def trust(self) -> float:
        """The factor of this provenance in the rank, 0..1."""
        return _TRUST[self]


_TRUST = {
    Provenance.OBSERVED: 1.0,
    Provenance.AGENT: 0.9,
    Provenance.USER: 0.8,
    Provenance.INFERRED: 0.6,
}


def least_trusted(provenances: tuple[Provenance, ...] | list[Provenance]) -> Provenance:
    """The provenance of a memory made from others: the lowest trust among its sources."""
    return min(provenances, key=lambda p: p.trust)


class Role(StrEnum):
    """Who speaks in a turn."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    OTHER = "other"

    @property
    def provenance(self) -> Provenance:
        """What a memory made from this role's turns may claim at most."""
        return _ROLE_PROVENANCE[self]


_ROLE_PROVENANCE = {
    Role.USER: Provenance.USER,
    Role.ASSISTANT: Provenance.AGENT,
    Role.TOOL: Provenance.OBSERVED,
    Role.OTHER: Provenance.AGENT,
}


class Polarity(StrEnum):
    """Whether a fact holds or is denied."""

    AFFIRMED = "affirmed"
    NEGATED = "negated"


class Certainty(StrEnum):
    """How a claim was meant; only what is asserted or planned may become a fact."""

    ASSERTED = "asserted"
    PLANNED = "planned"
    HYPOTHETICAL = "hypothetical"
    ROLE_PLAY = "role_play"
    QUOTED = "quoted"
    JOKE = "joke"

    @property
    def aside(self) -> str:
        """In a few words, why this was not said in earnest; empty when it was."""
        return _ASIDES.get(self, "")


_ASIDES = {
    Certainty.HYPOTHETICAL: "only imagined",
    Certainty.ROLE_PLAY: "said in play",
    Certainty.QUOTED: "somebody else's words",
    Certainty.JOKE: "said in jest",
}


class Change(StrEnum):
    """What a claim does to what was known before."""

    NEW = "new"
    CHANGE = "change"
    CORRECTION = "correction"
    RETRACTION = "retraction"
    END = "end"
    INCREMENT = "increment"


@dataclass(frozen=True, slots=True)
class Turn:
    """One utterance of a conversation, as the transcript keeps it. `time` is aware of its zone."""

    id: str
    role: Role
    speaker: str
    text: str
    time: datetime
    conversation: str
    task: str | None = None
    session: str | None = None
    complete: bool = True
    """False for a reply whose stream was cut: shown, kept, never encoded."""
    recalled: bool = False
    """True for text that quotes memories (an answer without a model): never encoded again."""
    replaced: bool = False
    """True for what the person took back by sending it anew: kept, shown as such, and not `complete` any more."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a memory comes from."""

    conversation: str | None = None
    turns: tuple[str, ...] = ()
    file: str | None = None


NOWHERE = Source()


@dataclass(frozen=True, slots=True)
class Fact:
    """subject -> predicate -> object, with its polarity and validity, and the memories it rests on."""

    id: str
    subject: str
    predicate: str
    object: str
    polarity: Polarity = Polarity.AFFIRMED
    state: State = State.ACTIVE
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    provenance: Provenance = Provenance.USER
    importance: float = 0.5
    scope: str = GLOBAL
    superseded_by: str | None = None
    single_valued: bool = False
    change: Change = Change.NEW
    memories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Memory:
    """One remembered thing. Times are aware; `importance` lies in 0..1."""

    id: str
    type: MemoryType
    title: str
    text: str
    state: State
    importance: float
    provenance: Provenance
    created: datetime
    scope: str = GLOBAL
    importance_raw: float | None = None
    occurred: datetime | None = None
    accessed: datetime | None = None
    access_count: int = 0
    source: Source = field(default_factory=Source)
    derived_from: tuple[str, ...] = ()
    superseded_by: str | None = None
    pinned: bool = False
    private: bool = False
    facts: tuple[Fact, ...] = ()
    extra: tuple[tuple[str, str], ...] = ()
    """Metadata keys this version does not know, kept as they were."""


@dataclass(frozen=True, slots=True)
class FactDraft:
    """A fact as the Scribe proposes it, before it has an id or a scope."""

    subject: str
    predicate: str
    object: str
    polarity: Polarity = Polarity.AFFIRMED
    single_valued: bool = False
    certainty: Certainty = Certainty.ASSERTED
    change: Change = Change.NEW
    valid_from: datetime | None = None
    valid_to: datetime | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A memory as the Scribe proposes it, before it has an id, a scope or a state."""

    type: MemoryType
    title: str
    text: str
    importance: float
    provenance: Provenance
    turns: tuple[str, ...]
    """Ids of the source turns, oldest first; never empty for what a conversation yields."""
    importance_raw: float | None = None
    occurred: datetime | None = None
    facts: tuple[FactDraft, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """See `weave.scoring`; every factor is kept. All lie in 0..1 but `access` (1..1.5)."""

    relevance: float
    state: float
    recency: float
    access: float
    importance: float
    trust: float
    strength: float
    rank: float


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the library a recalled text stands: fields of their own, which no text reaches."""

    document: str
    """The document's id."""
    file: str
    """Path in the home, with forward slashes."""
    node: str
    """The section's number."""
    breadcrumb: tuple[str, ...]
    """Titles from the document down to the section."""
    page: int = 0
    """From 1; 0 without pages."""
    line: int = 0
    speaker: str = ""
    """Who said it, in a past conversation."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """A memory with the reasons why it came to mind."""

    memory: Memory
    score: Score
    backends: tuple[str, ...]
    """Names of the backends that found it; empty when it came as a neighbour of what was found."""
    conflicts: tuple[str, ...] = ()
    """Ids of memories that contradict this one, unresolved."""
    channels: tuple[tuple[str, float], ...] = ()
    """Each channel's own 0..1 relevance, by name, for "why recalled"."""
    manner: Certainty = Certainty.ASSERTED
    """How its words were meant, when they were not said in earnest: shown, and never taken for a fact."""
    place: Place | None = None
    """Set for what the library quotes: `memory` is then made for this recall, and no store knows its id."""


@dataclass(frozen=True, slots=True)
class Degraded:
    """A backend that took no part, and the sentence that says why and what to do."""

    backend: str
    reason: str


@dataclass(frozen=True, slots=True)
class Recall:
    """What Altale returns: ranked memories and one passage that cites their ids."""

    query: str
    memories: tuple[Recalled, ...]
    passage: str
    degraded: tuple[Degraded, ...]
    elapsed_ms: float
    omitted: int = 0
    """How many results the token budget kept out of the passage."""
    timings: tuple[tuple[str, float], ...] = ()
    """(backend, milliseconds) of those that were asked, for the figures."""


@dataclass(frozen=True, slots=True)
class Task:
    """A scratch pad: one scope per task, merged into the global one when the task ends."""

    id: str
    name: str
    started: datetime
    conversation: str | None = None
    memories: int = 0

    @property
    def scope(self) -> str:
        """The scope that the pad's memories have."""
        return f"task:{self.id}"


@dataclass(frozen=True, slots=True)
class TaskReport:
    """What ending a task did."""

    task: str
    encoded: int
    transferred: int
    duplicates: int
    facts: int
    contested: int = 0
    superseded: int = 0
    merged: int = 0
    """Names that turned out to be other names of what is known."""
    queued: bool = False
    """True when the Scribe's model was away: the turns are kept and encoded later."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a conflict: a fact, the memory that states it, and what rests on that memory."""

    fact: Fact
    memory: Memory
    dependents: tuple[Memory, ...] = ()
    """What would become volatile if this side fell: all that is derived from it, nearest first."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Facts about one thing that cannot all hold, until a person decides. `id` is the oldest fact's."""

    id: str
    subject: str
    predicate: str
    sides: tuple[Side, ...]
    """Two or more, the oldest first; sides that say the same stand beside each other."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a person decided about a conflict, and what it changed."""

    conflict: str
    kept: tuple[Fact, ...]
    fallen: tuple[Fact, ...]
    volatile: tuple[str, ...] = ()
    """Ids of memories that rested on what fell."""
