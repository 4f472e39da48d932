"""One scale of similarity for every embedder."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weave.embedding.calibration import calibrate, knots
from weave.embedding.local import LocalEmbedder

NAMES = ("multilingual-e5-small-q4", "text-embedding-3-large", "nomic-embed-text@127.0.0.1:11434")
SELF = """# Avery

I am Avery. I help one person remember what matters to them.

- Good at: planning trips, reading long documents, debugging Python.
- Values: honesty, privacy, patience.
- Tends to: answer briefly, cite where a memory comes from."""
SPANISH = "Soy Avery y ayudo a una persona a recordar lo importante. Valoro la franqueza y la calma. Respondo con pocas palabras."


@pytest.mark.parametrize("name", NAMES)
@given(st.floats(-1, 1), st.floats(-1, 1))
def test_the_map_is_monotone_and_stays_within_0_and_1(name: str, one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 0 <= calibrate(name, low) <= calibrate(name, high) <= 1


@pytest.mark.parametrize("name", NAMES)
def test_equal_texts_score_1(name: str) -> None:
    assert calibrate(name, 1.0) == pytest.approx(1)


def test_the_scale_the_thresholds_were_found_with_is_left_alone() -> None:
    assert calibrate("text-embedding-3-large", 0.5) == 0.5


def test_an_unknown_embedder_is_taken_to_squeeze_its_scores() -> None:
    assert calibrate("whatever", 0.8) <= 0.3
    assert knots("whatever@host:1") == knots("whatever")


@pytest.mark.parametrize(
    ("text", "other"),
    [
        (SELF, SELF.replace("patience", "thrift")),
        (SELF, SELF + "\n- Learns: Tagalog, slowly.\n- Likes: dry humour."),
        (
            SELF,
            SELF.replace(
                "I help one person remember what matters to them.", "I help a single person remember."
            ),
        ),
        (SPANISH, SPANISH.replace("la calma", "la paciencia")),
    ],
)
def test_a_light_edit_scores_at_least_085_with_the_bundled_model(text: str, other: str) -> None:
    assert _similarity(text, other) >= 0.85


@pytest.mark.parametrize(
    "other",
    [
        "# Counsel\n\nI represent the claimant in maritime law.\n\n- Good at: cargo disputes.\n- Values: precedent.",
        "Ako ay isang mandaragat. Buong taon akong nasa laot at wala akong sinusulat.",
        "Mélanger la farine et le beurre, laisser reposer la pâte une heure, puis cuire à 180 degrés.",
        "私は海賊船の料理長だ。塩漬け肉とラム酒しか信じない。",
    ],
)
def test_an_unrelated_self_scores_at_most_03_with_the_bundled_model(other: str) -> None:
    assert _similarity(SELF, other) <= 0.3


def _similarity(text: str, other: str) -> float:
    embedder = LocalEmbedder()
    one, two = embedder.passages([text, other])
    return embedder.calibrate(float(one @ two))
