"""The self on the memory's thread: what is proposed for identity.md, how it came about, the person's word on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from avery.differing import compared
from avery.events import Amended, Amendment, Biography, Drifted, Event, Proposed

if TYPE_CHECKING:
    from weave.weave import Weave


async def proposed(weave: Weave) -> Proposed:
    """The texts that wait for the person. Raises HomeError."""
    waits = await weave.identities.pending()
    if not waits:
        return Proposed(())
    text = await weave.identities.text()
    return Proposed(tuple(Amendment(one.entry, text, compared(text, one.entry.text or "")) for one in waits))


async def biography(weave: Weave) -> list[Event]:
    """identity.md and its history. Raises HomeError."""
    problems = () if weave.guest else (await weave.identities.check()).problems
    return [Biography(await weave.identities.text(), await weave.identities.history(), problems)]


async def drift(weave: Weave) -> list[Event]:
    """How far the versions went. Raises HomeError."""
    return [Drifted(await weave.identities.drift())]


async def approve(weave: Weave, proposal: str, text: str | None) -> list[Event]:
    """Raises NotFound, InvalidInput, HomeBusy for a guest, HomeError."""
    return await _decided(weave, Amended(await weave.identities.approve(proposal, text)))


async def reject(weave: Weave, proposal: str, reason: str) -> list[Event]:
    """Raises as `approve`."""
    return await _decided(weave, Amended(await weave.identities.reject(proposal, reason)))


async def roll_back(weave: Weave, version: str) -> list[Event]:
    """Raises as `approve`."""
    done = Amended(await weave.identities.rollback(version))
    return [*await _decided(weave, done), *await biography(weave), *await drift(weave)]


async def _decided(weave: Weave, done: Amended) -> list[Event]:
    return [done, await proposed(weave)]
