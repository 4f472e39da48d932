"""The words of the self-model: what a proposal, a verdict and an entry of the history are. Frozen values, no I/O."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Verdict(StrEnum):
    """What became of an entry: only `applied` ones changed identity.md."""

    REJECTED = "rejected"
    APPLIED = "applied"
    FLAGGED = "flagged"


class Origin(StrEnum):
    """Where a proposal stems from."""

    COMMAND = "command"
    EXPERIENCE = "experience"
    ROLE_PLAY = "role_play"
    DOCUMENT = "document"
    RECALLED = "recalled"
    PERSON = "person"
    """Not a proposal: the person's own deed."""

    @property
    def admissible(self) -> bool:
        """Whether what stems from there may propose anything at all."""
        return self not in (Origin.ROLE_PLAY, Origin.DOCUMENT, Origin.RECALLED)


class Kind(StrEnum):
    """What an entry of the history tells."""

    FOUND = "found"
    """The identity that was there when the history began."""
    PROPOSAL = "proposal"
    APPROVAL = "approval"
    REFUSAL = "refusal"
    EDIT = "edit"
    RESET = "reset"
    """The person removed identity.md, so the default holds again."""
    ROLLBACK = "rollback"
    ALARM = "alarm"
    """The history itself was found changed."""

    @property
    def of_person(self) -> bool:
        """Whether the person did it, so that the text it leaves counts as approved."""
        return self in (Kind.APPROVAL, Kind.REFUSAL, Kind.EDIT, Kind.RESET, Kind.ROLLBACK)


@dataclass(frozen=True, slots=True)
class Likeness:
    """How near a text is to the current identity and to the last approved one, each 0..1, and by which measure."""

    current: float
    approved: float
    measure: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """A new text for identity.md; `confidence` lies in 0..1."""

    text: str
    reason: str
    confidence: float
    origin: Origin = Origin.COMMAND
    evidence: tuple[str, ...] = ()
    """Texts it may rest on, for one that stems from experience."""
    tainted: tuple[str, ...] = ()
    """Texts it must not stem from: scenes, documents, what was recalled."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a proposal is judged against."""

    current: str
    approved: str
    """The last text that the person approved; at first the one that was found."""
    explicit: tuple[str, ...] = ()
    """Lines the person put in or approved one by one, still in the current text."""
    applied: int = 0
    """How many proposals were applied in the last 24 hours."""
    trusted: bool = True
    """False after the history was found changed, until the person decides something."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The guard's verdict and its grounds, a sentence each; an applied one may have none."""

    verdict: Verdict
    grounds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One section of identity-history.md. `text` is None where no version of the identity is kept."""

    id: str
    time: datetime
    kind: Kind
    verdict: Verdict
    origin: Origin
    reason: str = ""
    grounds: tuple[str, ...] = ()
    confidence: float | None = None
    likeness: Likeness | None = None
    of: str | None = None
    """The entry this one decides about or goes back to."""
    before: str = ""
    """SHA-256 of identity.md's bytes before it, hexadecimal."""
    after: str = ""
    """And after it; "" for an entry that changed nothing."""
    diff: tuple[str, ...] = ()
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Pending:
    """A proposal that waits for the person; `diff` is against the identity as it is now."""

    entry: Entry
    diff: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Integrity:
    """Whether the history is as it was written; each problem is one sentence."""

    problems: tuple[str, ...] = ()

    @property
    def intact(self) -> bool:
        """Whether nothing was found."""
        return not self.problems
