"""How a process comes by a home: it owns it, or is served by whoever does, or is a guest of one that does not answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

from weave.serving import peer
from weave.serving.line import Leaving, Line, Refused

if TYPE_CHECKING:
    from weave.opening import Claim

ANSWER_SECONDS = 3.0
"""How long an owner may be silent until its home is visited as a guest's."""
LEAVING_SECONDS = 45.0
"""How long an owner that gives the home up may take for it."""
AGAIN_SECONDS = 0.02


class Arrival:
    """Tries until one way is open. Nothing of it is held between two tries but what is returned."""

    def __init__(self, home: Path, claim: Callable[[], Awaitable[Claim]], *, serves: bool) -> None:
        self._home = home
        self._claim = claim
        self._serves = serves

    async def arrive(self, *, leads: bool, after_you: float = 0.0, alone: bool = False) -> Claim | Line:
        """The home's lock, a line to its owner, or a claim without a lock. Raises HomeError.

        `after_you`: seconds in which another may take the home first. `alone`: its owner is of no use.
        """
        heard = begun = time.monotonic()
        while True:
            claimed: Claim | None = None
            if time.monotonic() - begun >= after_you:
                claimed = await self._claim()
                if claimed.lock is not None or alone or not self._serves or peer.is_stopped(claimed.owner):
                    return claimed
            try:
                return await Line.reach(self._home, leads=leads, seconds=ANSWER_SECONDS)
            except Leaving:
                heard = time.monotonic()
            except Refused:
                if claimed is not None:
                    return claimed
            except (OSError, TimeoutError):
                pass
            now = time.monotonic()
            if claimed is not None and (now - heard >= ANSWER_SECONDS or now - begun >= LEAVING_SECONDS):
                return claimed
            await asyncio.sleep(AGAIN_SECONDS)
