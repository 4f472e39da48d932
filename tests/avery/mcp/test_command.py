"""avery mcp: config.toml edited with its comments kept, keys kept out of it, and what a server needs said in a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from avery.__main__ import run
from avery.mcp import words
from avery.mcp.place import place
from weave import config
from weave.errors import InvalidInput
from weave.mcp import extra
from weave.servers import ServerConfig

MINE = '# mine\n[model]\nname = "x"  # the good one\n'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "config.toml").write_text(MINE)
    return tmp_path


def avery(home: Path, *argv: str) -> int:
    before, mark, after = " ".join(argv).partition(" -- ")
    line = [*before.split(" "), "--home", str(home), *(["--", *after.split(" ")] if mark else [])]
    return run(["mcp", *line], {})


def servers(home: Path) -> dict[str, ServerConfig]:
    return dict(config.load(home, {}).mcp.servers)


def test_a_server_is_added_with_its_own_options_and_taken_out_and_comments_stay(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        avery(home, "add", "files", "--env", "TOKEN=keyring:gh", "--", "npx", "-y", "pkg", "--home", "/x")
        == 0
    )
    assert avery(home, "add", "web", "--url", "https://x.test/mcp", "--header", "A=env:WEB") == 0
    assert servers(home) == {
        "files": ServerConfig(command="npx", args=("-y", "pkg", "--home", "/x"), env={"TOKEN": "keyring:gh"}),
        "web": ServerConfig(url="https://x.test/mcp", headers={"A": "env:WEB"}),
    }
    assert avery(home, "remove", "files") == avery(home, "remove", "web") == 0
    assert servers(home) == {} and (home / "config.toml").read_text().startswith(MINE)
    assert "Added files to" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("add", "a_b", "--", "x"), "letters, digits and hyphens"),
        (("add", "a"), "needs either a command or a url"),
        (("add", "a", "--url", "http://10.0.0.1/", "--header", "A=b"), "clear text"),
        (("add", "a", "--env", "T=ghp_abcdefghijklmnop1234567890abcdefghij", "--", "x"), "looks like a key"),
        (("add", "a", "--env", "T", "--", "x"), "takes NAME=VALUE"),
        (("remove", "nobody"), "There is no server 'nobody'"),
    ],
)
def test_what_may_not_be_is_refused_in_a_sentence_and_nothing_is_written(
    home: Path, capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], said: str
) -> None:
    assert avery(home, *argv) in (1, 2)
    assert said in capsys.readouterr().err
    assert (home / "config.toml").read_text() == MINE


def test_the_list_says_of_each_how_it_is_and_ends_with_1_when_one_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = '[mcp.servers.gone]\ncommand = "/nowhere"\n[mcp.servers.off]\ncommand = "x"\nenabled = false\n'
    (tmp_path / "config.toml").write_text(text)
    assert avery(tmp_path, "list", "--json") == 1
    gone, off = json.loads(capsys.readouterr().out)
    assert (gone["state"], off["state"], off["tools"]) == ("waiting", "off", [])
    assert avery(tmp_path, "list") == 1
    assert "gone  waiting: Connection closed: /nowhere cannot be started" in capsys.readouterr().out


def test_without_the_extra_it_says_what_to_install(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extra, "find_spec", lambda name: None)
    avery(home, "add", "a", "--", "x")
    assert avery(home, "list") == 2
    assert "pip install 'avery[mcp]'" in capsys.readouterr().err
    from weave.cli.main import run as weave

    assert weave(["mcp", "--home", str(home)], {}) == 2
    assert "pip install 'avery[mcp]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[mcp.servers.a]\ncomand = 'x'", "mcp.servers.a.comand is not a setting; did you mean command?"),
        ("[mcp.servers.a]\ncommand = 'x'\nurl = 'https://x'", "either a command or a url"),
        ("[mcp.servers.a]\ncommand = ''", "is empty"),
        ("[mcp.servers.a]\ncommand = 'x'\nenv = {'A B' = 'x'}", "no name of a variable"),
        ("[mcp.servers.a]\ncommand = 'x'\nenv = {A = 1}", "mcp.servers.a.env.A must be of type str"),
        ("[mcp.servers.a]\ncommand = 'x'\nheaders = {A = 'x'}", "headers go with a url"),
        ("[mcp.servers.a]\nurl = 'ftp://x'", "must begin with https://"),
        ("[mcp.servers.a]\nurl = 'https://u:p@x'", "holds a password"),
        ("[mcp.servers.a]\nurl = 'https://x'\nheaders = {A = \"b\\nC: d\"}", "no header that can be sent"),
        ("[mcp.servers.a]\nurl = 'https://x'\nargs = ['a']", "go with a command"),
        ("[mcp.servers.a]\ncommand = 'x'\ntimeout = 0", "timeout must be above 0"),
        ("[mcp.servers]\na = 3", "[mcp.servers.a] must be a table"),
        ("[mcp]\nservers = 3", "[mcp.servers] must be a table"),
    ],
)
def test_a_configuration_that_cannot_be_meant_names_the_key(text: str, said: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        config.parse(text)
    assert said in str(refused.value)


def test_keys_come_from_the_environment_or_the_key_store_and_never_show() -> None:
    given = {"PLAIN": "as it is", "A": "env:NAME", "B": "Bearer env:NAME"}
    found = words.looked_up(given, {"NAME": "sk-ant-abcdefghijklmnopqrstuvwxyz012345"}, "here")
    assert found["PLAIN"].reveal() == "as it is"
    assert found["B"].reveal() == f"Bearer {found['A'].reveal()}"
    assert "abcdefgh" not in repr(found)
    with pytest.raises(InvalidInput, match=r"here\.A: the environment variable NAME is not set"):
        words.looked_up({"A": "env:NAME"}, {}, "here")
    with pytest.raises(InvalidInput, match="keyring set avery gh"):
        words.looked_up({"A": "keyring:gh"}, {}, "here")


def test_where_a_server_is_shows_no_key() -> None:
    key = "sk-ant-abcdefghijklmnopqrstuvwxyz012345"
    assert key not in place(ServerConfig(command="x", args=("--key", key)))
    assert place(ServerConfig(url=f"https://x.test/mcp?key={key}")) == "https://x.test/mcp"
