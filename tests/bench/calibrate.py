"""Fits the calibration map of an embedder on `calibration.json` and prints its knots.

    python -m tests.bench.calibrate                                     the bundled model
    python -m tests.bench.calibrate --base-url URL --model NAME --dimensions N    a server's (key: OPENAI_API_KEY)

The knots go into weave/embedding/calibration.py: a little above the highest cosine of two unrelated texts comes
to 0.3, a little below the lowest of a light edit to 0.85, the lowest of all pairs to 0, equality to 1. Those of whole
selves, by what their statements share, go into weave/identity/likeness.py: by this embedder, and by letters alone.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from weave.embedding.calibration import LIGHT_EDIT, UNRELATED, Knots
from weave.embedding.endpoint import EndpointEmbedder
from weave.embedding.local import LocalEmbedder
from weave.identity.likeness import Nearness, by_cosine, letters, shared
from weave.keys import Secret
from weave.llm.endpoint import Endpoint
from weave.ports import Embedder, Matrix, Vector

REFERENCE = Path(__file__).with_name("calibration.json")
_MARGIN = 0.25
"""Share of the gap between the two kinds that is left to unrelated texts and edits yet unseen, each."""


@dataclass(frozen=True, slots=True)
class Cosines:
    """What an embedder makes of the reference set."""

    unrelated: list[float]
    edits: list[float]


def measure(embedder: Embedder, reference: Path = REFERENCE) -> Cosines:
    """The cosines of all unrelated pairs and of all light edits."""
    texts = json.loads(reference.read_text("utf-8"))["texts"]
    originals = embedder.passages([item["text"] for item in texts])
    families = [item["family"] for item in texts]
    unrelated = [
        float(originals[a] @ originals[b])
        for a, b in itertools.combinations(range(len(texts)), 2)
        if families[a] != families[b]
    ]
    edits = [
        float(row @ original)
        for item, original in zip(texts, originals, strict=True)
        for row in embedder.passages(item["edits"])
    ]
    return Cosines(unrelated, edits)


def measure_selves(nearness: Nearness, reference: Path = REFERENCE) -> Cosines:
    """What all pairs of unrelated selves share, statement by statement, and all light edits with their originals."""
    selves = json.loads(reference.read_text("utf-8"))["selves"]
    unrelated = [
        shared(one["text"], other["text"], nearness)
        for one, other in itertools.combinations(selves, 2)
        if one["family"] != other["family"]
    ]
    edits = [shared(edit, one["text"], nearness) for one in selves for edit in one["edits"]]
    return Cosines(unrelated, edits)


def fit(cosines: Cosines, *, lowest: float | None = None) -> Knots:
    """Knots of the map from `lowest` on; raises ValueError when the embedder cannot tell the two kinds apart."""
    high, low = max(cosines.unrelated), min(cosines.edits)
    if high >= low:
        raise ValueError(
            f"unrelated texts reach {high:.3f}, light edits fall to {low:.3f}: no map separates them"
        )
    margin = _MARGIN * (low - high)
    return (
        (round(min(cosines.unrelated), 3) if lowest is None else lowest, 0.0),
        (round(high + margin, 3), UNRELATED),
        (round(low - margin, 3), LIGHT_EDIT),
        (1.0, 1.0),
    )


class Remembering:
    """An embedder that makes each vector once: a statement stands in many pairs."""

    def __init__(self, inner: Embedder) -> None:
        self.name, self.dimensions = inner.name, inner.dimensions
        self._inner = inner
        self._known: dict[str, Vector] = {}

    def passages(self, texts: Sequence[str]) -> Matrix:
        """As the inner embedder's."""
        fresh = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known |= dict(zip(fresh, self._inner.passages(fresh), strict=True))
        return np.stack([self._known[text] for text in texts])

    def query(self, text: str) -> Vector:
        """As the inner embedder's."""
        return self._inner.query(text)

    def calibrate(self, cosine: float) -> float:
        """As the inner embedder's."""
        return self._inner.calibrate(cosine)


def _embedder(options: argparse.Namespace) -> Embedder:
    if options.base_url is None:
        return LocalEmbedder()
    key = os.environ.get("OPENAI_API_KEY")
    return EndpointEmbedder(
        Endpoint(options.base_url, Secret(key) if key else None), options.model, options.dimensions
    )


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Fit an embedder's calibration map.")
    parser.add_argument("--base-url")
    parser.add_argument("--model", default="text-embedding-3-large")
    parser.add_argument("--dimensions", type=int, default=1024)
    embedder = _embedder(parser.parse_args())
    _report(embedder.name, measure(embedder))
    _report(f"selves by {embedder.name}", measure_selves(by_cosine(Remembering(embedder))), lowest=0.0)
    _report("selves by letters", measure_selves(letters), lowest=0.0)


def _report(name: str, cosines: Cosines, *, lowest: float | None = None) -> None:
    for kind, values in (("unrelated", cosines.unrelated), ("light edits", cosines.edits)):
        low, middle, high = np.percentile(values, [0, 50, 100])
        print(f"{name}, {kind}: {len(values)} pairs, {low:.3f} to {high:.3f}, median {middle:.3f}")
    print(f"{name}: {fit(cosines, lowest=lowest)}")


if __name__ == "__main__":
    main()
