"""Which embedder a configuration asks for."""

from __future__ import annotations

import pytest

from weave.config import EmbeddingConfig
from weave.embedding.build import build
from weave.embedding.choose import EmbedderKind, choose
from weave.embedding.endpoint import EndpointEmbedder
from weave.embedding.local import LocalEmbedder
from weave.errors import InvalidInput
from weave.keys import Secret

LOCAL_SERVER = "http://127.0.0.1:11434/v1"


@pytest.mark.parametrize(
    ("config", "has_key", "base_url", "kind", "url"),
    [
        (EmbeddingConfig(), True, None, "endpoint", "https://api.openai.com/v1"),
        (EmbeddingConfig(), True, "https://api.openai.com/v1/", "endpoint", "https://api.openai.com/v1"),
        (EmbeddingConfig(), False, None, "local", None),
        (EmbeddingConfig(), True, LOCAL_SERVER, "local", None),
        (EmbeddingConfig(kind="local"), True, None, "local", None),
        (EmbeddingConfig(kind="none"), True, None, "none", None),
        (EmbeddingConfig(base_url=LOCAL_SERVER, name="nomic"), False, None, "endpoint", LOCAL_SERVER),
        (EmbeddingConfig(kind="endpoint", name="nomic"), False, LOCAL_SERVER, "endpoint", LOCAL_SERVER),
    ],
)
def test_the_embedder_follows_the_configuration(
    config: EmbeddingConfig, has_key: bool, base_url: str | None, kind: str, url: str | None
) -> None:
    choice = choose(config, has_key=has_key, base_url=base_url)
    assert (choice.kind.value, choice.base_url) == (kind, url)


def test_openai_gets_its_large_model_at_1024_dimensions() -> None:
    choice = choose(EmbeddingConfig(), has_key=True, base_url=None)
    assert (choice.model, choice.dimensions) == ("text-embedding-3-large", 1024)


def test_a_server_without_a_model_name_is_refused_with_the_setting() -> None:
    with pytest.raises(InvalidInput, match=r"embedding\.name"):
        choose(EmbeddingConfig(base_url=LOCAL_SERVER), has_key=False, base_url=None)


def test_a_choice_is_built_without_connecting() -> None:
    local = build(choose(EmbeddingConfig(), has_key=False, base_url=None))
    server = build(choose(EmbeddingConfig(), has_key=True, base_url=None), key=Secret("sk-test-123456789"))
    assert isinstance(local, LocalEmbedder)
    assert isinstance(server, EndpointEmbedder)
    assert build(choose(EmbeddingConfig(kind="none"), has_key=True, base_url=None)) is None
    assert EmbedderKind.NONE.value == "none"
