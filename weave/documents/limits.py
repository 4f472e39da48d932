"""How much of the machine one document may take; what goes beyond is refused in a sentence. Pure."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Self

from weave.documents.refusal import Refusal

if TYPE_CHECKING:  # the process that parses has no use for it
    from weave.config import DocumentsConfig

_MIB = 1024 * 1024
PATIENCE = 4
"""Seconds on the wall for each of processor time, at the least priority."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Defaults are wide for what people read and narrow for what is made to harm."""

    file_bytes: int = 128 * _MIB
    """Bytes of the file itself."""
    unpacked_bytes: int = 256 * _MIB
    """Bytes of all parts of a packed file (DOCX, EPUB) together."""
    parts: int = 10_000
    """Files inside a packed file."""
    text_chars: int = 16_000_000
    """Characters of text, hidden text included: a hundred thick books."""
    pages: int = 5_000
    headings: int = 20_000
    bookmarks: int = 5_000
    nesting: int = 200
    """Elements inside each other in HTML and XML."""
    seconds: float = 60.0
    """Processor time from start to finish; on the wall `PATIENCE` times as much, as the machine may be busy."""
    memory_bytes: int = 1_536 * _MIB
    """Address space of the process that parses."""
    output_bytes: int = 128 * _MIB
    """What that process may answer."""

    @classmethod
    def of(cls, config: DocumentsConfig) -> Self:
        """What config.toml allows."""
        return cls(
            file_bytes=config.file_mb * _MIB,
            pages=config.pages,
            seconds=config.seconds,
            memory_bytes=config.memory_mb * _MIB,
        )

    def as_table(self) -> dict[str, float]:
        """For the way to the process that parses."""
        return asdict(self)

    @property
    def digest(self) -> str:
        """The same for the same limits: what other ones refused is looked at anew."""
        told = repr(sorted(asdict(self).items())).encode()
        return hashlib.sha256(told).hexdigest()[:16]

    def file(self, size: int) -> None:
        """Raises Refusal for a file of more bytes."""
        if size > self.file_bytes:
            raise Refusal(
                f"The file has {size // _MIB:,} MiB, and {self.file_bytes // _MIB:,} MiB is the most that is read; split it, "
                "or raise documents.file_mb in config.toml."
            )

    def text(self, length: int) -> None:
        """Raises Refusal for more characters of text."""
        if length > self.text_chars:
            raise Refusal(
                f"The document holds more than {self.text_chars:,} characters of text; split it into volumes."
            )

    def count(self, what: str, number: int, most: int) -> None:
        """Raises Refusal for more than `most` pages, headings, bookmarks or parts."""
        if number > most:
            raise Refusal(f"The document has more than {most:,} {what}; split it into smaller files.")

    def nested(self) -> Refusal:
        """The refusal of a file whose elements are nested without end."""
        return Refusal(
            f"The document nests its elements more than {self.nesting} deep, which no document that people write does; "
            "save it as plain text."
        )
