"""What an owner does for others: the public coroutine methods of the facade and of the objects on it, nothing else."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType

from weave.serving.codec import Codec, Unfit, codec
from weave.serving.hints import method_hints
from weave.serving.wire import Json

PROGRESS = "progress"
STOP = "stop"
_OWN = frozenset({"close", "connected", "move_in", "move_out", "take_over", "sleeping.keep_time"})
"""What each process does for itself."""


@dataclass(frozen=True)
class Verb:
    """One method: its name on the wire (`remember`, `library.add`), and how its arguments and result cross."""

    name: str
    part: str
    """The attribute of the facade that has it; empty for the facade itself."""
    function: FunctionType

    @cached_property
    def signature(self) -> inspect.Signature:
        """As it is written, with the facade or its part first."""
        return inspect.signature(self.function)

    @cached_property
    def result(self) -> Codec:
        """How the result crosses. Raises Unfit."""
        return codec(method_hints(self.function)["return"])

    @cached_property
    def parameters(self) -> Mapping[str, Codec]:
        """How each argument crosses, but for `progress` and `stop`. Raises Unfit."""
        hints = method_hints(self.function)
        names = [name for name in list(self.signature.parameters)[1:] if name not in (PROGRESS, STOP)]
        return {name: codec(hints[name]) for name in names}

    @cached_property
    def crosses(self) -> bool:
        """Whether another process can be asked; a method with a callback of another kind stays at home."""
        try:
            return self.parameters is not None and self.result is not None
        except (Unfit, KeyError):
            return False

    def takes(self, name: str) -> bool:
        """Whether it has this parameter."""
        return name in self.signature.parameters

    def bound(self, args: tuple[object, ...], kwargs: Mapping[str, object]) -> dict[str, object]:
        """Arguments by name. Raises TypeError as the method itself would."""
        found = self.signature.bind(None, *args, **kwargs).arguments
        return dict(list(found.items())[1:])

    def encoded(self, given: Mapping[str, object]) -> dict[str, Json]:
        """Arguments as they cross."""
        return {
            name: self.parameters[name].encode(value)
            for name, value in given.items()
            if name in self.parameters
        }

    def decoded(self, raw: Json) -> dict[str, object]:
        """Arguments as they came. Raises Unfit."""
        if not isinstance(raw, dict):
            raise Unfit("Arguments are an object.")
        if unknown := raw.keys() - self.parameters.keys():
            raise Unfit(f"{self.name} takes no {min(unknown)}.")
        found = {name: self.parameters[name].decode(value) for name, value in raw.items()}
        needed = [
            name
            for name in self.parameters
            if self.signature.parameters[name].default is inspect.Parameter.empty and name not in found
        ]
        if needed:
            raise Unfit(f"{self.name} needs {needed[0]}.")
        return found


def verbs(facade: object) -> dict[str, Verb]:
    """All that may be asked of a facade, by name."""
    found = _methods("", facade)
    for name, part in vars(facade).items():
        if not name.startswith("_"):
            found |= _methods(name, part)
    return found


def _methods(part: str, owner: object) -> dict[str, Verb]:
    found = {}
    for name in dir(type(owner)):
        path = f"{part}.{name}" if part else name
        if name.startswith("_") or path in _OWN:
            continue
        function = inspect.getattr_static(type(owner), name)
        if isinstance(function, FunctionType) and inspect.iscoroutinefunction(function):
            found[path] = Verb(path, part, function)
    return found
