"""Reminders between the memory's thread and the screen: told before they count as shown, never lost, never twice."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from avery.events import Event, Trouble
from avery.reminder_events import Followed, Procedures, Reminded, Reminders, Reminding, Rescheduled
from avery.reminding import RemindWatch
from avery.sitting import Sitting
from tests.avery.test_service import Listener
from tests.support.homes import NOW, bare, until
from weave.model import MemoryType, Provenance
from weave.procedures.model import Outcome
from weave.weave import Weave

SOON = NOW + timedelta(hours=2)
_ADDING = """
import asyncio, sys
from datetime import timedelta
from pathlib import Path
from tests.support.homes import NOW, bare

async def main():
    async with bare(Path(sys.argv[1])) as weave:
        for number in range(1000):
            made = await weave.reminders.add(f"thing {number}", at=NOW + timedelta(hours=number + 1))
            print(made.id, flush=True)

asyncio.run(main())
"""


def sitting(weave: Weave) -> Sitting:
    """As far as reminders are looked at: the memory, and the conversation "chat"."""
    talk = SimpleNamespace(conversation=SimpleNamespace(id="chat"))
    return cast("Sitting", SimpleNamespace(weave=weave, talk=talk, steady=asyncio.Lock()))


async def test_what_falls_due_is_told_first_and_shown_afterwards(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.reminders.add("call Ana", at=SOON)
    async with bare(tmp_path, now=SOON + timedelta(days=2)) as weave:
        told: list[Event] = []
        place = sitting(weave)
        watching = asyncio.create_task(RemindWatch(told.append, paint=600).watch(place))

        async def come_up() -> bool:
            return any(isinstance(event, Reminded) for event in told)

        await until(come_up)
        async with asyncio.timeout(60), place.steady:  # what the person asks for does not wait for the mark
            watching.cancel()  # killed between the two: nothing was marked
        assert (await weave.reminders.get(made.id)).shown is None
    async with bare(tmp_path, now=SOON + timedelta(days=2)) as weave:
        told = []
        watch = RemindWatch(told.append, paint=0)
        await watch.look(sitting(weave))
        await watch.look(sitting(weave))
        [up] = [event for event in told if isinstance(event, Reminded)]
        assert up.surfaced[0].late and up.surfaced[0].reminder.id == made.id
    async with bare(tmp_path, now=SOON + timedelta(days=3)) as weave:
        told = []
        await RemindWatch(told.append, paint=0).look(sitting(weave))
        assert [type(event) for event in told] == [Reminders]


async def test_what_the_model_sets_is_told_with_its_list(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        told: list[Event] = []
        watch = RemindWatch(told.append)
        await watch.look(sitting(weave))
        for by, conversation in (
            (Provenance.AGENT, "chat"),
            (Provenance.AGENT, "other"),
            (Provenance.USER, "chat"),
        ):
            text = f"{by} in {conversation}"
            await weave.reminders.add(text, at=SOON, provenance=by, conversation=conversation)
        await watch.look(sitting(weave))
        await watch.look(sitting(weave))
        assert [event.reminder.text for event in told if isinstance(event, Reminding)] == ["agent in chat"]
        assert [len(event.open) for event in told if isinstance(event, Reminders)] == [0, 3]


def test_the_person_sets_puts_off_and_closes_reminders_and_says_how_it_went(tmp_path: Path) -> None:
    listener = Listener(tmp_path / "home")
    events, service = listener.events, listener.service

    def last(kind: type) -> list[Event]:
        return [event for event in events if isinstance(event, kind)]

    service.start()
    try:
        service.reminders.add("call Ana tomorrow at 9am")
        listener.until(lambda _: len(last(Reminding)) == 1)
        [made] = last(Reminding)
        assert isinstance(made, Reminding) and made.reminder.text == "call Ana"
        service.reminders.add("call Ana at 5")
        service.reminders.add("call Ana")
        listener.until(lambda _: len(last(Trouble)) == 2)
        assert "/remind" in str(last(Trouble)[1]) or "write it like" in str(last(Trouble)[1])
        service.reminders.snooze(made.reminder.id, "in 1 hour")
        service.reminders.done(made.reminder.id)
        listener.until(lambda _: len(last(Rescheduled)) == 2)
        assert last(Reminders)[-1] == Reminders(())
        service.reminders.went(Outcome.WORKED)
        listener.until(lambda _: len(last(Trouble)) == 3)
        service.reminders.procedures()
        listener.until(lambda _: last(Procedures) == [Procedures(())])
    finally:
        service.close(20)


def test_killed_at_any_point_no_acknowledged_reminder_is_lost(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", _ADDING, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    said = [process.stdout.readline().strip() for _ in range(40)]
    process.send_signal(signal.SIGKILL)
    said += [line.strip() for line in process.stdout if line.endswith("\n")]
    process.wait()

    async def left() -> set[str]:
        async with bare(tmp_path) as weave:
            return {one.id for one in await weave.reminders.list()}

    there = asyncio.run(left())
    assert there >= set(said) and len(there) <= len(said) + 1


@pytest.mark.parametrize("outcome", [Outcome.WORKED, Outcome.FAILED])
async def test_an_outcome_by_the_person_is_recorded_for_the_named_procedure(
    tmp_path: Path, outcome: Outcome
) -> None:
    home = tmp_path / "home"
    listener = Listener(home)
    async with bare(home) as weave:
        made = await weave.remember("1. a\n2. b", type=MemoryType.PROCEDURAL, title="Bake bread")
    service = listener.service
    service.start()
    try:
        service.reminders.went(outcome, "because", made.id)
        await asyncio.to_thread(listener.until, lambda events: any(isinstance(e, Followed) for e in events))
        [went] = [event for event in listener.events if isinstance(event, Followed)]
        assert went.recorded.outcome is outcome and "Bake bread" in went.said
    finally:
        await asyncio.to_thread(service.close, 20)
