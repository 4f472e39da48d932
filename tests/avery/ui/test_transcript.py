"""The virtual transcript: follows, keeps the reader's place, selects, folds, and opens long chats at once."""

import time
from dataclasses import replace
from datetime import UTC, datetime

from textual.geometry import Offset
from textual.selection import Selection

from avery.ui.messages import Message, Voice
from avery.ui.transcript import Transcript
from tests.support.screen import Host, picture, rows

NOW = datetime(2026, 11, 30, 14, 2, tzinfo=UTC)
HOSTILE = "[/ [b list[0] = [red] [/INST] \x1b[31mred\x1b[0m \x00 \u202eabc ❤️ 👩‍🔬 🇱🇻 한글 العربية"


def user(text: str) -> Message:
    return Message(Voice.USER, text, NOW)


def avery(text: str) -> Message:
    return Message(Voice.AVERY, text, NOW)


def long_chat(count: int) -> list[Message]:
    reply = "A heading\n\n- item one\n- item two\n\n```python\nprint('x')\n```\n\nSome prose that wraps " * 3
    return [user(f"question {n}") if n % 2 == 0 else avery(f"{reply} end {n}") for n in range(count)]


async def test_what_arrives_is_followed_to_the_end() -> None:
    view = Transcript()
    async with Host(view).run_test(size=(60, 12)) as pilot:
        for message in long_chat(6):
            view.add(message)
        await pilot.pause()
        assert "end 5" in picture(pilot.app)
        assert view.following


async def test_a_reader_who_scrolled_up_is_not_pulled_down() -> None:
    view = Transcript()
    async with Host(view).run_test(size=(60, 14)) as pilot:
        view.load(long_chat(20))
        await pilot.pause()
        view.focus()
        await pilot.press("pageup", "pageup")
        await pilot.pause(0.5)
        before = [row[:58].rstrip() for row in rows(pilot.app)[:-1]]
        view.add(user("new\nnews"))
        await pilot.pause()
        assert [row[:58].rstrip() for row in rows(pilot.app)[:-1]] == before
        assert "new lines below, End to follow" in rows(pilot.app)[-1]
        await pilot.press("end")
        await pilot.pause()
        assert "news" in picture(pilot.app)
        assert view.new_lines == 0


async def test_five_thousand_messages_open_at_once_and_scroll_everywhere() -> None:
    view = Transcript()
    async with Host(view).run_test(size=(80, 24)) as pilot:
        started = time.process_time()
        view.load(long_chat(5_000))
        spent = time.process_time() - started
        await pilot.pause()
        assert spent < 1.0
        assert "end 4999" in picture(pilot.app)
        view.focus()
        await pilot.press("home")
        await pilot.pause()
        assert "question 0" in picture(pilot.app)


async def test_a_resize_keeps_the_line_at_the_top_in_place() -> None:
    view = Transcript()
    async with Host(view).run_test(size=(100, 16)) as pilot:
        view.load([user(f"message number {n}") for n in range(200)])
        await pilot.pause()
        view.scroll_to(y=300, animate=False)
        await pilot.pause()
        top = next(row for row in rows(pilot.app) if "message number" in row)
        await pilot.resize_terminal(60, 16)
        await pilot.pause()
        assert any(top.strip() in row for row in rows(pilot.app)[:4])


async def test_a_live_message_shows_its_mark_then_its_text() -> None:
    view = Transcript()
    async with Host(view).run_test(size=(60, 12)) as pilot:
        place = view.add(Message(Voice.AVERY, "", NOW, "thinking …", live=True))
        await pilot.pause()
        assert "thinking …" in picture(pilot.app)
        for fragment in ("Hel", "lo **wor", "ld**"):
            view.feed(place, fragment)
        await pilot.pause(0.2)
        assert "Hello world" in picture(pilot.app)
        whole = view.finish(place, "stopped")
        await pilot.pause()
        assert whole.text == "Hello **world**"
        assert "stopped" in picture(pilot.app)


async def test_case_37_hostile_text_is_shown_literally_by_every_voice() -> None:
    view = Transcript()
    async with Host(view).run_test(size=(110, 30)) as pilot:
        for voice in Voice:
            view.add(Message(voice, HOSTILE, NOW, mark=HOSTILE))
        await pilot.pause()
        shown = picture(pilot.app)
        assert shown.count("[/ [b list[0] = [red] [/INST] red ␀ abc") >= len(Voice)
        assert "\x1b" not in shown


async def test_a_selection_copies_text_without_gutters() -> None:
    view = Transcript()
    async with Host(view).run_test(size=(60, 12)) as pilot:
        view.add(user("first line\nsecond line"))
        view.add(avery("the answer"))
        await pilot.pause()
        found = view.get_selection(Selection(Offset(0, 1), Offset(13, 5)))
        assert found is not None
        assert found[0] == "first line\nsecond line\n\nAvery  14:02\nthe answer"
        everything = view.get_selection(Selection(None, None))
        assert everything is not None
        assert everything[0].endswith("the answer\n")


async def test_dragging_the_mouse_selects_in_the_transcript() -> None:
    view = Transcript()
    app = Host(view)
    async with app.run_test(size=(60, 12)) as pilot:
        view.add(user("drag over this"))
        await pilot.pause()
        await pilot.mouse_down(view, offset=(3, 1))
        await pilot.hover(view, offset=(12, 1))
        await pilot.mouse_up(view, offset=(12, 1))
        await pilot.pause()
        assert app.screen.get_selected_text() in ("drag over", "drag over ")


async def test_the_message_cursor_walks_and_copies() -> None:
    view = Transcript()
    app = Host(view)
    async with app.run_test(size=(60, 12)) as pilot:
        view.add(user("one"))
        view.add(avery("two **bold**"))
        view.focus()
        view.move_cursor(-1)
        await pilot.pause()
        assert view.pointed is not None
        assert view.pointed.text == "two **bold**"
        await pilot.press("y")
        assert app.clipboard == "two **bold**"
        view.move_cursor(-1)
        assert view.pointed.text == "one"


async def test_a_giant_message_is_folded_and_unfolds() -> None:
    view = Transcript()
    async with Host(view).run_test(size=(60, 24)) as pilot:
        view.add(user("\n".join(f"line {n}" for n in range(12_000))))
        await pilot.pause()
        assert "11,988 more lines" in picture(pilot.app)
        view.focus()
        view.move_cursor(-1)
        await pilot.press("enter")
        await pilot.pause()
        assert view.virtual_size.height > 12_000


async def test_case_36_wide_characters_keep_every_row_at_the_same_width() -> None:
    view = Transcript()
    async with Host(view).run_test(size=(40, 16)) as pilot:
        for text in ("❤️ clinic " * 9, "👩‍🔬 Ada " * 9, "🇱🇻 trip " * 9, "한글" * 30, "éclair " * 9):
            view.add(user(text))
        await pilot.pause()
        strips = pilot.app.screen._compositor.render_strips()
        assert {strip.cell_length for strip in strips} == {40}
        assert not any("\N{REPLACEMENT CHARACTER}" in strip.text for strip in strips)


async def test_the_light_theme_draws_everything_anew() -> None:
    view = Transcript()
    app = Host(view)
    async with app.run_test(size=(60, 12)) as pilot:
        view.add(avery("hello `code`"))
        await pilot.pause()
        app.theme = "avery-light"
        await pilot.pause()
        assert "hello code" in picture(app)


async def test_messages_that_are_taken_away_leave_the_others_in_their_order() -> None:
    view = Transcript()
    async with Host(view).run_test(size=(60, 12)) as pilot:
        view.load([user(f"question {n}") for n in range(6)])
        live = view.add(Message(Voice.AVERY, "", NOW, live=True))
        view.feed(live, "still com")
        moved = view.keep(lambda message: message.text not in ("question 1", "question 4"))
        assert moved == {0: 0, 2: 1, 3: 2, 5: 3, 6: 4}
        view.feed(moved[live], "ing")
        await pilot.pause(0.3)
        assert "still coming" in picture(pilot.app)
        assert "question 4" not in picture(pilot.app)
        assert view.following


async def test_a_turn_is_gone_to_wherever_it_stands() -> None:
    view = Transcript()
    async with Host(view).run_test(size=(60, 12)) as pilot:
        view.load([replace(user(f"question {n}"), turn=f"t{n}") for n in range(300)])
        await pilot.pause()
        assert view.go_to("t150")
        await pilot.pause()
        assert "question 150" in picture(pilot.app)
        assert not view.following
        assert not view.go_to("elsewhere")
        view.add(user("news"))
        await pilot.pause()
        assert "new line" in rows(pilot.app)[-1]


async def test_a_notice_unfolds_into_what_it_has_to_say_more() -> None:
    view = Transcript()
    async with Host(view).run_test(size=(60, 12)) as pilot:
        view.add(Message(Voice.NOTICE, "It is ended.", detail="Two went [/ in.\nOne did not."))
        await pilot.pause()
        assert "Two went" not in picture(pilot.app)
        view.focus()
        view.move_cursor(-1)
        await pilot.press("enter")
        await pilot.pause()
        assert "Two went [/ in." in picture(pilot.app)
