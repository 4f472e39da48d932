"""The page of figures in the whole chat: health, what is behind each part, pictures at every size."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from avery.ui.panels import Panel
from avery.ui.rows import RowList
from tests.support.chat import ask, chat, seen, shown
from tests.support.homes import NOW, bare
from tests.support.memories import memory
from tests.support.screen import until
from weave.model import Memory

TWIN = "The kettle [/ sings ❤️ 住在 at six."


def aged(text: str, days: float, **others: object) -> Memory:
    old = replace(memory(text), created=NOW - timedelta(days=days))
    return replace(old, **others)  # type: ignore[arg-type]


async def lived(home: Path) -> None:
    """Two cycles' worth of life, with one thing said three times."""
    many = [aged(f"Drawer {n} holds {n * 7} spoons.", 3 + n, importance=0.5 + n / 60) for n in range(24)]
    many += [aged(TWIN, 20 + n) for n in range(3)]
    async with bare(home) as weave:
        await weave._core.run(weave._core.store.add, many)
        await weave.settle()
        await weave.recall("which drawer holds spoons?")
        await weave.sleeping.run()
    async with bare(home, now=NOW + timedelta(days=1)) as weave:
        await weave.remember("The drawers were painted green.")
        await weave.recall("who painted the drawers?")
        await weave.sleeping.run()


async def test_health_and_what_is_behind_a_part_down_to_the_memory(home: Path, alone: None) -> None:
    await lived(home)
    async with chat(home) as pilot:
        await pilot.press("f9")
        await seen(pilot, "of 100, well", "duplicates", "2 say the same as another", "contested", "none")
        await pilot.press("enter")
        await seen(pilot, "duplicates: 2 say the same as another", TWIN, "says the same as")
        await pilot.press("down", "enter")
        await until(pilot, lambda: type(pilot.app.screen).__name__ == "MemoriesScreen")
        await seen(pilot, TWIN)
        await pilot.press("f3")
        await until(pilot, lambda: type(pilot.app.screen).__name__ == "StatsScreen")
        await pilot.press("escape")
        await seen(pilot, "Enter what is behind")
        await pilot.press("down", "down", "enter")
        await seen(pilot, "Stale: n")
        await pilot.press("escape")
        await seen(pilot, "Write to Avery")


async def test_the_figures_are_pictures_with_titles_and_numbers(home: Path, alone: None) -> None:
    await lived(home)
    async with chat(home) as pilot:
        await ask(pilot, "/stats")
        text = await seen(pilot, "Memories, cycle by cycle", "Forgetting", "Importance", "Kinds", "Recall")
        for words in (
            "28 memories",
            "2 cycles kept",
            "kept 100%",
            "semantic",
            "2 recalls in 30 days",
            "never",
        ):
            assert words in text, words
        assert any(0x2801 <= ord(letter) <= 0x28FF for letter in text)
        await pilot.press("r")
        await until(pilot, lambda: "Looking at everything" not in shown(pilot))


async def test_the_pictures_fit_every_width_and_scroll_to_their_end(home: Path, alone: None) -> None:
    await lived(home)
    async with chat(home, (140, 45)) as pilot:
        await pilot.press("f9")
        await seen(pilot, "of 100, well", "Enter what is behind")
        for size in ((140, 45), (80, 24), (60, 20), (40, 12)):
            await pilot.resize_terminal(*size)
            await pilot.press("tab", "end")
            await pilot.pause(0.1)
            strips = pilot.app.screen._compositor.render_strips()
            assert {strip.cell_length for strip in strips} == {size[0]}
            for panel in pilot.app.screen.query(Panel):
                rows = panel.render().split("\n")
                if panel.content_size.width:
                    assert all(row.cell_length <= panel.content_size.width for row in rows)
            await pilot.press("shift+tab")


async def test_an_empty_memory_says_so(home: Path, alone: None) -> None:
    async with chat(home, (80, 24)) as pilot:
        await pilot.press("f9")
        await seen(pilot, "Nothing is remembered yet;", "100 of 100, well")
        assert pilot.app.screen.query_one("#parts", RowList).count == 6
        await pilot.press("f9")
        await seen(pilot, "Write to Avery")
