"""What a path that is to be added means."""

from __future__ import annotations

from pathlib import Path

from weave.library import intake


def test_an_empty_path_is_refused_in_one_clear_sentence(tmp_path: Path) -> None:
    for path in ("", "  "):
        files, [refused] = intake.wanted([path], tmp_path)
        assert files == []
        assert refused.sentence == "The path is empty; name a file or a folder."


def test_a_path_below_a_user_that_is_none_is_refused_in_a_sentence(tmp_path: Path) -> None:
    files, [refused] = intake.wanted(["~nobody.here/x.md"], tmp_path)
    assert files == []
    assert refused.sentence == "There is no file ~nobody.here/x.md; check the name."


def test_folders_that_lie_too_deep_are_told_of_and_the_rest_is_taken(tmp_path: Path) -> None:
    top = tmp_path / "notes"
    top.joinpath(*"d" * 22).mkdir(parents=True)
    (top / "README").write_text("The capstan turns.")
    files, [refused] = intake.wanted([top], tmp_path / "home")
    assert [one.path.name for one in files] == ["README"]
    assert "folders deep" in refused.sentence
