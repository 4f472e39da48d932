"""Words looked for while they are typed: parts of words, any case, any spelling of a letter, every script."""

import pytest

from weave.seeking import holding


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("mari", "My sister Maribel"),
        ("MARI", "my sister maribel"),
        ("cafe", "das Café an der Ecke"),
        ("café", "das Cafe an der Ecke"),
        ("cafe", "das Cafe\u0301 an der Ecke"),
        ("eclair", "ÉCLAIR"),
        ("éclair", "eclair"),
        ("straße", "Die STRASSE heißt Hauptstraße"),
        ("咖啡", "我喜欢喝咖啡。"),
        ("한글", "한글 시험"),
        ("[x]", "[x] dentist [/"),
        ("(.*", "a (.* b"),
        ("abc", "fullwidth ＡＢＣ"),
        ("ёлка", "ЁЛКА"),
        ("👩‍🔬", "👩‍🔬 Ada"),
    ],
)
def test_a_word_is_found(word: str, text: str) -> None:
    assert holding([word])(text)


@pytest.mark.parametrize(
    ("words", "text"), [(["mari", "davao"], "Maribel lives in Cebu"), (["x"], ""), (["ab"], "a\u00adb")]
)
def test_all_words_have_to_stand_there(words: list[str], text: str) -> None:
    assert not holding(words)(text)


def test_nothing_sought_is_held_by_everything() -> None:
    assert holding([])("anything")
