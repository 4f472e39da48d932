"""One week: its originals read, summarised part by part, and put together as a draft."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from weave.archive import Archive, composed
from weave.core import Core
from weave.errors import BudgetSpent
from weave.model import Memory
from weave.periods import Period
from weave.ports import ChatModel
from weave.sleep.compression.asking import Written, ask
from weave.sleep.compression.extract import extract
from weave.sleep.compression.layout import title_of
from weave.sleep.compression.making import PART, portions, summary_memory
from weave.sleep.compression.originals import originals
from weave.sleep.compression.stating import statements
from weave.sleep.model import Action, Budget, Draft

_LETTERS_A_TOKEN = 2
"""At least, in any script that models read well: how much of a small context a week may fill."""
_SPARED = 4_000
"""Tokens of the context that are left for instructions and the reply."""


@dataclass(frozen=True, slots=True)
class Week:
    """A week that is being compressed."""

    core: Core
    period: Period
    memories: tuple[Memory, ...]

    async def draft(self, action: Action, budget: Budget) -> Draft:
        """Its summaries, its archive file, and what goes. Raises ModelError, BudgetSpent."""
        chat = self.core.models.chat if budget.cap else None
        runs = portions(self.memories, _room(chat))
        written = [await self._written(run, chat, budget, first=not at) for at, run in enumerate(runs)]
        path = await self.core.run(Archive(self.core.place.home).free, self.period)
        return await asyncio.to_thread(self._draft, action, path, runs, written)

    async def _written(
        self, run: Sequence[Memory], chat: ChatModel | None, budget: Budget, *, first: bool
    ) -> Written:
        zone = self.core.place.zone
        source = await asyncio.to_thread(originals, run, zone)
        if chat is not None and source.said:
            try:
                return await ask(chat, self.period, source, zone, budget)
            except BudgetSpent:
                # a week must not wait for ever because it alone costs more than a cycle may
                if first and budget.spent:
                    raise
        return Written(await asyncio.to_thread(extract, source), by_model=False)

    def _draft(
        self, action: Action, path: str, runs: Sequence[Sequence[Memory]], written: Sequence[Written]
    ) -> Draft:
        summaries = [
            summary_memory(self.period, one.summary, run, path, part=at, parts=len(runs))
            for at, (run, one) in enumerate(zip(runs, written, strict=True), 1)
        ]
        ordered = [memory for run in runs for memory in run]
        text = composed(f"{title_of(self.period, '')}: originals", ordered)
        return Draft(
            action=action.id,
            basis=action.basis,
            files=((path, text),),
            writes=(*summaries, *statements(ordered)),
            removes=tuple(memory.id for memory in ordered),
            note=_note(written),
        )


def _room(chat: ChatModel | None) -> int:
    if chat is None:
        return PART
    return max(PART // 8, min(PART, (chat.context_tokens - _SPARED) * _LETTERS_A_TOKEN))


def _note(written: Sequence[Written]) -> str:
    appended, refused = sum(one.appended for one in written), sum(one.refused for one in written)
    parts = [
        f"{appended} details appended" if appended else "",
        f"{refused} that no memory holds refused" if refused else "",
    ]
    return ", ".join(part for part in parts if part)
