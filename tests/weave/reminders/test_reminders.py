"""Reminders in a home: durable plain files that a person may edit, surfaced once, gone with what they rest on."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.support.homes import NOW, bare
from weave.errors import InvalidInput, NotFound
from weave.model import Role
from weave.reminders.keeper import pad_of
from weave.reminders.model import Every, Standing
from weave.weave import Weave

SOON = NOW + timedelta(hours=2)
LATER = NOW + timedelta(days=3)


def files(home: Path) -> str:
    return "".join(path.read_text("utf-8") for path in sorted((home / "reminders").glob("*.md")))


async def test_a_reminder_survives_the_index_and_comes_up_once_late_after_an_absence(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.reminders.add("call Ana", at=SOON)
        assert await weave.reminders.surface() == ()
    async with bare(tmp_path, now=LATER) as weave:
        [up] = await weave.reminders.surface()
        assert (up.reminder.id, up.due, up.late) == (made.id, SOON, True)
        assert await weave.reminders.surface() == ()  # it was handed out, and is being shown
        await weave.reminders.shown(made.id, SOON)
    async with bare(tmp_path, now=LATER + timedelta(hours=1)) as weave:
        assert await weave.reminders.surface() == ()
        assert [one.id for one in await weave.reminders.list()] == [made.id]  # shown is not done
        await weave.reminders.done(made.id)
        assert await weave.reminders.list() == ()
        assert [one.standing for one in await weave.reminders.list(open=False)] == [Standing.DONE]


async def test_what_was_taken_and_never_shown_comes_up_again(tmp_path: Path) -> None:
    async with bare(tmp_path, now=NOW) as weave:
        await weave.reminders.add("call Ana", at=SOON)
        assert len(await weave.reminders.surface(SOON)) == 1
        assert await weave.reminders.surface(SOON + timedelta(seconds=30)) == ()
        assert len(await weave.reminders.surface(SOON + timedelta(seconds=61))) == 1
    async with bare(tmp_path, now=SOON) as weave:  # as after a kill
        assert len(await weave.reminders.surface()) == 1


async def test_what_comes_back_is_done_for_this_time_only(tmp_path: Path) -> None:
    async with bare(tmp_path, now=NOW) as weave:
        made = await weave.reminders.add("water the plants", at=SOON, every=Every.DAILY)
    async with bare(tmp_path, now=SOON) as weave:
        [up] = await weave.reminders.surface()
        assert up.due == SOON and up.next == SOON + timedelta(days=1)
        assert (await weave.reminders.done(made.id)).open
    async with bare(tmp_path, now=SOON + timedelta(hours=1)) as weave:
        assert await weave.reminders.due() == ()
    async with bare(tmp_path, now=SOON + timedelta(days=1)) as weave:
        [up] = await weave.reminders.due()
        snoozed = await weave.reminders.snooze(made.id, SOON + timedelta(days=1, hours=2))
        assert snoozed.snoozed and await weave.reminders.due() == ()
        assert len(await weave.reminders.due(SOON + timedelta(days=1, hours=2))) == 1
        await weave.reminders.cancel(made.id)
        assert await weave.reminders.due(SOON + timedelta(days=9)) == ()
        with pytest.raises(InvalidInput):
            await weave.reminders.done(made.id)


async def test_a_person_edits_the_file_and_damage_costs_nothing(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.reminders.add("call Ana", at=SOON, about="lease")
        file = tmp_path / "reminders" / "2026-11.md"
        text = file.read_text("utf-8").replace("call Ana", "call Ana's office")
        text += "## Pay the rent\n<!-- weave at=2026-12-01T09:00 colour=red -->\n\n"
        text += "## Broken\n<!-- weave at=never every=sometimes id=what\nstill mine\n\n## 買牛奶\r\n"
        file.write_bytes(b"\xef\xbb\xbf" + text.encode() + b"\xff\x00")
        found = {one.text: one for one in await weave.reminders.list()}
        assert found["call Ana's office"].id == made.id
        assert found["Pay the rent"].at == datetime(2026, 12, 1, 9, tzinfo=UTC)
        assert len(found) == 4 and any("買牛奶" in words for words in found)
        await weave.reminders.done(found["Pay the rent"].id)
        after = file.read_bytes()
        assert after.startswith(b"\xef\xbb\xbf") and after.endswith(b"\xff\x00") and b"colour=red" in after
        assert b"still mine" in after and "Pay the rent" not in {o.text for o in await weave.reminders.list()}


async def test_a_sync_clients_copy_does_not_bring_back_what_is_done(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.reminders.add("call Ana", at=SOON)
        file = tmp_path / "reminders" / "2026-11.md"
        file.with_name("2026-11 (conflicted copy).md").write_bytes(file.read_bytes())
        await weave.reminders.done(made.id)
        assert await weave.reminders.list() == ()


async def test_the_same_reminder_is_not_written_twice(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        first = await weave.reminders.add("call Ana", at=SOON)
        again = await weave.reminders.add("Call  Ana.", at=SOON)
        other = await weave.reminders.add("call Ana", at=LATER)
        assert first.id == again.id != other.id


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("", {"at": SOON}),
        ("\x00", {"at": SOON}),
        ("call", {}),
        ("call", {"about": "  "}),
        ("call", {"at": NOW - timedelta(hours=1)}),
        ("call", {"at": SOON.replace(tzinfo=None)}),
        ("call", {"about": "lease", "every": Every.DAILY}),
        ("x" * 2_001, {"at": SOON}),
    ],
)
async def test_what_makes_no_reminder_is_refused_in_a_sentence(
    shared: Weave, text: str, options: dict[str, object]
) -> None:
    with pytest.raises(InvalidInput) as refused:
        await shared.reminders.add(text, **options)  # type: ignore[arg-type]
    assert str(refused.value).endswith(".")


async def test_secrets_and_marks_are_no_part_of_a_reminder(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        key = "sk-" + "a1B2c3D4e5F6" * 4
        made = await weave.reminders.add(f"use {key}\n## x\n<!-- weave id=y -->", at=SOON, about=f"--> {key}")
        assert key not in files(tmp_path) and key not in made.text
        [one] = await weave.reminders.list()
        assert one.text == made.text and one.about == made.about and "## x" in one.text


async def test_recall_tells_what_one_wanted_to_be_reminded_of(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        await weave.reminders.add("bring the blue folder", at=SOON)
        told = await weave.recall("which folder did I want to be reminded of")
        assert "bring the blue folder" in told.passage


async def test_a_purge_takes_the_reminder_with_what_it_rests_on(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        kept = await weave.reminders.add("water the plants", at=SOON)
        typed = await weave.reminders.add("call Marisol about the surgery", at=SOON)
        chat = await weave.begin()
        turn = await weave.say(
            chat.id,
            role=Role.USER,
            speaker="user",
            text="Remind me tonight to ask Marisol for the zebra files",
        )
        await weave.reminders.add("ask Marisol for the zebra files", at=SOON, turns=(turn.id,))
        await weave.end(chat.id)
        told = [memory for memory in await weave.list() if "zebra" in memory.text]
        await weave.forget([told[0].id], purge=True)
        await weave.forget([typed.memory or ""], purge=True)
        assert [one.id for one in await weave.reminders.list(open=False)] == [kept.id]
    assert "Marisol" not in files(tmp_path) and "zebra" not in files(tmp_path)


async def test_what_is_taken_back_or_thrown_away_takes_its_reminders_along(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        chat = await weave.begin()
        turn = await weave.say(chat.id, role=Role.USER, speaker="user", text="Remind me tonight to call Ana")
        first = await weave.reminders.add("call Ana", at=SOON, turns=(turn.id,), task=turn.task)
        await weave.talks.withdraw(chat.id, turn.id)
        assert (await weave.reminders.get(first.id)).standing is Standing.CANCELLED
        moved = await weave.change_task(chat.id, "Surprise party")
        turn = await weave.say(
            chat.id, role=Role.USER, speaker="user", text="Remind me tonight to order the zebra cake"
        )
        await weave.reminders.add("order the zebra cake", at=SOON, turns=(turn.id,), task=turn.task)
        await weave.reminders.add("hide the balloons", at=SOON, task=moved.task.id, turns=("elsewhere",))
        await weave.discard_task(moved.task.id)
        assert [one.id for one in await weave.reminders.list(open=False)] == [first.id]
    assert "zebra" not in files(tmp_path) and "balloons" not in files(tmp_path)


async def test_a_topic_brings_its_reminder_up_until_it_is_done(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.reminders.add("ask about the deposit", about="lease")
        [up] = await weave.reminders.matching("Could you read my lease?")
        assert (up.reminder.id, up.due) == (made.id, None)
        assert await weave.reminders.matching("Could you read my letter?") == ()
        assert len(await weave.reminders.matching("Could you read my letter?", "The new lease")) == 1
        await weave.reminders.snooze(made.id, LATER)
        assert await weave.reminders.matching("my lease") == ()
        await weave.reminders.done(made.id)
        assert await weave.reminders.matching("my lease") == ()


@pytest.mark.parametrize("serves", [True, False])
async def test_many_hands_at_once_lose_nothing(tmp_path: Path, serves: bool) -> None:
    async with bare(tmp_path) as weave, bare(tmp_path, serves=serves) as guest:
        assert (guest.served, guest.guest) == (serves, not serves)
        wanted = {f"thing {n}" for n in range(20)}
        hands = (weave, guest)
        made = await asyncio.gather(
            *(hands[n % 2].reminders.add(text, at=SOON) for n, text in enumerate(sorted(wanted)))
        )
        await asyncio.gather(*(hands[n % 2].reminders.done(one.id) for n, one in enumerate(made[:6])))
        assert {one.text for one in await weave.reminders.list(open=False)} == wanted
        assert len(await guest.reminders.list()) == 14


async def test_an_id_is_named_by_its_beginning(shared: Weave) -> None:
    made = await shared.reminders.add("call Bo", at=SOON)
    assert (await shared.reminders.get(made.id[:25])).id == made.id
    with pytest.raises(NotFound):
        await shared.reminders.get("01")


async def test_the_zone_of_a_time_is_kept(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        there = await weave.reminders.when("2026-12-24T18:00+08:00")
        await weave.reminders.add("fireworks", at=there.at)
        [one] = await weave.reminders.list()
        assert (one.zone, one.at) == ("+08:00", there.at)
        assert one.at is not None and one.at.hour == 18
        assert pad_of(weave._core).all() == (one,)


async def test_of_two_who_look_at_once_one_shows_it(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        await weave.reminders.add("call Ana", at=SOON)
        async with bare(tmp_path) as other:
            both = await asyncio.gather(weave.reminders.surface(SOON), other.reminders.surface(SOON))
            assert other.served and sorted(len(found) for found in both) == [0, 1]
