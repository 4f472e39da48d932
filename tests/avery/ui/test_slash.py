"""What is offered while a slash command is typed."""

from avery.ui.history import History
from avery.ui.slash import SlashHints, offers
from tests.support.screen import Host, picture

TASKS = ("Kitchen [/ 厨房", "Kitsune", "Tax return")


def test_commands_are_offered_until_their_argument_begins() -> None:
    assert [offer.text for offer in offers("/dis")] == ["/discard "]
    assert "/task NAME" in [offer.shown for offer in offers("/")]
    assert offers("/recall x") == offers("hello") == offers("/task a\nb") == offers("/nonsense") == ()


def test_open_tasks_are_offered_by_the_beginning_of_their_names() -> None:
    assert [offer.text for offer in offers("/task kit", TASKS)] == ["/task Kitchen [/ 厨房", "/task Kitsune"]
    assert len(offers("/task ", TASKS)) == 3
    assert offers("/task tax return", TASKS) == ()


async def test_the_hints_show_names_literally_and_complete_the_first() -> None:
    hints = SlashHints()
    hints.tasks = TASKS
    async with Host(hints).run_test(size=(40, 12)) as pilot:
        hints.follow("/task k")
        await pilot.pause()
        assert "Kitchen [/ 厨房" in picture(pilot.app)
        assert hints.completed("/task k") == "/task Kitchen [/ 厨房"
        assert hints.completed("/task x") is None
        strips = pilot.app.screen._compositor.render_strips()
        assert {strip.cell_length for strip in strips} == {40}
        hints.follow("hello")
        assert not hints.display


def test_dropped_texts_come_back_by_no_key() -> None:
    history = History(["one", "secret", "two", "secret"])
    history.drop(["secret"])
    assert [history.older(""), history.older(""), history.older("")] == ["two", "one", None]
