"""Everything about one memory as text: its words, how strong it is and why, why it is remembered, what hangs on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, tzinfo

from textual.content import Content

from avery.ui.bars import bar, number
from avery.ui.plain import one_line, plain
from avery.ui.score import ACCESS_MOST, age
from avery.ui.sides import WHOSE, held, origin
from weave.agents import agent_of
from weave.browsing.model import Bond, Near, Whole
from weave.clock import day
from weave.disputes import value_of
from weave.model import GLOBAL, Fact, Memory, Role, State, Turn

_LONGEST = 8_000
"""Characters of a text that are shown; the editor has all of them."""
_WORDING = 700
_BAR = 10
_LABEL = 11
_NARROW, _WIDE = 14, 54
_FACTS = 12
_TURNS = 6


def numbered(whole: Whole) -> tuple[Near, ...]:
    """What hangs together with it and is reached by a digit."""
    return whole.near[:9]


def text(whole: Whole, now: datetime, zone: tzinfo | None, width: int, *, back: bool = False) -> Content:
    """The whole page, for so many cells."""
    memory = whole.memory
    lines = [
        Content.styled(one_line(memory.title, 300) or "(no title)", "bold $foreground"),
        _standing(memory),
        Content(""),
        *_words(memory),
        *_section(
            "How strong",
            [
                part
                for row in _strength(whole, now, _BAR if width >= _WIDE else _BAR // 2)
                for part in _hung(*row, width)
            ],
        ),
        *_section("Why remembered", _why(whole, now, zone)),
        *_section("What it states", [_fact(fact, zone) for fact in whole.facts[:_FACTS]]),
        *_section("What hangs together with it", _near(whole)),
        *_section("Where it stands", _where(whole, zone)),
    ]
    if back:
        lines.insert(0, Content.assemble(*_key("Backspace", " back to the memory before")))
    return Content("\n").join(lines)


def _section(title: str, lines: Sequence[Content] | Iterator[Content]) -> list[Content]:
    body = list(lines)
    return [Content(""), Content.styled(title, "$accent"), *body] if body else []


def _standing(memory: Memory) -> Content:
    parts: list[tuple[str, str]] = [(memory.type.value, "$muted"), (" · ", "$faint")]
    parts.append((memory.state.value, "$muted" if memory.state is State.ACTIVE else "$warning"))
    where = "known everywhere" if memory.scope == GLOBAL else f"in {one_line(memory.scope, 60)}"
    parts += [(" · ", "$faint"), (where, "$muted")]
    if memory.pinned:
        parts += [(" · ", "$faint"), ("pinned, never forgotten", "$accent")]
    if memory.private:
        parts += [(" · ", "$faint"), ("private, never sent to a model", "bold $muted")]
    return Content.assemble(*parts)


def _words(memory: Memory) -> list[Content]:
    words = plain(memory.text[:_LONGEST]).strip() or "(empty)"
    found = [Content.styled(words, "$foreground")]
    if len(memory.text) > _LONGEST:
        found.append(
            Content.styled(f"… and {len(memory.text) - _LONGEST:,} characters more; e shows them", "$muted")
        )
    return found


def _strength(whole: Whole, now: datetime, size: int) -> Iterator[tuple[Content, str]]:
    """Each factor with its bar, and what it comes from."""
    memory, score = whole.memory, whole.score
    yield (
        _factor("strength", score.strength, size, bold=True),
        "state × recency × access × importance, at most 1",
    )
    yield _factor("state", score.state, size), memory.state.value
    since = memory.accessed if memory.accessed and memory.accessed > memory.created else None
    told = f"recalled {_ago(since, now)}" if since else f"learned {_ago(memory.created, now)}"
    yield _factor("recency", score.recency, size), f"{told}; halves in a week"
    count = memory.access_count
    times = f"recalled {_times(count)} for an answer" if count else "never recalled"
    yield _factor("access", score.access, size, ACCESS_MOST), times
    raw = memory.importance_raw
    weighed = "set by hand" if raw is None else f"{raw:.2f} when it was encoded"
    yield _factor("importance", score.importance, size), weighed
    yield _factor("trust", score.trust, size), f"{WHOSE[memory.provenance]}; counts in the rank alone"


def _hung(head: Content, words: str, width: int) -> list[Content]:
    """`words` beside a factor, and below each other there where they are longer; below it if there is no room."""
    indent = head.cell_length + 2
    if width - indent < _NARROW:
        return [
            head,
            *(Content("  ") + part for part in Content.styled(words, "$muted").wrap(max(8, width - 2))),
        ]
    first, *rest = Content.styled(words, "$muted").wrap(width - indent)
    return [head + Content("  ") + first, *(Content(" " * indent) + part for part in rest)]


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


def _ago(then: datetime, now: datetime) -> str:
    words = age(then, now)
    return "just now" if words == "now" else f"{words} ago"


def _factor(label: str, value: float, size: int, most: float = 1.0, *, bold: bool = False) -> Content:
    full, rest = bar(value, size, most)
    return Content.assemble(
        (f"{label:<{_LABEL}}", "bold $foreground" if bold else "$muted"),
        (f"{number(value)} ", "bold $foreground" if bold else "$foreground"),
        (full, "$accent"),
        (rest, "$line"),
    )


def _why(whole: Whole, now: datetime, zone: tzinfo | None) -> Iterator[Content]:
    memory = whole.memory
    if whole.conversation:
        title = one_line(whole.conversation, 120)
        yield Content.assemble(
            ("From ", "$muted"),
            (f"“{title}”", "$foreground"),
            ("; ", "$muted"),
            *_key("o", " opens it there"),
        )
    elif memory.source.conversation is not None:
        yield Content.styled("Said in a talk that is gone; only what was remembered of it is left.", "$muted")
    elif memory.derived_from:
        yield Content.styled("Concluded from other memories, named below.", "$muted")
    else:
        where = origin(memory) if agent_of(memory.source) else f"the file {origin(memory)}"
        words = f"From {where}." if memory.source.file else "A note: nobody had to say it."
        yield Content.styled(words, "$muted")
    for turn in whole.turns[:_TURNS]:
        yield from _turn(turn, zone)
    if len(whole.turns) > _TURNS:
        yield Content.styled(f"and {len(whole.turns) - _TURNS} more turns", "$muted")


def _turn(turn: Turn, zone: tzinfo | None) -> Iterator[Content]:
    yours = turn.role is Role.USER
    who = "You" if yours else "Avery" if turn.role is Role.ASSISTANT else one_line(turn.speaker, 60)
    words = " ".join(plain(turn.text[: 2 * _WORDING]).split())
    if len(words) > _WORDING:
        words = words[: _WORDING - 1].rstrip() + "…"
    yield Content.assemble(
        (who, "bold $primary" if yours else "bold $accent"), (f"  {day(turn.time, zone)}", "$faint")
    )
    yield Content.styled(f"“{words}”", "$foreground")


def _fact(fact: Fact, zone: tzinfo | None) -> Content:
    parts = [
        (one_line(fact.subject, 80), "$foreground"),
        (f" → {one_line(fact.predicate.replace('_', ' '), 60)} → ", "$muted"),
        (one_line(value_of(fact), 200), "$foreground"),
    ]
    if fact.valid_from is not None or fact.valid_to is not None:
        parts.append((f", {held(fact, zone)}", "$muted"))
    if not fact.state.in_force:
        parts.append((f" · {fact.state.value}", "$warning"))
    return Content.assemble(*parts)


def _near(whole: Whole) -> Iterator[Content]:
    for place, near in enumerate(whole.near, start=1):
        title = one_line(near.memory.title, 200) or one_line(near.memory.text, 200)
        bond = near.bond.value
        key = _key(str(place), " ") if place <= len(numbered(whole)) else [("  ", "")]
        style = "$warning" if near.bond is Bond.AGAINST else "$muted"
        yield Content.assemble(*key, (f"{bond} ", style), (title, "$foreground"))
    if whole.missing:
        were = (
            "one memory it was made from is"
            if whole.missing == 1
            else f"{whole.missing} it was made from are"
        )
        yield Content.styled(f"  {were} gone or archived", "$muted")


def _where(whole: Whole, zone: tzinfo | None) -> Iterator[Content]:
    memory = whole.memory
    happened = f", happened {day(memory.occurred, zone)}" if memory.occurred else ""
    yield Content.styled(f"learned {day(memory.created, zone)}{happened}", "$muted")
    yield Content.styled(one_line(whole.file, 200), "$muted")
    yield Content.styled(memory.id, "$faint")


def _key(key: str, words: str) -> list[tuple[str, str]]:
    return [(key, "bold $primary"), (words, "$muted")]
