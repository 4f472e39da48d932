"""The command line run in this process, on a home of its own without the slow backends."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from weave.cli.main import main

LEAN = """
[embedding]
kind = "none"
[qdrant]
enabled = false
[falkordb]
enabled = false
"""


@dataclass(frozen=True)
class Ran:
    """What a command printed and how it ended."""

    status: int
    out: str
    err: str

    @property
    def last_word(self) -> str:
        return self.out.split()[-1]

    @property
    def document(self) -> object:
        return json.loads(self.out)

    @property
    def sentence(self) -> str:
        """The one line on stderr; fails when there is another one, or a traceback."""
        assert "Traceback" not in self.err
        assert self.err.count("\n") == 1, self.err
        return self.err.strip()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "config.toml").write_text(LEAN)
    return folder


@pytest.fixture
def run(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Ran]:
    """Runs `weave ARGUMENTS --home HOME` with `stdin` as bytes."""
    monkeypatch.setenv("AVERY_HOME", str(home))
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "AVERY_MODEL"):
        monkeypatch.delenv(name, raising=False)

    def runner(*argv: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        status = main(list(argv))
        printed = capsys.readouterr()
        return Ran(status, printed.out, printed.err)

    return runner
