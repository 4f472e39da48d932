"""Markdown drawn for a chat: left-aligned headings, code on a quiet ground, no text ever dropped.

Rich's own renderer centres headings and swallows HTML; a model's `<div>` is text to the reader.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from markdown_it import MarkdownIt
from markdown_it.token import Token
from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.markdown import CodeBlock, Heading, HorizontalRule, Markdown, MarkdownElement
from rich.padding import Padding
from rich.rule import Rule
from rich.syntax import Syntax, SyntaxTheme
from rich.text import Text

_HIGHLIGHT_LIMIT = 20_000


@lru_cache(maxsize=1)
def parser() -> MarkdownIt:
    """CommonMark with tables and strikethrough; HTML stays text. Keeps nothing of what it parsed."""
    return MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])


@dataclass(frozen=True, slots=True)
class Block:
    """One top-level piece of a text: the tokens that draw it and the line on which it begins."""

    tokens: tuple[Token, ...]
    line: int


def blocks(text: str, env: dict[str, Any], md: MarkdownIt) -> list[Block]:
    """The top-level blocks of `text`; `env` carries link definitions from one call to the next."""
    found: list[Block] = []
    group: list[Token] = []
    for token in md.parse(text, env):
        _keep_line_breaks(token)
        group.append(token)
        if token.level == 0 and token.nesting <= 0:
            start = group[0].map
            found.append(Block(tuple(group), start[0] if start else 0))
            group = []
    return found


def _keep_line_breaks(token: Token) -> None:
    for child in token.children or ():
        if child.type == "softbreak":
            child.type = "hardbreak"


@lru_cache(maxsize=4)
def _theme(name: str) -> SyntaxTheme:
    """The colours of code; Rich would work them out anew for each fence."""
    return Syntax.get_theme(name)


class _Heading(Heading):
    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.text.justify = "left"
        yield self.text


class _Code(CodeBlock):
    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        code = str(self.text).rstrip("\n")
        ground = console.get_style("markdown.code_block")
        colour = ground.bgcolor.name if ground.bgcolor else "default"
        lexer = self.lexer_name if len(code) <= _HIGHLIGHT_LIMIT else "text"
        body = Syntax(code, lexer, theme=_theme(self.theme), word_wrap=True, background_color=colour)
        padded = Padding(body, (0, 1), style=ground)
        if self.lexer_name == "text":
            yield padded
            return
        label = Text(f" {self.lexer_name}", console.get_style("markdown.code_label"), no_wrap=True)
        yield Group(Padding(label, 0, style=ground), padded)


class _Line(HorizontalRule):
    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Rule(style=console.get_style("markdown.hr"))


class ChatMarkdown(Markdown):
    """A renderable over tokens that are already parsed."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _Heading,
        "hr": _Line,
        "fence": _Code,
        "code_block": _Code,
    }

    def __init__(self, tokens: Sequence[Token], code_theme: str) -> None:
        # Not by Rich's own constructor: it builds a parser, with link patterns, for each block of each drawing.
        self.markup = ""
        self.parsed = list(tokens)
        self.code_theme = self.inline_code_theme = code_theme
        self.justify = None
        self.style = "none"
        self.hyperlinks = True
        self.inline_code_lexer = None
