"""The one list of what Avery can do by key, palette or slash; help and `avery keys` print it."""

from __future__ import annotations

from collections.abc import Iterable

from avery.command import Command
from avery.field_commands import CONSENT, FIELDS
from avery.reminder_commands import REMINDERS
from avery.session_commands import CHATS

__all__ = ["COMMANDS", "Command", "by_slash", "completions", "groups", "key_name", "table", "ways"]

COMMANDS: tuple[Command, ...] = (
    Command("chat.send", "Writing", "Send", ("enter",), palette=False),
    Command(
        "composer.newline",
        "Writing",
        "New line (also \\ then Enter)",
        ("ctrl+j", "shift+enter", "alt+enter"),
        palette=False,
    ),
    Command(
        "composer.history",
        "Writing",
        "Earlier messages, from the first or last row",
        ("up", "down"),
        palette=False,
    ),
    Command(
        "composer.complete",
        "Writing",
        "Complete a command or a file name; unfold a long paste",
        ("tab",),
        palette=False,
    ),
    Command(
        "composer.editor", "Writing", "Write in $EDITOR", ("ctrl+g",), "editor", action="write_in_editor"
    ),
    *FIELDS,
    Command(
        "chat.stop",
        "Chat",
        "Stop the reply, close what is open, or go back to writing",
        ("escape",),
        action="escape",
        palette=False,
    ),
    Command(
        "chat.interrupt",
        "Chat",
        "Copy, else stop, else clear the draft; twice quits",
        ("ctrl+c",),
        action="interrupt",
        palette=False,
    ),
    Command("chat.new", "Chat", "New chat (ends this one's task)", ("ctrl+n",), "new", action="new_chat"),
    Command(
        "chat.rename", "Chat", "Call this chat something else", (), "rename", "TITLE", action="rename_chat"
    ),
    Command("chat.retry", "Chat", "The last answer again", (), "retry", action="retry"),
    Command("chat.edit", "Chat", "Edit what you said last, and send it anew", (), "edit", action="edit_last"),
    Command("chat.export", "Chat", "Write this chat as Markdown", (), "export", "PATH", action="export_chat"),
    *CHATS,
    Command(
        "task.name",
        "Task",
        "Work in the task of this name; alone: what is open, what it holds",
        (),
        "task",
        "NAME",
        action="tasks",
    ),
    Command(
        "task.pads",
        "Task",
        "All open tasks: change to one, end it, throw it away",
        ("f5",),
        "tasks",
        action="pads",
    ),
    Command("pads.change", "All tasks", "Work in the marked one", ("enter",), palette=False),
    Command("pads.begin", "All tasks", "Begin another one", ("n",), palette=False),
    Command("pads.end", "All tasks", "End it: Avery keeps what it learned", ("e",), palette=False),
    Command("pads.discard", "All tasks", "Throw it away, after asking", ("d", "delete"), palette=False),
    *REMINDERS,
    Command("chat.done", "Task", "End the task: Avery keeps what it learned", (), "done", action="end_task"),
    Command(
        "task.discard", "Task", "Throw the task away, after asking", (), "discard", action="discard_task"
    ),
    Command("memory.pane", "Memory", "Show or hide what was recalled", ("ctrl+t",), action="toggle_recall"),
    Command(
        "memory.recall",
        "Memory",
        "See what a question brings to mind",
        (),
        "recall",
        "QUESTION",
        action="ask_recall",
        palette=False,
    ),
    Command("recall.source", "Memory", "Read where the open memory comes from", ("enter",), palette=False),
    Command("recall.open", "Memory", "Open it among all memories, to change it", ("o",), palette=False),
    Command(
        "memory.browse",
        "Memory",
        "All memories: search, filter, change, undo",
        ("f3",),
        "memories",
        "WORDS",
        action="memories",
    ),
    Command("inbox.open", "Inbox", "Decide what waits for you", ("f4",), "inbox", action="inbox"),
    Command(
        "memory.facts",
        "Memory",
        "See what is known of somebody or something",
        (),
        "facts",
        "NAME",
        action="ask_facts",
    ),
    Command("sleep.open", "Sleep", "See what sleep did and would do", ("f8",), "sleep", action="sleep"),
    Command("sleep.now", "Sleep", "Sleep now", ("s",), palette=False),
    Command(
        "sleep.approve", "Sleep", "Sleep now, and forget what waits for your word", ("a",), palette=False
    ),
    Command("sleep.stop", "Sleep", "Stop the cycle", ("c",), palette=False),
    Command("sleep.undo", "Sleep", "Take the marked cycle back, after asking", ("u",), palette=False),
    Command("sleep.spare", "Sleep", "Keep the marked memory for good", ("p",), palette=False),
    Command(
        "stats.open",
        "Figures",
        "See how well the memory is, and its figures",
        ("f9",),
        "stats",
        action="stats",
    ),
    Command("stats.behind", "Figures", "What is behind the marked part", ("enter",), palette=False),
    Command("stats.again", "Figures", "Look again", ("r",), palette=False),
    Command(
        "identity.open",
        "Identity",
        "See who Avery is and how that came about",
        (),
        "identity",
        action="identity",
    ),
    Command(
        "identity.back", "Identity", "Go back to the marked version, after asking", ("b",), palette=False
    ),
    Command(
        "identity.turn", "Identity", "What it changed, against the present, the whole", ("t",), palette=False
    ),
    Command("identity.flip", "Identity", "Side by side, or below each other", ("v",), palette=False),
    Command("inbox.later", "Inbox", "Leave it for later", ("l",), palette=False),
    Command("inbox.before", "Inbox", "What waits before it", ("alt+up",), palette=False),
    Command("inbox.after", "Inbox", "What waits after it", ("alt+down",), palette=False),
    *CONSENT,
    Command("self.approve", "Inbox: identity", "Approve the text", ("a",), palette=False),
    Command("self.reject", "Inbox: identity", "Reject it (R: and say why)", ("r", "R"), palette=False),
    Command("self.edit", "Inbox: identity", "Reword it, then Ctrl+S approves", ("e",), palette=False),
    Command("self.editor", "Inbox: identity", "Reword it in $EDITOR", ("ctrl+g",), palette=False),
    Command("self.drop", "Inbox: identity", "Drop your wording", ("x",), palette=False),
    Command("self.flip", "Inbox: identity", "Side by side, or below each other", ("v",), palette=False),
    Command("plan.approve", "Inbox: sleep", "Forget what would be forgotten", ("a",), palette=False),
    Command("plan.reject", "Inbox: sleep", "Not now", ("r",), palette=False),
    Command("plan.spare", "Inbox: sleep", "Keep the marked memory for good", ("p",), palette=False),
    Command(
        "conflicts.keep",
        "Inbox: a conflict",
        "Keep the marked side (1 to 9: that side)",
        ("k",),
        palette=False,
    ),
    Command("conflicts.both", "Inbox: a conflict", "Keep all sides: no conflict", ("b",), palette=False),
    Command("conflicts.neither", "Inbox: a conflict", "Keep neither", ("n",), palette=False),
    Command(
        "conflicts.mark",
        "Inbox: a conflict",
        "Mark the side before or after",
        ("left", "right"),
        palette=False,
    ),
    Command(
        "conflicts.source",
        "Inbox: a conflict",
        "Read where the marked side comes from",
        ("enter",),
        palette=False,
    ),
    Command(
        "library.open",
        "Library",
        "Read, search and add documents",
        ("f2",),
        "library",
        "WORDS",
        action="library",
    ),
    Command("library.find", "Library", "Search the text of all documents", ("slash",), palette=False),
    Command("library.fold", "Library", "Fold, unfold", ("left", "right"), palette=False),
    Command("library.read", "Library", "Read it (n reads on, b back)", ("enter",), palette=False),
    Command("library.add", "Library", "Add a file or a folder", ("a",), palette=False),
    Command(
        "library.remove", "Library", "Take the document out, after asking", ("d", "delete"), palette=False
    ),
    Command("library.refresh", "Library", "Look for changed files", ("r",), palette=False),
    Command("library.cancel", "Library", "Stop reading files", ("x",), palette=False),
    Command("memories.find", "All memories", "Search; Enter asks by meaning", ("slash",), palette=False),
    Command(
        "memories.filters", "All memories", "Filter by type, state, scope, time …", ("f",), palette=False
    ),
    Command("memories.sort", "All memories", "Another order", ("s",), palette=False),
    Command("memories.select", "All memories", "Select the marked one", ("space",), palette=False),
    Command("memories.all", "All memories", "Select all that are listed, or none", ("a",), palette=False),
    Command("memories.edit", "All memories", "Edit it here", ("e",), palette=False),
    Command("memories.editor", "All memories", "Edit it in $EDITOR", ("ctrl+g",), palette=False),
    Command("memories.correct", "All memories", "Say what is true instead", ("c",), palette=False),
    Command("memories.pin", "All memories", "Pin, so that it is never forgotten", ("p",), palette=False),
    Command("memories.private", "All memories", "Keep it from every model", ("v",), palette=False),
    Command("memories.state", "All memories", "Another state", ("t",), palette=False),
    Command("memories.importance", "All memories", "Another importance", ("i",), palette=False),
    Command(
        "memories.move", "All memories", "Move to a task, or make known everywhere", ("m",), palette=False
    ),
    Command("memories.forget", "All memories", "Forget", ("d", "delete"), palette=False),
    Command("memories.purge", "All memories", "Remove without a trace, after asking", ("x",), palette=False),
    Command("memories.undo", "All memories", "Take back what was done last", ("u",), palette=False),
    Command("memories.source", "All memories", "Read where it comes from", ("o",), palette=False),
    Command("memories.hop", "All memories", "A memory it hangs together with", ("1", "9"), palette=False),
    Command("memories.return", "All memories", "Back to the memory before", ("backspace",), palette=False),
    Command("transcript.cursor", "Reading", "Message before or after", ("alt+up", "alt+down"), palette=False),
    Command("transcript.page", "Reading", "Scroll a page", ("pageup", "pagedown"), palette=False),
    Command(
        "transcript.end",
        "Reading",
        "Go to the end and follow",
        ("end",),
        action="follow_end",
    ),
    Command("transcript.copy", "Reading", "Copy the marked message", ("y",), palette=False),
    Command("transcript.code", "Reading", "Copy its code only, block by block", ("c",), palette=False),
    Command("transcript.link", "Reading", "Open its links, one after the other", ("l",), palette=False),
    Command("transcript.edit", "Reading", "Edit what you said, and send it anew", ("e",), palette=False),
    Command("transcript.retry", "Reading", "Another answer to it", ("r",), palette=False),
    Command("transcript.unfold", "Reading", "Unfold the marked message", ("enter",), palette=False),
    Command(
        "focus.next", "Moving", "Writing, recall, transcript, in turn", ("tab", "shift+tab"), palette=False
    ),
    Command("app.palette", "Avery", "All commands", ("ctrl+p",), palette=False),
    Command(
        "app.help", "Avery", "Help (also ? when not writing)", ("f1", "question_mark"), "help", action="help"
    ),
    Command("app.keys", "Avery", "The keys", (), "keys", action="help", palette=False),
    Command(
        "app.theme", "Avery", "Other colours, tried out on the spot", (), "theme", "NAME", action="app.themes"
    ),
    Command(
        "app.mouse",
        "Avery",
        "Give the mouse to the terminal, to select and copy there; or take it back",
        (),
        "mouse",
        action="app.mouse",
    ),
    Command("app.log", "Avery", "The log: what failed behind the screen", (), "log", action="app.log"),
    Command("chat.copy", "Chat", "Copy the last answer", (), "copy", action="copy_last"),
    Command("app.setup", "Avery", "Another model, server or key", (), "model", "NAME", action="setup"),
    Command(
        "app.settings",
        "Avery",
        "Settings: all of config.toml, keys of servers, what is allowed",
        ("f12",),
        "settings",
        action="settings",
    ),
    Command(
        "servers.open",
        "MCP servers",
        "MCP servers: how they are, and their tools",
        (),
        "mcp",
        action="servers",
    ),
    Command("servers.restart", "MCP servers", "Connect to the marked one anew", ("r",), palette=False),
    Command("settings.find", "Settings", "Search", ("slash",), palette=False),
    Command(
        "settings.change", "Settings", "Change the marked one; another key", ("enter", "space"), palette=False
    ),
    Command(
        "settings.reset",
        "Settings",
        "Back to the default; remove a key; take a grant back",
        ("x", "delete"),
        palette=False,
    ),
    Command("settings.changed", "Settings", "Only what is not as it comes", ("c",), palette=False),
    Command("settings.text", "Settings", "Edit config.toml as text", ("e",), palette=False),
    Command("settings.editor", "Settings", "Edit it in $EDITOR", ("ctrl+g",), palette=False),
    Command("settings.test", "Settings", "Test the marked key", ("t",), palette=False),
    Command("settings.move", "Settings", "Move a key into the key store", ("m",), palette=False),
    Command("config.save", "Settings", "Check and save what was edited as text", ("ctrl+s",), palette=False),
    Command(
        "app.quit",
        "Avery",
        "Quit (also Ctrl+D in an empty line)",
        ("ctrl+q",),
        "quit",
        action="leave",
        priority=True,
    ),
)

_NAMES = {
    "escape": "Esc",
    "slash": "/",
    "pageup": "PageUp",
    "pagedown": "PageDown",
    "question_mark": "?",
    "ctrl": "Ctrl",
    "shift": "Shift",
    "alt": "Alt",
}


def key_name(key: str) -> str:
    """A key as people write it: `ctrl+j` is Ctrl+J."""
    parts = key.split("+")
    return "+".join(_NAMES.get(p, p.upper() if len(p) == 1 and len(parts) > 1 else _title(p)) for p in parts)


def _title(part: str) -> str:
    return part if len(part) == 1 else part[0].upper() + part[1:]


def by_slash(word: str) -> Command | None:
    """The command of a slash word, without the slash, or of the beginning of one that no other shares."""
    begun = completions(word)
    return next((c for c in begun if c.slash == word), begun[0] if len(begun) == 1 else None)


def completions(typed: str) -> tuple[Command, ...]:
    """The slash commands that begin with what was typed after the slash."""
    return tuple(c for c in COMMANDS if c.slash is not None and c.slash.startswith(typed))


def groups(commands: Iterable[Command] = COMMANDS) -> dict[str, list[Command]]:
    """The commands by group, in the order of the list."""
    found: dict[str, list[Command]] = {}
    for command in commands:
        found.setdefault(command.group, []).append(command)
    return found


def ways(command: Command) -> str:
    """How to reach a command: its keys and its slash word."""
    names = [key_name(key) for key in command.keys]
    if command.slash:
        names.append(f"/{command.slash} {command.argument}".strip())
    return ", ".join(names)


def table() -> str:
    """The key table that `avery keys` prints."""
    width = max(len(ways(c)) for c in COMMANDS)
    id_width = max(len(c.id) for c in COMMANDS)
    lines: list[str] = []
    for group, members in groups().items():
        lines += ["", group] if lines else [group]
        lines += [f"  {ways(c):<{width}}  {c.id:<{id_width}}  {c.title}" for c in members]
    return "\n".join(lines)
