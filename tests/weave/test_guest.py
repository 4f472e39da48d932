"""The inbox: what a second process writes is durable, in order, and never lost."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.support.graphs import stating
from tests.support.memories import NOW, memory
from weave import ids
from weave.errors import HomeError
from weave.guest import Inbox
from weave.guest_codec import Item, decode, encode
from weave.model import MemoryType, Provenance, Role, Source, State, Turn

ODD = ["", "\0", "\ud800 lone", "x" * 1_000_000, "日本語 ไทย 🐈‍⬛", 'q"\\uote\n## no\r\n-->']


def turn(text: str, number: int = 0) -> Turn:
    moment = NOW + timedelta(seconds=number)
    return Turn(
        ids.new(moment), Role.USER, "user", text, moment, "c1", session="s", complete=False, recalled=True
    )


@pytest.mark.parametrize("text", ODD)
def test_a_memory_comes_back_as_it_was_put(tmp_path: Path, text: str) -> None:
    full = replace(
        stating(text, ("Ana", text, "Ben")),
        type=MemoryType.PROCEDURAL,
        state=State.CONTESTED,
        provenance=Provenance.OBSERVED,
        importance=0.25,
        importance_raw=0.5,
        occurred=datetime(2020, 1, 2, 3, 4, 5, 678901, UTC),
        accessed=NOW,
        access_count=3,
        source=Source("c1", ("t1", "t2"), "a/b.md"),
        derived_from=("one", "two"),
        superseded_by="three",
        pinned=True,
        private=True,
        extra=(("key", text),),
        scope="task:x-1",
    )
    inbox = Inbox(tmp_path)
    inbox.put_memory(full)
    items = list(inbox.drain())
    assert [item.memory for item in items] == [full]
    assert items[0].turns == ()


@pytest.mark.parametrize("text", ODD)
def test_turns_come_back_as_they_were_put(tmp_path: Path, text: str) -> None:
    turns = (turn(text), turn("second", 1))
    inbox = Inbox(tmp_path)
    inbox.put_turns(turns)
    assert [item.turns for item in inbox.drain()] == [turns]


def test_items_come_in_the_order_of_their_ids_and_stay_until_they_are_done(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path)
    written = [memory(f"note {number}") for number in range(5)]
    for one in reversed(written):
        inbox.put_memory(one)
    items = list(inbox.drain())
    assert [item.memory for item in items] == written
    assert inbox.waiting() == 5
    inbox.done(items[0])
    inbox.done(items[0])
    assert [item.memory for item in inbox.drain()] == written[1:]


def test_putting_the_same_thing_twice_leaves_one(tmp_path: Path) -> None:
    inbox, one = Inbox(tmp_path), memory("once")
    inbox.put_memory(one)
    inbox.put_memory(one)
    inbox.put_turns([turn("a")])
    inbox.put_turns([])
    assert inbox.waiting() == 2


def test_two_batches_that_begin_with_the_same_turn_are_both_kept(tmp_path: Path) -> None:
    inbox, first = Inbox(tmp_path), turn("a")
    inbox.put_turns([first])
    inbox.put_turns([first, turn("b", 1)])
    assert sorted(len(item.turns) for item in inbox.drain()) == [1, 2]


def test_turn_ids_that_are_no_file_names_are_kept_as_they_are(tmp_path: Path) -> None:
    inbox, odd = Inbox(tmp_path), replace(turn("a"), id="../../etc/\0passwd")
    inbox.put_turns([odd])
    assert [item.turns for item in inbox.drain()] == [(odd,)]
    assert {path.parent for path in tmp_path.rglob("*.json")} == {tmp_path / "inbox"}


def test_files_are_private(tmp_path: Path) -> None:
    Inbox(tmp_path).put_memory(memory("x"))
    (path,) = (tmp_path / "inbox").glob("*.json")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


GOOD = json.loads(encode(Item(memory("x"))))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe{", "not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[]", "no object"),
        (b'{"version":2}', "version"),
        (b'{"version":1}', "neither"),
        (b'{"version":1,"turns":[{}]}', "missing"),
        (json.dumps(GOOD | {"memory": GOOD["memory"] | {"importance": 7}}).encode(), "importance"),
        (json.dumps(GOOD | {"memory": GOOD["memory"] | {"state": "odd"}}).encode(), "odd"),
        (json.dumps(GOOD | {"memory": GOOD["memory"] | {"created": "2026-01-01"}}).encode(), "offset"),
    ],
)
def test_what_cannot_be_read_is_set_aside_with_a_note_and_stops_nothing(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    inbox, fine = Inbox(tmp_path), memory("fine")
    inbox.put_memory(fine)
    (tmp_path / "inbox" / "00.json").write_bytes(content)
    assert [item.memory for item in inbox.drain()] == [fine]
    (aside,) = inbox.rejected()
    assert aside.read_bytes() == content
    assert reason in (aside.parent / "00.json.txt").read_text()
    assert inbox.waiting() == 1


def test_a_half_written_file_of_a_killed_guest_is_not_taken_up(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path)
    inbox.put_memory(memory("fine"))
    (tmp_path / "inbox" / ".X.json.abc.tmp").write_bytes(b'{"version":1')
    assert len(list(inbox.drain())) == 1


def test_a_purge_erases_by_id_and_by_words_also_what_was_rejected_or_left_half_written(
    tmp_path: Path,
) -> None:
    inbox = Inbox(tmp_path)
    by_id, by_words, kept = memory("first"), memory("it is a blue heron, they say"), memory("other")
    for one in (by_id, by_words, kept):
        inbox.put_memory(one)
    inbox.put_turns([turn("saw a blue heron today"), turn("nothing", 1)])
    (tmp_path / "inbox" / "zz.json").write_bytes(b'{"text": "a blue heron", cut')
    list(inbox.drain())
    (tmp_path / "inbox" / ".X.json.abc.tmp").write_bytes(b'{"text": "a blue heron')
    assert inbox.erase([by_id.id], ["a blue heron", " "]) == 5
    everything = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"heron" not in everything and by_id.id.encode() not in everything
    left = list(inbox.drain())
    assert {item.memory.text for item in left if item.memory} == {"other"}
    assert [one.text for item in left for one in item.turns] == ["nothing"]


def test_an_inbox_that_is_not_there_is_empty(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path / "nowhere")
    assert list(inbox.drain()) == [] and inbox.waiting() == 0 and inbox.rejected() == []
    assert inbox.erase(["x"], ["y"]) == 0


def test_an_unwritable_home_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "inbox").write_text("a file")
    with pytest.raises(HomeError):
        Inbox(tmp_path).put_memory(memory("x"))


def test_what_another_process_wrote_before_it_was_killed_is_there(tmp_path: Path) -> None:
    script = """
import os, sys
from pathlib import Path
from tests.support.memories import memory
from weave.guest import Inbox
Inbox(Path(sys.argv[1])).put_memory(memory("from the other process"))
os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False, timeout=30)
    assert [item.memory.text for item in Inbox(tmp_path).drain() if item.memory] == ["from the other process"]


def test_decoding_what_was_encoded_is_the_identity() -> None:
    item = Item(memory("x"), (turn("y"),))
    assert decode(encode(item)) == item
