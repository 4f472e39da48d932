"""Whether a reminder's topic comes up: by words in any script, by meaning where it is meant for sure."""

from __future__ import annotations

import pytest

from tests.support.reminder_topics import BY_MEANING, COMES_UP, STAYS_AWAY
from weave.embedding.local import LocalEmbedder
from weave.reminders.topics import NEAR, named, nearness


@pytest.mark.parametrize(("topic", "said"), COMES_UP)
def test_a_topic_that_is_named_comes_up(topic: str, said: str) -> None:
    assert named(topic, said)


@pytest.mark.parametrize(("topic", "said"), STAYS_AWAY)
def test_a_near_miss_does_not_come_up(topic: str, said: str) -> None:
    assert not named(topic, said)


def test_an_article_before_a_topic_is_no_part_of_it() -> None:
    assert named("den Mietvertrag", "Der Mietvertrag läuft aus.")
    assert named("the lease", "A new lease, again?")


def test_nothing_said_brings_nothing_up() -> None:
    assert not named("lease", "")
    assert not named("", "anything")
    assert not named(" , ;", "anything")


def test_by_meaning_no_near_miss_comes_up_and_some_of_what_is_meant_does() -> None:
    embedder = LocalEmbedder()

    def near(pair: tuple[str, str]) -> bool:
        return nearness([pair[0]], pair[1], embedder)[0] >= NEAR

    assert not [pair for pair in STAYS_AWAY if near(pair)]
    assert [pair for pair in BY_MEANING if near(pair)] == [
        ("car insurance", "I want to insure our new automobile.")
    ]
    assert sum(near(pair) for pair in COMES_UP) >= 8
