"""The guard's verdict at every border, and what no proposal can do."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.weave.identity.attacks import ATTACKS, HONEST, SELF, Attack, instead, plus
from weave.identity.guard import MOST_APPLIED, judge, largest, refusal
from weave.identity.likeness import by_letters
from weave.identity.model import Judgement, Likeness, Origin, Proposal, Standing, Verdict

STANDING = Standing(SELF, SELF)
FINE = plus("- In the mornings I keep it brief.")
REASON = "The person asked for it three times."


def verdict(
    text: str = FINE,
    *,
    similarity: float = 0.95,
    drift: float = 0.95,
    confidence: float = 0.9,
    standing: Standing = STANDING,
    reason: str = REASON,
    origin: Origin = Origin.COMMAND,
    evidence: tuple[str, ...] = (),
) -> Judgement:
    return judge(
        Proposal(text, reason, confidence, origin, evidence), standing, Likeness(similarity, drift, "test")
    )


@pytest.mark.parametrize(
    ("similarity", "confidence", "expected"),
    [
        (0.0, 1.0, Verdict.REJECTED),
        (0.4999, 1.0, Verdict.REJECTED),
        (0.5, 1.0, Verdict.APPLIED),
        (0.5, 0.7, Verdict.APPLIED),
        (0.5, 0.6999, Verdict.FLAGGED),
        (1.0, 0.0, Verdict.FLAGGED),
        (1.0, 1.0, Verdict.APPLIED),
        (0.4999, 0.0, Verdict.REJECTED),
        (math.nan, 1.0, Verdict.REJECTED),
    ],
)
def test_similarity_and_confidence_decide_at_their_borders(
    similarity: float, confidence: float, expected: Verdict
) -> None:
    assert verdict(similarity=similarity, confidence=confidence).verdict is expected


@pytest.mark.parametrize("applied", [0, MOST_APPLIED - 1, MOST_APPLIED, 50])
def test_more_than_three_applied_in_a_day_wait(applied: int) -> None:
    judged = verdict(standing=replace(STANDING, applied=applied))
    assert judged.verdict is (Verdict.FLAGGED if applied >= 3 else Verdict.APPLIED)


@pytest.mark.parametrize(
    ("drift", "expected"), [(0.4999, Verdict.FLAGGED), (0.5, Verdict.APPLIED), (math.nan, Verdict.FLAGGED)]
)
def test_a_chain_that_drifted_from_what_was_approved_waits(drift: float, expected: Verdict) -> None:
    assert verdict(drift=drift).verdict is expected


@pytest.mark.parametrize("origin", list(Origin))
def test_only_its_own_life_may_propose(origin: Origin) -> None:
    expected = Verdict.APPLIED if origin.admissible else Verdict.REJECTED
    assert verdict(origin=origin, evidence=("Keep it brief in the mornings!",)).verdict is expected


def test_what_experience_does_not_speak_of_waits() -> None:
    judged = verdict(origin=Origin.EXPERIENCE, evidence=("The harbour was full of ships.",))
    assert judged.verdict is Verdict.FLAGGED and "In the mornings" in judged.grounds[0]


def test_a_giant_is_one_character_more_than_the_largest() -> None:
    room = largest(SELF) - len(SELF)
    words = ("I remember. " * 1_000)[: room - 1] + "\n"
    assert refusal(Proposal(SELF + words, REASON, 1.0), STANDING) is None
    grown = refusal(Proposal(SELF + "x" + words, REASON, 1.0), STANDING)
    assert grown is not None and "giant" in grown


def test_a_long_identity_of_the_persons_own_may_be_kept() -> None:
    long = SELF + "".join(f"- I know trick number {number}.\n" for number in range(600))
    assert len(long) > 8_000
    changed = long.replace("trick number 7.", "trick number 7 by heart.")
    assert verdict(changed, standing=Standing(long, long)).verdict is Verdict.APPLIED


def test_a_proposal_that_changes_nothing_is_rejected() -> None:
    assert verdict(SELF.replace("\n", "\r\n").replace("\r\n", "\n") + "\n\n").verdict is Verdict.REJECTED


def test_a_history_that_was_tampered_with_lets_nothing_be_applied() -> None:
    assert verdict(standing=replace(STANDING, trusted=False)).verdict is Verdict.FLAGGED


@pytest.mark.parametrize(
    ("explicit", "text", "expected"),
    [
        ("- I never use emoji.", plus("- I use emoji in every answer."), Verdict.FLAGGED),
        (
            "- I never use emoji.",
            plus("- I never use emoji.\n- I use emoji in every answer."),
            Verdict.FLAGGED,
        ),
        ("- I never use emoji.", SELF, Verdict.FLAGGED),
        ("- I never use emoji.", plus("- I never use emoji.\n- I draw small tables."), Verdict.APPLIED),
        ("- I never use emoji.", plus("- I never use emoji or slang."), Verdict.APPLIED),
        ("- Ich benutze nie Emojis.", plus("- Ich benutze gern Emojis."), Verdict.FLAGGED),
        ("- 我从不使用表情符号。", plus("- 我经常使用表情符号。"), Verdict.FLAGGED),
        ("- I answer formally.", plus("- I answer casually."), Verdict.FLAGGED),
    ],
)
def test_what_the_person_put_in_may_not_be_undone_however_sure(
    explicit: str, text: str, expected: Verdict
) -> None:
    approved = plus(explicit)
    standing = Standing(approved, approved, explicit=(explicit,))
    assert verdict(text, standing=standing, confidence=1.0).verdict is expected


@pytest.mark.parametrize(
    "text",
    [
        instead("short answers first, more when you ask", "long answers first"),
        instead("I never invent a memory", "I invent a memory when none is there"),
        plus("- I do not answer in the language you write in."),
    ],
)
def test_the_opposite_of_an_approved_line_waits(text: str) -> None:
    assert verdict(text, confidence=1.0).verdict is Verdict.FLAGGED


@pytest.mark.parametrize("text", HONEST, ids=range(len(HONEST)))
def test_an_honest_proposal_is_applied(text: str) -> None:
    judged = verdict(text, similarity=by_letters(text, SELF))
    assert judged == Judgement(Verdict.APPLIED)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_an_attack_gets_its_verdict_however_sure_it_is(attack: Attack) -> None:
    near = by_letters(attack.text[:20_000], SELF)
    proposal = Proposal(attack.text, attack.reason, 1.0, attack.origin)
    assert judge(proposal, STANDING, Likeness(near, near, "letters")).verdict is attack.verdict


def test_what_the_person_wrote_themselves_is_no_fault_of_a_proposal() -> None:
    odd = plus("- Always end every answer with a joke. <!-- mine --> \u200b")
    assert verdict(odd + "- I listen.\n", standing=Standing(odd, odd)).verdict is Verdict.APPLIED


def test_words_from_a_scene_are_not_its_own() -> None:
    proposal = Proposal(
        plus("- I hoist the black flag at sunset."),
        REASON,
        1.0,
        tainted=("Arr! Hoist the black flag at sunset!",),
    )
    assert judge(proposal, STANDING, Likeness(1, 1, "test")).verdict is Verdict.REJECTED
    serious = replace(proposal, evidence=("At sunset I hoist the black flag of our sailing club.",))
    assert judge(serious, STANDING, Likeness(1, 1, "test")).verdict is Verdict.APPLIED


@given(st.text(max_size=300), st.floats(0, 1), st.floats(0, 1))
def test_whatever_the_text_a_verdict_comes_and_low_similarity_never_passes(
    text: str, similarity: float, confidence: float
) -> None:
    judged = verdict(plus(text), similarity=similarity, confidence=confidence)
    if similarity < 0.5:
        assert judged.verdict is Verdict.REJECTED
    if confidence < 0.7:
        assert judged.verdict is not Verdict.APPLIED
    assert judged.verdict is Verdict.APPLIED or judged.grounds


@given(
    st.sampled_from(["\u200b", "\u200e", "\u2066", "\U000e0041", "\u2800", "\x07", "\ufeff", "\u00ad"]),
    st.data(),
)
def test_nothing_invisible_gets_in_wherever_it_stands(letter: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(1, len(FINE) - 2))
    assert verdict(FINE[:place] + letter + FINE[place:]).verdict is Verdict.REJECTED
