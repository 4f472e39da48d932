"""Files that hold keys by their very name: never read, listed in a search or written by a tool, granted or not. Pure."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import PurePath
from unicodedata import category, normalize

_FOLDERS = frozenset(
    (".git", ".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".password-store", "gcloud", "keyrings")
)
_NAMES = (
    *(
        ".env",
        ".env.*",
        "*.env",
        ".envrc",
        ".netrc",
        "_netrc",
        ".npmrc",
        ".pypirc",
        ".pgpass",
        ".vault-token",
        "auth.json",
        "token.json",
        ".htpasswd",
    ),
    *(".git-credentials", "credentials", "credentials.*", "secrets.*", "*.secret", "*_history", "shadow"),
    *("id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*.pem", "*.key", "*.p12", "*.pfx", "*.jks"),
    *(
        "*.keystore",
        "*.kdbx",
        "*.ppk",
        "*.tfstate",
        "*kubeconfig",
        "rclone.conf",
        ".my.cnf",
        ".s3cfg",
        ".boto",
        "*.ovpn",
        "wallet.dat",
    ),
)
_HARMLESS = ("*.pub", "*.example", "*.sample", "*.template", "*.dist")


_IGNORED = frozenset(("Cf", "Cc", "Mn"))


def _plain(name: str) -> str:
    """A name as the most forgiving file system takes it: no case, no forms, no signs unseen, no dots or streams at its end."""
    bare = "".join(sign for sign in normalize("NFKD", name) if category(sign) not in _IGNORED)
    return bare.casefold().partition("::$")[0].rstrip(" .")


def secretive(path: PurePath) -> bool:
    """Whether a file of this path is to be taken for one that holds keys, or lies in a folder of such."""
    parts = [_plain(part) for part in path.parts]
    if not parts:
        return False
    if any(part in _FOLDERS for part in parts):
        return True
    name = parts[-1]
    if any(fnmatchcase(name, pattern) for pattern in _HARMLESS):
        return False
    return any(fnmatchcase(name, pattern) for pattern in _NAMES)
