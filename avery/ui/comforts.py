"""What every page of the app has beside its own work: other colours, copying, the mouse given back, the log."""

from __future__ import annotations

import os
import shutil

from textual.app import App

from avery.logbook import Logbook
from avery.ui import clipboard, palette

_MOUSE_GIVEN = (
    "The mouse is the terminal's now: select and copy as anywhere else. /mouse again takes it back."
)
_MOUSE_TAKEN = "The mouse is Avery's again: the wheel scrolls, a click marks."


class Comforts(App[None]):
    """The app's own small services; the program assembles them with the rest."""

    def __init__(self) -> None:
        super().__init__()
        self.logbook = Logbook()
        self._mouse_taken = True
        self._told_of_copying = False
        self.register_theme(palette.DARK)
        self.register_theme(palette.LIGHT)
        self.theme = palette.DARK.name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own colours for themes that know nothing of them."""
        return palette.missing(self.current_theme)

    # Copying

    def copy_to_clipboard(self, text: str) -> None:
        """By the terminal, and by whatever else gets it to where the person sits; told in words, once."""
        super().copy_to_clipboard(text)
        helper = clipboard.route(os.environ, shutil.which)
        if helper is not None:
            self.run_worker(self._hand_over(text, helper), group="clipboard", exit_on_error=False)
        elif not self._told_of_copying and clipboard.remote(os.environ):
            self._told_of_copying = True
            self.notify(clipboard.told(os.environ, None), timeout=6, markup=False)

    async def _hand_over(self, text: str, helper: clipboard.Route) -> None:
        came = await clipboard.hand_over(text, helper)
        if not self._told_of_copying:
            self._told_of_copying = True
            self.notify(clipboard.told(os.environ, helper if came else None), timeout=6, markup=False)

    # The mouse

    def action_mouse(self) -> None:
        """Give the mouse to the terminal, so that it selects and copies by itself; or take it back."""
        driver = self._driver
        change = getattr(driver, f"_{'disable' if self._mouse_taken else 'enable'}_mouse_support", None)
        if change is None:
            self.notify("This terminal's mouse cannot be given back.", markup=False)
            return
        change()
        self._mouse_taken = not self._mouse_taken
        self.notify(_MOUSE_TAKEN if self._mouse_taken else _MOUSE_GIVEN, timeout=6, markup=False)

    # Pages

    def action_themes(self) -> None:
        """Other colours, tried out on the spot."""
        from avery.ui.screens.theme import ThemeScreen

        self.push_screen(ThemeScreen())

    def action_log(self) -> None:
        """What went on behind, in plain words."""
        from avery.ui.screens.log import LogScreen

        self.push_screen(LogScreen(self.logbook))
