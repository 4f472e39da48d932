"""Keys, registry, palette, help and `avery keys` tell the same; no key is taken from whoever lives in a terminal."""

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.dom import DOMNode
from textual.widgets import Input

import avery
from avery.commands import COMMANDS, key_name, table, ways
from avery.ui.composer import Composer
from avery.ui.fields import KILLED, LineInput, TextEditor
from avery.ui.palette_commands import offered
from avery.ui.screens.help import page
from tests.support.chat import chat, new_home
from tests.support.screen import Host, until

TAKEN = {
    *("ctrl+b", "ctrl+a", "ctrl+e", "ctrl+k", "ctrl+u", "ctrl+w", "ctrl+h", "ctrl+i", "ctrl+m"),
    *("ctrl+left_square_bracket", "ctrl+z", "ctrl+s+q", "f6", "f7", "f10", "f11"),
    *(f"alt+{digit}" for digit in range(10)),
}
"""By tmux and screen, by readline, by the terminal itself."""
READLINE = {"ctrl+y", "alt+b", "alt+f", "alt+d", "alt+backspace"}
WITHOUT_BINDING = {
    *(
        "chat.send",
        "composer.history",
        "focus.next",
        "transcript.cursor",
        "transcript.page",
        "transcript.end",
    ),
    *("conflicts.mark", "memories.hop"),
    *("sessions.resume", "pads.change", "stats.behind", "library.read"),
}
"""What Textual's own keys do, or several bindings together; the last four are Enter on a row."""


def bindings() -> Iterator[tuple[type, Binding]]:
    """Every binding that a class of the app declares."""
    for module in pkgutil.walk_packages(avery.__path__, "avery."):
        if module.name.endswith("__main__"):
            continue
        for found in vars(importlib.import_module(module.name)).values():
            if isinstance(found, type) and issubclass(found, DOMNode) and found.__module__ == module.name:
                for one in found.__dict__.get("BINDINGS", ()):
                    assert isinstance(one, Binding), f"{found.__name__}: {one} has no id"
                    yield found, one


def test_each_binding_has_an_id_by_which_it_can_be_changed() -> None:
    assert [f"{owner.__name__}: {one.key}" for owner, one in bindings() if not one.id] == []


def test_no_binding_takes_a_key_from_the_terminal_or_from_readline() -> None:
    for owner, one in bindings():
        keys = {key.strip() for key in one.key.split(",")}
        assert not keys & TAKEN, f"{owner.__name__} takes {keys & TAKEN}"
        if not issubclass(owner, Input | TextEditor):
            assert not keys & READLINE, f"{owner.__name__} takes {keys & READLINE}"


def test_the_registry_names_the_keys_that_are_bound() -> None:
    bound: dict[str, set[str]] = {}
    for _, one in bindings():
        bound.setdefault(one.id or "", set()).update(one.key.split(","))
    for command in COMMANDS:
        if command.keys and command.id not in WITHOUT_BINDING and not command.action:
            assert command.id in bound, f"{command.id} is bound to nothing"
            assert bound[command.id] & set(command.keys), f"{command.id} is bound to {bound[command.id]}"


def test_what_has_no_key_has_a_slash_word_and_everything_is_reachable_by_the_palette() -> None:
    bound = {one.id for _, one in bindings()}
    palette = {command.id for command in offered()}
    needing_words = {"memory.recall", "app.keys"}  # a question; another name of the help
    for command in COMMANDS:
        assert command.keys or command.slash or command.id in palette, command.id
        here = command.id in bound or command.id in WITHOUT_BINDING
        assert command.id in palette or here or command.id in needing_words, f"{command.id} is in no palette"


def test_help_and_the_printed_table_tell_every_command() -> None:
    told = " ".join(page(200).plain.split())
    printed = table()
    for command in COMMANDS:
        assert " ".join(f"{ways(command)} {command.title}".split()) in told
        assert command.id in printed and all(key_name(key) in printed for key in command.keys)


@pytest.mark.parametrize("kind", [LineInput, TextEditor, Composer])
async def test_case_36_every_field_moves_and_deletes_by_whole_characters(kind: type) -> None:
    family, flag, heart = "👩‍🔬", "🇱🇻", "❤️"
    async with Host().run_test() as pilot:
        field = kind()
        await pilot.app.mount(field)
        field.focus()
        await pilot.pause()

        def text() -> str:
            found = field.value if isinstance(field, Input) else field.text
            assert isinstance(found, str)
            return found

        for part in ("a", family, flag, "é", heart):
            field.insert_text_at_cursor(part) if isinstance(field, Input) else field.insert(part)
        await pilot.press("backspace")
        assert text() == f"a{family}{flag}é"
        await pilot.press("left", "left", "delete")
        assert text() == f"a{family}é"
        await pilot.press("left", "left", "right", "backspace")
        assert text() == f"{family}é"
        await pilot.press("home", "right", "shift+right", "backspace", "x", "backspace", "backspace")
        assert text() == ""


@pytest.mark.parametrize("kind", [LineInput, TextEditor, Composer])
async def test_the_keys_of_readline_work_in_every_field(kind: type) -> None:
    async with Host().run_test() as pilot:
        field = kind()
        await pilot.app.mount(field)
        field.focus()
        await pilot.pause()

        def text() -> str:
            return str(field.value if isinstance(field, Input) else field.text)

        await pilot.press(*"one two", "ctrl+w")
        assert text().rstrip() == "one"
        await pilot.press("ctrl+y", "ctrl+a", "x", "ctrl+e", "y")
        assert text() == "xone twoy"
        await pilot.press("ctrl+a", "ctrl+k")
        assert text() == ""
        await pilot.press("ctrl+y", "ctrl+y")
        assert text() == "xone twoyxone twoy"
        await pilot.press("ctrl+u", *"a b", "alt+b", "z", "alt+b", "alt+b", "alt+f", "alt+d")
        assert text().startswith("a") and "zb" not in text()
        assert KILLED.text


async def test_what_is_killed_in_a_hidden_field_is_kept_nowhere() -> None:
    KILLED.text = "before"
    async with Host().run_test() as pilot:
        field = LineInput("sk-secret", password=True)
        await pilot.app.mount(field)
        field.focus()
        await pilot.press("end", "ctrl+u")
        assert (field.value, KILLED.text) == ("", "before")


async def test_a_key_of_the_config_takes_the_place_of_the_bound_one(tmp_path: Path) -> None:
    home = new_home(tmp_path / "home")
    with (home / "config.toml").open("a") as config:
        config.write('[keys]\n"memory.pane" = "alt+t"\n"field.yank" = "alt+y"\n"pads.begin" = "b"\n')
    async with chat(home) as pilot:
        found = pilot.app.screen.active_bindings
        assert found["alt+t"].binding.id == "memory.pane" and "ctrl+t" not in found
        assert found["alt+y"].binding.id == "field.yank"
        await pilot.press("f5")
        await until(pilot, lambda: "b" in pilot.app.screen.active_bindings)
        assert pilot.app.screen.active_bindings["b"].binding.id == "pads.begin"
