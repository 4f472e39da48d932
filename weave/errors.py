"""Every error Weave raises on purpose; each message is one sentence fit to show, with the way out.

WeaveError
├── UsageError          the caller asked for something that cannot be (CLI exit status 2)
├── NotFound            no memory, task or conversation has this id
├── InvalidInput        a value outside its range, empty or unreadable text
├── HomeError           the home folder cannot be used: unwritable, full
│   └── HomeBusy        another process owns the home; carries its pid
├── BackendError        a store failed; never reaches a recall's or a write's caller
│   └── BackendUnavailable
└── ModelError          the model's server failed
    ├── ModelUnavailable   away, refused, timed out: try later
    ├── ModelRateLimited   429; carries the seconds to wait
    ├── ModelRejected      a wrong key, an unknown model: the person must act
    ├── ContextOverflow    the prompt was too long for the model
    ├── CertificateError   TLS could not be verified; carries host and issuer
    ├── MalformedReply     a structured reply that could not be read even after repair
    └── BudgetSpent        the tokens that a cycle of sleep may spend are used up
"""

from __future__ import annotations


class WeaveError(Exception):
    """Base of all; `str(error)` is one sentence that says what to do next."""


class UsageError(WeaveError):
    """The call itself is wrong."""


class NotFound(WeaveError):
    """No such memory, task or conversation."""


class InvalidInput(WeaveError):
    """A value that cannot be stored."""


class HomeError(WeaveError):
    """The home folder cannot be used."""


class HomeBusy(HomeError):
    """Another process owns the home."""

    def __init__(self, message: str, pid: int | None = None) -> None:
        super().__init__(message)
        self.pid = pid


class BackendError(WeaveError):
    """A store failed."""


class BackendUnavailable(BackendError):
    """A store is switched off, has no binary for this platform, or does not answer."""


class BackendInterrupted(BackendUnavailable):
    """A store stopped its work because it was told to; what is left of it waits, and nothing failed."""


class ModelError(WeaveError):
    """The model's server failed."""


class ModelUnavailable(ModelError):
    """The server is away; what was asked waits.

    `transient`: the server lives but is in trouble, so that a retry in seconds (`retry_after`) makes sense.
    """

    def __init__(self, message: str, *, transient: bool = False, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.transient = transient
        self.retry_after = retry_after


class ModelRateLimited(ModelError):
    """The server asks to wait."""

    def __init__(self, message: str, retry_after: float) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ModelRejected(ModelError):
    """A wrong key or an unknown model."""


class ContextOverflow(ModelError):
    """The prompt was longer than the model's context."""


class CertificateError(ModelError):
    """The server's certificate could not be verified."""


class MalformedReply(ModelError):
    """A structured reply that stayed unreadable."""


class BudgetSpent(ModelError):
    """So much may not be asked any more in this cycle."""
