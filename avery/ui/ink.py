"""Rich's markdown styles in the colours of the theme, apart from the markdown library, which is heavy."""

from __future__ import annotations

from rich.style import Style


def reference_styles(
    foreground: str, muted: str, accent: str, code: str, ground: str
) -> dict[str, Style | str]:
    """Rich's markdown styles in the colours of the theme (each a colour Rich can parse)."""
    heading = Style(color=foreground, bold=True)
    styles: dict[str, Style | str] = {f"markdown.h{n}": heading for n in range(2, 7)}
    return styles | {
        "markdown.h1": heading + Style(underline=True),
        "markdown.code": Style(color=code, bgcolor=ground),
        "markdown.code_block": Style(bgcolor=ground),
        "markdown.code_label": Style(color=muted, bgcolor=ground, italic=True),
        "markdown.block_quote": Style(color=muted),
        "markdown.item.bullet": Style(color=muted),
        "markdown.item.number": Style(color=muted),
        "markdown.hr": Style(color=muted),
        "markdown.link": Style(color=accent, underline=True),
        "markdown.link_url": Style(color=accent, underline=True),
        "markdown.table.border": Style(color=muted),
        "markdown.table.header": Style(color=foreground, bold=True),
    }
