"""sleep/beat.json: when a cycle was last begun, and how often it was taken up again since.

In the home and not in index/, since that may be deleted at any time: at most one cycle a period, also of an Avery that
crashes at each start (field case 101).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from weave.clock import iso
from weave.durable import replace_bytes

FILE = "beat.json"
RESUMED = 3
"""How often a cycle that was cut off is gone on with before the next is due: one that ends Avery each time waits."""


@dataclass(frozen=True, slots=True)
class Beat:
    """The last beginning. `resumed`: how often what it left was taken up by itself."""

    begun: datetime
    resumed: int = 0


def read(home: Path) -> Beat | None:
    """None when no cycle was ever begun, or the file cannot be read."""
    try:
        table = json.loads((home / "sleep" / FILE).read_bytes())
        begun = datetime.fromisoformat(str(table["begun"]))
        return Beat(begun, int(table["resumed"])) if begun.tzinfo else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write(home: Path, beat: Beat) -> None:
    """Durable before the cycle begins: one that fails is not tried again and again. Raises HomeError."""
    table = {"begun": iso(beat.begun), "resumed": beat.resumed}
    replace_bytes(home / "sleep" / FILE, json.dumps(table).encode("ascii") + b"\n")
