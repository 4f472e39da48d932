"""What a document that is not taken in is answered with: one sentence that says why and what to do."""

from __future__ import annotations

from weave.errors import InvalidInput


class Refusal(InvalidInput):
    """This file is not read; `str(error)` is the sentence a person sees."""


class Hindrance(Refusal):
    """The machine is at fault and not the file, so that it is tried again with the next pass."""
