"""Errors on the wire: of Weave's own tree by their class, sentence and fields; any other as a sentence."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from weave.errors import HomeError, WeaveError
from weave.serving.wire import Json

log = logging.getLogger(__name__)

_FIELD = (str, int, float, bool, type(None))


def encode(error: BaseException) -> Json:
    """An error as it crosses; what was not meant to happen is logged here, where it happened."""
    if isinstance(error, WeaveError):
        fields: dict[str, Json] = {k: v for k, v in vars(error).items() if isinstance(v, _FIELD)}
        return {"class": type(error).__name__, "message": str(error), "fields": fields}
    log.error("A call of another process failed.", exc_info=error)
    return {"class": "", "message": f"{type(error).__name__}: {error}", "fields": {}}


def decode(raw: Json) -> WeaveError:
    """The error that came; one of an unknown class is told of as what it says."""
    if not isinstance(raw, dict) or not isinstance(raw.get("message"), str):
        return HomeError("The process that owns this home answered in a way that cannot be read; try again.")
    name, message, fields = raw.get("class"), str(raw["message"]), raw.get("fields")
    if not name:
        return HomeError(f"The process that owns this home failed at it ({message}); try again.")
    kind = next((one for one in _kinds(WeaveError) if one.__name__ == name), WeaveError)
    error = kind.__new__(kind, message)
    error.args = (message,)
    vars(error).update(fields if isinstance(fields, dict) else {})
    return error


def _kinds(kind: type[WeaveError]) -> Iterator[type[WeaveError]]:
    yield kind
    for one in kind.__subclasses__():
        yield from _kinds(one)
