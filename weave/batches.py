"""A long sequence in runs of bounded length: what one statement, one call or one request takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def batches(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    """`items` in order, in runs of at most `size`."""
    for start in range(0, len(items), size):
        yield items[start : start + size]
