"""Makes the embedder that was chosen."""

from __future__ import annotations

from weave.embedding.choose import EmbedderChoice, EmbedderKind
from weave.embedding.local import LocalEmbedder
from weave.keys import Secret
from weave.llm.endpoint import Endpoint
from weave.ports import Embedder


def build(
    choice: EmbedderChoice,
    *,
    key: Secret | None = None,
    ca_file: str | None = None,
    timeout: float = 60.0,
) -> Embedder | None:
    """The embedder of `choice`, or None for none; nothing is loaded or connected yet.

    `key` goes to the server of `choice.base_url` alone, so hand down the one that belongs to it.
    """
    if choice.kind is EmbedderKind.NONE:
        return None
    if choice.kind is EmbedderKind.LOCAL or choice.base_url is None:
        return LocalEmbedder()
    from weave.embedding.endpoint import EndpointEmbedder

    endpoint = Endpoint(choice.base_url, key, ca_file, timeout)
    return EndpointEmbedder(endpoint, choice.model, choice.dimensions)
