"""Where files may be read and written: the granted folders, by the paths that are real, and nothing that holds keys."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Self

from avery.tools.secretive import secretive
from weave.errors import InvalidInput

SYSTEM = tuple(Path(name) for name in ("/proc", "/sys", "/dev"))
"""What looks like files there is the system itself: /proc/self/environ is every key at once."""


@dataclass(frozen=True, slots=True)
class Places:
    """The granted folders, real and absolute; relative names start in the first one."""

    roots: tuple[Path, ...]
    home: Path
    """Avery's own memory, which no tool for files enters."""

    @classmethod
    def of(cls, folder: Path, more: Sequence[str], home: Path) -> Self:
        """`more`: as config.toml names them. Looks at the disk."""
        named = [folder, *(folder / Path(name).expanduser() for name in more)]
        return cls(tuple(dict.fromkeys(Path(os.path.realpath(one)) for one in named)), home.resolve())

    def find(self, name: str) -> Path:
        """The real path of what is named, be it there or not. Raises InvalidInput where no tool may go."""
        try:
            path = Path(os.path.realpath(self.roots[0] / Path(name).expanduser()))
        except (OSError, ValueError, RuntimeError) as error:  # a NUL byte, a stranger's home, links in a ring
            raise InvalidInput("That is no path; name a file in the folder.") from error
        if not self.holds(path):
            roots = ", ".join(str(root) for root in self.roots)
            raise InvalidInput(
                f"{shown(name)} lies outside of what was granted ({roots}); the person can add a folder to "
                "tools.folders in config.toml."
            )
        if secretive(self.within(path)):
            raise InvalidInput(
                f"{shown(name)} is where keys are kept, and is never read or written by a tool."
            )
        return path

    def holds(self, real: Path) -> bool:
        """Whether a real path lies in a granted folder and neither in Avery's memory nor in the system."""
        if any(real.is_relative_to(one) for one in (self.home, *SYSTEM)):
            return False
        return any(real.is_relative_to(root) for root in self.roots)

    def within(self, real: Path) -> Path:
        """The path as seen from the granted folder that it lies in."""
        root = next((root for root in self.roots if real.is_relative_to(root)), None)
        return real.relative_to(root) if root is not None else real

    def named(self, real: Path) -> str:
        """The path as the model may write it: relative to the first folder where it lies there."""
        first = self.roots[0]
        return (real.relative_to(first).as_posix() or ".") if real.is_relative_to(first) else str(real)

    @contextmanager
    def opened(self, real: Path) -> Iterator[BinaryIO]:
        """A plain file that `find` gave, open for reading. Raises InvalidInput."""
        handle = _open(real, self.named(real))
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise InvalidInput(f"{self.named(real)} is no plain file; only those are read.")
            # What was opened is what was checked, also if a folder became a link in between.
            if Path(os.path.realpath(real)) != real or not os.path.samestat(os.fstat(handle), real.stat()):
                raise InvalidInput(f"{self.named(real)} changed while it was opened; try again.")
            with open(handle, "rb", closefd=False) as file:
                yield file
        finally:
            os.close(handle)


def _open(path: Path, name: str) -> int:
    flags = os.O_RDONLY
    for more in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"):
        flags |= getattr(os, more, 0)
    try:
        return os.open(path, flags)
    except FileNotFoundError as error:
        raise InvalidInput(f"There is no file {name}; list_files tells what is there.") from error
    except OSError as error:
        raise InvalidInput(f"{name} cannot be read ({reason(error)}).") from error


def reason(error: OSError) -> str:
    """What the system said, for the middle of a sentence."""
    return (error.strerror or str(error) or type(error).__name__).lower()


def shown(name: str) -> str:
    """A name in a sentence: on one line, not longer than a name is."""
    return " ".join(name.split())[:200]
