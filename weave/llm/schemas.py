"""The structured calls and their JSON schemas, read from the model boundary that ships beside this file."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

from weave.errors import UsageError

Schema = dict[str, object]


@cache
def all_schemas() -> dict[str, Schema]:
    """Every schema by its name."""
    text = resources.files("weave.llm").joinpath("schemas.json").read_text(encoding="utf-8")
    found: dict[str, Schema] = json.loads(text)["schemas"]
    return found


def schema(name: str) -> Schema:
    """One schema. Raises UsageError for a name that the boundary does not have."""
    try:
        return all_schemas()[name]
    except KeyError as error:
        raise UsageError(f"There is no structured call named {name!r}.") from error


def problem(name: str, value: object) -> str | None:
    """Why `value` does not follow the schema, in a few words; None when it does."""
    fault = next(iter(_validator(name).iter_errors(value)), None)
    if fault is None:
        return None
    place = ".".join(str(part) for part in fault.absolute_path) or "the reply"
    return f"{place} breaks the rule {fault.validator!r}"


@cache
def _validator(name: str):  # type: ignore[no-untyped-def]  # jsonschema ships no types
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema(name))
