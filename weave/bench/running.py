"""A benchmark at work: each conversation in a store of its own in a temporary folder, never in anybody's home."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from weave.bench.measures import AMONG, measure, shown, summed, words
from weave.bench.model import Measures, Moment, Name, Report, Talk
from weave.config import Config
from weave.errors import BackendError
from weave.ports import Embedder, Models, Progress
from weave.tokens import tokens as estimated
from weave.weave import Weave

_TIME_LIMIT_MS = 10_000
_SETTLED_SECONDS = 3_600
_QUERIES = 1_000_000
"""Questions whose vectors are kept: all."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What takes part: a configuration, what embeds (None: words alone), and files that lie in the library."""

    config: Config
    embedder: Embedder | None
    beside: tuple[Path, ...] = ()


def apart(config: Config, *, vectors: bool = True) -> Config:
    """A configuration as it is, but without servers that hold somebody's memory, sleep, and a time limit.

    A busy machine is no finding, so each backend may take as long as it needs.
    """
    return replace(
        config,
        embedding=config.embedding if vectors else replace(config.embedding, kind="none"),
        qdrant=replace(config.qdrant, url=None),
        falkordb=replace(config.falkordb, url=None),
        sleep=replace(config.sleep, enabled=False),
        recall=replace(config.recall, timeout_ms=_TIME_LIMIT_MS),
    )


@contextmanager
def embedder(models: Models, vectors: Path | None = None) -> Iterator[Embedder]:
    """What this installation embeds with; its vectors are kept in the file `vectors` for a next time, if given."""
    from weave.embedding.cache import EmbeddingCache
    from weave.embedding.cached import CachedEmbedder

    inner = models.embedder
    if inner is None:
        from weave.embedding.local import LocalEmbedder

        inner = LocalEmbedder()
    if vectors is None:
        yield inner
        return
    cache = EmbeddingCache(vectors.expanduser().absolute(), queries_kept=_QUERIES)
    try:
        yield CachedEmbedder(inner, cache)
    finally:
        cache.close()


@asynccontextmanager
async def stored(
    talk: Talk, home: Path, setting: Setting, clock: Moment, progress: Progress | None = None
) -> AsyncIterator[Weave]:
    """A store that holds `talk`, ingested without a model, everything indexed. Raises BackendError."""
    models = Models(embedder=setting.embedder)
    async with Weave.open(home, config=setting.config, clock=clock, models=models) as weave:
        await weave.ingest(talk.turns)
        if setting.config.documents.enabled and setting.beside:
            await weave.library.add(setting.beside)
        if not await weave.settle(_SETTLED_SECONDS, progress):
            raise BackendError(f"{talk.id}: the indexes did not catch up within an hour; see `weave doctor`.")
        yield weave


async def ask(
    talk: Talk, setting: Setting, count: Callable[[str], int] = estimated, progress: Progress | None = None
) -> list[Measures]:
    """All questions of one conversation, each at its own time. Nothing counts as accessed."""
    turns = {turn.id: words(turn.text) for turn in talk.turns}
    rows = []
    clock = talk.clock()
    with tempfile.TemporaryDirectory(prefix="weave-bench-") as folder:
        async with stored(talk, Path(folder), setting, clock, progress) as weave:
            for question in talk.questions:
                clock.now = question.now
                result = await weave.recall(question.text, k=AMONG, count=False)
                rows.append(measure(question, result, turns, sum(map(count, shown(result)))))
    return rows


async def run(
    name: Name, talks: Sequence[Talk], setting: Setting, progress: Progress | None = None
) -> Report:
    """All conversations, one after the other. Raises BackendError, HomeError."""
    begun = time.perf_counter()
    rows: list[Measures] = []
    for number, talk in enumerate(talks, 1):

        def told(what: str, done: int, total: int, number: int = number) -> None:
            if progress:
                progress(f"conversation {number} of {len(talks)}, {what}", done, total)

        rows += await ask(talk, setting, progress=told)
        if progress:
            progress("conversations", number, len(talks))
        await asyncio.sleep(0)
    spent = [row.elapsed_ms for row in rows]
    cuts = statistics.quantiles(spent, n=20) if len(spent) > 1 else [*spent, *spent]
    vectors = setting.config.embedding.kind != "none" and setting.config.qdrant.enabled
    return Report(
        name=name,
        conversations=len(talks),
        turns=sum(len(talk.turns) for talk in talks),
        without=sum(talk.without for talk in talks),
        embedder=setting.embedder.name if vectors and setting.embedder is not None else None,
        graph=setting.config.falkordb.enabled,
        figures=summed(rows),
        median_ms=statistics.median(spent),
        slow_ms=cuts[-1],
        seconds=time.perf_counter() - begun,
        degraded=tuple(dict.fromkeys(one for row in rows for one in row.degraded)),
    )
