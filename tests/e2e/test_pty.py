"""The real program in a pseudo-terminal, its bytes drawn by pyte: pastes, wide characters, a guest, a home in trouble."""

import asyncio
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.homes import bare
from tests.support.replies import Reply, say
from tests.support.server import ScriptedServer
from tests.support.terminal import PtyTerminal, terminal

CONFIG = '[embedding]\nkind = "none"\n[qdrant]\nenabled = false\n[falkordb]\nenabled = false\n'
FLAG = "🇱🇻 trip"
"""pyte gives a flag four cells and every terminal of today two, so only the list itself is looked at with one."""
TITLES = ("❤️ clinic", "👩‍🔬 Ada", FLAG, "한글", "éclair", "ก็ดี", "مرحبا", "[/ [b")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    (folder / "config.toml").write_text(CONFIG)
    return folder


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as scripted:
        yield scripted


@contextmanager
def avery(
    home: Path, server: ScriptedServer, *arguments: str, size: tuple[int, int] = (100, 30)
) -> Iterator[PtyTerminal]:
    with terminal(
        [sys.executable, "-m", "avery", "--home", str(home), *arguments],
        size,
        OPENAI_BASE_URL=server.url,
        OPENAI_API_KEY="sk-scripted-key-for-tests",
        AVERY_MODEL="scripted-1",
    ) as program:
        yield program


def said(server: ScriptedServer) -> list[str]:
    return [r.messages[-1][1].split("The person's message:\n", 1)[1] for r in server.of("chat")]


async def remember(home: Path, *texts: str) -> None:
    async with bare(home) as weave:
        for text in texts:
            await weave.remember(text)


def test_case_39_a_paste_sends_nothing_and_enter_sends_it_whole_and_once(
    home: Path, server: ScriptedServer
) -> None:
    server.on("chat", say("Read."))
    giant = "\n".join(f"row {n} of the paste" for n in range(12_000))
    with avery(home, server) as program:
        program.until("scripted-1")
        program.write("\x1b[200~ligne 1\nligne 2\r\nligne 3\n\x1b[201~")
        program.until("ligne 3")
        program.write("\r")
        program.until("Read.")
        program.write(f"\x1b[200~{giant}\x1b[201~")
        program.until("[pasted 12,000 lines]")
        assert len(server.of("chat")) == 1
        program.write("\r")
        server.wait_for("chat", 2, timeout=30)
        program.until("11,988 more lines")
        assert program.end("key") == 0
    assert [text.strip() for text in said(server)] == ["ligne 1\nligne 2\nligne 3", giant]


def test_case_39_a_raw_stream_of_lines_is_not_sent_line_by_line(home: Path, server: ScriptedServer) -> None:
    with avery(home, server) as program:
        program.until("scripted-1")
        program.write("erste Zeile\rzweite Zeile\rdritte Zeile\r")
        program.until("dritte Zeile")
        time.sleep(0.3)
        assert all(word in program.text() for word in ("erste Zeile", "zweite Zeile", "dritte Zeile"))
        assert "Write to Avery" not in program.text()
        assert server.of("chat") == []
        program.end("key")


def test_case_36_the_right_border_stands_in_one_column_whatever_is_recalled_and_said(
    home: Path, server: ScriptedServer
) -> None:
    spoken = [title for title in TITLES if title != FLAG]
    reply = "| Name | Sign |\n|---|---|\n" + "".join(f"| {title} | {title} |\n" for title in spoken)
    server.on("chat", say(f"{reply}\n\n" + "\n\n".join(f"zebra {title} end" for title in spoken)))
    asyncio.run(remember(home, *(f"zebra {title} text" for title in TITLES)))
    with avery(home, server, size=(140, 60)) as program:
        program.until("scripted-1")
        program.write("zebra?")
        program.until("zebra?")
        program.write("\r")
        program.until("8 recalled")
        program.until("● ready")
        rows = [program.cells(y) for y in range(1, 56)]
        assert program.end("key") == 0
    assert ["".join(row) for row in rows if row[98] not in "│╭╰"] == []
    assert {row[139] for row in rows} == {"│", "╮", "╯"}
    assert {row[98] for row in rows} == {"│", "╭", "╰"}


def test_what_is_said_to_a_second_avery_the_first_one_knows(home: Path, server: ScriptedServer) -> None:
    server.on("chat", say("Noted."))
    with avery(home, server) as owner:
        owner.until("scripted-1")
        with avery(home, server) as guest:
            guest.until(f"Another Avery (pid {owner.process.pid}) has this memory open, too")
            guest.write("The cellar key hangs behind the quokka painting.")
            guest.until("quokka")
            guest.write("\r")
            guest.until("Noted.")
            assert guest.end("key") == 0
        patience = time.monotonic() + 20.0
        while any((home / "inbox").glob("*.json")):
            assert time.monotonic() < patience, "the owner takes nothing up"
            time.sleep(0.05)
        owner.write("What hangs behind the quokka painting?")
        owner.until("quokka")
        owner.write("\r")
        server.wait_for("chat", 2, timeout=30)
        owner.until("Noted.")
        assert owner.end("key") == 0
    assert "cellar key" in server.of("chat")[-1].messages[-1][1].split("</memory ")[0]


def test_a_home_that_cannot_be_used_is_told_on_the_page_and_in_the_shell(
    home: Path, server: ScriptedServer
) -> None:
    (home / "config.toml").write_text('[modle]\nname = "x"\n')
    with avery(home, server, size=(80, 24)) as program:
        program.until("did you mean model?")
        program.until("memory is closed")
        assert program.end("key") == 1


def test_a_chat_that_does_not_exist_is_told_in_the_shell(home: Path, server: ScriptedServer) -> None:
    with avery(home, server, "--resume", "nonsense") as program:
        shown = program.until("There is no conversation 'nonsense'")
        assert program.process.wait(20) == 1
        assert "--continue" in re.sub(r"\s+", " ", shown)


def test_a_reply_goes_on_through_every_size_of_the_window(home: Path, server: ScriptedServer) -> None:
    words = tuple(f"wort{n} 中文 " for n in range(120))
    server.on("chat", Reply(fragments=(*words, "FINIS"), pace=0.02))
    with avery(home, server) as program:
        program.until("scripted-1")
        program.write("Go on.")
        program.until("Go on.")
        program.write("\r")
        program.until("wort3")
        for size in ((40, 12), (140, 45), (80, 24)):
            program.resize(size)
            program.until("wort")
        program.until("FINIS")
        assert program.end("key") == 0
