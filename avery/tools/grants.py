"""What Avery may do unasked: for good in the home's grants.toml, which anybody may edit, and for one task in memory.

A file that cannot be read grants nothing, and is never written over.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import tomlkit
from tomlkit.items import Array

from avery.tools.rules import covers, problem
from weave.durable import replace_bytes
from weave.errors import HomeError, InvalidInput

FILE = "grants.toml"
_HEADER = "What Avery may do without asking, one rule a line; delete one and it asks again."


class Grants:
    """The grants of one home. The file is read whenever something is asked, so that an edit holds at once."""

    def __init__(self, home: Path) -> None:
        self._path = home / FILE
        self._of_tasks: dict[str, list[str]] = {}

    def allows(self, needed: str, task: str) -> bool:
        """Whether what `needed` names may be done in this task without asking."""
        if not needed:
            return False
        rules, _ = self._read()
        return any(covers(rule, needed) for rule in (*rules, *self._of_tasks.get(task, ())))

    def list(self, task: str | None = None) -> tuple[str, ...]:
        """The rules that hold for good, in the file's order; with `task` those of that task alone."""
        return self._read()[0] if task is None else tuple(self._of_tasks.get(task, ()))

    @property
    def trouble(self) -> str:
        """One sentence on what of the file cannot be read; empty when all can."""
        return self._read()[1]

    def add(self, rule: str, task: str | None = None) -> None:
        """Allow this for good, or in this task alone. Raises InvalidInput for what is no rule, HomeError."""
        rule = checked(rule)
        if task is not None:
            known = self._of_tasks.setdefault(task, [])
            if rule not in known:
                known.append(rule)
            return
        document = self._document()
        allowed = document.setdefault("allow", tomlkit.array().multiline(True))
        if rule not in allowed:
            allowed.append(rule)
            self._write(document)

    def revoke(self, rule: str) -> None:
        """Ask again, here and in every task. Raises HomeError."""
        for rules in self._of_tasks.values():
            rules[:] = [known for known in rules if known != rule]
        document = self._document()
        allowed = document.get("allow", [])
        if rule in allowed:
            allowed.remove(rule)
            self._write(document)

    def end(self, task: str) -> None:
        """The task is over, and what was allowed for it."""
        self._of_tasks.pop(task, None)

    def _read(self) -> tuple[tuple[str, ...], str]:
        try:
            text = self._path.read_bytes().decode("utf-8-sig")
            found = tomllib.loads(text).get("allow", [])
        except FileNotFoundError:
            return (), ""
        except (OSError, ValueError, RecursionError) as error:
            return (), _unreadable(error)
        if not isinstance(found, list):
            return (), _unreadable("allow is no list")
        rules = [rule for rule in found if isinstance(rule, str) and not problem(rule)]
        odd = len(found) - len(rules)
        return tuple(rules), f"{FILE}: {odd} of its rules cannot be read and grant nothing." if odd else ""

    def _document(self) -> tomlkit.TOMLDocument:
        """The file as it is, to be changed. Raises HomeError when it cannot be read."""
        try:
            document = tomlkit.parse(self._path.read_bytes().decode("utf-8-sig"))
        except FileNotFoundError:
            document = tomlkit.document()
            document.add(tomlkit.comment(_HEADER))
        except (OSError, ValueError, RecursionError) as error:
            raise HomeError(_unreadable(error)) from error
        if not isinstance(document.get("allow", tomlkit.array()), Array):
            raise HomeError(_unreadable("allow is no list"))
        return document

    def _write(self, document: tomlkit.TOMLDocument) -> None:
        replace_bytes(self._path, tomlkit.dumps(document).encode("utf-8"))


def checked(rule: str) -> str:
    """The rule as it is kept: a path as it really is. Raises InvalidInput for what is no rule."""
    kind, mark, what = rule.strip().partition(":")
    if mark and kind == "write" and what.strip():
        what = str(Path(what.strip()).expanduser().resolve())
    whole = f"{kind}{mark}{what.strip()}"
    wrong = problem(whole)
    if wrong:
        raise InvalidInput(f"{rule!r} is no rule: {wrong}.")
    return whole


def kept_so(rule: str) -> bool:
    """Whether it is a rule and is kept as it stands: a name with blanks at its end, say, would be another's."""
    try:
        return checked(rule) == rule
    except InvalidInput:
        return False


def _unreadable(error: object) -> str:
    return f"{FILE} cannot be read ({error}), so nothing is granted; mend it or move it away."
