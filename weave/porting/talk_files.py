"""The files in which ChatGPT and Claude hand out conversations: conversations.json, or several with a number each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from weave.porting.container import Source
from weave.porting.json_stream import Broken, elements
from weave.porting.model import Skipped
from weave.porting.values import Table, table

FILES = re.compile(r"(?:.*/)?conversations(?:-\d+)?\.json")


def talks_in(source: Source, is_talk: Callable[[object], bool]) -> Iterator[Table | Skipped]:
    """Each conversation in the order of the files, which in a source of one file may have any name."""
    names = [one.name for one in source.members()]
    for name in [one for one in names if FILES.fullmatch(one)] or names[:1]:
        with source.open(name) as stream:
            for one in elements(stream, is_talk, ("conversations",)):
                if isinstance(one, Broken):
                    yield Skipped(f"conversation {one.number} of {name}", f"it is no whole JSON: {one.fault}")
                elif is_talk(one):
                    yield table(one)
                else:
                    yield Skipped(f"an entry of {name}", "it is no conversation")
