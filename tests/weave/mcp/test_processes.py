"""weave mcp as clients start it: over pipes and over HTTP, beside an open Avery, with an end that leaves nothing."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from tests.support.homes import BARE, bare, until
from tests.weave.mcp.test_server import text
from weave.clock import system_clock
from weave.errors import InvalidInput, UsageError
from weave.mcp import stdio
from weave.mcp.http import address
from weave.mcp.lease import Lease
from weave.mcp.token import FILE, admits, token_of
from weave.weave import Weave

LEAN = '[embedding]\nkind = "none"\n[qdrant]\nenabled = false\n[falkordb]\nenabled = false\n[documents]\nenabled = false\n'
WEAVE = ("-c", "from weave.cli.main import main; raise SystemExit(main())", "mcp")
ROOT = Path(__file__).parents[3]


def lean(home: Path) -> Path:
    home.mkdir(mode=0o700, exist_ok=True)
    (home / "config.toml").write_text(LEAN)
    return home


@contextmanager
def served(home: Path, *more: str) -> Iterator[subprocess.Popen[str]]:
    pipe = subprocess.PIPE
    command = [sys.executable, *WEAVE, "--home", str(home), *more]
    process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


async def test_over_pipes_beside_an_open_avery_what_is_remembered_is_recalled_there_and_back(
    tmp_path: Path,
) -> None:
    home = lean(tmp_path / "home")
    async with Weave.open(home, config=BARE, clock=system_clock()) as owner:
        known = await owner.remember("The kettle is broken.")
        parameters = StdioServerParameters(
            command=sys.executable, args=[*WEAVE, "--home", str(home)], cwd=ROOT
        )
        async with Client(parameters, cache=None) as asking:
            told = await asking.call_tool("recall", {"query": "kettle"})
            assert known.id in text(told)
            said = await asking.call_tool("remember", {"text": "The staging server is called Basilisk."})
            assert not said.is_error

            async def recalled() -> bool:
                found = await owner.recall("staging server", count=False)
                return any(one.memory.id == said.structured_content["id"] for one in found.memories)

            await until(recalled, 20.0, "what the agent remembered")
            gone = await asking.call_tool("forget", {"ids": [known.id]})
            assert not gone.is_error, text(gone)
            assert [memory.id for memory in await owner.list()] == [said.structured_content["id"]]
        assert not owner.guest


async def test_a_client_that_closes_its_end_and_a_signal_end_it_cleanly_and_stdout_stays_the_protocols(
    tmp_path: Path,
) -> None:
    home = lean(tmp_path / "home")
    with served(home) as closed, served(home) as told:
        out, error = await asyncio.to_thread(closed.communicate, "no JSON at all\n", 60)
        assert closed.returncode == 0 and error == ""
        assert all(line.startswith('{"jsonrpc"') for line in out.splitlines())
        told.stdin.write('{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')  # type: ignore[union-attr]
        told.stdin.flush()  # type: ignore[union-attr]
        line = await asyncio.wait_for(asyncio.to_thread(told.stdout.readline), 60)  # type: ignore[union-attr]
        assert line.startswith('{"jsonrpc"')
        told.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(told.wait, 60) == 143
        assert told.stderr.read() == "Ended; what was acknowledged stays.\n"  # type: ignore[union-attr]


@asynccontextmanager
async def over_http(url: str, token: str) -> AsyncIterator[Client]:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}) as http,
        Client(streamable_http_client(url, http_client=http), cache=None) as asking,
    ):
        yield asking


async def test_over_http_only_the_token_gets_in_and_an_avery_that_opens_gets_the_home(tmp_path: Path) -> None:
    home = lean(tmp_path / "home")
    with served(home, "--http", "0") as process:
        line = await asyncio.to_thread(process.stderr.readline)  # type: ignore[union-attr]
        found = re.fullmatch(
            r"Serving at (http://127\.0\.0\.1:\d+/mcp); clients send the token in (.+)\.\n", line
        )
        assert found, line
        url, file = found[1], Path(found[2])
        assert file.stat().st_mode & 0o777 == 0o600
        token = file.read_text().strip()
        right = {"Authorization": f"Bearer {token}"}
        async with httpx2.AsyncClient() as http:
            attempts: list[dict[str, str]] = [
                {},
                {"Authorization": f"Bearer {token}x"},
                {"Authorization": f"Basic {token}"},
                right | {"Host": "evil.example"},
                right | {"Origin": "http://evil.example"},
            ]
            refused = [(await http.post(url, json={}, headers=headers)).status_code for headers in attempts]
            assert refused == [401, 401, 401, 421, 403]
        async with over_http(url, token) as one, over_http(url, token) as other:
            said = await one.call_tool("remember", {"text": "The kettle is broken."})
            told = await other.call_tool("recall", {"query": "kettle"})
            assert said.structured_content["id"] in text(told)
            async with Weave.open(home, config=BARE, clock=system_clock(), leads=True) as avery:
                assert not avery.served and not avery.guest, "who sits before it has the home"
                gone = await one.call_tool("forget", {"ids": [said.structured_content["id"]]})
                assert not gone.is_error and await avery.list() == []
        process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait, 60) == 143


async def test_without_a_client_it_says_how_it_is_started(tmp_path: Path) -> None:
    kept, nothing = os.dup(0), os.open(os.devnull, os.O_RDONLY)
    try:
        os.dup2(nothing, 0)
        with pytest.raises(UsageError, match="started by an MCP client"):
            await stdio.serve(Lease(tmp_path, lambda: bare(tmp_path)))
    finally:
        os.dup2(kept, 0)
        os.close(kept)
        os.close(nothing)
    assert not any(tmp_path.iterdir()), "nothing was opened"


@pytest.mark.parametrize("given", ["no port", "70000", "a:b", "::1:80", ""])
def test_an_address_that_is_none_is_told(given: str) -> None:
    with pytest.raises(InvalidInput, match="--http takes"):
        address(given)


def test_an_address_tells_whether_other_machines_reach_it() -> None:
    assert [address(one).private for one in ("8765", "localhost:1", "[::1]:1", "0.0.0.0:1", "[::]:1")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert address("[::1]:80").url == "http://[::1]:80/mcp"


def test_a_token_that_was_cut_is_not_taken_and_one_that_others_could_read_is_closed(tmp_path: Path) -> None:
    first = token_of(tmp_path)
    (tmp_path / FILE).chmod(0o644)
    assert token_of(tmp_path) == first and (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    (tmp_path / FILE).write_text("abc\n")
    with pytest.raises(InvalidInput, match="no whole token"):
        token_of(tmp_path)
    assert not admits(first, first.reveal()) and admits(first, f"bearer {first.reveal()}")
