"""`avery ask` as a person runs it: processes of their own, a scripted server, a home on disk."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.replies import Reply, answer, cut, say
from tests.support.server import Request, ScriptedServer
from tests.support.tool_calls import calling, note

KEY = "sk-test-abcdefghijklmnop-1234"
FILES_ONLY = "[qdrant]\nenabled = false\n[falkordb]\nenabled = false\n"


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        running.on("encoding", encoded)
        yield running


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    (folder / "config.toml").write_text(FILES_ONLY, "utf-8")
    return folder


def encoded(request: Request) -> Reply:
    """What a good model makes of the branch on Kettle Lane; an empty summary of anything else."""
    turns = [line for line in request.prompt.splitlines() if line.startswith("[") and "] user" in line]
    told = [line for line in turns if "Kettle Lane" in line]
    line = (told or turns)[0]
    text = "The bank branch is on Kettle Lane." if told else "Something was asked."
    summary = {"title": text, "text": text, "importance": 0.6, "source_turns": [line[1 : line.index("]")]]}
    return answer({"summary": summary, "knowledge": [], "procedures": [], "errors": []})


def environment(home: Path, server: ScriptedServer | None, **more: str) -> dict[str, str]:
    dropped = ("OPENAI_", "AVERY_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    found = {
        **kept,
        "AVERY_HOME": str(home),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
        **more,
    }
    if server is not None:
        found |= {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": KEY, "AVERY_MODEL": "scripted-1"}
    return found


def avery(home: Path, server: ScriptedServer | None, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "avery", *arguments],
        env=environment(home, server),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def start(home: Path, server: ScriptedServer, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "avery", *arguments],
        env=environment(home, server),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def files_with(home: Path, text: str) -> list[str]:
    return [str(p) for p in home.rglob("*") if p.is_file() and text.encode() in p.read_bytes()]


def test_what_is_told_in_one_process_is_in_the_next_ones_prompt_and_the_key_in_no_file(
    home: Path, server: ScriptedServer
) -> None:
    server.queue("chat", say("Noted."), say("It is on Kettle Lane."))
    first = avery(home, server, "ask", "My new bank branch is on Kettle Lane.")
    assert (first.returncode, first.stdout) == (0, "Noted.\n"), first.stderr
    assert len(server.of("encoding")) == 1
    second = avery(home, server, "ask", "Where is my bank branch?", "--json")
    assert second.returncode == 0, second.stderr
    printed = json.loads(second.stdout)
    assert (printed["answer"], printed["error"], printed["queued"]) == ("It is on Kettle Lane.", None, False)
    assert any("Kettle Lane" in memory["text"] for memory in printed["recall"]["memories"])
    asked = server.of("chat")[1]
    assert "Kettle Lane" in asked.messages[-1][1].split("</memory ")[0]
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert files_with(home, KEY) == []
    assert KEY not in first.stderr + second.stderr
    memories = "".join(path.read_text("utf-8") for path in (home / "memories").rglob("*.md"))
    assert "Kettle Lane" in memories


@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_case_4_ending_the_process_right_after_sending_loses_no_turn(
    home: Path, server: ScriptedServer, way: signal.Signals
) -> None:
    server.queue("chat", Reply(text="Noted.", delay=5))
    process = start(home, server, "ask", "My new bank branch is on Kettle Lane.")
    server.wait_for("chat", timeout=30)
    process.send_signal(way)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}.get(way, -9)
    assert "Traceback" not in errors
    transcripts = "".join(path.read_text("utf-8") for path in (home / "conversations").glob("*.jsonl"))
    assert transcripts.count('"text":"My new bank branch is on Kettle Lane."') == 1
    for question in ("Where is my bank branch?", "And where is it now?"):
        later = avery(home, server, "ask", question)
        assert later.returncode == 0, later.stderr
    assert "Kettle Lane" in server.of("chat")[1].messages[-1][1].split("</memory ")[0]
    about = [
        request
        for request in server.of("encoding")
        if any("] user" in line and "Kettle Lane" in line for line in request.prompt.splitlines())
    ]
    assert len(about) == 1
    told = "".join(path.read_text("utf-8") for path in (home / "memories").rglob("*.md"))
    assert told.count("The bank branch is on Kettle Lane.\n") == 1


def test_while_the_model_is_away_the_words_are_kept_and_encoded_when_it_is_back(
    home: Path, server: ScriptedServer
) -> None:
    away = ScriptedServer()
    away.stop_listening()
    lost = avery(home, away, "ask", "My new bank branch is on Kettle Lane.")
    assert lost.returncode == 1
    assert away.url in lost.stderr and "Traceback" not in lost.stderr
    back = avery(home, server, "ask", "Where is my bank branch?")
    assert back.returncode == 0, back.stderr
    assert "Kettle Lane" in server.of("chat")[0].messages[-1][1].split("</memory ")[0]
    assert any("Kettle Lane" in request.prompt for request in server.of("encoding"))


def test_case_84_a_cut_reply_is_marked_and_the_whole_one_comes_once(
    home: Path, server: ScriptedServer
) -> None:
    server.queue("chat", cut("Your dose is 5"), say("Your dose is 50 mg."))
    run = avery(home, server, "ask", "What is my dose?")
    assert (run.returncode, run.stdout) == (0, "Your dose is 5 […]\nYour dose is 50 mg.\n")
    assert "incomplete" in run.stderr or "Trying again" in run.stderr


def test_case_112_without_key_store_or_model_avery_answers_from_memory_in_plain_words(home: Path) -> None:
    first = avery(home, None, "ask", "My new bank branch is on Kettle Lane.")
    assert first.returncode == 0 and "from memory alone" in first.stdout
    second = avery(home, None, "ask", "Where is my bank branch?")
    assert "> My new bank branch is on Kettle Lane." in second.stdout
    assert first.stderr == "" and second.stderr == ""


def test_a_second_process_is_served_by_the_first_and_its_words_are_there_at_once(
    home: Path, server: ScriptedServer
) -> None:
    answered = threading.Event()

    def slowly(_: Request) -> Reply:
        answered.wait(30)
        return say("Slowly.")

    server.on("chat", slowly)
    owner = start(home, server, "ask", "Hello")
    server.wait_for("chat", timeout=30)
    second = avery(home, None, "ask", "My new bank branch is on Kettle Lane.")
    third = avery(home, None, "ask", "Where is my bank branch?")
    assert owner.poll() is None
    answered.set()
    assert (second.returncode, second.stderr) == (0, "")
    assert "Kettle Lane" in third.stdout
    owner.communicate(timeout=60)
    assert owner.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "status", "word"),
    [
        (["ask"], 2, "TEXT"),
        (["ask", " "], 1, "nothing to ask"),
        (["--resume", "x", "--continue"], 2, "not allowed"),
        ([], 2, "terminal"),
        (["ask", "x", "--now", "yesterday"], 1, "2026-11-30"),
        (["fly"], 2, "fly"),
    ],
)
def test_wrong_usage_is_one_sentence(home: Path, arguments: list[str], status: int, word: str) -> None:
    run = avery(home, None, *arguments)
    assert run.returncode == status
    assert word in run.stderr and "Traceback" not in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1


def test_version_and_keys_need_no_home(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    assert avery(missing, None, "--version").stdout.startswith("avery ")
    assert "Ctrl+Q" in avery(missing, None, "keys").stdout
    assert not missing.exists()


def test_nothing_heavy_is_imported_by_the_command_line() -> None:
    script = (
        "import sys, avery.__main__\n"
        "heavy = ('openai', 'httpx2', 'numpy', 'keyring', 'qdrant_client', 'qdrant_edge', 'falkordb', 'textual', "
        "'jsonschema', 'tomlkit', 'sqlite3')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_a_note_of_avery_is_told_beside_the_answer_and_kept_in_its_own_name(
    home: Path, server: ScriptedServer
) -> None:
    server.queue("chat", note("The beds are 120 wide.", before="Good."), say("They are settled."))
    first = avery(home, server, "ask", "What about the beds?")
    assert (first.returncode, first.stdout) == (0, "Good.\n\nThey are settled.\n"), first.stderr
    assert first.stderr == 'note {"text": "The beds are 120 wide."}: Noted in the pad of this task.\n'
    server.queue("chat", calling(("note", '{"text": "ev')), say("Never mind."))
    second = avery(home, server, "ask", "How wide are the beds?", "--json")
    printed = json.loads(second.stdout)
    assert printed["answer"] == "Never mind."
    assert [(call["name"], call["ok"]) for call in printed["calls"]] == [("note", False)]
    assert printed["tokens"]["prompt"] > 0
    assert ("The beds are 120 wide.", "agent", "global") in [
        (memory["text"], memory["provenance"], memory["scope"]) for memory in printed["recall"]["memories"]
    ]
