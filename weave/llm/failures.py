"""Turns what the HTTP client raises into one sentence with the way out; nothing of the key ever gets in."""

from __future__ import annotations

import re
import ssl
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from weave.errors import (
    CertificateError,
    ContextOverflow,
    MalformedReply,
    ModelError,
    ModelRateLimited,
    ModelRejected,
    ModelUnavailable,
)
from weave.llm.certificate import issuer
from weave.llm.endpoint import Endpoint

if TYPE_CHECKING:
    import openai

_OVERFLOW = re.compile(
    r"context.{0,3}(length|window|size)|maximum context|too many tokens|prompt is too long"
    r"|exceeds? the (available|maximum) (context|number of tokens)|context_length_exceeded|input is too long",
    re.IGNORECASE,
)
_DEFAULT_WAIT = 5.0
BAD_CALL = "tool_use_failed"
"""Groq's word for a call that its model wrote and that it could not read itself: another try may do."""


def translate(error: BaseException, endpoint: Endpoint, model: str) -> ModelError:
    """The error to raise in place of `error`; the caller chains it."""
    import httpx2
    import openai

    if isinstance(error, ModelError):
        return error
    certificate = _cause(error, ssl.SSLCertVerificationError)
    if certificate is not None:
        return _untrusted(certificate, endpoint)
    if isinstance(error, openai.APIStatusError):
        return _status(error, endpoint, model)
    if isinstance(error, openai.APITimeoutError | httpx2.TimeoutException | TimeoutError):
        return ModelUnavailable(
            f"The model server at {endpoint.base_url} was silent for {endpoint.timeout:g} s; "
            "try again, or raise model.timeout_seconds in config.toml.",
            transient=True,
        )
    if isinstance(error, openai.APIError) and not isinstance(error, openai.APIConnectionError):
        return _in_stream(error, endpoint)
    return _unreachable(error, endpoint)


def _untrusted(error: BaseException, endpoint: Endpoint) -> CertificateError:
    reason = getattr(error, "verify_message", "") or str(error)
    signer = issuer(endpoint.base_url)
    by = f", issued by {_line(signer, 80)}," if signer else ""
    return CertificateError(
        f"The certificate of {endpoint.host}{by} could not be verified ({reason}); if your company signs its "
        "traffic, set model.ca_file in config.toml to its CA file (PEM)."
    )


def _unreachable(error: BaseException, endpoint: Endpoint) -> ModelError:
    import httpx2

    if _cause(error, httpx2.RemoteProtocolError, httpx2.ReadError, httpx2.WriteError) is not None:
        return ModelUnavailable(
            f"The model server at {endpoint.base_url} broke off the connection; try again.", transient=True
        )
    return ModelUnavailable(
        f"No model server answers at {endpoint.base_url}; start it, or set another with avery setup."
    )


def _in_stream(error: openai.APIError, endpoint: Endpoint) -> ModelError:
    if _OVERFLOW.search(error.message):
        return ContextOverflow("The conversation is longer than the model's context.")
    said = _line(error.message, 160, endpoint)
    return ModelUnavailable(
        f"The model server at {endpoint.base_url} reported: {said}; try again.", transient=True
    )


def _status(error: openai.APIStatusError, endpoint: Endpoint, model: str) -> ModelError:
    url, said, status = endpoint.base_url, _line(error.message, 200, endpoint), error.status_code
    if status in (400, 413, 422) and (
        _OVERFLOW.search(error.message) or error.code == "context_length_exceeded"
    ):
        return ContextOverflow("The conversation is longer than the model's context.")
    if error.code == BAD_CALL:
        return ModelUnavailable("The model wrote a tool call that cannot be read; ask again.", transient=True)
    if status == 401:
        return ModelRejected(f"{url} refused the key{_which(endpoint)}; enter another with avery setup.")
    if status == 404:
        return ModelRejected(_missing(error, url, model))
    if status == 429 and error.code == "insufficient_quota":
        return ModelRejected(
            f"The account behind the key{_which(endpoint)} has no credit left at {url}; add some."
        )
    if status == 429:
        wait = retry_after(error.response.headers.get("retry-after"), error.response.headers.get("date"))
        return ModelRateLimited(f"The model server at {url} asks to wait {wait:g} s.", wait)
    if status in (408, 409) or status >= 500:
        return ModelUnavailable(
            f"The model server at {url} is in trouble (HTTP {status}); try again in a moment.",
            transient=True,
            retry_after=_given(error.response.headers.get("retry-after")),
        )
    return ModelRejected(f"{url} refused the request (HTTP {status}): {said}")


def _missing(error: openai.APIStatusError, url: str, model: str) -> str:
    if "model" in error.message.lower():
        return f"{url} does not know the model {model!r}; choose another with avery setup or AVERY_MODEL."
    return (
        f"There is no chat at {url}; most base URLs end in /v1, set it with avery setup or OPENAI_BASE_URL."
    )


def _which(endpoint: Endpoint) -> str:
    return f" that ends in {endpoint.key.ending}" if endpoint.key and endpoint.key.ending else ""


def _given(text: str | None) -> float | None:
    return None if text is None else retry_after(text, None)


def retry_after(text: str | None, date: str | None) -> float:
    """Seconds of a Retry-After header (a number, or a date beside the reply's own); 5 when there is none."""
    if text is None:
        return _DEFAULT_WAIT
    try:
        return min(max(0.0, float(text)), 86_400.0)
    except ValueError:
        pass
    try:
        until, since = parsedate_to_datetime(text), parsedate_to_datetime(date or "")
        return max(0.0, (until - since).total_seconds())
    except (ValueError, TypeError):
        return _DEFAULT_WAIT


def _line(text: str, limit: int, endpoint: Endpoint | None = None) -> str:
    """A server's words as part of a sentence: one line, no control characters, cut, the key masked."""
    if endpoint is not None and endpoint.key is not None:
        text = text.replace(endpoint.key.reveal(), repr(endpoint.key))
    flat = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def _cause(error: BaseException | None, *kinds: type[BaseException]) -> BaseException | None:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, kinds):
            return error
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return None


def too_long(endpoint: Endpoint) -> MalformedReply:
    """For a reply that goes on and on beyond the bound that was sent with the question."""
    return MalformedReply(
        f"The model at {endpoint.base_url} answered at much greater length than it was allowed, so that its reply was "
        "cut off; choose a model that keeps to max_tokens."
    )


def foreign(endpoint: Endpoint) -> MalformedReply:
    """For a reply that is no chat completion at all."""
    return MalformedReply(
        f"{endpoint.base_url} does not answer like an OpenAI-compatible server; check the base URL."
    )
