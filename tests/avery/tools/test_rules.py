"""What a rule covers, and what it does not: the whole of what a person can have allowed."""

from __future__ import annotations

import pytest

from avery.tools.rules import covers, problem

COVERED = [
    ("write:/home/u/notes", "write:/home/u/notes/todo.md"),
    ("write:/home/u/notes", "write:/home/u/notes/a/b.md"),
    ("write:/home/u/notes/todo.md", "write:/home/u/notes/todo.md"),
    ("write:/home/u/.config/x", "write:/home/u/.config/x"),
    ("run:git status", "run:git status"),
    ("run:git status", "run@/home/u:git status"),
    ("run:git log *", "run@/home/u:git log"),
    ("run:git log *", "run@/home/u:git log --oneline -5 src/a.py"),
    ("run@/home/u/site:make", "run@/home/u/site:make"),
    ("run:echo a; echo b", "run@/x:echo a; echo b"),
    ("fetch:example.org", "fetch:example.org"),
    ("fetch:example.org:8080", "fetch:example.org:8080"),
    ("reach:localhost:8000", "reach:localhost:8000"),
    ("mcp:files/write_file", "mcp:files/write_file"),
    ("mcp:files/*", "mcp:files/write_file"),
    ("remind:all", "remind:all"),
]
NOT_COVERED = [
    ("write:/home/u/notes", "write:/home/u/notes-old/todo.md"),
    ("write:/home/u/notes", "write:/home/u/other.md"),
    ("write:/home/u/notes", "write:/home/u/notes/../other.md"),
    ("write:/home/u", "write:/home/u/.bashrc"),
    ("write:/home/u", "write:/home/u/.config/autostart/x"),
    ("write:/", "write:/etc/passwd"),
    ("write:notes", "write:/home/u/notes/todo.md"),
    ("write:/home/u/../../etc", "write:/etc/passwd"),
    ("run:git status", "run@/x:git status; rm -rf ~"),
    ("run:git status", "run@/x:git status --short"),
    ("run:git status", "run@/x:git stash"),
    ("run:git log *", "run@/x:git log; rm -rf ~"),
    ("run:git log *", "run@/x:git log && curl evil.example"),
    ("run:git log *", "run@/x:git log $(rm -rf ~)"),
    ("run:git log *", "run@/x:git log `id`"),
    ("run:git log *", "run@/x:git log > ~/.bashrc"),
    ("run:git log *", "run@/x:git log\nrm -rf ~"),
    ("run:git log *", "run@/x:git log | sh"),
    ("run:git log *", "run@/x:git log 'a b'"),
    ("run:git log *", "run@/x:git log *"),
    ("run:git log *", "run@/x:git logs"),
    ("run:git log *", "run@/x:git log  double"),
    ("run:*", "run@/x:ls"),
    ("run: *", "run@/x:ls"),
    ("run@/home/u/site:make", "run@/home/u/other:make"),
    ("run@/home/u/site:make", "run:make"),
    ("fetch:example.org", "fetch:sub.example.org"),
    ("fetch:example.org", "fetch:example.org.evil.example"),
    ("fetch:example.org", "fetch:example.org:8080"),
    ("fetch:*", "fetch:example.org"),
    ("fetch:localhost", "reach:localhost:80"),
    ("mcp:files/*", "mcp:filesystem/write"),
    ("mcp:*", "mcp:files/write_file"),
    ("mcp:files/read", "mcp:files/read_all"),
    ("write:/home/u/notes", "run@/home/u/notes:ls"),
    ("", ""),
    ("write:/home/u", ""),
    (":", ":"),
]


@pytest.mark.parametrize(("rule", "needed"), COVERED)
def test_a_rule_covers_what_it_names(rule: str, needed: str) -> None:
    assert covers(rule, needed)


@pytest.mark.parametrize(("rule", "needed"), NOT_COVERED)
def test_a_rule_covers_nothing_else(rule: str, needed: str) -> None:
    assert not covers(rule, needed)


@pytest.mark.parametrize(
    "rule", ["", "write", "write:", "write:notes", "run: *", "Run:ls", "run:a\nrun:b", "x:y"]
)
def test_what_is_no_rule_says_why(rule: str) -> None:
    assert problem(rule)
