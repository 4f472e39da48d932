"""Who comes in at the owner's socket, and what a hostile frame gets: an error, and nothing is carried out."""

from __future__ import annotations

import asyncio
import os
import stat
import struct
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.support.homes import bare
from weave.serving import peer, place, wire
from weave.serving.offers import verbs
from weave.serving.version import VERSION
from weave.serving.wire import Frame, Json
from weave.weave import Weave

HELLO: Frame = {"kind": "hello", "protocol": wire.PROTOCOL, "version": VERSION, "leads": False}
Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def visit(home: Path, hello: Frame = HELLO) -> AsyncIterator[tuple[Ends, Frame]]:
    """A connection that said hello, and what it was answered."""
    reader, writer = await asyncio.open_unix_connection(place.find(home))
    try:
        writer.write(wire.packed(hello))
        yield (reader, writer), await wire.read(reader)
    finally:
        writer.close()


async def answer(ends: Ends) -> Frame:
    """The next frame that is no glance."""
    async with asyncio.timeout(20):
        while (frame := await wire.read(ends[0]))["kind"] == "glance":
            pass
    return frame


async def ask(ends: Ends, verb: Json, args: Json, **more: Json) -> Frame:
    """One call by hand."""
    ends[1].write(wire.packed({"kind": "call", "id": 1, "verb": verb, "args": args, **more}))
    return await answer(ends)


async def test_only_this_user_can_reach_the_socket_and_it_goes_with_the_owner(tmp_path: Path) -> None:
    async with bare(tmp_path):
        socket = Path(place.find(tmp_path))
        assert stat.S_IMODE(socket.stat().st_mode) == 0o600
        folder = socket.parent.stat()
        assert stat.S_IMODE(folder.st_mode) == 0o700 and folder.st_uid == os.getuid()
        assert str(socket) in (tmp_path / place.RECORD).read_text(encoding="utf-8")
    assert not socket.exists() and not (tmp_path / place.RECORD).exists()


async def test_another_user_is_hung_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with bare(tmp_path):
        monkeypatch.setattr(peer, "_user", lambda end: os.getuid() + 1)
        with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
            async with visit(tmp_path):
                pass


@pytest.mark.parametrize(
    "hello",
    [
        {**HELLO, "version": "0.0.9"},
        {**HELLO, "protocol": 99},
        {"kind": "call", "id": 1, "verb": "list", "args": {}},
    ],
)
async def test_one_of_another_release_is_told_so(tmp_path: Path, hello: Frame) -> None:
    async with bare(tmp_path), visit(tmp_path, hello) as (_, told):
        assert told == {"kind": "refused"}


@pytest.mark.parametrize(
    ("verb", "args"),
    [
        ("close", {}),
        ("_core", {}),
        ("__init__", {}),
        ("move_out", {}),
        ("library._channel", {}),
        ("inbox.erase", {}),
        ("browsing.apart", {}),
        ("sleeping.keep_time", {}),
        ("config", {}),
        (["remember"], {}),
        (None, {}),
        ("remember", {}),
        ("remember", []),
        ("remember", {"text": 1}),
        ("remember", {"text": "Planted.", "self": "x"}),
        ("remember", {"text": "Planted.", "pin": 1}),
        ("remember", {"text": "Planted.", "type": "x"}),
        ("remember", {"text": "Planted.", "derived_from": {"parts": 0}}),
    ],
)
async def test_a_hostile_call_gets_an_error_and_carries_nothing_out(
    tmp_path: Path, verb: Json, args: Json
) -> None:
    async with bare(tmp_path) as weave:
        async with visit(tmp_path) as (ends, _):
            told = await ask(ends, verb, args)
            assert told["kind"] == "error"
        assert await weave.list() == []
        assert await weave.identity()


@pytest.mark.parametrize("ticket", ["x", [1, 2, 3, 4], ["a", 1, "2026-12-01T00:00:00", True], [[], 1, "", 0]])
async def test_a_ticket_that_is_none_is_refused(tmp_path: Path, ticket: Json) -> None:
    async with bare(tmp_path) as weave, visit(tmp_path) as (ends, _):
        told = await ask(ends, "remember", {"text": "Planted."}, ticket=ticket)
        assert told["kind"] == "error" and await weave.list() == []


async def test_bytes_that_are_no_frame_do_not_end_the_visit_and_a_giant_one_does(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave, visit(tmp_path) as (ends, _):
        for body in (b"", b"{", b"[" * 50_000, b"\xff\x00", b'{"kind": 7}', b'{"kind": "x"}'):
            ends[1].write(struct.pack(">I", len(body)) + body)
            assert (await answer(ends))["kind"] == "error"
        assert (await ask(ends, "identity", {}))["kind"] == "result"
        ends[1].write(struct.pack(">I", wire.LONGEST + 1) + b"x")
        assert (await answer(ends))["kind"] == "error"
        with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
            while True:
                await answer(ends)
        assert await weave.list() == []


async def test_text_in_a_frame_is_data(tmp_path: Path) -> None:
    words = '"}{"kind":"cancel"} [b]x[/b] __import__("os") \u202e \ud800'
    async with bare(tmp_path) as weave, visit(tmp_path) as (ends, _):
        told = await ask(ends, "get", {"reference": words})
        assert told["kind"] == "error"
        assert await weave.list() == []


async def test_every_public_method_crosses_but_those_that_each_process_does_itself(tmp_path: Path) -> None:
    weave = Weave.open(tmp_path)
    stay = [verb.name for verb in verbs(weave).values() if not verb.crosses]
    assert stay == []
    assert {"remember", "library.add", "sleeping.run", "talks.withdraw"} <= verbs(weave).keys()


def test_the_release_is_that_of_the_package() -> None:
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == VERSION


async def test_a_home_that_was_moved_under_its_owner_is_visited_and_nothing_is_lost(tmp_path: Path) -> None:
    async with bare(tmp_path / "there") as owner:
        await owner.remember("The heron nests by the weir.")
        (tmp_path / "there").rename(tmp_path / "here")
        async with bare(tmp_path / "here") as weave:
            assert weave.guest and not weave.served
            await weave.remember("The owl hunts at night.")
    async with bare(tmp_path / "here") as weave:
        assert {memory.text[:7] for memory in await weave.list()} == {"The her", "The owl"}
    assert not (tmp_path / "there").exists()


async def test_an_owner_that_cannot_tell_what_is_there_leaves_others_as_guests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("weave.serving.tenure.ANSWER_SECONDS", 0.1)
    async with bare(tmp_path):
        monkeypatch.setattr(Weave, "seen", lambda _: 1 / 0)
        async with bare(tmp_path) as weave:
            assert weave.guest


async def test_two_hundred_that_only_half_speak_keep_nobody_out(tmp_path: Path) -> None:
    half = struct.pack(">I", 1_000) + b'{"kind": "call"'
    async with bare(tmp_path):
        ends = [await asyncio.open_unix_connection(place.find(tmp_path)) for _ in range(200)]
        for number, (_, writer) in enumerate(ends):
            writer.write((wire.packed(HELLO) if number % 2 else b"") + half)
        async with bare(tmp_path) as weave:
            assert weave.served and (await weave.remember("The heron nests.")).id
        for _, writer in ends:
            writer.close()


async def test_a_home_with_a_long_name_in_any_script_is_served(tmp_path: Path) -> None:
    home = tmp_path / ("🐦" * 40) / ("ö" * 60)
    async with bare(home), bare(home) as weave:
        assert weave.served
