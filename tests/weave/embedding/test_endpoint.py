"""Embeddings over real HTTP from a scripted server."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import numpy as np
import pytest

from tests.support.defaults import embeddings
from tests.support.replies import Reply, fault, rate_limited, say, unavailable, wrong_key
from tests.support.server import Request, ScriptedServer
from weave.embedding.endpoint import EndpointEmbedder
from weave.errors import MalformedReply, ModelError, ModelRateLimited, ModelRejected, ModelUnavailable
from weave.keys import Secret
from weave.llm.endpoint import Endpoint

KEY = "sk-test-abcdefghijklmnop"


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


def _embedder(server: ScriptedServer, dimensions: int = 64) -> EndpointEmbedder:
    return EndpointEmbedder(Endpoint(server.url, Secret(KEY), timeout=5), "tiny-embed", dimensions)


def _texts(request: Request) -> list[str]:
    given = request.body["input"]
    assert isinstance(given, list)
    return [str(text) for text in given]


def _refusing(limit: int, refusal: Reply) -> object:
    def handle(request: Request) -> Reply:
        if any(len(text.encode("utf-8", "replace")) > limit for text in _texts(request)):
            return refusal
        return say(json.dumps(embeddings(request.body)))

    return handle


def test_texts_travel_in_batches_and_come_back_in_order(server: ScriptedServer) -> None:
    texts = [f"word{i}" for i in range(150)]
    rows = _embedder(server).passages(texts)
    assert [len(_texts(request)) for request in server.of("embeddings")] == [64, 64, 22]
    assert np.array_equal(rows[100], _embedder(server).query("word100"))
    assert "dimensions" not in server.of("embeddings")[0].body


def test_openais_models_are_asked_for_the_configured_dimensions(server: ScriptedServer) -> None:
    embedder = EndpointEmbedder(Endpoint(server.url), "text-embedding-3-large", 256)
    assert embedder.passages(["tea"]).shape == (1, 256)
    assert server.of("embeddings")[0].body["dimensions"] == 256


@pytest.mark.parametrize(
    "refusal",
    [
        fault(400, "This model's maximum context length is 8192 tokens.", code="context_length_exceeded"),
        fault(413, "Input validation error: `inputs` must have less than 512 tokens."),
        fault(500, "input is too large to process. increase the physical batch size"),
    ],
)
def test_case_74_a_text_refused_as_too_long_is_embedded_in_pieces(
    server: ScriptedServer, refusal: Reply
) -> None:
    server.on("embeddings", _refusing(300, refusal))  # type: ignore[arg-type]
    embedder = _embedder(server)
    long = "We spoke of the garden. " * 40 + "and the insurance renews on 9 June"
    rows = embedder.passages(["tea", long, "漢字" * 200])
    assert np.linalg.norm(rows, axis=1) == pytest.approx(np.ones(3), abs=1e-5)
    sent = [text for request in server.of("embeddings") for text in _texts(request)]
    assert any(len(text) < 400 and "9 June" in text for text in sent)
    assert float(rows[1] @ embedder.query("insurance renews June")) > 0  # nothing was cut off


def test_a_refusal_with_another_reason_is_not_taken_for_length(server: ScriptedServer) -> None:
    server.on("embeddings", fault(400, "This model is retired."))
    with pytest.raises(ModelRejected, match="retired"):
        _embedder(server).passages(["tea"])
    assert len(server.of("embeddings")) == 1


def test_a_server_that_finds_everything_too_long_ends_in_an_error(server: ScriptedServer) -> None:
    server.on("embeddings", fault(400, "input is too long"))
    with pytest.raises(ModelError):
        _embedder(server).passages(["word " * 100])
    assert len(server.of("embeddings")) < 20


@pytest.mark.parametrize(
    ("reply", "kind", "words"),
    [
        (rate_limited(7), ModelRateLimited, "7 s"),
        (wrong_key(), ModelRejected, "refused the key"),
        (unavailable(503), ModelUnavailable, "503"),
        (fault(404, "no such route"), ModelRejected, "embedding.base_url"),
        (say('{"object": "list", "data": []}'), MalformedReply, "OpenAI-compatible"),
        (say('{"hello": 1}'), MalformedReply, "OpenAI-compatible"),
        (Reply(raw=b"<html>login</html>"), MalformedReply, "OpenAI-compatible"),
    ],
)
def test_failures_are_one_sentence_of_the_right_kind(
    server: ScriptedServer, reply: Reply, kind: type[ModelError], words: str
) -> None:
    server.on("embeddings", reply)
    with pytest.raises(kind) as caught:
        _embedder(server).query("tea")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert KEY not in str(caught.value)


def test_a_rate_limit_carries_the_seconds_to_wait(server: ScriptedServer) -> None:
    server.on("embeddings", rate_limited(7))
    with pytest.raises(ModelRateLimited) as caught:
        _embedder(server).query("tea")
    assert caught.value.retry_after == 7


def test_case_69_vectors_of_another_size_are_refused_with_the_setting(server: ScriptedServer) -> None:
    with pytest.raises(ModelRejected, match=r"64 numbers, not 768; set embedding\.dimensions = 64"):
        _embedder(server, dimensions=768).passages(["tea"])


def test_a_server_that_is_away_says_so() -> None:
    with ScriptedServer() as gone:
        url = gone.url
    with pytest.raises(ModelUnavailable, match=url):
        EndpointEmbedder(Endpoint(url, timeout=2), "m", 64).query("tea")


def test_odd_text_is_sent_as_readable_text(server: ScriptedServer) -> None:
    rows = _embedder(server).passages(["", "a\0b", "\ud800", "👍"])
    assert rows.shape == (4, 64)
    assert _texts(server.of("embeddings")[0]) == ["(empty)", "a\ufffdb", "\ufffd", "👍"]


def test_the_key_is_sent_and_never_logged(server: ScriptedServer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    _embedder(server).query("tea")
    assert server.of("embeddings")[0].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in caplog.text


def test_warming_loads_the_client_and_sends_nothing(server: ScriptedServer) -> None:
    embedder = _embedder(server)
    embedder.warm()
    assert embedder._client is not None
    assert server.requests == []
    EndpointEmbedder(Endpoint("https://127.0.0.1:9/v1", ca_file="/nowhere.pem"), "m", 8).warm()
    embedder.close()
