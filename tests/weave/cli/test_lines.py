"""The reading of a file of turns: what is a turn, what is refused, and that ids stay the same."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from weave.cli.lines import EXAMPLES, TurnReader, conversation_id
from weave.model import Role, Turn

MANILA = ZoneInfo("Asia/Manila")
GOOD = {"time": "2026-11-30T14:02:11+08:00", "speaker": "Ana", "text": "The ferry leaves at six."}


def read(*lines: object, name: str = "talk.jsonl", raw: bytes | None = None) -> tuple[list[Turn], TurnReader]:
    data = raw if raw is not None else b"".join(_encoded(line) for line in lines)
    reader = TurnReader(io.BytesIO(data), name, MANILA)
    return list(reader), reader


def _encoded(line: object) -> bytes:
    return line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n"


def test_a_line_becomes_a_turn_with_every_field() -> None:
    full = GOOD | {"id": "a1", "session": 3, "role": "Assistant", "task": "trip"}
    [turn], reader = read(full)
    assert (turn.id, turn.role, turn.speaker, turn.text) == ("a1", Role.ASSISTANT, "Ana", GOOD["text"])
    assert (turn.session, turn.task, turn.conversation) == ("3", "trip", conversation_id("talk.jsonl", "3"))
    assert turn.time == datetime(2026, 11, 30, 14, 2, 11, tzinfo=timezone(timedelta(hours=8)))
    assert (reader.turns, reader.refused, reader.empty) == (1, 0, 0)


def test_a_missing_role_is_the_user_and_a_missing_speaker_the_role() -> None:
    [turn], _ = read({"time": "2026-11-30", "text": "hello"})
    assert (turn.role, turn.speaker) == (Role.USER, "user")


def test_a_time_without_offset_is_in_the_configured_zone() -> None:
    [turn], _ = read(GOOD | {"time": "2026-11-30T08:00:00"})
    assert turn.time.astimezone(UTC) == datetime(2026, 11, 30, 0, 0, tzinfo=UTC)


def test_blank_lines_a_byte_order_mark_and_crlf_are_no_obstacle() -> None:
    line = json.dumps(GOOD).encode()
    turns, reader = read(raw=b"\xef\xbb\xbf" + line + b"\r\n\r\n   \n" + line.replace(b"six", b"ten"))
    assert [turn.text for turn in turns] == ["The ferry leaves at six.", "The ferry leaves at ten."]
    assert reader.refused == 0


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"not json\n", "not JSON"),
        (b"[1, 2]\n", "JSON object"),
        (b'"text"\n', "JSON object"),
        (b'{"text": "caf\xe9"}\n', "not UTF-8"),
        (b'{"a":' * 100_000 + b"\n", "not JSON"),
        ({"speaker": "Ana", "text": "x"}, "time is missing"),
        (GOOD | {"time": 1_700_000_000}, "time must be a string"),
        (GOOD | {"time": "yesterday"}, "is not a time"),
        (GOOD | {"time": "9999-12-31T23:59:59-12:00"}, "years 1 to 9999"),
        (GOOD | {"role": "narrator"}, "user, assistant, tool, other"),
        (GOOD | {"text": None}, "text is missing"),
        (GOOD | {"text": 7}, "text must be a string"),
        (GOOD | {"id": {"a": 1}}, "id must be"),
        (GOOD | {"task": ["x"]}, "task must be"),
    ],
)
def test_a_bad_line_is_refused_with_its_number_and_the_others_go_on(line: object, reason: str) -> None:
    turns, reader = read(GOOD, line, GOOD | {"text": "after"})
    assert [turn.text for turn in turns] == [GOOD["text"], "after"]
    assert reader.refused == 1
    assert reader.refusals[0].line == 2
    assert reason in reader.refusals[0].reason


def test_only_the_first_refusals_are_kept_and_all_are_counted() -> None:
    _, reader = read(*[b"x\n"] * 50)
    assert (reader.refused, len(reader.refusals)) == (50, EXAMPLES)


def test_a_utf_16_file_is_named_as_one() -> None:
    turns, reader = read(raw=json.dumps(GOOD).encode("utf-16"))
    assert not turns
    assert "UTF-16" in reader.refusals[0].reason


def test_lines_without_words_are_counted_and_not_refused() -> None:
    turns, reader = read(GOOD, GOOD | {"text": " \n "})
    assert (len(turns), reader.empty, reader.refused) == (1, 1, 0)


@pytest.mark.parametrize("session", [1, 1.5, True, "first", "Sitzung ä/ö", {"a": 1}, ["x"], None, "", "日本"])
def test_a_session_of_any_type_names_a_conversation_fit_for_a_file(session: object) -> None:
    [turn], _ = read(GOOD | {"session": session}, name="Why? C:\\temp\\aux: plan " + "長" * 200 + ".jsonl")
    assert len((turn.conversation + ".jsonl").encode()) <= 255
    assert not set(turn.conversation) & set('/\\:\0"<>|?*. ')


def test_sessions_and_files_never_share_a_conversation() -> None:
    names = [
        ("a.jsonl", None),
        ("b.jsonl", None),
        ("a.jsonl", ""),
        ("a.jsonl", "1"),
        ("a.jsonl", "1 "),
        ("A", "1"),
    ]
    assert len({conversation_id(name, session) for name, session in names}) == len(names)


def test_a_file_read_again_names_the_same_turns_also_after_lines_were_added() -> None:
    lines = [GOOD | {"text": text} for text in ("one", "two", "yes", "yes")]
    first, _ = read(*lines)
    again, _ = read(GOOD | {"text": "zero"}, *lines)
    assert [turn.id for turn in again[1:]] == [turn.id for turn in first]
    assert len({turn.id for turn in again}) == 5


def test_the_same_id_with_other_words_is_another_turn_and_with_the_same_words_a_repeat() -> None:
    lines = [GOOD | {"id": "1"}, GOOD | {"id": "1", "text": "other"}, GOOD | {"id": "1"}]
    turns, reader = read(*lines)
    assert [turn.text for turn in turns] == [GOOD["text"], "other"]
    assert len({turn.id for turn in turns}) == 2
    assert reader.repeated == 1
    assert [turn.id for turn in read(*lines)[0]] == [turn.id for turn in turns]


def test_a_reader_that_was_told_to_stop_ends_at_the_next_turn() -> None:
    reader = TurnReader(io.BytesIO(b"".join(_encoded(GOOD | {"id": n}) for n in range(100))), "x", MANILA)
    taken = []
    for turn in reader:
        taken.append(turn)
        if len(taken) == 3:
            reader.stop()
    assert len(taken) == 3


def test_it_reads_line_by_line_and_knows_how_far_it_is() -> None:
    data = b"".join(_encoded(GOOD | {"id": n}) for n in range(1000))
    stream = io.BytesIO(data)
    reader = TurnReader(stream, "x", MANILA)
    next(iter(reader))
    assert 0 < reader.bytes_read == stream.tell() < len(data)
