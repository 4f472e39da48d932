"""A JSONL file of turns, read line by line: what is a turn goes on, what is not is kept account of.

One bad line never costs the others: it is noted with its number and its reason, and the reading goes on.
A turn without an id gets one from its own words, so that the same file read twice, or after lines were
added anywhere, names the same turns.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import BinaryIO

from weave.cli.moments import moment
from weave.clock import iso
from weave.errors import InvalidInput
from weave.model import Role, Turn
from weave.secrets import mask
from weave.tasks import slug_of

EXAMPLES = 5
"""How many refused lines are kept with their reason; the rest is counted."""
_BOM = b"\xef\xbb\xbf"
_WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Refusal:
    """A line that is not a turn."""

    line: int
    reason: str


@dataclass(slots=True)
class TurnReader:
    """An iterable of the turns in `stream`; what it counts is true at any moment of the reading."""

    stream: BinaryIO
    name: str
    """The file's name, without folders: the conversations are named after it."""
    zone: tzinfo
    turns: int = 0
    empty: int = 0
    """Lines whose text is blank: there is nothing to remember in them."""
    repeated: int = 0
    """Lines with the id and the words of an earlier one."""
    refused: int = 0
    bytes_read: int = 0
    refusals: list[Refusal] = field(default_factory=list)
    _repeats: Counter[bytes] = field(default_factory=Counter)
    _known: dict[bytes, bytes] = field(default_factory=dict)
    _stopped: bool = False

    def stop(self) -> None:
        """End the iteration at the next turn; safe from another thread."""
        self._stopped = True

    def __iter__(self) -> Iterator[Turn]:
        for number, raw in enumerate(self.stream, start=1):
            if self._stopped:
                return
            self.bytes_read += len(raw)
            turn = self._turn(number, raw)
            if turn is not None:
                self.turns += 1
                yield turn

    def _turn(self, number: int, raw: bytes) -> Turn | None:
        try:
            if number == 1:
                raw = _without_bom(raw)
            return self._build(_record(raw)) if raw.strip() else None
        except InvalidInput as error:
            self.refused += 1
            if len(self.refusals) < EXAMPLES:
                self.refusals.append(Refusal(number, str(error)))
            return None

    def _build(self, record: Mapping[str, object]) -> Turn | None:
        if _is_blank(record.get("text")):
            self.empty += 1
            return None
        role = _role(record.get("role"))
        session = _label(record.get("session"), "session")
        conversation = conversation_id(self.name, session)
        speaker = _label(record.get("speaker"), "speaker") or role.value
        text = _text(record.get("text"))
        time = moment(_time_text(record.get("time")), self.zone)
        turn_id = self._id(record.get("id"), conversation, (role.value, speaker, iso(time), text))
        if turn_id is None:
            self.repeated += 1
            return None
        return Turn(
            id=turn_id,
            role=role,
            speaker=speaker,
            text=text,
            time=time,
            conversation=conversation,
            task=_label(record.get("task"), "task"),
            session=session,
        )

    def _id(self, given: object, conversation: str, content: tuple[str, ...]) -> str | None:
        """The turn's own id, else one from its content; None for a line that was there before.

        The same id with other words is another turn, and gets another id, always the same one. The same words
        at the same time without an id are numbered: two people may well say "yes" twice in a session.
        """
        words = _digest(*content)
        label = _label(given, "id")
        if label is None:
            repeats = self._repeats[_digest(conversation, words.hex())] + 1
            self._repeats[_digest(conversation, words.hex())] = repeats
            return f"t-{words.hex()}" if repeats == 1 else f"t-{words.hex()}-{repeats}"
        key = _digest(conversation, label)
        if key not in self._known:
            self._known[key] = words
            return label
        if self._known[key] == words:
            return None
        return self._id(f"{label}~{words.hex()[:6]}", conversation, content)


def conversation_id(name: str, session: str | None) -> str:
    """The conversation of one session of a file: readable, legal as a file name everywhere, always the same."""
    name = unicodedata.normalize("NFC", name)  # some file systems hand names back decomposed
    readable = [slug_of(name.removesuffix(".jsonl"))] + ([] if session is None else [slug_of(session)])
    whole = name if session is None else f"{name}\0{session}"
    return "-".join([*readable, _digest(whole).hex()[:8]])


def _digest(*parts: str) -> bytes:
    joined = "\0".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(joined, digest_size=8).digest()


def _without_bom(raw: bytes) -> bytes:
    if raw.startswith(_WIDE_BOMS):
        raise InvalidInput(
            "The file is UTF-16, and JSON lines are UTF-8; convert it, for example with "
            "iconv -f UTF-16 -t UTF-8, and ingest the result."
        )
    return raw.removeprefix(_BOM)


def _record(raw: bytes) -> Mapping[str, object]:
    try:
        record = json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InvalidInput(f"byte {error.start + 1} of the line is not UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"not JSON ({_short(str(error))})") from error
    if not isinstance(record, dict):
        raise InvalidInput("each line must be a JSON object with time, speaker and text")
    return record


def _short(message: str) -> str:
    return message.split("\n", 1)[0][:120]


def _is_blank(value: object) -> bool:
    return isinstance(value, str) and not value.strip()


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise InvalidInput("text is missing" if value is None else "text must be a string")
    return value


def _time_text(value: object) -> str:
    if value is None:
        raise InvalidInput("time is missing; write it like 2026-11-30T14:02:11+08:00")
    if not isinstance(value, str):
        raise InvalidInput("time must be a string like 2026-11-30T14:02:11+08:00")
    return value


def _role(value: object) -> Role:
    if value is None or value == "":
        return Role.USER
    try:
        return Role(str(value).strip().lower())
    except ValueError as error:
        allowed = ", ".join(Role)
        raise InvalidInput(f"role {_short(str(value))!r} is not one of {allowed}") from error


def _label(value: object, key: str) -> str | None:
    """A name that may be written as a string or a number, secrets masked; empty is none."""
    if value is None or isinstance(value, str):
        return mask(value or "").strip() or None
    if isinstance(value, bool | int | float):
        return json.dumps(value)
    if key == "session":
        return json.dumps(value, sort_keys=True, ensure_ascii=False)
    raise InvalidInput(f"{key} must be a string or a number")
