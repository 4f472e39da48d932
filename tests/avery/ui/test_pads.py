"""All open tasks on one page, by keyboard."""

from pathlib import Path

from tests.support.chat import ask, chat, seen, shown
from tests.support.screen import until


async def test_tasks_are_begun_gone_to_ended_and_thrown_away(home: Path, alone: None) -> None:
    async with chat(home) as pilot:
        await ask(pilot, "The heron nests by the weir.")
        await seen(pilot, "answer from memory", "● ready")
        await pilot.press("f5")
        await seen(pilot, "Tasks 1 open", "this chat's own", "“The heron nests by the weir.”")
        await pilot.press("n", *"Tax 2026", "enter")
        await seen(pilot, "2 open", "Tax 2026", "You work in “Tax 2026” now")
        await pilot.press("home")
        await until(pilot, lambda: "▸ ● Tax 2026" in shown(pilot))
        await pilot.press("down", "enter")
        await seen(pilot, "Back in this chat's own task.")
        await pilot.press("end")
        await until(pilot, lambda: "▸ ○ Tax 2026" in shown(pilot))
        await pilot.press("d")
        await seen(pilot, "Throw the task away?")
        await pilot.press("d")
        await seen(pilot, "nothing of it is left", "1 open")
        await pilot.press("e")
        await seen(pilot, "This chat's task is ended: 1 memory")
