"""Ordinary questions in scripts without spaces come close to what answers them, and others to nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.homes import shelved
from weave import lexical
from weave.altale.quotes import LEAST
from weave.documents.digest import digested
from weave.documents.limits import Limits
from weave.documents.parsers.registry import Source, parse
from weave.documents.search import WordSearch
from weave.documents.store import TreeStore
from weave.documents.store_rows import Signature
from weave.documents.telling import weights

LEASES = {
    "zh.md": "# 租约\n\n## 通知期\n\n通知期为三个月。房东必须以书面形式通知租客。\n\n## 租金\n\n租金每月九百元，每月一日支付。\n",
    "ja.md": "# 賃貸契約\n\n## 通知期間\n\n通知期間は三か月です。\n\n## 家賃\n\n家賃は月九百ユーロです。\n",
    "th.md": "# สัญญาเช่า\n\n## ค่าเช่า\n\nค่าเช่าเดือนละเก้าร้อยบาท\n",
    "en.md": "# Lease\n\n## Notice\n\nThe notice period is three months.\n",
}


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WordSearch]:
    store = TreeStore(tmp_path_factory.mktemp("trees"))
    for name, text in LEASES.items():
        raw = text.encode()
        store.put(name, Signature(len(raw), 1, 1), name, digested(parse(Source(name, raw), Limits())))
    yield WordSearch(store)
    store.file.close()


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("租约的通知期是多久", "通知期为三个月"),
        ("租约的通知期是多久？", "通知期为三个月"),
        ("通知期多久", "通知期为三个月"),
        ("租金是多少钱？", "租金每月九百元"),
        ("房东要怎么通知我", "房东必须以书面形式通知"),
        ("家賃はいくらですか", "家賃は月九百"),
        ("通知期間はどのくらいですか？", "通知期間は三か月"),
        ("ค่าเช่าเท่าไหร่", "ค่าเช่าเดือนละ"),
        ("how long is the notice period", "The notice period"),
    ],
)
def test_an_ordinary_question_comes_close_to_its_answer(
    words: WordSearch, question: str, answer: str
) -> None:
    close = [span.text for span in words.search(question) if span.closeness >= LEAST]
    assert any(answer in text for text in close)


@pytest.mark.parametrize(
    "question",
    [
        "今天天气怎么样",
        "我的生日是什么时候",
        "量子力学的历史是什么",
        "你最喜欢的电影是哪部",
        "月亮离地球有多远",
        "明日の天気はどうですか",
        "好きな映画は何ですか",
        "วันนี้อากาศเป็นอย่างไร",
        "what is the weather in Lisbon",
    ],
)
def test_a_question_about_something_else_comes_close_to_nothing(words: WordSearch, question: str) -> None:
    assert all(span.closeness < LEAST for span in words.search(question))


def test_in_scripts_with_spaces_every_term_counts_whole() -> None:
    for question in (
        "where did Caroline go in May?",
        "Où est la gare?",
        "кто звонил вчера",
        "FX-7123 v0.6.2",
    ):
        terms = lexical.query_terms(question)
        assert terms
        assert weights(question, terms) == [1.0] * len(terms)


def test_a_pair_inside_a_word_counts_whole_though_it_straddles_elsewhere() -> None:
    assert weights("通知的通知", ["通知", "知的", "的通"]) == [1.0, 0.1, 0.1]


async def test_recall_quotes_a_chinese_lease(tmp_path: Path) -> None:
    async with shelved(tmp_path / "home") as weave:
        (tmp_path / "租约.md").write_text(LEASES["zh.md"])
        await weave.library.add([tmp_path / "租约.md"])
        for question in ("租约的通知期是多久", "租金是多少钱？", "房东要怎么通知我"):
            recall = await weave.recall(question)
            assert any(one.place is not None for one in recall.memories), question
        nothing = await weave.recall("今天天气怎么样")
        assert not any(one.place is not None for one in nothing.memories)


@pytest.mark.parametrize("question", ["What is the soundboard made of?", "Which wood is the soundboard?"])
async def test_a_short_question_is_answered_by_a_text_that_says_it_otherwise(
    tmp_path: Path, question: str
) -> None:
    (tmp_path / "clavichord.md").write_text("# Clavichord\n\nThe soundboard is of cypress.\n")
    (tmp_path / "beds.md").write_text("# Beds\n\nThe beds were made of larch, the posts of oak.\n")
    async with shelved(tmp_path / "home") as weave:
        await weave.library.add([tmp_path / "clavichord.md", tmp_path / "beds.md"])
        recall = await weave.recall(question, count=False)
        assert ["cypress" in one.memory.text for one in recall.memories if one.place is not None] == [True]
