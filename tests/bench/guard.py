"""Runs the identity's guard over a table of proposals, and prints those that do not get the verdict they must get.

    python -m tests.bench.guard                    the committed table, bundled embedder and letters
    python -m tests.bench.guard --table FILE       another one

A table is JSON: {"proposals": [{"name", "text" or "add" (lines put at the end of the default identity) or "replace":
[old, new], "reason", "confidence", "origin", "verdict": "applied", "flagged" or "rejected"}]}. Each is judged against
the default identity, on a day on which nothing else was proposed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.bench.calibrate import Remembering
from tests.weave.identity.attacks import ATTACKS, HONEST
from weave.embedding.local import LocalEmbedder
from weave.home import default_identity
from weave.identity.guard import judge, refusal
from weave.identity.likeness import likeness
from weave.identity.model import Likeness, Origin, Proposal, Standing, Verdict
from weave.ports import Embedder

STANDING = Standing(default_identity(), default_identity())


@dataclass(frozen=True, slots=True)
class Row:
    """A proposal and the verdict it must get."""

    name: str
    proposal: Proposal
    expected: Verdict


def committed() -> Iterator[Row]:
    """The tests' own table."""
    for attack in ATTACKS:
        yield Row(attack.name, Proposal(attack.text, attack.reason, 1.0, attack.origin), attack.verdict)
    for number, text in enumerate(HONEST):
        yield Row(f"honest {number}", Proposal(text, "They asked for it.", 0.9), Verdict.APPLIED)


def read(path: Path) -> Iterator[Row]:
    """A table from a file."""
    for item in json.loads(path.read_text("utf-8"))["proposals"]:
        text = item.get("text", default_identity()) + "".join(f"{line}\n" for line in item.get("add", ()))
        if "replace" in item:
            text = text.replace(*item["replace"])
        origin = Origin(item.get("origin", "command"))
        proposal = Proposal(text, item.get("reason", ""), float(item["confidence"]), origin)
        yield Row(item["name"], proposal, Verdict(item["verdict"]))


def run(rows: list[Row], embedder: Embedder | None) -> int:
    """Print what differs and the sums; how many differ."""
    sums: Counter[str] = Counter()
    wrong = 0
    measure = ""
    for row in rows:
        near = None
        if refusal(row.proposal, STANDING) is None:
            (value, _), measure = likeness(row.proposal.text, (STANDING.current, STANDING.approved), embedder)
            near = Likeness(value, value, measure)
        judged = judge(row.proposal, STANDING, near)
        sums[f"{row.expected} -> {judged.verdict}"] += 1
        if judged.verdict is not row.expected:
            wrong += 1
            figure = "" if near is None else f" similarity {near.current:.2f}"
            print(f"  {row.name}: {row.expected}, got {judged.verdict}{figure} {' '.join(judged.grounds)}")
    print(f"{measure}: {len(rows)} proposals, {wrong} with another verdict; {dict(sums)}")
    return wrong


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Judge a table of proposals.")
    parser.add_argument("--table", type=Path)
    options = parser.parse_args()
    rows = list(read(options.table) if options.table else committed())
    wrong = [run(rows, embedder) for embedder in (Remembering(LocalEmbedder()), None)]
    return 1 if any(wrong) else 0


if __name__ == "__main__":
    sys.exit(main())
