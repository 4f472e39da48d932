"""The type hints of methods and fields, also of names that are imported for the type checker alone."""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
import typing
from functools import cache
from types import FunctionType, ModuleType


def fields_of(kind: type) -> dict[str, object]:
    """The types of a class's fields."""
    return _hints(kind, kind.__module__)


def method_hints(function: FunctionType) -> dict[str, object]:
    """The types of a method's parameters, and of its result as `return`."""
    return _hints(function, function.__module__)


def _hints(of: type | FunctionType, module: str) -> dict[str, object]:
    try:
        return typing.get_type_hints(of)
    except NameError:
        return typing.get_type_hints(of, localns=_unseen(module))


@cache
def _unseen(name: str) -> dict[str, object]:
    """What a module imports under `if TYPE_CHECKING:`."""
    module = sys.modules[name]
    found: dict[str, object] = {}
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for one in node.body:
                found |= _imported(one, module)
    return found


def _imported(node: ast.stmt, module: ModuleType) -> dict[str, object]:
    if not isinstance(node, ast.ImportFrom) or node.module is None or node.level:
        return {}
    if node.module.partition(".")[0] != module.__name__.partition(".")[0]:
        return {}  # only our own types cross
    source = importlib.import_module(node.module)
    return {alias.asname or alias.name: getattr(source, alias.name) for alias in node.names}
