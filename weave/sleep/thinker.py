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
from weave.sleep import carrying
from weave.sleep.carrying import Carrier
from weave.sleep.codec import Key, Thought
from weave.sleep.model import Action, Answer, Budget, Draft, Stage, Verdict
from weave.sleep.records import Journal, Records
from weave.sleep.steps import Thinking
from weave.sleep.tried import Tried
from weave.sleep.watch import Watch

log = logging.getLogger(__name__)

ASKED = 3
"""How often an action may be begun in one cycle that is killed again and again while it waits for the answer."""
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
            log.warning("%s is put off: %s", action.id, error)
            # a server may quote what it was sent, and a report keeps no words
            why = "the model could not answer it" if own else "the model is away or refuses"
            return Answer(action.id, Verdict.FAILED, self._cost(spent), why)
        if draft is None:
            return Answer(action.id, Verdict.NOTHING, self._cost(spent))
        self.budget.spent = max(self.budget.spent, spent + draft.tokens)
        kept = replace(draft, action=action.id, tokens=self._cost(spent))
        return await self.core.run(self.records.keep, self.journal, step.name, kept)

    async def _asked(self, step: Thinking, action: Action) -> Draft | None:
        work = step.think(self.core, action, self.journal.plan.now, self.budget)
        return await self.watch.unless_stopped(work)

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
