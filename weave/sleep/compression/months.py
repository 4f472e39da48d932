"""A month from the key details of its weeks, without any model: nothing is told a second time in other words. Pure.

A detail that stands only in a week's prose is taken over in that prose's own sentence, so that a month holds whatever
its weeks held.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import tzinfo

from weave.clock import local
from weave.model import Memory
from weave.periods import covered
from weave.sameness import spoken
from weave.sleep.compression.checker import Ground, Line, lost, sentences
from weave.sleep.compression.details import read
from weave.sleep.compression.layout import Summary, key_details, prose_of


def month(weeks: Sequence[Memory], zone: tzinfo | None) -> Summary:
    """What the weeks come to."""
    ordered = sorted(weeks, key=lambda memory: (memory.created, memory.id))
    details = _distinct(line for week in ordered for line in key_details(week.text))
    ground = _ground(details, ordered, zone)
    for week in ordered:
        details += _only_in_prose(week, ground, zone)
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


def _only_in_prose(week: Memory, ground: Ground, zone: tzinfo | None) -> list[str]:
    time = local(week.created, zone)
    lines = [
        Line(week.id, time, sentence, read(sentence, time, None))
        for sentence in sentences(prose_of(week.text))
    ]
    period = covered(week)
    head = period.name if period else time.date().isoformat()
    found = []
    for loss in lost(lines, ground):
        ground.add(loss.sentence, read(loss.sentence, time, None))
        found.append(loss.sentence if loss.sentence[:4].isdigit() else f"{head}: {loss.sentence}")
    return found


def _subject(weeks: Sequence[Memory]) -> str:
    """The names that most of the weeks' titles share."""
    named = [name.strip() for week in weeks for name in week.title.partition("): ")[2].split(",")]
    return ", ".join(name for name, _ in Counter(filter(None, named)).most_common(4))
