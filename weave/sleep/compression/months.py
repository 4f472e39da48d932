"""A month from the key details of its weeks, without any model: nothing is told a second time in other words. Pure.

A detail that stands only in a week's prose is taken over in that prose's own sentence, and so is, as far as there is
room, what the prose tells of which no key detail says the most: whose names are not seen as names is not lost for it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, tzinfo

from weave.clock import local
from weave.model import Memory
from weave.periods import covered
from weave.sameness import spoken
from weave.scribe.importance import is_trivial
from weave.sleep.compression.bearing import SOURCES, Bearing, bearing, content
from weave.sleep.compression.checker import Ground, Line, lost, sentences
from weave.sleep.compression.details import read
from weave.sleep.compression.layout import Summary, key_details, prose_of

PROSE = 1_200
"""Letters of a week's prose that go into the month although no detail is seen in them."""
LEAST = 3
"""Words of such a sentence."""
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}(?=[ :])")


def month(weeks: Sequence[Memory], zone: tzinfo | None) -> Summary:
    """What the weeks come to."""
    ordered = sorted(weeks, key=lambda memory: (memory.created, memory.id))
    details = _distinct(line for week in ordered for line in key_details(week.text))
    ground = _ground(details, ordered, zone)
    known = bearing([(line, line, "") for line in details])
    for week in ordered:
        details += _only_in_prose(week, ground, known, zone)
    return Summary((), tuple(details), _subject(ordered))


def _distinct(lines: Iterable[str]) -> list[str]:
    seen: dict[str, str] = {}
    for line in lines:
        seen.setdefault(spoken(line), line)
    return list(seen.values())


def _ground(details: Sequence[str], weeks: Sequence[Memory], zone: tzinfo | None) -> Ground:
    ground = Ground()
    end = local(weeks[-1].created, zone)
    for line in details:
        for sentence in sentences(line):
            ground.add(sentence, read(sentence, end, None))
    return ground


def _only_in_prose(week: Memory, ground: Ground, known: Bearing, zone: tzinfo | None) -> list[str]:
    time = local(week.created, zone)
    told = dict(_told(week, time))
    lines = [Line(week.id, time, one, read(one, time, None)) for one in told]
    missing = {loss.sentence for loss in lost(lines, ground)}
    room = PROSE
    found = []
    for line in lines:
        fresh = _is_new(line, known) and len(line.sentence) <= room
        if line.sentence in missing or fresh:
            room -= 0 if line.sentence in missing else len(line.sentence)
            known.add(line.sentence, line.sentence)
            ground.add(line.sentence, line.reading)
            dated = line.sentence[:4].isdigit()
            found.append(line.sentence if dated else f"{told[line.sentence]}: {line.sentence}")
    return found


def _told(week: Memory, time: datetime) -> Iterator[tuple[str, str]]:
    """The sentences of the prose, each with the day at the head of its paragraph, or its week."""
    period = covered(week)
    for paragraph in prose_of(week.text).splitlines():
        day = _DAY.match(paragraph)
        head = day[0] if day else period.name if period else time.date().isoformat()
        yield from ((sentence, head) for sentence in sentences(paragraph))


def _is_new(line: Line, known: Bearing) -> bool:
    """Whether it says something, most of which the key details do not say."""
    idle = len(content(line.sentence)) < LEAST or line.reading.asks or is_trivial(line.sentence)
    return not idle and not known.covers(line.sentence, sources=SOURCES)


def _subject(weeks: Sequence[Memory]) -> str:
    """The names that most of the weeks' titles share."""
    named = [name.strip() for week in weeks for name in week.title.partition("): ")[2].split(",")]
    return ", ".join(name for name, _ in Counter(filter(None, named)).most_common(4))
