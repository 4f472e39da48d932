"""Small notes read several to a process: beginning one costs more than reading thirty bytes.

Only of the kinds that Python alone reads, so that no file can reach into a neighbour's answer. What a process that
died or was too slow had not answered is read alone, and so has the outcome that it would have had by itself.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from weave.documents import sandbox
from weave.documents.digest import Digest
from weave.documents.limits import Limits
from weave.documents.parsers.registry import format_by_name
from weave.documents.reading import form_of
from weave.documents.refusal import Hindrance, Refusal
from weave.documents.sandbox import Cancelled, Opened

_KINDS = ("markdown", "plain")
_SMALL = 32 * 1024
"""Bytes of a file that is read together with others."""
_MOST, _AHEAD = 24, 500
"""Files of one process; files that are looked at to find them."""
_SECONDS = 10.0
Stop = Callable[[], bool]


class Together:
    """One pass over `names`: asked for the small files in turn, it reads those that follow along with each.

    `opened`: opens a file with every check; raises Refusal. `known`: hashes of what need not be read.
    """

    def __init__(
        self, names: Sequence[str], opened: Callable[[str], Opened], known: Collection[str], limits: Limits
    ) -> None:
        self._names = names
        self._place = {name: at for at, name in enumerate(names)}
        self._opened = opened
        self._known = known
        self._limits = replace(limits, seconds=min(limits.seconds, _SECONDS))
        self._answers: dict[tuple[str, str], Digest | Refusal] = {}
        self._alone: set[str] = set()

    def digest(self, name: str, hash_: str, stop: Stop | None) -> Digest | None:
        """What a file of this hash says; None when it is to be read alone. Raises Refusal, Cancelled."""
        if (name, hash_) not in self._answers and _kind(name) and name not in self._alone:
            self._read(name, stop)
        answer = self._answers.pop((name, hash_), None)
        if isinstance(answer, Refusal):
            raise answer
        return answer

    def _read(self, name: str, stop: Stop | None) -> None:
        with contextlib.ExitStack() as files:
            chosen: list[tuple[str, str, int]] = []
            for one in self._following(name):
                found = self._small(one, files)
                if found:
                    chosen.append((one, *found))
                elif one == name:
                    break
                if len(chosen) == _MOST:
                    break
            self._alone.add(name)
            if len(chosen) > 1:
                self._ask(chosen, stop)

    def _ask(self, chosen: Sequence[tuple[str, str, int]], stop: Stop | None) -> None:
        """The whole answers are kept; whoever was begun without one is read alone, or all when nobody was."""
        handles = [(handle, os.path.basename(one)) for one, _, handle in chosen]  # noqa: PTH119 - no path
        try:
            answers, begun = sandbox.digest_several(handles, self._limits, stop)
        except Cancelled:
            raise
        except Hindrance:
            answers, begun = {}, -1
        for at, (one, hash_, _) in enumerate(chosen):
            if at in answers:
                self._answers[one, hash_] = answers[at]
            elif at <= begun or begun < 0:
                self._alone.add(one)

    def _following(self, name: str) -> Iterator[str]:
        kind, at = _kind(name), self._place[name]
        for one in self._names[at : at + _AHEAD]:
            if _kind(one) == kind and (one == name or one not in self._alone):
                yield one

    def _small(self, name: str, files: contextlib.ExitStack) -> tuple[str, int] | None:
        """(hash, handle) of a file that may be read with others; what is wrong with it is told in its own turn."""
        try:
            opened = self._opened(name)
            files.callback(os.close, opened.handle)
            if opened.size > _SMALL:
                return None
            hash_ = sandbox.hash_of(opened.handle, name)
        except Refusal:
            return None
        return None if hash_ in self._known or (name, hash_) in self._answers else (hash_, opened.handle)


def _kind(name: str) -> str:
    """The parser of a file that may be read with others, else ""."""
    kind = format_by_name(name) or ""
    return kind if kind in _KINDS and not form_of(name) and os.name == "posix" else ""
