"""The text of all conversations, kept in memory as far as their files have not changed, and searched word by word."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from weave.errors import InvalidInput
from weave.journal import ConversationInfo, Journal, Transcript
from weave.model import Role, Turn
from weave.sameness import plain

_LAST = 4
"""Turns that a talk shows of itself when nothing is sought in it."""
_PLACES = 6
_BEFORE, _AROUND = 60, 240
"""Letters of a turn that are shown before the word that was found, and in all."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words of a turn."""

    turn: str
    role: Role
    speaker: str
    text: str
    replaced: bool = False


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation as it is listed: what was found in it, or how it ended."""

    info: ConversationInfo
    pieces: tuple[Piece, ...]
    found: int = 0
    """Turns in which something was found; 0 when only its title was, or nothing is sought."""


@dataclass(frozen=True, slots=True)
class _Known:
    stamp: tuple[int, int]
    info: ConversationInfo
    turns: tuple[Turn, ...]
    texts: tuple[str, ...]
    """The same, without what makes no difference to a search."""
    title: str


class TalkIndex:
    """Built by looking; safe to use from several threads, one of which looks at a time."""

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}
        self._lock = threading.Lock()

    def talks(self, journal: Journal, query: str = "") -> tuple[Talk, ...]:
        """Those in whose title or turns every word of `query` stands, the latest first; all without a word."""
        words = plain(query).split()
        with self._lock:
            known = self._renewed(journal)
        found = (_talk(one, words) for one in known)
        rows = [talk for talk in found if talk is not None]
        return tuple(sorted(rows, key=_latest, reverse=True))

    def _renewed(self, journal: Journal) -> list[_Known]:
        fresh: dict[str, _Known] = {}
        for name in journal.ids():
            one = _read(journal, name, self._known.get(name))
            if one is not None:
                fresh[name] = one
        self._known = fresh
        return [one for one in fresh.values() if one.turns]


def _latest(talk: Talk) -> tuple[float, str]:
    updated = talk.info.updated
    return (updated.timestamp() if updated else 0.0, talk.info.id)


def _read(journal: Journal, name: str, known: _Known | None) -> _Known | None:
    try:
        stamp = _stamp(journal.path(name))
        if known is not None and known.stamp == stamp:
            return known
        transcript = journal.read(name)
    except (OSError, InvalidInput):  # gone, unreadable, or no conversation of ours
        return None
    turns = tuple(turn for turn in transcript.turns if turn.role is not Role.TOOL)
    texts = tuple(plain(turn.text) for turn in turns)
    return _Known(stamp, _info(name, transcript, turns), turns, texts, plain(transcript.title))


def _stamp(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_mtime_ns, status.st_size


def _info(name: str, transcript: Transcript, turns: Sequence[Turn]) -> ConversationInfo:
    updated = turns[-1].time if turns else transcript.started
    return ConversationInfo(name, transcript.title, transcript.started, updated, len(turns))


def _talk(known: _Known, words: Sequence[str]) -> Talk | None:
    if not words:
        return Talk(known.info, tuple(_beginnings(known.turns[-_LAST:])))
    missing = [word for word in words if word not in known.title]
    hits = [n for n, text in enumerate(known.texts) if any(word in text for word in words)]
    if any(not any(word in known.texts[n] for n in hits) for word in missing):
        return None
    if not hits:
        return Talk(known.info, tuple(_beginnings(known.turns[-_LAST:])))
    best = sorted(hits, key=lambda n: -sum(word in known.texts[n] for word in words))[:_PLACES]
    return Talk(known.info, tuple(_around(known, n, words) for n in best), len(hits))


def _beginnings(turns: Iterable[Turn]) -> Iterator[Piece]:
    for turn in turns:
        cut = turn.text[:_AROUND]
        yield _piece(turn, cut if len(turn.text) <= _AROUND else f"{cut.rstrip()}…")


def _around(known: _Known, number: int, words: Sequence[str]) -> Piece:
    """The turn where a word stands in it. Folding may move letters a little: the cut is roughly there, that is all."""
    turn, text = known.turns[number], known.texts[number]
    at = min(place for word in words if (place := text.find(word)) >= 0)
    start = max(0, min(at, len(turn.text)) - _BEFORE)
    cut = turn.text[start : start + _AROUND]
    front, back = "…" * (start > 0), "…" * (start + _AROUND < len(turn.text))
    return _piece(turn, f"{front}{cut.strip()}{back}")


def _piece(turn: Turn, text: str) -> Piece:
    return Piece(turn.id, turn.role, turn.speaker, text, turn.replaced)
