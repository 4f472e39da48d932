"""A chat as a Markdown file, byte for byte where it matters."""

from datetime import UTC, timedelta
from pathlib import Path

import pytest

from avery.export import closed, markdown, write
from tests.support.homes import NOW
from weave.errors import InvalidInput
from weave.journal import Transcript
from weave.model import Role, Turn

FENCE = "Run it:\n```bash\n\tmake <all> [b]\n```\nThen rest."


def talk(title: str, *texts: str, replaced: bool = False) -> Transcript:
    roles = (Role.USER, Role.ASSISTANT)
    turns = tuple(
        Turn(f"t{n}", roles[n % 2], roles[n % 2].value, text, NOW + timedelta(minutes=n), "talk")
        for n, text in enumerate(texts)
    )
    return Transcript("talk", title, NOW, None, turns, frozenset(), False)


def test_speakers_times_and_code_stand_as_they_were() -> None:
    text = markdown(talk("Make it", "How do I build?", FENCE), UTC)
    assert "# Make it" in text and "2 messages, begun 2026-11-30 14:02" in text
    assert "## You · 2026-11-30 14:02\n\nHow do I build?" in text
    assert f"## Avery · 2026-11-30 14:03\n\n{FENCE}\n" in text


def test_a_block_left_open_does_not_swallow_what_follows() -> None:
    assert closed("a\n````py\nx\n```") == "a\n````py\nx\n```\n````"
    assert closed(FENCE) == FENCE


@pytest.mark.parametrize(
    "title",
    ["Save as ‘Why? C:\\temp\\aux: plan’", "CON", "..", "好" * 120, "ends.", "-rf", "", "🐙🐙", "a/b\0c"],
)
def test_case_118_any_title_gives_a_legal_name_inside_the_folder(tmp_path: Path, title: str) -> None:
    first = write(talk(title, FENCE), "", tmp_path, UTC)
    second = write(talk(title, FENCE), str(tmp_path), Path("/"), UTC)
    assert first.parent == second.parent == tmp_path and first != second
    assert all(
        len(path.name.encode()) <= 255 and not set(path.name) & set('<>:"/\\|?*\0')
        for path in (first, second)
    )
    assert b"\tmake <all> [b]\n" in first.read_bytes()
    assert first.stat().st_mode & 0o077 == 0


def test_nothing_is_written_over_and_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    target = write(talk("T", "x"), "sub.md", tmp_path, UTC)
    assert target == tmp_path / "sub.md"
    with pytest.raises(InvalidInput, match="exists already"):
        write(talk("T", "x"), "sub.md", tmp_path, UTC)
    for path in ("none/there.md", "nul\0.md"):
        with pytest.raises(InvalidInput, match="cannot be written"):
            write(talk("T", "x"), path, tmp_path, UTC)
