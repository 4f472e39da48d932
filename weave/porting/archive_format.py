"""What an archive of a home is: a zip whose manifest lists every file with its digest. Pure.

Everything in the home is in it but what is derived (`index/`), what belongs to one machine (locks, sockets, logs), and
what gives somebody power: keys, tokens, grants. config.toml goes along for reading, since keys are never in it.
"""

from __future__ import annotations

from pathlib import PurePosixPath

MANIFEST = "weave-manifest.json"
CONFIG = "config.toml"
IDENTITY, HISTORY = "identity.md", "identity-history.md"
VERSION = 1
FOLDERS = ("index",)
SECRET = ("secrets.toml", "mcp-token", "grants.toml")
"""Left out, and told."""
_OURS = (".lock", "serving.json", ".serving.json")


def wanted(name: str) -> bool:
    """Whether a file of the home belongs into an archive."""
    parts = PurePosixPath(name).parts
    last = parts[-1]
    if parts[0] in FOLDERS or name in SECRET or name in _OURS:
        return False
    return not (last.endswith((".tmp", ".lock", ".sock", ".log")) or last in (".DS_Store", "Thumbs.db"))


def safe(name: str) -> bool:
    """Whether a file of an archive may be put into a home under this name."""
    parts = name.split("/")
    inside = not name.startswith("/") and "\\" not in name and "\0" not in name and ":" not in parts[0]
    return inside and not {"", ".", ".."} & set(parts) and wanted(name) and len(parts) <= 24
