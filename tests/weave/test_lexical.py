"""Words as search compares them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weave import lexical
from weave.backends.patterns import core


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Éclair ECLAIR e\u0301clair ＥＣＬＡＩＲ", ["eclair"] * 4),
        ("Straße strasse", ["strass", "strass"]),
        ("deploying deployed deployments", ["deploy", "deploy", "deploy"]),
        ("FX-7123", ["fx-7123", "fx", "7123"]),
        ("v0.6.2", ["v0.6.2", "v0", "6", "2"]),
        ("/home/pi/greenhouse", ["home/pi/greenhouse", "home", "pi", "greenhous"]),
        ("state-of-the-art", ["state", "of", "the", "art"]),
        ("梅干し", ["梅干", "干し"]),
        ("犬", ["犬"]),
        ("고구마를", ["고구", "구마", "마를"]),
        ("NAS备份", ["nas", "备份"]),
        ("ภาษา", ["ภา", "าษ", "ษา"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("книги книгу", ["книг", "книг"]),
        ("ΆΝΘΡΩΠΟΣ άνθρωπος", ["ανθρωποσ", "ανθρωποσ"]),
        ("İstanbul ıstanbul", ["istanbul", "istanbul"]),
        ("ｶﾞ", ["ガ"]),
        ("", []),
        ("\0 \ud800 🇱🇻", []),
    ],
)
def test_words_take_one_form(text: str, expected: list[str]) -> None:
    assert lexical.terms(text) == expected


def test_stop_words_leave_a_question_unless_nothing_else_is_left() -> None:
    assert lexical.query_terms("the hood filter for flat 23") == ["hood", "filter", "flat", "23"]
    assert lexical.query_terms("who is it") == ["who", "is", "it"]
    assert lexical.query_terms("?!") == []


@given(st.text(max_size=80))
def test_any_text_gives_terms_that_are_stable(text: str) -> None:
    assert lexical.terms(text) == lexical.terms(text)
    assert all(lexical.terms(text)) and lexical.query_terms("") == []


_ENGLISH = """happy happily happiness happier organization organize organizational relational sensibility
    sensible possibly possibility hoping hope hopping hops flies fly flying dries drying dried dying dies die lying
    lies tied tying skies sky early earlier only singly gently gentle ugly ugliest ponies caresses agreed feed
    conditional rational valency digitizer conformably radically differently vileness analogously vietnamization
    operator feudalism decisiveness hopefulness callousness formality sensitivity electricity triplicate formative
    formalize electrical adjustable defensible irritant replacement adoption homologous effective bowdlerize
    generously generation communism communities arsenal exceeds succeeding inning outing canning herring earring
    news howe andes atlas cosmos bias running ran cities city cries cried crying says said using used uses""".split()


@pytest.mark.parametrize("word", _ENGLISH)
def test_a_word_begins_with_the_core_of_its_stem(word: str) -> None:
    assert re.match(core(lexical.stem_of(word)), word)


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("¿Dónde guardo las llaves de repuesto?", ["guardo", "llave", "repuesto"]),
        ("Wo habe ich meine Brille?", ["brill"]),
        ("Où sont mes lunettes ?", ["lunett"]),
        ("ano ang paborito kong pagkain", ["paborito", "pagkain"]),
        ("電車はどこですか", ["電車", "車は", "はど"]),
        ("What is my son's name?", ["son", "name"]),
        ("die hard", ["die", "hard"]),
        ("El Niño", ["el", "nino"]),
        ("¿qué es?", ["que", "es"]),
    ],
)
def test_function_words_of_the_questions_own_language_are_left_out(question: str, kept: list[str]) -> None:
    assert lexical.query_terms(question) == kept
