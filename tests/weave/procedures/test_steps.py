"""Steps out of a procedural memory's text, in whatever way people write them."""

from __future__ import annotations

import pytest

from weave.procedures.steps import LONGEST, MOST, steps_of

WRITTEN = {
    "To deploy:\n1. Run the tests\n2. Build the image\n   without cache\n3. Push it\n\nThat is all.": (
        "Run the tests", "Build the image\n   without cache", "Push it"),
    "- [ ] stop\n- [x] start\n  - nested\n- check": ("stop", "start\n  - nested", "check"),
    "Run:\n1. do\n```\n2. no step\n```\n2. done": ("do\n```\n2. no step\n```", "done"),
    "1) stop it 2) change it 3) start it": ("stop it", "change it", "start it"),
    "Deploy: stop -> change -> start": ("stop", "change", "start"),
    "Step 1: open\nStep 2: close": ("open", "close"),
    "Schritt 1: auf\nSchritt 2: zu": ("auf", "zu"),
    "* a\r\n* b".replace("\r\n", "\n"): ("a", "b"),
    "第一步：关机\n第二步：开机": ("关机", "开机"),
    "First run the tests, then build the image, finally push it.": ("run the tests", "build the image", "push it"),
    "Zuerst den Strom abschalten, dann die Sicherung wechseln, schließlich alles prüfen.": (
        "den Strom abschalten", "die Sicherung wechseln", "alles prüfen"),
    "D'abord couper le courant, puis changer le fusible, enfin vérifier.": (
        "couper le courant", "changer le fusible", "vérifier"),
    "Primero apaga la luz, luego cambia el fusible, por último comprueba.": (
        "apaga la luz", "cambia el fusible", "comprueba"),
    "首先关电源，然后换保险丝，最后检查。": ("关电源", "换保险丝", "检查"),
    "まず電源を切って、次にヒューズを替えて、最後に確認する。": ("電源を切って", "ヒューズを替えて", "確認する"),
    "Сначала выключи, затем замени, потом включи": ("выключи", "замени", "включи"),
}  # fmt: skip
NO_STEPS = (
    "",
    "\x00",
    "Just advice.",
    "1. only one",
    "See 1. above and 3. below.",
    "In 2024 we did 3 things.",
    "a -> b",
)


@pytest.mark.parametrize(("text", "steps"), WRITTEN.items())
def test_steps_are_found_as_they_are_written(text: str, steps: tuple[str, ...]) -> None:
    assert steps_of(text) == steps


@pytest.mark.parametrize("text", NO_STEPS)
def test_fewer_than_two_steps_are_none(text: str) -> None:
    assert steps_of(text) == ()


def test_a_giant_text_gives_a_bounded_list() -> None:
    steps = steps_of("\n".join(f"{n}. {'x' * 1_000}" for n in range(1, 200)))
    assert len(steps) == MOST and all(len(step) <= LONGEST for step in steps)
