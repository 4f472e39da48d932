"""An earlier conversation opened at the place, and what the assistant did in it."""

from datetime import timedelta

import pytest

from avery.agent.events import Called, Returned, Unrun
from avery.events import Reading
from avery.ui.deeds import deed, left_aside
from avery.ui.exchange import messages_of
from avery.ui.messages import Voice
from avery.ui.screens.reading import ReadingScreen
from tests.support.homes import NOW
from tests.support.screen import Host, picture
from weave.model import Role, Turn


def turn(place: int, text: str, role: Role = Role.USER, speaker: str = "user", complete: bool = True) -> Turn:
    return Turn(f"t{place}", role, speaker, text, NOW + timedelta(minutes=place), "talk", complete=complete)


TALK = tuple(turn(n, f"line {n} [/ [b 中文") for n in range(60))


@pytest.mark.parametrize("size", [(140, 45), (80, 24), (40, 12)])
async def test_the_talk_opens_at_the_turn_and_marks_it(size: tuple[int, int]) -> None:
    app = Host()
    async with app.run_test(size=size) as pilot:
        app.push_screen(ReadingScreen(Reading("On [/ flats", TALK, ("t20",))))
        await pilot.pause(0.2)
        shown = picture(app)
        assert "line 20 [/ [b 中文" in shown
        assert "this is where it comes from" in shown
        assert "On [/ flats" in shown
        assert "line 59" not in shown
        await pilot.press("alt+up", "escape")
        await pilot.pause()
        assert "line 20" not in picture(app)


async def test_a_turn_that_is_gone_leaves_the_talk_and_says_so() -> None:
    app = Host()
    async with app.run_test(size=(100, 20)) as pilot:
        app.push_screen(ReadingScreen(Reading("", TALK, ("purged",))))
        await pilot.pause(0.2)
        assert "The turn itself is gone" in picture(app)
        assert "An earlier chat" in picture(app)


def test_a_note_is_told_as_what_was_noted() -> None:
    call = Called("note", '{"text": "The [/ deposit is 300 €."}')
    noted = deed(call, Returned("note", "Noted in the pad of this task.", True))
    assert noted.words == "noted: The [/ deposit is 300 €."
    refused = Returned("note", "Nothing was noted: the note is empty.", False)
    assert deed(call, refused).words == "note: Nothing was noted: the note is empty."
    cut = Called("note", '{"text": "A long one that goes…')
    assert deed(cut, Returned("note", "Noted.", True)).words == "noted: A long one that goes…"


def test_any_other_call_is_told_with_what_it_gave() -> None:
    assert deed(Called("dice", "{}"), Returned("dice", "4\n2", True)).words == "dice → 4 (and 1 more line)"
    failed = deed(Called("dice", '{"n": 1}'), Returned("dice", "no", False))
    assert failed.words == "dice n=1 → failed · no"
    assert left_aside(Unrun(2, "Too many.")).words == "2 more calls left aside: Too many."


def test_earlier_calls_stand_with_the_reply_that_they_were_made_for() -> None:
    note = 'note {"text": "Kept."}\n→ Noted in the pad of this task.'
    turns = (
        turn(1, "Hello"),
        turn(2, note, Role.TOOL, "note"),
        turn(3, "Done.", Role.ASSISTANT, "assistant"),
        turn(4, "And?"),
        turn(5, note, Role.TOOL, "note", complete=False),
    )
    found = messages_of(turns)
    assert [message.voice for message in found] == [Voice.USER, Voice.AVERY, Voice.USER, Voice.AVERY]
    assert [deed.words for deed in found[1].deeds] == ["noted: Kept."]
    assert found[3].mark == "no reply"
