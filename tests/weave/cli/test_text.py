"""Widths, cuts and harmlessness of text in any script, and the tables made of it."""

from __future__ import annotations

import io

import pytest

from weave.cli.tables import counted, table
from weave.cli.terminal import Terminal, attach
from weave.cli.text import cut, harmless, one_line, pad, width, wrap

TITLES = ["❤️ clinic", "👩‍🔬 Ada", "🇱🇻 trip", "한글", "éclair", "plain"]


def terminal(width: int = 60, *, interactive: bool = True) -> Terminal:
    return Terminal(io.StringIO(), io.StringIO(), interactive, False, width)


def printed(place: Terminal) -> str:
    assert isinstance(place.out, io.StringIO)
    return place.out.getvalue()


@pytest.mark.parametrize(
    ("text", "cells"),
    [("plain", 5), ("한글", 4), ("❤️ clinic", 9), ("👩‍🔬 Ada", 6), ("🇱🇻 trip", 7), ("éclair", 6), ("", 0)],
)
def test_width_counts_cells(text: str, cells: int) -> None:
    assert width(text) == cells


def test_case_36_columns_after_emoji_and_wide_letters_line_up() -> None:
    place = terminal()
    table(place, ["title", "end"], [[title, "|"] for title in TITLES])
    lines = printed(place).splitlines()[1:]
    assert {width(line.rpartition("|")[0]) for line in lines} == {width("❤️ clinic") + 2}


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("cells", [1, 2, 3, 5])
def test_a_cut_never_exceeds_its_cells_nor_halves_a_character(title: str, cells: int) -> None:
    shown = cut(title * 3, cells)
    assert width(shown) <= cells
    assert shown.endswith("…")
    assert not shown.removesuffix("…").endswith("‍")


def test_what_fits_is_not_cut() -> None:
    assert [cut(title, width(title)) for title in TITLES] == TITLES


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mred", "a␛[31mred"),
        ("nul\x00", "nul␀"),
        ("\x9b2J", "�2J"),
        ("abc\u202etxt.exe", "abc�txt.exe"),
        ("\ud800", "�"),
        ("line\r\nnext\rlast", "line\nnext\nlast"),
        ("a\tb", "a    b"),
        ("👩‍🔬 stays", "👩‍🔬 stays"),
    ],
)
def test_text_cannot_act_on_the_terminal(text: str, shown: str) -> None:
    assert harmless(text) == shown


def test_one_line_has_no_breaks() -> None:
    assert one_line(" a\n\n b\u2028c ") == "a b c"


def test_pad_fills_by_cells() -> None:
    assert width(pad("한글", 7)) == 7


def test_wrapped_lines_keep_the_width_in_every_script() -> None:
    text = "昨日、叔母と梅干しを漬けた。" * 9 + "\nthe quick brown fox " * 3
    lines = wrap(text, 30)
    assert all(width(line) <= 30 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")


def test_a_table_is_cut_on_a_terminal_and_whole_elsewhere() -> None:
    rows = [["1", "word " * 60]]
    narrow, whole = terminal(50), terminal(50, interactive=False)
    table(narrow, ["id", "title"], rows)
    table(whole, ["id", "title"], rows)
    assert all(width(line) <= 50 for line in printed(narrow).splitlines())
    assert rows[0][1].strip() in printed(whole)


@pytest.mark.parametrize(("number", "words"), [(0, "0 memories"), (1, "1 memory"), (2000, "2,000 memories")])
def test_counts_agree_with_their_noun(number: int, words: str) -> None:
    assert counted(number, "memory", "memories") == words


def test_colour_needs_a_terminal_and_no_objection() -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    def coloured(stream: io.StringIO, **environment: str) -> bool:
        return attach(stream, io.StringIO(), environment).colour

    assert coloured(Screen())
    assert not coloured(Screen(), NO_COLOR="1")
    assert not coloured(Screen(), TERM="dumb")
    assert not coloured(io.StringIO())


def test_json_stays_valid_on_a_stream_that_is_not_utf_8() -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    attach(out, io.StringIO(), {}).data({"text": "é 日本 😀"})
    out.flush()
    assert isinstance(out.buffer, io.BytesIO)
    assert out.buffer.getvalue().isascii()
