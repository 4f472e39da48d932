"""The arguments of a tool call: read and checked as they were written, never repaired, never guessed. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping

from weave.markdown import clean
from weave.secrets import mask

Arguments = Mapping[str, object]
_LONGEST = 50_000
_SHOWN = 4_000
_SHOWN_BROKEN = 300
"""Characters of arguments where they are shown, and of those that cannot be read."""


class BadArguments(ValueError):
    """Arguments that no tool may run with; `str(error)` is a sentence to the model."""


def read(text: str, schema: Mapping[str, object]) -> Arguments:
    """The arguments in `text`, which follow `schema`. Raises BadArguments.

    Nothing at all counts as no arguments only where the schema knows none: a call that lost its arguments
    must not run as if it had none.
    """
    if len(text) > _LONGEST:
        raise BadArguments(f"the arguments are longer than {_LONGEST} characters.")
    if not text.strip() and not schema.get("properties"):
        return {}
    found = _object(text)
    if found is None:
        raise BadArguments("the arguments are not one whole JSON object.")
    fault = _fault(found, schema)
    if fault:
        raise BadArguments(fault)
    return found


def _object(text: str) -> dict[str, object] | None:
    try:
        # strict=False: local models leave line breaks inside strings.
        value = json.loads(text, strict=False, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _refuse(constant: str) -> object:
    raise ValueError(f"{constant} is no JSON number")


def _fault(value: dict[str, object], schema: Mapping[str, object]) -> str:
    """What is wrong in a sentence that quotes nothing of the value; empty when nothing is."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError
    from referencing.exceptions import Unresolvable

    try:
        Draft202012Validator.check_schema(schema)
        fault = next(iter(Draft202012Validator(schema).iter_errors(value)), None)
    except (SchemaError, Unresolvable, RecursionError):
        return "the tool's own schema cannot be read."
    if fault is None:
        return ""
    place = ".".join(str(part) for part in fault.absolute_path)
    if fault.validator == "required":
        missing = [name for name in fault.validator_value if name not in fault.instance]
        return f"the argument {missing[0]} is missing."
    if not place:
        return "there are arguments that it does not have."
    if fault.validator == "type":
        return f"the argument {place} must be of the type {fault.validator_value}."
    return f"the argument {place} breaks the rule {fault.validator}."


def shown(text: str) -> str:
    """The arguments as a person sees them: one line of JSON, or what the model wrote instead; masked, cut."""
    found = _object(text[: _LONGEST + 1])
    if found is None:
        return _cut(" ".join(mask(clean(text[:_LONGEST])).split()), _SHOWN_BROKEN)
    return _cut(json.dumps(_masked(found), ensure_ascii=False), _SHOWN)


def repeatable(text: str) -> str:
    """The arguments as the model is shown its own call, masked: always an object, since servers parse it."""
    found = _object(text[: _LONGEST + 1])
    return "{}" if found is None else json.dumps(_masked(found), ensure_ascii=False)


def shortened(text: str, most: int) -> str:
    """Arguments that can be read, with no text in them longer than `most` letters."""
    return json.dumps(_shortened(json.loads(text), most), ensure_ascii=False)


def _shortened(value: object, most: int) -> object:
    if isinstance(value, str):
        return _cut(value, most)
    if isinstance(value, dict):
        return {name: _shortened(inner, most) for name, inner in value.items()}
    if isinstance(value, list):
        return [_shortened(inner, most) for inner in value]
    return value


def _cut(line: str, most: int) -> str:
    return line if len(line) <= most else f"{line[:most]}…"


def _masked(value: object) -> object:
    if isinstance(value, str):
        return mask(clean(value))
    if isinstance(value, dict):
        return {clean(name): _masked(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_masked(inner) for inner in value]
    return value
