"""The cache of embeddings: what it keeps, what it forgets, what it survives."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

from tests.support.embedder import WordEmbedder
from weave.embedding.cache import EmbeddingCache
from weave.embedding.cached import CachedEmbedder
from weave.embedding.text import digest
from weave.errors import BackendError


def _bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def test_the_same_text_is_embedded_once_even_after_a_restart(tmp_path: Path) -> None:
    inner = WordEmbedder()
    embedder = CachedEmbedder(inner, EmbeddingCache(tmp_path / "e.sqlite"))
    first = embedder.passages(["tea", "coffee", "tea"])
    embedder.cache.close()
    again = CachedEmbedder(inner, EmbeddingCache(tmp_path / "e.sqlite")).passages(["coffee", "tea", "milk"])
    assert inner.asked == ["tea", "coffee", "milk"]
    assert np.array_equal(first[[1, 0]], again[:2])


def test_questions_and_passages_and_embedders_are_kept_apart(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path / "e.sqlite")
    one, other = WordEmbedder("one"), WordEmbedder("other")
    CachedEmbedder(one, cache).passages(["tea"])
    CachedEmbedder(one, cache).query("tea")
    CachedEmbedder(other, cache).query("tea")
    assert one.asked == ["tea", "tea"]
    assert other.asked == ["tea"]


def test_a_cached_vector_of_another_size_is_not_used(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path / "e.sqlite")
    CachedEmbedder(WordEmbedder(dimensions=64), cache).query("tea")
    assert CachedEmbedder(WordEmbedder(dimensions=32), cache).query("tea").shape == (32,)


def test_forgetting_leaves_no_byte_of_the_vector_in_any_file(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path / "e.sqlite")
    rng = np.random.default_rng(5)
    vectors = {digest(f"text {i}"): rng.random(384, np.float32) for i in range(200)}
    cache.put("m", "passage", vectors)
    gone = [f"text {i}" for i in range(0, 200, 2)]
    cache.forget(gone)
    left = _bytes(tmp_path)
    assert cache.count("m", "passage") == 100
    for text in gone:
        assert vectors[digest(text)].tobytes()[:64] not in left
        assert bytes.fromhex(digest(text)) not in left


def test_a_scrub_drops_the_questions_and_shrinks_the_file(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path / "e.sqlite")
    cache.put("m", "query", {digest(str(i)): np.ones(384, np.float32) * i for i in range(500)})
    before = (tmp_path / "e.sqlite").stat().st_size + (tmp_path / "e.sqlite-wal").stat().st_size
    cache.scrub()
    assert cache.count("m", "query") == 0
    assert len(_bytes(tmp_path)) < before / 2
    assert (tmp_path / "e.sqlite-wal").stat().st_size == 0


def test_questions_are_bounded_and_passages_are_not(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path / "e.sqlite", queries_kept=40)
    for i in range(100):
        cache.put("m", "query", {digest(f"q{i}"): np.ones(4, np.float32)})
        cache.put("m", "passage", {digest(f"p{i}"): np.ones(4, np.float32)})
    assert 40 <= cache.count("m", "query") <= 42
    assert cache.count("m", "passage") == 100
    assert cache.get("m", "query", [digest("q99")])


def test_threads_share_it(tmp_path: Path) -> None:
    embedder = CachedEmbedder(WordEmbedder(), EmbeddingCache(tmp_path / "e.sqlite"))
    wrong: list[int] = []

    def work(start: int) -> None:
        for i in range(start, start + 40):
            texts = [f"word{i % 50}", f"word{(i + 1) % 50}"]
            rows = embedder.passages(texts)
            if not np.array_equal(rows[0], embedder.passages(texts[:1])[0]):
                wrong.append(i)

    threads = [threading.Thread(target=work, args=(n * 10,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert embedder.cache.count("words", "passage") == 50


def test_an_unreadable_cache_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "e.sqlite"
    path.write_bytes(b"this is no database, and it is long enough to be looked at" * 100)
    embedder = CachedEmbedder(WordEmbedder(), EmbeddingCache(path))
    assert embedder.passages(["tea"]).shape == (1, 64)
    assert embedder.cache.count("words", "passage") == 1


def test_a_cache_that_cannot_be_opened_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "e.sqlite").mkdir()
    with pytest.raises(BackendError, match="delete that file"):
        EmbeddingCache(tmp_path / "e.sqlite").get("m", "query", [digest("x")])


def test_a_cache_that_fails_costs_time_and_no_answer(tmp_path: Path) -> None:
    (tmp_path / "e.sqlite").mkdir()
    embedder = CachedEmbedder(WordEmbedder(), EmbeddingCache(tmp_path / "e.sqlite"))
    assert embedder.query("tea").shape == (64,)
    assert embedder.passages(["tea", "milk"]).shape == (2, 64)
