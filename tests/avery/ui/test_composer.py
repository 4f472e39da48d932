"""The composer: Enter sends, a paste never does, history walks, clusters are whole."""

from collections.abc import Sequence

import pytest
from textual import events
from textual.pilot import Pilot

from avery.ui.composer import BURST, Composer
from tests.support.screen import Host, picture

THREE = "ligne 1\nligne 2\r\nligne 3\n"


class Desk(Host):
    """Collects what is sent."""

    def __init__(self) -> None:
        self.composer = Composer()
        self.sent: list[str] = []
        super().__init__(self.composer)

    def on_composer_submitted(self, event: Composer.Submitted) -> None:
        self.sent.append(event.text)

    async def paste(self, pilot: Pilot[None], text: str) -> None:
        self.composer.post_message(events.Paste(text))
        await pilot.pause()

    async def type_at_once(self, pilot: Pilot[None], keys: Sequence[str]) -> None:
        """A raw key stream: every key in the same moment, as one read of the terminal gives it."""
        for key in keys:
            character = {"enter": "\r", "backspace": "\x7f"}.get(key, key if len(key) == 1 else None)
            self.composer.post_message(events.Key(key, character))
        await pilot.pause(BURST * 4)


async def typed(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.pause(BURST * 1.5)
        await pilot.press(key)


async def test_enter_sends_and_empties() -> None:
    app = Desk()
    async with app.run_test() as pilot:
        await typed(pilot, "h", "i", "enter")
        await pilot.pause(0.1)
        assert app.sent == ["hi"]
        assert app.composer.text == ""


async def test_an_empty_message_is_not_sent() -> None:
    app = Desk()
    async with app.run_test() as pilot:
        await typed(pilot, "space", "enter")
        await pilot.pause(0.1)
        assert app.sent == []


@pytest.mark.parametrize("key", ["ctrl+j", "shift+enter", "alt+enter"])
async def test_a_new_line_can_be_had_in_several_ways(key: str) -> None:
    app = Desk()
    async with app.run_test() as pilot:
        await typed(pilot, "a", key, "b", "enter")
        await pilot.pause(0.1)
        assert app.sent == ["a\nb"]


async def test_backslash_and_enter_make_a_new_line() -> None:
    app = Desk()
    async with app.run_test() as pilot:
        await typed(pilot, "a", "\\", "enter", "b", "enter")
        await pilot.pause(0.1)
        assert app.sent == ["a\nb"]


async def test_case_39_a_paste_never_sends_and_enter_sends_it_once() -> None:
    app = Desk()
    async with app.run_test() as pilot:
        await app.paste(pilot, THREE)
        assert app.sent == []
        assert app.composer.draft == "ligne 1\nligne 2\nligne 3\n"
        await pilot.pause(0.1)
        await pilot.press("enter")
        await pilot.pause(0.1)
        assert app.sent == ["ligne 1\nligne 2\nligne 3\n"]


async def test_case_39_a_giant_paste_is_folded_and_sent_whole() -> None:
    app = Desk()
    whole = "\n".join(f"line {n} of the log" for n in range(12_000))
    async with app.run_test() as pilot:
        await app.paste(pilot, whole)
        assert app.composer.text == "[pasted 12,000 lines]"
        assert app.sent == []
        assert app.composer.draft == whole
        await pilot.pause(0.1)
        await pilot.press("enter")
        await pilot.pause(0.1)
        assert app.sent == [whole]


async def test_two_giant_pastes_keep_apart_and_backspace_takes_one_whole() -> None:
    app = Desk()
    async with app.run_test() as pilot:
        await app.paste(pilot, "a\n" * 100)
        await app.paste(pilot, "b\n" * 100)
        assert app.composer.text == "[pasted 100 lines][pasted 100 lines #2]"
        await pilot.press("backspace")
        assert app.composer.draft == "a\n" * 100


async def test_case_39_a_raw_key_stream_of_lines_is_not_sent_line_by_line() -> None:
    app = Desk()
    async with app.run_test() as pilot:
        await app.type_at_once(pilot, [*"eins", "enter", *"zwei", "enter", *"drei", "enter"])
        assert app.sent == []
        assert app.composer.draft == "eins\nzwei\ndrei\n"


async def test_one_line_and_enter_at_once_are_sent() -> None:
    app = Desk()
    async with app.run_test() as pilot:
        await app.type_at_once(pilot, [*"hello", "enter"])
        assert app.sent == ["hello"]


async def test_pasted_terminal_commands_are_taken_out_and_tabs_kept() -> None:
    app = Desk()
    async with app.run_test() as pilot:
        await app.paste(pilot, "a\x1b[31m\tb\x1b]0;x\x07")
        assert app.composer.draft == "a\tb"


async def test_the_history_walks_and_returns_to_the_draft() -> None:
    app = Desk()
    async with app.run_test() as pilot:
        await typed(pilot, "1", "enter")
        await pilot.pause(0.1)
        await typed(pilot, "2", "enter")
        await pilot.pause(0.1)
        await typed(pilot, "d", "up")
        assert app.composer.text == "2"
        await pilot.press("up")
        assert app.composer.text == "1"
        await pilot.press("up")
        assert app.composer.text == "1"
        await pilot.press("down", "down")
        assert app.composer.text == "d"


async def test_it_grows_to_ten_rows_and_no_further() -> None:
    app = Desk()
    async with app.run_test(size=(60, 30)) as pilot:
        await pilot.pause()
        assert app.composer.size.height == 1
        await app.paste(pilot, "\n".join("abcdef"))
        await pilot.pause()
        assert app.composer.size.height == 6
        await app.paste(pilot, "\n".join("abcdefghijkl"))
        await pilot.pause()
        assert app.composer.size.height == 10


async def test_case_36_backspace_removes_a_whole_character() -> None:
    app = Desk()
    async with app.run_test() as pilot:
        for character in ("❤️", "👩‍🔬", "🇱🇻", "한", "e\u0301"):
            await app.paste(pilot, f"x{character}")
            await pilot.press("backspace")
            assert app.composer.text == "x", character
            await pilot.press("backspace")


async def test_a_failed_message_returns_unless_something_else_is_written() -> None:
    app = Desk()
    async with app.run_test() as pilot:
        app.composer.take_back("lost words")
        assert app.composer.text == "lost words"
        app.composer.take_back("others")
        assert app.composer.text == "lost words"
        await pilot.pause()


async def test_case_37_brackets_are_typed_literally() -> None:
    app = Desk()
    async with app.run_test() as pilot:
        await app.paste(pilot, "[/ [b list[0] = [red]")
        await pilot.pause()
        assert "[/ [b list[0] = [red]" in picture(app)


async def test_clearing_keeps_the_draft_in_the_history() -> None:
    app = Desk()
    async with app.run_test() as pilot:
        await typed(pilot, "x")
        assert app.composer.clear_draft()
        assert not app.composer.clear_draft()
        await pilot.press("up")
        assert app.composer.text == "x"


async def test_keys_act_in_the_order_in_which_they_were_typed() -> None:
    app = Desk()
    async with app.run_test() as pilot:
        await app.type_at_once(pilot, [*"ab", "backspace", *"cd", "left", "x"])
        assert app.composer.text == "acxd"


async def test_a_folded_paste_unfolds_in_its_place_unless_it_is_giant() -> None:
    app = Desk()
    async with app.run_test() as pilot:
        await pilot.press("a")
        await app.paste(pilot, "b\n" * 99 + "c")
        assert app.composer.text == "a[pasted 100 lines]"
        await pilot.press("tab")
        assert app.composer.text == app.composer.draft == "a" + "b\n" * 99 + "c"
        app.composer.set_draft("")
        await app.paste(pilot, "d\n" * 12_000)
        await pilot.press("tab")
        assert app.composer.text == "[pasted 12,000 lines]"
