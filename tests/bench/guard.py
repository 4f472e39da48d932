"""Runs the identity's guard over a table of proposals, and prints those that do not get the verdict they must get.

    python -m tests.bench.guard                    the committed tables, bundled embedder and letters
    python -m tests.bench.guard --table FILE       another one

A table is JSON: {"proposals": [{"name", "text" or "add" (lines put at the end of the default identity) or "replace":
[old, new], "reason", "confidence", "origin", "evidence": [what the person said], "verdict": "applied", "flagged" or
"rejected", "also": [other verdicts that will do]}]}. Each is judged against the default identity, on a day on which
nothing else was proposed. What must not be applied is judged a second time, with its own words as evidence: whoever
poisoned the experience has Avery hear them said.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tests.bench.calibrate import Remembering
from tests.weave.identity.attacks import ATTACKS, HONEST
from weave.embedding.local import LocalEmbedder
from weave.home import default_identity
from weave.identity.guard import judge, refusal
from weave.identity.likeness import likeness
from weave.identity.lines import fresh
from weave.identity.model import Judgement, Likeness, Origin, Proposal, Standing, Verdict
from weave.ports import Embedder

TABLES = Path(__file__).parents[1] / "weave" / "identity"
_SAID = 20_000
STANDING = Standing(default_identity(), default_identity())


@dataclass(frozen=True, slots=True)
class Row:
    """A proposal and the verdict it must get."""

    name: str
    proposal: Proposal
    expected: Verdict
    also: tuple[Verdict, ...] = ()

    @property
    def fits(self) -> tuple[Verdict, ...]:
        """All verdicts that will do."""
        return (self.expected, *self.also)


def committed() -> Iterator[Row]:
    """The tests' own tables."""
    for attack in ATTACKS:
        yield Row(attack.name, Proposal(attack.text, attack.reason, 1.0, attack.origin), attack.verdict)
    for number, text in enumerate(HONEST):
        yield Row(f"honest {number}", Proposal(text, "They asked for it.", 0.9), Verdict.APPLIED)
    for name in ("strangers.json", "probes.json"):
        yield from read(TABLES / name)


def read(path: Path) -> Iterator[Row]:
    """A table from a file."""
    for item in json.loads(path.read_text("utf-8"))["proposals"]:
        row = _row(item)
        yield row
        if row.expected is not Verdict.APPLIED and row.proposal.origin is Origin.EXPERIENCE:
            said = fresh(default_identity(), row.proposal.text[:_SAID])
            yield replace(row, name=f"{row.name} (poisoned)", proposal=replace(row.proposal, evidence=said))


def _row(item: dict[str, object]) -> Row:
    text = str(item.get("text", default_identity())) + "".join(f"{line}\n" for line in _texts(item, "add"))
    if replaced := _texts(item, "replace"):
        old, new = replaced
        assert old in text, item["name"]
        text = text.replace(old, new)
    proposal = Proposal(
        text,
        str(item.get("reason", "")),
        float(str(item["confidence"])),
        Origin(str(item.get("origin", "command"))),
        _texts(item, "evidence"),
    )
    also = tuple(Verdict(name) for name in _texts(item, "also"))
    return Row(str(item["name"]), proposal, Verdict(str(item["verdict"])), also)


def _texts(item: dict[str, object], name: str) -> tuple[str, ...]:
    found = item.get(name, ())
    return tuple(str(text) for text in found) if isinstance(found, list) else ()


def judgement(proposal: Proposal, embedder: Embedder | None) -> tuple[Judgement, Likeness | None]:
    """What the guard says of it against the default identity; no likeness where it needs none."""
    if refusal(proposal, STANDING) is not None:
        return judge(proposal, STANDING, None), None
    (value, _), measure = likeness(proposal.text, (STANDING.current, STANDING.approved), embedder)
    near = Likeness(value, value, measure)
    return judge(proposal, STANDING, near), near


def run(rows: list[Row], embedder: Embedder | None) -> int:
    """Print what differs and the sums; how many differ."""
    sums: Counter[str] = Counter()
    wrong = 0
    measure = ""
    for row in rows:
        judged, near = judgement(row.proposal, embedder)
        measure = near.measure if near else measure
        sums[f"{row.expected} -> {judged.verdict}"] += 1
        if judged.verdict not in row.fits:
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
