"""What a document that is not taken in is answered with: one sentence that says why and what to do."""

from __future__ import annotations

from weave.documents.cleaning import one_line
from weave.errors import InvalidInput

_LONGEST = 500


class Refusal(InvalidInput):
    """This file is not read; `str(error)` is the sentence a person sees, on one line whatever the file is called."""

    def __init__(self, sentence: str) -> None:
        super().__init__(one_line(sentence, _LONGEST))


class Hindrance(Refusal):
    """The machine is at fault and not the file, so that it is tried again with the next pass."""


class Overtime(Hindrance):
    """The clock on the wall ran out before the file's own processor time: tried again later, a few times."""
