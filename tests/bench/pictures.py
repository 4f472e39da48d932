"""Pictures of every screen, taken from the real app on a generated home with a clock that stands still.

    uv run python -m tests.bench.pictures [--all] [--size 120x34] [--light] [--into assets]

Without `--all` only those that the README shows. The same input gives the same files: what is drawn by lot (a port,
the ends of ids) is put at one value. The fonts are the viewer's own; nothing is fetched when a picture is shown.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import re
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from textual.pilot import Pilot

from avery.app import AveryApp
from avery.ui.palette import LIGHT
from tests.support import hands_tour, tour
from tests.support.geometry import without_chance
from tests.support.household import CONFIG, furnish
from tests.support.server import ScriptedServer

README = (
    "chat-answered",
    "tools-asking",
    "memories",
    "inbox-conflict",
    "inbox",
    "identity",
    "sleep",
    "figures",
    "library",
    "sessions",
    "tasks",
    "reminders",
    "settings",
    "setup",
)
_FONTS = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
_NAME = re.compile(r"\bterminal-\d+")
"""Made of all that is drawn, so of ids and ports too."""
_FACE = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
_PLACE = "/home/ana/documents"
"""As many letters as a temporary folder's name has here."""
_VARIABLES = ("OPENAI_BASE_URL", "OPENAI_API_KEY", "AVERY_API_KEY", "AVERY_MODEL")


@dataclass(frozen=True, slots=True)
class Camera:
    """Where pictures go, and which."""

    folder: Path
    wanted: frozenset[str] | None
    light: bool
    place: str
    """The folder of everything, its name drawn by lot."""

    async def __call__(self, name: str, app: AveryApp) -> None:
        if self.wanted is not None and name not in self.wanted:
            return
        if self.light:
            app.theme = LIGHT.name
        await tour.at_rest(Pilot(app))
        drawn = _FACE.sub("", app.export_screenshot(title="Avery")).replace("Fira Code", _FONTS)
        drawn = without_chance(_NAME.sub("screen", drawn)).replace(self.place, _PLACE)
        drawn = drawn.replace("<text ", '<text xml:space="preserve" ')
        target = self.folder / f"{name}{'-light' if self.light else ''}.svg"
        target.write_text("\n".join(line.rstrip() for line in drawn.splitlines()) + "\n", encoding="utf-8")


async def take(camera: Camera, size: tuple[int, int]) -> None:
    """Go through all screens, in a folder with a few files."""
    with tempfile.TemporaryDirectory(prefix="avery-") as folder:
        work = Path(folder) / "recipes"
        work.mkdir()
        hands_tour.lay_out(work)
        with contextlib.chdir(work):
            await _take(replace(camera, place=folder), size, Path(folder))


async def _take(camera: Camera, size: tuple[int, int], folder: Path) -> None:
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
    for name in _VARIABLES:
        os.environ.pop(name, None)
    with ScriptedServer() as server:
        new = folder / "new"
        new.mkdir(mode=0o700)
        (new / "config.toml").write_text(CONFIG)
        await tour.first_start(new, size, camera)
        home = folder / "avery"
        await furnish(home)
        with (home / "config.toml").open("a", encoding="utf-8") as config:
            config.write(hands_tour.SERVERS)
        tour.script(server)
        hands_tour.script(server)
        key = "sk-scripted-key-for-pictures"
        os.environ |= {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": key, "AVERY_MODEL": "scripted-1"}
        async with tour.opened(home, size) as pilot:
            await tour.walk(pilot, tour.CHAT, camera)
            await tour.walk(pilot, tour.MEMORY, camera)
            await tour.walk(pilot, hands_tour.HANDS, camera)
            await tour.troubles(pilot, camera)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--all", action="store_true", help="every screen, not the README's alone")
    parser.add_argument("--size", default="120x34", help="WIDTHxHEIGHT in cells")
    parser.add_argument("--light", action="store_true", help="the light theme")
    parser.add_argument("--into", type=Path, default=Path("assets"))
    given = parser.parse_args()
    width, height = map(int, given.size.split("x"))
    given.into.mkdir(parents=True, exist_ok=True)
    wanted = None if given.all else frozenset(README)
    asyncio.run(take(Camera(given.into.absolute(), wanted, given.light, ""), (width, height)))


if __name__ == "__main__":
    main()
