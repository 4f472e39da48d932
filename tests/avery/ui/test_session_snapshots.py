"""The page of past chats and the picker of models, each as a text that is read in review; at no size is anything cut."""

from collections.abc import Sequence
from datetime import UTC, timedelta

import pytest

from avery.events import Models
from avery.session_events import Chats, NotDone
from avery.ui.screens.asking import AskingScreen
from avery.ui.screens.model import ModelScreen
from avery.ui.screens.sessions import SessionsScreen
from tests.support.homes import NOW
from tests.support.screen import Host, picture, until
from tests.support.snapshots import as_kept
from weave.journal import ConversationInfo
from weave.model import Role
from weave.talks.searching import Piece, Talk

SIZES = [(140, 45), (80, 24), (60, 20), (40, 12)]
TITLES = (
    "The harbour and its lamps",
    "❤️ 👩‍🔬 한글 [/ [b",
    "",
    "Why? C:\\temp\\aux: plan " * 6,
    "会議の準備について" * 8,
)


class Asked:
    """Notes what is asked; the test answers."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def search(self, number: int, query: str) -> None:
        self.numbers.append(number)

    def read(self, conversation: str, marked: Sequence[str]) -> None: ...
    def rename(self, conversation: str | None, title: str) -> None: ...
    def export(self, conversation: str | None, path: str) -> None: ...


def talks(found: int) -> tuple[Talk, ...]:
    pieces = (
        Piece("t1", Role.USER, "user", "Is the [/ lamp red, or is it green? 日本語"),
        Piece(
            "t2",
            Role.ASSISTANT,
            "assistant",
            "…it is red, as you said: the lamp " + "on the quay " * 12,
            True,
        ),
    )
    infos = [
        ConversationInfo(
            f"2026-11-{n + 10}-1402-ab12c{n}",
            title,
            NOW - (n + 1) * timedelta(hours=30),
            NOW - n * timedelta(hours=9),
            7**n,
        )
        for n, title in enumerate(TITLES)
    ]
    return tuple(Talk(info, pieces, found) for info in infos)


@pytest.mark.parametrize("size", SIZES)
async def test_the_page_of_past_chats(size: tuple[int, int]) -> None:
    asked, app = Asked(), Host()
    async with app.run_test(size=size) as pilot:
        page = SessionsScreen(asked, lambda: NOW, UTC)
        app.push_screen(page)
        await until(pilot, lambda: bool(asked.numbers))
        name = f"{size[0]}x{size[1]}"
        page.take(Chats(asked.numbers[-1], "", talks(0), "2026-11-11-1402-ab12c1"))
        await pilot.pause(0.1)
        assert as_kept(f"chats-{name}", picture(app))
        page.take(Chats(asked.numbers[-1], "red lamp", talks(2), "none"))
        await pilot.press("down", "down", "down", "up")
        page.take(NotDone("There is no such chat: nothing was said in it yet, or it is gone."))
        await pilot.pause(0.1)
        assert as_kept(f"chats-found-{name}", picture(app))
        page.take(Chats(asked.numbers[-1], "nothing", (), "none"))
        await pilot.pause(0.1)
        assert "No chat has all of these words." in " ".join(picture(app).split())
        page.take(Chats(asked.numbers[-1] - 1, "", talks(0), "none"))
        await pilot.pause(0.1)
        assert "harbour" not in picture(app), "an answer that comes late is passed over"


@pytest.mark.parametrize("size", SIZES)
async def test_the_picker_of_models(size: tuple[int, int]) -> None:
    app = Host()
    async with app.run_test(size=size) as pilot:
        page = ModelScreen("large-2 [/")
        app.push_screen(page)
        await pilot.pause(0.1)
        page.take(
            Models(
                (*(f"vendor/{kind}-{n} [/" for kind in ("small", "large") for n in range(9)), "large-2 [/")
            )
        )
        await pilot.pause(0.1)
        assert as_kept(f"models-{size[0]}x{size[1]}", picture(app))
        page.take(Models((), "The server refused the key; choose another with avery setup."))
        await pilot.pause(0.1)
        assert "choose another with /model" in " ".join(picture(app).replace("│", " ").split())


@pytest.mark.parametrize("keys", [("escape",), ("ctrl+u", "enter")])
async def test_a_line_that_is_left_or_empty_changes_nothing(keys: tuple[str, ...]) -> None:
    given: list[str | None] = []
    app = Host()
    async with app.run_test(size=(40, 12)) as pilot:
        app.push_screen(AskingScreen("Call the chat [/", "Old"), given.append)
        await pilot.pause(0.1)
        assert "Call the chat [/" in picture(app)
        await pilot.press(*keys)
        await pilot.pause(0.1)
    assert given == [None]
