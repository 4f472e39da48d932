"""What happens in the year and is worth knowing, by field of life. Every block has a head, see `script.py`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from tests.bench.year.script import Template, read

BEATS: tuple[Template, ...] = tuple(
    template
    for module in sorted(found.name for found in iter_modules(__path__))
    for template in read(module, import_module(f"{__name__}.{module}").TEXT)
)
ROLEPLAY = frozenset(template.name for template in BEATS if template.name.startswith("play."))
