"""What a view of something that waits has to offer: the inbox shows one for each kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from textual.containers import Vertical
from textual.message import Message
from textual.widget import Widget

from avery import nights
from avery.agent.consent import Verdict
from avery.inbox import Matter
from avery.ui.keyrow import Keys
from weave.model import Memory


class Judge(Protocol):
    """What deciding asks of the memory's thread; every call returns at once."""

    def decide(self, request_id: str, verdict: Verdict) -> None: ...
    def resolve(self, conflict: str, keep: Sequence[str]) -> None: ...
    def approve_self(self, proposal: str, text: str | None = None) -> None: ...
    def reject_self(self, proposal: str, reason: str = "") -> None: ...
    def read(self, memory: Memory) -> None: ...
    @property
    def nights(self) -> nights.Judge: ...


class Biographer(Protocol):
    """What the page of the identity asks of the memory's thread; every call returns at once."""

    def tell_self(self) -> None: ...
    def roll_back_self(self, version: str) -> None: ...


class MatterView(Vertical):
    """One kind of matter; its keys act while the focus is in it."""

    class Settled(Message):
        """The person has decided: `do` carries it out."""

        def __init__(self, matter: str, do: Callable[[], None]) -> None:
            super().__init__()
            self.matter = matter
            self.do = do

    class Turned(Message):
        """Other keys act now, or there is a sentence to be said."""

        def __init__(self, note: str = "", *, error: bool = False) -> None:
            super().__init__()
            self.note = note
            self.error = error

    @property
    def target(self) -> Widget:
        """What is to have the focus."""
        return self

    @property
    def unfinished(self) -> bool:
        """Whether the person is in the midst of writing: what they wrote is not to be taken away."""
        return False

    def show(self, matter: Matter) -> None:
        """Another matter of this kind."""

    def keys(self) -> Keys:
        """The keys that act now."""
        return ()
