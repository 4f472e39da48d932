"""Where a server is, as a person is shown it: without what may hold a key. Pure."""

from __future__ import annotations

import shlex
from urllib.parse import urlsplit

from weave.altale.passage import neutral
from weave.secrets import mask
from weave.servers import ServerConfig

_LONGEST = 200


def place(config: ServerConfig) -> str:
    """Its command, or its URL without the query."""
    if config.command is not None:
        return neutral(mask(shlex.join([config.command, *config.args])))[:_LONGEST]
    parts = urlsplit(config.url or "")
    return neutral(f"{parts.scheme}://{parts.netloc}{parts.path}")[:_LONGEST]
