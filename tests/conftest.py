"""What holds for every test: compiled code is kept, and no key store is ever chosen but the one that says no."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from weave.serving import arrival
from weave.serving.door import Door

# `keyring` takes the best back end of all classes that exist when it is first asked, the tests' own among them.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"

# Hundreds of processes are started; where no bytecode may be kept, each would compile a thousand files anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# The same examples at every run: a suite that looks for new ones fails where nothing was changed.
# To look for new ones: HYPOTHESIS_PROFILE=explore uv run pytest tests/weave/test_scoring.py
settings.register_profile("suite", derandomize=True, deadline=None)
settings.register_profile("explore", max_examples=3_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))


_LONG = (
    "e2e/",
    "test_readme.py",
    "weave/mcp/",
    "avery/mcp/",
    "weave/serving/",
    "weave/cli/",
    "avery/ui/",
    "weave/identity/",
)
"""Under tests/: what runs long and mostly waits, the longest first."""


def pytest_configure(config: pytest.Config) -> None:
    """Files are handed to the workers in the order below; by themselves they would go by their number of tests."""
    config.option.loadscopereorder = False


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long files first: one that begins last keeps one processor busy and the other idle."""
    here = Path(__file__).parent

    def place(item: pytest.Item) -> int:
        path = item.path.relative_to(here).as_posix()
        return next((at for at, long in enumerate(_LONG) if path.startswith(long)), len(_LONG))

    items.sort(key=place)


@pytest.fixture
def aloof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Owners of homes cannot be reached by others, who are their guests then."""

    async def unheard(door: Door) -> None:
        pass

    monkeypatch.setattr(Door, "open", unheard)
    monkeypatch.setattr(arrival, "ANSWER_SECONDS", 0.0)
