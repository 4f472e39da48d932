"""The step of sleep that replays: what recurred, by a model or by rule; conclusions whose ground has moved; itself.

Each group of episodes is one action, so that it is tried once and left alone until something new belongs to it. A
model is asked about several groups in one call; what it said about those whose turn has not come waits in memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from weave.clock import local
from weave.core import Core
from weave.errors import ContextOverflow, ModelError
from weave.identity import growth
from weave.llm.usage import spending
from weave.model import Draft as Claim
from weave.model import Memory
from weave.ports import ChatModel, Message
from weave.scribe.sentences import split
from weave.sleep.model import Action, Budget, Draft, Original, StepName
from weave.sleep.replay import again, habits, prompt, recurrence
from weave.sleep.replay.again import AGAIN, Ground, looked_at_again
from weave.sleep.replay.claims import claims
from weave.sleep.replay.conclusions import Concluded, concluded, statements_about
from weave.sleep.replay.episodes import Episode, days_of, in_earnest
from weave.sleep.replay.nearness import near
from weave.sleep.replay.reading import earnest, episodes_of
from weave.sleep.replay.recurrence import FEWEST_DAYS, Group
from weave.sleep.tried import Tried

MOST_GROUPS = 24
"""Groups of one cycle; the weightiest come first, the rest with the next."""
MOST_LOOKED_AT = 200
"""Groups that are considered at all."""
SHOWN = 8
"""Episodes of a group that are shown, the newest, each of another day as far as there are so many."""
TOGETHER = 6
"""Groups of one question."""
_CONTEXT_SHARE, _MOST_TOKENS = 4, 5_000
_READ = 2_000
RECURS, USUAL, SELF = "recurs:", "usual:", "self:"
"""What an action's id begins with: a group for the model, a habit by rule, what bears on who Avery is."""
_LOOKING_BACK = 4_000
"""Tokens that looking back at itself may take, at a guess."""

_Mark = tuple[Path, str, tuple[tuple[str, str], ...]]


class Replay:
    """Satisfies `weave.sleep.steps.Thinking`."""

    name = StepName.REPLAY

    def __init__(self) -> None:
        self._planned: dict[Path, tuple[datetime, tuple[Action, ...]]] = {}
        self._told: dict[_Mark, tuple[Claim, ...]] = {}

    # -- the plan ---------------------------------------------------------------------------------------

    def plan(self, core: Core, now: datetime) -> Iterator[Action]:
        """Conclusions that became unsure, then what recurs. Reads only."""
        if core.models.chat is None:
            yield from self._habits(core, now)
            return
        for ground in list(again.grounds(core))[: again.MOST]:
            yield _action(
                core, f"{AGAIN}{ground.conclusion.id}", again.basis(ground), "what it rests on has changed"
            )
        tried = Tried(core.place.home)
        fresh = (one for one in self._groups(core, now) if not tried.resting(self.name, one, now))
        groups = tuple(fresh)
        self._planned[core.place.home] = now, groups[:MOST_GROUPS]
        yield from groups
        if lately := growth.ripe(core):
            yield _action(core, f"{SELF}{lately[0].id}", lately, "it bears on who Avery is")

    def _groups(self, core: Core, now: datetime) -> Iterator[Action]:
        found = episodes_of(core, now)
        known = {memory.id: memory for memory in found}
        zone = core.place.zone
        texts = recurrence.without_formulas([split(memory.text[:_READ]) for memory in found])
        days = [local(memory.occurred or memory.created, zone).toordinal() for memory in found]
        seen = [
            recurrence.seen_of(memory.id, day, text)
            for memory, day, text in zip(found, days, texts, strict=True)
        ]
        for group in recurrence.groups(seen, near(core, found))[:MOST_LOOKED_AT]:
            episodes = [e for id_ in group.members if (e := in_earnest(known[id_], zone)) is not None]
            if (on := days_of(episodes)) >= FEWEST_DAYS:
                yield _recurring(core, group, _shown(episodes), on)

    def _habits(self, core: Core, now: datetime) -> Iterator[Action]:
        memories = episodes_of(core, now)
        telling = [memory for memory in memories if habits.may_tell(memory.text[:_READ])]
        episodes = [e for memory in telling if (e := in_earnest(memory, core.place.zone)) is not None]
        for habit in habits.found(episodes, [memory.text for memory in memories]):
            why = f"the same on {habit.days} days"
            yield _action(core, f"{USUAL}{habit.topic}", [one.memory for one in habit.episodes], why)

    # -- thinking ---------------------------------------------------------------------------------------

    async def think(self, core: Core, action: Action, now: datetime, budget: Budget) -> Draft | None:
        """What comes of one action. Raises ModelError, BudgetSpent."""
        if action.id.startswith(AGAIN):
            return await self._again(core, action, budget)
        if action.id.startswith(SELF):
            await self._look_back(core, action, budget)
            return None
        if action.id.startswith(USUAL):
            episodes = await earnest(core, action)
            drafts = [habit.claim for habit in habits.found(episodes) if action.id == f"{USUAL}{habit.topic}"]
            return await core.run(_drafted, core, action, drafts, now, 0)
        spent = 0
        if _mark(core, action) not in self._told:
            spent = await self._ask(core, action, now, budget)
        told = self._told.pop(_mark(core, action), ())
        return await core.run(_drafted, core, action, told, now, spent)

    async def _ask(self, core: Core, action: Action, now: datetime, budget: Budget) -> int:
        """One question about this group and the next few; returns what it cost."""
        batch = await self._batch(core, action, now, budget)
        shown = {episode.memory.id: episode for group in batch.values() for episode in group}
        if not batch[action.id]:
            self._told[_mark(core, action)] = ()
            return 0
        known = await core.run(statements_about, core, [episode.memory for episode in shown.values()])
        groups = [group for group in batch.values() if group]
        try:
            reply, spent = await _asked(core, prompt.recurring_messages(groups, known), budget)
        except ContextOverflow:
            if len(groups) == 1:
                raise
            batch = {action.id: batch[action.id]}
            shown = {episode.memory.id: episode for episode in batch[action.id]}
            reply, spent = await _asked(core, prompt.recurring_messages([batch[action.id]]), budget)
        person = await core.run(core.person)
        found = (await asyncio.to_thread(claims, reply, list(shown.values()), person=person)).drafts
        planned = {one.id: one for one in (action, *await self._others(core, now))}
        for id_, drafts in _by_group(batch, found).items():
            self._told[_mark(core, planned[id_])] = drafts
        for old in list(self._told)[:-MOST_LOOKED_AT]:
            del self._told[old]
        return spent

    async def _batch(
        self, core: Core, action: Action, now: datetime, budget: Budget
    ) -> dict[str, list[Episode]]:
        """The episodes of this group and of those that come after it, as many as one question takes."""
        room = min(
            _MOST_TOKENS, (core.models.chat.context_tokens if core.models.chat else 0) // _CONTEXT_SHARE
        )
        batch = {action.id: await earnest(core, action)}
        planned = await self._others(core, now)
        at = next((n for n, one in enumerate(planned) if one.id == action.id), len(planned))
        for other in planned[at + 1 :]:
            if len(batch) == TOGETHER:
                break
            if _mark(core, other) in self._told:
                continue
            more = {**batch, other.id: await earnest(core, other)}
            cost = prompt.cost(prompt.recurring_messages(list(more.values())))
            if cost > min(room, budget.left):
                break
            batch = more
        return batch

    async def _others(self, core: Core, now: datetime) -> tuple[Action, ...]:
        """The groups of this cycle; found anew for one that goes on after a crash."""
        if self._planned.get(core.place.home, (None, ()))[0] != now:
            await asyncio.to_thread(lambda: list(self.plan(core, now)))
        return self._planned.get(core.place.home, (now, ()))[1]

    async def _look_back(self, core: Core, action: Action, budget: Budget) -> None:
        """What it comes to stands in the identity's own history, and is taken back there."""
        budget.need(_LOOKING_BACK)
        found = await core.run(core.catalogue.get_many, [one.id for one in action.originals])
        with spending() as spent:
            try:
                await growth.grow(core, list(found.values()))
            finally:
                budget.spend(spent.tokens)

    async def _again(self, core: Core, action: Action, budget: Budget) -> Draft | None:
        ground = await core.run(_ground, core, action)
        if ground is None:
            return None
        messages = prompt.again_messages(ground.conclusion, ground.sources)
        reply, spent = await _asked(core, messages, budget)
        written = await core.run(looked_at_again, core, ground, reply)
        if written is None:
            return None
        basis = tuple((one.id, one.digest) for one in map(Original.of, again.basis(ground)))
        gone = () if written else (ground.conclusion.id,)
        return Draft(action.id, basis, writes=written, removes=gone, tokens=spent)


# -- actions ----------------------------------------------------------------------------------------------------


def _shown(episodes: Sequence[Episode]) -> list[Memory]:
    """The newest of each day, then others, up to `SHOWN`; `episodes` come newest first."""
    first: dict[object, Episode] = {}
    for episode in episodes:
        first.setdefault(episode.day, episode)
    rest = [episode for episode in episodes if first[episode.day] is not episode]
    return [episode.memory for episode in [*first.values(), *rest][:SHOWN]]


def _recurring(core: Core, group: Group, shown: Sequence[Memory], days: int) -> Action:
    # with the newest in it: what is new of it makes it another question
    id_ = f"{RECURS}{group.topic}:{shown[0].id}"
    return _action(core, id_, shown, f"{len(group.members)} episodes of {days} days")


def _action(core: Core, id_: str, memories: Sequence[Memory], why: str) -> Action:
    places = core.catalogue.paths_of([memory.id for memory in memories])
    originals = tuple(Original.of(memory, places.get(memory.id, "")) for memory in memories)
    return Action(id_, "memories/semantic", memories[0].title, why, originals)


def _ground(core: Core, action: Action) -> Ground | None:
    """The conclusion, if it is unsure still."""
    found = core.catalogue.get_many([action.id.removeprefix(AGAIN)])
    return next(
        (ground for one in found.values() if (ground := again.ground_of(core, one)) is not None), None
    )


# -- asking and answering ---------------------------------------------------------------------------------------


def _mark(core: Core, action: Action) -> _Mark:
    return core.place.home, action.id, action.basis


async def _asked(core: Core, messages: Sequence[Message], budget: Budget) -> tuple[dict[str, object], int]:
    """The reply, and the tokens that it cost, which are taken from the budget also when it failed."""
    model: ChatModel | None = core.models.chat
    if model is None:
        raise ModelError("There is no model to ask any more; set one with avery setup.")
    budget.need(prompt.cost(messages))
    with spending() as spent:
        try:
            return await model.structured("replay", messages), spent.tokens
        finally:
            budget.spend(spent.tokens)


def _by_group(batch: dict[str, list[Episode]], found: Sequence[Claim]) -> dict[str, tuple[Claim, ...]]:
    """Each claim with the group that holds most of its sources."""
    members = {id_: {episode.memory.id for episode in group} for id_, group in batch.items()}
    told: dict[str, tuple[Claim, ...]] = dict.fromkeys(batch, ())
    for claim in found:
        best = max(members, key=lambda id_: len(members[id_].intersection(claim.turns)))
        told[best] = (*told[best], claim)
    return told


def _drafted(core: Core, action: Action, told: Sequence[Claim], now: datetime, spent: int) -> Draft | None:
    """What is to be written of these claims; None when that is nothing."""
    made: Concluded = concluded(core, told, now)
    if not made.fresh and not made.strengthened:
        return None
    sources = core.catalogue.get_many([id_ for claim in told for id_ in claim.turns])
    known = core.catalogue.get_many([memory.id for memory in made.strengthened])
    basis = {one.id: one.digest for one in map(Original.of, (*sources.values(), *known.values()))}
    writes = (*made.fresh, *made.strengthened)
    note = f"{made.left_out} left out: known already, or against what was stated" if made.left_out else ""
    return Draft(
        action.id, tuple((basis | dict(action.basis)).items()), writes=writes, tokens=spent, note=note
    )
