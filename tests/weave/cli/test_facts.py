"""weave facts: with its history, as a tree, and for programs that draw."""

from __future__ import annotations

import asyncio
import io
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support import dot_language
from tests.support.claims import claim, holding
from tests.support.homes import NOW, bare
from tests.weave.cli.conftest import Ran
from weave.cli.reports import show_facts, show_tree
from weave.cli.terminal import Terminal
from weave.cli.text import width
from weave.model import Fact, Memory, State
from weave.picture import neighbourhood, tree

Run = Callable[..., Ran]
SINCE = datetime(2026, 6, 10, 9, tzinfo=UTC)
HISTORY = [
    Fact("01KEJK7S000001QAK7BN2F08HT", "Maribel", "home_city", "Cebu", state=State.OUTDATED, valid_to=SINCE,
         superseded_by="01KTQD8A000001A12KKY6WBK3G"),
    Fact("01KEJK7S000001QAK7BN2F08HV", "Maribel", "employer", "Acme", state=State.DEPRECATED, superseded_by="01XX"),
    Fact("01KTQD8A000001A12KKY6WBK3G", "Maribel", "home_city", "Davao", valid_from=SINCE),
]  # fmt: skip


async def _put(home: Path, *memories: Memory) -> None:
    async with bare(home) as weave:
        weave._core.store.add(memories)


@pytest.fixture
def moved(home: Path) -> None:
    """Maribel lived in Cebu until she moved to Davao, which is part of Mindanao; Kofi lives in Accra."""
    davao = holding(claim("Davao", days=180, state=State.ACTIVE), valid_from=NOW - timedelta(days=180))
    cebu = holding(
        claim("Cebu", days=300, state=State.OUTDATED),
        superseded_by=davao.facts[0].id,
        valid_to=NOW - timedelta(days=180),
    )
    island = claim("Mindanao", subject="Davao", predicate="part_of", days=20, state=State.ACTIVE)
    asyncio.run(_put(home, cebu, davao, island, claim("Accra", subject="Kofi", state=State.ACTIVE)))


def place(cells: int, *, interactive: bool = True, colour: bool = False) -> Terminal:
    return Terminal(io.StringIO(), io.StringIO(), interactive, colour, cells)


def printed(terminal: Terminal) -> list[str]:
    assert isinstance(terminal.out, io.StringIO)
    return terminal.out.getvalue().splitlines()


def test_history_is_read_line_by_line_with_what_took_each_ones_place() -> None:
    terminal = place(160)
    show_facts(terminal, HISTORY, UTC)
    header, old, new, wrong = printed(terminal)
    assert header.split() == ["id", "state", "valid", "said", "by", "fact"]
    assert "outdated" in old and "until 2026-06-10" in old
    assert old.endswith("Maribel → home_city → Cebu (then Davao, 01KTQD8A000001A12KKY6WBK3G)")
    assert "active" in new and "since 2026-06-10" in new
    assert wrong.endswith("(corrected to 01XX)")


@pytest.mark.parametrize(
    "argv",
    [
        ("facts", "Maribel", "--as-of", "2026-03-01", "--json"),
        ("facts", "--as-of", "2026-03-01", "Maribel", "--json"),
        ("facts", "--json", "--as-of", "2026-03-01", "Maribel"),
        ("--json", "facts", "--as-of=2026-03-01", "Maribel"),
        ("facts", "--json", "Maribel", "--as-of=2026-03-01"),
    ],
)
@pytest.mark.usefixtures("moved")
def test_as_of_may_stand_anywhere_in_the_line(run: Run, argv: tuple[str, ...]) -> None:
    then = run(*argv).document
    assert isinstance(then, list)
    assert [(fact["object"], fact["state"]) for fact in then] == [("Cebu", "active")]


@pytest.mark.usefixtures("moved")
def test_the_tree_shows_now_and_then_of_one_thing(run: Run) -> None:
    drawn = run("facts", "maribel", "--graph").out
    assert "\x1b" not in drawn
    assert drawn.splitlines()[0] == "Maribel"
    assert drawn.splitlines()[1:] == [
        "├─ home city → Davao  since 2026-06-03",
        "│  └─ part of → Mindanao",
        "└─ home city → Cebu   past, until 2026-06-03, then Davao",
    ]
    then = run("facts", "Maribel", "--graph", "--as-of", "2026-03-01").out
    assert "Cebu" in then and "Davao" not in then


@pytest.mark.usefixtures("moved")
def test_programs_get_dot_and_graphml_of_one_thing_or_of_everything(run: Run) -> None:
    one = dot_language.read(run("facts", "Maribel", "--dot").out)
    assert {attributes["label"] for attributes in one.nodes.values()} == {
        "Maribel", "Cebu", "Davao", "Mindanao",
    }  # fmt: skip
    everything = dot_language.read(run("facts", "--dot").out)
    assert "Kofi" in {attributes["label"] for attributes in everything.nodes.values()}
    root = ElementTree.fromstring(run("facts", "--graphml", "Maribel").out)
    assert len(list(root.iter("{http://graphml.graphdrawing.org/xmlns}edge"))) == 3


@pytest.mark.parametrize(
    ("argv", "named"),
    [
        (("facts", "--graph"), "Name whom"),
        (("facts", "Ana", "--dot", "--json"), "--json"),
        (("facts", "Ana", "--dot", "--graphml"), "not allowed with"),
        (("facts", "--as-of", "2026-01-01", "--known-at", "2026-01-01"), "not allowed with"),
    ],
)
def test_wrong_usage_is_one_sentence(run: Run, argv: tuple[str, ...], named: str) -> None:
    ran = run(*argv)
    assert (ran.status, ran.out) == (2, "")
    assert named in ran.sentence


def test_nothing_known_is_said_and_still_a_picture_for_programs(run: Run) -> None:
    ran = run("facts", "Nobody", "--graph")
    assert (ran.status, ran.out, ran.sentence) == (0, "", "No such facts are known.")
    assert dot_language.read(run("facts", "Nobody", "--dot").out).nodes == {}


def test_case_36_notes_stand_in_one_column_after_wide_names_and_no_line_is_too_long() -> None:
    facts = [
        Fact(f"f{n}", "Ana", "likes", name, state=State.OUTDATED, valid_from=SINCE)
        for n, name in enumerate(
            ["❤️ clinic", "👩‍🔬 Ada", "🇱🇻 trip", "한글", "éclair", "梅干し", "مرحبا", "x" * 300]
        )
    ]
    terminal = place(70)
    show_tree(terminal, tree(neighbourhood(facts, "Ana"), UTC))
    lines = printed(terminal)
    assert all(width(line) <= 70 for line in lines)
    assert {width(line.partition("past,")[0]) for line in lines[1:]} == {70 - len("past, since 2026-06-10")}
    narrow = place(40)
    show_tree(narrow, tree(neighbourhood(facts, "Ana"), UTC))
    assert all(width(line) <= 40 for line in printed(narrow))


def test_a_stream_of_another_encoding_gets_the_same_graph(home: Path) -> None:
    asyncio.run(_put(home, claim("Malmö 梅", state=State.ACTIVE)))
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "AVERY_HOME": str(home)}

    def piped(*argv: str) -> bytes:
        command = [sys.executable, "-c", "from weave.cli.main import main; raise SystemExit(main())", *argv]
        return subprocess.run(command, env=environment, capture_output=True, check=True).stdout

    root = ElementTree.fromstring(piped("facts", "--graphml"))
    assert "Malmö 梅" in {data.text for data in root.iter("{http://graphml.graphdrawing.org/xmlns}data")}
    assert piped("facts", "Maribel", "--graph").splitlines()[1].startswith(b"`- home city")


def test_colour_only_where_a_person_looks_and_nothing_a_fact_says_is_obeyed() -> None:
    facts = [
        Fact("f1", "Ana", "likes", "\x1b[31mred\u202e\nline"),
        Fact("f2", "Ana", "was", "b", state=State.OUTDATED),
    ]
    rows = tree(neighbourhood(facts, "Ana"), UTC)
    plain, coloured = place(80, interactive=False), place(80, colour=True)
    show_tree(plain, rows)
    show_tree(coloured, rows)
    assert not any("\x1b" in line or "\u202e" in line for line in printed(plain))
    assert "\x1b[31m" not in "".join(printed(coloured))
    assert "\x1b[2m" in printed(coloured)[2]
    assert len(printed(plain)) == 3
