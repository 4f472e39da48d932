"""What the pages on which a person decides ask of the memory, kept in order."""

from __future__ import annotations

from collections.abc import Sequence

from weave.model import Memory
from weave.sleep.model import Report


class AskedNights:
    """The part that is about sleep."""

    def __init__(self, done: list[tuple[str, ...]]) -> None:
        self._done = done

    def tell(self) -> None:
        self._done.append(("tell",))

    def plan(self) -> None:
        self._done.append(("plan",))

    def sleep(self, *, approved: bool = False) -> None:
        self._done.append(("sleep", "approved" if approved else ""))

    def stop(self) -> None:
        self._done.append(("stop",))

    def undo(self) -> None:
        self._done.append(("undo",))

    def unfold(self, report: Report) -> None:
        self._done.append(("unfold", report.cycle))

    def spare(self, memory: str) -> None:
        self._done.append(("spare", memory))

    def postpone(self) -> None:
        self._done.append(("postpone",))


class Asked:
    """Keeps what was asked."""

    def __init__(self) -> None:
        self.done: list[tuple[str, ...]] = []
        self.decisions: list[tuple[str, tuple[str, ...]]] = []
        self.opened: list[Memory] = []
        self.nights = AskedNights(self.done)

    def approve_self(self, proposal: str, text: str | None = None) -> None:
        self.done.append(("approve", proposal, text or ""))

    def reject_self(self, proposal: str, reason: str = "") -> None:
        self.done.append(("reject", proposal, reason))

    def tell_self(self) -> None:
        self.done.append(("tell self",))

    def roll_back_self(self, version: str) -> None:
        self.done.append(("roll back", version))

    def resolve(self, conflict: str, keep: Sequence[str]) -> None:
        self.decisions.append((conflict, tuple(keep)))
        self.done.append(("resolve", conflict, *keep))

    def read(self, memory: Memory) -> None:
        self.opened.append(memory)
