"""What a purge takes with it: the turns and memories that are, made, or tell the memories named. Pure but for files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from weave import markdown
from weave.backends.physical import PhysicalMemory
from weave.durable import replace_bytes
from weave.errors import HomeError
from weave.model import Memory, Provenance, Role, Turn
from weave.sameness import folded
from weave.traces import Words

Said = tuple[str, str]
"""(conversation, turn id)."""
Transcripts = Mapping[str, Sequence[Turn]]


@dataclass(frozen=True, slots=True)
class Doomed:
    """Everything that goes."""

    memories: tuple[Memory, ...]
    turns: frozenset[Said]
    said: tuple[str, ...]
    """The texts of all of it."""
    words: Words

    def mentioned(self, text: str) -> bool:
        """Whether a scrap (a title, half a line) holds or begins one of the texts."""
        flat = folded(text)
        if len(flat) < 4:
            return False
        starts = any(folded(one).startswith(flat) for one in self.said)
        return starts or self.words.quoted_in(text)


def closure(named: Sequence[Memory], pool: Iterable[Memory], transcripts: Transcripts) -> Doomed:
    """These memories, their source turns and the replies to those, and whatever derives, repeats or echoes."""
    memories = {memory.id: memory for memory in named}
    everyone = list(pool)
    turns = {(m.source.conversation or "", turn) for m in named for turn in m.source.turns}
    words = Words.of([*(memory.text for memory in named), *_turn_texts(turns, transcripts)])
    repeating = {memory.id for memory in everyone if words.repeated_in(memory.text)}
    turns |= {(c, t.id) for c, spoken in transcripts.items() for t in spoken if words.repeated_in(t.text)}
    while True:
        before = len(memories), len(turns)
        turns |= {(m.source.conversation or "", turn) for m in memories.values() for turn in m.source.turns}
        for conversation, spoken in transcripts.items():
            turns |= {(conversation, id_) for id_ in with_replies(spoken, _of(turns, conversation))}
        echoes = words.without(_independent(everyone, memories, turns, transcripts))
        turns |= _echoing(transcripts, echoes)
        for memory in everyone:
            if memory.id not in memories and (
                memory.id in repeating or _follows(memory, memories, turns, echoes)
            ):
                memories[memory.id] = memory
        if before == (len(memories), len(turns)):
            said = (*(m.text for m in memories.values()), *_turn_texts(turns, transcripts))
            return Doomed(tuple(memories.values()), frozenset(turns), tuple(dict.fromkeys(said)), words)


def _of(turns: set[Said], conversation: str) -> set[str]:
    return {turn for where, turn in turns if where == conversation}


def _turn_texts(turns: Collection[Said], transcripts: Transcripts) -> list[str]:
    return [t.text for where, spoken in transcripts.items() for t in spoken if (where, t.id) in turns]


def with_replies(turns: Sequence[Turn], wanted: Collection[str]) -> set[str]:
    """The turns wanted, and the answers that follow them."""
    gone: set[str] = set()
    replying = False
    for turn in turns:
        direct = turn.id in wanted
        if direct or (replying and turn.role is Role.ASSISTANT):
            gone.add(turn.id)
        replying = (direct and turn.role is Role.USER) or (replying and turn.role is not Role.USER)
    return gone


def _independent(
    pool: Sequence[Memory], doomed: Mapping[str, Memory], turns: set[Said], transcripts: Transcripts
) -> Iterator[str]:
    """What the person said apart from this: words used there are no sign of an echo."""
    for memory in pool:
        own = memory.provenance in (Provenance.USER, Provenance.OBSERVED)
        if own and memory.id not in doomed and not memory.source.turns:
            yield memory.text
    for conversation, spoken in transcripts.items():
        for turn in spoken:
            if turn.role is Role.USER and not turn.recalled and (conversation, turn.id) not in turns:
                yield turn.text


def _echoing(transcripts: Transcripts, words: Words) -> set[Said]:
    return {
        (conversation, turn.id)
        for conversation, spoken in transcripts.items()
        for turn in spoken
        if (turn.role is not Role.USER or turn.recalled) and words.echoed_in(turn.text)
    }


def _follows(memory: Memory, doomed: Mapping[str, Memory], turns: set[Said], echoes: Words) -> bool:
    source = {(memory.source.conversation or "", turn) for turn in memory.source.turns}
    if source & turns or not doomed.keys().isdisjoint(memory.derived_from):
        return True
    told = memory.provenance in (Provenance.AGENT, Provenance.INFERRED)
    return told and echoes.echoed_in(memory.text)


# -- files that no index knows ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A file of memories with less in it."""

    name: str
    data: bytes

    def write(self, home: Path) -> None:
        """Put it in place; a file that is left blank goes. Raises HomeError."""
        if self.data.strip():
            replace_bytes(home / self.name, self.data)
        else:
            (home / self.name).unlink(missing_ok=True)


def unindexed_sections(
    physical: PhysicalMemory,
    places: Callable[[Sequence[str]], Mapping[str, str]],
    ids: Collection[str],
    words: Words,
) -> Iterator[Rewritten]:
    """Each file that repeats what is purged in a section beside the indexed one: a copy, another's leftovers."""
    for file in list(physical.scan()):
        try:
            data = physical.read_bytes(file.path)
        except HomeError:
            continue
        document = markdown.parse(data)
        known = places([section.id for section in document.sections if section.id])
        gone = [
            section.span
            for section in document.sections
            if known.get(section.id) != file.path and (section.id in ids or words.repeated_in(section.text))
        ]
        if gone:
            left = data
            for span in reversed(gone):
                left = left[: span.start] + left[span.end :]
            yield Rewritten(file.path, left)


def damaged_holds(file: Path, ids: Collection[str], words: Words) -> bool:
    """Whether a file that was set aside holds any of it. Day files of the trash are not meant: see `Trash`."""
    if file.parent.name == "trash":
        return False
    try:
        text = markdown.decode(file.read_bytes())[0]
    except OSError:
        return False
    return any(id_ in text for id_ in ids) or words.quoted_in(text)
