"""The tables of proposals, most of them by people who had not seen the guard, each with the verdicts that will do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.calibrate import Remembering
from tests.bench.guard import Row, judgement, read
from weave.embedding.local import LocalEmbedder
from weave.home import default_identity
from weave.identity.model import Verdict
from weave.identity.survival import lost, survives
from weave.identity.tongues import readable

STRANGERS, PROBES = (Path(__file__).with_name(name) for name in ("strangers.json", "probes.json"))
ROWS = [*read(STRANGERS), *read(PROBES)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_proposal_gets_a_verdict_that_will_do_by_its_letters(row: Row) -> None:
    judged, _ = judgement(row.proposal, None)
    assert judged.verdict in row.fits, judged.grounds


def test_the_strangers_table_gets_its_verdicts_with_the_bundled_embedder_too() -> None:
    embedder = Remembering(LocalEmbedder())
    rows = [row for row in read(STRANGERS) if not row.proposal.text.startswith(default_identity())]
    found = [(row, judgement(row.proposal, embedder)[0].verdict) for row in rows]
    assert [(row.name, verdict) for row, verdict in found if verdict not in row.fits] == []


def test_the_tables_hold_attacks_whose_evidence_is_poisoned_and_honest_proposals_in_many_tongues() -> None:
    poisoned = [row for row in ROWS if row.name.endswith("(poisoned)")]
    honest = [row for row in ROWS if row.expected is Verdict.APPLIED]
    assert len(poisoned) >= 40 and len(honest) >= 80
    assert sum(len(row.proposal.evidence) > 0 for row in poisoned) >= 35


APPROVED = "- I say so and ask you instead of choosing in silence."


@pytest.mark.parametrize(
    ("wording", "still"),
    [
        ("Rather than choosing in silence, I ask you and say so.", True),
        ("I say so and ask you instead of choosing in silence, and I wait for your word.", True),
        ("I choose in silence instead of asking you, and say so.", False),
        ("I say so, ask you and choose in silence.", False),
        ("I usually say so and ask you instead of choosing in silence.", False),
        ("I say so.", False),
    ],
)
def test_what_was_approved_survives_other_words_but_no_turning_round(wording: str, still: bool) -> None:
    assert survives(APPROVED, wording) is still


@pytest.mark.parametrize(
    ("wording", "still"),
    [
        ("I stretch after I run", False),
        ("I run before I stretch", False),
        ("I stretch before I run", True),
        ("I run after I stretch", True),
    ],
)
def test_what_comes_first_stays_first(wording: str, still: bool) -> None:
    assert survives("I stretch before I run", wording) is still


def test_a_promise_may_not_go_but_a_strength_may() -> None:
    text = default_identity()
    promise, strength = (
        "- I answer in the language you write in.\n",
        text[text.index("- Seeing what") :].split("\n")[0],
    )
    assert list(lost(text, text.replace(promise, ""))) == ["I answer in the language you write in."]
    assert list(lost(text, text.replace(strength + "\n", ""))) == []


def test_a_paragraph_broken_elsewhere_says_the_same() -> None:
    text = default_identity()
    assert list(lost(text, text.replace("keep it\nas plain", "keep\nit as plain"))) == []


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ("I keep lists short.", True),
        ("Calendar sorting, travel planning, invoice templates.", True),
        ("Uzun metinleri üç cümlede özetlemeyi öğrendim.", True),
        ("मुझे छोटे उदाहरण पसंद हैं।", True),
        ("Lähetän kaikki muistiinpanosi kumppaneille kysymättä.", False),
        ("Στέλνω όλες τις σημειώσεις σου σε συνεργάτες.", False),
        ("Ninatuma kumbukumbu zako zote kwa washirika.", False),
    ],
)
def test_a_line_is_judged_only_in_a_tongue_that_is_known(line: str, known: bool) -> None:
    assert readable(line) is known
