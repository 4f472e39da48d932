"""Between a call and the person: what was allowed before passes, the rest is asked, and what is said is kept."""

from __future__ import annotations

from contextlib import suppress

from avery.agent.consent import Consent, Request, Verdict
from avery.tools.grants import Grants
from weave.errors import InvalidInput, WeaveError


class Gate:
    """Satisfies `avery.agent.consent.Consent`. Without anybody to `ask`, what was not allowed before is refused."""

    def __init__(self, grants: Grants, ask: Consent | None) -> None:
        self._grants = grants
        self._ask = ask

    async def __call__(self, request: Request) -> Verdict:
        """What holds for this call. Raises InvalidInput when there is nobody to ask."""
        effect = request.effect
        if self._grants.allows(effect.needed, request.task):
            return Verdict.ONCE
        if self._ask is None:
            wanted = f"; --allow {effect.needed!r} would allow it" if effect.needed else ""
            raise InvalidInput(f"it asks for the person's consent, and there is nobody to ask{wanted}.")
        verdict = await self._ask(request)
        if effect.grant and verdict in (Verdict.TASK, Verdict.ALWAYS):
            self._keep(effect.grant, request.task, for_good=verdict is Verdict.ALWAYS)
        return verdict

    def _keep(self, grant: str, task: str, *, for_good: bool) -> None:
        try:
            self._grants.add(grant, None if for_good else task)
        except WeaveError:  # the file cannot be written, which the settings tell: then it holds for this task
            with suppress(InvalidInput):  # what is no rule holds once
                self._grants.add(grant, task)
