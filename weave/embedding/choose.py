"""Which embedder a configuration asks for: pure, so that a test can ask every question of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from weave.config import EmbeddingConfig
from weave.embedding.local import DIMENSIONS as LOCAL_DIMENSIONS
from weave.embedding.local import NAME as LOCAL_NAME
from weave.errors import InvalidInput
from weave.llm.endpoint import OPENAI_URL, normal_url

OPENAI_MODEL = "text-embedding-3-large"


class EmbedderKind(StrEnum):
    """Where vectors come from."""

    LOCAL = "local"
    ENDPOINT = "endpoint"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class EmbedderChoice:
    """The embedder to build; `base_url` is None for the bundled one."""

    kind: EmbedderKind
    model: str = LOCAL_NAME
    dimensions: int = LOCAL_DIMENSIONS
    base_url: str | None = None


def choose(config: EmbeddingConfig, *, has_key: bool, base_url: str | None) -> EmbedderChoice:
    """auto: a configured endpoint, else OpenAI with its own URL and a key, else the bundled model.

    `base_url` is the chat model's (None: OpenAI's own); `has_key` whether there is a key for it.
    Raises InvalidInput when `endpoint` names no server or no model.
    """
    own_url = base_url is None or normal_url(base_url) == OPENAI_URL
    if config.kind == "none":
        return EmbedderChoice(EmbedderKind.NONE)
    if config.kind == "endpoint" or (config.kind == "auto" and config.base_url):
        return _endpoint(config, config.base_url or base_url or OPENAI_URL)
    if config.kind == "auto" and own_url and has_key:
        return _endpoint(config, OPENAI_URL)
    return EmbedderChoice(EmbedderKind.LOCAL)


def _endpoint(config: EmbeddingConfig, base_url: str) -> EmbedderChoice:
    url = normal_url(base_url)
    model = config.name or (OPENAI_MODEL if url == OPENAI_URL else None)
    if model is None:
        raise InvalidInput(
            f"config.toml: embedding.name must name the embedding model of {url}, such as nomic-embed-text."
        )
    if config.dimensions < 1:
        raise InvalidInput("config.toml: embedding.dimensions must be positive.")
    return EmbedderChoice(EmbedderKind.ENDPOINT, model, config.dimensions, url)
