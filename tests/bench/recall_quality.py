"""How much of the evidence recall finds, on a file of long conversations.

    uv run python -m tests.bench.recall_quality --data locomo-dev.json [--vectors CACHE.sqlite] [--graph]
    uv run python -m tests.bench.recall_quality --data beam-dev.json --set beam-user [--vectors CACHE.sqlite]

Each conversation goes through `Weave.ingest` without a model into a store of its own, its questions through
`Weave.recall` (k = 10, nothing counted as accessed), asked at the time the data
set names, as `weave bench` does it, whose code this is. `--set beam-user` keeps the user's messages alone. A
memory counts only for turns whose words it holds. Printed, over all questions with evidence and per kind:
rec@10 (share of the evidence turns among the first ten), hit@1, hit@10, all@10, and the tokens of ten results;
then the same with the vectors off. `--graph` prints first how it is with Graph Memory taking part too, and at the
end what that gains or costs for each kind of question. `--library` prints the same without the library, in which
every transcript is, and what it gains or costs, with and without vectors; `--beside FOLDER` adds a stranger's documents to it. `--vectors` keeps the bundled embedder's vectors across runs (a first run
embeds every turn, about 3 ms a token). `--limit N` takes the first N conversations. Tokens are o200k's where
tiktoken has its file (TIKTOKEN_CACHE_DIR), else the product's own estimate, which is rather too high.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import tiktoken

from tests.bench.conversations import RememberedVectors, configured
from weave.bench.formats import load
from weave.bench.measures import summed
from weave.bench.model import Measures, Name, Talk
from weave.bench.running import Setting
from weave.bench.running import ask as asked
from weave.tokens import tokens as estimated


def counter() -> Callable[[str], int]:
    """How tokens are counted."""
    try:
        encoding = tiktoken.get_encoding("o200k_base")
    except (OSError, ValueError):  # tiktoken fetches its file on first use
        print("tokens: the product's own estimate, since tiktoken's file is not here")
        return estimated
    return lambda text: len(encoding.encode(text, disallowed_special=()))


@dataclass(frozen=True, slots=True)
class Parts:
    """What takes part beside words and vectors."""

    graph: bool = False
    library: bool = True
    beside: tuple[Path, ...] = ()


async def ask(
    talk: Talk, embedder: RememberedVectors | None, count: Callable[[str], int], parts: Parts
) -> list[Measures]:
    """All questions of one conversation; nothing that did not answer passes for a finding."""
    config = configured(vectors=embedder is not None, graph=parts.graph, library=parts.library)
    rows = await asked(talk, Setting(config, embedder, parts.beside), count)
    missing = next((row.degraded[0] for row in rows if row.degraded), None)
    if missing:
        raise SystemExit(f"{talk.id}: {missing}")
    return rows


def table(title: str, rows: list[Measures]) -> str:
    """The figures, all and per kind, as text."""
    lines = [f"{title:26}{'n':>6}{'rec@10':>9}{'hit@1':>8}{'hit@10':>8}{'all@10':>8}{'tokens':>8}"]
    lines += [
        f"  {one.kind:24}{one.questions:6}{one.recall:9.3f}{one.first:8.3f}{one.any:8.3f}{one.all:8.3f}{one.tokens:8.0f}"
        for one in summed(rows)
    ]
    return "\n".join(lines)


async def run(
    talks: list[Talk], embedder: RememberedVectors | None, title: str, parts: Parts
) -> list[Measures]:
    """One configuration over all conversations, printed."""
    rows: list[Measures] = []
    count = counter()
    for talk in talks:
        rows += await ask(talk, embedder, count, parts)
    print(table(title, rows), flush=True)
    return rows


def compared(what: str, having: list[Measures], without: list[Measures]) -> str:
    """What a channel changes: rec@10 with it less rec@10 without, and for how many questions either way."""
    lines = [f"{f'{what}: rec@10':26}{'n':>6}{'with':>9}{'without':>9}{'gain':>8}{'better':>8}{'worse':>8}"]
    for kind in ("all", *sorted({row.kind for row in without})):
        pairs = [
            (one.recall, two.recall)
            for one, two in zip(having, without, strict=True)
            if kind in ("all", two.kind)
        ]
        have, lack = (sum(pair[at] for pair in pairs) / len(pairs) for at in (0, 1))
        better, worse = sum(one > two for one, two in pairs), sum(one < two for one, two in pairs)
        lines.append(f"  {kind:24}{len(pairs):6}{have:9.3f}{lack:9.3f}{have - lack:8.3f}{better:8}{worse:8}")
    return "\n".join(lines)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Recall quality on long conversations.")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--set", choices=[name.value for name in Name], default="locomo", dest="kind")
    parser.add_argument("--vectors", type=Path, default=Path("recall-vectors.sqlite"))
    parser.add_argument("--graph", action="store_true", help="let Graph Memory take part")
    parser.add_argument(
        "--library", action="store_true", help="also without the library, and what it changes"
    )
    parser.add_argument("--beside", type=Path, nargs="*", default=[], help="documents for the library")
    parser.add_argument("--limit", type=int)
    options = parser.parse_args()
    talks = load(Name(options.kind), options.data, options.limit)
    embedder = RememberedVectors(options.vectors)
    beside = tuple(options.beside)
    if options.graph:
        with_graph = asyncio.run(run(talks, embedder, f"{options.kind}, and the graph", Parts(graph=True)))
    for model, title in ((embedder, "vectors and words"), (None, "words alone")):
        rows = asyncio.run(run(talks, model, f"{options.kind}, {title}", Parts(beside=beside)))
        if options.library:
            bare = asyncio.run(run(talks, model, f"{options.kind}, no library", Parts(library=False)))
            print(compared("the library", rows, bare), flush=True)
        if options.graph and model is not None:
            print(compared("the graph", with_graph, rows), flush=True)


if __name__ == "__main__":
    main()
