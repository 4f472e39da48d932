"""Parsers are compiled once, by a process that reads no file, and not where nothing may be written."""

from __future__ import annotations

import importlib
import sys
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from weave.documents import child
from weave.documents.warming import is_cold


def test_a_module_is_cold_until_its_present_source_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "capstan_for_warming.py"
    source.write_text("TURNS = 3\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "pycache_prefix", None)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(child, "COMPILED", (source.stem, "no_such_module_anywhere"))
    importlib.invalidate_caches()
    assert is_cold(source.stem)
    monkeypatch.setattr("os.nice", lambda _: 0)
    child.compile_all()
    assert Path(cache_from_source(str(source))).exists()
    assert not is_cold(source.stem)
    monkeypatch.delitem(sys.modules, source.stem)


def test_what_is_not_there_or_is_no_python_is_never_cold() -> None:
    assert not is_cold("no_such_module_anywhere")
    assert not is_cold("no_such_package.part")
    assert not is_cold("sys")


def test_every_parser_is_among_the_compiled() -> None:
    folder = Path(child.__file__).parent / "parsers"
    parsers = {path.stem for path in folder.glob("*.py") if "def parse(source" in path.read_text()}
    assert parsers - {"registry"} <= {name.rpartition(".")[2] for name in child.COMPILED}
