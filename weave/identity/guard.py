"""The guard: what may become of a proposal. Pure; similarity is handed in as a number.

Rejected: unlike what it is to replace, empty or giant, with something hidden or an order in it, or stemming from
role-play, a document or recalled text. Applied: sure enough, and nothing against it. Flagged: everything else; it
waits for the person.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from weave.identity.approved import contradicted
from weave.identity.disguise import hidden
from weave.identity.lines import added, fresh, headings, normal
from weave.identity.model import Judgement, Likeness, Proposal, Standing, Verdict
from weave.identity.orders import order
from weave.identity.powers import taken_anew
from weave.identity.source import tainted, unsupported
from weave.identity.survival import lost
from weave.identity.tongues import readable
from weave.identity.wording import oddities

LEAST_SIMILARITY = 0.5
SURE = 0.7
MOST_APPLIED = 3
"""In 24 hours."""
_SHORTEST = 12
"""Letters and digits."""
_LONGEST, _GROWTH, _ROOM = 8_000, 3.0, 2_000
"""Characters: a text is giant beyond 8,000, or three times the current one and 2,000."""
_QUOTE = 80
_LOOKED_THROUGH = 20_000


def refusal(proposal: Proposal, standing: Standing) -> str | None:
    """Why a proposal is rejected whatever it resembles, as a sentence; None when it may be measured."""
    text, current = proposal.text, standing.current
    old, new = _compared(current, text)
    if sum(map(str.isalnum, text[:_LONGEST])) < _SHORTEST:
        return "It is empty."
    if len(text) > largest(current):
        return f"It is giant: {len(text):,} characters, where {largest(current):,} are the most."
    if what := hidden(old, new):
        return f"It holds {what}."
    if found := order(old, new):
        return f"It holds an instruction: “{_short(found)}”."
    if taken := next((one for one in taken_anew(old, new) if one.ordered), None):
        return f"It holds an instruction {taken.power}: “{_short(taken.statement)}”."
    if what := tainted(current, proposal):
        return f"It stems from {what}."
    if hidden("", proposal.reason) == "an invisible character":
        return "Its reason holds an invisible character."
    if normal(text) == normal(current):
        return "It changes nothing."
    return None


def _compared(current: str, text: str) -> tuple[str, str]:
    """The two texts to look through; of one that the person let grow very long only what is new."""
    if len(current) <= _LOOKED_THROUGH or len(text) > largest(current):
        return current, text[: largest(current)]
    return "", "\n".join(added(current, text))


def largest(current: str) -> int:
    """The most characters a proposal may have; a long identity of the person's own may be kept."""
    return max(int(1.2 * len(current)), min(_LONGEST, int(_GROWTH * len(current)) + _ROOM))


def judge(proposal: Proposal, standing: Standing, likeness: Likeness | None) -> Judgement:
    """The verdict. `likeness` may be None only for a proposal that `refusal` rejects."""
    if reason := refusal(proposal, standing):
        return Judgement(Verdict.REJECTED, (reason,))
    current = 0.0 if likeness is None or not math.isfinite(likeness.current) else likeness.current
    if current < LEAST_SIMILARITY:
        return Judgement(
            Verdict.REJECTED,
            (
                f"It is another self: its similarity to the current identity is {current:.2f}, below {LEAST_SIMILARITY}.",
            ),
        )
    doubts = tuple(_doubts(proposal, standing, likeness))
    return Judgement(Verdict.FLAGGED if doubts else Verdict.APPLIED, doubts)


def _doubts(proposal: Proposal, standing: Standing, likeness: Likeness | None) -> Iterator[str]:
    if not proposal.confidence >= SURE:
        yield f"Its confidence is {proposal.confidence:.2f}, below {SURE}."
    if standing.applied >= MOST_APPLIED:
        yield f"{standing.applied} proposals were applied in the last 24 hours already."
    if line := contradicted(standing.approved, standing.explicit, proposal.text):
        yield f"It contradicts a line that you approved: “{_short(line)}”."
    elif line := next(lost(standing.approved, proposal.text), None):
        yield f"It no longer says what you approved: “{_short(line)}”."
    if likeness is None or not likeness.approved >= LEAST_SIMILARITY:
        drift = 0.0 if likeness is None else likeness.approved
        yield f"The small steps add up: its similarity to the last identity you approved is {drift:.2f}, below {LEAST_SIMILARITY}."
    if headings(proposal.text) != headings(standing.approved):
        yield "It changes the name."
    if line := unsupported(standing.current, proposal):
        yield f"Hardly anything that it rests on speaks of “{_short(line)}”."
    old, new = _compared(standing.current, proposal.text)
    for power, statement in {one.power: one.statement for one in taken_anew(old, new)}.items():
        yield f"It takes a power that only you may grant, {power}: “{_short(statement)}”."
    if line := next((one for one in fresh(old, new) if not readable(one)), None):
        yield f"It is in a language that cannot be judged here: “{_short(line)}”."
    yield from oddities(old, new)
    if not standing.trusted:
        yield "The history of the identity was changed by another hand; decide something yourself first."


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _QUOTE else flat[: _QUOTE - 1].rstrip() + "…"
