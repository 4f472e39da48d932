"""From turns to memories in a pad: the raw buffer at once, the Scribe's work when it is due.

By rule, a verbatim episode takes the place of the raw turn it repeats. With a model the raw turns stay beside
what was made of them until the sleep cycle purges them, so that the exact words are findable meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from weave import ids
from weave.consolidation import take_in
from weave.drafts import memory_of_draft
from weave.importances import corrected
from weave.journal import Journal, Transcript
from weave.model import GLOBAL, Draft, Memory, MemoryType, State, Turn
from weave.ports import ChatModel
from weave.scribe.encoding import encode_with_model
from weave.scribe.rules import encode, episode
from weave.store import Store

RAW_IMPORTANCE = 0.3


@dataclass(frozen=True, slots=True)
class Encoded:
    """What the Scribe made of some turns."""

    memories: tuple[Memory, ...]
    turns: tuple[str, ...]
    refused: tuple[str, ...] = ()
    """Why items of the model's reply were refused, a sentence each."""
    by_model: frozenset[str] = frozenset()
    """Ids of the memories whose importance is the model's word, not the rules'."""


def raw_memory(turn: Turn, order: int, scope: str) -> Memory:
    """A turn as it lies in the raw buffer: transient, recallable at once."""
    return memory_of_draft(
        episode(turn, importance=RAW_IMPORTANCE),
        id_=ids.derived(turn.time, order, turn.conversation, turn.id, "raw"),
        scope=scope,
        state=State.TRANSIENT,
        created=turn.time,
        conversation=turn.conversation,
    )


def place(drafts: Sequence[Draft], transcript: Transcript, *, scope: str, state: State) -> list[Memory]:
    """Drafts as memories: ids and times follow from their last source turn, so that a repeat is the same."""
    order = {turn.id: number for number, turn in enumerate(transcript.turns)}
    times = {turn.id: turn.time for turn in transcript.turns}
    numbers: dict[tuple[str, ...], int] = {}
    memories = []
    for draft in drafts:
        last = max(draft.turns, key=lambda turn: order[turn])
        key = (draft.type.value, *draft.turns)
        numbers[key] = numbers.get(key, 0) + 1
        id_ = ids.derived(times[last], order[last], transcript.id, *key, str(numbers[key]))
        memories.append(
            memory_of_draft(
                draft, id_=id_, scope=scope, state=state, created=times[last], conversation=transcript.id
            )
        )
    return memories


def encode_by_rule(
    transcript: Transcript,
    turns: Sequence[Turn],
    *,
    scope: str,
    state: State,
    person: str | None,
    apart: Collection[str] = (),
) -> Encoded:
    """The rules' memories of these turns; pure. `apart`: tasks of which this one must know nothing."""
    drafts = encode(turns, person=person, before=_before(transcript, turns, apart))
    return Encoded(
        tuple(place(drafts, transcript, scope=scope, state=state)), tuple(turn.id for turn in turns)
    )


def _before(transcript: Transcript, turns: Sequence[Turn], apart: Collection[str]) -> Sequence[Turn]:
    """What was said before these turns, but in tasks apart: a scene opened there still colours them."""
    ids_ = [turn.id for turn in transcript.turns]
    earlier = transcript.turns[: ids_.index(turns[0].id)] if turns else ()
    return [turn for turn in earlier if turn.task not in apart and not turn.replaced]


def _quoted_between(transcript: Transcript, turns: Sequence[Turn]) -> Sequence[Turn]:
    """What was recalled among these turns, which are without it: nothing that a model makes may repeat it."""
    ids_ = [turn.id for turn in transcript.turns]
    return [turn for turn in transcript.turns[ids_.index(turns[0].id) :] if turn.recalled] if turns else ()


async def encode_by_model(
    transcript: Transcript,
    turns: Sequence[Turn],
    model: ChatModel,
    *,
    scope: str,
    state: State,
    person: str | None,
    apart: Collection[str] = (),
) -> Encoded:
    """The model's memories of these turns, after the guards. Raises ModelError; nothing is written."""
    before = [*_before(transcript, turns, apart), *_quoted_between(transcript, turns)]
    result = await encode_with_model(turns, model, person=person, before=before)
    memories = place(result.drafts, transcript, scope=scope, state=state)
    return Encoded(
        tuple(memories),
        tuple(turn.id for turn in turns),
        tuple(refusal.reason for refusal in result.refused),
        frozenset(memory.id for memory in memories[: result.by_model]),
    )


def commit(store: Store, journal: Journal, conversation: str, encoded: Encoded) -> None:
    """Write the memories, their importance corrected, then mark the turns; a crash between repeats the same.

    A memory that is there already stays as it is: it may have been edited since, and a model says it otherwise.
    What was purged, discarded or sent anew while the model was thinking is not written; what was said beside that
    is encoded again.
    """
    known = store.catalogue.get_many([memory.id for memory in encoded.memories])
    there = {turn.id for turn in journal.read(conversation).turns if not turn.replaced}
    unwritten = [
        memory
        for memory in encoded.memories
        if memory.id not in known and there.issuperset(memory.source.turns) and store.is_open(memory.scope)
    ]
    fresh = corrected(store, unwritten, encoded.by_model)
    store.add([memory for memory in fresh if memory.scope != GLOBAL])
    take_in(store, [memory for memory in fresh if memory.scope == GLOBAL])
    verbatim = {m.source.turns for m in encoded.memories if m.type is MemoryType.EPISODIC}
    raw = [
        memory.id
        for memory in store.catalogue.of_conversation(conversation)
        if memory.state is State.TRANSIENT and memory.source.turns in verbatim
    ]
    torn = {turn for m in encoded.memories if not there.issuperset(m.source.turns) for turn in m.source.turns}
    left = [turn for turn in encoded.turns if turn in there and turn not in torn]
    journal.mark_encoded(conversation, left, store.place.clock())
    if raw:
        store.drop(raw)
