"""Which memories a task has recalled already: each counts as accessed once a task."""

from __future__ import annotations

from collections import OrderedDict

TASKS_COUNTED = 256
"""Tasks kept apart; one so old that it fell out may count again."""


class Accesses:
    """Which memories a task has recalled already, so that each counts once a task."""

    def __init__(self) -> None:
        self._seen: OrderedDict[str, set[str]] = OrderedDict()

    def fresh(self, task: str, ids: list[str]) -> list[str]:
        """Those of `ids` that this task recalls for the first time; they are seen from now on."""
        seen = self._seen.setdefault(task, set())
        self._seen.move_to_end(task)
        while len(self._seen) > TASKS_COUNTED:
            self._seen.popitem(last=False)
        new = [id_ for id_ in ids if id_ not in seen]
        seen.update(new)
        return new
