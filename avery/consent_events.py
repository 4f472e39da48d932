"""What the memory's thread tells of what a tool would change: frozen values, free of Textual."""

from __future__ import annotations

from dataclasses import dataclass

from avery.agent.consent import Request, Verdict


@dataclass(frozen=True, slots=True)
class Wanted:
    """A call waits for the person's word, which `decide` brings; the turn waits with it."""

    request: Request


@dataclass(frozen=True, slots=True)
class Settled:
    """A request waits no longer: it was decided, or the turn was stopped, which says no."""

    request_id: str
    verdict: Verdict


ConsentEvent = Wanted | Settled
