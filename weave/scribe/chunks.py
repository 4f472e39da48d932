"""A long task cut into pieces that fit a model's context, each with a glance at what came before. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from weave.model import Turn
from weave.tokens import tokens

_LINE_TOKENS = 24
"""What a turn's head, `[id] role speaker time:`, costs."""
_CONTEXT_TURNS = 2


@dataclass(frozen=True, slots=True)
class Chunk:
    """Turns to encode, and the ones before them, shown for understanding and not encoded again."""

    turns: tuple[Turn, ...]
    context: tuple[Turn, ...] = ()


def _pieces(turn: Turn, budget: int) -> list[Turn]:
    """The turn itself, or its text in pieces that fit, all under its id."""
    size = tokens(turn.text)
    if size + _LINE_TOKENS <= budget:
        return [turn]
    width = max(200, len(turn.text) * (budget - _LINE_TOKENS) // size)
    return [replace(turn, text=turn.text[at : at + width]) for at in range(0, len(turn.text), width)]


def cut(turns: Sequence[Turn], budget: int) -> list[Chunk]:
    """`turns` in order, in chunks of at most `budget` estimated tokens (a budget below 200 counts as 200)."""
    limit = max(200, budget)
    groups: list[list[Turn]] = []
    used = limit + 1
    for turn in turns:
        for piece in _pieces(turn, limit):
            cost = tokens(piece.text) + _LINE_TOKENS
            if used + cost > limit or not groups:
                groups.append([])
                used = 0
            groups[-1].append(piece)
            used += cost
    return [
        Chunk(tuple(group), tuple(groups[at - 1][-_CONTEXT_TURNS:]) if at else ())
        for at, group in enumerate(groups)
    ]
