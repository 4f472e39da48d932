"""ChatGPT's data export: conversations.json, or conversations-000.json and so on, as a zip, a folder or a file.

A conversation is a tree (`mapping`); what counts is the branch that `current_node` ends. Times are seconds since
1970. Beside what was said, it holds what ChatGPT remembered (messages to `bio`) and the person's custom instructions.
Its tools' output stays a tool's, and its thinking is not taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, tzinfo

from weave.model import Provenance, Role, Turn
from weave.porting.container import Source
from weave.porting.model import Found, Note, Skipped, Talk
from weave.porting.moments import moment
from weave.porting.names import digest, token
from weave.porting.talk_files import talks_in
from weave.porting.values import Table, listed, table, text

_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT, "tool": Role.TOOL}
_UNSPOKEN = frozenset(
    (
        "thoughts",
        "reasoning_recap",
        "system_error",
        "app_pairing_content",
        "tether_browsing_display",
        "computer_output",
    )
)
_MEDIA = {
    "image_asset_pointer": "[image]",
    "audio_asset_pointer": "",
    "real_time_user_audio_video_asset_pointer": "",
    "video_container_asset_pointer": "[video]",
}
_LONGEST_OUTPUT = 20_000


def is_talk(value: object) -> bool:
    """Whether an object is a conversation of this export."""
    return isinstance(value, dict) and isinstance(value.get("mapping"), dict)


def read(source: Source, zone: tzinfo, now: datetime) -> Iterator[Found]:
    """Conversations in the order of the files; broken ones as `Skipped`."""
    seen: set[str] = set()
    for one in talks_in(source, is_talk):
        if isinstance(one, Skipped):
            yield one
        else:
            yield from _Conversation(one, zone, now).found(seen)


@dataclass(slots=True)
class _Conversation:
    raw: Table
    zone: tzinfo
    now: datetime
    others: int = 0
    hidden: int = 0
    notes: list[Note] = field(default_factory=list)

    def found(self, seen: set[str]) -> Iterator[Found]:
        own = text(self.raw.get("conversation_id")) or text(self.raw.get("id"))
        id_ = f"chatgpt-{token(own, text(self.raw.get('title')), repr(self.raw.get('create_time')))}"
        turns = tuple(self._turns(id_))
        for note in self.notes:
            if note.key not in seen:
                seen.add(note.key)
                yield note
        if turns:
            yield Talk(id_, text(self.raw.get("title")), turns)
        else:
            yield Skipped("empty conversations", "nothing was said in them")
        if self.others:
            yield Skipped(
                "messages of branches that were left", "only the branch shown last is taken", self.others
            )
        if self.hidden:
            yield Skipped("hidden messages", "instructions, thinking and calls of ChatGPT's own", self.hidden)

    def _path(self) -> list[Table]:
        """The messages from the root to the current node; loops and missing parents end it."""
        nodes = table(self.raw.get("mapping"))
        at = text(self.raw.get("current_node"))
        if at not in nodes:
            at = max(nodes, key=lambda name: _time(table(table(nodes[name]).get("message"))), default="")
        path: list[Table] = []
        visited: set[str] = set()
        while at in nodes and at not in visited:
            visited.add(at)
            node = table(nodes[at])
            path.append(table(node.get("message")))
            at = text(node.get("parent"))
        spoken = sum(bool(table(table(node).get("message"))) for node in nodes.values())
        self.others = spoken - sum(map(bool, path))
        return path[::-1]

    def _turns(self, conversation: str) -> Iterator[Turn]:
        last = moment(self.raw.get("create_time"), self.zone) or self.now
        for place, message in enumerate(self._path()):
            if not message:
                continue
            last = moment(message.get("create_time"), self.zone) or last
            role, words = self._said(message, last)
            if role is None or not words.strip():
                self.hidden += not _is_empty(message)
                continue
            id_ = token(message.get("id"), conversation, str(place))
            yield Turn(id_, role, _speaker(role, message), words, last, conversation)

    def _said(self, message: Table, time: datetime) -> tuple[Role | None, str]:
        author, content = table(message.get("author")), table(message.get("content"))
        kind = text(content.get("content_type"))
        if kind == "user_editable_context":
            self._instructions(content, time)
        if kind == "model_editable_context":
            self._remembered(text(content.get("model_set_context")), time)
        role = _ROLES.get(text(author.get("role")))
        recipient = text(message.get("recipient")) or "all"
        if role is Role.ASSISTANT and recipient == "bio":
            self._remembered(_words(content), time)
        hidden = table(message.get("metadata")).get("is_visually_hidden_from_conversation") is True
        silent = kind in _UNSPOKEN or kind.endswith("_editable_context") or text(author.get("name")) == "bio"
        if hidden or silent or role is None or (role is Role.ASSISTANT and recipient != "all"):
            return None, ""
        words = _words(content)
        return role, words[:_LONGEST_OUTPUT] if role is Role.TOOL else words

    def _instructions(self, content: Table, time: datetime) -> None:
        """What the person wrote about themself, and how they wanted ChatGPT to answer: their words, kept as notes."""
        about, wishes = text(content.get("user_profile")), text(content.get("user_instructions"))
        for name, said in (
            ("About me, as told to ChatGPT", about),
            ("How ChatGPT was asked to answer", wishes),
        ):
            if said.strip():
                self.notes.append(
                    Note(f"instructions:{digest(said)}", said.strip(), Provenance.USER, name, created=time)
                )

    def _remembered(self, said: str, time: datetime) -> None:
        for line in filter(
            None, (re.sub(r"^\d+\.\s*\[[^\]]*\]\.?\s*", "", one).strip() for one in said.split("\n"))
        ):
            self.notes.append(Note(f"memory:{digest(line)}", line, Provenance.AGENT, created=time))


def _time(message: Table) -> float:
    value = message.get("create_time")
    return float(value) if isinstance(value, int | float) else 0.0


def _is_empty(message: Table) -> bool:
    return not _words(table(message.get("content"))).strip()


def _speaker(role: Role, message: Table) -> str:
    if role is Role.TOOL:
        return text(table(message.get("author")).get("name")) or "tool"
    return "ChatGPT" if role is Role.ASSISTANT else "user"


def _words(content: Table) -> str:
    """What is said: the parts one below the other, pictures by a word."""
    parts = [_part(part) for part in listed(content.get("parts"))]
    if not parts:
        parts = [text(content.get("text")) or text(content.get("result"))]
    return "\n".join(filter(None, parts))


def _part(part: object) -> str:
    if isinstance(part, str):
        return part
    kind = text(table(part).get("content_type"))
    return _MEDIA.get(kind, text(table(part).get("text")))
