"""The committed schemas are those of the boundary, and refuse what breaks them."""

import json
import os
from importlib import resources
from pathlib import Path

import pytest

from weave.errors import UsageError
from weave.llm.schemas import all_schemas, problem, schema

NAMES = {
    "encoding",
    "contradiction",
    "replay",
    "weekly_summary",
    "identity_update",
    "synthesis",
    "document_summary",
    "tree_search",
}


def test_every_structured_call_has_its_schema() -> None:
    assert set(all_schemas()) == NAMES


def test_the_committed_copy_says_what_the_design_says() -> None:
    default = Path(__file__).parents[4] / "shared" / "model-boundary.json"
    design = Path(os.environ.get("WEAVE_MODEL_BOUNDARY", default))
    text = resources.files("weave.llm").joinpath("schemas.json").read_text(encoding="utf-8")
    # Outside the workshop only the copy is there; it must at least be strict throughout.
    wanted = json.loads(design.read_text(encoding="utf-8")) if design.is_file() else json.loads(text)
    assert json.loads(text) == wanted
    for name in NAMES:
        assert schema(name)["additionalProperties"] is False


def test_an_unknown_name_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="'poetry'"):
        schema("poetry")


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ({"text": "x", "citations": []}, None),
        ({"text": "x"}, "required"),
        ({"text": "x", "citations": None}, "citations"),
        ({"text": "x", "citations": [1]}, "citations.0"),
        ({"text": "x", "citations": [], "more": 1}, "additionalProperties"),
        ([], "type"),
    ],
)
def test_what_breaks_a_schema_is_named(value: object, fault: str | None) -> None:
    found = problem("synthesis", value)
    assert found is None if fault is None else fault in (found or "")
