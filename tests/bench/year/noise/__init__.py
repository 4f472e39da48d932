"""Small talk, trivia and pasted things that may all be forgotten. The blocks have no head, see `script.py`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from tests.bench.year.script import Template, read

NOISE: tuple[Template, ...] = tuple(
    template
    for module in sorted(found.name for found in iter_modules(__path__))
    for template in read(module, import_module(f"{__name__}.{module}").TEXT)
)
