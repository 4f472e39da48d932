"""The public data sets are read as they are published: times, evidence, kinds, and what is no such file."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from weave.bench.formats import load
from weave.bench.model import Name
from weave.errors import InvalidInput
from weave.model import Role

LOCOMO = [
    {
        "sample_id": "conv-1",
        "conversation": {
            "speaker_a": "Ana",
            "speaker_b": "Bo",
            "session_10_date_time": "12:05 am on 3 June, 2023",
            "session_10": [{"speaker": "Ana", "dia_id": "D10:1", "text": "The boat is sold."}],
            "session_2_date_time": "1:56 pm on 8 May, 2023",
            "session_2": [
                {"speaker": "Ana", "dia_id": "D2:1", "text": "I bought a boat."},
                {"speaker": "Bo", "dia_id": "D2:2", "text": "Look!", "blip_caption": "a red boat"},
            ],
        },
        "qa": [
            {"question": "What did Ana buy?", "answer": "a boat", "evidence": ["D2:1; D10:1"], "category": 1},
            {"question": "What did Bo sell?", "adversarial_answer": "x", "evidence": [], "category": 5},
        ],
    }
]
LONG = [
    {
        "question_id": "q1",
        "question_type": "knowledge-update",
        "question": "Where does the person live?",
        "answer": "Riga",
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_dates": ["2023/05/21 (Sun) 10:00", "2023/05/20 (Sat) 02:21"],
        "haystack_session_ids": ["b", "a"],
        "haystack_sessions": [
            [{"role": "user", "content": "I moved to Riga.", "has_answer": True}],
            [
                {"role": "user", "content": "Hello"},
                {"role": "assistant", "content": "Hi!", "has_answer": False},
            ],
        ],
        "answer_session_ids": ["b"],
    },
    {
        "question_id": "q2_abs",
        "question_type": "multi-session",
        "question": "Which dog?",
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_dates": ["2023/05/20 (Sat) 02:21"],
        "haystack_sessions": [[{"role": "user", "content": "Hello"}]],
    },
]


def _file(folder: Path, value: object) -> Path:
    path = folder / "data.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


def test_locomo_as_published_has_its_sessions_in_order_and_its_evidence_by_turn(tmp_path: Path) -> None:
    (talk,) = load(Name.LOCOMO, _file(tmp_path, LOCOMO))
    assert [turn.id for turn in talk.turns] == ["D2:1", "D2:2", "D10:1"]
    assert talk.turns[1].text == "Look! [shares a photo of a red boat]"
    assert talk.turns[0].time == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    assert talk.turns[2].time == datetime(2023, 6, 3, 0, 5, tzinfo=UTC)
    (asked,) = talk.questions
    assert (asked.kind, asked.evidence, talk.without) == ("multi-hop", {"D2:1", "D10:1"}, 1)


def test_longmemeval_as_published_is_a_haystack_for_each_question_in_the_order_of_time(
    tmp_path: Path,
) -> None:
    (talk,) = load(Name.LONGMEMEVAL, _file(tmp_path, LONG))
    assert [turn.text for turn in talk.turns] == ["Hello", "Hi!", "I moved to Riga."]
    assert [turn.role for turn in talk.turns] == [Role.USER, Role.ASSISTANT, Role.USER]
    (asked,) = talk.questions
    assert asked.evidence == {"1:0"} and asked.now == datetime(2023, 5, 30, 23, 40, tzinfo=UTC)


def test_the_plain_format_is_read_under_each_name_and_one_keeps_the_persons_messages_alone(
    tmp_path: Path,
) -> None:
    rows = [("user", "I like tea."), ("assistant", "Noted: tea.")]
    turns = [
        {"id": str(n), "session": 1, "time": f"2024-03-15T00:00:0{n}", "speaker": who, "text": said}
        for n, (who, said) in enumerate(rows)
    ]
    asked = {"question": "Tea?", "kind": "fact", "evidence": ["0", "1"], "now": "2024-04-01T00:00:00"}
    path = _file(tmp_path, {"conversations": [{"id": "c", "turns": turns, "questions": [asked]}]})
    assert [len(load(name, path)[0].turns) for name in Name] == [2, 2, 1]
    assert load(Name.BEAM_USER, path)[0].questions[0].evidence == {"0"}


@pytest.mark.parametrize(
    "value", ["", "not json", "[]", "[1]", '[{"a": 1}]', '[{"question_id": "x", ', LOCOMO]
)
def test_what_is_no_such_file_is_told_in_a_sentence(tmp_path: Path, value: object) -> None:
    with pytest.raises(InvalidInput, match=r"\.$"):
        load(Name.LONGMEMEVAL, _file(tmp_path, value))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"none\.json"):
        load(Name.LOCOMO, tmp_path / "none.json")
