"""What was allowed: once, for a task, for good in a file that anybody may edit; and who is asked for the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from avery.agent.consent import Effect, Request, Verdict
from avery.agent.tools import Toolbox
from avery.tools.gate import Gate
from avery.tools.grants import FILE, Grants, checked
from tests.support.tooling import files
from weave.errors import HomeError, InvalidInput

RULE = "fetch:example.org"


def request(effect: Effect, task: str = "a") -> Request:
    return Request("1", "fetch_page", "Avery", effect, task)


async def test_once_is_asked_again_and_always_is_not_even_after_a_restart(tmp_path: Path) -> None:
    asked: list[str] = []
    answers = iter([Verdict.ONCE, Verdict.ALWAYS])

    async def person(wanted: Request) -> Verdict:
        asked.append(wanted.effect.summary)
        return next(answers)

    gate = Gate(Grants(tmp_path), person)
    for number in range(4):
        assert await gate(request(Effect(str(number), grant=RULE))) is not Verdict.NO
    assert asked == ["0", "1"]
    assert Grants(tmp_path).list() == (RULE,)
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    assert await Gate(Grants(tmp_path), None)(request(Effect("x", grant=RULE), "b")) is Verdict.ONCE


async def test_what_is_allowed_for_a_task_ends_with_it(tmp_path: Path) -> None:
    asked: list[str] = []

    async def person(wanted: Request) -> Verdict:
        asked.append(wanted.task)
        return Verdict.TASK

    grants = Grants(tmp_path)
    gate = Gate(grants, person)
    for task in ("a", "a", "b", "a"):
        await gate(request(Effect("x", grant=RULE), task))
    assert asked == ["a", "b"] and grants.list("a") == (RULE,) and grants.list() == ()
    grants.end("a")
    await gate(request(Effect("x", grant=RULE)))
    assert asked == ["a", "b", "a"]
    assert not (tmp_path / FILE).exists()


async def test_what_no_rule_can_cover_is_asked_every_time(tmp_path: Path) -> None:
    asked: list[str] = []

    async def person(wanted: Request) -> Verdict:
        asked.append(wanted.effect.summary)
        return Verdict.ALWAYS

    grants = Grants(tmp_path)
    for _ in range(2):
        await Gate(grants, person)(request(Effect("forget 1 memory")))
    assert len(asked) == 2 and grants.list() == ()


async def test_a_refusal_is_kept_by_nothing(tmp_path: Path) -> None:
    async def person(wanted: Request) -> Verdict:
        return Verdict.NO

    grants = Grants(tmp_path)
    assert await Gate(grants, person)(request(Effect("x", grant=RULE))) is Verdict.NO
    assert grants.list() == () and grants.list("a") == ()


async def test_with_nobody_to_ask_it_is_said_what_would_allow_it(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"nobody to ask; --allow 'fetch:example\.org' would allow it"):
        await Gate(Grants(tmp_path), None)(request(Effect("x", grant=RULE)))


def test_the_file_is_plain_and_what_a_hand_changes_holds_at_once(tmp_path: Path) -> None:
    grants = Grants(tmp_path)
    grants.add("run:git status")
    grants.add(RULE)
    grants.add(RULE)
    text = (tmp_path / FILE).read_text()
    assert text.startswith("# ") and text.count(RULE) == 1
    (tmp_path / FILE).write_text('# mine\nallow = ["run:make"] # only this\nother = 1\n')
    assert grants.allows("run@/x:make", "a") and not grants.allows(RULE, "a")
    grants.add(RULE)
    grants.revoke("run:make")
    text = (tmp_path / FILE).read_text()
    assert "# mine" in text and "other = 1" in text and grants.list() == (RULE,)


def test_revoking_asks_again_in_every_task(tmp_path: Path) -> None:
    grants = Grants(tmp_path)
    grants.add(RULE)
    grants.add(RULE, "a")
    grants.revoke(RULE)
    assert not grants.allows(RULE, "a")


@pytest.mark.parametrize(
    "data",
    [b"allow = [", b"\xff\xfe\x00", b'allow = "run:ls"', b"allow = {a = 1}", b"[[allow]]\nrule = 'run:ls'"],
)
def test_a_damaged_file_grants_nothing_says_so_and_is_not_written_over(tmp_path: Path, data: bytes) -> None:
    (tmp_path / FILE).write_bytes(data)
    grants = Grants(tmp_path)
    assert not grants.allows("run@/x:ls", "a") and grants.list() == ()
    assert grants.trouble.startswith("grants.toml")
    with pytest.raises(HomeError, match="mend it or move it away"):
        grants.add("run:ls")
    assert (tmp_path / FILE).read_bytes() == data


def test_a_rule_that_is_none_grants_nothing_and_the_others_hold(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('allow = ["everything", 3, "run:ls", "write:../x"]')
    grants = Grants(tmp_path)
    assert grants.list() == ("run:ls",) and "3 of its rules" in grants.trouble


async def test_a_file_that_cannot_be_written_leaves_the_grant_to_the_task(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("allow = [")

    async def person(wanted: Request) -> Verdict:
        return Verdict.ALWAYS

    grants = Grants(tmp_path)
    assert await Gate(grants, person)(request(Effect("x", grant=RULE))) is Verdict.ALWAYS
    assert grants.allows(RULE, "a") and not grants.allows(RULE, "b")


def test_a_rule_for_files_is_kept_by_its_real_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = tmp_path / "real"
    real.mkdir()
    (tmp_path / "link").symlink_to(real, target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    assert checked("write:link") == f"write:{real}"
    assert checked(" write:./link/a.md ") == f"write:{real}/a.md"
    for wrong in ("", "write", "write:/", "all", "run: *"):
        with pytest.raises(InvalidInput, match="is no rule"):
            checked(wrong)


@pytest.mark.parametrize(
    "name", ["sub/x.txt", ".gitignore", ".github/workflows/a.yml", "notes /x.txt", "a\nb/x.txt"]
)
async def test_always_covers_what_was_asked_and_no_other_folder(tmp_path: Path, name: str) -> None:
    asked: list[Request] = []

    async def person(wanted: Request) -> Verdict:
        asked.append(wanted)
        return Verdict.ALWAYS

    grants, at = Grants(tmp_path), files(tmp_path / "area")
    at.box = Toolbox(at.tools, consent=Gate(grants, person))
    for text in ("1", "2"):
        await at.ok("write_file", path=name, text=text)
    effect = asked[0].effect
    assert len(asked) == (1 if effect.grant else 2) and grants.list() == (
        (effect.grant,) * bool(effect.grant)
    )
    assert not grants.allows(f"write:{tmp_path}/area/notes/x.txt", "a")
    assert not grants.allows(f"write:{tmp_path}/area/y.txt", "a")


@pytest.mark.parametrize("data", ["allow=" + "[" * 20_000, "allow=[]\nallow=[]\n", "[allow]\n"])
async def test_a_hostile_file_of_grants_grants_nothing_and_stops_no_turn(tmp_path: Path, data: str) -> None:
    (tmp_path / FILE).write_text(data)
    grants = Grants(tmp_path)
    assert not grants.allows(RULE, "a") and "cannot be read" in grants.trouble
    with pytest.raises(HomeError):
        grants.add(RULE)


async def test_a_grant_that_is_no_rule_holds_once(tmp_path: Path) -> None:
    async def person(wanted: Request) -> Verdict:
        return Verdict.ALWAYS

    grants = Grants(tmp_path)
    assert await Gate(grants, person)(request(Effect("x", grant="write:/a\nb"))) is Verdict.ALWAYS
    assert grants.list() == () and grants.list("a") == ()
