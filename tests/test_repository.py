"""What every file of the repository keeps to: no text as markup, no upward import, no long files, no hosts."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import weave

ROOT = Path(__file__).parents[1]
LONGEST = 400
TOP_LEVEL = {
    "pyproject.toml",
    "requirements.lock",
    "README.md",
    "LICENSE",
    "avery",
    "weave",
    "tests",
    "assets",
}
# One letter of each is in brackets, so that this file does not hold what it looks for.
HOSTS = re.compile(
    r"py[p]i\.org|python[h]osted\.org|npm[j]s\.(?:org|com)|deb\.[d]ebian\.org|archive\.[u]buntu\.com"
)
MACHINE_PATHS = re.compile(r"(?:^|[^A-Za-z0-9_.])/(?:wor[k]|far[m])/")
STUBS = re.compile(
    r"^\s*(?:raise [N]otImplementedError|assert [T]rue\b)|# ?(?:TOD[O]|FIXM[E]|XX[X])\b|@pytest\.mark\.ski[p]\b"
)
UPWARDS = re.compile(r"^\s*(?:from|import) (?:avery|textual)\b")
MARKUP = re.compile(r"""\b(?:notify|Static|Label)\(\s*f["']""")


def tracked() -> list[Path]:
    """The repository's files; where git is not at hand, those of its known places."""
    if shutil.which("git") and (ROOT / ".git").exists():
        command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
        return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]
    places = [ROOT / name for name in TOP_LEVEL]
    found = [p for place in places for p in ([place] if place.is_file() else place.rglob("*")) if p.is_file()]
    return [path for path in found if "__pycache__" not in path.parts]


FILES = tracked()


def python_files(*packages: str) -> list[Path]:
    return [path for path in FILES if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in packages]


def lines_matching(pattern: re.Pattern[str], paths: list[Path]) -> list[str]:
    found = []
    for path in paths:
        text = path.read_bytes().decode("utf-8", "replace")
        hits = [n for n, line in enumerate(text.splitlines(), start=1) if pattern.search(line)]
        found += [f"{path.relative_to(ROOT)}:{number}" for number in hits]
    return found


def test_the_files_are_found() -> None:
    assert ROOT / "pyproject.toml" in FILES
    assert len(python_files("weave", "avery", "tests")) > 20


@pytest.mark.parametrize(
    ("pattern", "packages"),
    [
        pytest.param(MARKUP, ("avery", "weave"), id="no text of a user or a model is built into markup"),
        pytest.param(UPWARDS, ("weave",), id="weave imports neither avery nor textual"),
        pytest.param(
            STUBS, ("avery", "weave", "tests"), id="no stubs, notes to come back, or tests set aside"
        ),
    ],
)
def test_no_line_of_code_matches(pattern: re.Pattern[str], packages: tuple[str, ...]) -> None:
    assert lines_matching(pattern, python_files(*packages)) == []


@pytest.mark.parametrize("pattern", [HOSTS, MACHINE_PATHS], ids=["registry hosts", "paths of one machine"])
def test_no_file_names(pattern: re.Pattern[str]) -> None:
    assert lines_matching(pattern, FILES) == []


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        (MARKUP, 'self.notify(f"{text}")'),
        (MARKUP, "yield Static( f'{name}')"),
        (UPWARDS, "    from avery.app import App"),
        (UPWARDS, "import textual"),
        (HOSTS, "https://py" + "pi.org/simple"),
        (MACHINE_PATHS, "see /wor" + "k/x"),
        (STUBS, "x = 1  # TOD" + "O later"),
        (STUBS, "    raise NotImplemented" + "Error"),
    ],
)
def test_the_patterns_find_what_they_are_for(pattern: re.Pattern[str], line: str) -> None:
    assert pattern.search(line)


def test_no_file_of_the_packages_is_longer_than_a_concept_needs() -> None:
    sizes = {p.relative_to(ROOT): len(p.read_bytes().splitlines()) for p in python_files("avery", "weave")}
    assert {path: size for path, size in sizes.items() if size > LONGEST} == {}


def test_the_top_level_holds_what_the_design_names_and_no_uv_lock() -> None:
    top = {path.relative_to(ROOT).parts[0] for path in FILES}
    assert {name for name in top if not name.startswith(".")} <= TOP_LEVEL


def test_every_exported_name_is_there_and_every_name_is_exported() -> None:
    assert weave.__all__
    assert sorted(set(weave.__all__)) == sorted(weave.__all__)
    assert all(getattr(weave, name) is not None for name in weave.__all__)
    assert set(weave.__all__) <= set(dir(weave))
