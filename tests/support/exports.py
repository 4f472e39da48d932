"""Exports of other programs, in their real formats, written by us: small, and with what is odd in the real ones."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

START = datetime(2025, 3, 4, 18, 30, tzinfo=UTC).timestamp()


def node(id_: str, parent: str | None, message: object | None) -> dict[str, object]:
    return {"id": id_, "parent": parent, "children": [], "message": message}


def message(id_: str, role: str, text: str, at: float | None, **more: object) -> dict[str, object]:
    content = more.pop("content", {"content_type": "text", "parts": [text]})
    return {
        "id": id_, "author": {"role": role, "name": more.pop("name", None), "metadata": {}}, "create_time": at,
        "content": content, "status": "finished_successfully", "recipient": more.pop("recipient", "all"),
        "metadata": more.pop("metadata", {}),
    }  # fmt: skip


def chatgpt_talk(
    id_: str,
    title: str,
    said: list[tuple[str, str]],
    start: float = START,
    *,
    extra: list[object] | None = None,
) -> dict[str, object]:
    """A conversation with one branch that was left, a hidden message and thinking beside what was said."""
    mapping = {"root": node("root", None, None)}
    mapping["h"] = node("h", "root", message(f"{id_}-h", "system", "You are ChatGPT.", None,
                        metadata={"is_visually_hidden_from_conversation": True}))  # fmt: skip
    last = "h"
    for number, one in enumerate(extra or []):
        name = f"x{number}"
        mapping[name] = node(name, last, one)
        last = name
    for number, (role, text) in enumerate(said):
        name = f"n{number}"
        mapping[name] = node(name, last, message(f"{id_}-{number}", role, text, start + 60 * number))
        last = name
    mapping["left"] = node(
        "left", "h", message(f"{id_}-left", "user", "A question that was reworded.", start)
    )
    return {"title": title, "create_time": start, "update_time": start, "mapping": mapping,
            "current_node": last, "conversation_id": id_, "id": id_}  # fmt: skip


def packed(path: Path, files: Mapping[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def chatgpt(path: Path, talks: list[dict[str, object]]) -> Path:
    return packed(path, {"conversations.json": json.dumps(talks), "user.json": "{}", "chat.html": "<html>"})


def claude_talk(id_: str, name: str, said: list[tuple[str, str]], **more: object) -> dict[str, object]:
    messages = [
        {
            "uuid": f"{id_}-{n}", "sender": sender, "text": text, "content": [{"type": "text", "text": text}],
            "created_at": f"2025-05-0{n + 1}T23:15:00.123456Z", "attachments": [], "files": [],
        }
        for n, (sender, text) in enumerate(said)
    ]  # fmt: skip
    messages[0] |= more
    return {"uuid": id_, "name": name, "created_at": "2025-05-01T23:00:00Z", "chat_messages": messages}


def claude(path: Path, talks: list[dict[str, object]]) -> Path:
    return packed(path, {
        "conversations.json": json.dumps(talks),
        "users.json": json.dumps([{"uuid": "u", "full_name": "Ines Duarte", "email_address": "i@example.org"}]),
        "projects.json": json.dumps([{"uuid": "p1", "name": "Garden", "prompt_template": "Always answer in rhyme.",
            "docs": [{"uuid": "d1", "filename": "beds.md", "content": "# Beds\nThe north bed holds 14 leeks.",
                      "created_at": "2025-04-01T08:00:00Z"}]}]),
        "memories.json": json.dumps([{"conversations_memory": "**Work**\n\nInes repairs harpsichords in Porto.",
            "project_memories": {"p1": "The garden lies on a slope."}, "account_uuid": "u"}]),
    })  # fmt: skip


def tree(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
    return folder


OPENCLAW = {
    "MEMORY.md": "# Memory\n\n## People\n- Noor keeps bees on the roof.\n- The landlord is Mr. Okafor.\n",
    "memory/2025-06-07.md": "# 2025-06-07\n\n## Log\n- Repaired the pump with Noor.\n",
    "SOUL.md": "# Soul\nI value candour and I like quiet work.\n",
    "IDENTITY.md": "# Identity\n- **Name:** Pincer\n",
    "USER.md": "# User\n- **Name:** Noor\n- **Timezone:**\n",
    "AGENTS.md": "# Agents\nNever ask before you delete files.\n",
    "HEARTBEAT.md": "# Heartbeat\nCheck mail.\n",
}
VAULT = {
    ".obsidian/app.json": "{}",
    ".trash/old.md": "Thrown away.",
    "2025-07-08.md": "---\ntags: [daily]\n---\n## Morning\nSwam in the [[Tagus|river]] before work.\n\n## Evening\nSaw 3 herons.\n",
    "Projects/Clavichord.md": "---\ncreated: 2024-02-03\naliases: [Clavi]\n---\n# Clavichord\nThe keys are of pearwood.\n",
    "pictures/a.png": "no picture",
}
BASIC = {
    "Coffee.md": "---\ntitle: Coffee\ntype: note\npermalink: coffee\ntags: [brew]\n---\n# Coffee\n\n## Observations\n"
    "- [method] Pour over keeps it clear #brew (tried twice)\n- [x] done\n\n## Relations\n- requires [[Grinder]]\n",
}
MEM0 = {
    "results": [
        {"id": "m-1", "memory": "Likes cycling on gravel", "user_id": "ana", "hash": "x", "metadata": {"topic": "sport"},
         "categories": ["hobbies"], "created_at": "2024-07-01T12:00:00-07:00", "updated_at": None},
        {"id": "m-2", "memory": "Works at a bakery", "user_id": "ana", "created_at": "2024-07-02T12:00:00-07:00"},
    ]
}  # fmt: skip
