"""How much of one self is in another: by the bundled embedder and by letters, on the committed reference set."""

from __future__ import annotations

import itertools
import json
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bench.calibrate import REFERENCE, Remembering
from tests.weave.identity.attacks import ATTACKS, PIRATE, SELF, plus
from weave.embedding.local import LocalEmbedder
from weave.errors import ModelUnavailable
from weave.identity.likeness import LETTERS, by_embedding, by_letters, likeness
from weave.identity.lines import statements
from weave.ports import Embedder, Matrix, Vector

SELVES = json.loads(REFERENCE.read_text("utf-8"))["selves"]
FAMILIES = {one["family"]: one for one in reversed(SELVES)}
STRANGERS = [FAMILIES[name] for name in ("pirate", "tyrant", "monk", "cook", "samurai", "hunter")]
OWN = [one for one in SELVES if one["family"] == "assistant"]


@cache
def embedder() -> Embedder:
    return Remembering(LocalEmbedder())


@pytest.mark.parametrize("number", range(0, len(OWN), 5))
def test_a_light_edit_scores_at_least_085_with_the_bundled_embedder(number: int) -> None:
    one = OWN[number]
    assert min(by_embedding(edit, one["text"], embedder()) for edit in one["edits"]) >= 0.85


@pytest.mark.parametrize("stranger", STRANGERS, ids=lambda one: one["family"])
def test_an_unrelated_self_scores_at_most_03_with_the_bundled_embedder(stranger: dict[str, str]) -> None:
    assert by_embedding(stranger["text"], SELF, embedder()) <= 0.3


def test_another_self_in_the_same_form_and_voice_is_told_apart_where_one_vector_is_not() -> None:
    other = next(one for one in ATTACKS if one.name == "another self in the same form and voice").text
    one, two = embedder().passages([SELF, other])
    assert embedder().calibrate(float(one @ two)) > 0.7
    assert by_embedding(other, SELF, embedder()) < 0.5


def test_light_edits_score_at_least_085_by_letters_in_every_language() -> None:
    scores = [by_letters(edit, one["text"]) for one in SELVES for edit in one["edits"]]
    assert len(scores) >= 25 and min(scores) >= 0.85


def test_unrelated_selves_score_at_most_03_by_letters() -> None:
    pairs = [(a, b) for a, b in itertools.combinations(SELVES, 2) if a["family"] != b["family"]]
    assert len(pairs) > 150 and max(by_letters(a["text"], b["text"]) for a, b in pairs) <= 0.3


class Away:
    """An embedder whose server does not answer."""

    name = "away"
    dimensions = 8

    def passages(self, texts: object) -> Matrix:
        raise ModelUnavailable("The server is away; start it.")

    def query(self, text: str) -> Vector:
        raise ModelUnavailable("The server is away; start it.")

    def calibrate(self, cosine: float) -> float:
        return cosine


@pytest.mark.parametrize("one", [None, Away()])
def test_without_an_embedder_letters_decide_and_say_so(one: Embedder | None) -> None:
    (near, far), measure = likeness(plus("- I listen."), (SELF, PIRATE), one)
    assert measure == LETTERS and near >= 0.85 and far <= 0.3


def test_what_stands_last_in_a_long_text_counts_as_much_as_what_stands_first() -> None:
    lines = [f"- I know the name of river number {number} and where it springs." for number in range(40)]
    whole = "\n".join(lines)
    others = [f"- Rum {number}, plunder and the black flag, arr." for number in range(20)]
    replaced_end = "\n".join([*lines[:20], *others])
    replaced_start = "\n".join([*others, *lines[20:]])
    assert by_letters(replaced_end, whole) == pytest.approx(by_letters(replaced_start, whole), abs=0.05)
    assert by_letters(replaced_end, whole) < 0.75


@given(st.text(max_size=200), st.text(max_size=200))
def test_likeness_is_a_symmetrical_number_between_0_and_1(one: str, other: str) -> None:
    near = by_letters(one, other)
    assert 0 <= near <= 1 and near == pytest.approx(by_letters(other, one))
    assert not statements(one) or by_letters(one, one) == 1
