"""What Vector Memory promises, on the embedded store and on the client of a server alike."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from qdrant_client import QdrantClient

from tests.support.embedder import WordEmbedder
from tests.support.memories import ask, memory
from weave.backends.vector import VectorMemory
from weave.backends.vector_edge import EdgeStore
from weave.backends.vector_server import ServerStore
from weave.backends.vector_store import VectorStore
from weave.embedding.cache import EmbeddingCache
from weave.embedding.cached import CachedEmbedder
from weave.errors import BackendError, BackendUnavailable, ModelRateLimited, ModelUnavailable
from weave.model import State
from weave.ports import Embedder, Matrix

# The client's memory mode warns of what it does not need: payload indexes and search parameters.
pytestmark = pytest.mark.filterwarnings("ignore:.*[Ll]ocal.*:UserWarning")

MakeStore = Callable[[], VectorStore]


@pytest.fixture(params=["edge", "server"])
def make_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MakeStore]:
    """Opens the same collection again and again, as restarts do."""
    if request.param == "edge":
        yield lambda: EdgeStore(tmp_path / "qdrant")
    else:
        client = QdrantClient(":memory:")
        yield lambda: ServerStore("http://qdrant.example", client=client)
        client.close()


@pytest.fixture
def opened(make_store: MakeStore) -> Iterator[Callable[..., VectorMemory]]:
    """Makes an opened Vector Memory over the store; closes it in the end."""
    made: list[VectorMemory] = []

    def make(embedder: Embedder | None = None) -> VectorMemory:
        vector = VectorMemory(make_store(), embedder or WordEmbedder())
        vector.open()
        made.append(vector)
        return vector

    yield make
    for vector in made:
        vector.close()


Opened = Callable[..., VectorMemory]


def test_the_nearest_memory_comes_first_with_its_cosine(opened: Opened) -> None:
    vector, tea, coffee = opened(), memory("green tea"), memory("black coffee")
    vector.upsert([tea, coffee])
    hits = vector.search(ask("green tea"))
    assert [hit.id for hit in hits] == [tea.id, coffee.id]
    assert hits[0].score == pytest.approx(1, abs=1e-4)
    assert vector.count() == 2
    assert vector.health().ok
    assert vector.health().indexed == 2


def test_a_search_sees_its_scopes_only(opened: Opened) -> None:
    vector = opened()
    everywhere, mine, other = memory("tea"), memory("tea", scope="task:a-1"), memory("tea", scope="task:b-2")
    vector.upsert([everywhere, mine, other])
    assert {hit.id for hit in vector.search(ask("tea", "global", "task:a-1"))} == {everywhere.id, mine.id}
    assert [hit.id for hit in vector.search(ask("tea"))] == [everywhere.id]
    assert vector.search(replace(ask("tea"), scopes=())) == []


def test_indexing_twice_changes_nothing(opened: Opened) -> None:
    vector, tea = opened(), memory("tea")
    vector.upsert([tea, tea])
    vector.upsert([tea])
    assert vector.count() == 1
    assert len(vector.search(ask("tea"))) == 1


def test_an_edit_and_a_move_replace_what_was_there(opened: Opened) -> None:
    vector, tea = opened(), memory("tea", scope="task:a-1")
    vector.upsert([tea])
    vector.upsert([replace(tea, text="coffee", title="coffee", scope="global", state=State.CONTESTED)])
    assert vector.search(ask("tea", "task:a-1")) == []
    assert vector.search(ask("coffee"))[0].score == pytest.approx(1, abs=1e-4)


def test_a_long_memory_is_one_hit_by_its_best_piece_and_shrinks_without_remains(opened: Opened) -> None:
    vector = opened()
    long = memory("garden soil spade " * 200 + "\n\nThe insurance renews on 9 June", title="garden soil")
    others = [memory(f"letter number {i}") for i in range(5)]
    vector.upsert([long, *others])
    hits = vector.search(ask("insurance renews June"))
    assert hits[0].id == long.id
    assert len({hit.id for hit in hits}) == len(hits) == 6
    assert vector.count() == 6
    vector.upsert([replace(long, text="short", title="short")])
    vector.delete([long.id])
    assert vector.count() == 5
    assert long.id not in {hit.id for hit in vector.search(ask("garden soil spade insurance"))}


def test_a_long_memory_does_not_crowd_out_the_others(opened: Opened) -> None:
    vector = opened()
    giant = memory("tea time and more tea. " * 6000, title="tea time")
    others = [memory(f"tea number{i}") for i in range(30)]
    vector.upsert([giant, *others])
    assert len(vector.search(ask("tea", limit=25))) == 25


def test_deleting_ignores_unknown_ids(opened: Opened) -> None:
    vector, tea = opened(), memory("tea")
    vector.upsert([tea])
    vector.delete([tea.id, "01JDYQ3V5W8Z1N6T2K4R7M9XAB"])
    vector.delete([])
    assert vector.count() == 0


def test_what_was_stored_is_there_after_a_restart(opened: Opened) -> None:
    first, tea = opened(), memory("tea")
    first.upsert([tea])
    first.close()
    first.close()
    again = opened()
    again.open()
    assert [hit.id for hit in again.search(ask("tea"))] == [tea.id]


def test_clear_empties_and_scrub_keeps_what_is_left(opened: Opened) -> None:
    vector, kept, gone = opened(), memory("tea"), memory("coffee")
    vector.upsert([kept, gone])
    vector.delete([gone.id])
    vector.scrub()
    assert [hit.id for hit in vector.search(ask("tea coffee"))] == [kept.id]
    vector.upsert([gone])
    assert vector.count() == 2
    vector.clear()
    assert vector.count() == 0
    vector.upsert([kept])
    assert vector.count() == 1


def test_case_69_another_embedder_or_dimension_starts_from_empty(opened: Opened) -> None:
    first = opened()
    first.upsert([memory("tea")])
    first.close()
    for embedder in (WordEmbedder("other"), WordEmbedder("other", dimensions=32)):
        other = opened(embedder)
        assert other.count() == 0
        other.upsert([memory("tea")])
        assert other.count() == 1
        other.close()


def test_case_69_vectors_of_a_wrong_size_are_refused_and_nothing_is_stored(opened: Opened) -> None:
    class Lying(WordEmbedder):
        def passages(self, texts: list[str]) -> Matrix:  # type: ignore[override]
            return np.ones((len(texts), 96), np.float32)

    vector = opened(Lying())
    with pytest.raises(BackendError, match="nothing was stored"):
        vector.upsert([memory("tea"), memory("coffee")])
    assert vector.count() == 0


def test_an_embedder_that_is_away_is_a_backend_that_is_away(opened: Opened) -> None:
    def fail(text: str) -> None:
        raise ModelUnavailable("No model server answers; start it.")

    vector = opened(WordEmbedder(before=fail))
    with pytest.raises(BackendUnavailable, match="start it"):
        vector.upsert([memory("tea")])
    with pytest.raises(BackendUnavailable, match="start it"):
        vector.search(ask("tea"))


def test_a_server_that_asks_to_wait_is_waited_for(opened: Opened) -> None:
    refusals = [ModelRateLimited("Wait.", 0.01), ModelRateLimited("Wait.", 0.01)]

    def limited(text: str) -> None:
        if refusals:
            raise refusals.pop()

    vector = opened(WordEmbedder(before=limited))
    vector.upsert([memory("tea")])
    assert vector.count() == 1


def test_moving_a_memory_embeds_nothing_again(opened: Opened, tmp_path: Path) -> None:
    inner = WordEmbedder()
    vector = opened(CachedEmbedder(inner, EmbeddingCache(tmp_path / "e.sqlite")))
    tea = memory("tea", scope="task:a-1", state=State.VOLATILE)
    vector.upsert([tea])
    vector.upsert([replace(tea, scope="global", state=State.ACTIVE)])
    vector.clear()
    vector.upsert([tea])
    assert inner.asked == ["tea"]


def test_the_vector_of_a_forgotten_or_edited_text_leaves_the_cache(opened: Opened, tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path / "e.sqlite")
    vector = opened(CachedEmbedder(WordEmbedder(), cache))
    tea, milk = memory("tea"), memory("milk")
    vector.upsert([tea, milk])
    vector.upsert([replace(tea, text="coffee", title="coffee")])
    assert cache.count("words", "passage") == 2
    vector.delete([tea.id])
    assert cache.count("words", "passage") == 1
    vector.clear()
    vector.purge([milk])
    assert cache.count("words", "passage") == 0


def test_interrupting_stops_before_the_next_text_and_a_later_upsert_goes_on(opened: Opened) -> None:
    started, go_on = threading.Event(), threading.Event()

    def wait(text: str) -> None:
        started.set()
        go_on.wait(5)

    embedder = WordEmbedder(before=wait)
    vector, failures = opened(embedder), []

    def work() -> None:
        try:
            vector.upsert([memory(f"tea {i}") for i in range(50)])
        except BackendUnavailable as error:
            failures.append(str(error))

    worker = threading.Thread(target=work)
    worker.start()
    started.wait(5)
    vector.interrupt()
    go_on.set()
    worker.join(5)
    assert len(embedder.asked) == 1
    assert len(failures) == 1
    vector.upsert([memory("coffee")])
    assert vector.count() == 1


@pytest.mark.parametrize("text", ["", " \n", "a\0b", "\ud800", "語" * 2000, "👍", "x" * 20_000])
def test_any_text_is_indexed_and_any_question_is_answered(opened: Opened, text: str) -> None:
    vector = opened()
    odd = memory(text, title="odd")
    vector.upsert([odd])
    assert vector.count() == 1
    assert len(vector.search(ask(text))) <= 1
    assert [hit.id for hit in vector.search(ask("tea"))] == [odd.id]


def test_before_it_is_open_it_says_so(make_store: MakeStore) -> None:
    vector = VectorMemory(make_store(), WordEmbedder())
    assert not vector.health().ok
    with pytest.raises(BackendUnavailable):
        vector.search(ask("tea"))
