"""Source code: classes and functions as the tree of contents, the text byte for byte as it is."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING

from weave.documents.composing import Composer
from weave.documents.limits import Limits
from weave.documents.model import Document
from weave.documents.parsers.decoding import decode
from weave.documents.parsers.registry import Source

if TYPE_CHECKING:
    from tree_sitter import Node

_LANGUAGES = {
    **dict.fromkeys((".py", ".pyi"), "python"),
    **dict.fromkeys((".js", ".mjs", ".cjs", ".jsx"), "javascript"),
    ".go": "go",
    ".rs": "rust",
    ".java": "java",
}
_SYMBOLS = frozenset(
    "class_definition function_definition class_declaration function_declaration generator_function_declaration "
    "method_definition method_declaration constructor_declaration interface_declaration enum_declaration record_declaration "
    "type_spec struct_item enum_item trait_item impl_item mod_item function_item".split()
)
_TRANSPARENT = 2
"""Levels of other nodes between a symbol and the symbols inside it that are looked through (blocks, decorators)."""


def parse(source: Source, limits: Limits) -> Document:
    """The text; a heading where each symbol begins."""
    from tree_sitter import Language, Parser

    text = decode(source.data)[0].replace("\r\n", "\n").replace("\r", "\n")
    language = _LANGUAGES[PurePath(source.name).suffix.lower()]
    grammar = import_module(f"tree_sitter_{language}")
    tree = Parser(Language(grammar.language())).parse(text.encode("utf-8", "replace"))
    marks: dict[int, list[tuple[int, str]]] = {}
    for place, level, title in _symbols(tree.root_node, limits):
        marks.setdefault(place, []).append((level, title))
    composer = Composer(f"{language} source", limits)
    for number, line in enumerate(text.split("\n")):
        for level, title in marks.get(number, ()):
            composer.mark(level, title)
        composer.write(line + "\n")
    return composer.document()


def _symbols(root: Node, limits: Limits) -> Iterator[tuple[int, int, str]]:
    """(line, level, signature) in the order of the file, without recursion."""
    stack: list[tuple[Node, int, int]] = [(root, 0, 0)]
    while stack:
        node, level, between = stack.pop()
        symbol = node.type in _SYMBOLS
        if symbol:
            level += 1
            between = 0
            yield node.start_point[0], level, _signature(node)
        if between <= _TRANSPARENT and level < limits.nesting:
            stack += [(child, level, between + 1) for child in reversed(node.children) if child.is_named]


def _signature(node: Node) -> str:
    """The first line of a symbol up to its body."""
    body = node.child_by_field_name("body")
    start, text = node.start_byte, node.text or b""
    head = text[: body.start_byte - start] if body is not None else text
    return head.decode("utf-8", "replace").split("\n")[0].strip().rstrip("{:").strip()
