"""Speed and memory on 1,000, 10,000 or 100,000 memories, one table a size.

    uv run python -m tests.bench.speed [--sizes 1000 10000] [--queries 200] [--documents 1000] [--json FILE]

What is made: turns of a year of invented talk (a fixed seed), through `Weave.ingest` without a model, so that
the write path is the product's. Vectors are seeded (random unit vectors under the text's hash), so that the
embedder's own rate is reported apart and the recall's is not drowned in it. Reported: memories made durable a
second; opening until files, catalogue and vectors answer, and until the graph joins; recall with its question
already embedded (p50, p95); resident memory with and without the FalkorDB child. `--documents` puts so many documents
of 100 pages into the library, made of the same words as the talk.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import psutil

from weave import lexical
from weave.model import Role, Turn
from weave.ports import Matrix, Models, Vector
from weave.weave import Weave

DIMENSIONS = 384
START = datetime(2025, 11, 30, 8, tzinfo=UTC)
NAMES = (
    "Ana Bo Chidi Dara Eun Farid Gita Hanne Ivo Jun Kavya Lior Mei Nils Oona Pavel Quim Rosa Sami Tuva "
    "Ulf Vera Wanda Xoan Yusuf Zora Aino Bram Cleo Dov Esi Finn Gao Hugo Inga Jai Kofi Lena Milo Nadia"
).split()
FUNCTION = "the a of to and in that it was for on with as had at by from we she he they which not".split()
SYLLABLES = "ka lo mi ter ran sol ve dun pri sha bel nor qui est ova lim gar tho fen ju".split()
PAGES = 100
WORDS = 6_000
"""Distinct content words, drawn by Zipf's law as in talk: a few are everywhere, most are rare."""


class SeededEmbedder:
    """Random unit vectors that depend on the text alone: the store's speed without a model's."""

    name = "seeded-384"
    dimensions = DIMENSIONS

    def passages(self, texts: list[str]) -> Matrix:
        return np.stack([self.query(text) for text in texts])

    def query(self, text: str) -> Vector:
        seed = int.from_bytes(text.encode()[-8:].rjust(8, b"\0")) ^ len(text)
        vector = np.random.default_rng(seed).standard_normal(DIMENSIONS).astype(np.float32)
        return vector / np.linalg.norm(vector)

    def calibrate(self, cosine: float) -> float:
        return max(0.0, min(1.0, cosine))


def lexicon() -> tuple[list[str], list[float]]:
    """Invented words, and how often each is said relative to the first."""
    dice = random.Random(3)
    words = list(
        dict.fromkeys("".join(dice.choices(SYLLABLES, k=dice.randint(2, 4))) for _ in range(2 * WORDS))
    )
    return words[:WORDS], [1 / (rank + 20) for rank in range(len(words[:WORDS]))]


def sentences(count: int) -> Iterator[str]:
    """Texts of about sixty words: half function words, the rest by Zipf, one or two names, a number."""
    dice = random.Random(7)
    words, weights = lexicon()
    for number in range(count):
        content = dice.choices(words, weights, k=28)
        small = dice.choices(FUNCTION, k=28)
        body = " ".join(word for pair in zip(small, content, strict=True) for word in pair)
        yield f"{dice.choice(NAMES)} said {body} with {dice.choice(NAMES)} on {number % 365} {dice.randrange(9_000)}."


def talk(count: int) -> Iterator[Turn]:
    """`count` turns in sessions of twenty, spread over a year."""
    step = timedelta(days=365) / count
    for number, text in enumerate(sentences(count)):
        session = number // 20
        yield Turn(
            f"t{number}",
            Role.USER,
            "user",
            text,
            START + step * number,
            f"bench-{session:06d}",
            session=str(session),
        )


def questions(count: int) -> list[str]:
    """Questions of a name and four words that one of the first memories holds."""
    dice = random.Random(11)
    asked = []
    for text in sentences(count):
        words = text.split()
        about = dice.sample(words[3:57:2], 4)
        asked.append(f"What did {words[0]} say about {about[0]} {about[1]} and the {about[2]} {about[3]}?")
    return asked


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, round(share * (len(values) - 1)))]


def rss() -> tuple[float, float]:
    """(this process, its children) resident megabytes."""
    me = psutil.Process()
    children = sum(child.memory_info().rss for child in me.children(recursive=True))
    return me.memory_info().rss / 2**20, children / 2**20


async def write(home: Path, count: int) -> dict[str, float]:
    async with Weave.open(home, models=Models(embedder=SeededEmbedder())) as weave:
        begun = time.perf_counter()
        report = await weave.ingest(talk(count))
        durable = time.perf_counter() - begun
        begun = time.perf_counter()
        await weave.settle()
        return {
            "memories": report.memories,
            "durable_per_s": report.memories / durable,
            "index_s": time.perf_counter() - begun,
        }


async def read(home: Path, asked: list[str]) -> dict[str, float]:
    for library in ("falkordb", "qdrant_edge", "watchfiles"):
        importlib.import_module(library)  # what a home takes to answer is counted after the imports
    begun = time.perf_counter()
    figures: dict[str, float] = {}
    async with Weave.open(home, models=Models(embedder=SeededEmbedder())) as weave:
        answered = False
        while time.perf_counter() - begun < 30:
            result = await weave.recall(asked[0], count=False)
            degraded = {d.backend for d in result.degraded}
            figures.setdefault("words_s", time.perf_counter() - begun)
            if not answered and "vector" not in degraded:
                answered = True
                figures["answer_s"] = time.perf_counter() - begun
            if not degraded:
                figures["graph_s"] = time.perf_counter() - begun
                break
            await asyncio.sleep(0.02)
        for question in asked:
            await weave.recall(question, count=False)
        spent, degraded_count = [], 0
        for question in asked:
            at = time.perf_counter()
            result = await weave.recall(question, count=False)
            spent.append((time.perf_counter() - at) * 1000)
            degraded_count += bool(result.degraded)
        figures["recall_p50_ms"] = percentile(spent, 0.50)
        figures["recall_p95_ms"] = percentile(spent, 0.95)
        figures["degraded_share"] = degraded_count / len(asked)
        figures["rss_mb"], figures["child_rss_mb"] = rss()
    return figures


def shelve(home: Path, count: int) -> None:
    """Documents whose most frequent words are those of the questions, in the form that the search looks for."""
    from tests.bench.document_speed import shelved

    words = [term for word in (*NAMES, *lexicon()[0]) for term in lexical.terms(word)]
    shelved(home, count, PAGES, list(dict.fromkeys(words)))


def step(what: str, home: str, given: argparse.Namespace, size: int) -> dict[str, float]:
    """One phase in a process of its own, so that its memory and its imports are its own."""
    command = [
        sys.executable,
        "-m",
        "tests.bench.speed",
        "--phase",
        what,
        "--home",
        home,
        "--sizes",
        str(size),
        "--queries",
        str(given.queries),
        "--documents",
        str(given.documents),
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "OMP_NUM_THREADS": "1"}
    )
    if done.returncode:
        sys.exit(done.stderr)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--documents", type=int, default=0)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--phase", choices=["write", "read"], help=argparse.SUPPRESS)
    parser.add_argument("--home", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.phase:
        home_, writing = Path(given.home), given.phase == "write"
        work = write(home_, given.sizes[0]) if writing else read(home_, questions(given.queries))
        figures = asyncio.run(work)
        if writing and given.documents:
            shelve(home_, given.documents)
        print(json.dumps(figures))
        return
    rows = []
    for size in given.sizes:
        home = tempfile.mkdtemp(prefix="weave-speed-")
        try:
            rows.append({"size": size} | step("write", home, given, size) | step("read", home, given, size))
        finally:
            shutil.rmtree(home, ignore_errors=True)
        print(json.dumps(rows[-1]), flush=True)
    names = list(rows[0])
    print("| " + " | ".join(names) + " |\n|" + "---|" * len(names))
    for row in rows:
        print("| " + " | ".join(f"{row.get(name, float('nan')):,.4g}" for name in names) + " |")
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
