"""Turns become memories without a model."""

import random
import time
from datetime import UTC, datetime, timedelta

import pytest

from weave.model import Draft, MemoryType, Provenance, Role, Turn
from weave.scribe.importance import estimate, is_trivial
from weave.scribe.rules import encode
from weave.scribe.sentences import split
from weave.scribe.titles import title_of

AT = datetime.fromisoformat("2024-11-28T23:30:00-05:00")


def turn(text: str, role: Role = Role.USER, speaker: str = "user", id_: str = "1", **more: bool) -> Turn:
    return Turn(id_, role, speaker, text, AT, "c", **more)


def of(kind: MemoryType, drafts: list[Draft]) -> list[Draft]:
    return [d for d in drafts if d.type is kind]


TRIVIAL = """ok|Okay!|Thanks a lot!|hi|Hello there|ping|status: green|yes, sure|lol|👍|...|got it, thanks|Danke schön!|Guten Morgen|gracias|¡Hola!|merci beaucoup|d'accord|grazie|obrigado
好的|谢谢|ありがとうございます|はい|네|감사합니다|สวัสดีครับ|شكرا|salamat po|спасибо|Noted.|Happy to help with that.""".replace(
    "\n", "|"
).split("|")


@pytest.mark.parametrize("text", TRIVIAL)
def test_what_says_nothing_makes_no_memory(text: str) -> None:
    assert is_trivial(text)
    assert encode([turn(text)]) == []


@pytest.mark.parametrize(
    "text", ["No eggs.", "Yes, on Friday", "hello world program fails", "6", "我住在上海", "ok, Porto then"]
)
def test_short_is_not_trivial(text: str) -> None:
    assert not is_trivial(text)


def test_a_turn_is_kept_word_for_word_with_its_speaker() -> None:
    named = encode([turn("I went to  the lake.", Role.OTHER, "Caroline")])[0]
    plain = encode([turn("I went to  the lake.")])[0]
    assert (named.text, plain.text) == ("Caroline: I went to  the lake.", "I went to  the lake.")
    assert named.turns == ("1",)
    assert named.type is MemoryType.EPISODIC


@pytest.mark.parametrize(
    ("role", "provenance"),
    [(Role.USER, Provenance.USER), (Role.ASSISTANT, Provenance.AGENT), (Role.TOOL, Provenance.OBSERVED)],
)
def test_provenance_follows_from_the_role(role: Role, provenance: Provenance) -> None:
    assert encode([turn("The greenhouse is at 31 degrees.", role, role.value)])[0].provenance is provenance


def test_cut_and_recalled_turns_make_nothing() -> None:
    assert encode([turn("I live in Porto.", complete=False), turn("I live in Porto.", recalled=True)]) == []


def test_a_long_tool_output_is_kept_short_and_says_so() -> None:
    dump = "\n".join(f"setting_{n} = {n}" for n in range(300))
    draft = encode([turn(dump, Role.TOOL, "tool")])[0]
    assert len(draft.text) < 800
    assert "more characters in the transcript" in draft.text


def test_a_statement_is_also_a_semantic_memory_with_its_fact() -> None:
    draft = of(MemoryType.SEMANTIC, encode([turn("Hey there. I moved to Porto last month!")]))[0]
    assert draft.text == "I moved to Porto last month [2024-10]!"
    assert draft.facts[0].object == "Porto"


def test_case_13_an_assistants_long_story_keeps_its_speaker_and_makes_no_user_fact() -> None:
    story = "I keep mine in a clay pot.\n\nI live in Seoul.\n\nI would switch to glass."
    drafts = encode([turn("How do people store kimchi?"), turn(story, Role.ASSISTANT, "assistant", "2")])
    assert all(not d.facts for d in drafts)
    assert [d.provenance for d in drafts if "clay" in d.text] == [Provenance.AGENT]


def test_case_104_noise_leaves_next_to_nothing() -> None:
    turns = [turn(("ping", "ok", "status green")[n % 3], id_=f"u{n}") for n in range(60)]
    turns += [
        turn("The user lives in Porto.", Role.ASSISTANT, "assistant", f"r{n}", recalled=True)
        for n in range(60)
    ]
    turns += [turn("[server]\nport = 8080\n" * 150, Role.TOOL, "tool", f"d{n}") for n in range(20)]
    assert len(encode(turns)) <= 3


def test_a_scene_opened_before_is_still_played() -> None:
    opened = turn("Let's play a scene: I'm Captain Rook, a smuggler.", id_="0")
    line = turn("I live in Galway.")
    assert of(MemoryType.SEMANTIC, encode([line], before=[opened])) == []
    assert of(MemoryType.SEMANTIC, encode([line]))


def test_a_named_person_is_the_user_and_others_are_themselves() -> None:
    drafts = encode(
        [turn("I live in Porto.", Role.USER, "Maya"), turn("I live in Oslo.", Role.OTHER, "Jo", "2")],
        person="Maya",
    )
    assert [d.facts[0].subject for d in drafts if d.facts] == ["user", "Jo"]


def test_a_how_to_becomes_a_procedure() -> None:
    text = "To reset the router:\n1. unplug it\n2. wait ten seconds\n3. plug it in"
    draft = of(MemoryType.PROCEDURAL, encode([turn(text)]))[0]
    assert "2. wait ten seconds" in draft.text


def test_a_lesson_becomes_an_error_memory() -> None:
    text = "The deploy failed because the disk was full. Next time check the disk first."
    drafts = of(MemoryType.ERROR, encode([turn(text)]))
    assert len(drafts) == 1
    assert "Next time check the disk first." in drafts[0].text


def test_a_plain_request_is_neither_procedure_nor_lesson() -> None:
    drafts = encode([turn("Can you help me fix it? First it failed because of X, then it hung.")])
    assert {d.type for d in drafts} == {MemoryType.EPISODIC}


def test_a_past_event_dates_its_episode() -> None:
    assert str(encode([turn("Paid the exam fee yesterday.")])[0].occurred) == "2024-11-27 00:00:00-05:00"
    assert encode([turn("The exam is in eight days.")])[0].occurred is None


def test_importance_tells_matters_of_life_from_small_talk() -> None:
    small = estimate("The weather is nice.")
    taste = estimate("I prefer green tea with my breakfast.")
    vital = estimate("My sister Maribel is allergic to peanuts and carries an injector.")
    assert small < taste < vital
    assert estimate("What's a nice word for tired?") < 0.3
    assert all(
        0 <= estimate(t) <= 1 for t in ("", "x" * 100_000, "wife hospital $900 deadline decided " * 50)
    )


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One. Two! Three?", 3),
        ("Dr. Okafor came at 5 p.m. yesterday. He left.", 2),
        ("It costs 3.50 euros.", 1),
        ("我住在上海。你呢？很好！", 3),
        ("今日は雨です。明日は晴れ。", 2),
        ("ฉันชอบชา ฉันอยู่กรุงเทพ", 2),
        ("कैसे हो। ठीक हूँ।", 2),
        ("line one\nline two", 2),
        ("", 0),
    ],
)
def test_sentences_of_any_script(text: str, count: int) -> None:
    assert len(split(text)) == count


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("hey, I moved to Porto. Bye", "I moved to Porto"),
        ("I want to meet the WCAG 2.1 AA rules. Help", "I want to meet the WCAG 2.1 AA rules"),
        ("The bug is in app.config.js again! Why?", "The bug is in app.config.js again"),
        ("Absolutely, Craig! Let's fill in the missing functions.", "Let's fill in the missing functions"),
        ("Certainly! To begin with, boil water. Then", "To begin with, boil water"),
        ('She said "I will not go." Then she left.', 'She said "I will not go'),
        ("Sure", "Sure"),
        ("", "Untitled"),
        ("\x00", "Untitled"),
    ],
)
def test_a_title_is_the_first_clause(text: str, title: str) -> None:
    assert title_of(text) == title


def test_a_title_is_one_short_line_in_any_script() -> None:
    for text in ("# A\nb" * 100, "上海" * 200, "word " * 300, "x" * 1000):
        title = title_of(text)
        assert "\n" not in title
        assert 0 < len(title) <= 61


def test_any_text_is_ordinary_input() -> None:
    letters = "aI my.,!?\n\"'「」\x00\ud800\u202e上ก🙂12 -:`>#not now is"
    dice = random.Random(4)
    for _ in range(150):
        encode([turn("".join(dice.choice(letters) for _ in range(dice.randrange(300))))])


def test_a_megabyte_takes_bounded_time() -> None:
    start = time.process_time()
    for piece in (
        "I live in Porto, yesterday my sister ",
        "a",
        " ",
        "\n",
        "I ",
        "上",
        '"',
        "```\n",
        "first then to ",
    ):
        encode([turn(piece * (1_000_000 // len(piece)))])
    assert time.process_time() - start < 30


def test_the_same_turns_give_the_same_drafts() -> None:
    turns = [turn("I moved to Porto yesterday.", id_=str(n)) for n in range(3)]
    later = [
        Turn(t.id, t.role, t.speaker, t.text, (t.time + timedelta(0)).astimezone(UTC), t.conversation)
        for t in turns
    ]
    assert encode(turns) == encode(turns)
    assert len(encode(later)) == len(encode(turns))
