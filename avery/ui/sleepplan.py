"""A plan of sleep that waits: what would be forgotten, and is more than may go without the person's word."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from avery import nights
from avery.inbox import Matter, SleepMatter
from avery.telling import counted
from avery.ui.keyrow import Keys
from avery.ui.leaves import Leaves
from avery.ui.matters import MatterView
from avery.ui.once import latest
from avery.ui.sleepwords import planned
from weave.sleep.model import Plan

_KEEPS = "It can be taken back for as long as the trash is kept; what you pin stays for good."


class SleepPlanView(MatterView):
    """Approve it, leave it, or keep single memories out of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "approve", "Forget them", show=False, id="plan.approve"),
        Binding("r", "reject", "Not now", show=False, id="plan.reject"),
        Binding("p", "spare", "Keep the marked one for good", show=False, id="plan.spare"),
    ]

    def __init__(self, memory: nights.Judge, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._memory = memory
        self._plan: Plan | None = None

    def compose(self) -> ComposeResult:
        yield Static("", markup=False, id="plan-head")
        yield Leaves(id="plan")

    @property
    def target(self) -> Widget:
        return self.query_one(Leaves).rows

    def show(self, matter: Matter) -> None:
        assert isinstance(matter, SleepMatter)
        again, self._plan = self._plan is not None, matter.plan
        share = matter.plan.waiting / max(1, matter.plan.size.memories)
        words = f"{counted(matter.plan.waiting, 'memory', 'memories')} of {matter.plan.size.memories:,} would be forgotten"
        head = Content.assemble((f"{words}, {share:.0%}.", "bold $foreground"), (f" {_KEEPS}", "$muted"))
        self.query_one("#plan-head", Static).update(head)
        latest(self, partial(self._fill, matter.plan, again))

    async def _fill(self, plan: Plan, again: bool) -> None:
        """A plan may hold any number of memories, so another thread words it."""
        leaves = await asyncio.to_thread(planned, plan)
        if plan is self._plan:
            self.query_one(Leaves).show(leaves, keep=again)

    def keys(self) -> Keys:
        return [("a", "forget them"), ("r", "not now"), ("p", "keep this one")]

    def action_approve(self) -> None:
        if self._plan is not None:
            self.post_message(self.Settled(nights.PLAN, lambda: self._memory.sleep(approved=True)))

    def action_reject(self) -> None:
        if self._plan is not None:
            self.post_message(self.Settled(nights.PLAN, self._memory.postpone))

    def action_spare(self) -> None:
        leaf = self.query_one(Leaves).marked
        if leaf is not None and leaf.sign == "-" and leaf.memory:
            self.post_message(self.Settled(nights.PLAN, lambda: self._memory.spare(leaf.memory)))
