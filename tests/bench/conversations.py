"""What the recall benchmarks share: a data file's conversations, each in a store of its own, and the measures.

Data format: `conversations[] {id, speakers, turns[] {id, session, time, speaker, text}, questions[] {id,
question, answer, kind, evidence[], now}}`; evidence names turns.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from weave.config import Config, DocumentsConfig, EmbeddingConfig, FalkorConfig, RecallConfig
from weave.embedding.local import LocalEmbedder
from weave.model import Memory, Recall, Role, Turn
from weave.ports import Matrix, Models, Vector
from weave.weave import Weave

_WORD = re.compile(r"\w+")


class Moment:
    """A clock that is set to the time each question is asked at."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


@dataclass(frozen=True, slots=True)
class Question:
    """One question and the turns that hold its answer."""

    text: str
    kind: str
    evidence: frozenset[str]
    now: datetime


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation of a data set."""

    id: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]

    def clock(self) -> Moment:
        """Set to the end of the conversation."""
        return Moment(self.turns[-1].time)


def _time(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _turn(talk: str, row: dict[str, Any]) -> Turn:
    return Turn(
        id=row["id"],
        role=Role.ASSISTANT if row["speaker"] == "assistant" else Role.USER,
        speaker=row["speaker"],
        text=row["text"],
        time=_time(row["time"]),
        conversation=f"{talk}-{row['session']}",
        session=str(row["session"]),
    )


def load(path: Path, *, user_only: bool) -> list[Talk]:
    """The conversations of `path`; with `user_only` the user's messages alone, and the evidence in them."""
    talks = []
    for row in json.loads(path.read_text("utf-8"))["conversations"]:
        kept = [t for t in row["turns"] if not user_only or t["speaker"] == "user"]
        there = {t["id"] for t in kept}
        questions = [
            Question(q["question"], q["kind"], frozenset(q["evidence"]) & there, _time(q["now"]))
            for q in row["questions"]
        ]
        asked = tuple(question for question in questions if question.evidence)
        talks.append(Talk(row["id"], tuple(_turn(row["id"], t) for t in kept), asked))
    return talks


class RememberedVectors:
    """The bundled embedder with its vectors kept in a SQLite file, v(kind, text, x), across runs."""

    def __init__(self, path: Path) -> None:
        self._inner = LocalEmbedder()
        self.name, self.dimensions = self._inner.name, self._inner.dimensions
        self._file = sqlite3.connect(path, timeout=60, check_same_thread=False)
        self._file.execute(
            "CREATE TABLE IF NOT EXISTS v(kind TEXT, text TEXT, x BLOB, PRIMARY KEY(kind, text))"
        )
        self._known = {
            (k, t): np.frombuffer(x, np.float32) for k, t, x in self._file.execute("SELECT * FROM v")
        }

    def _keep(self, kind: str, text: str, vector: Vector) -> Vector:
        self._known[kind, text] = vector
        self._file.execute("INSERT OR REPLACE INTO v VALUES(?, ?, ?)", (kind, text, vector.tobytes()))
        self._file.commit()
        return vector

    def passages(self, texts: Sequence[str]) -> Matrix:
        """Known vectors, or new ones."""
        rows = [
            known
            if (known := self._known.get(("p", t))) is not None
            else self._keep("p", t, self._inner.passages([t])[0])
            for t in texts
        ]
        return np.stack(rows) if rows else np.empty((0, self.dimensions), np.float32)

    def query(self, text: str) -> Vector:
        """The known vector, or a new one."""
        known = self._known.get(("q", text))
        return known if known is not None else self._keep("q", text, self._inner.query(text))

    def calibrate(self, cosine: float) -> float:
        """The bundled embedder's own map."""
        return self._inner.calibrate(cosine)


def configured(*, vectors: bool, graph: bool, weight: float | None = None, library: bool = True) -> Config:
    """The defaults, with the backends that take part; the limit is wide, since a busy machine is no finding."""
    recall = replace(RecallConfig(), timeout_ms=10_000)
    return Config(
        embedding=EmbeddingConfig(kind="auto" if vectors else "none"),
        falkordb=FalkorConfig(enabled=graph),
        documents=DocumentsConfig(enabled=library),
        recall=recall if weight is None else replace(recall, strength_weight=weight),
    )


@asynccontextmanager
async def stored(
    talk: Talk,
    home: Path,
    embedder: RememberedVectors | None,
    clock: Moment,
    *,
    graph: bool,
    library: bool = True,
    beside: Sequence[Path] = (),
) -> AsyncIterator[Weave]:
    """A store that holds `talk`, ingested without a model, everything indexed; `beside`: files for its library."""
    config = configured(vectors=embedder is not None, graph=graph, library=library)
    async with Weave.open(home, config=config, clock=clock, models=Models(embedder=embedder)) as weave:
        await weave.ingest(talk.turns)
        if library and beside:
            await weave.library.add(beside)
        if not await weave.settle(timeout=3_600):
            raise SystemExit(f"{talk.id}: the indexes did not catch up within an hour.")
        yield weave


def words(text: str) -> frozenset[str]:
    """What a memory must hold of a turn to count for it."""
    return frozenset(_WORD.findall(text.casefold()))


def turns_told(memory: Memory, turns: dict[str, frozenset[str]]) -> set[str]:
    """The turns whose words this memory holds, all but a tenth, among those it says it comes from."""
    mine = words(memory.text)
    return {t for t in memory.source.turns if t in turns and len(turns[t] - mine) <= len(turns[t]) / 10}


@dataclass(frozen=True, slots=True)
class Measures:
    """One question's outcome; shares 0..1, tokens as the o200k tokenizer counts the ten results."""

    kind: str
    recall: float
    first: float
    any: float
    all: float
    tokens: int


def measure(question: Question, result: Recall, turns: dict[str, frozenset[str]], tokens: int) -> Measures:
    """rec@10, hit@1, hit@10, all@10 of a result of at most ten memories."""
    told = [turns_told(recalled.memory, turns) for recalled in result.memories[:10]]
    found = question.evidence & set().union(*told)
    return Measures(
        kind=question.kind,
        recall=len(found) / len(question.evidence),
        first=float(bool(told) and bool(told[0] & question.evidence)),
        any=float(bool(found)),
        all=float(found == question.evidence),
        tokens=tokens,
    )
