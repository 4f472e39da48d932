"""One opened home for tests that leave nothing which disturbs the others."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.homes import bare
from weave.weave import Weave


@pytest.fixture(scope="module")
def shared_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reminders")


@pytest.fixture
async def shared(shared_home: Path) -> AsyncIterator[Weave]:
    async with bare(shared_home) as weave:
        yield weave
