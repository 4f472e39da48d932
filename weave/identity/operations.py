"""What can be done with the identity of an open home: read, propose, decide, go back."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from weave.core import Core
from weave.errors import HomeError, InvalidInput
from weave.identity.keeper import Keeper, glimpse, pending_of
from weave.identity.model import Entry, Integrity, Likeness, Origin, Pending, Proposal, Standing
from weave.identity.story import Story
from weave.secrets import mask

_TRIES = 5
_LONGEST_REASON = 2_000


@dataclass(frozen=True, slots=True)
class Step:
    """One version on the way: how near it is to the first one and to the one before it, 0..1."""

    entry: Entry
    to_first: float
    to_previous: float
    measure: str


class Identities:
    """The self-model of one open home. A guest reads; what writes refuses it in words."""

    def __init__(self, core: Callable[[], Core]) -> None:
        self._core = core
        self._kept: tuple[Core, Keeper] | None = None

    # -- reading ----------------------------------------------------------------------------------------

    async def text(self) -> str:
        """identity.md, written from the default at first; a hand edit since is recorded. Raises HomeError."""
        core = self._core()
        if core.guest:
            return (await core.run(glimpse, core.place.home))[1]
        return await core.run(self._keeper(core).text)

    async def history(self) -> tuple[Entry, ...]:
        """Every entry, the oldest first. Raises HomeError."""
        return (await self._story())[0].entries

    async def pending(self) -> tuple[Pending, ...]:
        """The proposal that waits for the person, if there is one. Raises HomeError."""
        story, text = await self._story()
        waits = pending_of(story, text)
        return () if waits is None else (waits,)

    async def waiting(self, reference: str) -> Entry:
        """A flagged proposal that nobody decided about. Raises NotFound, InvalidInput, HomeError."""
        return (await self._story())[0].waiting(reference)

    async def check(self) -> Integrity:
        """Whether the history is as it was written. Raises HomeError, HomeBusy."""
        core = self._owner()
        return await core.run(self._keeper(core).integrity)

    async def drift(self) -> tuple[Step, ...]:
        """Every version that was in force, the oldest first, and how far each went. Raises HomeError."""
        story, _ = await self._story()
        versions = [entry for entry in story.entries if entry.after and entry.text is not None]
        return await asyncio.to_thread(_steps, versions, self._core())

    async def _story(self) -> tuple[Story, str]:
        core = self._core()
        if core.guest:
            return await core.run(glimpse, core.place.home)
        keeper = self._keeper(core)
        return await core.run(lambda: (keeper.story(), keeper.text()))

    # -- changing ---------------------------------------------------------------------------------------

    async def propose(
        self,
        text: str,
        *,
        reason: str,
        confidence: float,
        origin: Origin = Origin.COMMAND,
        evidence: Sequence[str] = (),
        tainted: Sequence[str] = (),
    ) -> Entry:
        """Judge a new text for identity.md; recorded whatever the verdict, in force if it is `applied`.

        `evidence`: what it rests on; `tainted`: what it must not stem from, beside the scenes that were played
        and the texts that were recalled lately. Raises InvalidInput for a confidence outside 0..1, HomeBusy for
        a guest, HomeError.
        """
        from weave.identity.foreign import foreign_texts
        from weave.identity.guard import refusal

        core = self._owner()
        if not (isinstance(confidence, int | float) and math.isfinite(confidence) and 0 <= confidence <= 1):
            raise InvalidInput("The confidence must be a number from 0 to 1.")
        foreign = await core.run(foreign_texts, core.journal, core.place.clock())
        proposal = Proposal(
            mask(_tidy(text)),
            mask(reason.strip())[:_LONGEST_REASON],
            float(confidence),
            origin,
            (*evidence, *foreign.said),
            (*tainted, *foreign.tainted),
        )
        keeper = self._keeper(core)
        for _ in range(_TRIES):
            standing = await core.run(keeper.standing)
            refused = await asyncio.to_thread(refusal, proposal, standing)
            near = None if refused else await asyncio.to_thread(_measured, proposal, standing, core)
            entry = await core.run(keeper.decide, proposal, standing, near)
            if entry is not None:
                return entry
        raise InvalidInput("identity.md changes all the time; propose again once it is left alone.")

    async def approve(self, reference: str, text: str | None = None) -> Entry:
        """Put a waiting proposal in force, as it is or as the person reworded it (`text`).

        Raises NotFound, InvalidInput, HomeBusy for a guest, HomeError.
        """
        core = self._owner()
        words = None if text is None else mask(_tidy(text))
        return await core.run(self._keeper(core).approve, reference, words)

    async def reject(self, reference: str, reason: str = "") -> Entry:
        """Close a waiting proposal; identity.md stays as it is. Raises as `approve`."""
        core = self._owner()
        return await core.run(self._keeper(core).refuse, reference, mask(reason.strip())[:_LONGEST_REASON])

    async def rollback(self, reference: str) -> Entry:
        """Put an earlier version in force again. Raises as `approve`."""
        core = self._owner()
        return await core.run(self._keeper(core).roll_back, reference)

    def _owner(self) -> Core:
        return self._core().owned(" and its identity")

    def _keeper(self, core: Core) -> Keeper:
        if self._kept is None or self._kept[0] is not core:
            self._kept = (core, keeper_of(core))
        return self._kept[1]


def keeper_of(core: Core) -> Keeper:
    """The keeper of an open home's two files."""

    def now() -> datetime:
        return core.place.clock().astimezone(core.place.zone)

    return Keeper(core.place.home, now, core.catalogue)


def recover(core: Core) -> None:
    """At the start of the owner: finish what a crash cut off, take up hand edits; notes for `weave doctor`."""
    try:
        core.notes.extend(keeper_of(core).recover())
    except HomeError as error:  # the memory opens all the same; whoever asks for the identity is told again
        core.notes.append(str(error))


def _measured(proposal: Proposal, standing: Standing, core: Core) -> Likeness:
    from weave.identity.likeness import likeness

    (current, approved), measure = likeness(
        proposal.text, (standing.current, standing.approved), core.embedder or core.models.embedder
    )
    return Likeness(current, approved, measure)


def _steps(versions: Sequence[Entry], core: Core) -> tuple[Step, ...]:
    from weave.identity.likeness import likeness

    embedder = core.embedder or core.models.embedder
    steps = []
    for number, entry in enumerate(versions):
        before = versions[max(0, number - 1)]
        (first, previous), measure = likeness(
            entry.text or "", (versions[0].text or "", before.text or ""), embedder
        )
        steps.append(Step(entry, first, previous, measure))
    return tuple(steps)


def _tidy(text: str) -> str:
    """LF line ends, and one at the end; a text without anything stays empty."""
    flat = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").strip("\n \t")
    return flat + "\n" if flat else ""
