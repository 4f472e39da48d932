"""Colours as style sheets write them: which ink shows nothing on paper. Pure."""

from __future__ import annotations

import re

_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\Z")
_CALL = re.compile(r"(rgb|hsl)a?\(([^()]{1,80})\)\Z")
_NUMBER = re.compile(r"([\d.]+)(%?)")
_PALE_NAMES = frozenset("white transparent snow ghostwhite ivory floralwhite mintcream azure".split())
_PALE, _FAINT = 0.955, 0.1
"""From which lightness on, and up to which opacity, nobody reads a letter on white."""


def is_pale(colour: str) -> bool:
    """Whether letters of this colour cannot be read on white: white, nearly white, or without ink."""
    value = colour.strip().lower().removesuffix("!important").strip()
    if value in _PALE_NAMES:
        return True
    channels, opacity = _channels(value)
    return bool(channels) and (opacity <= _FAINT or min(channels) >= _PALE)


def _channels(value: str) -> tuple[list[float], float]:
    """(red, green and blue from 0 to 1, or the lightness alone; opacity); none for what is no colour."""
    if _HEX.match(value):
        digits = value[1:] if len(value) > 5 else "".join(digit * 2 for digit in value[1:])
        parts = [int(digits[at : at + 2], 16) / 255 for at in range(0, len(digits), 2)]
        return parts[:3], parts[3] if len(parts) > 3 else 1.0
    if found := _CALL.match(value):
        numbers = [_share(number, percent) for number, percent in _NUMBER.findall(found[2])]
        if len(numbers) >= 3:
            opacity = _opacity(found[2]) if len(numbers) > 3 else 1.0
            return (numbers[:3] if found[1] == "rgb" else numbers[2:3]), opacity
    return [], 1.0


def _share(number: str, percent: str) -> float:
    try:
        return float(number) / (100 if percent else 255)
    except ValueError:  # "1.2.3"
        return 0.0


def _opacity(inner: str) -> float:
    number, percent = _NUMBER.findall(inner)[3]
    try:
        return float(number) / (100 if percent else 1)
    except ValueError:
        return 1.0
