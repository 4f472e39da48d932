"""Vector Memory with the embedders it ships with: meaning, giant messages, a server over real HTTP."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.bench.seed_vectors import seed
from tests.support.defaults import embeddings
from tests.support.memories import ask, memory
from tests.support.replies import Reply, fault, rate_limited, say
from tests.support.server import Request, ScriptedServer
from weave.backends.vector import VectorMemory
from weave.backends.vector_edge import EdgeStore
from weave.embedding.cache import EmbeddingCache
from weave.embedding.cached import CachedEmbedder
from weave.embedding.endpoint import EndpointEmbedder
from weave.embedding.local import LocalEmbedder
from weave.errors import BackendUnavailable
from weave.llm.endpoint import Endpoint
from weave.ports import Embedder, Matrix, Vector

LAST = "and the insurance renews on 9 June"
LOCAL = LocalEmbedder()


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


def _opened(folder: Path, embedder: Embedder) -> VectorMemory:
    vector = VectorMemory(EdgeStore(folder / "qdrant"), embedder)
    vector.open()
    return vector


def _endpoint(server: ScriptedServer) -> EndpointEmbedder:
    return EndpointEmbedder(Endpoint(server.url, timeout=5), "text-embedding-3-small", 512)


def test_meaning_is_found_without_shared_words_among_distractors(tmp_path: Path) -> None:
    vector = _opened(tmp_path, LOCAL)
    right, spanish = memory("the deploy broke"), memory("el despliegue se rompió")
    others = [
        "We had adobo on Sunday",
        "The cat sleeps on the printer",
        "The production of the play was a hit",
    ]
    vector.upsert([*map(memory, others), right, spanish])
    hits = vector.search(ask("production deployment failed"))
    assert {hit.id for hit in hits[:2]} == {right.id, spanish.id}
    vector.close()


def test_the_last_line_of_a_long_message_is_found_by_meaning(tmp_path: Path) -> None:
    vector = _opened(tmp_path, LOCAL)
    long = memory("We planted tomatoes and watered the herbs again. " * 26 + "\n" + LAST, title="We planted")
    vector.upsert([long, memory("The car needs new tyres"), memory("Tomatoes are red")])
    assert vector.search(ask("when is my policy due for renewal?"))[0].id == long.id
    vector.close()


@pytest.mark.parametrize("filler", ["We spoke of the garden and the rain. ", "庭と雨の話をしました。"])
def test_case_74_sixty_kilobytes_to_a_server_that_refuses_long_input(
    server: ScriptedServer, tmp_path: Path, filler: str
) -> None:
    def counted_by_another_tokenizer(request: Request) -> Reply:
        given = request.body["input"]
        assert isinstance(given, list)
        if any(len(str(text).encode()) > 700 for text in given):
            return fault(400, "This model's maximum context length is 8192 tokens.")
        return say(json.dumps(embeddings(request.body)))

    server.on("embeddings", counted_by_another_tokenizer)
    vector = _opened(tmp_path, _endpoint(server))
    text = filler * (60_000 // len(filler.encode())) + "\n" + LAST
    long = memory(text, title=filler)
    vector.upsert([long, *(memory(f"note {i} on gardens") for i in range(5))])
    sent = "".join(str(t) for request in server.of("embeddings") for t in request.body["input"])  # type: ignore[attr-defined]
    assert LAST in sent
    assert sent.count(filler.strip()) >= 0.9 * text.count(filler.strip())
    assert vector.search(ask("the insurance renews on 9 June"))[0].id == long.id
    vector.close()


def test_a_rate_limited_server_is_asked_again_when_it_said(server: ScriptedServer, tmp_path: Path) -> None:
    server.queue("embeddings", rate_limited(0.2))
    vector = _opened(tmp_path, _endpoint(server))
    vector.upsert([memory("tea")])
    first, second = server.of("embeddings")
    assert second.at - first.at >= 0.2
    assert vector.count() == 1
    vector.close()


def test_closing_does_not_wait_for_a_server_that_asks_for_patience(
    server: ScriptedServer, tmp_path: Path
) -> None:
    server.on("embeddings", rate_limited(3600))
    vector = _opened(tmp_path, _endpoint(server))
    begun = time.monotonic()
    with pytest.raises(BackendUnavailable, match="wait 3600 s"):
        vector.upsert([memory("tea")])
    assert time.monotonic() - begun < 5
    vector.close()


def test_a_server_gets_many_texts_at_once(server: ScriptedServer, tmp_path: Path) -> None:
    vector = _opened(tmp_path, CachedEmbedder(_endpoint(server), EmbeddingCache(tmp_path / "e.sqlite")))
    vector.upsert([memory(f"note {i}") for i in range(64)])
    assert len(server.of("embeddings")) == 2
    vector.close()


def test_seeded_vectors_are_those_the_bundled_embedder_makes(tmp_path: Path) -> None:
    texts = ["Caroline: I went to the market", "昨日、叔母と梅干しを漬けた。"]
    rows = [("p", text, LOCAL.passages([text])[0].tobytes()) for text in texts]
    cache = EmbeddingCache(tmp_path / "e.sqlite")
    assert seed(cache, [*rows, ("q", "market", LOCAL.query("market").tobytes())]) == 3

    class Unused(LocalEmbedder):
        def passages(self, texts: Sequence[str]) -> Matrix:
            raise AssertionError("a seeded text was embedded again")

        def query(self, text: str) -> Vector:
            raise AssertionError("a seeded question was embedded again")

    vector = _opened(tmp_path, CachedEmbedder(Unused(), cache))
    vector.upsert([memory(text) for text in texts])
    assert len(vector.search(ask("market"))) == 2
    vector.close()
