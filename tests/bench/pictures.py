"""Pictures of every screen, taken from the real app on a generated home with a clock that stands still.

    uv run python -m tests.bench.pictures [--all] [--size 110x32] [--light] [--into assets]

Without `--all` only those that the README shows. The same input gives the same files: what is drawn by lot (a port,
the ends of ids) is put at one value. The fonts are the viewer's own; nothing is fetched when a picture is shown.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from textual.pilot import Pilot

from avery.app import AveryApp
from avery.ui.palette import LIGHT
from tests.support import tour
from tests.support.geometry import without_chance
from tests.support.household import CONFIG, furnish
from tests.support.server import ScriptedServer

README = (
    "chat-answered",
    "memories",
    "inbox-conflict",
    "inbox",
    "identity",
    "sleep",
    "figures",
    "library",
    "setup",
)
_FONTS = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
_FACE = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
_VARIABLES = ("OPENAI_BASE_URL", "OPENAI_API_KEY", "AVERY_API_KEY", "AVERY_MODEL")


@dataclass(frozen=True, slots=True)
class Camera:
    """Where pictures go, and which."""

    folder: Path
    wanted: frozenset[str] | None
    light: bool

    async def __call__(self, name: str, app: AveryApp) -> None:
        if self.wanted is not None and name not in self.wanted:
            return
        if self.light:
            app.theme = LIGHT.name
        await tour.at_rest(Pilot(app))
        drawn = _FACE.sub("", app.export_screenshot(title="Avery")).replace("Fira Code", _FONTS)
        drawn = without_chance(drawn).replace("<text ", '<text xml:space="preserve" ')
        target = self.folder / f"{name}{'-light' if self.light else ''}.svg"
        target.write_text("\n".join(line.rstrip() for line in drawn.splitlines()) + "\n", encoding="utf-8")


async def take(camera: Camera, size: tuple[int, int]) -> None:
    """Go through all screens."""
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
    for name in _VARIABLES:
        os.environ.pop(name, None)
    with tempfile.TemporaryDirectory() as folder, ScriptedServer() as server:
        new = Path(folder) / "new"
        new.mkdir(mode=0o700)
        (new / "config.toml").write_text(CONFIG)
        await tour.first_start(new, size, camera)
        home = Path(folder) / "home"
        await furnish(home)
        tour.script(server)
        key = "sk-scripted-key-for-pictures"
        os.environ |= {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": key, "AVERY_MODEL": "scripted-1"}
        async with tour.opened(home, size) as pilot:
            await tour.walk(pilot, tour.CHAT, camera)
            await tour.walk(pilot, tour.MEMORY, camera)
            await tour.troubles(pilot, camera)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--all", action="store_true", help="every screen, not the README's alone")
    parser.add_argument("--size", default="110x32", help="WIDTHxHEIGHT in cells")
    parser.add_argument("--light", action="store_true", help="the light theme")
    parser.add_argument("--into", type=Path, default=Path("assets"))
    given = parser.parse_args()
    width, height = map(int, given.size.split("x"))
    given.into.mkdir(parents=True, exist_ok=True)
    wanted = None if given.all else frozenset(README)
    asyncio.run(take(Camera(given.into, wanted, given.light), (width, height)))


if __name__ == "__main__":
    main()
