"""The originals of a summary as lines: sentence by sentence, with day, speaker and details, in order of time. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from weave.altale.figures import speaker_of
from weave.clock import local
from weave.model import Memory, Provenance
from weave.sameness import spoken
from weave.scribe import dates
from weave.sleep.compression.bearing import Bearing, bearing
from weave.sleep.compression.checker import Ground, Line, sentences
from weave.sleep.compression.details import Kind, read
from weave.sleep.compression.names import Lowered
from weave.sleep.compression.weekdays import bare_weekday


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence of an original."""

    line: Line
    day: str
    speaker: str
    topic: str
    """What stands together on a day: its conversation."""
    reply: bool
    """Whether the assistant said it."""

    @property
    def carries(self) -> bool:
        """Whether a detail is in it."""
        return bool(self.line.reading.details)


@dataclass(frozen=True, slots=True)
class Originals:
    """The originals of one summary, read once."""

    memories: tuple[Memory, ...]
    said: tuple[Said, ...]
    lowered: Lowered

    @property
    def letters(self) -> int:
        """How long they are together."""
        return sum(len(memory.text) for memory in self.memories)

    def ground(self) -> Ground:
        """What they hold, for the check of what a summary invents."""
        ground = Ground()
        for one in self.said:
            ground.add(one.line.sentence, one.line.reading)
        for memory in self.memories:
            ground.add(memory.title, read(memory.title, memory.created, self.lowered))
            ground.words.update(word for word in (speaker_of(memory) or "").casefold().split())
        return ground

    def bearing(self) -> Bearing:
        """What they say, for the check of what a summary says of them."""
        titles = {memory.id: memory.title for memory in self.memories}
        return bearing(
            [
                (one.line.memory, one.line.sentence, f"{one.speaker} {titles[one.line.memory]}")
                for one in self.said
            ]
        )


def moment_of(memory: Memory) -> datetime:
    """When what it tells was said."""
    return memory.created


def originals(memories: Iterable[Memory], zone: tzinfo | None) -> Originals:
    """Read these memories, oldest first."""
    ordered = sorted(memories, key=lambda memory: (moment_of(memory), memory.id))
    lowered = Lowered.of(memory.text for memory in ordered)
    return Originals(
        tuple(ordered), tuple(one for memory in ordered for one in _said(memory, zone, lowered)), lowered
    )


def _said(memory: Memory, zone: tzinfo | None, lowered: Lowered) -> Iterable[Said]:
    time = local(moment_of(memory), zone)
    speaker = speaker_of(memory)
    text = memory.text.removeprefix(f"{speaker}:").strip() if speaker else memory.text.strip()
    reply = memory.provenance is Provenance.AGENT
    for sentence in sentences(text):
        reading = read(sentence, time, None if reply else lowered)
        if reply:
            reading = replace(reading, details=tuple(d for d in reading.details if not d.is_clause))
        yield Said(
            Line(memory.id, time, sentence, reading),
            time.date().isoformat(),
            speaker or "",
            memory.source.conversation or "",
            reply,
        )


def dated(line: Line) -> str:
    """The sentence with each relative date's meaning behind it, but for the day itself, and what is only a guess."""
    if not any(d.kind is Kind.DATE for d in line.reading.details):
        return line.sentence
    parts, at = [], 0
    for found in dates.resolve(line.sentence, line.time):
        meant = dates.describe(found.start, found.end)
        end = found.span[1]
        weekday = bare_weekday(found, line.sentence, line.time)
        known = found.relative and (weekday is None or weekday.told)
        if known and meant != line.time.date().isoformat() and line.sentence[end : end + 2] != " [":
            parts.append(f"{line.sentence[at:end]} [{meant}]")
            at = end
    return "".join(parts) + line.sentence[at:]


def same(sentence: str) -> str:
    """What two sentences share that say the same."""
    return spoken(sentence)


def ids(memories: Sequence[Memory]) -> tuple[str, ...]:
    """Their ids, in order."""
    return tuple(memory.id for memory in memories)
