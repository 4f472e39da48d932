"""Every command beside an owner prints what it prints alone: the same words, order, status and errors."""

from __future__ import annotations

import asyncio
import io
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.weave.cli.conftest import LEAN
from weave.cli.main import main
from weave.roots import assemble
from weave.weave import Weave

_ID = re.compile(r"\b(?=[0-9A-Z]*\d)[0-9A-HJKMNP-TV-Z]{8,26}\b")
_PAD = re.compile(r"\b(birds|conversation)-[0-9a-z]{6}\b")
_TOOK = re.compile(r"\b\d+(\.\d+)? ?m?s\b")
_ON_DISK = re.compile(r"^.* (\d[\d.,]* ?[kM]?B|p95 .*)$", re.MULTILINE)
"""What the folders weigh, for beside an owner there is its address, and how long recalls took."""
_SIZE = re.compile(r"\b\d+(\.\d+)? (bytes|[kK]B)\b")
_FILE_TIME = re.compile(r'"changed": "[^"]*"')
TURNS = b'{"time": "2026-11-30T09:00:00+00:00", "speaker": "Ana", "text": "The ferry leaves at nine."}\n{"x": 1}\n'
STEPS = "1. Stop the service.\n2. Copy the files.\n3. Start it again."

COMMANDS = """
remember|Maribel lives in Cebu.
remember|Maribel lives in Davao.|--json
remember|{steps}|--type|procedural|--title|Moving the service
remember|
list
list|--json
recall|Where does Maribel live?
show|#1
show|nothing-of-this-id
set|#1|importance=0.9
set|#1|importance=9
conflicts
resolve|#1|--keep|#1
resolve|#1|--keep|none
edit|#1
edit|#1|--title|Home
facts
facts|--json
forget|#2
restore|#2
forget|--purge|#2
show|#2
task|start|birds
task|list
ingest|{folder}/turns.jsonl
docs|add|{folder}/zephyr.md
docs|list
docs|list|--json
docs|show|zephyr.md
docs|search|What does the zephyr do?
docs|add|{folder}/missing.md
docs|remove|zephyr.md
docs|remove|zephyr.md
remind|Water the fern|--at|2026-12-01 09:00
remind|Water the fern|--at|2020-01-01 09:00
remind|list
procedures|list
procedures|show|#3
identity
identity|history
import|markdown|{folder}/notes
import|markdown|{folder}/notes
import|list
export|--output|{folder}/all.zip
export|--output|{folder}/all.zip
export|--jsonl|--output|{folder}/all.jsonl
stats
sleep|--dry-run
sleep
undo
undo
reindex
doctor
"""


def played(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What each command said, with the ids told by their order and the places and durations left out."""
    ids: dict[str, str] = {}

    def named(found: re.Match[str]) -> str:
        known = next((one for one in ids if one.startswith(found[0]) or found[0].startswith(one)), found[0])
        return ids.setdefault(known, f"#{len(ids) + 1}")

    told = []
    for minute, line in enumerate(COMMANDS.strip().splitlines()):
        words = line.replace("{steps}", STEPS).replace("{folder}", str(folder)).split("|")
        given = [next((id_ for id_, sign in ids.items() if sign == word), word) for word in words]
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
        capsys.readouterr()
        status = main([*given, "--now", f"2026-11-30T{14 + minute // 60}:{minute % 60:02}:00+00:00"])
        printed = capsys.readouterr()
        said = f"{line} -> {status}\n{printed.out}{printed.err}".replace(str(folder), "FOLDER")
        for pattern, sign in (
            (_PAD, r"\1-PAD"),
            (_ON_DISK, ""),
            (_FILE_TIME, "CHANGED"),
            (_TOOK, "TOOK"),
            (_SIZE, "SIZE"),
        ):
            said = pattern.sub(sign, said)
        told.append(_ID.sub(named, said))
    return told


@contextmanager
def owner(home: Path) -> Iterator[Weave]:
    """Another loop that has the home open."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    root = assemble(home, {})
    weave = Weave.open(root.home, config=root.config, clock=root.clock, models=root.models, keys=root.keys)
    asyncio.run_coroutine_threadsafe(weave.__aenter__(), loop).result(30)
    try:
        yield weave
    finally:
        asyncio.run_coroutine_threadsafe(weave.close(), loop).result(30)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def prepared(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home, and what the commands read."""
    (folder / "notes").mkdir(parents=True)
    (folder / "notes" / "one.md").write_text("# One\n\nThe heron nests by the weir.\n", encoding="utf-8")
    (folder / "zephyr.md").write_text("# Zephyr\n\nThe zephyr lifts the kite.\n", encoding="utf-8")
    (folder / "turns.jsonl").write_bytes(TURNS)
    home = folder / "home"
    home.mkdir()
    (home / "config.toml").write_text(f'timezone = "UTC"\n{LEAN}', encoding="utf-8")
    monkeypatch.setenv("AVERY_HOME", str(home))
    monkeypatch.setenv("EDITOR", "sed -i s/Cebu/Manila/")
    for name in ("VISUAL", "OPENAI_API_KEY", "OPENAI_BASE_URL", "AVERY_MODEL"):
        monkeypatch.delenv(name, raising=False)
    return home


def test_every_command_says_beside_an_owner_what_it_says_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared(tmp_path / "one", monkeypatch)
    alone = played(tmp_path / "one", capsys, monkeypatch)
    home = prepared(tmp_path / "two", monkeypatch)
    with owner(home) as weave:
        beside = played(tmp_path / "two", capsys, monkeypatch)
        assert not weave.inbox.waiting()  # none of them was a guest
    assert [one for one in zip(beside, alone, strict=True) if one[0] != one[1]] == []
