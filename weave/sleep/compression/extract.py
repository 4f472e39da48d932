"""A summary without a model: the originals' own sentences that carry something, by day and conversation. Pure.

What is told keeps every sentence with a detail; of questions and of the assistant's replies only those stay that hold
a detail which is said nowhere else. What says the same again goes, with a note of the other days. Of an original
without any detail one sentence stays, if it says anything, as prose.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from weave.scribe.importance import is_trivial
from weave.sleep.compression.checker import Ground
from weave.sleep.compression.companions import is_caseless
from weave.sleep.compression.details import Detail, Kind
from weave.sleep.compression.layout import Summary
from weave.sleep.compression.originals import Originals, Said, dated, same

BULLET = 420
"""About as many letters stand behind one bullet."""
GIST = 160
"""Letters of the one sentence that stays of an original without details."""
GIST_SHARE = 0.12
"""Of the originals' letters, for all such sentences; half of them in scripts without capital letters."""
WHOLE = 400
"""Letters up to which an original in such a script stays whole for the sake of one detail."""
_LEAST_WORDS = 3
_SUBJECTS = 4
_ENDED = re.compile(r"[.!?…:;。！？)\"'”’\]]$")
_LEAD = re.compile(
    r"(?i)^(?:(?:oh|ah|well|look|so|hey|hi|psst|ok(?:ay)?|yeah|yes|thanks|wow|anyway|btw|by the way|quick one|actually)(?:[,:!.…]+|\s+-)\s*)+"
)


@dataclass(slots=True)
class _Kept:
    """What stays, in the order of the originals."""

    ground: Ground = field(default_factory=Ground)
    lines: dict[int, Said] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    also: dict[int, list[str]] = field(default_factory=dict)

    def again(self, said: Said) -> bool:
        """Whether it was kept before, word for word: then only the day is noted."""
        place = self.places.get(same(said.line.sentence))
        if place is None:
            return False
        days = self.also.setdefault(place, [])
        if said.day != self.lines[place].day and said.day not in days:
            days.append(said.day)
        return True

    def keep(self, place: int, said: Said) -> None:
        self.lines[place] = said
        self.places[same(said.line.sentence)] = place
        self.ground.add(said.line.sentence, said.line.reading)


def extract(source: Originals) -> Summary:
    """The summary of these originals, in their own words."""
    kept = _Kept()
    _keep_told(source.said, kept)
    _keep_missing(source.said, kept)
    gist = _gist(source, kept)
    details = bullets((kept.lines[at], kept.also.get(at, ())) for at in sorted(kept.lines))
    return Summary(tuple(bullets((one, ()) for one in gist)), tuple(details), subject(source))


def _keep_told(said: Sequence[Said], kept: _Kept) -> None:
    """Every statement with a detail that does not merely repeat another."""
    whole = _kept_whole(said)
    for place, one in enumerate(said):
        stays = one.carries or one.line.memory in whole
        if stays and not one.reply and not one.line.reading.asks and not kept.again(one):
            reading = one.line.reading
            if not (kept.ground.covers(reading) and _all_held(reading.details, kept.ground)):
                kept.keep(place, one)


def _kept_whole(said: Sequence[Said]) -> set[str]:
    """Short originals with a detail, in scripts in which the names of the other sentences are not seen."""
    length: Counter[str] = Counter()
    carrying: set[str] = set()
    for one in said:
        length[one.line.memory] += len(one.line.sentence)
        if one.carries and not one.reply and is_caseless(one.line.sentence):
            carrying.add(one.line.memory)
    return {memory for memory in carrying if length[memory] <= WHOLE}


def _keep_missing(said: Sequence[Said], kept: _Kept) -> None:
    """Of what was asked or replied: what nothing else says."""
    for place, one in enumerate(said):
        told = place in kept.lines or not one.carries or not (one.reply or one.line.reading.asks)
        if not told and not _all_held(one.line.reading.details, kept.ground):
            kept.keep(place, one)


def _all_held(details: Iterable[Detail], ground: Ground) -> bool:
    return all(ground.holds(detail) for detail in details)


def _gist(source: Originals, kept: _Kept) -> Iterator[Said]:
    """One sentence of each original that would be gone altogether, as long as there is room."""
    room = max(GIST, int(source.letters * GIST_SHARE), sum(map(_unseen, source.said)) // 2)
    there = {one.line.memory for one in kept.lines.values()}
    seen = set(kept.places)
    for one in source.said:
        sentence = one.line.sentence
        if one.line.memory in there or one.reply or one.line.reading.asks or same(sentence) in seen:
            continue
        if len(one.line.reading.terms) < _LEAST_WORDS or len(sentence) > GIST or is_trivial(sentence):
            continue
        if kept.ground.covers(one.line.reading):
            continue
        if len(sentence) > room:
            return
        room -= len(sentence)
        there.add(one.line.memory)
        seen.add(same(sentence))
        yield one


def _unseen(one: Said) -> int:
    """Letters in which a name would not be seen."""
    return len(one.line.sentence) if not one.carries and is_caseless(one.line.sentence) else 0


def bullets(said: Iterable[tuple[Said, Sequence[str]]]) -> list[str]:
    """Lines "2026-09-28 Mira: … …": what one conversation says on one day stands together."""
    lines: list[str] = []
    head: tuple[str, str] | None = None
    speaker = ""
    for one, also in said:
        words = _words(one, also)
        if head != (one.day, one.topic) or len(lines[-1]) + len(words) > BULLET:
            head, speaker = (one.day, one.topic), one.speaker
            lines.append(f"{one.day}{f' {speaker}' if speaker else ''}: {words}")
        elif one.speaker != speaker:
            speaker = one.speaker
            lines[-1] += f" — {f'{speaker}: ' if speaker else ''}{words}"
        else:
            lines[-1] += f" {words}" if _ENDED.search(lines[-1]) else f"; {words}"
    return lines


def _words(one: Said, also: Sequence[str]) -> str:
    words = dated(one.line)
    shorter = _LEAD.sub("", words)
    words = (
        shorter[0].upper() + shorter[1:]
        if shorter and shorter != words and not one.line.reading.denies
        else words
    )
    return f"{words} [also {', '.join(also)}]" if also else words


def subject(source: Originals) -> str:
    """The names that are said most often."""
    counted: Counter[str] = Counter()
    written: dict[str, str] = {}
    for one in source.said:
        for detail in one.line.reading.details:
            if detail.kind is Kind.NAME and not one.reply and len(detail.words) < 30:
                name = detail.words.split("'")[0].split("’")[0]
                counted[name.casefold()] += 1
                written.setdefault(name.casefold(), name)
    return ", ".join(written[name] for name, _ in counted.most_common(_SUBJECTS))


def clipped(sentence: str, details: Sequence[Detail], limit: int) -> str:
    """The part of a long sentence in which these details stand."""
    if len(sentence) <= limit:
        return sentence
    places = [at for d in details if (at := sentence.find(d.words)) >= 0]
    if not places:
        return sentence
    first, last = min(places), max(sentence.find(d.words) + len(d.words) for d in details)
    start = max(sentence.rfind(mark, 0, first) for mark in ",;:(—") + 1
    end = min((at for mark in ",;)—" if (at := sentence.find(mark, last)) >= 0), default=len(sentence))
    part = sentence[start:end].strip()
    return part if len(part) < len(sentence) else sentence
