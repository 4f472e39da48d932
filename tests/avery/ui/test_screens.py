"""The first start and each screen while it is empty, walked once a size: as reviewed, nothing cut or covered."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from textual.pilot import Pilot

from avery.app import AveryApp
from tests.support import tour
from tests.support.geometry import faults, without_chance
from tests.support.household import CONFIG
from tests.support.screen import picture
from tests.support.snapshots import as_kept

SMALLEST = (40, 12)
SIZES = [(140, 45), (80, 24), (60, 20), SMALLEST]
RENEW = os.environ.get("RENEW") == "1"
at_every_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


class Looker:
    """Looks at each screen, and notes what is not as it should be."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        self.wrong: list[str] = []

    async def __call__(self, name: str, app: AveryApp) -> None:
        shown = f"{name}-{self._size[0]}x{self._size[1]}"
        if not await self._as_kept(shown, app, kept=self._size != SMALLEST):
            self.wrong.append(f"{shown} is not as it was reviewed:\n{picture(app)}")
        self.wrong += [f"{shown}: {fault}" for fault in faults(app)]

    @staticmethod
    async def _as_kept(shown: str, app: AveryApp, *, kept: bool) -> bool:
        """What is as it was reviewed need not be waited for; a busy machine draws the rest a little later."""
        name = f"screens/{shown}"
        if kept and not RENEW and as_kept(name, without_chance(picture(app))):
            return True
        await tour.at_rest(Pilot(app))
        return not kept or as_kept(name, without_chance(picture(app)))


@at_every_size
@pytest.mark.usefixtures("alone")
async def test_every_empty_screen_says_what_will_stand_there(tmp_path: Path, size: tuple[int, int]) -> None:
    look = Looker(size)
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text(CONFIG)
    await tour.first_start(home, size, look)
    assert "\n".join(look.wrong) == ""
