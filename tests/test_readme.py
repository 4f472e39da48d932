"""What the README tells a newcomer to type, typed."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from tests.support.forked import commands
from weave import config

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_every_weave_command_of_the_readme_works(tmp_path: Path) -> None:
    scripts = [block for block in blocks("sh") if re.search(r"^weave ", block, re.MULTILINE)]
    assert len(scripts) >= 2
    environment = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}
    environment |= {
        "AVERY_HOME": str(tmp_path / "home"),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
    }
    program = "set -e\n" + "\n".join(scripts)
    with commands() as folder:
        environment["PATH"] = str(folder) + os.pathsep + os.environ["PATH"]
        ran = subprocess.run(
            ["bash", "-c", program],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
    assert (ran.returncode, ran.stderr.count("Traceback")) == (0, 0), ran.stderr
    assert "Maribel is allergic to peanuts." in ran.stdout
    assert "Kept 2 turns" in ran.stdout
    assert "Ana: We adopted a beagle, her name is Luna." in ran.stdout
    assert "Kept: Maribel → home_city → Davao (active)" in ran.stdout
    assert "└─ home city → Cebu" in ran.stdout
    assert "digraph" in (tmp_path / "everything.dot").read_text()
    assert "are now global" in ran.stdout


def test_the_two_commands_stand_alone_in_their_blocks() -> None:
    assert {"uv run avery\n", "uv run pytest\n"} <= set(blocks("sh"))


def test_the_readmes_configuration_is_one() -> None:
    [text] = blocks("toml")
    uncommented = re.sub(r"^# (?=\w+ = )", "", text, flags=re.MULTILINE)
    assert config.parse(text).timezone == "Asia/Manila"
    settings = config.parse(uncommented)
    assert settings.qdrant.url
