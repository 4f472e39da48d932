"""What the entries of a history add up to: the version in force, what is approved, what waits. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from weave.errors import InvalidInput, NotFound
from weave.identity.lines import added, key, keys
from weave.identity.model import Entry, Integrity, Kind, Standing, Verdict
from weave.identity.section import Parsed

_DAY = timedelta(hours=24)
_SHORTEST_ID = 6


@dataclass(frozen=True, slots=True)
class Story:
    """The entries that can be read, the oldest first."""

    entries: tuple[Entry, ...] = ()

    @property
    def version(self) -> Entry | None:
        """The entry whose text is in force."""
        return next((entry for entry in reversed(self.entries) if entry.after), None)

    @property
    def approved(self) -> Entry | None:
        """The last entry whose text the person approved, or found in place."""
        kinds = (Kind.FOUND, Kind.APPROVAL, Kind.EDIT, Kind.RESET, Kind.ROLLBACK)
        return next((e for e in reversed(self.entries) if e.after and e.kind in kinds), None)

    @property
    def pending(self) -> Entry | None:
        """The one proposal that waits: the last that was flagged, unless it was decided."""
        flagged = [e for e in self.entries if e.kind is Kind.PROPOSAL and e.verdict is Verdict.FLAGGED]
        return flagged[-1] if flagged and not self.decided(flagged[-1]) else None

    def decided(self, proposal: Entry) -> bool:
        """Whether the person approved or refused a proposal."""
        return any(e.of == proposal.id and e.kind in (Kind.APPROVAL, Kind.REFUSAL) for e in self.entries)

    def standing(self, current: str, now: datetime) -> Standing:
        """What a proposal is judged against at this moment."""
        approved = self.approved
        return Standing(
            current=current,
            approved=current if approved is None or approved.text is None else approved.text,
            explicit=self._explicit(current),
            applied=sum(
                e.kind is Kind.PROPOSAL and e.verdict is Verdict.APPLIED and e.time > now - _DAY
                for e in self.entries
            ),
            trusted=self.trusted,
        )

    def _explicit(self, current: str) -> tuple[str, ...]:
        """Lines that the person put in, by hand or by approving them, as they stand in the current text."""
        put: set[str] = set()
        before = ""
        for entry in self.entries:
            if not entry.after or entry.text is None:
                continue
            if entry.kind in (Kind.EDIT, Kind.APPROVAL):
                put.update(keys(added(before, entry.text)))
            before = entry.text
        lines = (line.strip() for line in current.split("\n"))
        return tuple(line for line in lines if not line.startswith("#") and key(line) in put)

    @property
    def trusted(self) -> bool:
        """False from an alarm on until the person decides something."""
        last = next((e for e in reversed(self.entries) if e.kind is Kind.ALARM or e.kind.of_person), None)
        return last is None or last.kind is not Kind.ALARM

    def find(self, reference: str) -> Entry:
        """The entry with this id or unique beginning of one. Raises NotFound."""
        wanted = reference.strip().upper()
        found = [entry for entry in self.entries if entry.id.upper() == wanted]
        if not found and len(wanted) >= _SHORTEST_ID:
            found = [entry for entry in self.entries if entry.id.upper().startswith(wanted)]
        if len(found) == 1:
            return found[0]
        if found:
            raise NotFound(f"{len(found)} entries begin with {reference!r}; give more of the id.")
        raise NotFound(
            f"The identity's history has no entry {reference!r}; `weave identity history` shows them."
        )

    def waiting(self, reference: str) -> Entry:
        """A flagged proposal that nobody decided about. Raises NotFound, InvalidInput."""
        entry = self.find(reference)
        if entry.kind is not Kind.PROPOSAL or entry.verdict is not Verdict.FLAGGED:
            raise InvalidInput(
                f"{entry.id} does not wait for your word; `weave identity pending` shows what does."
            )
        if self.decided(entry):
            raise InvalidInput(
                f"{entry.id} was decided already; `weave identity rollback` goes back to a version."
            )
        return entry

    def version_of(self, reference: str) -> Entry:
        """An entry that put a text in force; an approved proposal stands for its approval. Raises as `find`."""
        entry = self.find(reference)
        approvals = [e for e in self.entries if e.of == entry.id and e.kind is Kind.APPROVAL]
        entry = approvals[-1] if approvals and not entry.after else entry
        if not entry.after:
            raise InvalidInput(
                f"{entry.id} was never in force; roll back to one that `weave identity history` shows as such."
            )
        if entry.text is None:
            raise InvalidInput(
                f"The text of {entry.id} was too long to be kept; put it into identity.md by hand."
            )
        return entry


def story_of(parsed: Parsed) -> Story:
    """The entries that can be read."""
    return Story(tuple(section.entry for section in parsed.sections if section.entry is not None))


def examine(parsed: Parsed, head: str | None) -> Integrity:
    """Whether a history is as it was written. `head`: the hash of its last section as far as is known elsewhere."""
    problems = [
        f"The section {_name(number, parsed)} of identity-history.md, or the one before it, was changed, moved or removed."
        for number, section in enumerate(parsed.sections)
        if not section.sound
    ]
    problems += [
        f"The section {_name(number, parsed)} of identity-history.md cannot be read."
        for number, section in enumerate(parsed.sections)
        if section.entry is None
    ]
    if parsed.foreign:
        problems.append("Text was put between the sections of identity-history.md.")
    if head and head not in {section.chain for section in parsed.sections}:
        problems.append("The last sections of identity-history.md are missing.")
    return Integrity(tuple(problems))


def _name(number: int, parsed: Parsed) -> str:
    entry = parsed.sections[number].entry
    return entry.id if entry is not None else f"number {number + 1}"


def alarms(entries: Sequence[Entry]) -> frozenset[str]:
    """The problems that the history itself tells of already."""
    return frozenset(ground for entry in entries if entry.kind is Kind.ALARM for ground in entry.grounds)
