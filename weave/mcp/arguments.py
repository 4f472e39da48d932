"""The arguments of a call, checked against the tool's schema; what is wrong is one sentence that quotes nothing. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo

from weave.cli.moments import until
from weave.errors import InvalidInput
from weave.mcp.offers import Schema

_RULES: Mapping[str, str] = {
    "type": "must be of the type {rule}",
    "enum": "must be one of {rule}",
    "minLength": "must not be empty",
    "maxLength": "must have at most {rule} characters",
    "minimum": "must be at least {rule}",
    "maximum": "must be at most {rule}",
    "minItems": "must name at least {rule}",
    "maxItems": "must name at most {rule}",
    "pattern": "must be a whole id, 26 letters and digits",
}


@dataclass(frozen=True, slots=True)
class Arguments:
    """What a call was given, after `checked`."""

    values: Mapping[str, object]

    def text(self, name: str) -> str:
        """A text; empty when it was not given."""
        return str(self.values.get(name, ""))

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        given = self.values.get(name)
        return tuple(str(one) for one in given) if isinstance(given, list) else ()

    def number(self, name: str, default: int) -> int:
        """A whole number."""
        given = self.values.get(name)
        return int(given) if isinstance(given, int | float) else default

    def moment(self, name: str, zone: tzinfo) -> datetime | None:
        """A time; a bare date includes its day. Raises InvalidInput."""
        given = self.text(name).strip()
        return until(given, zone) if given else None


def checked(values: Mapping[str, object] | None, schema: Schema) -> Arguments:
    """The arguments, which follow `schema`. Raises InvalidInput."""
    from jsonschema import Draft202012Validator

    given = dict(values or {})
    for fault in Draft202012Validator(schema).iter_errors(given):
        place = str(next(iter(fault.absolute_path), ""))
        if fault.validator == "required":
            missing = next(name for name in fault.validator_value if name not in given)
            raise InvalidInput(f"The argument {missing} is missing; call it again with it.")
        if not place:
            known = schema.get("properties")
            names = ", ".join(known) if isinstance(known, dict) else ""
            raise InvalidInput(f"There are arguments that it does not have; it takes {names}.")
        words = _RULES.get(str(fault.validator), "breaks the rule " + str(fault.validator))
        raise InvalidInput(f"The argument {place} {words.format(rule=_rule(fault.validator_value))}.")
    return Arguments(given)


def _rule(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
