"""config.toml as a person wrote it: changed at one place, checked as a whole, never written over unseen."""

from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import get_type_hints

import pytest

from avery.settings import file
from avery.settings.fields import Kind, Setting, sections
from avery.settings.look import Look
from weave import config
from weave.errors import InvalidInput

WRITTEN = '# mine [/ 税\n[model]\nname = "a"  # keep\n\n[recall]\n# how many\nk = 12\n'


def setting(path: str) -> Setting:
    return next(one for section in sections() for one in section.settings if one.path == path)


def test_every_field_of_every_section_is_a_setting_with_words_of_its_own() -> None:
    found = {one.path for section in sections() for one in section.settings}
    hints = get_type_hints(config.Config)
    for field in fields(config.Config):
        kind = hints[field.name]
        if is_dataclass(kind) and isinstance(kind, type):
            assert {f"{field.name}.{inner.name}" for inner in fields(kind)} <= found
    assert {f"ui.{field.name}" for field in fields(Look)} <= found
    assert all(section.about for section in sections())
    told = [one.path for section in sections() for one in section.settings if not one.about]
    assert len(told) <= 6, told


def test_each_setting_has_the_editor_that_its_type_asks_for() -> None:
    kinds = {
        "model.name": Kind.TEXT,
        "model.ca_file": Kind.FILE,
        "model.synthesis": Kind.SWITCH,
        "model.context_tokens": Kind.WHOLE,
        "recall.strength_weight": Kind.NUMBER,
        "embedding.kind": Kind.CHOICE,
        "falkordb.binaries": Kind.FOLDER,
        "tools.folders": Kind.LIST,
        "ui.theme": Kind.THEME,
        "keys.chat.new": Kind.KEY,
    }
    assert {path: setting(path).kind for path in kinds} == kinds
    assert setting("embedding.kind").choices == ("auto", "local", "endpoint", "none")
    assert setting("model.name").variable == "AVERY_MODEL"


def test_a_change_keeps_comments_order_and_what_is_not_known_here() -> None:
    assert file.changed(WRITTEN, setting("recall.k"), 15) == WRITTEN.replace("12", "15")
    assert file.changed(WRITTEN, setting("recall.k"), None) == WRITTEN.replace("k = 12\n", "")
    grown = file.changed(WRITTEN, setting("ui.bell"), False)
    assert grown.startswith(WRITTEN.rstrip("\n")) and "[ui]\nbell = false" in grown
    assert (
        file.changed("", setting("timezone"), "Europe/Vilnius").splitlines()[-1]
        == 'timezone = "Europe/Vilnius"'
    )
    assert file.values(file.changed("", setting("tools.folders"), ("/a", "/b c")))["tools.folders"] == (
        "/a",
        "/b c",
    )


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("recall.strength_weight", 3.0, "recall.strength_weight must be at least 0.1"),
        ("recall.k", 0, "must be positive"),
        ("embedding.kind", "x", "embedding.kind must be auto, local, endpoint or none"),
        ("keys.chat.new", "ctrl+r", "Ctrl+R is the key of"),
    ],
)
def test_what_weave_would_refuse_is_refused_with_its_own_sentence(path: str, value: str, words: str) -> None:
    with pytest.raises(InvalidInput, match=words.replace("+", r"\+")):
        file.changed(WRITTEN, setting(path), value)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[recall]\nk = 'x'\n", 2),
        ("a = 1\nb =\n", 2),
        ("[recall\n", 1),
        ("\n[rcall]\n", 2),
        ("[ui]\n\nbel = true\n", 3),
        ("[model]\nname = 5\n", 2),
        ("x = '\udcff'\n", 1),
        ("[sleep]\ntrash_days = 0\nmax_tokens = 3\n", None),
    ],
)
def test_a_broken_file_is_told_with_its_line(text: str, line: int | None) -> None:
    problem = file.problem(text)
    assert problem is not None
    assert line is None or problem.line == line
    assert problem.sentence.startswith("config.toml")


def test_nothing_is_written_over_what_somebody_else_wrote_meanwhile(tmp_path: Path) -> None:
    book = file.read(tmp_path)
    assert book.raw is None and book.problem is None
    (tmp_path / "config.toml").write_text("# theirs\n")
    with pytest.raises(file.Overtaken):
        file.write(book, "# mine\n")
    assert (tmp_path / "config.toml").read_text() == "# theirs\n"
    saved = file.write(file.read(tmp_path), WRITTEN)
    assert saved.values["recall.k"] == 12
    assert file.write(saved, WRITTEN + "\n").text.endswith("\n\n")


def test_what_is_typed_is_read_as_its_type() -> None:
    assert file.parsed(setting("recall.k"), " 1_200 ") == 1200
    assert file.parsed(setting("sleep.every_hours"), "2.5") == 2.5
    assert file.parsed(setting("tools.folders"), "/a, , /b") == ("/a", "/b")
    assert file.parsed(setting("model.name"), "  ") is None
    with pytest.raises(InvalidInput, match="whole number"):
        file.parsed(setting("recall.k"), "[/ many")
