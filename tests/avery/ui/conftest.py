"""What the tests of the whole chat share: a home, a scripted model, or none."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.chat import new_home
from tests.support.server import ScriptedServer


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return new_home(tmp_path / "home")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    with ScriptedServer() as scripted:
        monkeypatch.setenv("OPENAI_BASE_URL", scripted.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-scripted-key-for-tests")
        monkeypatch.setenv("AVERY_MODEL", "scripted-1")
        yield scripted


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY", "AVERY_API_KEY", "AVERY_MODEL"):
        monkeypatch.delenv(name, raising=False)
