"""The table of words finds what ripgrep finds, ranked alike."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC
from pathlib import Path

import pytest

from tests.support.memories import ask, memory
from weave.backends.bm25 import Bm25
from weave.backends.physical import PhysicalMemory
from weave.backends.words import WordTable
from weave.model import Memory

TEXTS = [
    "The deploy broke last night, production failed again.",
    "昨日、叔母と梅干しを漬けた。",
    "어제 고구마를 구웠다.",
    "下周二去补牙。",
    "NAS备份脚本在抽屉里",
    "L'éclair au café était délicieux.",
    "Filter FX-7123 fits the hood in flat 23",
    "Filter FX-7132 fits the hood in flat 32",
    "ดอกไม้บานในสวน",
    "Он переехал в Новосибирск.",
    "see ~/notes/todo.md and v0.6.2 of the kettle firmware",
]
QUESTIONS = [
    "production deployment failing", "梅干し", "고구마", "补牙", "备份", "NAS 备份", "eclair cafe", "FX-7123",
    "hood filter for flat 23", "ดอกไม้", "Новосибирске", "v0.6.2 kettle", "nothing of this",
]  # fmt: skip


def tables(home: Path, memories: list[Memory]) -> tuple[PhysicalMemory, WordTable]:
    by_rg = PhysicalMemory(home, UTC)
    by_rg.append(memories)
    table = WordTable()
    table.put(memories)
    return by_rg, table


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_same_memories_with_the_same_reasons_as_ripgrep(tmp_path: Path, question: str) -> None:
    by_rg, table = tables(tmp_path, [memory(text) for text in TEXTS])
    expected = by_rg.search_detailed(ask(question))
    found = table.search(ask(question), Bm25())
    assert found is not None
    assert [match.id for match in found[:1]] == [match.id for match in expected[:1]]
    assert {(m.id, round(m.coverage, 6), m.codes, m.terms) for m in found} == {
        (m.id, round(m.coverage, 6), m.codes, m.terms) for m in expected
    }


def test_a_single_character_is_left_to_ripgrep() -> None:
    assert WordTable().search(ask("梅"), Bm25()) is None


def test_phrases_count_words_side_by_side() -> None:
    table = WordTable()
    table.put([memory("the night train to Porto", title=""), memory("a train that runs at night", title="")])
    found = table.search(ask("night train"), Bm25())
    assert found is not None
    assert [match.phrase for match in found] == [1.0, 0.0]


def test_scopes_stay_apart() -> None:
    table = WordTable()
    table.put([memory("heron at the weir", scope="task:a"), memory("heron by the mill")])
    assert len(table.search(ask("heron"), Bm25()) or []) == 1
    assert len(table.search(ask("heron", "global", "task:a"), Bm25()) or []) == 2
    assert table.search(ask("heron", "task:none"), Bm25()) == []


def test_a_changed_memory_is_found_by_its_new_words_only() -> None:
    table = WordTable()
    first = memory("heron at the weir")
    table.put([first])
    table.put([replace(first, title="kingfisher", text="kingfisher at the mill")])
    assert table.search(ask("heron weir"), Bm25()) == []
    assert len(table.search(ask("kingfisher"), Bm25()) or []) == 1


def test_many_changes_leave_the_table_true_and_small() -> None:
    dice = random.Random(5)
    words = ["".join(dice.choices("bdfgklmnprtvz", k=6)) for _ in range(300)]
    table, kept = WordTable(), {}
    for _ in range(1_500):
        made = memory(" ".join(dice.choices(words, k=12)))
        kept[made.id] = made
        table.put([made])
        if dice.random() < 0.6:
            gone = dice.choice(list(kept))
            del kept[gone]
            table.drop([gone])
    assert len(table) == len(kept)
    for word in words[:40]:
        found = table.search(ask(word, limit=2_000), Bm25())
        assert {m.id for m in found or []} == {m.id for m in kept.values() if word in m.text.split()}
