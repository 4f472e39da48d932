"""Claude's data export: conversations.json, users.json, projects.json and memories.json, as a zip, a folder or a file.

Messages stand in order, with times in ISO 8601. What a person attached comes as the text that was read from it: a
file's words, not theirs, so it goes into the library. What Claude remembered stays another assistant's word.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime, tzinfo

from weave.errors import InvalidInput
from weave.model import Provenance, Role, Turn
from weave.porting.container import Source
from weave.porting.container import read as whole
from weave.porting.model import Found, Note, Paper, Skipped, Talk
from weave.porting.moments import moment
from weave.porting.names import digest, token
from weave.porting.talk_files import talks_in
from weave.porting.texts import notes_in
from weave.porting.values import Table, listed, table, text

_ROLES = {"human": Role.USER, "user": Role.USER, "assistant": Role.ASSISTANT}


def is_talk(value: object) -> bool:
    """Whether an object is a conversation of this export."""
    return isinstance(value, dict) and isinstance(value.get("chat_messages"), list)


def read(source: Source, zone: tzinfo, now: datetime) -> Iterator[Found]:
    """Conversations first, then projects and memories; broken ones as `Skipped`."""
    names = [one.name for one in source.members()]
    person = _person(source, names)
    for one in talks_in(source, is_talk):
        if isinstance(one, Skipped):
            yield one
        else:
            yield from _talk(one, person, zone, now)
    for name in names:
        last = name.rsplit("/", 1)[-1]
        if last == "projects.json" or (name.startswith("projects/") and last.endswith(".json")):
            yield from _json(source, name, lambda value: _projects(value, zone))
        if last == "memories.json":
            yield from _json(source, name, lambda value: _memories(value, now))


def _json(source: Source, name: str, reader: Callable[[object], Iterator[Found]]) -> Iterator[Found]:
    try:
        value = json.loads(whole(source, name))
    except (ValueError, RecursionError, InvalidInput) as error:
        yield Skipped(name, f"it cannot be read ({error})")
        return
    yield from reader(value)


def _person(source: Source, names: list[str]) -> str:
    """The person's name, for one who is alone in users.json."""
    found = next((name for name in names if name.rsplit("/", 1)[-1] == "users.json"), None)
    try:
        users = listed(json.loads(whole(source, found))) if found else ()
    except (ValueError, RecursionError, InvalidInput):
        return "user"
    only = text(table(users[0]).get("full_name")).strip() if len(users) == 1 else ""
    return only or "user"


def _talk(raw: Table, person: str, zone: tzinfo, now: datetime) -> Iterator[Found]:
    id_ = f"claude-{token(raw.get('uuid'), text(raw.get('name')), text(raw.get('created_at')))}"
    last = moment(raw.get("created_at"), zone) or now
    turns: list[Turn] = []
    for place, one in enumerate(listed(raw.get("chat_messages"))):
        message = table(one)
        role = _ROLES.get(text(message.get("sender")))
        last = moment(message.get("created_at"), zone) or last
        files = [*listed(message.get("attachments")), *listed(message.get("files"))]
        words = "\n".join(filter(None, (_words(message), *map(_mention, files))))
        for file in files:
            yield from _attached(table(file), id_, last)
        if role is None or not words.strip():
            continue
        speaker = person if role is Role.USER else "Claude"
        turns.append(Turn(token(message.get("uuid"), id_, str(place)), role, speaker, words, last, id_))
    if turns:
        yield Talk(id_, text(raw.get("name")), tuple(turns))
    else:
        yield Skipped("empty conversations", "nothing was said in them")


def _words(message: Table) -> str:
    """What was said, without thinking and without calls of tools."""
    blocks = listed(message.get("content"))
    said = [
        text(table(one).get("text")) for one in blocks if table(one).get("type") in ("text", "voice_note")
    ]
    return "\n\n".join(filter(None, said)) or (text(message.get("text")) if not blocks else "")


def _mention(file: object) -> str:
    name = " ".join(text(table(file).get("file_name")).split())
    return f"[attached: {name}]" if name else ""


def _attached(file: Table, conversation: str, time: datetime) -> Iterator[Found]:
    words, name = text(file.get("extracted_content")), text(file.get("file_name"))
    if words.strip():
        key = f"{conversation}/{name}/{digest(words)}"
        yield Paper(key, ("attachments", conversation, _as_text(name or "pasted")), text=words, changed=time)


def _as_text(name: str) -> str:
    """A name under which its text is read as text, whatever the file was."""
    return name if name.lower().endswith((".md", ".txt")) else f"{name.replace('/', ' ')}.txt"


def _projects(value: object, zone: tzinfo) -> Iterator[Found]:
    for one in listed(value) if isinstance(value, list) else [value]:
        project = table(one)
        name, uuid = text(project.get("name")), text(project.get("uuid"))
        changed = moment(project.get("updated_at"), zone)
        wanted = text(project.get("prompt_template"))
        if wanted.strip():
            key = f"project/{uuid or name}/instructions"
            yield Paper(key, ("projects", name or uuid, "instructions.md"), text=wanted, changed=changed)
        for doc in map(table, listed(project.get("docs"))):
            content, title = text(doc.get("content")), text(doc.get("filename"))
            if content.strip():
                key = f"project/{uuid or name}/{text(doc.get('uuid')) or title}"
                time = moment(doc.get("created_at"), zone) or changed
                yield Paper(
                    key, ("projects", name or uuid, _as_text(title or "document")), text=content, changed=time
                )


def _memories(value: object, now: datetime) -> Iterator[Found]:
    for one in map(table, listed(value) if isinstance(value, list) else [value]):
        told = [
            text(one.get("conversations_memory")),
            *map(text, table(one.get("project_memories")).values()),
        ]
        for said in told:
            for piece in notes_in(said):
                where = " › ".join(piece.headings)
                words = f"{where}: {piece.text}" if where else piece.text
                yield Note(f"memory:{digest(words)}", words, Provenance.AGENT, created=now)
