"""`avery ask` with tools: what looks runs, what changes something runs only by a rule that was given."""

import io
import json
from pathlib import Path

import pytest

from avery.ask import Means, ask
from avery.tools.box import Workplace
from avery.tools.grants import Grants
from tests.support.replies import say
from tests.support.server import ScriptedServer
from tests.support.tool_calls import calling
from weave.cli.terminal import attach
from weave.errors import UsageError
from weave.roots import assemble

CONFIG = '[embedding]\nkind = "none"\n[qdrant]\nenabled = false\n[falkordb]\nenabled = false\n'


async def asked(home: Path, server: ScriptedServer, means: Means) -> tuple[int, dict[str, object], str]:
    """(exit status, what --json prints, what stands on stderr)."""
    home.mkdir(mode=0o700, exist_ok=True)
    (home / "config.toml").write_text(CONFIG)
    environment = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "sk-x", "AVERY_MODEL": "scripted-1"}
    out, err = io.StringIO(), io.StringIO()
    root = assemble(home, environment)
    status = await ask(root, "Write it down.", attach(out, err, environment), means, as_json=True)
    return status, json.loads(out.getvalue()), err.getvalue()


async def test_what_changes_something_runs_only_by_a_rule(tmp_path: Path) -> None:
    folder, home = tmp_path / "work", tmp_path / "home"
    folder.mkdir()
    (folder / "a.txt").write_text("seen")
    calls = (
        ("read_file", '{"path": "a.txt"}'),
        ("write_file", '{"path": "b.txt", "text": "x"}'),
        ("run_command", '{"command": "touch c.txt"}'),
    )
    place = Workplace(folder)
    with ScriptedServer() as server:
        server.queue("chat", calling(*calls), say("Partly."))
        status, shown, err = await asked(home, server, Means(place))
        assert status == 0 and [call["ok"] for call in shown["calls"]] == [True, False, False]
        assert f"--allow 'write:{folder}/b.txt' would allow it" in err
        assert [path.name for path in folder.iterdir()] == ["a.txt"]
        server.queue("chat", calling(*calls), say("Done."))
        means = Means(place, (f"write:{folder}", "run:touch c.txt"))
        _, shown, _ = await asked(home, server, means)
        assert [call["ok"] for call in shown["calls"]] == [True, True, True]
        assert sorted(path.name for path in folder.iterdir()) == ["a.txt", "b.txt", "c.txt"]
        assert Grants(home).list() == (), "a rule of the command line holds for its turn alone"
        server.queue("chat", say("From memory."))
        await asked(home, server, Means(None))
        assert "tools" not in server.of("chat")[-1].body
        with pytest.raises(UsageError, match="is no rule"):
            await asked(home, server, Means(place, ("everything",)))
