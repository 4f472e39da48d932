"""Values cross exactly as they are, whatever they hold; what is of another type does not come out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

import pytest

from tests.support.memories import NOW, memory
from weave.errors import HomeBusy, ModelUnavailable, WeaveError
from weave.model import Memory, MemoryType, State
from weave.serving import failures
from weave.serving.codec import Unfit, codec
from weave.serving.parts import ITEMS, joined, split
from weave.serving.wire import Malformed, unpacked

ODD = ["", "\0", "\ud800 lone", "日本語 ไทย עברית 🐈‍⬛", 'q"\\uote\n## no\r\n-->']


def across(hint: object, value: object) -> object:
    """A value written, as JSON, and read again."""
    kind = codec(hint)
    return kind.decode(json.loads(json.dumps(kind.encode(value))))


@pytest.mark.parametrize("text", ODD)
def test_a_memory_crosses_whole_whatever_its_text(text: str) -> None:
    full = replace(memory(text or "x"), text=text, title=text, extra=(("key", text),), occurred=NOW)
    assert across(Memory, full) == full


@pytest.mark.parametrize(
    ("hint", "value"),
    [
        (datetime, NOW),
        (datetime, datetime(2026, 10, 25, 2, 30, tzinfo=ZoneInfo("Europe/Berlin"), fold=1)),
        (datetime, datetime(2026, 3, 1, tzinfo=timezone(timedelta(hours=5, minutes=45)))),
        (date, date(2026, 12, 1)),
        (float, 1),
        (int | None, None),
        (Path | str, "a/b"),
        (State | None, State.ACTIVE),
        (tuple[int, str], (1, "a")),
        (dict[str, tuple[str, ...]], {"a": ("b",), "": ()}),
        (Mapping[MemoryType, int], {MemoryType.ERROR: 2}),
        (frozenset[str], frozenset({"a"})),
        (Literal["a", 1], 1),
        (list[float | str], [0.5, "0.5"]),
    ],
)
def test_values_cross_exactly(hint: object, value: object) -> None:
    found = across(hint, value)
    assert found == value and type(found) is type(value)


def test_a_zone_keeps_its_name_and_a_path_its_place() -> None:
    moment = across(datetime, NOW.astimezone(ZoneInfo("Asia/Manila")))
    assert isinstance(moment, datetime) and str(moment.tzinfo) == "Asia/Manila"
    assert across(Path, Path("a.pdf")) == Path.cwd() / "a.pdf"


@pytest.mark.parametrize(
    ("hint", "raw"),
    [
        (str, 1),
        (int, True),
        (int, 1.0),
        (bool, 0),
        (float, "1"),
        (datetime, "yesterday"),
        (datetime, "2026-12-01T00:00:00+00:00 ../../etc/passwd"),
        (State, "unheard"),
        (State, ["active"]),
        (Sequence[str], "abc"),
        (Sequence[str], {"parts": 0}),
        (Mapping[str, int], {"a": 1}),
        (int | None, [7, 1]),
        (int | None, None),
        (Memory, []),
        (Memory, {"id": "x"}),
        (tuple[int, str], [1]),
    ],
)
def test_what_is_of_another_type_does_not_come_out(hint: object, raw: object) -> None:
    with pytest.raises(Unfit):
        codec(hint).decode(raw)  # type: ignore[arg-type]


@pytest.mark.parametrize("hint", [object, Callable[[str], None], "Memory", type(json)])
def test_a_type_without_a_form_does_not_cross(hint: object) -> None:
    with pytest.raises(Unfit):
        codec(hint)


def test_long_lists_go_in_parts_and_come_together() -> None:
    value = [[str(number) for number in range(3 * ITEMS + 1)], [1, [2]], list(range(ITEMS + 1))]
    made = split(value)  # type: ignore[arg-type]
    lists: dict[int, list[object]] = {}
    for number, items in made.pieces():
        assert len(items) <= ITEMS
        lists.setdefault(number, []).extend(items)
    assert joined(made.value, lists) == value  # type: ignore[arg-type]
    with pytest.raises(Unfit):
        joined(made.value, {})


@pytest.mark.parametrize(
    "error",
    [
        HomeBusy("It is in use.", 12),
        ModelUnavailable("Away.", transient=True, retry_after=2.5),
        WeaveError("Plain."),
    ],
)
def test_an_error_crosses_by_class_sentence_and_fields(error: WeaveError) -> None:
    found = failures.decode(json.loads(json.dumps(failures.encode(error))))
    assert (type(found), str(found), vars(found)) == (type(error), str(error), vars(error))


def test_an_error_of_no_known_class_is_told_of_as_a_sentence() -> None:
    assert "RuntimeError: no" in str(failures.decode(failures.encode(RuntimeError("no"))))
    assert type(failures.decode({"class": "SystemExit", "message": "x", "fields": {}})) is WeaveError
    assert isinstance(failures.decode("x"), WeaveError)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'{"a":1}', b"\xff", b"[" * 100_000, b"9" * 5_000]
)
def test_bytes_that_are_no_frame_are_refused(body: bytes) -> None:
    with pytest.raises(Malformed):
        unpacked(body)
