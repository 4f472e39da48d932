"""What config.toml may say, checked once. Only the roots read the file and the environment."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from weave import servers
from weave.errors import InvalidInput
from weave.servers import ServerConfig

OVERRIDES: Mapping[str, str] = {"model.base_url": "OPENAI_BASE_URL", "model.name": "AVERY_MODEL"}
"""Variables of the environment that win over a setting, by the setting's path."""
FILE: Mapping[str, object] = {"path": "file"}
"""What a setting's metadata say of one that names a file."""
FOLDER: Mapping[str, object] = {"path": "folder"}


def one_of(*words: str) -> Mapping[str, object]:
    """The metadata of a setting that is one of a few words; `parse` refuses others."""
    return {"one of": words}


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """[model]: the chat model; without a base URL or a key there is none."""

    base_url: str | None = None
    """The address of an OpenAI-compatible server, with its /v1; left out it is OpenAI's own."""
    name: str | None = None
    """What the server calls the model."""
    context_tokens: int = 128_000
    """How much the model reads at once; a prompt is never longer."""
    reply_tokens: int = 4_096
    """How long a reply may be."""
    ca_file: str | None = field(default=None, metadata=FILE)
    """A company's certificate authority, PEM; trusted for chat, embeddings and the model list alike."""
    timeout_seconds: float = 60.0
    """How long the server may stay silent before it is given up."""
    synthesis: bool = False
    """Let the model write the recall passage; the template costs no call."""
    input_price: float | None = None
    """What a million tokens of a prompt cost, in whatever currency; without prices tokens alone are counted."""
    output_price: float | None = None
    """What a million tokens of replies cost."""


@dataclass(frozen=True, slots=True)
class EmbeddingConfig:
    """[embedding]: auto takes OpenAI with OpenAI's own URL and a key, else the bundled model."""

    kind: str = field(default="auto", metadata=one_of("auto", "local", "endpoint", "none"))
    """auto, local, endpoint or none."""
    base_url: str | None = None
    """The address of the endpoint that embeds."""
    name: str | None = None
    """What the endpoint calls the model that embeds."""
    dimensions: int = 1024
    """Numbers of one vector, where the model lets one choose."""


@dataclass(frozen=True, slots=True)
class QdrantConfig:
    """[qdrant]: vector memory; without a URL it is embedded."""

    enabled: bool = True
    """False: recall does without meaning."""
    url: str | None = None
    """The address of a Qdrant server."""
    collection: str = "weave"
    """The collection's name; homes that share a server must differ in it."""


@dataclass(frozen=True, slots=True)
class FalkorConfig:
    """[falkordb]: graph memory; without a URL a child process is started."""

    enabled: bool = True
    """False: recall does without relations."""
    url: str | None = None
    """The address of a FalkorDB server."""
    binaries: str | None = field(default=None, metadata=FOLDER)
    """A folder with redis-server and falkordb.so, instead of the installed ones."""
    graph: str = "weave"
    """The graph's name on a server; homes that share a server must differ in it."""


@dataclass(frozen=True, slots=True)
class RecallConfig:
    """[recall]: what comes to mind for a message."""

    k: int = 10
    """How many memories at most."""
    budget_tokens: int = 1_500
    """How long the passage for the model may be."""
    timeout_ms: int = 250
    """Milliseconds that each backend has; one that is slower is named at the foot of the chat."""
    # w of `weave.scoring.rank`, by tests/bench/strength_weight.py: up to 0.5 costs at most .005 rec@10 on LoCoMo, but
    # beyond 0.2 BEAM loses more than that against the smallest allowed; one default has to serve both.
    strength_weight: float = 0.2
    """How much strength moves the ranking, from 0.1 to below 1: what is old, seldom recalled or unimportant then stands
    further down."""


@dataclass(frozen=True, slots=True)
class SleepConfig:
    """[sleep]: the cycle that goes on by itself while Avery runs."""

    enabled: bool = True
    """False: only `weave sleep` sleeps."""
    every_hours: float = 6.0
    """From one cycle to the next."""
    forget_share: float = 0.25
    """Of at least 20 memories no larger share goes in one cycle before somebody has said so."""
    trash_days: int = 30
    """How long what was forgotten can be brought back."""
    max_tokens: int = 100_000
    """What one cycle may cost; what is left then follows with the next. 0 asks no model."""


@dataclass(frozen=True, slots=True)
class DocumentsConfig:
    """[documents]: the library, and how much of the machine one document may take."""

    enabled: bool = True
    """False: no document is read or searched."""
    file_mb: int = 128
    """MiB of one file."""
    pages: int = 5_000
    """Of one document."""
    seconds: float = 60.0
    """For reading one document, of time and of processor time."""
    memory_mb: int = 1_536
    """MiB of memory for the process that reads it."""


@dataclass(frozen=True, slots=True)
class ToolsConfig:
    """[tools]: what Avery may call by itself; what changes something asks first all the same."""

    enabled: bool = True
    folders: tuple[str, ...] = ()
    """Folders in which files may be read, beside the one Avery was started in."""
    seconds: float = 60.0
    """What one call may take."""
    output_letters: int = 8_000
    """Of one result: it goes to the model, the transcript and the screen."""
    commands: bool = True
    network: bool = True
    """False: no pages are fetched."""


@dataclass(frozen=True, slots=True)
class McpConfig:
    """[mcp]: the tools of other programs, over the Model Context Protocol."""

    servers: Mapping[str, ServerConfig] = field(default_factory=dict)
    """Each a table [mcp.servers.NAME]; `avery mcp add` writes one."""


@dataclass(frozen=True, slots=True)
class Config:
    """All of config.toml."""

    timezone: str | None = None
    """Whose days and hours are meant, such as Europe/Vilnius; left out it is the machine's."""
    model: ModelConfig = field(default_factory=ModelConfig)
    embedding: EmbeddingConfig = field(default_factory=EmbeddingConfig)
    qdrant: QdrantConfig = field(default_factory=QdrantConfig)
    falkordb: FalkorConfig = field(default_factory=FalkorConfig)
    recall: RecallConfig = field(default_factory=RecallConfig)
    sleep: SleepConfig = field(default_factory=SleepConfig)
    documents: DocumentsConfig = field(default_factory=DocumentsConfig)
    tools: ToolsConfig = field(default_factory=ToolsConfig)
    mcp: McpConfig = field(default_factory=McpConfig)
    ui: dict[str, Any] = field(default_factory=dict)
    keys: dict[str, Any] = field(default_factory=dict)


def _check(kind: Any, value: object, where: str) -> object:
    if get_origin(kind) is tuple:
        return _texts(value, where)
    if get_origin(kind) is Mapping:
        return _named(get_args(kind)[1], value, where)
    allowed = get_args(kind) if isinstance(kind, UnionType) else (kind,)
    if float in allowed and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    plain = tuple(dict if getattr(a, "__origin__", a) is dict else a for a in allowed if a is not NoneType)
    if not isinstance(value, plain) or (isinstance(value, bool) and bool not in plain):
        names = " or ".join(p.__name__ for p in plain)
        raise InvalidInput(f"config.toml: {where} must be of type {names}, not {value!r}.")
    return value


def _texts(value: object, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise InvalidInput(f"config.toml: {where} must be a list of texts, not {value!r}.")
    return tuple(value)


def _named(kind: Any, value: object, where: str) -> Mapping[str, object]:
    """A table whose keys are names of the person's own."""
    if not isinstance(value, Mapping):
        raise InvalidInput(f"config.toml: [{where}] must be a table.")
    if not is_dataclass(kind):
        return {name: _check(kind, one, f"{where}.{name}") for name, one in value.items()}
    odd = next((name for name, one in value.items() if not isinstance(one, Mapping)), None)
    if odd is not None:
        raise InvalidInput(f"config.toml: [{where}.{odd}] must be a table.")
    return {name: _build(kind, one, f"{where}.{name}.") for name, one in value.items()}


def _build(cls: Any, table: Mapping[str, object], where: str) -> Any:
    hints = get_type_hints(cls)
    known = {f.name for f in fields(cls)}
    values: dict[str, object] = {}
    for key, value in table.items():
        path = f"{where}{key}"
        if key not in known:
            near = difflib.get_close_matches(key, known, 1)
            raise InvalidInput(
                f"config.toml: {path} is not a setting" + (f"; did you mean {near[0]}?" if near else ".")
            )
        kind = hints[key]
        if is_dataclass(kind):
            if not isinstance(value, Mapping):
                raise InvalidInput(f"config.toml: [{path}] must be a table.")
            values[key] = _build(kind, value, f"{path}.")
        else:
            values[key] = _check(kind, value, path)
    for known_field in fields(cls):
        _check_word(known_field, values, where)
    return cls(**values)


def _check_word(known: Field[object], values: Mapping[str, object], where: str) -> None:
    words: tuple[str, ...] = known.metadata.get("one of", ())
    if words and known.name in values and values[known.name] not in words:
        *before, last = words
        raise InvalidInput(f"config.toml: {where}{known.name} must be {', '.join(before)} or {last}.")


def parse(text: str) -> Config:
    """The configuration that a config.toml's text describes.

    Raises InvalidInput naming the key and the nearest valid one.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(
            f"config.toml cannot be read: {error}; mend that line or move the file away."
        ) from error
    config: Config = _build(Config, table, "")
    if not 0.1 <= config.recall.strength_weight < 1:
        raise InvalidInput("config.toml: recall.strength_weight must be at least 0.1 and below 1.")
    if config.recall.k < 1 or config.recall.budget_tokens < 1 or config.recall.timeout_ms < 1:
        raise InvalidInput(
            "config.toml: recall.k, recall.budget_tokens and recall.timeout_ms must be positive."
        )
    _check_sleep(config.sleep)
    for name, server in config.mcp.servers.items():
        servers.check(name, server)
    if min(config.model.input_price or 0.0, config.model.output_price or 0.0) < 0:
        raise InvalidInput("config.toml: model.input_price and model.output_price must not be negative.")
    documents = config.documents
    if min(documents.file_mb, documents.pages, documents.seconds) <= 0 or documents.memory_mb < 256:
        raise InvalidInput(
            "config.toml: documents.file_mb, documents.pages and documents.seconds must be positive, and "
            "documents.memory_mb at least 256."
        )
    if config.tools.seconds <= 0 or config.tools.output_letters < 500:
        raise InvalidInput(
            "config.toml: tools.seconds must be positive, and tools.output_letters at least 500."
        )
    return config


def _check_sleep(sleep: SleepConfig) -> None:
    if not 0 < sleep.forget_share <= 1:
        raise InvalidInput("config.toml: sleep.forget_share must be above 0 and at most 1.")
    if sleep.every_hours <= 0 or sleep.trash_days < 1 or sleep.max_tokens < 0:
        raise InvalidInput(
            "config.toml: sleep.every_hours and sleep.trash_days must be positive, and max_tokens at least 0."
        )


def load(home: Path, environment: Mapping[str, str]) -> Config:
    """config.toml of `home` (defaults without one), with what the environment overrides.

    Honoured: OPENAI_BASE_URL, AVERY_MODEL. Raises InvalidInput.
    """
    path = home / "config.toml"
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):  # a home that is no folder is told of where it is opened
        text = ""
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise InvalidInput(f"{path} cannot be read ({reason}); mend that or name another --home.") from error
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"{path} is not valid UTF-8 (byte {error.start + 1}); save it as UTF-8."
        ) from error
    config = parse(text)
    model = replace(
        config.model,
        base_url=environment.get(OVERRIDES["model.base_url"]) or config.model.base_url,
        name=environment.get(OVERRIDES["model.name"]) or config.model.name,
    )
    return replace(config, model=model)
