"""What both command lines and the app begin with: configuration, clock, keys and models, read once and handed down.

Nothing below a root reads the environment, config.toml, the key store or the wall clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from pathlib import Path
from urllib.parse import urlsplit

from weave import config as configs
from weave.clock import Clock, fixed_clock, system_clock, zone_named
from weave.config import Config
from weave.keys import Keys, Secret
from weave.llm.endpoint import OPENAI_URL, Endpoint
from weave.ports import ChatModel, Embedder, Models

OPENAI_CHAT_MODEL = "gpt-5-mini"
"""Taken with OpenAI's own URL when no model is named."""


@dataclass(frozen=True, slots=True)
class Root:
    """Everything `Weave.open` is called with."""

    home: Path
    config: Config
    clock: Clock
    keys: Keys
    models: Models


def home_folder(given: str | None, environment: Mapping[str, str]) -> Path:
    """`--home`, else $AVERY_HOME, else the platform's user-data folder."""
    named = given or environment.get("AVERY_HOME")
    if named:
        return Path(named).expanduser().absolute()
    from platformdirs import user_data_path

    return user_data_path("avery", appauthor=False)


def zone_of(config: Config) -> tzinfo:
    """The configured zone. Raises InvalidInput."""
    return zone_named(config.timezone)


def assemble(
    home: Path, environment: Mapping[str, str], *, now: datetime | None = None, keys: Keys | None = None
) -> Root:
    """Read configuration and keys (given ones win: a key for this session only), and make the models.

    Takes up to five seconds a key when a key store hangs, so not for an event loop. Raises InvalidInput.
    """
    config = configs.load(home, environment)
    if keys is None:
        from weave.keystore import KeyStore

        keys = KeyStore(home, environment).keys()
    clock = fixed_clock(now) if now else system_clock(zone_of(config))
    return Root(home, config, clock, keys, models(config, keys))


def models(config: Config, keys: Keys) -> Models:
    """The models that this configuration and these keys make possible; nothing is loaded or connected yet."""
    return Models(chat_model(config, keys.model), _embedder(config, keys.model))


def chat_model(config: Config, key: Secret | None) -> ChatModel | None:
    """The chat model, or None without a base URL and without a key. Raises InvalidInput for a bad URL."""
    settings = config.model
    if settings.base_url is None and not key:
        return None
    from weave.llm.client import OpenAIChat

    endpoint = Endpoint(settings.base_url or OPENAI_URL, key, settings.ca_file, settings.timeout_seconds)
    return OpenAIChat(
        endpoint,
        settings.name or (OPENAI_CHAT_MODEL if endpoint.is_openai else None),
        context_tokens=settings.context_tokens,
        reply_tokens=settings.reply_tokens,
    )


def _embedder(config: Config, key: Secret | None) -> Embedder | None:
    from weave.embedding.build import build
    from weave.embedding.choose import choose

    choice = choose(config.embedding, has_key=bool(key), base_url=config.model.base_url)
    fits = choice.base_url is not None and _belongs(choice.base_url, config.model.base_url)
    return build(
        choice,
        key=key if fits else None,
        ca_file=config.model.ca_file,
        timeout=config.model.timeout_seconds,
    )


def _belongs(url: str, chat_url: str | None) -> bool:
    """Whether the model key may go to `url`: it is OpenAI's own, or the chat model's host."""
    return (
        url == OPENAI_URL
        or urlsplit(url).netloc == urlsplit(Endpoint(chat_url or OPENAI_URL).base_url).netloc
    )
