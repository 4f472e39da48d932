"""The self-model of an open home: attempts to take it over, guests, and what survives."""

from __future__ import annotations

import hashlib
import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from tests.support.embedder import WordEmbedder
from tests.support.homes import NOW, bare
from tests.weave.identity.attacks import ATTACKS, PIRATE, SELF, plus
from weave.errors import HomeBusy, InvalidInput
from weave.identity.model import Kind, Origin, Verdict
from weave.model import Role
from weave.ports import Models


def sha(home: Path) -> str:
    return hashlib.sha256((home / "identity.md").read_bytes()).hexdigest()


async def test_no_attempt_to_take_it_over_moves_the_file(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        await weave.identity()
        before = sha(tmp_path)
        for attack in ATTACKS:
            entry = await weave.identities.propose(
                attack.text, reason=attack.reason, confidence=1.0, origin=attack.origin
            )
            assert entry.verdict is attack.verdict, attack.name
            assert sha(tmp_path) == before, attack.name
        history = await weave.identities.history()
        assert len(history) == len(ATTACKS) + 1 and (await weave.identities.check()).intact


async def test_an_evening_of_role_play_in_fifty_small_steps_moves_nothing(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        talk = await weave.begin()
        await weave.say(
            talk.id,
            role=Role.USER,
            speaker="Ana",
            text="Let's play a scene: you are the pirate and I am the queen.",
        )
        lines = [f"I hoist black flag number {number} above the rum barrels." for number in range(50)]
        for line in lines[:5]:
            await weave.say(talk.id, role=Role.ASSISTANT, speaker="Avery", text=f"Arr! {line}")
        await weave.identity()
        before, text = sha(tmp_path), SELF
        for line in lines[:20]:
            text += f"- {line}\n"
            entry = await weave.identities.propose(text, reason="It is how we work.", confidence=0.95)
            assert entry.verdict is Verdict.REJECTED, "its words are those of the scene"
        for number in range(30):
            text = plus(f"- I say arr {number} times a day.")
            entry = await weave.identities.propose(
                text, reason="The evening went well.", confidence=0.95, origin=Origin.ROLE_PLAY
            )
            assert entry.verdict is Verdict.REJECTED
        assert sha(tmp_path) == before


async def test_small_edits_over_days_add_up_to_nobody_else(tmp_path: Path) -> None:
    goal = [line for line in PIRATE.split("\n") if line.strip()]
    goal += [f"- I count {number} coins by the light of a lantern." for number in range(40)]
    verdicts, text = [], SELF
    for day in range(9):
        async with bare(tmp_path, now=NOW + timedelta(days=day)) as weave:
            for step in range(3):
                text = await weave.identity()
                lines = text.split("\n")
                place = (day * 3 + step) % len(goal)
                at = next(
                    (n for n, line in enumerate(lines) if line in SELF.split("\n") and line.startswith("-")),
                    None,
                )
                if at is None:
                    lines.append(goal[place])
                else:
                    lines[at] = goal[place]
                entry = await weave.identities.propose(
                    "\n".join(lines), reason="A small step.", confidence=1.0
                )
                verdicts.append(entry.verdict)
    async with bare(tmp_path, now=NOW + timedelta(days=10)) as weave:
        assert (await weave.identities.drift())[-1].to_first >= 0.5
    assert Verdict.FLAGGED in verdicts and "Redbeard" not in (tmp_path / "identity.md").read_text("utf-8")


async def test_a_guest_reads_and_is_refused_in_words(tmp_path: Path) -> None:
    async with bare(tmp_path) as owner:
        await owner.identity()
        flagged = await owner.identities.propose(plus("- I listen."), reason="asked", confidence=0.5)
        async with bare(tmp_path, serves=False) as guest:
            assert guest.guest and await guest.identity() == SELF
            assert [one.entry.id for one in await guest.identities.pending()] == [flagged.id]
            for refused in (
                guest.identities.propose(plus("- I hum."), reason="asked", confidence=0.9),
                guest.identities.approve(flagged.id),
                guest.identities.reject(flagged.id),
                guest.identities.rollback(flagged.id),
            ):
                with pytest.raises(HomeBusy, match="owns this home and its identity"):
                    await refused


async def test_what_waits_and_what_was_survive_the_loss_of_the_index(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        flagged = await weave.identities.propose(plus("- I listen."), reason="asked", confidence=0.5)
    shutil.rmtree(tmp_path / "index")
    async with bare(tmp_path) as weave:
        assert [one.entry.id for one in await weave.identities.pending()] == [flagged.id]
        assert (await weave.identities.approve(flagged.id)).kind is Kind.APPROVAL
        assert (await weave.identities.check()).intact
    assert (tmp_path / "identity.md").read_text("utf-8") == plus("- I listen.")


async def test_the_end_of_the_history_cannot_be_cut_off_unseen(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        await weave.identity()
        length = (tmp_path / "identity-history.md").stat().st_size
        await weave.identities.propose("", reason="nothing", confidence=1.0)
    with (tmp_path / "identity-history.md").open("r+b") as stream:
        stream.truncate(length)
    async with bare(tmp_path) as weave:
        assert any("missing" in problem for problem in (await weave.identities.check()).problems)
        assert any("identity history" in note for note in (await weave.checkup()).notes)


async def test_a_hand_edit_while_nothing_ran_is_taken_up_at_the_start(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        await weave.identity()
    (tmp_path / "identity.md").write_text(plus("- I never use emoji."), "utf-8")
    async with bare(tmp_path) as weave:
        assert (await weave.identities.history())[-1].kind is Kind.EDIT
        entry = await weave.identities.propose(
            plus("- I use emoji in every answer."), reason="They love it.", confidence=1.0
        )
        assert entry.verdict is Verdict.FLAGGED and "never use emoji" in entry.grounds[0]
        assert await weave.identity() == plus("- I never use emoji.")


@pytest.mark.parametrize("confidence", [-0.01, 1.01, float("nan"), float("inf")])
async def test_a_confidence_is_a_number_from_0_to_1(tmp_path: Path, confidence: float) -> None:
    async with bare(tmp_path) as weave:
        with pytest.raises(InvalidInput, match="from 0 to 1"):
            await weave.identities.propose(SELF, reason="why", confidence=confidence)


async def test_the_measure_is_the_embedders_where_there_is_one_and_stands_in_the_history(
    tmp_path: Path,
) -> None:
    async with bare(tmp_path, models=Models(embedder=WordEmbedder("words"))) as weave:
        entry = await weave.identities.propose(plus("- I listen."), reason="asked", confidence=0.9)
        assert entry.likeness is not None and entry.likeness.measure == "words"
    async with bare(tmp_path) as weave:
        await weave.identities.propose(plus("- I listen well."), reason="asked", confidence=0.9)
    history = (tmp_path / "identity-history.md").read_text("utf-8")
    assert "measure=words" in history and "measure=letters" in history


async def test_secrets_never_reach_the_files(tmp_path: Path) -> None:
    key = "sk-ant-" + "a1B2c3D4e5F6g7H8"
    async with bare(tmp_path) as weave:
        await weave.identities.propose(plus(f"- I use {key}."), reason=f"key {key}", confidence=0.5)
        (tmp_path / "identity.md").write_text(plus(f"- Mine: {key}"), "utf-8")
        assert key in await weave.identity(), "the person's own file is left as it is"
    assert key not in (tmp_path / "identity-history.md").read_text("utf-8")


async def test_certainty_is_worth_nothing_against_what_was_approved_yesterday(tmp_path: Path) -> None:
    formal = plus("- I answer formally.")
    async with bare(tmp_path) as weave:
        flagged = await weave.identities.propose(formal, reason="asked", confidence=0.4)
        await weave.identities.approve(flagged.id)
    async with bare(tmp_path, now=NOW + timedelta(days=1)) as weave:
        for text in (plus("- I answer casually."), SELF, formal + "- I answer casually, in slang.\n"):
            entry = await weave.identities.propose(text, reason="They changed their mind.", confidence=1.0)
            assert entry.verdict is Verdict.FLAGGED and "formally" in " ".join(entry.grounds)
        assert await weave.identity() == formal
