"""What the library is worth: trees against real outlines, search against flat chunks, speed. A command, not a test.

uv run python -m tests.bench.documents                  all of it, with one table at the end (minutes)
uv run python -m tests.bench.documents trees            F1 of headings with level and page
uv run python -m tests.bench.documents search           section-level hit@5 against flat BM25
uv run python -m tests.bench.documents indexing         pages per second through the whole pipeline
uv run python -m tests.bench.documents speed            search p95 at 1,000 documents of 100 pages
"""

from __future__ import annotations

import argparse
import gzip
import os
import resource
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from tests.bench import outlines
from tests.bench.document_search import Score, library_of, questions, scored_flat, scored_tree
from tests.bench.document_speed import filled, latencies
from tests.bench.outlines import Case, bare
from weave.documents.library import Library
from weave.documents.model import Cue, Tree
from weave.documents.planting import grow

Heading = tuple[str, int, int]
Line = tuple[str, str]
"""A row of the table: what was measured, and what came out."""


def f1(truth: Iterable[object], found: Iterable[object]) -> float:
    """Harmonic mean of precision and recall of two sets."""
    wanted, got = set(truth), set(found)
    return 2 * len(wanted & got) / (len(wanted) + len(got)) if wanted or got else 1.0


def levelled(headings: Sequence[Heading]) -> list[Heading]:
    """Levels without holes; a lone first entry of the highest level is the document itself and no section."""
    rest = list(headings)
    if rest:
        top = min(level for _, level, _ in rest)
        if rest[0][1] == top and sum(level == top for _, level, _ in rest) == 1:
            rest = rest[1:]
    used = sorted({level for _, level, _ in rest})
    return [(title, used.index(level) + 1, page) for title, level, page in rest]


def headings_of(tree: Tree) -> list[Heading]:
    """What a tree says, windows left out: they claim no title of the document's own."""
    return levelled([(bare(n.title), n.depth, n.page) for n in tree.nodes[1:] if n.cue is not Cue.WINDOW])


def truth_of(case: Case) -> list[Heading]:
    """What is true of a document."""
    return levelled([(bare(placed.title), placed.level, placed.page) for placed in case.truth])


def trees() -> list[Line]:
    """One row per document."""
    print(
        "| document | found by | headings | F1 title | F1 title, page | F1 title, level, page |\n|---|---|---|---|---|---|"
    )
    totals = []
    for case in outlines.cases():
        tree = grow(case.document)
        truth, found = truth_of(case), headings_of(tree)
        scores = (
            f1((t for t, _, _ in truth), (t for t, _, _ in found)),
            f1(((t, p) for t, _, p in truth), ((t, p) for t, _, p in found)),
            f1(truth, found),
        )
        totals.append(scores)
        print(
            f"| {case.name} | {tree.method} | {len(truth)} | " + " | ".join(f"{s:.3f}" for s in scores) + " |"
        )
    means = [statistics.mean(column) for column in zip(*totals, strict=True)]
    print(f"| mean of {len(totals)} | | | " + " | ".join(f"{m:.3f}" for m in means) + " |")
    worst = min(score for _, _, score in totals)
    return [
        (
            f"Tree against the real outline, {len(totals)} documents: F1 of title, with page, with level and page",
            f"{means[0]:.3f}, {means[1]:.3f}, {means[2]:.3f} (the worst document {worst:.3f})",
        )
    ]


def search() -> list[Line]:
    """hit@1, hit@5 and MRR for each rule of questions."""
    told: list[Line] = []
    with tempfile.TemporaryDirectory() as folder:
        library, texts = library_of(Path(folder))
        print("| questions | n | search | hit@1 | hit@5 | MRR@10 |\n|---|---|---|---|---|---|")
        for rule in ("words", "half a sentence", "a sentence's rare words with the title's"):
            asked = questions(library, rule)
            rows: list[tuple[str, Score]] = [
                ("tree", scored_tree(library, asked)),
                ("flat BM25, 1,200-character chunks", scored_flat(library, texts, asked)),
            ]
            (_, down), (_, flat) = rows
            told.append(
                (
                    f"Section-level hit@5, questions of {rule} ({len(asked)}): tree search, flat BM25 over chunks",
                    f"{down.five:.3f}, {flat.five:.3f} (hit@1 {down.first:.3f}, {flat.first:.3f})",
                )
            )
            for name, score in rows:
                print(
                    f"| {rule} | {len(asked)} | {name} | {score.first:.3f} | {score.five:.3f} | {score.reciprocal:.3f} |"
                )
        library.close()
    return told


def indexing() -> list[Line]:
    """Pages per second, the child's start, tree, words and store included."""
    sources = [path for place in outlines.PDFS.values() if (path := outlines.SHARE / place).exists()]
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "documents").mkdir()
        for path in sources:
            target = home / "documents" / path.name.removesuffix(".gz").replace("manual", path.parent.name)
            target.write_bytes(
                gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
            )
        library = Library(home / "documents", home / "trees")
        start, before = time.perf_counter(), _busy()
        report = library.refresh()
        seconds, busy = time.perf_counter() - start, _busy() - before
        library.close()
    print(
        f"{len(report.indexed)} PDFs, {report.pages} pages: {report.pages / seconds:.0f} pages/s by the clock,",
        end=" ",
    )
    print(f"{report.pages / busy:.0f} pages/s of one processor")
    told = f"Indexing, {len(report.indexed)} PDFs of {report.pages:,} pages: pages per second by the clock, of one processor"
    return [(told, f"{report.pages / seconds:.0f}, {report.pages / busy:.0f}")]


def _busy() -> float:
    """Seconds of the processor, of this process and of those it started."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def speed(documents: int, pages: int) -> list[Line]:
    """Latency of questions of two to six words of every frequency."""
    told = []
    folder = Path(tempfile.mkdtemp())
    try:
        start = time.perf_counter()
        library = filled(folder, documents, pages)
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6
        print(
            f"{documents} documents of {pages} pages: {size:.0f} MB, stored in {time.perf_counter() - start:.0f} s"
        )
        times = latencies(library)
        library.close()
    finally:
        shutil.rmtree(folder)
    for name, column in zip(("by the clock", "of the processor"), zip(*times, strict=True), strict=True):
        cuts = statistics.quantiles(column, n=100)
        told.append(
            (
                f"Search at {documents:,} documents of {pages} pages, {name}: p50, p95",
                f"{cuts[49]:.1f} ms, {cuts[94]:.1f} ms",
            )
        )
        print(
            f"{len(column)} searches, {name}: p50 {cuts[49]:.1f} ms, p95 {cuts[94]:.1f} ms, longest {max(column):.1f} ms"
        )
    return told


def main() -> None:
    """Run one part, or all."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("part", nargs="?", choices=["trees", "search", "indexing", "speed"])
    parser.add_argument("--documents", type=int, default=1_000)
    parser.add_argument("--pages", type=int, default=100)
    wanted = parser.parse_args()
    parts: dict[str, Callable[[], list[Line]]] = {
        "trees": trees,
        "search": search,
        "indexing": indexing,
        "speed": lambda: speed(wanted.documents, wanted.pages),
    }
    lines = [line for name, part in parts.items() if wanted.part in (None, name) for line in part()]
    busy = f"{os.getloadavg()[0]:.0f} processes at {os.cpu_count()} processors"
    print(f"\n| What (load of the machine: {busy}) | Result |\n|---|---|")
    print("\n".join(f"| {what} | {result} |" for what, result in lines))


if __name__ == "__main__":
    main()
