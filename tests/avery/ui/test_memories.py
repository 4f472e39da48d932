"""The memory browser: searched while one types, filtered, sorted, read, changed by one key, undone by another."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from tests.support.browsing import Browser, browser
from tests.support.homes import NOW
from tests.support.memories import memory
from weave import ids
from weave.model import Memory, MemoryType, Role, Source, State
from weave.weave import Weave

HOSTILE = "[/ [b list[0] = [red]x[/red] \x1b[31mred\x1b[0m \x00 \u202e 住在根特 ❤️ 👩‍🔬 🇱🇻 مرحبا"


def made(text: str, days: float = 0, **changes: object) -> Memory:
    created = NOW - timedelta(days=days)
    return replace(memory(text), id=ids.new(created), created=created, **changes)  # type: ignore[arg-type]


TEA = made("Ana prefers tea to coffee.", 1, importance=0.4)
BUILD = made("The build failed for the old cache.", 2, type=MemoryType.ERROR, importance=0.9)
KEY = made("The key lies under the third flowerpot.", 3, pinned=True, access_count=4)


async def three(weave: Weave) -> None:
    weave._core.store.add([TEA, BUILD, KEY])


async def in_list(page: Browser) -> None:
    await page.press("down")
    await page.seen("e edit")


async def test_all_are_listed_the_newest_first_with_all_about_the_marked_one(tmp_path: Path) -> None:
    async with browser(tmp_path / "home", three) as page:
        await page.looking(TEA)
        await page.seen("Memories 3 · newest first", "The key lies")
        await page.told(
            "Ana prefers tea to coffee",
            "How strong",
            "state × recency × access ×",
            "learned 1d ago",
            "never recalled",
            "your words",
            "memories/semantic/2026-11-29.md",
            TEA.id,
        )
        assert [line.id for n in range(3) if (line := page.screen._list.line(n))] == [
            TEA.id,
            BUILD.id,
            KEY.id,
        ]
        assert page.shown.index("The build failed") < page.shown.index("The key lies")
        await in_list(page)
        await page.press("down", "down")
        await page.told(KEY.id, "pinned, never forgotten", "recalled 4 times for an")
        await page.press("up", "end", "home")
        await page.looking(TEA)


async def test_typing_filters_at_once_and_esc_goes_back_step_by_step(tmp_path: Path) -> None:
    async with browser(tmp_path / "home", three) as page:
        await page.type("build")
        await page.seen("Memories 1 of 3", "The build failed")
        assert "flowerpot" not in page.shown
        await page.press("escape")
        await page.seen("Memories 3 ·")
        await page.type("zzz")
        await page.seen("No memory holds these words. Enter asks the memory itself, by meaning.")
        await page.press("escape", "escape")
        assert page.pilot.app.screen is not page.screen


async def test_filters_stand_in_the_line_and_what_is_no_filter_is_told(tmp_path: Path) -> None:
    async with browser(tmp_path / "home", three) as page:
        await page.type("type:err ")
        await page.seen("1 of 3")
        await page.looking(BUILD)
        await page.press("escape")
        await page.seen("Memories 3 ·")
        await page.type("is:loud")
        await page.seen("is: takes pinned, private.")
        await page.press("escape")
        await page.type("not:pinned since:2026-11-29")
        await page.seen("1 of 3")
        await page.looking(TEA)


async def test_the_page_of_filters_changes_the_list_behind_it(tmp_path: Path) -> None:
    async with browser(tmp_path / "home", three) as page:
        await in_list(page)
        await page.press("f")
        await page.seen("Filters", "Provenance", "Learned since")
        await page.press("right", "right", "right", "right")
        await page.seen("type:error", "1 of 3")
        await page.press("x")
        await page.seen("Memories 3 ·")
        await page.press("end", "up", "left")
        await page.seen("not:pinned", "2 of 3")
        await page.press("X")
        await page.seen("Memories 3 ·")
        await page.press("escape")
        await page.seen("e edit")


async def test_s_goes_through_the_orders(tmp_path: Path) -> None:
    async with browser(tmp_path / "home", three) as page:
        await in_list(page)
        for words, first in (
            ("strongest first", BUILD),
            ("most important first", BUILD),
            ("most recalled first", KEY),
            ("newest first", TEA),
        ):
            await page.press("s")
            await page.seen(f"3 · {words}", f"Sorted: {words}.")
            await page.looking(first)


async def test_enter_asks_the_memory_itself(tmp_path: Path) -> None:
    async with browser(tmp_path / "home", three) as page:
        await page.type("what does Ana drink tea")
        await page.seen("0 of 3")
        await page.press("enter")
        await page.seen("by what came to mind", "Enter to the list")
        await page.looking(TEA)
        await page.press("enter")
        await page.seen("e edit")


@pytest.mark.parametrize(
    ("keys", "told", "check"),
    [
        (["p"], "Memory pinned · u undoes it", lambda one: one.pinned),
        (["v"], "Memory private · u undoes it", lambda one: one.private),
        (["t", "d"], "Memory now state deprecated", lambda one: one.state is State.DEPRECATED),
        (["t", "down", "enter"], "Memory now state outdated", lambda one: one.state is State.OUTDATED),
        (["i", "9"], "Memory now importance 0.9", lambda one: one.importance == 0.9),
        (["m", "down", "enter"], "Memory moved to the task", lambda one: one.scope.startswith("task:trip")),
    ],
)
async def test_one_key_changes_and_u_undoes(
    tmp_path: Path, keys: list[str], told: str, check: Callable[[Memory], bool]
) -> None:
    async def fill(weave: Weave) -> None:
        await three(weave)
        await weave.start_task("trip")

    async with browser(tmp_path / "home", fill, (100, 30)) as page:
        await in_list(page)
        await page.looking(TEA)
        await page.press(*keys)
        await page.seen(told)
        assert check(await page.weave.get(TEA.id))
        await page.press("u")
        await page.seen("Undone:")
        assert not check(await page.weave.get(TEA.id))
        await page.press("u")
        await page.seen("Nothing was done here that could be undone.")


async def test_several_are_selected_forgotten_and_brought_back(tmp_path: Path) -> None:
    async with browser(tmp_path / "home", three) as page:
        await in_list(page)
        await page.press("space", "space")
        await page.seen("2 selected", "✓")
        await page.press("d")
        await page.seen("2 memories forgotten · u undoes it", "Memories 1 ·")
        assert [one.id for one in await page.weave.list()] == [KEY.id]
        await page.press("u")
        await page.seen("Undone: 2 memories forgotten", "Memories 3 ·")
        await page.press("a")
        await page.seen("3 selected")
        await page.press("a")
        await page.unseen("selected")
        await page.press("shift+down", "escape")
        await page.unseen("selected")
        await page.press("a", "p")
        await page.seen("3 memories pinned")


async def test_a_memory_is_edited_in_place(tmp_path: Path) -> None:
    async with browser(tmp_path / "home", three) as page:
        await in_list(page)
        await page.looking(TEA)
        await page.press("e")
        await page.seen("Ctrl+S keep", "Edit")
        await page.type(" With milk.")
        await page.press("escape")
        await page.seen("Esc again drops")
        await page.press("ctrl+s")
        await page.seen("Memory reworded · u undoes it")
        assert (await page.weave.get(TEA.id)).text == "Ana prefers tea to coffee. With milk."
        await page.press("u")
        await page.seen("Undone: Memory reworded")
        assert (await page.weave.get(TEA.id)).text == TEA.text
        await page.press("e", "escape")
        await page.seen("Nothing was changed.")


async def test_what_was_changed_elsewhere_while_it_was_edited_is_told(tmp_path: Path) -> None:
    async with browser(tmp_path / "home", three) as page:
        await in_list(page)
        await page.looking(TEA)
        await page.press("e")
        await page.type(" Mine.")
        await page.weave.edit(TEA.id, text="Theirs.")
        await page.press("ctrl+s")
        await page.seen("It was changed elsewhere meanwhile.")
        assert (await page.weave.get(TEA.id)).text == "Theirs."
        await page.press("ctrl+s")
        await page.seen("Memory reworded")
        assert (await page.weave.get(TEA.id)).text == "Ana prefers tea to coffee. Mine."


async def test_a_correction_leaves_the_wrong_one_marked(tmp_path: Path) -> None:
    async with browser(tmp_path / "home", three) as page:
        await in_list(page)
        await page.looking(TEA)
        await page.press("c")
        await page.seen("What is true instead")
        await page.type(" Not true.")
        await page.press("ctrl+s")
        await page.seen("Memory corrected · u undoes it", "Memories 4 ·")
        wrong = await page.weave.get(TEA.id)
        assert wrong.state is State.DEPRECATED
        assert wrong.superseded_by is not None


async def test_digits_lead_to_what_hangs_together_and_backspace_leads_back(tmp_path: Path) -> None:
    made_from = made("Buy Darjeeling for Ana.", derived_from=(TEA.id,))

    async def fill(weave: Weave) -> None:
        weave._core.store.add([TEA, made_from])

    async with browser(tmp_path / "home", fill) as page:
        await in_list(page)
        await page.told(made_from.id, "1 made from Ana prefers tea")
        await page.press("1")
        await page.told(TEA.id, "Backspace back to the memory before", "rests on this Buy Darjeeling")
        await page.press("p")
        await page.seen("Memory pinned")
        assert (await page.weave.get(TEA.id)).pinned
        await page.press("backspace")
        await page.looking(made_from)


async def test_the_source_turns_stand_there_and_o_opens_them(tmp_path: Path) -> None:
    async def fill(weave: Weave) -> None:
        talk = await weave.begin()
        turn = await weave.say(talk.id, role=Role.USER, speaker="user", text="I always take tea, you know.")
        weave._core.store.add([replace(TEA, source=Source(talk.id, (turn.id,)))])

    async with browser(tmp_path / "home", fill, seek="prefers") as page:
        await page.told("Why remembered", "“I always take tea, you know.”", "o opens it there")
        await in_list(page)
        await page.press("o")
        assert [one.id for one in page.read] == [TEA.id]


async def test_it_opens_at_a_memory(tmp_path: Path) -> None:
    async with browser(tmp_path / "home", three, at=lambda: KEY.id) as page:
        await page.looking(KEY)
        assert page.screen._list.current == KEY.id


async def test_an_editor_of_the_persons_own_that_is_missing_is_told(tmp_path: Path) -> None:
    async with browser(tmp_path / "home", three) as page:
        await in_list(page)
        await page.looking(TEA)
        await page.press("ctrl+g")
        await page.seen("edit it here with e.")


async def test_an_empty_memory_says_how_it_fills(tmp_path: Path) -> None:
    async def nothing(weave: Weave) -> None: ...

    async with browser(tmp_path / "home", nothing) as page:
        await page.seen("Nothing is remembered yet; memories appear after the first chats.")
        await page.press("down", "p", "e", "d", "space", "enter", "1", "o", "s")
        await page.seen("Sorted: strongest first.")


async def test_a_guest_reads_only(tmp_path: Path, aloof: None) -> None:
    from tests.support.homes import bare

    home = tmp_path / "home"
    async with bare(home) as owner:
        await three(owner)

        async def nothing(weave: Weave) -> None: ...

        async with browser(home, nothing) as page:
            await page.seen("Memories 3 ·", "read only")
            await in_list(page)
            await page.looking(TEA)
            for key in ("p", "e", "d", "t", "c"):
                await page.press(key)
                await page.seen("Read only: another Avery has this memory open")
        assert len(await owner.list()) == 3


@pytest.mark.parametrize("size", [(140, 45), (80, 24), (60, 20), (40, 12)])
async def test_case_37_and_36_text_of_whatever_kind_is_shown_as_it_is_and_in_its_column(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    titles = ["❤️ clinic", "👩‍🔬 Ada", "🇱🇻 trip", "한글", "éclair", "[x] dentist", HOSTILE]

    async def fill(weave: Weave) -> None:
        weave._core.store.add([made(HOSTILE, n, title=title) for n, title in enumerate(titles, start=1)])

    async with browser(tmp_path / "home", fill, size) as page:
        await page.seen("[x] dentist", "👩‍🔬 Ada")
        widths = {strip.cell_length for strip in page.pilot.app.screen._compositor.render_strips()}
        assert widths == {size[0]}
        await in_list_small(page)
        await page.press("enter")
        await page.seen("list[0] = [red]x[/red] red")
        await page.press("escape", "slash")
        await page.type("[")
        await page.seen("7 of 7")


async def in_list_small(page: Browser) -> None:
    await page.press("down")
    await page.pilot.pause(0.05)


async def test_a_narrow_terminal_shows_the_list_or_the_memory(tmp_path: Path) -> None:
    async with browser(tmp_path / "home", three, (60, 20)) as page:
        await in_list_small(page)
        await page.press("enter")
        await page.seen("How strong")
        assert "The build failed" not in page.shown
        await page.press("e")
        await page.seen("Ctrl+S keeps")
        await page.press("escape", "escape")
        await page.seen("The build failed")


async def test_only_lines_near_what_is_in_sight_are_held(tmp_path: Path) -> None:
    async def fill(weave: Weave) -> None:
        many = [made(f"Note {n:05} of many.", n / 1000) for n in range(5_000)]
        weave._core.catalogue.put([(one, "memories/semantic/x.md") for one in many], index=False)

    async with browser(tmp_path / "home", fill, (100, 30)) as page:
        await page.seen("Memories 5,000", "Note 00000")
        await in_list_small(page)
        await page.press("end")
        await page.seen("Note 04999")
        await page.press("home")
        await page.press(*["pagedown"] * 20)
        held = page.screen._list._pages
        assert sum(len(lines) for lines in held.values()) <= 1_000


async def test_a_memory_is_removed_without_a_trace_only_after_asking(tmp_path: Path) -> None:
    async with browser(tmp_path / "home", three) as page:
        await page.looking(TEA)
        await in_list(page)
        await page.press("p")
        await page.seen("pinned · u undoes it")
        await page.press("x")
        await page.seen("Remove 1 memory without a trace?", "keep", "purge")
        await page.press("enter")
        assert await page.weave.get(TEA.id)
        await page.press("x", "x")
        await page.seen("1 memory is gone without a trace.", "Memories 2 ·")
        await page.press("u")
        await page.seen("Nothing was done here that could be undone.")
    files = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
    assert not [path for path in files if b"prefers tea" in path.read_bytes()]
