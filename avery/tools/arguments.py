"""Arguments of the built-in tools: their schemas, and values that were checked against them. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from avery.agent.arguments import Arguments

Schema = Mapping[str, object]
LONGEST_PATH = 1_000


def schema(required: tuple[str, ...] = (), /, **properties: Schema) -> Schema:
    """An object with these properties and no others; those in `required` must be there."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def text(description: str, *, least: int = 1, most: int = LONGEST_PATH) -> Schema:
    """A text that is not empty."""
    return {"type": "string", "description": description, "minLength": least, "maxLength": most}


def number(description: str, least: int = 1, most: int = 10_000_000) -> Schema:
    """A whole number."""
    return {"type": "integer", "description": description, "minimum": least, "maximum": most}


def flag(description: str) -> Schema:
    """Yes or no."""
    return {"type": "boolean", "description": description}


def string(arguments: Arguments, name: str, default: str = "") -> str:
    """A text argument."""
    value = arguments.get(name, default)
    assert isinstance(value, str)
    return value


def integer(arguments: Arguments, name: str, default: int) -> int:
    """A number; JSON's 3.0 is a whole number too."""
    value = arguments.get(name, default)
    assert isinstance(value, int | float)
    return int(value)
