"""A broken element costs itself alone, and a large list the memory of one element."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator

import pytest

from weave.errors import InvalidInput
from weave.porting.json_stream import Broken, elements


def accepts(value: object) -> bool:
    return isinstance(value, dict) and "mapping" in value


def talk(number: int, text: str = "said") -> str:
    return json.dumps({"title": f"t{number}", "mapping": {"a": {"id": "a", "text": text}}})


def read(text: str) -> list[object]:
    return list(elements(io.BytesIO(text.encode("utf-8", "surrogatepass")), accepts, ("conversations",)))


def titles(found: list[object]) -> list[object]:
    return [one.number if isinstance(one, Broken) else one["title"] for one in found]  # type: ignore[index]


@pytest.mark.parametrize(
    "bad",
    [
        '{"title": "t2", "mapping": {"a": oops}}',
        '{"title": "t2", "mapping": {"a": {"text": "no end}}}',
        '{"title": "t2", "mapping": {"a": [1, 2}}',
        '{"title": "t2" "mapping": {}}',
        '{"title": "t2", "mapping": {"a": {"text": "b\\x"}}}',
    ],
)
def test_a_broken_element_is_named_and_the_others_are_read(bad: str) -> None:
    for size in (10, 400_000):
        text = "[" + ",\n".join([talk(1, "x" * size), bad, talk(3), talk(4, "y" * size)]) + "]"
        assert titles(read(text)) == ["t1", 2, "t3", "t4"]


def test_a_file_that_was_cut_loses_its_last_element_only() -> None:
    found = read("[" + talk(1) + ", " + talk(2)[:-9])
    assert titles(found) == ["t1", 2]
    assert isinstance(found[1], Broken)
    assert "ends in the middle" in found[1].fault


def test_lines_objects_and_lists_under_a_key_are_read() -> None:
    assert titles(read(talk(1) + "\n" + talk(2) + "\n")) == ["t1", "t2"]
    assert titles(read(talk(1))) == ["t1"]
    assert titles(read('{"n": 2, "conversations": [' + talk(1) + "," + talk(2) + "]}")) == ["t1", "t2"]
    assert read("[]") == []
    assert titles(read("\ufeff[" + talk(1, "\ud83d 漢字 🦀") + "]")) == ["t1"]


@pytest.mark.parametrize("text", ["", "  \n", "hello", "<html>"])
def test_what_is_no_json_is_said_so(text: str) -> None:
    with pytest.raises(InvalidInput):
        read(text)


def test_deep_nesting_is_one_broken_element() -> None:
    deep = '{"title": "t1", "mapping": ' + "[" * 200_000 + "]" * 200_000 + "}"
    assert titles(read("[" + deep + "," + talk(2) + "]")) == [1, "t2"]


def test_the_memory_of_one_element_is_enough() -> None:
    element = talk(1, "z" * 10_000).encode() + b","

    class Endless(io.RawIOBase):
        """Sixty megabytes that are never held."""

        def __init__(self) -> None:
            self.pieces: Iterator[bytes] = iter([b"[", *[element] * 6_000, b"null]"])
            self.rest = b""

        def read(self, size: int = -1) -> bytes:
            while len(self.rest) < size and (piece := next(self.pieces, b"")):
                self.rest += piece
            out, self.rest = self.rest[:size], self.rest[size:]
            return out

    import tracemalloc

    tracemalloc.start()
    count = sum(1 for _ in elements(Endless(), accepts))  # type: ignore[arg-type]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 6_001
    assert peak < 8 << 20
