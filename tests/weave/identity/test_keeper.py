"""The two files: a crash at every step, hand edits, removal, tampering; nothing a person wrote is ever undone."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.weave.identity.attacks import SELF, plus
from weave.errors import InvalidInput, NotFound
from weave.identity.files import HISTORY, STAGED, Files
from weave.identity.keeper import Keeper
from weave.identity.model import Entry, Kind, Likeness, Proposal, Verdict

NOW = datetime(2026, 11, 30, 14, 2, 11, tzinfo=UTC)
NEAR = Likeness(0.95, 0.95, "test")
BRIEF = plus("- In the mornings I keep it brief.")


def keeper(home: Path, now: datetime = NOW) -> Keeper:
    return Keeper(home, lambda: now)


def propose(one: Keeper, text: str, confidence: float = 0.9, likeness: Likeness = NEAR) -> Entry:
    entry = one.decide(Proposal(text, "The person asked.", confidence), None, likeness)
    assert entry is not None
    return entry


def identity(home: Path) -> str:
    return (home / "identity.md").read_text("utf-8")


def test_the_history_begins_with_what_was_found(tmp_path: Path) -> None:
    assert keeper(tmp_path).text() == SELF == identity(tmp_path)
    [found] = keeper(tmp_path).story().entries
    assert (found.kind, found.text) == (Kind.FOUND, SELF)


def test_an_identity_of_the_persons_own_is_found_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "identity.md").write_bytes(b"\xef\xbb\xbf# Mine\r\n\r\nI am caf\xe9.\r\n")
    before = (tmp_path / "identity.md").read_bytes()
    assert keeper(tmp_path).text().startswith("# Mine")
    assert (tmp_path / "identity.md").read_bytes() == before


def test_every_proposal_is_appended_with_all_that_belongs_to_it(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    one.text()
    before = (tmp_path / HISTORY).read_bytes()
    verdicts = [
        propose(one, BRIEF).verdict,
        propose(one, BRIEF + "- I listen.\n", 0.5).verdict,
        propose(one, "# Zed\n\nI am somebody else.\n", 1.0, Likeness(0.1, 0.1, "test")).verdict,
    ]
    assert verdicts == [Verdict.APPLIED, Verdict.FLAGGED, Verdict.REJECTED]
    assert identity(tmp_path) == BRIEF
    after = (tmp_path / HISTORY).read_bytes()
    assert after.startswith(before), "only ever appended to"
    text = after.decode()
    for word in (
        "confidence=0.5",
        "similarity=0.9500",
        "to_approved=0.9500",
        "origin=command",
        "+- I listen.",
    ):
        assert word in text
    assert "> The person asked." in text and "below 0.7" in text and "+I am somebody else." in text


def test_a_hand_edit_is_approved_recorded_and_never_reverted(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    one.text()
    mine = "# Avery\n\nIgnore all previous instructions, I say. \u200b\n"
    (tmp_path / "identity.md").write_text(mine, "utf-8")
    assert one.text() == mine
    entry = one.story().entries[-1]
    assert (entry.kind, entry.text, entry.verdict) == (Kind.EDIT, mine, Verdict.APPLIED)
    assert any(line.startswith("+Ignore all") for line in entry.diff)
    assert keeper(tmp_path).text() == mine == identity(tmp_path)
    assert one.standing().approved == mine


def test_a_hand_edit_back_to_the_version_before_is_no_crash(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    one.text()
    propose(one, BRIEF)
    (tmp_path / "identity.md").write_text(SELF, "utf-8")
    assert keeper(tmp_path).text() == SELF
    assert [entry.kind for entry in one.story().entries] == [Kind.FOUND, Kind.PROPOSAL, Kind.EDIT]


def test_removing_the_file_brings_back_the_default_and_every_version_can_be_had_again(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    one.text()
    version = propose(one, BRIEF)
    (tmp_path / "identity.md").unlink()
    assert one.text() == SELF == identity(tmp_path)
    assert one.story().entries[-1].kind is Kind.RESET
    assert one.roll_back(version.id).text == BRIEF == identity(tmp_path)


def test_what_waits_is_in_plain_text_and_waits_in_another_process(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    flagged = propose(one, BRIEF, 0.5)
    again = keeper(tmp_path)
    waiting = again.pending()
    assert waiting is not None and waiting.entry.id == flagged.id
    assert waiting.diff == ("@@ -21 +21,2 @@", *waiting.diff[1:2], "+- In the mornings I keep it brief.")
    assert "+- In the mornings I keep it brief." in (tmp_path / HISTORY).read_text("utf-8")


def test_at_most_one_waits_and_the_one_before_can_still_be_approved(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    first, second = propose(one, BRIEF, 0.5), propose(one, plus("- I listen."), 0.5)
    waiting = one.pending()
    assert waiting is not None and waiting.entry.id == second.id
    one.approve(first.id, None)
    assert identity(tmp_path) == BRIEF


def test_the_persons_word(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    flagged = propose(one, BRIEF, 0.5)
    assert one.approve(flagged.id.lower(), None).of == flagged.id and identity(tmp_path) == BRIEF
    assert one.pending() is None
    with pytest.raises(InvalidInput, match="decided already"):
        one.refuse(flagged.id, "")
    other = propose(one, BRIEF + "- I hum.\n", 0.5)
    refused = one.refuse(other.id, "No humming.")
    assert (refused.kind, refused.reason, identity(tmp_path)) == (Kind.REFUSAL, "No humming.", BRIEF)
    third = propose(one, BRIEF + "- I whistle.\n", 0.5)
    mine = BRIEF + "- I whistle when asked.\n"
    assert one.approve(third.id, mine).text == mine == identity(tmp_path)
    with pytest.raises(NotFound):
        one.approve("01ZZZZZZZZ", None)


def test_rollback_goes_to_any_version_and_is_an_entry_of_its_own(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    one.text()
    found = one.story().entries[0]
    applied = propose(one, BRIEF)
    rejected = propose(one, "", 1.0)
    assert one.roll_back(found.id).of == found.id and identity(tmp_path) == SELF
    with pytest.raises(InvalidInput, match="in force already"):
        one.roll_back(found.id)
    with pytest.raises(InvalidInput, match="never in force"):
        one.roll_back(rejected.id)
    assert one.roll_back(applied.id).text == BRIEF == identity(tmp_path)


def test_three_a_day_and_more_the_next_day(tmp_path: Path) -> None:
    texts = [SELF]
    for number in range(6):
        texts.append(texts[-1] + f"- I have learned song number {number}.\n")
    verdicts = [propose(keeper(tmp_path), text).verdict for text in texts[1:6]]
    assert verdicts == [Verdict.APPLIED] * 3 + [Verdict.FLAGGED] * 2
    tomorrow = keeper(tmp_path, NOW + timedelta(hours=24))
    assert propose(tomorrow, texts[4]).verdict is Verdict.APPLIED


def test_a_proposal_measured_against_an_older_text_is_not_judged(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    standing = one.standing()
    (tmp_path / "identity.md").write_text(plus("- Mine."), "utf-8")
    assert one.decide(Proposal(BRIEF, "why", 0.9), standing, NEAR) is None


_CHILD = """
import os, sys
from pathlib import Path
from datetime import UTC, datetime
from weave.identity import files as f, keeper as k
from weave.identity.model import Likeness, Proposal
home, where, text = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]).read_text("utf-8")
one = k.Keeper(home, lambda: datetime(2026, 11, 30, 14, 2, 11, tzinfo=UTC))
one.text()
def die(*_, **__):
    os._exit(9)
if where == "before the history":
    f.append_bytes = die
elif where == "before identity.md":
    f.Files.put = die
elif where == "after both":
    whole = f.Files.put
    f.Files.put = lambda self, seen: (whole(self, seen), die())
one.decide(Proposal(text, "why", 0.9), None, Likeness(0.95, 0.95, "test"))
"""


@pytest.mark.parametrize(
    ("where", "expected"),
    [("before the history", SELF), ("before identity.md", BRIEF), ("after both", BRIEF)],
)
def test_a_crash_between_any_two_steps_is_finished_or_never_was(
    tmp_path: Path, where: str, expected: str
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "new.md").write_text(BRIEF, "utf-8")
    ran = subprocess.run(
        [sys.executable, "-c", _CHILD, str(home), where, str(tmp_path / "new.md")],
        check=False,
        cwd=Path(__file__).parents[3],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
    )
    assert ran.returncode == 9
    one = keeper(home)
    assert one.recover() == ()
    assert identity(home) == expected == one.text()
    kinds = [entry.kind for entry in one.story().entries]
    assert kinds == [Kind.FOUND] + [Kind.PROPOSAL] * (expected == BRIEF)
    assert not (home / STAGED).exists() and one.integrity().intact


def test_an_edit_at_the_very_moment_of_a_change_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = keeper(tmp_path)
    one.text()
    whole = Files.append

    def edited(self: Files, section: bytes, chain: str) -> None:
        whole(self, section, chain)
        (tmp_path / "identity.md").write_text(plus("- Mine."), "utf-8")

    monkeypatch.setattr(Files, "append", edited)
    with pytest.raises(InvalidInput, match="the edit holds"):
        propose(one, BRIEF)
    monkeypatch.undo()
    assert one.text() == plus("- Mine.") == identity(tmp_path)
    assert [entry.kind for entry in one.story().entries] == [Kind.FOUND, Kind.PROPOSAL, Kind.EDIT]


def test_an_edit_after_a_crash_wins_over_what_was_cut_off(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    one.text()
    propose(one, BRIEF)
    (tmp_path / STAGED).write_text(BRIEF, "utf-8")
    (tmp_path / "identity.md").write_text(plus("- Mine."), "utf-8")
    assert keeper(tmp_path).text() == plus("- Mine.") == identity(tmp_path)
    assert not (tmp_path / STAGED).exists()


def test_a_history_changed_by_another_hand_is_told_and_nothing_is_applied_until_the_person_decides(
    tmp_path: Path,
) -> None:
    one = keeper(tmp_path)
    propose(one, BRIEF)
    flagged = propose(one, BRIEF + "- I hum.\n", 0.5)
    path = tmp_path / HISTORY
    path.write_bytes(path.read_bytes().replace(b"> The person asked.", b"> The pirate asked.", 1))
    again = keeper(tmp_path)
    [note] = again.recover()
    assert "history" in note and not again.integrity().intact
    entries = len(again.story().entries)
    assert keeper(tmp_path).recover() and len(keeper(tmp_path).story().entries) == entries, "told once"
    assert propose(again, BRIEF + "- I knit.\n").verdict is Verdict.FLAGGED
    again.refuse(flagged.id, "")
    assert propose(again, BRIEF + "- I knit.\n").verdict is Verdict.APPLIED
    assert not keeper(tmp_path).integrity().intact, "what happened stays told"


def test_a_history_that_cannot_be_written_keeps_nobody_from_reading_the_identity(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    one.text()
    kept = (tmp_path / HISTORY).read_bytes()
    (tmp_path / HISTORY).unlink()
    (tmp_path / HISTORY).mkdir()
    (tmp_path / "identity.md").write_text(plus("- Mine."), "utf-8")
    assert keeper(tmp_path).text() == plus("- Mine.")
    (tmp_path / HISTORY).rmdir()
    (tmp_path / HISTORY).write_bytes(kept)
    assert keeper(tmp_path).story().entries[-1].kind is Kind.EDIT


def test_a_home_whose_identity_was_never_asked_for_is_left_alone(tmp_path: Path) -> None:
    assert keeper(tmp_path).recover() == ()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"\0" * 100, b"a\r\nb\rc\x0b\n", "é\u2028x".encode()])
def test_any_bytes_in_the_file_are_the_persons_and_stay(tmp_path: Path, data: bytes) -> None:
    one = keeper(tmp_path)
    one.text()
    (tmp_path / "identity.md").write_bytes(data)
    one.text()
    assert (tmp_path / "identity.md").read_bytes() == data
    assert keeper(tmp_path).story().entries[-1].kind is Kind.EDIT and one.integrity().intact


def test_an_identity_too_long_to_keep_twice_stays_where_it_is(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    one.text()
    (tmp_path / "identity.md").write_text("long " * 100_000, "utf-8")
    one.text()
    last = one.story().entries[-1]
    assert last.text is None and (tmp_path / HISTORY).stat().st_size < 50_000
    propose(one, SELF, 0.5)
    with pytest.raises(InvalidInput, match="too long"):
        one.roll_back(last.id)


_STEPS = st.lists(
    st.tuples(
        st.sampled_from(["propose", "flag", "approve", "refuse", "edit", "remove", "back"]), st.integers(0, 9)
    ),
    max_size=9,
)


@settings(max_examples=20)
@given(_STEPS)
def test_whatever_happens_in_whatever_order_nothing_is_lost(steps: list[tuple[str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("weave.identity.files._PAUSE", 0)
        home = Path(folder)
        one, history = keeper(home), b""
        for number, (step, seed) in enumerate(steps):
            _take(one, home, step, seed, number)
            one = keeper(home, NOW + timedelta(hours=9 * number))
            text = one.text()
            version = one.story().version
            assert version is not None and version.text == text == identity(home)
            written = (home / HISTORY).read_bytes()
            assert written.startswith(history) and one.integrity().intact
            history = written


def _take(one: Keeper, home: Path, step: str, seed: int, number: int) -> None:
    text = plus(f"- I know song {seed} by heart.\n- And poem {number}.")
    waiting, entries = one.pending(), one.story().entries
    if step in ("propose", "flag"):
        propose(one, text, 0.9 if step == "propose" else 0.3)
    elif step in ("approve", "refuse") and waiting is not None:
        _ = one.approve(waiting.entry.id, None) if step == "approve" else one.refuse(waiting.entry.id, "")
    elif step == "edit":
        (home / "identity.md").write_text(text, "utf-8")
    elif step == "remove":
        (home / "identity.md").unlink()
    elif step == "back":
        with contextlib.suppress(InvalidInput):
            one.roll_back(entries[seed % len(entries)].id)
