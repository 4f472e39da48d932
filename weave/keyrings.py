"""The system's key store, through `keyring`: only one that really protects, and never longer than a limit.

`keyring` takes what it finds: with `keyrings.alt` merely installed it keeps keys in clear text and calls that success.
So only a back end of priority 1 or more that is none of the known pretenders is used.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from weave.errors import InvalidInput
from weave.keys import Secret

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "avery"
WHERE = "the system's key store"
_PRETENDERS = ("keyrings.alt", "keyring.backends.fail", "keyring.backends.null")
_WAY_ON = "set AVERY_API_KEY, or let avery setup keep the key in a file that you alone can read"

Result = TypeVar("Result")


class _Unusable(Exception):
    """Why there is no key store, as a clause."""


def problem(environment: Mapping[str, str], limit: float) -> str | None:
    """Why no key store can be used, as a clause; None when one can."""
    try:
        _limited(lambda: _backend(environment), limit)
    except _Unusable as error:
        return str(error)
    return None


def read(name: str, environment: Mapping[str, str], limit: float) -> Secret | None:
    """The key kept under `name`; None when there is none, or no key store answers."""
    try:
        text = _limited(lambda: _backend(environment).get_password(SERVICE, name), limit)
    except _Unusable:
        return None
    return Secret(text) if text else None


def write(name: str, secret: Secret, environment: Mapping[str, str], limit: float) -> None:
    """Keep a key and read it back. Raises InvalidInput with the way on."""

    def keep() -> bool:
        backend = _backend(environment)
        backend.set_password(SERVICE, name, secret.reveal())
        return backend.get_password(SERVICE, name) == secret.reveal()

    try:
        if not _limited(keep, limit):
            raise _Unusable("it does not give back what it was given")
    except _Unusable as error:
        raise InvalidInput(f"The system's key store cannot be used ({error}); {_WAY_ON}.") from None


def remove(name: str, environment: Mapping[str, str], limit: float) -> None:
    """Delete a key. Raises InvalidInput when the key store refuses."""
    try:
        _limited(lambda: _backend(environment).delete_password(SERVICE, name), limit)
    except _Unusable as error:
        raise InvalidInput(
            f"The key could not be deleted from the system's key store ({error}); delete the entry "
            f"{SERVICE!r} there by hand."
        ) from None


def _limited(call: Callable[[], Result], limit: float) -> Result:
    """The call's result from a thread of its own; a hanging one is left behind and does not hold the exit."""
    answers: queue.SimpleQueue[Result | _Unusable] = queue.SimpleQueue()

    def work() -> None:
        try:
            answers.put(call())
        except _Unusable as error:
            answers.put(error)
        except Exception as error:
            # A back end may raise anything, and its words may hold the key: only the kind is told.
            answers.put(_Unusable(type(error).__name__))

    threading.Thread(target=work, name="keyring", daemon=True).start()
    try:
        answer = answers.get(timeout=limit)
    except queue.Empty:
        raise _Unusable(f"it did not answer within {limit:g} s, perhaps it waits to be unlocked") from None
    if isinstance(answer, _Unusable):
        raise answer
    return answer


def _backend(environment: Mapping[str, str]) -> KeyringBackend:
    if not _worth_asking(environment):
        raise _Unusable("this machine has none")
    import keyring
    from keyring.backends.chainer import ChainerBackend

    found = keyring.get_keyring()
    chain = list(found.backends) if isinstance(found, ChainerBackend) else [found]
    for backend in chain:
        if backend.priority >= 1 and not type(backend).__module__.startswith(_PRETENDERS):
            return backend
    raise _Unusable("this machine has none that protects a key")


def _worth_asking(environment: Mapping[str, str]) -> bool:
    """Whether a key store is possible at all: importing keyring to learn that there is none costs 0.4 s."""
    if sys.platform != "linux" or environment.get("PYTHON_KEYRING_BACKEND"):
        return True
    config = (
        Path(environment.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "python_keyring/keyringrc.cfg"
    )
    bus = Path(f"/run/user/{os.getuid()}/bus")
    return bool(environment.get("DBUS_SESSION_BUS_ADDRESS")) or bus.exists() or config.exists()
