"""What is sent goes on in its order, and a long text holds up nobody but itself and what follows it."""

import threading
from dataclasses import dataclass

from avery.letterbox import LONG, Letterbox


@dataclass(frozen=True)
class Letter:
    ask: int
    text: str


class Post:
    """Keeps long letters only when it is told to."""

    def __init__(self) -> None:
        self.may = threading.Event()
        self.done: list[str] = []
        self.kept_by: dict[int, str] = {}
        self.box: Letterbox[Letter] = Letterbox(
            self._keep,
            lambda letter: self.done.append(f"on {letter.ask}"),
            lambda letter: self.done.append(f"back {letter.ask}"),
        )

    def _keep(self, letter: Letter) -> None:
        self.kept_by[letter.ask] = threading.current_thread().name
        if len(letter.text) > LONG:
            assert self.may.wait(20)


def test_a_short_text_is_kept_and_handed_on_before_post_returns() -> None:
    post = Post()
    post.box.post(Letter(1, "short"))
    assert post.done == ["on 1"]
    assert post.kept_by[1] == threading.current_thread().name


def test_a_long_text_is_kept_by_another_thread_and_what_follows_does_not_overtake_it() -> None:
    post = Post()
    post.box.post(Letter(1, "x" * (LONG + 1)))
    post.box.post(Letter(2, "short"))
    assert post.done == []
    post.may.set()
    assert post.box.settle(20)
    assert post.done == ["on 1", "on 2"]
    assert set(post.kept_by.values()) == {"letterbox"}
    post.box.post(Letter(3, "short"))
    assert post.done[-1] == "on 3"


def test_what_is_still_on_its_way_is_given_back_when_it_is_recalled() -> None:
    post = Post()
    post.box.post(Letter(1, "x" * (LONG + 1)))
    post.box.post(Letter(2, "short"))
    post.box.recall()
    post.may.set()
    assert post.box.settle(20)
    assert post.done == ["back 1", "back 2"]


def test_waiting_for_a_text_that_takes_too_long_ends() -> None:
    post = Post()
    post.box.post(Letter(1, "x" * (LONG + 1)))
    assert not post.box.settle(0.01)
    post.may.set()
    assert post.box.settle(20)
