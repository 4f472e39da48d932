"""How fast the graph is: loading, searching, closing, opening again, and its memory.

    uv run python -m tests.bench.graph                     100,000 entities, 300,000 relations
    uv run python -m tests.bench.graph --entities 10000

The memories are made up: one person who states much (a hub), their family and friends by role, people of whom many
share a first name, places and things that few or many name. The questions are of eight kinds (KINDS), each timed on
its own. Figures are wall-clock milliseconds over a socket to the embedded server, on whatever else the machine is
doing; its load is printed. `--folder` keeps the graph for another run of the questions.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.support.graphs import server_of
from tests.support.memories import NOW
from weave import ids
from weave.backends.graph import GraphMemory
from weave.model import Fact, Memory, MemoryType, Provenance, State
from weave.ports import Query

FIRST = [
    f"{a}{b}" for a in "Ka Mi Ro Ta Lu Be No Si".split() for b in "rin lan vek mos dia tor nel sha".split()
]
LAST = [
    f"{a}{b}{c}"
    for a in "Or Du Fe Gal Hav Ing Pol Vas Ek Zu".split()
    for b in "ber man ide nov ak str ney war lin sto".split()
    for c in "g n z ic i m s k d l".split()
]
PLACES = [
    f"{a}{b}" for a in "North South Ober Unter Bad Neu".split() for b in "haven field dorf burg ton".split()
]
ROLES = "sister brother boss flatmate doctor mother father".split()
PREDICATES = ("employer", "home_city", "knows", "owns", "likes", "visited", "studies", "allergy")
PER_MEMORY = 2
KINDS: dict[str, str] = {
    "a rare name": "What does {a} own?",
    "two names": "Do {a} and {b} know each other?",
    "the hub's relation": "Where do I work?",
    "the hub and a name": "What did I tell you about {a}?",
    "by role": "Where does my {role} live?",
    "by role, two steps": "Where does the {other} of my {role} work?",
    "a first name of many": "How is {first} doing?",
    "a name that is misspelt": "Where does {slip} live?",
    "a busy place": "Who lives in {place}?",
    "nobody": "is it going to rain in the hills tomorrow",
}


def people(entities: int) -> list[str]:
    """As many full names as half of the entities; many share a first name."""
    names = [f"{first} {last}" for last in LAST for first in FIRST]
    numbered = [f"{names[n % len(names)]}" + ("son" * (n // len(names))) for n in range(entities // 2)]
    random.Random(0).shuffle(numbered)
    return numbered


def relations(entities: int, number: int, seed: int) -> Iterator[tuple[str, str, str]]:
    """Triples over so many entities: each is told of at least once; some are told of by everyone."""
    dice = random.Random(seed)
    known = people(entities)
    things = [f"thing {n}" for n in range(entities - len(known))]
    for role in ROLES:
        yield "user", role, dice.choice(known)
    for n in range(number - len(ROLES)):
        someone = known[n % len(known)] if n < len(known) else dice.choice(known)
        kind = dice.random()
        if kind < 0.04:
            yield "user", dice.choice(PREDICATES[:6]), someone
        elif kind < 0.2:
            yield someone, "home_city", dice.choice(PLACES)
        elif kind < 0.45:
            yield someone, dice.choice(("knows", *ROLES)), dice.choice(known)
        else:
            yield someone, dice.choice(PREDICATES), things[n % len(things)]


def made(entities: int, number: int, seed: int) -> Iterator[Memory]:
    """Memories with two facts each."""
    batch: list[Fact] = []
    for triple in relations(entities, number, seed):
        batch.append(Fact(ids.new(NOW), *triple))
        if len(batch) == PER_MEMORY:
            yield _memory(batch)
            batch = []


def _memory(facts: Sequence[Fact]) -> Memory:
    text = "; ".join(f"{fact.subject} {fact.predicate} {fact.object}" for fact in facts)
    return Memory(
        id=ids.new(NOW),
        type=MemoryType.SEMANTIC,
        title=text[:40],
        text=text,
        state=State.ACTIVE,
        importance=0.5,
        provenance=Provenance.USER,
        created=NOW,
        facts=tuple(facts),
    )


def questions(entities: int, number: int, seed: int) -> list[tuple[str, str]]:
    """(kind, question), the kinds in turn."""
    dice = random.Random(seed)
    known = people(entities)
    asked = []
    for n in range(number):
        kind = list(KINDS)[n % len(KINDS)]
        name = dice.choice(known)
        at = dice.randrange(2, len(name.split()[0]))
        asked.append(
            (
                kind,
                KINDS[kind].format(
                    a=name,
                    b=dice.choice(known),
                    first=dice.choice(FIRST),
                    slip=name[:at] + name[at - 1] + name[at:],
                    role=dice.choice(ROLES),
                    other=dice.choice(ROLES),
                    place=dice.choice(PLACES),
                ),
            )
        )
    return asked


def tell(what: str, value: str) -> None:
    sys.stdout.write(f"{what:<28}{value}\n")
    sys.stdout.flush()


def spread(times: Sequence[float]) -> str:
    ordered = sorted(times)
    return (
        f"p50 {statistics.median(ordered) * 1000:6.1f} ms   p95 {ordered[int(len(ordered) * 0.95)] * 1000:6.1f} ms"
        f"   most {ordered[-1] * 1000:6.1f} ms"
    )


def timed(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def load(graph: GraphMemory, memories: Iterator[Memory]) -> int:
    """Upsert all, in batches of the indexer's size."""
    number = 0
    batch: list[Memory] = []
    for memory in memories:
        batch.append(memory)
        if len(batch) == 1_000:
            graph.upsert(batch)
            number, batch = number + len(batch), []
    graph.upsert(batch)
    return number + len(batch)


def search(graph: GraphMemory, asked: Sequence[tuple[str, str]]) -> None:
    """Time the questions, all and by kind."""
    graph.search(Query("warm", NOW))
    times = []
    server = server_of(graph)
    before = sum(server.cpu_times()[:2]), time.process_time()
    for kind, text in asked:
        started = time.perf_counter()
        hits = graph.search(Query(text, NOW))
        times.append((kind, time.perf_counter() - started, len(hits)))
    spent = sum(server.cpu_times()[:2]) - before[0], time.process_time() - before[1]
    tell("search", spread([took for _, took, _ in times]))
    each = [f"{seconds / len(asked) * 1000:.1f} ms" for seconds in spent]
    tell("processor time a question", f"server {each[0]}, client {each[1]}; load {os.getloadavg()[0]:.1f}")
    for kind in KINDS:
        mine = [(took, hits) for of, took, hits in times if of == kind]
        tell(f"  {kind}", f"{spread([t for t, _ in mine])}   {statistics.mean(h for _, h in mine):5.1f} hits")


def figures(graph: GraphMemory) -> str:
    entities = graph._link.read("MATCH (e:Entity) RETURN count(e)", {})[0][0]
    facts = graph._link.read("MATCH ()-[f:FACT]->() RETURN count(f)", {})[0][0]
    return f"{graph.count():,} memories, {entities:,} entities, {facts:,} relations"


def measure(entities: int, number: int, asked: int, folder: Path) -> None:
    graph = GraphMemory(folder)
    tell("machine's load", f"{os.getloadavg()[0]:.1f}")
    tell("first start", f"{timed(graph.open):.2f} s")
    try:
        if not graph.count():
            started = time.perf_counter()
            loaded = load(graph, made(entities, number, 1))
            took = time.perf_counter() - started
            tell("load", f"{took:.1f} s, {loaded / took:.0f} memories/s")
        tell("holds", figures(graph))
        search(graph, questions(entities, asked, 2))
        some = list(made(entities, 200, 3))
        tell("upsert of one", spread([timed(lambda one=one: graph.upsert([one])) for one in some[:50]]))  # type: ignore[misc]
        tell("delete of one", spread([timed(lambda one=one: graph.delete([one.id])) for one in some[:50]]))  # type: ignore[misc]
        tell("server's memory", f"{server_of(graph).memory_info().rss / 2**20:.0f} MB")
        tell("purge's rewrite", f"{timed(graph.scrub):.2f} s")
        tell("close", f"{timed(graph.close):.2f} s")
        tell("open again", f"{timed(graph.open):.2f} s")
        tell("disk", f"{sum(p.stat().st_size for p in folder.rglob('*') if p.is_file()) / 2**20:.1f} MB")
    finally:
        graph.close()


@contextmanager
def place(given: Path | None) -> Iterator[Path]:
    """The folder that was given, or one that goes again."""
    if given is not None:
        yield given
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entities", type=int, default=100_000)
    parser.add_argument("--relations", type=int)
    parser.add_argument("--questions", type=int, default=400)
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    with place(given.folder) as folder:
        measure(given.entities, given.relations or given.entities * 3, given.questions, folder)


if __name__ == "__main__":
    main()
