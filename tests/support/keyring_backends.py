"""Key stores for tests, named through PYTHON_KEYRING_BACKEND: one that works, one that hangs, one that forgets."""

from __future__ import annotations

import threading
from typing import ClassVar

from keyring.backend import KeyringBackend

NEVER = threading.Event()


class MemoryKeyring(KeyringBackend):
    """Keeps keys in this process's memory."""

    priority = 5  # type: ignore[assignment]
    kept: ClassVar[dict[tuple[str, str], str]] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


class HangingKeyring(MemoryKeyring):
    """A locked key store whose prompt nobody sees."""

    def get_password(self, service: str, username: str) -> str | None:
        NEVER.wait(30)
        return None


class ForgetfulKeyring(MemoryKeyring):
    """Says yes and keeps nothing."""

    def set_password(self, service: str, username: str, password: str) -> None:
        return


class ClearTextKeyring(MemoryKeyring):
    """As keyrings.alt: works, but protects nothing."""

    priority = 0.5  # type: ignore[assignment]
