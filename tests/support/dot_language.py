"""A strict reader of Graphviz's language, as far as our pictures use it: anything else is a SyntaxError."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r'\s*(?:(?P<arrow>->)|(?P<sign>[{}\[\];,=])|(?P<word>[A-Za-z_]\w*)|"(?P<text>(?:[^"\\\n]|\\.)*)")'
)
_ESCAPE = re.compile(r"\\(.)")


@dataclass
class Drawing:
    """Nodes by id and edges in order, each with its attributes as a reader of the picture sees them."""

    nodes: dict[str, dict[str, str]] = field(default_factory=dict)
    edges: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)


def read(text: str) -> Drawing:
    """The drawing that `text` describes. Raises SyntaxError."""
    return _Reader(_tokens(text)).graph()


def _tokens(text: str) -> list[tuple[str, str]]:
    found, at = [], 0
    while at < len(text.rstrip()):
        match = _TOKEN.match(text, at)
        if match is None:
            raise SyntaxError(f"no token at {text[at : at + 40]!r}")
        kind = match.lastgroup or ""
        found.append((kind, match.group(kind)))
        at = match.end()
    return found


def _plain(text: str) -> str:
    shown = _ESCAPE.sub(lambda found: {"n": "\n"}.get(found[1], found[1]), text)
    return shown.replace("&amp;", "&")


class _Reader:
    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self.tokens = tokens
        self.drawing = Drawing()

    def take(self, *wanted: str) -> str:
        kind, value = self.tokens.pop(0)
        if value not in wanted and kind not in wanted:
            raise SyntaxError(f"{value!r} instead of {' or '.join(wanted)}")
        return value

    def graph(self) -> Drawing:
        self.take("digraph")
        self.take("word")
        self.take("{")
        while self.tokens[0][1] != "}":
            self.statement()
        self.take("}")
        if self.tokens:
            raise SyntaxError("something follows the graph")
        return self.drawing

    def statement(self) -> None:
        name = self.take("word")
        if self.tokens[0][1] == "=":
            self.take("=")
            self.take("text")
        elif self.tokens[0][0] == "arrow":
            self.take("arrow")
            end = self.take("word")
            self.drawing.edges.append((name, end, self.attributes()))
        else:
            attributes = self.attributes()
            if name != "node":
                self.drawing.nodes[name] = attributes
        self.take(";")

    def attributes(self) -> dict[str, str]:
        found: dict[str, str] = {}
        self.take("[")
        while self.tokens[0][1] != "]":
            name = self.take("word")
            self.take("=")
            found[name] = _plain(self.take("text"))
            if self.tokens[0][1] != "]":
                self.take(",")
        self.take("]")
        return found
