"""The word by which an HTTP client shows that it may: made once, kept in the home for its owner alone."""

from __future__ import annotations

import hmac
import secrets
from pathlib import Path

from weave.durable import make_folder, replace_bytes
from weave.errors import HomeError, InvalidInput
from weave.keys import Secret

FILE = "mcp-token"
_BYTES = 32
_SHORTEST = 20


def token_of(home: Path) -> Secret:
    """The home's token, made when there is none. Raises HomeError; InvalidInput for one that was cut."""
    path = home / FILE
    make_folder(home)
    try:
        path.chmod(0o600)
        word = path.read_text("ascii").strip()
    except FileNotFoundError:
        word = secrets.token_urlsafe(_BYTES)
        replace_bytes(path, f"{word}\n".encode("ascii"))
        path.chmod(0o600)
    except (OSError, ValueError) as error:
        raise HomeError(
            f"{path} cannot be read ({type(error).__name__}); delete it, a new one is made."
        ) from None
    if len(word) < _SHORTEST:
        raise InvalidInput(f"{path} holds no whole token; delete it, a new one is made.")
    return Secret(word)


def admits(token: Secret, header: str) -> bool:
    """Whether an Authorization header carries the token; takes as long for any other."""
    kind, _, word = header.partition(" ")
    given, right = word.strip().encode("utf-8", "replace"), token.reveal().encode()
    return hmac.compare_digest(given, right) and kind.lower() == "bearer"
