"""What the library is worth: trees against real outlines, search against flat chunks, speed. A command, not a test.

uv run python -m tests.bench.documents trees            F1 of headings with level and page
uv run python -m tests.bench.documents search           section-level hit@5 against flat BM25
uv run python -m tests.bench.documents indexing         pages per second through the whole pipeline
uv run python -m tests.bench.documents speed            search p95 at 1,000 documents of 100 pages
"""

from __future__ import annotations

import argparse
import gzip
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


def trees() -> None:
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


def search() -> None:
    """hit@1, hit@5 and MRR for each rule of questions."""
    with tempfile.TemporaryDirectory() as folder:
        library, texts = library_of(Path(folder))
        print("| questions | n | search | hit@1 | hit@5 | MRR@10 |\n|---|---|---|---|---|---|")
        for rule in ("words", "half a sentence", "a sentence's rare words with the title's"):
            asked = questions(library, rule)
            rows: list[tuple[str, Score]] = [
                ("tree", scored_tree(library, asked)),
                ("flat BM25, 1,200-character chunks", scored_flat(library, texts, asked)),
            ]
            for name, score in rows:
                print(
                    f"| {rule} | {len(asked)} | {name} | {score.first:.3f} | {score.five:.3f} | {score.reciprocal:.3f} |"
                )
        library.close()


def indexing() -> None:
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


def _busy() -> float:
    """Seconds of the processor, of this process and of those it started."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def speed(documents: int, pages: int) -> None:
    """Latency of questions of two to six words of every frequency."""
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
        print(
            f"{len(column)} searches, {name}: p50 {cuts[49]:.1f} ms, p95 {cuts[94]:.1f} ms, longest {max(column):.1f} ms"
        )


def main() -> None:
    """Run one part."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("part", choices=["trees", "search", "indexing", "speed"])
    parser.add_argument("--documents", type=int, default=1_000)
    parser.add_argument("--pages", type=int, default=100)
    wanted = parser.parse_args()
    parts: dict[str, Callable[[], None]] = {
        "trees": trees,
        "search": search,
        "indexing": indexing,
        "speed": lambda: speed(wanted.documents, wanted.pages),
    }
    parts[wanted.part]()


if __name__ == "__main__":
    main()
