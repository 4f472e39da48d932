"""What a person allowed, as rules in words, and whether one covers what a call needs. Pure.

write:/home/u/notes       files in this folder and below; what begins with a dot only where the rule names it
run:git status            exactly this command, in any folder; run@/home/u/site:make only in that one
run:git log *             this command with any further plain words: no operators, quotes or wildcards
fetch:example.org         pages of exactly this host; another port than the usual one is named: host:8080
mcp:files/write_file      this tool of this server, however it words it; mcp:files/* all of them
mcp:files/write_file#1f…  as the server worded it when it was allowed
Of any other kind a rule covers what is written just so.
"""

from __future__ import annotations

import re
from pathlib import PurePath

_KIND = re.compile(r"[a-z]{2,16}(?:@[^:\n]+)?")
_PLAIN_WORDS = re.compile(r"(?: [\w@%+=,./:-]+)*")
_ANY = " *"


def covers(rule: str, needed: str) -> bool:
    """Whether `rule` allows what `needed` names."""
    kind, _, what = rule.partition(":")
    asked, _, wanted = needed.partition(":")
    if not what or not wanted or problem(rule):
        return False
    match kind.partition("@")[0]:
        case "run":
            return _same_place(kind, asked) and _runs(what, wanted)
        case "write":
            return asked == kind and _holds(what, wanted)
        case "mcp":
            return asked == kind and (
                what in (wanted, wanted.rpartition("#")[0])
                or (what.endswith("/*") and wanted.startswith(what[:-1]))
            )
        case _:
            return asked == kind and what == wanted


def _same_place(kind: str, asked: str) -> bool:
    """Whether a command's rule is for the folder in which it would run; one without a folder is for any."""
    return asked == kind or (kind == "run" and asked.startswith("run@"))


def _runs(allowed: str, command: str) -> bool:
    if not allowed.endswith(_ANY):
        return allowed == command
    words = allowed.removesuffix(_ANY)
    return command.startswith(words) and _PLAIN_WORDS.fullmatch(command[len(words) :]) is not None


def _holds(folder: str, file: str) -> bool:
    try:
        below = PurePath(file).relative_to(folder)
    except ValueError:
        return False
    return ".." not in below.parts and not any(part.startswith(".") for part in below.parts)


def problem(rule: str) -> str:
    """Why this is no rule, as a part of a sentence; empty when it is one."""
    kind, mark, what = rule.partition(":")
    if not mark or not what.strip() or not _KIND.fullmatch(kind) or "\n" in rule:
        return "write it like write:/home/me/notes, run:git status, fetch:example.org or mcp:server/tool"
    if kind == "write":
        path = PurePath(what)
        if not path.is_absolute() or ".." in path.parts or len(path.parts) < 2:
            return "a write rule names one folder or file by its whole path"
    if kind.partition("@")[0] == "run" and not what.removesuffix(_ANY).strip(" *"):
        return "a run rule names a command"
    return ""
