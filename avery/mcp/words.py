"""The values of `env` and `headers`: a key stands in the key store or the environment, and only its name in config.toml."""

from __future__ import annotations

import re
from collections.abc import Mapping

from weave import keyrings
from weave.errors import InvalidInput
from weave.keys import Secret

_NAMED = re.compile(r"(?s)(?P<before>(?:.*\s)?)(?P<place>keyring|env):(?P<name>[A-Za-z0-9_.-]+)")
_LIMIT = 5.0


def looked_up(values: Mapping[str, str], environment: Mapping[str, str], where: str) -> dict[str, Secret]:
    """The values as they are handed over. May take five seconds a key. Raises InvalidInput for one that is not there."""
    return {name: Secret(_found(value, environment, f"{where}.{name}")) for name, value in values.items()}


def _found(value: str, environment: Mapping[str, str], where: str) -> str:
    match = _NAMED.fullmatch(value)
    if match is None:
        return value
    name = match["name"]
    if match["place"] == "env":
        word = environment.get(name, "")
        missing = f"{where}: the environment variable {name} is not set; set it before Avery starts."
    else:
        secret = keyrings.read(name, environment, _LIMIT)
        word = secret.reveal() if secret else ""
        missing = f"{where}: the system's key store has no {name}; run keyring set avery {name}."
    if not word:
        raise InvalidInput(missing)
    return match["before"] + word
