"""The command line's composition root: the only place of it that reads the environment and opens stores."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from weave.clock import Clock
from weave.config import Config

if TYPE_CHECKING:
    from weave.weave import Weave


def home_folder(given: str | None, environment: Mapping[str, str]) -> Path:
    """`--home`, else $AVERY_HOME, else the platform's user-data folder."""
    named = given or environment.get("AVERY_HOME")
    if named:
        return Path(named).expanduser().absolute()
    from platformdirs import user_data_path

    return user_data_path("avery", appauthor=False)


@contextlib.asynccontextmanager
async def open_weave(
    home: Path, config: Config, clock: Clock, environment: Mapping[str, str]
) -> AsyncIterator[Weave]:
    """The memory of `home`, with the models its configuration names."""
    from weave.weave import Weave

    async with Weave.open(home, config=config, clock=clock) as weave:
        yield weave
