"""One registry: every command reachable, no forbidden key, and the printed table holds them all."""

from avery.commands import COMMANDS, by_slash, completions, key_name, table, ways

FORBIDDEN = {"ctrl+b", "ctrl+a", "ctrl+h", "ctrl+i", "ctrl+m", "f6", "f7", "f10", "f11"}


def test_no_binding_shadows_what_terminals_and_readline_users_expect() -> None:
    taken = {key for command in COMMANDS for key in command.keys}
    assert not taken & FORBIDDEN
    assert not [key for key in taken if key.startswith("alt+") and key[-1].isdigit()]


def test_ids_and_slash_words_are_unique() -> None:
    ids = [command.id for command in COMMANDS]
    words = [command.slash for command in COMMANDS if command.slash]
    assert len(set(ids)) == len(ids)
    assert len(set(words)) == len(words)


def test_the_slash_commands_of_the_issue_exist() -> None:
    assert {"help", "new", "done", "quit", "recall", "keys"} <= {c.slash for c in COMMANDS}
    assert by_slash("quit") is not None
    assert by_slash("nonsense") is None
    assert [c.slash for c in completions("rec")] == ["recall"]


def test_the_table_prints_every_command_with_its_id() -> None:
    printed = table()
    assert all(command.id in printed and ways(command) in printed for command in COMMANDS)


def test_keys_are_written_as_people_write_them() -> None:
    assert [key_name(k) for k in ("ctrl+j", "f1", "escape", "question_mark", "alt+up", "y")] == [
        "Ctrl+J",
        "F1",
        "Esc",
        "?",
        "Alt+Up",
        "y",
    ]


def test_the_beginning_of_a_slash_word_will_do_when_no_other_shares_it() -> None:
    sessions, done = by_slash("ses"), by_slash("done")
    assert sessions is not None and sessions.slash == "sessions"
    assert done is not None and done.slash == "done"
    assert by_slash("d") is None  # done, discard
    assert by_slash("") is None
    assert by_slash("nothing") is None
