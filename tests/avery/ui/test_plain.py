"""Foreign text is shown, never obeyed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from avery.ui.plain import clusters, one_line, plain


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("a\x1b[31mred\x1b[0m", "ared"),
        ("\x1b]0;title\x07x", "x"),
        ("\x1b]52;c;aGFjaw==\x1b\\y", "y"),
        ("nul\x00bell\x07", "nul␀bell␇"),
        ("win\r\nmac\rend", "win\nmac\nend"),
        ("\ud800lone", "\N{REPLACEMENT CHARACTER}lone"),
        ("safe\u202eevil", "safeevil"),
        ("c1\x9b31mx", "c1x"),
        ("[/ [b list[0] = [red]", "[/ [b list[0] = [red]"),
        ("a\tb", "a   b"),
    ],
)
def test_terminal_commands_are_neutralised(raw: str, shown: str) -> None:
    assert plain(raw) == shown


@given(st.text())
def test_no_control_character_survives_but_the_line_feed(text: str) -> None:
    assert not [c for c in plain(text) if (ord(c) < 32 and c != "\n") or 0x7F <= ord(c) < 0xA0]


@given(st.text())
def test_plain_text_stays_as_it_is_the_second_time(text: str) -> None:
    assert plain(plain(text)) == plain(text)


def test_tabs_are_kept_for_text_that_will_be_sent() -> None:
    assert plain("a\tb\x1b[1m", tabs=True) == "a\tb"


def test_a_title_is_one_short_line() -> None:
    assert one_line("a\n b\x1b[31m  c") == "a b c"
    assert len(one_line("word " * 1000, 40)) <= 40


def test_case_36_a_character_is_what_a_person_sees_as_one() -> None:
    assert clusters("❤️👩‍🔬🇱🇻🇵🇭e\u0301한") == ["❤️", "👩‍🔬", "🇱🇻", "🇵🇭", "e\u0301", "한"]


@given(st.text())
def test_clusters_lose_nothing(text: str) -> None:
    assert "".join(clusters(text)) == text
