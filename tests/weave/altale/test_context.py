"""What stands around an utterance helps to find it."""

from __future__ import annotations

import numpy as np

from tests.weave.altale.samples import note, talk
from weave.altale.context import lifted_by_twins, retold, with_context
from weave.altale.figures import Figures, Slice
from weave.altale.fusion import Column
from weave.altale.priors import named_speakers, priors
from weave.model import Memory, Source, State

LINES = ("Where did you go?", "The museum.", "Lovely.", "I sold the car.", "Rain again.", "Good night.")


def pool(memories: list[Memory]) -> Slice:
    figures = Figures(memories)
    return figures.take(np.sort(figures.rows([memory.id for memory in memories])))


def shared(memories: list[Memory], own: list[float]) -> Column:
    values = np.array(own)
    return with_context(pool(memories), values) - values


def test_the_neighbours_of_a_hit_gain_the_nearest_most() -> None:
    gained = shared(talk(*LINES), [0.9, 0, 0, 0, 0, 0])
    assert gained[1] > gained[2] > gained[3] > 0


def test_a_hit_in_another_conversation_gives_nothing() -> None:
    gained = shared([*talk("The museum."), *talk(*LINES[:3], conversation="c2")], [0.9, 0, 0, 0])
    assert gained[1:].tolist() == [0, 0, 0]


def test_a_long_memory_speaks_for_itself() -> None:
    short = shared(talk("The museum?", "Yes.", "x", "y"), [0.9, 0, 0, 0])
    long = shared(talk("The museum?", "well " * 300, "x", "y"), [0.9, 0, 0, 0])
    assert 0 < long[1] < short[1] / 3


def test_a_common_background_is_not_shared() -> None:
    assert shared(talk(*LINES), [0.3] * 6).tolist() == [0.0] * 6


def test_what_was_noted_on_its_own_stays_as_it_is() -> None:
    values = [0.9, 0.1, 0.1]
    gained = shared([note("a", 1), note("b", 2), note("c", 3)], values)
    assert gained[1:].tolist() == [0, 0]


def test_an_episode_is_as_relevant_as_the_fact_drawn_from_it() -> None:
    episode = talk("I moved to Cebu and it rains.")[0]
    fact = note("I moved to Cebu", source=Source("c1", ("t0",)))
    assert lifted_by_twins(pool([episode, fact, note("other")]), np.array([0.2, 0.8, 0.1])).tolist() == [
        0.8,
        0.8,
        0.1,
    ]


def test_a_fact_is_left_out_beside_its_episode_unless_their_states_differ() -> None:
    episode = talk("I moved to Cebu and it rains.")[0]
    fact = note("I moved to Cebu", source=Source("c1", ("t0",)))
    outdated = note("I moved to Cebu", 1, source=Source("c1", ("t0",)), state=State.OUTDATED)
    assert retold(pool([episode, fact])) == {1: 0}
    assert retold(pool([episode, outdated])) == {}


def test_a_question_that_names_a_speaker_favours_what_they_said() -> None:
    numbers = {"Caroline": 0, "Mel": 1, "陽子": 2}
    assert named_speakers("What is Caroline's job?", numbers) == {0}
    assert named_speakers("Did Melanie call?", numbers) == set()
    assert named_speakers("陽子さんの仕事は?", numbers) == {2}


def test_questions_and_very_short_turns_count_a_little_less_and_wishes_more() -> None:
    memories = talk(
        "Did the kettle break again in the kitchen?", "The kettle broke again in the kitchen.", "Ok."
    )
    wish = talk("Always answer in metric units when it is about kettles.", conversation="c2")[0]
    asks, says, little, wants = priors("kettle", pool([*memories, wish]), {}).tolist()
    assert asks < says
    assert little < says < wants
