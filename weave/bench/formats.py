"""Reading the data sets: LoCoMo and LongMemEval as they are published, and one plain format for all of them.

The plain one: `conversations[] {id, turns[] {id, session, time, speaker, text}, questions[] {question, kind, evidence[],
now}}`; evidence names turns. LoCoMo (github.com/snap-research/locomo): a list of samples, sessions with one time each.
LongMemEval (github.com/xiaowu0162/LongMemEval): a list of questions, each with its own sessions; turns that hold the
answer are marked `has_answer`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from weave.bench.model import Name, Question, Talk
from weave.errors import InvalidInput
from weave.model import Role, Turn
from weave.porting.json_stream import Broken, elements
from weave.porting.moments import moment
from weave.porting.values import Table, listed, table, text

_BETWEEN = timedelta(seconds=30)
"""From one turn of a session to the next, where only the session has a time."""
_KINDS = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
"""LoCoMo's categories."""
_LOCOMO_TIME = re.compile(r"(\d{1,2}):(\d{2})\s*([ap]m)\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})", re.I)
_LONG_TIME = re.compile(r"(\d{4})/(\d{1,2})/(\d{1,2})(?:\s*\([^)]*\))?\s+(\d{1,2}):(\d{2})")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_SESSION = re.compile(r"session_(\d+)")
_USER = frozenset(("user", "human"))

Reader = Callable[[Table], Talk | None]


def load(name: Name, path: Path, limit: int | None = None) -> list[Talk]:
    """The first `limit` conversations that have turns and questions. Raises InvalidInput for what is no such file."""
    try:
        with path.open("rb") as stream:
            found = elements(stream, lambda value: isinstance(value, dict), ("conversations",))
            talks = list(islice(_talks(name, found), limit))
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read ({error.strerror}); check the name.") from error
    if not talks:
        raise InvalidInput(f"There are no conversations with questions of {name} in {path.name}.")
    return talks


def _talks(name: Name, found: Iterator[object | Broken]) -> Iterator[Talk]:
    for number, one in enumerate(found, 1):
        if isinstance(one, Broken):
            raise InvalidInput(
                f"Entry {number} of the data is no whole JSON ({one.fault}); download it again."
            )
        try:
            talk = _reader(name, table(one))(table(one))
        except (KeyError, ValueError, TypeError) as error:
            raise InvalidInput(
                f"Entry {number} of the data is not of {name}: {error} is missing or odd."
            ) from error
        if talk is not None and talk.turns and talk.questions:
            yield talk


def _reader(name: Name, raw: Table) -> Reader:
    if "questions" in raw and "turns" in raw:
        return lambda raw: _plain(raw, user_only=name is Name.BEAM_USER)
    if name is Name.LOCOMO and "qa" in raw and "conversation" in raw:
        return _locomo
    if name is Name.LONGMEMEVAL and "haystack_sessions" in raw:
        return _longmemeval
    raise KeyError("questions" if name is not Name.LONGMEMEVAL else "haystack_sessions")


def _talk(id_: str, turns: list[Turn], asked: list[Question]) -> Talk:
    there = {turn.id for turn in turns}
    kept = [Question(q.text, q.kind, q.evidence & there, q.now) for q in asked]
    having = tuple(question for question in kept if question.evidence)
    return Talk(id_, tuple(turns), having, len(kept) - len(having))


def _plain(raw: Table, *, user_only: bool) -> Talk:
    id_ = str(raw["id"])
    rows = [table(one) for one in listed(raw["turns"])]
    turns = [_plain_turn(id_, row) for row in rows if not user_only or row["speaker"] == "user"]
    asked = [
        Question(
            text(q["question"]), text(q["kind"]), frozenset(map(str, listed(q["evidence"]))), _time(q["now"])
        )
        for q in map(table, listed(raw["questions"]))
    ]
    return _talk(id_, turns, asked)


def _plain_turn(talk: str, row: Table) -> Turn:
    speaker = text(row["speaker"])
    said = _Said(str(row["id"]), speaker, text(row["text"]), str(row["session"]))
    return said.turn(talk, _time(row["time"]), assistant=speaker == "assistant")


@dataclass(frozen=True, slots=True)
class _Said:
    id: str
    speaker: str
    words: str
    session: str

    def turn(self, talk: str, time: datetime, *, assistant: bool = False) -> Turn:
        role = Role.ASSISTANT if assistant else Role.USER
        return Turn(self.id, role, self.speaker, self.words, time, f"{talk}-{self.session}", self.session)


def _time(value: object) -> datetime:
    found = moment(value, UTC)
    if found is None:
        raise ValueError(f"the time {value!r}")
    return found


# -- LoCoMo ---------------------------------------------------------------------------------------------------


def _locomo(raw: Table) -> Talk:
    id_ = str(raw["sample_id"])
    told = table(raw["conversation"])
    names = sorted((int(found[1]), key) for key in told if (found := _SESSION.fullmatch(key)))
    turns = [
        _locomo_turn(id_, table(row), number, _locomo_time(told[f"{key}_date_time"]) + place * _BETWEEN)
        for number, key in names
        for place, row in enumerate(listed(told[key]))
    ]
    end = turns[-1].time if turns else datetime.now(UTC)
    asked = [
        Question(
            text(q["question"]),
            _KINDS.get(_number(q.get("category")), "other"),
            frozenset(
                one for said in listed(q.get("evidence")) for one in re.findall(r"D\d+:\d+", str(said))
            ),
            end,
        )
        for q in map(table, listed(raw["qa"]))
    ]
    return _talk(id_, turns, asked)


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _locomo_turn(talk: str, row: Table, session: int, time: datetime) -> Turn:
    shared = text(row.get("blip_caption"))
    words = " ".join(filter(None, (text(row.get("text")), f"[shares a photo of {shared}]" if shared else "")))
    return _Said(text(row["dia_id"]), text(row["speaker"]), words, str(session)).turn(talk, time)


def _locomo_time(value: object) -> datetime:
    found = _LOCOMO_TIME.search(text(value))
    if found is None:
        return _time(value)
    hour = int(found[1]) % 12 + (12 if found[3].lower() == "pm" else 0)
    month = _MONTHS.index(found[5][:3].lower()) + 1
    return datetime(int(found[6]), month, int(found[4]), hour, int(found[2]), tzinfo=UTC)


# -- LongMemEval ----------------------------------------------------------------------------------------------


def _longmemeval(raw: Table) -> Talk:
    id_ = str(raw["question_id"])
    dates = [_long_time(one) for one in listed(raw["haystack_dates"])]
    sessions = [listed(one) for one in listed(raw["haystack_sessions"])]
    turns: list[Turn] = []
    evidence: set[str] = set()
    for number, (date, session) in enumerate(
        sorted(zip(dates, sessions, strict=True), key=lambda one: one[0])
    ):
        for place, row in enumerate(map(table, session)):
            turn_id, role = f"{number}:{place}", text(row["role"])
            said = _Said(turn_id, role, text(row["content"]), str(number))
            turns.append(said.turn(id_, date + place * _BETWEEN, assistant=role not in _USER))
            evidence |= {turn_id} if row.get("has_answer") is True else set()
    now = max([_long_time(raw["question_date"]), *(turn.time for turn in turns)])
    question = Question(text(raw["question"]), text(raw["question_type"]), frozenset(evidence), now)
    return _talk(id_, turns, [question])


def _long_time(value: object) -> datetime:
    found = _LONG_TIME.search(text(value))
    if found is None:
        return _time(value)
    year, month, day, hour, minute = map(int, found.groups())
    return datetime(year, month, day, hour, minute, tzinfo=UTC)
