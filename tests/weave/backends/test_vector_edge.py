"""The embedded store alone: crashes, locks, damage, traces, and threads."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time
import uuid
from pathlib import Path

import numpy as np
import pytest

from tests.support.embedder import WordEmbedder
from tests.support.memories import ask, memory
from weave.backends.vector import VectorMemory
from weave.backends.vector_edge import EdgeStore
from weave.backends.vector_store import point_id
from weave.embedding.cache import EmbeddingCache
from weave.embedding.cached import CachedEmbedder
from weave.errors import BackendError, BackendUnavailable

_WRITER = """
    import sys
    from pathlib import Path
    from tests.support.embedder import WordEmbedder
    from tests.support.memories import memory
    from weave.backends.vector import VectorMemory
    from weave.backends.vector_edge import EdgeStore
    vector = VectorMemory(EdgeStore(Path(sys.argv[1])), WordEmbedder())
    vector.open()
    print("open", flush=True)
    while True:
        tea = memory("tea")
        vector.upsert([tea])
        print(tea.id, flush=True)
"""


def _open(folder: Path, embedder: WordEmbedder | CachedEmbedder | None = None) -> VectorMemory:
    vector = VectorMemory(EdgeStore(folder), embedder or WordEmbedder())
    vector.open()
    return vector


def _writer(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(_WRITER), str(folder)], stdout=subprocess.PIPE, text=True
    )


def test_kill_9_loses_no_acknowledged_write(tmp_path: Path) -> None:
    folder = tmp_path / "qdrant"
    writer = _writer(folder)
    assert writer.stdout is not None
    acknowledged = [writer.stdout.readline() for _ in range(200)][1:]
    os.kill(writer.pid, signal.SIGKILL)
    acknowledged += writer.stdout.readlines()
    writer.wait()
    vector = _open(folder)
    whole = [line.strip() for line in acknowledged if line.endswith("\n")]
    assert vector.count() >= len(whole)
    assert {hit.id for hit in vector.search(ask("tea", limit=100_000))} >= set(whole)
    vector.close()


def test_case_66_a_second_process_gets_one_plain_sentence_and_harms_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "qdrant"
    writer = _writer(folder)
    assert writer.stdout is not None
    writer.stdout.readline()
    with pytest.raises(BackendUnavailable, match="in use by another process"):
        _open(folder, WordEmbedder("another embedder"))
    assert len(writer.stdout.readline().strip()) == 26
    writer.kill()
    writer.communicate()
    vector = _open(folder)
    assert vector.count() >= 1
    vector.close()


def _filled(folder: Path) -> None:
    """Twice, since the write-ahead log heals what the last session wrote."""
    for _ in range(2):
        vector = _open(folder)
        vector.upsert([memory(f"tea {i}") for i in range(10)])
        vector.close()


@pytest.mark.parametrize("name", ["segment.json", "edge_config.json", "first-index", "status.dat", "open-1"])
def test_case_66_a_damaged_index_is_begun_anew_and_says_so(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "qdrant"
    _filled(folder)
    for path in folder.rglob(name):
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    (folder / "shard-0" / "wal" / "open-1").write_bytes(b"\0" * 64 if name == "open-1" else b"")
    vector = _open(folder)
    assert vector.count() == 0
    assert "begun anew" in vector.health().detail
    vector.upsert([memory("coffee")])
    assert vector.count() == 1
    vector.close()


def test_an_index_that_lost_points_is_begun_anew(tmp_path: Path) -> None:
    folder = tmp_path / "qdrant"
    _filled(folder)
    for path in folder.rglob("mutable_id_tracker.mappings"):
        path.unlink()
    vector = _open(folder)
    assert vector.count() == 0
    vector.close()


def test_an_index_found_damaged_while_in_use_is_begun_anew_at_the_next_start(tmp_path: Path) -> None:
    folder = tmp_path / "qdrant"
    _filled(folder)
    for path in folder.rglob("payload_storage/page_0.dat"):
        path.write_bytes(b"\xff" * path.stat().st_size)
    vector = _open(folder)
    with pytest.raises(BackendError, match="rebuilt"):
        vector.search(ask("tea"))
    vector.close()
    vector = _open(folder)
    assert vector.count() == 0
    vector.close()


def test_leftovers_of_a_scrub_that_was_killed_are_removed(tmp_path: Path) -> None:
    folder = tmp_path / "qdrant"
    _filled(folder)
    shutil.copytree(folder / "shard-0", folder / "shard-1")
    (folder / "shard-2").mkdir()
    vector = _open(folder)
    assert vector.count() == 20
    assert sorted(path.name for path in folder.iterdir()) == ["shard-0", "vectors.json"]
    vector.close()


def test_a_scrub_leaves_no_byte_of_a_purged_memory_in_any_file(tmp_path: Path) -> None:
    embedder = CachedEmbedder(WordEmbedder(dimensions=384), EmbeddingCache(tmp_path / "index" / "e.sqlite"))
    vector = _open(tmp_path / "index" / "qdrant", embedder)
    kept = [memory(f"tea {i}") for i in range(50)]
    gone = memory("the garage code is forty two", title="garage")
    vector.upsert([*kept, gone])
    row = embedder.passages([gone.text])[0]
    vector.purge([gone])
    vector.scrub()
    vector.close()
    assert embedder.cache.count(embedder.name, "passage") == 50
    embedder.cache.close()
    files = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    raw_point = uuid.UUID(point_id(gone.id, 0)).bytes
    traces = [gone.id.encode(), point_id(gone.id, 0).encode(), raw_point, row.tobytes()[:512], b"garage"]
    assert [trace for trace in traces if any(trace in file for file in files)] == []
    assert any(kept[0].id.encode() in file for file in files)


def test_the_index_holds_no_text(tmp_path: Path) -> None:
    vector = _open(tmp_path)
    vector.upsert([memory("a conspicuous sentence", title="a conspicuous title")])
    vector.close()
    files = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(b"conspicuous" in file for file in files)


def test_a_disk_that_is_almost_full_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    store = EdgeStore(tmp_path)
    vector = VectorMemory(store, WordEmbedder())
    vector.open()
    tea = memory("tea")
    vector.upsert([tea])
    store._reserve = 1 << 60
    for step in (lambda: vector.upsert([memory("milk")]), lambda: vector.delete([tea.id])):
        with pytest.raises(BackendUnavailable, match=r"almost full.*MB free and they go on"):
            step()
    assert [hit.id for hit in vector.search(ask("tea"))] == [tea.id]
    store._reserve = 0
    vector.delete([tea.id])
    assert vector.count() == 0
    vector.close()


def test_a_full_disk_is_refused_before_anything_is_mapped_and_opened_once_there_is_space(
    tmp_path: Path,
) -> None:
    store = EdgeStore(tmp_path / "qdrant", reserve_bytes=1 << 60)
    vector = VectorMemory(store, WordEmbedder())
    with pytest.raises(BackendUnavailable, match="almost full"):
        vector.open()
    assert list((tmp_path / "qdrant").iterdir()) == []
    assert "almost full" in vector.health().detail
    with pytest.raises(BackendUnavailable, match="almost full"):
        vector.search(ask("tea"))
    store._reserve = 0
    vector.open()
    vector.upsert([memory("tea")])
    assert vector.count() == 1
    vector.close()


def test_a_file_where_the_index_should_be_is_named_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "qdrant").write_bytes(b"")
    vector = VectorMemory(EdgeStore(tmp_path / "qdrant"), WordEmbedder())
    with pytest.raises(BackendUnavailable, match="remove what stands there"):
        vector.open()
    assert "remove what stands there" in vector.health().detail
    vector.close()


def test_searches_run_beside_writes_deletes_and_scrubs(tmp_path: Path) -> None:
    vector = _open(tmp_path)
    steady = memory("tea for always")
    vector.upsert([steady])
    ended, wrong = threading.Event(), []

    def read() -> None:
        while not ended.is_set():
            try:
                if steady.id not in {hit.id for hit in vector.search(ask("tea for always"))}:
                    wrong.append("missing")
            except BackendError as error:
                wrong.append(str(error))

    def write() -> None:
        for i in range(40):
            some = [memory(f"tea {i} {j}") for j in range(10)]
            vector.upsert(some)
            vector.delete([some[0].id])

    readers = [threading.Thread(target=read) for _ in range(2)]
    writers = [threading.Thread(target=write) for _ in range(2)]
    for thread in readers + writers:
        thread.start()
    vector.scrub()
    for thread in writers:
        thread.join()
    ended.set()
    for thread in readers:
        thread.join()
    assert wrong == []
    assert vector.count() == 1 + 2 * 40 * 9
    vector.close()


def test_what_was_written_is_flushed_soon(tmp_path: Path) -> None:
    store = EdgeStore(tmp_path / "qdrant", flush_seconds=0.05)
    vector = VectorMemory(store, WordEmbedder())
    vector.open()
    tea = memory("tea")
    vector.upsert([tea])
    point = np.array(WordEmbedder().query("tea")).tobytes()
    deadline = time.monotonic() + 5
    chunk = next((tmp_path / "qdrant").rglob("chunk_0.mmap"))
    while point not in chunk.read_bytes():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    vector.close()
