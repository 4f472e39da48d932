"""Packed files (DOCX, EPUB) opened so that no bomb goes off: sizes are counted while unpacking, not believed."""

from __future__ import annotations

import io
import zipfile

from weave.documents.limits import Limits
from weave.documents.refusal import Refusal

_CHUNK = 1 << 18
_MIB = 1024 * 1024
_RATIO = 200
"""Text packs ten to one; a part that packs 200 to one and is large is a bomb."""
_LARGE = 32 * _MIB


class Packed:
    """A packed file; all that is read through one instance counts together."""

    def __init__(self, data: bytes, limits: Limits) -> None:
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
            raise Refusal("The packed file is damaged; save it anew and try again.") from error
        limits.count("parts", len(self._zip.infolist()), limits.parts)
        self._limits = limits
        self._read = 0
        declared = sum(info.file_size for info in self._zip.infolist())
        if declared > limits.unpacked_bytes:
            raise self._bomb()

    def names(self) -> list[str]:
        """The parts."""
        return self._zip.namelist()

    def read(self, name: str) -> bytes:
        """A part. Raises KeyError without it, Refusal beyond the limits or when it is encrypted."""
        info = self._zip.getinfo(name)
        if info.flag_bits & 1:
            raise Refusal("The file is encrypted; save it without a password and try again.")
        pieces, size = [], 0
        try:
            with self._zip.open(info) as part:
                while piece := part.read(_CHUNK):
                    size += len(piece)
                    self._read += len(piece)
                    if self._read > self._limits.unpacked_bytes or (
                        size > _LARGE and size > _RATIO * max(1, info.compress_size)
                    ):
                        raise self._bomb()
                    pieces.append(piece)
        except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError, RuntimeError) as error:
            raise Refusal("The packed file is damaged; save it anew and try again.") from error
        return b"".join(pieces)

    def checked(self) -> bytes:
        """The same parts as a packed file whose sizes are true, for a library that unpacks by itself; pictures empty."""
        target = io.BytesIO()
        with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as copy:
            for name in dict.fromkeys(self.names()):
                copy.writestr(name, self.read(name) if name.endswith((".xml", ".rels")) else b"")
        return target.getvalue()

    def _bomb(self) -> Refusal:
        return Refusal(
            f"The file unpacks to more than {self._limits.unpacked_bytes // _MIB:,} MiB or out of all proportion, as only a "
            "bomb does; it was left alone."
        )
