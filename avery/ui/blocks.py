"""From a message's text to the strips that the transcript draws, whole or while it is still streaming.

A text is drawn block by block (paragraph, list, fence, ...), so a streamed reply is a row of frozen
blocks plus one tail, and comes out exactly as it will when it is opened again.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from rich.theme import Theme
from textual.strip import Strip

from avery.ui.ink import reference_styles
from avery.ui.plain import plain

if TYPE_CHECKING:
    from avery.ui.markdown import Block

_UNSTYLED_TAIL = 8_000
"""Characters beyond which a block that still grows is drawn plain: its colours come when it is whole."""


@dataclass(frozen=True, slots=True)
class Colours:
    """What a painter needs of the theme; colours as Rich parses them."""

    foreground: str
    muted: str
    accent: str
    code: str
    ground: str
    dark: bool


class Painter:
    """Draws renderables as strips of one width."""

    def __init__(self, width: int, colours: Colours) -> None:
        self.width = max(8, width)
        self.colours = colours
        self._console: Console | None = None

    def narrower(self, cells: int) -> Painter:
        """The same for so many cells less."""
        return Painter(self.width - cells, self.colours)

    def text(self, content: str, style: Style | None = None) -> list[Strip]:
        """`content` as it stands, wrapped; neither markup nor markdown."""
        return self.paint(Text(plain(content), style=style or Style.null(), overflow="fold"))

    def markdown(self, content: str) -> list[Strip]:
        """`content` drawn as markdown."""
        from avery.ui.markdown import blocks, parser

        return self.blocks(blocks(plain(content), {}, parser()))

    def blocks(self, pieces: Iterable[Block]) -> list[Strip]:
        """Blocks below each other, one empty line between them."""
        strips: list[Strip] = []
        for piece in pieces:
            drawn = self._block(piece)
            if drawn and strips:
                strips.append(Strip.blank(0))
            strips.extend(drawn)
        return strips

    def paint(self, renderable: RenderableType) -> list[Strip]:
        """Any Rich renderable, without trailing empty lines."""
        console = self._rich()
        lines = console.render_lines(renderable, console.options.update(width=self.width), pad=False)
        strips = [Strip(line) for line in lines]
        while strips and not strips[-1].text.strip() and not _has_ground(strips[-1]):
            strips.pop()
        return strips

    def _block(self, piece: Block) -> list[Strip]:
        from avery.ui.markdown import ChatMarkdown

        drawn = self.paint(ChatMarkdown(piece.tokens, "github-dark" if self.colours.dark else "xcode"))
        while drawn and not drawn[0].text.strip() and not _has_ground(drawn[0]):
            drawn = drawn[1:]
        return drawn

    def _rich(self) -> Console:
        if self._console is None:
            c = self.colours
            styles = reference_styles(c.foreground, c.muted, c.accent, c.code, c.ground)
            self._console = Console(
                width=self.width,
                file=io.StringIO(),
                force_terminal=True,
                color_system="truecolor",
                legacy_windows=False,
                markup=False,
                emoji=False,
                highlight=False,
                theme=Theme(styles),
                _environ={},
            )
        return self._console


def _has_ground(strip: Strip) -> bool:
    return any(segment.style is not None and segment.style.bgcolor is not None for segment in strip)


class Stream:
    """A reply in the making: `feed` is cheap, `strips` draws what has changed since the last call."""

    def __init__(self, painter: Painter, gutter: str = "") -> None:
        self._painter = painter
        self._gutter = Segment(gutter)
        self._pending: list[str] = []
        self._tail = ""
        self._frozen: list[Strip] = []
        self._env: dict[str, Any] = {}
        self._parts: list[str] = []

    @property
    def text(self) -> str:
        """All that was fed so far."""
        return "".join(self._parts)

    def feed(self, fragment: str) -> None:
        self._parts.append(fragment)
        self._pending.append(fragment)

    def strips(self) -> list[Strip]:
        """The whole reply as it stands."""
        from avery.ui.markdown import blocks, parser

        # An escape sequence may be cut between two fragments, hence the whole tail is cleaned each time.
        self._tail += "".join(self._pending)
        self._pending.clear()
        clean = plain(self._tail)
        # The tail is parsed with a copy: a link definition that is still growing must not be kept.
        env = {"references": dict(self._env.get("references", {}))}
        pieces = blocks(clean, env, parser())
        if len(pieces) > 1:
            self._freeze(pieces[:-1])
            lines = clean.split("\n")
            parser().parse("\n".join(lines[: pieces[-1].line]), self._env)
            self._tail = "\n".join(lines[pieces[-1].line :])
            pieces = pieces[-1:]
        return _below(self._frozen, beside(self._gutter, self._draw_tail(pieces)))

    def _freeze(self, pieces: Sequence[Block]) -> None:
        self._frozen = _below(self._frozen, beside(self._gutter, self._painter.blocks(pieces)))

    def _draw_tail(self, pieces: Sequence[Block]) -> list[Strip]:
        if len(self._tail) > _UNSTYLED_TAIL:
            return self._painter.text(self._tail)
        return self._painter.blocks(pieces)


def _below(upper: list[Strip], lower: list[Strip]) -> list[Strip]:
    return [*upper, Strip.blank(0), *lower] if upper and lower else upper + lower


def beside(gutter: Segment, strips: Iterable[Strip]) -> list[Strip]:
    """The strips with the same segment at the left of each; an empty one leaves them as they are."""
    if not gutter.text:
        return list(strips)
    return [Strip([gutter, *strip]) for strip in strips]


def marked(strip: Strip, start: int, end: int, style: Style) -> Strip:
    """The strip with its characters from `start` to `end` (-1: the end) in `style`, for selections."""
    segments: list[Segment] = []
    place = 0
    for text, own, _ in strip:
        size = len(text)
        left = min(max(start - place, 0), size)
        right = size if end == -1 else min(max(end - place, left), size)
        for part, chosen in ((text[:left], False), (text[left:right], True), (text[right:], False)):
            if part:
                segments.append(Segment(part, (own or Style.null()) + style if chosen else own))
        place += size
    return Strip(segments, strip.cell_length)
