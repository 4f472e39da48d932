"""Other colours, shown on the spot while one goes through the list."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import OptionList

from avery.ui.palette import DARK, LIGHT
from avery.ui.screens.choice import Answer, ChoiceScreen

_OWN = {DARK.name: "Avery's own, dark", LIGHT.name: "Avery's own, light"}
_TERMINAL = "the terminal's own colours"


class ThemeScreen(ChoiceScreen):
    """The marked theme holds at once; Esc goes back to the one before."""

    def __init__(self) -> None:
        super().__init__("Colours", ())
        self._before = ""

    def compose(self) -> ComposeResult:
        names = sorted(
            self.app.available_themes, key=lambda name: (name not in _OWN, "ansi" not in name, name)
        )
        self._answers = [
            Answer(name, name, _OWN.get(name, _TERMINAL if "ansi" in name else "")) for name in names
        ]
        self._before = self._present = self.app.theme
        yield from super().compose()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.app.theme = self._answers[event.option_index].value

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        chosen = self._answers[event.option_index].value
        self.app.theme = chosen
        said = f'To begin with it: [ui] theme = "{chosen}" in config.toml.'
        self.notify(said, timeout=6, markup=False)
        self._before = chosen
        self.dismiss(chosen)

    def action_leave(self) -> None:
        self.app.theme = self._before
        self.dismiss(None)
