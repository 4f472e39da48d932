"""Names found in text without a model."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.graphs import stating
from weave import entities


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Caroline: I met Melanie Ross in New York City yesterday.",
            {"Caroline", "Melanie Ross", "New York City"},
        ),
        ("user: hello there", set()),
        ("The weather is nice. When will it rain?", set()),
        ("Yesterday I moved to Porto.", {"Porto"}),
        ("Maribel's sister lives near the University of Porto", {"University of Porto"}),
        ("I told Maribel’s sister", {"Maribel"}),
        ("On Monday in March we met", set()),
        ("she read “The Great Gatsby” twice", {"The Great Gatsby"}),
        ('he said "I will go now" and left', set()),
        ("MY SISTER IS GOING HOME TODAY", set()),
        ("ask @kenji_s about it", {"kenji_s"}),
        ("see `Foo Bar` at https://Ex.com/Abc or Ann@Ex.com", set()),
        (
            "昨日、スターバックスで田中さんと会った。「君の名は」を見た。",
            {"スターバックス", "田中", "君の名は"},
        ),
        ("王老师说明天开会", {"王"}),
        ("김철수 씨가 왔다", {"김철수"}),
        ("we saw José Ñandú and Łukasz at lunch", {"José Ñandú", "Łukasz"}),
        ("Caroline: Thanks, Melanie! I went to Porto.", {"Caroline", "Porto"}),
        ("Hey Mel! How is Anna doing, Tom?", {"Anna"}),
        ("We met in Porto, Portugal. My sister, Anna, came.", {"Porto", "Portugal", "Anna"}),
        ("", set()),
        ("\0\ud800", set()),
    ],
)
def test_names_are_found_where_a_capital_or_a_mark_means_one(text: str, expected: set[str]) -> None:
    assert set(entities.names(text)) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The  Golden Lion", "golden lion"),
        ("Maribel's", "maribel"),
        ("Straße", "STRASSE"),
        ("ﬁsh", "fish"),
        ("Jose\u0301", "José"),
        ("ｶﾀｶﾅ", "カタカナ"),
        ("“Porto”.", "Porto"),
    ],
)
def test_spellings_of_one_name_share_their_key(one: str, other: str) -> None:
    assert entities.key(one) == entities.key(other)


def test_different_names_have_different_keys() -> None:
    assert len({entities.key(name) for name in ("Ana", "Anna", "Ann", "王", "ไทย")}) == 5


def test_a_memory_with_facts_hangs_on_them_and_not_on_its_text() -> None:
    memory = stating("We met Anna Lee in Porto", ("user", "lives in", "Cebu"), ("user", "owns", ""))
    assert entities.of_memory(memory) == ("user", "Cebu")


def test_first_person_words_of_a_question_mean_the_user() -> None:
    assert entities.USER in entities.phrases("Where do I live?")
    assert entities.USER in entities.phrases("what is my name")
    assert entities.USER not in entities.phrases("Where does Ana live, in Iowa?")


def test_phrases_never_consist_of_function_words_alone() -> None:
    assert set(entities.phrases("what is the of and")) == set()


@given(st.text(max_size=300))
def test_any_text_gives_short_clean_names_and_the_same_ones_each_time(text: str) -> None:
    found = entities.names(text)
    assert found == entities.names(text)
    assert len(found) <= 24
    for name in found:
        assert entities.key(name)
        name.encode("utf-8")
    assert len({entities.key(name) for name in found}) == len(found)
    entities.phrases(text)


@pytest.mark.parametrize(
    "unit",
    [
        "The Fox ",
        "a",
        "A ",
        '"',
        "@a",
        "A.b",
        "A",
        ": ",
        " ",
        "。",
        "ア・",
        "田",
        "`",
        "«a",
        "A of ",
        "A'",
        "a@",
    ],
)
def test_a_megabyte_of_anything_takes_little_time(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    started = time.process_time()
    entities.names(text)
    entities.phrases(text)
    assert time.process_time() - started < 2
