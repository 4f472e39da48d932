"""What all questions have in common is no reason to find a text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.support.memories import ask, memory
from weave.backends.vector import VectorMemory
from weave.backends.vector_edge import EdgeStore
from weave.embedding import common
from weave.embedding.local import NAME, LocalEmbedder

TEXTS = (
    "I cycle to the office every morning along the canal",
    "The little one wakes up every two hours at night",
    "My sister teaches chemistry at a high school",
    "Mother turns sixty on the third of May",
    "The brakes of the car squeal since Tuesday",
    "Adobo is the dish I love most",
    "I rent an apartment in Quezon City",
    "The engine overheated on the highway",
    "Mi perro se llama Canelo",
    "Mi vecino toca la guitarra por las noches.",
    "El tren salió con retraso.",
    "Guro sa elementarya ang nanay ko",
    "ジャズを聴くのが趣味です",
    "カレーライスが一番おいしいと思う",
    "電車が遅れています。",
)


@pytest.mark.parametrize("size", [3, 384])
def test_a_model_that_was_not_fitted_is_asked_as_it_is(size: int) -> None:
    question = np.eye(size, dtype=np.float32)[0]
    aimed = common.aim("another-model", question)
    assert np.array_equal(aimed.vector, question)
    assert aimed.cosine(0.7) == 0.7


def test_what_is_found_reads_as_a_cosine_without_the_common_part() -> None:
    random = np.random.default_rng(7)
    question, text = (v / np.linalg.norm(v) for v in random.normal(size=(2, 384)).astype(np.float32))
    aimed = common.aim(NAME, question)
    assert np.linalg.norm(aimed.vector) == pytest.approx(1, abs=1e-5)
    expected = question @ text - common.SHARE * (common.common_part(NAME) @ text - common.LEVELS[NAME])
    assert aimed.cosine(float(aimed.vector @ text)) == pytest.approx(float(expected), abs=1e-4)


def test_a_question_that_is_the_common_part_alone_is_asked_as_it_is() -> None:
    question = common.SHARE * common.common_part(NAME)
    assert np.array_equal(common.aim(NAME, question).vector, question)


@pytest.fixture(scope="module")
def vector(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VectorMemory]:
    found = VectorMemory(EdgeStore(Path(tmp_path_factory.mktemp("qdrant"))), LocalEmbedder())
    found.open()
    found.upsert(
        [replace(memory(text), id=f"01ARZ3NDEKTSV4RRFFQ69G5F{n:02}") for n, text in enumerate(TEXTS)]
    )
    yield found
    found.close()


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("how do I get to work", 0),
        ("is the baby sleeping well", 1),
        ("el cumpleaños de mamá", 3),
        ("ano ang paborito kong pagkain", 5),
        ("saan ako nakatira", 6),
        ("bakit nasira ang sasakyan", 7),
        ("what is my dog's name", 8),
        ("what is my mother's job", 11),
        ("what music do I like", 12),
        ("好きな食べ物は何ですか", 13),
    ],
)
def test_meaning_is_found_without_shared_words_and_across_languages(
    vector: VectorMemory, question: str, answer: int
) -> None:
    best = [int(hit.id[-2:]) for hit in vector.search(ask(question))]
    assert best[0] == answer
