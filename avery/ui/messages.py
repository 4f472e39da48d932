"""What stands in the transcript: the view's own picture of a turn, apart from how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from avery.events import Remark
from avery.ui.deeds import Deed
from weave.model import Recall


class Voice(StrEnum):
    """Who speaks."""

    USER = "user"
    AVERY = "avery"
    NOTICE = "notice"
    """Avery the program, not the assistant: what a command answered."""
    ERROR = "error"


def in_chat(sentence: str) -> str:
    """A sentence that names a command of the shell, as it is said inside the chat."""
    return sentence.replace("`avery setup`", "/model").replace("avery setup", "/model")


@dataclass(frozen=True, slots=True)
class Message:
    """One message as the reader sees it; a change is a new value."""

    voice: Voice
    text: str
    time: datetime | None = None
    mark: str = ""
    """A few words on how it stands: "waiting for memory", "stopped", "incomplete: ..."."""
    live: bool = False
    """The text is still coming."""
    folded: bool = True
    """Long texts of the user show their beginning only, notices not their detail."""
    detail: str = ""
    """What a notice says when it is unfolded."""
    recall: Recall | None = None
    """What was recalled for this turn."""
    deeds: tuple[Deed, ...] = ()
    """What the assistant did before it answered, such as writing a note."""
    opened: frozenset[int] = frozenset()
    """Which of these the reader has unfolded one by one; `folded` False unfolds all."""
    remarks: tuple[Remark, ...] = ()
    """Why some of it may not hold."""
    turn: str | None = None
    """The id of the turn in the transcript file."""
    replaced: bool = False
    """It was sent anew, or answers what was: it counts as not said."""
    waits: bool = False
    """It is queued behind another reply: drawn dimmed, handed back on Esc."""
    task: str | None = None
    """The id of the task that it belongs to: it goes when that is discarded."""
