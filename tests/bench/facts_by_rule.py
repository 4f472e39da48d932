"""How many of the update set's current facts the rules extract, and how many of its non-facts they keep out.

    python -m tests.bench.facts_by_rule --data updates-dev.json [--misses 20]

The data come from the update set's generator. A statement counts as found when a fact of its source turn carries the
gold value; "same predicate" when all statements of one attribute in a log share a predicate with its first.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from weave.model import FactDraft, Polarity, Role, Turn
from weave.scribe.rules import encode


@dataclass
class Tally:
    """Hits and totals by name, with the misses to learn from."""

    hit: Counter[str] = field(default_factory=Counter)
    all: Counter[str] = field(default_factory=Counter)
    misses: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def put(self, name: str, good: bool, note: str) -> None:
        self.all[name] += 1
        self.hit[name] += good
        if not good:
            self.misses[name].append(note)


def _turns(log: dict) -> list[Turn]:
    return [
        Turn(
            t["id"],
            Role(t["role"]),
            t["speaker"],
            t["text"],
            datetime.fromisoformat(t["time"]).replace(tzinfo=UTC),
            f"{log['id']}-{t['session']}",
        )
        for t in log["turns"]
    ]


def _facts(log: dict) -> dict[str, list[FactDraft]]:
    found: dict[str, list[FactDraft]] = defaultdict(list)
    sessions: dict[str, list[Turn]] = defaultdict(list)
    for turn in _turns(log):
        sessions[turn.conversation].append(turn)
    for turns in sessions.values():
        for draft in encode(turns, person=log["user"]):
            found[draft.turns[0]] += draft.facts
    return found


def _matches(fact: FactDraft, attribute: str, value: str) -> bool:
    held = fact.object.casefold()
    if attribute.startswith("taste:"):
        liked = fact.polarity is Polarity.AFFIRMED
        return fact.predicate == "likes" and held == attribute[6:].casefold() and liked == (value == "likes")
    if attribute.startswith("count:"):
        return fact.predicate.startswith("number_of") and (held == value or held in ("+1", "-1"))
    want = value.casefold().removeprefix("a ")
    return held in (want, f"{want} cat") or held.removeprefix("a ") == want


def _score(log: dict, tally: Tally) -> None:
    found = _facts(log)
    text = {t["id"]: t["text"] for t in log["turns"]}
    first: dict[tuple[str, str], str] = {}
    scenario = {p["attribute"]: p["scenario"] for p in reversed(log["probes"])}
    for gold in log["gold"]["facts"]:
        facts = found[gold["source"]]
        hits = [f for f in facts if _matches(f, gold["attribute"], gold["value"])]
        note = f"{gold['attribute']}={gold['value']} | {text[gold['source']]} | {[(f.subject, f.predicate, f.object) for f in facts]}"
        tally.put("facts", bool(hits), note)
        tally.put(f"  {scenario.get(gold['attribute'], '?')}", bool(hits), note)
        if gold["status"] == "current":
            tally.put("current facts", bool(hits), note)
        if hits:
            own = gold["subject"] == log["user"]
            right = (
                hits[0].subject == "user"
                if own
                else hits[0].subject == "user" + gold["subject"].removeprefix(log["user"])
            )
            tally.put("right subject", right, note)
            key = (gold["subject"], gold["attribute"])
            known = first.setdefault(key, hits[0].predicate)
            tally.put("same predicate", hits[0].predicate in (known, "*"), f"{known} / {note}")
    for non in log["gold"]["nonfacts"]:
        wrong = [
            f
            for f in found[non["turn"]]
            if _matches(f, non["attribute"], non["value"]) and f.polarity is Polarity.AFFIRMED
        ]
        tally.put(f"non-facts kept out ({non['why']})", not wrong, f"{text[non['turn']]} | {wrong}")
        tally.put("non-facts kept out", not wrong, text[non["turn"]])
    for turn, frame in zip(log["turns"], log["gold"]["frames"], strict=True):
        if frame == "chat" or turn["role"] == "assistant":
            tally.put(
                "small talk without facts", not found[turn["id"]], f"{turn['text']} | {found[turn['id']]}"
            )
        if frame in ("retraction", "correction"):
            tally.put(f"{frame}s seen", any(f.change.value == frame for f in found[turn["id"]]), turn["text"])
        if frame == "negation":
            seen = any(f.polarity is Polarity.NEGATED for f in found[turn["id"]])
            tally.put("negations seen", seen, f"{turn['text']} | {found[turn['id']]}")


def main() -> None:
    """Print one line a figure; with --misses, the first misses of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--misses", type=int, default=0)
    options = parser.parse_args()
    tally = Tally()
    for log in json.loads(options.data.read_text("utf-8"))["logs"]:
        _score(log, tally)
    for name in sorted(tally.all):
        print(f"{name:42s} {tally.hit[name] / tally.all[name]:.3f}  of {tally.all[name]}")
        for note in list(dict.fromkeys(tally.misses[name]))[: options.misses]:
            print("      ", note)


if __name__ == "__main__":
    main()
