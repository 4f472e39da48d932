"""Where keys are kept: the environment wins over the system's key store, that over a file of the home.

The file exists only if the person chose it. The key store is asked in a thread that is given up after five seconds,
since a locked one may wait for a prompt that nobody sees. Only the roots use this module.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import tomlkit

from weave import keyrings
from weave.durable import make_folder, replace_bytes
from weave.errors import HomeError, InvalidInput
from weave.keys import Keys, Secret

SECRETS = "secrets.toml"


class KeyName(StrEnum):
    """What a key opens."""

    MODEL = "model"
    QDRANT = "qdrant"
    FALKORDB = "falkordb"


class KeyPlace(StrEnum):
    """Where a key is kept, in the order in which they are asked."""

    ENVIRONMENT = "environment"
    KEYRING = "keyring"
    FILE = "file"


VARIABLES: Mapping[KeyName, tuple[str, ...]] = {
    KeyName.MODEL: ("AVERY_API_KEY", "OPENAI_API_KEY"),
    KeyName.QDRANT: ("QDRANT_API_KEY",),
    KeyName.FALKORDB: ("FALKORDB_PASSWORD",),
}


@dataclass(frozen=True, slots=True)
class FoundKey:
    """The key in use and where it came from."""

    name: KeyName
    secret: Secret
    place: KeyPlace
    where: str
    """In words: "the environment variable OPENAI_API_KEY", "the system's key store", "the file …"."""

    def describe(self) -> str:
        """One line for a person: the source, and at most the last four characters."""
        ending = f", ends in {self.secret.ending}" if self.secret.ending else ""
        return f"The {self.name} key comes from {self.where}{ending}."


class KeyStore:
    """The keys of one home. Calls may take up to five seconds when a key store hangs: not for an event loop."""

    def __init__(self, home: Path, environment: Mapping[str, str], *, limit: float = 5.0) -> None:
        self._path = home / SECRETS
        self._home = home
        self._environment = environment
        self._limit = limit

    def keys(self) -> Keys:
        """All keys, each from the first place that has it. Raises InvalidInput for a broken secrets.toml."""
        found = {name: self.find(name) for name in KeyName}
        return Keys(**{name.value: key.secret if key else None for name, key in found.items()})

    def find(self, name: KeyName) -> FoundKey | None:
        """The key in use. A key store that fails is passed over; `keyring_problem` tells why."""
        return self._from_environment(name) or self._from_keyring(name) or self._from_file(name)

    def places(self, name: KeyName) -> tuple[FoundKey, ...]:
        """Every place that holds this key, the one in use first. Raises InvalidInput for a broken secrets.toml."""
        found = (self._from_environment(name), self._from_keyring(name), self._from_file(name))
        return tuple(key for key in found if key is not None)

    def keyring_problem(self) -> str | None:
        """Why the system's key store cannot be used, as a clause; None when it can."""
        return keyrings.problem(self._environment, self._limit)

    def save(self, name: KeyName, secret: Secret, place: KeyPlace) -> FoundKey:
        """Keep a key where the person chose. Avery cannot write the environment.

        Raises InvalidInput with the way on when the place refuses, HomeError when the file cannot be written.
        """
        key = checked(secret)
        if place is KeyPlace.KEYRING:
            keyrings.write(name.value, key, self._environment, self._limit)
            return FoundKey(name, key, place, keyrings.WHERE)
        if place is KeyPlace.FILE:
            self._write_file({**self._file(), name.value: key.reveal()})
            return FoundKey(name, key, place, f"the file {self._path}, readable by you alone")
        raise InvalidInput(
            f"Set the variable {VARIABLES[name][0]} in your shell; Avery cannot set it for you."
        )

    def move(self, name: KeyName) -> FoundKey:
        """From the file into the system's key store; the file lets go of it once the key store has it.

        Raises InvalidInput where the file has no such key or the key store refuses, HomeError.
        """
        kept = self._from_file(name)
        if kept is None:
            raise InvalidInput(f"{self._path} holds no {name} key; there is nothing to move.")
        moved = self.save(name, kept.secret, KeyPlace.KEYRING)
        self._write_file({key: value for key, value in self._file().items() if key != name.value})
        return moved

    def delete(self, name: KeyName) -> tuple[KeyPlace, ...]:
        """Remove a key from the key store and the file; what the environment holds stays. Returns where it was."""
        removed = []
        if self._from_keyring(name) is not None:
            keyrings.remove(name.value, self._environment, self._limit)
            removed.append(KeyPlace.KEYRING)
        kept = self._file()
        if kept.pop(name.value, None) is not None:
            self._write_file(kept)
            removed.append(KeyPlace.FILE)
        return tuple(removed)

    def _from_environment(self, name: KeyName) -> FoundKey | None:
        for variable in VARIABLES[name]:
            if text := self._environment.get(variable, "").strip():
                return FoundKey(
                    name, Secret(text), KeyPlace.ENVIRONMENT, f"the environment variable {variable}"
                )
        return None

    def _from_keyring(self, name: KeyName) -> FoundKey | None:
        secret = keyrings.read(name.value, self._environment, self._limit)
        return FoundKey(name, secret, KeyPlace.KEYRING, keyrings.WHERE) if secret else None

    def _from_file(self, name: KeyName) -> FoundKey | None:
        text = self._file().get(name.value, "")
        return FoundKey(name, Secret(text), KeyPlace.FILE, f"the file {self._path}") if text else None

    def _file(self) -> dict[str, str]:
        try:
            if sys.platform != "win32" and self._path.stat().st_mode & 0o077:
                self._path.chmod(0o600)
            table = tomllib.loads(self._path.read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except (OSError, ValueError) as error:
            # The parser's words may quote the line, and with it the key: so they are not chained.
            raise InvalidInput(
                f"{self._path} cannot be read ({type(error).__name__}); mend it or delete it and run avery setup."
            ) from None
        return {name: value for name, value in table.items() if isinstance(value, str)}

    def _write_file(self, table: Mapping[str, str]) -> None:
        make_folder(self._home)
        self._home.chmod(0o700)
        if table:
            replace_bytes(self._path, tomlkit.dumps(table).encode("utf-8"))
            return
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            raise HomeError(
                f"{self._path} cannot be deleted ({error.strerror}); delete it by hand."
            ) from error


def checked(secret: Secret) -> Secret:
    """A key as it is sent: without the white space around it. Raises InvalidInput for what no key contains."""
    text = secret.reveal().strip()
    if not re.fullmatch(r"[\x21-\x7e]+", text):
        raise InvalidInput(
            "That is no key: it is empty or holds spaces or other scripts; copy it again, whole."
        )
    return Secret(text)
