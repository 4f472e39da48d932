"""What a crash kept from the memory: texts that were sent and stand in no transcript become a conversation of their own."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable

from avery.unsent import Leftover
from weave.journal import Journal
from weave.markdown import clean
from weave.model import Role
from weave.secrets import mask
from weave.weave import Weave


async def take_up(weave: Weave, leftovers: Callable[[], Iterable[Leftover]]) -> None:
    """Give the memory what waits, once; a guest leaves it to the owner of the home."""
    if weave.guest:
        return
    found = await asyncio.to_thread(lambda: list(leftovers()))
    if not found:
        return
    lost = await asyncio.to_thread(_lost, Journal(weave.home), found)
    if lost:
        conversation = await weave.begin(None, name="Sent before a crash")
        for leftover in lost:
            await weave.say(conversation.id, role=Role.USER, speaker="user", text=leftover.text)
        await weave.end(conversation.id)
    for file in {leftover.file for leftover in found}:
        await asyncio.to_thread(file.unlink, missing_ok=True)


def _lost(journal: Journal, found: list[Leftover]) -> list[Leftover]:
    """Those that stand in no transcript: a kill may fall between the transcript and the note of it."""
    earliest = min(leftover.at for leftover in found)
    said = Counter(
        turn.text
        for name in journal.ids()
        for turn in journal.read(name).turns
        if turn.role is Role.USER and turn.time >= earliest
    )
    lost = []
    for leftover in found:
        words = mask(clean(leftover.text))
        if said[words] > 0:
            said[words] -= 1
        else:
            lost.append(leftover)
    return lost
