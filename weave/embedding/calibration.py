"""What a cosine means, per embedder: a monotone map onto 0..1, for every absolute threshold on similarity.

The thresholds were found with text-embedding-3-large; other models squeeze their scores, so unrelated
texts of the bundled one lie near 0.75. The knots are fitted by `tests/bench/calibrate.py` on
`tests/bench/calibration.json`: just above the highest unrelated cosine lies 0.3, just below the lowest light
edit 0.85.
"""

from __future__ import annotations

from bisect import bisect_right

Knots = tuple[tuple[float, float], ...]
"""(cosine, calibrated), both rising."""

UNRELATED, LIGHT_EDIT = 0.3, 0.85

# An honest scale needs no map; what the thresholds were found with.
_PLAIN: Knots = ((0.0, 0.0), (1.0, 1.0))
# A model nobody measured may squeeze like the bundled one: rather too low than too high.
_UNKNOWN: Knots = ((0.5, 0.0), (0.84, UNRELATED), (0.97, LIGHT_EDIT), (1.0, 1.0))

FITTED: dict[str, Knots] = {
    "multilingual-e5-small-q4": ((0.698, 0.0), (0.894, UNRELATED), (0.948, LIGHT_EDIT), (1.0, 1.0)),
}


def knots(name: str) -> Knots:
    """The map of the embedder `name` (a host after `@` does not count)."""
    model = name.partition("@")[0]
    if model.startswith("text-embedding-3"):
        return _PLAIN
    return FITTED.get(model, _UNKNOWN)


def interpolate(points: Knots, cosine: float) -> float:
    """`cosine` on the straight lines through `points`, held at the ends."""
    if cosine <= points[0][0]:
        return points[0][1]
    if cosine >= points[-1][0]:
        return points[-1][1]
    place = bisect_right(points, cosine, key=lambda point: point[0])
    (left, low), (right, high) = points[place - 1], points[place]
    return low + (high - low) * (cosine - left) / (right - left)


def calibrate(name: str, cosine: float) -> float:
    """`cosine` of two vectors of the embedder `name`, on the common scale 0..1."""
    return interpolate(knots(name), cosine)
