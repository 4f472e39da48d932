"""A step that thinks, in a cycle: each of its actions asked once, its draft kept, then carried out.

It waits for models on the event loop, where everything else goes on. What was asked, what came of it and what is
settled stand in the journal, so that after a kill nothing is asked again that was answered.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from weave.core import Core
from weave.errors import BudgetSpent, ContextOverflow, MalformedReply, ModelError
from weave.llm.ration import Ration, rationed
from weave.sleep import carrying
from weave.sleep.carrying import Carrier
from weave.sleep.codec import Key, Thought
from weave.sleep.model import Action, Answer, Budget, Draft, Stage, StepName, Verdict
from weave.sleep.records import Journal, Records
from weave.sleep.steps import Thinking
from weave.sleep.tried import Tried
from weave.sleep.watch import Watch

log = logging.getLogger(__name__)

ASKED = 3
"""How often an action may be begun in one cycle that is killed again and again while it waits for the answer."""
FAULTS = 3
"""Unreadable answers in a row after which a step asks no more in this cycle: the tokens are for the other steps."""
_OWN_FAULTS = (MalformedReply, ContextOverflow)
"""What fails at one question; after any other failure the model is away for all of them."""


@dataclass(slots=True)
class Thinker:
    """The thinking of one cycle."""

    core: Core
    records: Records
    journal: Journal
    tried: Tried
    watch: Watch
    budget: Budget = field(init=False)
    ration: Ration = field(default_factory=lambda: Ration(0))
    """What one action may still cost; it knows how the server counts."""
    faults: dict[StepName, int] = field(default_factory=dict)
    """How often in a row the model could not answer a step's questions."""
    away: bool = False
    """Whether the model does not answer: it is asked no more in this cycle."""

    def __post_init__(self) -> None:
        spent = sum(answer.tokens for answer in self.journal.answers.values())
        open_ = [one for key, one in self.journal.thoughts.items() if key not in self.journal.answers]
        spent += sum(thought.draft.tokens for thought in open_)
        self.budget = Budget(self.core.config.sleep.max_tokens, spent)

    async def take(self, step: Thinking, stage: Stage) -> None:
        """All actions of a step. Raises HomeError, Stopped."""
        for action in stage.actions:
            key = (step.name, action.id)
            if key not in self.journal.answers:
                answer = await self._answer(step, action, key)
                await self.core.run(self._settle, key, action, answer)
            self.watch.advance(1)

    async def _answer(self, step: Thinking, action: Action, key: Key) -> Answer:
        thought = self.journal.thoughts.get(key)
        if thought is None:
            found = await self._think(step, action, key)
            if isinstance(found, Answer):
                return found
            thought = found
        done = await Carrier(self.core, self.records, self.journal).carry(thought, self.watch.unless_stopped)
        return _told(done) if done else Answer(action.id, Verdict.VOID, thought.draft.tokens)

    async def _think(self, step: Thinking, action: Action, key: Key) -> Thought | Answer:
        if not await Carrier(self.core, self.records, self.journal).fits(action.basis):
            return Answer(action.id, Verdict.WAITS, note="its originals have changed")
        if self.away:
            return Answer(action.id, Verdict.WAITS, note="the model is away")
        if self.faults.get(step.name, 0) >= FAULTS:
            return Answer(action.id, Verdict.WAITS, note="the model answers no question of this kind")
        if self.journal.asked.get(key, 0) >= ASKED:
            return Answer(action.id, Verdict.FAILED, note="it was cut off again and again")
        await self.core.run(self.records.ask, self.journal, key)
        spent = self.budget.spent
        try:
            draft = await self._asked(step, action)
        except BudgetSpent as error:
            log.info("%s waits: %s", action.id, error)
            return Answer(action.id, Verdict.WAITS, self._cost(spent), "no tokens are left for it")
        except ModelError as error:
            own = isinstance(error, _OWN_FAULTS)
            self.away = self.away or not own
            self.faults[step.name] = self.faults.get(step.name, 0) + 1
            log.warning("%s is put off: %s", action.id, error)
            # a server may quote what it was sent, and a report keeps no words
            why = "the model could not answer it" if own else "the model is away or refuses"
            return Answer(action.id, Verdict.FAILED, self._cost(spent), why)
        self.faults[step.name] = 0
        if draft is None:
            return Answer(action.id, Verdict.NOTHING, self._cost(spent))
        if not self.ration.spent:
            self.budget.spent = max(self.budget.spent, spent + draft.tokens)
        kept = replace(draft, action=action.id, tokens=self._cost(spent))
        return await self.core.run(self.records.keep, self.journal, step.name, kept)

    async def _asked(self, step: Thinking, action: Action) -> Draft | None:
        """What each of its questions may cost at most is booked before it is put; what they cost is the budget's."""
        before = self.budget.spent
        self.ration.left, self.ration.spent = self.budget.left, 0
        try:
            with rationed(self.ration):
                work = step.think(self.core, action, self.journal.plan.now, self.budget)
                return await self.watch.unless_stopped(work)
        finally:
            if self.ration.spent:
                self.budget.spent = before + self.ration.spent

    def _cost(self, before: int) -> int:
        return self.budget.spent - before

    def _settle(self, key: Key, action: Action, answer: Answer) -> None:
        """First that it was tried, so that a kill between the two asks once more at most."""
        if answer.verdict is not Verdict.WAITS:
            self._note(key, action, answer.verdict)
        self.records.settle(self.journal, key[0], answer)

    def _note(self, key: Key, action: Action, verdict: Verdict) -> None:
        sleep = self.core.config.sleep
        now = self.journal.plan.now
        self.tried.note(key, verdict, action.basis, now, period=sleep.every_hours)


def _told(thought: Thought) -> Answer:
    draft = thought.draft
    files = tuple(path for path, _ in draft.files)
    return Answer(draft.action, Verdict.DONE, draft.tokens, draft.note, thought.made, thought.changed, files)


async def take_back(core: Core, tried: Tried, thoughts: Iterable[Thought]) -> tuple[int, int]:
    """Undo what drafts wrote; none of it is thought again before its originals change. Raises HomeError.

    Returns how many memories went, and how many are as they were.
    """
    carried = [thought for thought in thoughts if thought.before is not None]
    figures = await carrying.withdraw(core, carried)
    for thought in carried:
        await core.run(tried.undone, thought.key, thought.draft.basis)
    return figures
