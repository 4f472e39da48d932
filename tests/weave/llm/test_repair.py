"""Reading JSON out of replies, as tables."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weave.llm.repair import candidates, is_cut
from weave.llm.thinking import Filter, visible


@pytest.mark.parametrize(
    ("reply", "values"),
    [
        ('{"a": 1}', [{"a": 1}]),
        ('\ufeff{"a": 1}', [{"a": 1}]),
        ('```json\n{"a": "```"}\n```', [{"a": "```"}]),
        ('{"a": [1, 2,], }', [{"a": [1, 2]}]),
        ("{'a': True, 'b': None, 'c': 'it\\'s'}", [{"a": True, "b": None, "c": "it's"}]),
        ("{'a': true, 'b': null, 'c': 'null and true'}", [{"a": True, "b": None, "c": "null and true"}]),
        ('[{"a": 1}]', [{"a": 1}]),
        ('[{"a": 1}, {"a": 2}]', [[{"a": 1}, {"a": 2}]]),
        ('{"a": 1} and {"b": 2}', [{"a": 1}, {"b": 2}]),
        ('it\'s {not "it} but {"a": 1}', [{"a": 1}]),
        ('{"a": "line\nbreak"}', [{"a": "line\nbreak"}]),
        ('{"a": "\\ud800x"}', [{"a": "?x"}]),
        ('{"a": "梅干し {[ 😀"}', [{"a": "梅干し {[ 😀"}]),
        ('<think>{}</think>{"a": 1}', [{"a": 1}]),
        ('so {} it is</think>{"a": 1}', [{"a": 1}]),
        ('{"a": NaN}', []),
        ('{"a": 1e999}', []),
        ('{"a": {1, 2}}', []),
        ('{"a": "cut', []),
        ('{"a": [1, 2', []),
        ("", []),
        ("no object at all", []),
    ],
)
def test_what_is_complete_is_read_and_nothing_else(reply: str, values: list[object]) -> None:
    assert [value for value in candidates(reply) if value != {}] == values


@pytest.mark.parametrize("repeated", ["{", '{"a":', "{'"])
def test_a_model_that_repeats_itself_costs_no_time(repeated: str) -> None:
    begun = time.process_time()
    assert list(candidates("So: {a} " + repeated * 10_000)) == []
    assert time.process_time() - begun < 2  # with each opening looked for to the end it is ten times that


@pytest.mark.parametrize(
    ("reply", "cut"),
    [('{"a": 1}', False), ('{"a": "x', True), ('{"a": [1', True), ("prose", False), ("", False)],
)
def test_a_cut_object_is_told_from_prose(reply: str, cut: bool) -> None:
    assert is_cut(reply) is cut


@given(st.text())
def test_any_text_is_read_without_an_error(text: str) -> None:
    list(candidates(text))
    is_cut(text)
    visible(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("<think>a</think>b", "b"),
        ("\n\n<think>a</think>\n\nb\n", "b\n"),
        ("a <think>x</think> b <think>y</think> c", "a  b  c"),
        ("1 < 2 and <b>bold</b>", "1 < 2 and <b>bold</b>"),
        ("say `<think>` in code", "say `<think>` in code"),
        ("```\n<think>x</think>\n```", "```\n<think>x</think>\n```"),
        ("reasoning</think>answer", "answer"),
        ("the tag `</think>` closes", "the tag `</think>` closes"),
        ("<think>never closed", ""),
        ("ends with <thi", "ends with <thi"),
    ],
)
def test_reasoning_is_left_out(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(
    st.lists(st.sampled_from(["<think>", "</think>", "<", "a", "`", "think>", "\n", "<thinking>", "文"])),
    st.data(),
)
def test_how_a_reply_is_split_changes_nothing(parts: list[str], data: st.DataObject) -> None:
    text = "".join(parts)
    sieve = Filter()
    whole = sieve.feed(text) + sieve.finish()
    split, place, shown = Filter(), 0, ""
    while place < len(text):
        size = data.draw(st.integers(1, 4))
        shown += split.feed(text[place : place + size])
        place += size
    assert shown + split.finish() == whole
