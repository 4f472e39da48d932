"""`weave bench` measures in a store of its own: the figures are printed, the home is neither read nor written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.weave.bench.test_formats import LOCOMO
from tests.weave.cli.conftest import Ran


def test_a_benchmark_prints_its_figures_and_leaves_the_home_as_it_was(
    run: Callable[..., Ran], home: Path, tmp_path: Path
) -> None:
    data = tmp_path / "locomo10.json"
    data.write_text(json.dumps(LOCOMO))
    before = sorted(home.rglob("*"))
    said = run("bench", "locomo", "--data", str(data), "--json")
    assert said.status == 0, said.err
    found = json.loads(said.out)
    assert (found["conversations"], found["turns"], found["without_evidence"]) == (1, 3, 1)
    assert found["embedder"] is None and not found["degraded"]
    figures = {one["kind"]: one for one in found["figures"]}
    assert figures["all"]["questions"] == 1 and figures["multi-hop"]["rec@10"] > 0
    assert sorted(home.rglob("*")) == before


def test_a_benchmark_without_its_data_is_told_in_a_sentence(run: Callable[..., Ran], tmp_path: Path) -> None:
    said = run("bench", "longmemeval", "--data", str(tmp_path / "gone.json"))
    assert said.status == 1 and "gone.json" in said.sentence
