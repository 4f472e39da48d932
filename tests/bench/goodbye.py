"""Field case 4, many times: `python -m tests.bench.goodbye --runs 20` ends Avery right after sending, in three ways."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.support.goodbye import WAYS, Goodbye
from tests.support.server import ScriptedServer


def main() -> None:
    """Every run in a home of its own; half of them send while the memory is still starting."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20, help="of each way")
    parser.add_argument("--ways", nargs="*", choices=WAYS, default=list(WAYS))
    parser.add_argument("--extraction", type=float, default=5.0, help="seconds that the scripted one takes")
    arguments = parser.parse_args()
    for way in arguments.ways:
        failures = []
        for run in range(arguments.runs):
            with tempfile.TemporaryDirectory() as folder, ScriptedServer() as server:
                try:
                    home = Goodbye(Path(folder) / "home", server, arguments.extraction)
                    home.run(way, early=run % 2 == 1)
                except AssertionError as error:
                    failures.append(f"run {run}: {error}")
        print(f"{way}: {arguments.runs - len(failures)} of {arguments.runs} right", *failures, sep="\n  ")


if __name__ == "__main__":
    main()
