"""A server's own list of tools, made fit to be offered: bounded, legible, each under a name of its own. Pure."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from avery.mcp.model import Listed
from weave.altale.passage import neutral, unmarked
from weave.secrets import mask
from weave.servers import ServerConfig

MOST_TOOLS = 40
"""Of one server; what it lists beyond is left out, unless the person picks with `allow`."""
LONGEST_DESCRIPTION = 1_000
LONGEST_SCHEMA = 4_000
"""Characters of a tool's schema as JSON."""
LONGEST_LIST = 40_000
"""Characters of what one server's tools cost in a prompt, all in all."""
_QUOTES = str.maketrans("“”„‟", "‘’‚‘")
"""The words are told between quotation marks, which they do not close."""
_LONGEST_NAME, _LONGEST_CALLED = 128, 64
_DEEPEST = 12
_MOST_REFERENCES = 20
"""More could make one check of a call's arguments last for hours."""
_DROPPED = ("$schema", "pattern", "patternProperties")
"""A server's regular expressions are not run here."""
_MAPS = ("properties", "$defs", "definitions", "dependentSchemas")
_WORDS = ("description", "title", "$comment")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_JOINING = "\n\t\u200c\u200d"
"""Line ends, and what joins letters and emoji."""


@dataclass(frozen=True, slots=True)
class Raw:
    """A tool as it came: nothing of it is trusted."""

    name: str
    description: str
    schema: object
    reads: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """The tools to offer, and a sentence for each reason why one is not."""

    tools: tuple[Listed, ...]
    left_out: tuple[str, ...]


class _Unfit(ValueError):
    """Why a tool cannot be offered, as a clause."""


def listing(server: str, config: ServerConfig, tools: Iterable[Raw]) -> Listing:
    """What of a server's list the model may see."""
    offered: dict[str, Listed] = {}
    left: list[str] = []
    cost, over = 0, 0
    for raw in tools:
        if not config.offers(raw.name):
            continue
        try:
            tool = _listed(server, raw)
        except _Unfit as reason:
            left.append(f"{neutral(raw.name)[:40] or 'A tool'} is not offered: {reason}.")
            continue
        price = len(tool.description) + len(json.dumps(tool.schema, ensure_ascii=False))
        if len(offered) >= MOST_TOOLS or cost + price > LONGEST_LIST or tool.called in offered:
            over += 1
            continue
        offered[tool.called] = tool
        cost += price
    if over:
        left.append(f"{over} more tools are not offered, they would fill the prompt; pick some with allow.")
    return Listing(tuple(offered.values()), tuple(left[:MOST_TOOLS]))


def called(server: str, tool: str) -> str:
    """The name for the model. A server's name holds no `_`, so that two servers never meet in one name."""
    plain = re.sub(r"[^A-Za-z0-9_-]", "_", tool)
    name = f"mcp_{server}_{plain}"
    if plain == tool and len(name) <= _LONGEST_CALLED:
        return name
    digest = hashlib.sha256(f"{server}\0{tool}".encode("utf-8", "replace")).hexdigest()[:8]
    return f"{name[: _LONGEST_CALLED - 9]}_{digest}"


def _listed(server: str, raw: Raw) -> Listed:
    if (
        not raw.name.strip()
        or len(raw.name) > _LONGEST_NAME
        or len(raw.name.split()) > 1
        or _unseen(raw.name)
    ):
        raise _Unfit(
            "its name is no name: empty, long, of several words or with characters that cannot be seen"
        )
    schema = _schema(raw.schema)
    said = " ".join(mask(neutral(raw.description)).split()).translate(_QUOTES)
    return Listed(
        server=server,
        name=raw.name,
        called=called(server, raw.name),
        description=_cut(said, LONGEST_DESCRIPTION),
        schema=schema,
        reads=raw.reads,
        fingerprint=_fingerprint(raw),
    )


def _schema(value: object) -> Mapping[str, object]:
    """The schema as it is offered. Raises _Unfit for one that is none, or that nobody could judge."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError

    if not isinstance(value, dict) or value.get("type", "object") != "object":
        raise _Unfit("its arguments are no object")
    try:
        clean = _cleaned({"type": "object", **value}, 0)
        text = json.dumps(clean, ensure_ascii=False, allow_nan=False)
        Draft202012Validator.check_schema(clean)
    except (SchemaError, RecursionError, TypeError, ValueError) as error:
        raise (error if isinstance(error, _Unfit) else _Unfit("its schema is malformed")) from None
    if text.count('"$ref"') + text.count('"$dynamicRef"') > _MOST_REFERENCES:
        raise _Unfit("its schema refers to itself too often")
    if len(text) > LONGEST_SCHEMA:
        raise _Unfit(f"its schema has more than {LONGEST_SCHEMA} characters")
    assert isinstance(clean, dict)
    return clean


def _cleaned(value: object, depth: int) -> object:
    if depth > _DEEPEST:
        raise _Unfit("its schema is nested too deep")
    if isinstance(value, dict):
        return {
            _key(name): _value(name, inner, depth) for name, inner in value.items() if name not in _DROPPED
        }
    if isinstance(value, list):
        return [_cleaned(inner, depth + 1) for inner in value]
    if isinstance(value, str) and _unseen(value):
        raise _Unfit("its schema holds characters that cannot be seen")
    return value


def _value(name: object, inner: object, depth: int) -> object:
    if name in _MAPS and isinstance(inner, dict):  # names of the server's own, behind each a schema
        return {_key(one): _cleaned(what, depth + 1) for one, what in inner.items()}
    if name in _WORDS and isinstance(inner, str):
        return _cut(mask(unmarked(inner)), LONGEST_DESCRIPTION // 2)
    if name == "$ref" and not str(inner).startswith("#"):
        raise _Unfit("its schema lies elsewhere")
    return _cleaned(inner, depth + 1)


def _key(name: object) -> str:
    if not isinstance(name, str) or _unseen(name):
        raise _Unfit("its schema holds characters that cannot be seen")
    return name


def _unseen(text: str) -> bool:
    return any(unicodedata.category(c) in _UNSEEN and c not in _JOINING for c in text)


def _fingerprint(raw: Raw) -> str:
    whole = json.dumps([raw.description, raw.schema, raw.reads], sort_keys=True, default=str)
    return hashlib.sha256(whole.encode("utf-8", "replace")).hexdigest()[:12]


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"
