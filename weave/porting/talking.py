"""Past conversations on their way in: a few turns at a time on the core's thread, so that a chat goes on meanwhile.

With a model they are made durable first, all of them, and recallable at once; the Scribe's model works through them
behind, whenever Avery or weave runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from weave.conversations import Conversations
from weave.core import Core
from weave.ingest import Ingest, IngestReport, groups
from weave.journal import Transcript
from weave.model import Turn
from weave.scribe.encoding import prompts
from weave.tasks import id_of
from weave.tokens import tokens

_AT_ONCE = 8
"""Turns that are journalled, or encoded, in one step: most of its 30 to 60 ms waits for the disk, however few."""
REPLY = 0.5
"""What a model writes for each token of what was said, at most."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What encoding will ask of the model, as an estimate."""

    calls: int = 0
    tokens: int = 0


def cost(core: Core, turns: Sequence[Turn]) -> Cost:
    """Of one conversation; nothing without a model, which costs nothing."""
    model = core.models.chat
    asked = prompts(turns, model.context_tokens) if model is not None else []
    written = sum(tokens(turn.text) for turn in turns) * REPLY if asked else 0
    return Cost(len(asked), round(sum(map(tokens, asked)) + written))


async def store(
    core: Core, talk: Conversations, turns: Sequence[Turn], titles: Mapping[str, str]
) -> IngestReport:
    """Durable when it returns; encoded too where that is done by rule. Raises HomeError."""
    work = Ingest(core.store, core.journal, core.pads, person=core.person)
    report = IngestReport()
    for group in groups(turns, _AT_ONCE):
        transcripts, written = await core.run(work.journal, group, titles)
        report = report.plus(written)
        if core.models.chat is None:
            report = report.plus(await core.run(work.by_rule, transcripts))
            continue
        report = report.plus(await core.run(work.queue, transcripts))
        for transcript in transcripts:
            talk.scribing.expect(transcript.id, len(transcript.pending))
        # what waits in a pad for the Scribe is recallable meanwhile
        talk.endings.left.update(await core.run(_waiting, core, transcripts))
    return report


def _waiting(core: Core, transcripts: Sequence[Transcript]) -> set[str]:
    """The pads of these conversations that wait only for the Scribe; an import may have opened thousands of others."""
    names = {id_of(turn.task or talk.id) for talk in transcripts for turn in talk.pending}
    return {name for name in names if core.pads.is_open(name) and core.pads.get(name).ended}
