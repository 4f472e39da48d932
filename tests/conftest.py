"""What holds for every test: compiled code is kept, and no key store is ever chosen but the one that says no."""

from __future__ import annotations

import os
import sys

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


@pytest.fixture
def aloof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Owners of homes cannot be reached by others, who are their guests then."""

    async def unheard(door: Door) -> None:
        pass

    monkeypatch.setattr(Door, "open", unheard)
    monkeypatch.setattr(arrival, "ANSWER_SECONDS", 0.0)
