"""A generated home with half a year in it: what the pictures and the snapshots of the real app are taken from."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from weave.config import Config, DocumentsConfig, FalkorConfig, QdrantConfig, SleepConfig
from weave.identity.model import Origin
from weave.model import MemoryType, Provenance, Role
from weave.weave import Weave

NOW = datetime(2026, 11, 30, 14, 2, 11, tzinfo=UTC)
CONFIG = """timezone = "UTC"
[embedding]
kind = "none"
[qdrant]
enabled = false
[falkordb]
enabled = false
[recall]
timeout_ms = 20000
[sleep]
enabled = false
"""
"""Files, catalogue and library; nothing sleeps by itself while a picture is taken."""
_CONFIG = Config(
    timezone="UTC",
    qdrant=QdrantConfig(enabled=False),
    falkordb=FalkorConfig(enabled=False),
    documents=DocumentsConfig(),
    sleep=SleepConfig(enabled=False),
)


@dataclass(frozen=True, slots=True)
class Told:
    """A memory, and how many days ago it was made."""

    days: float
    text: str
    importance: float = 0.5
    type: MemoryType = MemoryType.SEMANTIC
    provenance: Provenance = Provenance.USER
    title: str | None = None
    pin: bool = False


EPISODIC, PROCEDURAL, ERROR = MemoryType.EPISODIC, MemoryType.PROCEDURAL, MemoryType.ERROR
MEMORIES = (
    Told(171, "Maribel lives in Cebu.", 0.6),
    Told(158, "My sister Maribel carries an injector: peanuts make her airway swell shut.", 0.95, pin=True,
         title="Maribel's allergy"),
    Told(120, "Maribel is vegetarian since the spring; fish sauce is all right for her.", 0.55),
    Told(92, "To descale the espresso machine: empty the tank, one sachet in a litre of water, run half of it "
             "through, wait 20 minutes, run the rest, rinse twice.", 0.6, PROCEDURAL, title="Descaling the espresso machine"),
    Told(61, "Mrs Okonkwo next door takes parcels until six; she is away in August.", 0.45),
    Told(48, "The kitchen tap drips again; the washer is a 3/8 inch one.", 0.4, EPISODIC),
    Told(33, "The flat's notice period is three months, to the end of a quarter.", 0.7, provenance=Provenance.OBSERVED),
    Told(21, "`pg_restore` failed until the extension was created first: create extension, then restore.", 0.75,
         ERROR, Provenance.OBSERVED, "Restoring the staging database"),
    Told(16, "美咲 arrives on 12 December at 18:40, terminal 2 ✈️.", 0.65, title="美咲's flight ✈️"),
    Told(9, "Dinner with Maribel and 👩‍🔬 Ada at the Thai place: the green curry was made without peanuts.", 0.5, EPISODIC,
         title="Dinner with Maribel and 👩‍🔬 Ada"),
    Told(6, "أحمد prefers tea after dinner, never coffee.", 0.4),
    Told(4, "The report for Delacroix & Sons [draft 2] is due on Friday.", 0.6),
    Told(2, "Avery suggested a nut-free dessert: mango with sticky rice.", 0.35, EPISODIC, Provenance.AGENT),
    Told(1, "Maribel lives in Davao.", 0.6),
)  # fmt: skip
TALKS = (
    (40, "Peanuts and a birthday", (
        (Role.USER, "I am baking for Maribel's birthday. Anything I should keep out of the kitchen?"),
        (Role.ASSISTANT, "Peanuts, entirely: you told me that they make her airway swell shut. Mind the almond "
                         "flour, too; it is often packed beside them."),
        (Role.USER, "Good. No peanuts, and I will ask about the flour."),
    )),
    (12, "The staging database", (
        (Role.USER, "pg_restore stops at the first table of the staging dump."),
        (Role.ASSISTANT, "Last time the extension was missing. Create it first, then restore."),
        (Role.USER, "That was it, again."),
    )),
    (3, "", ((Role.USER, "会議の準備について、三つ決めました。"), (Role.ASSISTANT, "三つとも覚えました。"))),
)  # fmt: skip
LEASE = """# Lease

## Notice

The notice period of the flat is three months, to the end of a quarter. Notice is given in writing.

## Rent

The rent is due on the first working day of the month.

## House rules

- Quiet from ten in the evening.
- Bicycles stay in the cellar.
"""
NOTES = "# Green curry\n\nFor four: coconut milk, aubergine, Thai basil, lime leaves. No peanuts when Maribel comes.\n"
DOCUMENTS = {"lease.md": LEASE, "recipes/green-curry.md": NOTES}
SELF = "\n- I ask before I act.\n- I keep an answer under ten lines unless more was asked for.\n"


async def furnish(home: Path) -> None:
    """Make the home; the same each time but for the ids that are drawn by lot."""
    moment = [NOW]
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text(CONFIG, encoding="utf-8")
    for name, text in DOCUMENTS.items():
        file = home / "documents" / name
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        os.utime(file, (NOW.timestamp(), NOW.timestamp()))
    async with Weave.open(home, config=_CONFIG, clock=lambda: moment[0]) as weave:
        for told in MEMORIES:
            moment[0] = NOW - timedelta(days=told.days)
            await weave.remember(
                told.text,
                type=told.type,
                title=told.title,
                importance=told.importance,
                provenance=told.provenance,
                pin=told.pin,
            )
        await _talk(weave, moment)
        moment[0] = NOW - timedelta(hours=5)
        await _propose(weave)
        await weave.library.refresh()
        await weave.settle(20.0)


async def _talk(weave: Weave, moment: list[datetime]) -> None:
    for days, title, turns in TALKS:
        moment[0] = NOW - timedelta(days=days)
        talk = await weave.begin()
        for role, text in turns:
            moment[0] += timedelta(minutes=1)
            await weave.say(talk.id, role=role, speaker=role.value, text=text)
        if title:
            await weave.talks.rename(talk.id, title)
        await weave.end(talk.id)


async def _propose(weave: Weave) -> None:
    """One change that waits for the person."""
    text = await weave.identities.text()
    await weave.identities.propose(
        text.rstrip() + SELF,
        reason="Shorter answers were asked for three times.",
        confidence=0.62,
        origin=Origin.EXPERIENCE,
    )
