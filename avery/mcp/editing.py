"""[mcp.servers.NAME] written into config.toml and taken out again: comments and order stay, nothing unsound is written."""

from __future__ import annotations

from collections.abc import MutableMapping
from pathlib import Path

import tomlkit

from avery.settings import file
from weave import config
from weave.errors import InvalidInput, NotFound
from weave.servers import ServerConfig


def add(home: Path, name: str, server: ServerConfig) -> Path:
    """Write a server that is not there yet; the file. Raises InvalidInput, HomeError."""
    book = _book(home)
    if name in config.parse(book.text).mcp.servers:
        raise InvalidInput(f"There is a server {name} already; avery mcp remove {name} takes it out.")
    document = file.document_of(book.path)
    _servers(document)[name] = _table(server)
    text = tomlkit.dumps(document)
    refused = file.problem(text)
    if refused is not None:
        raise InvalidInput(refused.sentence)
    file.write(book, text)
    return book.path


def remove(home: Path, name: str) -> Path:
    """Take a server out; the file. Raises NotFound, InvalidInput, HomeError."""
    book = _book(home)
    known = config.parse(book.text).mcp.servers
    if name not in known:
        names = ", ".join(known) or "none"
        raise NotFound(f"There is no server {name!r}; the servers are: {names}.")
    document = file.document_of(book.path)
    del _servers(document)[name]
    file.write(book, tomlkit.dumps(document))
    return book.path


def _book(home: Path) -> file.Book:
    book = file.read(home)
    if book.problem is not None:
        raise InvalidInput(book.problem.sentence)
    return book


def _servers(document: tomlkit.TOMLDocument) -> MutableMapping[str, object]:
    found: MutableMapping[str, object] = document
    for name in ("mcp", "servers"):
        inner = found.get(name)
        if not isinstance(inner, MutableMapping):
            inner = tomlkit.table(is_super_table=True)
            found[name] = inner
        found = inner
    return found


def _table(server: ServerConfig) -> MutableMapping[str, object]:
    """What differs from the defaults, in the order in which people write it."""
    table = tomlkit.table()
    if server.command is not None:
        table["command"] = server.command
        if server.args:
            table["args"] = list(server.args)
    if server.url is not None:
        table["url"] = server.url
    for name, values in (("env", server.env), ("headers", server.headers)):
        if values:
            inline = tomlkit.inline_table()
            inline.update(values)
            table[name] = inline
    return table
