"""Keys as values that cannot be shown by accident: a masked `repr`, the text only by `reveal()`.

A crash screen prints local variables and a log prints arguments; so a key travels as a `Secret`, never as a `str`.
"""

from __future__ import annotations

from dataclasses import dataclass

_SHOWN = 4


class Secret:
    """A key. `repr`, `str` and `format` give a mask with its last four characters at most."""

    __slots__ = ("__text",)

    def __init__(self, text: str) -> None:
        self.__text = text

    def reveal(self) -> str:
        """The key itself; call it where it is sent, and keep it in no variable."""
        return self.__text

    @property
    def ending(self) -> str:
        """The last four characters; nothing of a key so short that they would give it away."""
        return self.__text[-_SHOWN:] if len(self.__text) >= 3 * _SHOWN else ""

    def __repr__(self) -> str:
        return f"Secret(…{self.ending})"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(repr(self), spec)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other.reveal() == self.__text

    def __hash__(self) -> int:
        return hash(self.__text)

    def __bool__(self) -> bool:
        return bool(self.__text)

    def __reduce__(self) -> str:
        raise TypeError("A key is not to be pickled.")


@dataclass(frozen=True, slots=True)
class Keys:
    """What the stores and the model's server are opened with; None where none is needed."""

    model: Secret | None = None
    qdrant: Secret | None = None
    falkordb: Secret | None = None
