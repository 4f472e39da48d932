"""Set-up without a screen: which servers run here, whether a URL and key work, and saving the choice.

The set-up screen and the terminal dialogue both use it.
"""

from __future__ import annotations

import asyncio
import importlib
import json
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import tomlkit

from avery.settings.file import NAME, document_of
from weave.durable import replace_bytes
from weave.errors import MalformedReply, ModelRejected, WeaveError
from weave.keys import Secret
from weave.keystore import KeyName, KeyPlace, KeyStore
from weave.llm.client import OpenAIChat
from weave.llm.endpoint import OPENAI_URL, Endpoint, normal_url
from weave.ports import ChatModel

CONFIG = NAME


@dataclass(frozen=True, slots=True)
class KnownServer:
    """A program that serves models on this machine, and the port it usually listens on."""

    name: str
    port: int


KNOWN = (KnownServer("Ollama", 11434), KnownServer("LM Studio", 1234), KnownServer("llama.cpp", 8080))


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server that answered. `models` are the ones to chat with, as it lists them."""

    name: str
    base_url: str
    models: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What a server said: its models, or the sentence that says what is wrong."""

    models: tuple[str, ...]
    error: str | None
    base_url: str
    """As it works: with /v1 where that was missing."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What the person chose. `base_url` None means OpenAI's own; `without_model` leaves Avery to its memory."""

    base_url: str | None = None
    model: str | None = None
    ca_file: str | None = None
    key: Secret | None = None
    place: KeyPlace | None = None
    """Where the key is to be kept; None keeps it nowhere, for this session or from the environment."""
    without_model: bool = False


@dataclass(frozen=True, slots=True)
class SavedWhere:
    """What was written where; `key` is in words, None when no key was written."""

    config: Path
    key: str | None


def needed(home: Path, chat: ChatModel | None) -> bool:
    """Whether to ask at start: there is no model, and nobody ever chose to have none."""
    return chat is None and not (home / CONFIG).exists()


def chat_models(names: Sequence[str]) -> tuple[str, ...]:
    """Of a server's list those that are no embedders, speech or picture models."""
    others = ("embed", "whisper", "tts", "dall-e", "image", "moderation", "rerank", "transcribe")
    return tuple(name for name in names if not any(word in name.lower() for word in others))


async def local_servers(known: Sequence[KnownServer] = KNOWN, timeout: float = 0.7) -> list[LocalServer]:
    """The known servers that answer on this machine's loopback, in the order of `known`."""
    found = await asyncio.gather(*(asyncio.to_thread(_knock, server, timeout) for server in known))
    return [server for server in found if server is not None]


def _knock(server: KnownServer, timeout: float) -> LocalServer | None:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=timeout)
    try:
        connection.request("GET", "/v1/models")
        listed = json.loads(connection.getresponse().read(1_000_000))
        names = [str(model["id"]) for model in listed["data"] or []]
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return None
    finally:
        connection.close()
    return LocalServer(server.name, f"http://127.0.0.1:{server.port}/v1", chat_models(names))


async def check(
    base_url: str | None, key: Secret | None, ca_file: str | None = None, timeout: float = 15.0
) -> CheckResult:
    """Ask a server for its models. Never raises: what is wrong is a sentence in the result."""
    url = base_url or OPENAI_URL
    await asyncio.to_thread(importlib.import_module, "openai")
    try:
        url = normal_url(url)
        try:
            return CheckResult(await _list(url, key, ca_file, timeout), None, url)
        except (ModelRejected, MalformedReply):
            # A wrong path and a wrong key look alike from here; with /v1 in it, only the key is left.
            if url.endswith("/v1"):
                raise
            url = f"{url}/v1"
            return CheckResult(await _list(url, key, ca_file, timeout), None, url)
    except WeaveError as error:
        return CheckResult((), str(error), url)


async def _list(url: str, key: Secret | None, ca_file: str | None, timeout: float) -> tuple[str, ...]:
    model = OpenAIChat(Endpoint(url, key, ca_file, timeout), None)
    try:
        return chat_models(await model.models())
    finally:
        await model.close()


def save(home: Path, choice: Choice, environment: Mapping[str, str]) -> SavedWhere:
    """Write the choice into config.toml, comments kept, and the key where the person wants it.

    The key first: when its place refuses, nothing has changed. May take five seconds when a key store hangs.
    Raises InvalidInput, HomeError.
    """
    where = None
    if choice.key is not None and choice.place in (KeyPlace.KEYRING, KeyPlace.FILE):
        where = KeyStore(home, environment).save(KeyName.MODEL, choice.key, choice.place).where
    path = home / CONFIG
    replace_bytes(path, _edited(path, choice).encode("utf-8"))
    return SavedWhere(path, where)


def save_model(home: Path, name: str) -> None:
    """Write another model of the same server into config.toml. Raises InvalidInput, HomeError."""
    path = home / CONFIG
    document = document_of(path)
    _table(document)["name"] = name
    replace_bytes(path, tomlkit.dumps(document).encode("utf-8"))


def _table(document: tomlkit.TOMLDocument) -> MutableMapping[str, object]:
    table = document.get("model")
    if not isinstance(table, dict):
        table = tomlkit.table()
        document["model"] = table
    return table


def _edited(path: Path, choice: Choice) -> str:
    document = document_of(path)
    table = _table(document)
    url = normal_url(choice.base_url) if choice.base_url else None
    wanted = {
        "base_url": url if url != OPENAI_URL else None,
        "name": choice.model,
        "ca_file": choice.ca_file,
    }
    for name, value in wanted.items():
        if value is not None and not choice.without_model:
            table[name] = value
        elif name in table and name != "ca_file":
            del table[name]
    return tomlkit.dumps(document)
