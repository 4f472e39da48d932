"""What a person sends anew: the old turn stays in the transcript, marked, and what was remembered of it goes.

Its raw words leave the pad, what the Scribe made of it goes into the trash, and what else those memories told is
encoded again. What is to be done is noted first, so that a crash in the middle is gone on with at the next start.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from weave import editing
from weave.core import Core
from weave.errors import NotFound
from weave.journal import Transcript
from weave.model import Memory, Role, State
from weave.reminders import keeper as reminders

_NOTE = "withdrawing"


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """What was taken back: the ids of the turns, and the memories of them that are in the trash now."""

    turns: tuple[str, ...]
    memories: tuple[Memory, ...]


def with_reply(transcript: Transcript, turn: str) -> tuple[str, ...]:
    """The ids of a person's turn and of what was answered to it. Raises NotFound."""
    ids = [one.id for one in transcript.turns]
    if turn not in ids or transcript.turns[ids.index(turn)].role is not Role.USER:
        raise NotFound("That message stands in no transcript any more; write it again.")
    start = ids.index(turn)
    rest = transcript.turns[start + 1 :]
    end = next((n for n, one in enumerate(rest) if one.role is Role.USER), len(rest))
    return tuple(ids[start : start + 1 + end])


def withdraw(core: Core, conversation: str, turn: str) -> Withdrawn:
    """Take a person's turn back, and the replies to it. Raises NotFound, HomeError."""
    gone = with_reply(core.journal.read(conversation), turn)
    core.catalogue.set_meta(_NOTE, json.dumps({"conversation": conversation, "turns": gone}))
    return Withdrawn(gone, _carry_out(core, conversation, gone))


def resume(core: Core) -> None:
    """Go on with what a crash cut off."""
    noted = core.catalogue.meta(_NOTE)
    if noted:
        due = json.loads(noted)
        if core.journal.exists(due["conversation"]):
            _carry_out(core, due["conversation"], tuple(due["turns"]))
        else:
            core.catalogue.set_meta(_NOTE, "")


def _carry_out(core: Core, conversation: str, gone: Sequence[str]) -> tuple[Memory, ...]:
    core.store.catch_up()
    made = _made_of(core, conversation, frozenset(gone))
    transcript = core.journal.read(conversation)
    marked = {turn.id for turn in transcript.turns if turn.replaced}
    told = {turn for memory in made for turn in memory.source.turns} - set(gone) - marked
    again = [turn.id for turn in transcript.turns if turn.id in told & transcript.encoded]
    if again or not marked.issuperset(gone):
        core.journal.withdraw(conversation, gone, core.place.clock(), again=again)
    reminders.withdraw(core, gone)
    raw = [memory.id for memory in made if memory.state is State.TRANSIENT]
    core.store.drop(raw)
    kept = [memory for memory in made if memory.state is not State.TRANSIENT]
    if kept:
        editing.forget(core, [memory.id for memory in kept])
    core.catalogue.set_meta(_NOTE, "")
    return tuple(kept)


def _made_of(core: Core, conversation: str, gone: frozenset[str]) -> list[Memory]:
    return [
        memory
        for memory in core.catalogue.of_conversation(conversation)
        if not gone.isdisjoint(memory.source.turns)
    ]
