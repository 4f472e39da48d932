"""The update set through the product's own path: what the store holds at the end, and how recall ranks it.

    python updates/generate.py --split dev --out dev.json            (the set's own generator)
    uv run python -m tests.bench.updates --set dev.json --suite updates --mode gold|rules [--limit N] [--json FILE]

`--suite` is the folder with the set's state_eval.py and evaluate.py, which do the counting. Each log goes through
`Weave.ingest` session by session, the clock going along, into a store of its own: `rules` without a model, `gold` with
the gold extraction answered by a loopback server as the model's `encoding`. `--verdict` is the one word with which
that model answers every question about a contradiction. Facts come from `weave.facts` (`as_of` for a past day), the
ranking from `weave.recall` (k = 30, nothing counted; `known_at` when the probe is asked before the log's end); raw turns
older than a day are left out, as sleep would have it, and a turn has the status of the best-ranked memory that tells
it. Words alone unless `--vectors FILE` keeps the bundled
embedder's vectors. `--at-once` ingests a whole log in one call. `--misses N` shows the first wrong answers.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import json
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.bench.conversations import RememberedVectors, configured
from tests.bench.updates_gold import Gold, judge
from tests.bench.updates_state import Known, memory_status
from tests.support.server import ScriptedServer
from weave.bench.model import Moment
from weave.llm.client import OpenAIChat
from weave.llm.endpoint import Endpoint
from weave.model import Fact, Memory, Role, Source, State, Turn
from weave.ports import Models
from weave.weave import Weave

Log = dict[str, Any]
MEASURES = ("right", "rec@5", "rec@10", "all@10", "wrong@5", "unmarked_wrong@5", "status_ok")


@dataclass
class Options:
    """What was asked for."""

    state_eval: ModuleType
    evaluate: ModuleType
    gold: bool
    verdict: str
    embedder: RememberedVectors | None
    at_once: bool
    graph: bool
    parts: tuple[str, ...]
    misses: int
    shown: list[str] = field(default_factory=list)


def suite(folder: Path) -> tuple[ModuleType, ModuleType]:
    """The set's own metrics, imported from their folder."""
    sys.dont_write_bytecode = True
    sys.path[:0] = [str(folder.resolve()), str(folder.resolve().parent)]
    return importlib.import_module("state_eval"), importlib.import_module("evaluate")


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def sessions(log: Log) -> list[list[Turn]]:
    """The log's turns, each session a conversation and so a task of its own."""
    turns = [
        Turn(
            t["id"], Role(t["role"]), t["speaker"], t["text"], _time(t["time"]),
            f"{log['id']}-{t['session']}", session=str(t["session"]),
        )
        for t in log["turns"]
    ]  # fmt: skip
    return [list(group) for _, group in groupby(turns, key=lambda turn: turn.conversation)]


async def live(weave: Weave, log: Log, clock: Moment, *, at_once: bool) -> None:
    """The year goes by: every session is ingested when it is over."""
    talks = sessions(log)
    end = _time(log["end"])
    for talk in [[turn for part in talks for turn in part]] if at_once else talks:
        clock.now = end if at_once else talk[-1].time + timedelta(minutes=5)
        report = await weave.ingest(talk)
        if report.queued:
            raise SystemExit(f"{log['id']}: {report.queued} turns were left in the queue.")
    clock.now = end


def run_log(log: Log, number: int, options: Options, folder: Path) -> tuple[dict[str, Any], list[Any]]:
    """One log: its state metrics and its ranking rows."""
    clock = Moment(_time(log["turns"][0]["time"]))
    config = configured(vectors=options.embedder is not None, graph=options.graph)
    with ScriptedServer() as server, asyncio.Runner() as runner:
        server.on("encoding", Gold(log, number % 2 == 1).reply)
        server.on("contradiction", judge(options.verdict))
        chat = OpenAIChat(Endpoint(server.url), "gold") if options.gold else None
        models = Models(embedder=options.embedder, chat=chat)

        def opened() -> Weave:
            return Weave.open(folder, config=config, clock=clock, models=models)

        async def fill() -> None:
            async with opened() as weave:
                await live(weave, log, clock, at_once=options.at_once)

        async def begin() -> Weave:  # opened anew, so that time has passed for what was planned or bounded
            weave = await opened().__aenter__()
            await weave.settle(timeout=600)
            return weave

        runner.run(fill())
        weave = runner.run(begin())
        try:
            state = _state(log, weave, runner, options) if "state" in options.parts else {}
            rows = _ranking(log, weave, runner, options) if "ranking" in options.parts else []
        finally:
            runner.run(weave.close())
            if chat is not None:
                runner.run(chat.close())
    return state, rows


def _state(log: Log, weave: Weave, runner: asyncio.Runner, options: Options) -> dict[str, Any]:
    def then(day: str) -> Sequence[Fact]:
        return runner.run(weave.facts(as_of=datetime.fromisoformat(f"{day}T12:00:00+00:00")))

    memories = {memory.id: memory for memory in runner.run(weave.list())}
    known = Known(log, runner.run(weave.facts()), memories, then)
    if options.misses:
        options.shown += _wrong(log, known)
    found: dict[str, Any] = options.state_eval.evaluate({"logs": [log]}, lambda _: known)
    return found


def _wrong(log: Log, known: Known) -> list[str]:
    """Topics whose current value or history is not the gold's, as sentences."""
    text = {turn["id"]: turn["text"] for turn in log["turns"]}
    scenario = {p["attribute"]: p["scenario"] for p in reversed(log["probes"])}
    topics: dict[tuple[str, str], list[Any]] = {}
    for fact in log["gold"]["facts"]:
        topics.setdefault((fact["subject"], fact["attribute"]), []).append(fact)
    notes = []
    for (subject, attribute), facts in topics.items():
        got = [(r["value"], r["status"]) for r in known.state(subject, attribute) if r["status"] != "never"]
        want = [(f["value"], f["status"].replace("expired", "ended")) for f in facts]
        if sorted(got) != sorted(want):
            said = " / ".join(f"{f['source']}: {text[f['source']]}" for f in facts)
            notes.append(
                f"{log['id']} {scenario.get(attribute)} {subject} {attribute}: {got} not {want} | {said}"
            )
    return notes


def _ranking(log: Log, weave: Weave, runner: asyncio.Runner, options: Options) -> list[Any]:
    end, rows = _time(log["end"]), []
    for probe in log["probes"]:
        now = _time(probe["now"])
        seen = now if now < end else None
        result = runner.run(weave.recall(probe["question"], k=30, count=False, known_at=seen))
        if result.degraded:
            raise SystemExit(f"{log['id']}: {result.degraded[0].reason}")
        told = {r.memory.source: memory_status(r.memory) for r in result.memories if r.memory.facts}
        ranked = [
            (
                tuple(r.memory.source.turns),
                r.score.rank,
                r.memory.text,
                {"status": memory_status(r.memory) if r.memory.facts else _verbatim(r.memory, told)},
            )
            for r in result.memories
        ]
        ranked = [row for row, r in zip(ranked, result.memories, strict=True) if not _purged(r.memory, now)]
        late = {t["id"] for t in log["turns"] if _time(t["time"]) > now}
        row = options.evaluate.score(probe, ranked, late)
        row["compete"] = bool(probe["stale"] or probe["trap"]) and probe["kind"] not in ("deny", "ever")
        rows.append(row)
        if options.misses and row["compete"] and (not row["right"] or row["unmarked_wrong@5"]):
            best = [
                (turns, round(rank, 3), text[:60], mark["status"]) for turns, rank, text, mark in ranked[:5]
            ]
            options.shown.append(
                f"{probe['id']} {probe['kind']}/{probe['scenario']} {probe['question']} gold {probe['gold']} "
                f"stale {probe['stale']} trap {probe['trap']}: {best}"
            )
    return rows


def _verbatim(memory: Memory, told: Mapping[Source, str]) -> str:
    """The status of a turn's words: their own, or that of the knowledge of this turn which is shown beside them."""
    own = memory_status(memory)
    return told.get(memory.source, own) if own == "current" else own


def _purged(memory: Memory, now: datetime) -> bool:
    """Whether the sleep cycle, which does not run here, would have taken this raw turn away by now."""
    return memory.state is State.TRANSIENT and now - memory.created > timedelta(days=1)


def gathered(states: Sequence[Mapping[str, tuple[float, int]]]) -> dict[str, tuple[float, int]]:
    """The state metrics of all logs, weighted by how many cases each has."""
    names = sorted({name for state in states for name in state})
    summed = {}
    for name in names:
        parts = [state[name] for state in states if name in state]
        count = sum(n for _, n in parts)
        summed[name] = (round(sum(value * n for value, n in parts) / count, 4), count)
    return summed


def averaged(rows: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """The ranking metrics over some probes."""
    figures: dict[str, float] = {"n": len(rows)}
    for name in MEASURES:
        values = [row[name] for row in rows if row.get(name) is not None]
        if values:
            figures[name] = round(sum(values) / len(values), 4)
    return figures


def report(states: Sequence[Any], rows: Sequence[Any]) -> dict[str, Any]:
    """Everything that was measured."""
    compete = [row for row in rows if row["compete"]]
    scenarios = sorted({row["scenario"] for row in rows})
    return {
        "state": gathered(states),
        "ranking": {
            "compete": averaged(compete),
            "all": averaged(rows),
            **{
                f"compete:{name}": averaged(part)
                for name in scenarios
                if (part := [row for row in compete if row["scenario"] == name])
            },
        }
        if rows
        else {},
    }


def printed(title: str, result: Mapping[str, Any]) -> None:
    """The figures as one table each."""
    print(title)
    for name, (value, count) in result["state"].items():
        print(f"  {name:38s}{value:8.3f}   n {count}")
    if result["ranking"]:
        print(
            f"  {'ranking':30s}{'n':>6}"
            + "".join(f"{name.replace('unmarked_', 'un'):>11}" for name in MEASURES)
        )
        for name, figures in result["ranking"].items():
            cells = "".join(f"{figures[m]:11.3f}" if m in figures else f"{'':11}" for m in MEASURES)
            print(f"  {name:30s}{figures['n']:6.0f}{cells}")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="The update set through the product's own path.")
    parser.add_argument("--set", type=Path, required=True, dest="data")
    parser.add_argument("--suite", type=Path, required=True)
    parser.add_argument("--mode", choices=("gold", "rules"), default="gold")
    parser.add_argument(
        "--verdict", choices=("same", "compatible", "refines", "contradicts"), default="contradicts"
    )
    parser.add_argument("--vectors", type=Path)
    parser.add_argument("--graph", action="store_true", help="let Graph Memory take part in the ranking")
    parser.add_argument("--only", choices=("state", "ranking"))
    parser.add_argument("--limit", type=int)
    parser.add_argument("--at-once", action="store_true")
    parser.add_argument("--misses", type=int, default=0)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    options = Options(
        *suite(given.suite),
        gold=given.mode == "gold",
        verdict=given.verdict,
        embedder=RememberedVectors(given.vectors) if given.vectors else None,
        at_once=given.at_once,
        graph=given.graph,
        parts=(given.only,) if given.only else ("state", "ranking"),
        misses=given.misses,
    )
    began, states, rows = time.monotonic(), [], []
    for number, log in enumerate(json.loads(given.data.read_text("utf-8"))["logs"][: given.limit]):
        with tempfile.TemporaryDirectory() as folder:
            state, ranked = run_log(log, number, options, Path(folder))
        states.append(state)
        rows += ranked
    result = report(states, rows)
    printed(f"{given.data.stem}, {given.mode}, {time.monotonic() - began:.0f} s", result)
    for note in options.shown[: given.misses]:
        print("   ", note)
    if given.json:
        given.json.write_text(json.dumps(result, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
