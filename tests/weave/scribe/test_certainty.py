"""What is asked, imagined, played, quoted or meant in jest never counts as asserted."""

from datetime import UTC, datetime

import pytest

from weave.model import Certainty, Role, Turn
from weave.scribe.certainty import judge, scenes

TABLE = [
    ("I live in Porto.", Certainty.ASSERTED),
    ("My sister Maribel is allergic to peanuts.", Certainty.ASSERTED),
    ("As before, I work at Tallis Energy.", Certainty.ASSERTED),
    ("Where do I live?", Certainty.HYPOTHETICAL),
    ("Do you know my sister", Certainty.HYPOTHETICAL),
    ("我住在哪里？", Certainty.HYPOTHETICAL),
    ("If I were to live in Rome, I'd learn Italian.", Certainty.HYPOTHETICAL),
    ("I might move to Porto one day.", Certainty.HYPOTHETICAL),
    ("Sometimes I wonder what it'd be like to drive a van.", Certainty.HYPOTHETICAL),
    ("Suppose I worked at Siemens.", Certainty.HYPOTHETICAL),
    ("I nearly decided to keep a goat, and then I let it go.", Certainty.HYPOTHETICAL),
    ("I hope to move to Oslo.", Certainty.HYPOTHETICAL),
    ("Vielleicht ziehe ich nach Wien.", Certainty.HYPOTHETICAL),
    ("Would a Raspberry Pi be any use in the greenhouse?", Certainty.HYPOTHETICAL),
    ("From 18 July on I'll live in Turin.", Certainty.PLANNED),
    ("We have decided to use FastAPI.", Certainty.PLANNED),
    ("Oh sure, because obviously I live in Rome.", Certainty.JOKE),
    ("Yeah right, and I fly to work too, and pigs fly.", Certainty.JOKE),
    ("Of course I love Mondays, ha ha.", Certainty.JOKE),
    ("I adore paperwork /s", Certainty.JOKE),
    ("People assume I play the oboe.", Certainty.QUOTED),
    ('He said: "I live in Rome and I love it"', Certainty.QUOTED),
    ("According to the article I am a morning person.", Certainty.QUOTED),
]


@pytest.mark.parametrize(("sentence", "meant"), TABLE)
def test_a_sentence_is_taken_as_it_was_meant(sentence: str, meant: Certainty) -> None:
    assert judge(sentence) is meant


def _talk(*lines: str) -> list[Turn]:
    at = datetime(2024, 5, 1, tzinfo=UTC)
    return [Turn(str(n), Role.USER, "user", line, at, "c") for n, line in enumerate(lines)]


@pytest.mark.parametrize(
    "opening",
    [
        "Let's play a scene: I'm Captain Rook, a smuggler.",
        "Can we rehearse a sketch? I'm playing a baker named Otto.",
        "Role-play time, you are the interviewer and I'm a spy.",
        "Help me with a story; I speak as the main character, Juno.",
    ],
)
def test_a_scene_lasts_until_it_is_closed(opening: str) -> None:
    talk = _talk("Hi there", opening, "I live in Galway.", "Okay, end of scene, thanks.", "I live in Porto.")
    assert scenes(talk) == {"1", "2", "3"}


@pytest.mark.parametrize(
    "line", ["I play the mandolin.", "I'm playing the cello again.", "We watched the scene twice."]
)
def test_talk_of_playing_opens_no_scene(line: str) -> None:
    assert scenes(_talk(line, "I live in Porto.")) == frozenset()
