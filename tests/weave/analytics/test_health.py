"""Each part of the health score rises by exactly what was planted in a real home, and no other part does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.support.claims import claim
from tests.support.homes import NOW
from tests.support.metamemory import core_of, figures, planted, said_in, told
from weave import ids
from weave.analytics import health
from weave.analytics.model import Finding, PartName
from weave.analytics.survey import survey
from weave.core import Core
from weave.model import Memory, MemoryType, Provenance, Source, State

WELL = [
    "My sister Maribel carries an injector: peanuts make her airway swell shut.",
    "The deploy runs with make ship after the tests are green.",
    "猫の名前はミケです。毎朝六時にご飯を食べます。",
    "คุณยายชอบดื่มชามะลิทุกเช้า",
    "أختي تعيش في القاهرة منذ عام 2019",
    "Filter FX-7123 fits the hood in flat 23.",
    "Filter FX-7124 fits the hood in flat 24.",
    "Ana trusts Ben with the keys of the barn.",
    "Ben trusts Ana with the keys of the barn.",
    "I do not like coffee with milk and sugar in the morning.",
    "I like coffee with milk and sugar in the morning.",
]


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Core]:
    with core_of(tmp_path_factory.mktemp("health") / "home") as opened:
        opened.store.add([told(text) for text in WELL])
        yield opened


def rise(core: Core, *memories: Memory) -> dict[str, int]:
    """By how much each part grows when these are there; parts that stay are left out."""
    before = figures(core)
    with planted(core, memories):
        after = figures(core)
    assert figures(core) == before
    return {name: after[name] - before[name] for name in after if after[name] != before[name]}


def test_a_home_of_things_that_differ_is_wholly_well(core: Core) -> None:
    score = survey(core, NOW).health
    assert score.value == 100.0
    assert all(not part.findings and not part.lost for part in score.parts)


@pytest.mark.parametrize(
    "again",
    [
        "My sister Maribel carries an injector: peanuts make her airway swell shut.",
        "my  sister MARIBEL carries an injector: peanuts make her airway swell shut!",
        "My sister Maribel carries an injector; peanuts make her airway swell shut, too.",
        "猫の名前はミケです！ 毎朝六時にご飯を食べます",
        "أختي تعيش في القاهرة، منذ عام 2019",
    ],
)
def test_what_says_the_same_is_one_duplicate(core: Core, again: str) -> None:
    assert rise(core, told(again, 0.5)) == {"duplicates": 1}


def test_three_that_say_the_same_are_two_too_many_and_the_earliest_stands_for_them(core: Core) -> None:
    first, *rest = [told("The cellar door sticks when it rains for long.", days) for days in (9, 5, 2)]
    with planted(core, [*rest, first]):
        part = survey(core, NOW).health.part(PartName.DUPLICATES)
    assert set(part.ids) == {one.id for one in rest}
    assert {finding.why for finding in part.findings} == {f"says the same as {first.id}"}


@pytest.mark.parametrize(
    "others",
    [
        {"type": MemoryType.PROCEDURAL},
        {"provenance": Provenance.OBSERVED},
        {"state": State.OUTDATED},
        {"state": State.TRANSIENT},
        {"pinned": True},
    ],
)
def test_of_another_kind_retired_pinned_or_raw_it_is_no_duplicate(
    core: Core, others: dict[str, object]
) -> None:
    assert "duplicates" not in rise(core, told(WELL[0], 0.5, **others))


def test_the_same_words_on_two_days_are_two_episodes(core: Core) -> None:
    jog = [told("Went for a jog along the river today.", days, type=MemoryType.EPISODIC) for days in (1, 3)]
    assert rise(core, *jog) == {}
    assert rise(core, *jog, told(jog[0].text, 1, type=MemoryType.EPISODIC)) == {"duplicates": 1}


def test_each_pointer_into_nothing_is_an_orphan(core: Core) -> None:
    nowhere = ids.new(NOW)
    assert rise(core, told("Stands on air, number one.", derived_from=(nowhere,))) == {"orphans": 1}
    assert rise(core, told("Stands on air twice.", derived_from=(nowhere, ids.new(NOW)))) == {"orphans": 2}
    assert rise(core, told("Gave way to nobody.", state=State.OUTDATED, superseded_by=nowhere)) == {
        "orphans": 1
    }
    assert rise(core, said_in("01NEVERWAS", "Was said nowhere at all.")) == {"orphans": 1}
    assert rise(core, told("Was read nowhere.", source=Source(file="documents/gone.pdf"))) == {"orphans": 1}
    assert rise(core, told("\x00 file", source=Source(file="a\x00b" * 300))) == {"orphans": 1}


def test_a_pointer_at_what_is_there_is_none(core: Core) -> None:
    source = told("The weir was opened in March.")
    made = told("So the mill had water.", derived_from=(source.id,))
    old = told("The mill stood still.", state=State.OUTDATED, superseded_by=made.id)
    talk, file = core.place.home / "conversations" / "talk.jsonl", core.place.home / "documents" / "a b 文.md"
    talk.write_text("{}\n")
    file.write_text("x")
    more = [
        said_in("talk", "Was said in a talk."),
        told("Was read.", source=Source(file="documents/a b 文.md")),
    ]
    assert rise(core, source, made, old, *more) == {}


def test_what_was_forgotten_leaves_no_orphan_behind(core: Core) -> None:
    source = told("The heron nests by the weir in spring.")
    made = told("So there are fish.", derived_from=(source.id,))
    with planted(core, [source, made]):
        core.store.entomb([source], NOW, "sleep")
        try:
            assert figures(core) == dict.fromkeys(figures(core), 0)
        finally:
            core.store.trash.remove([source.id])
        assert figures(core)["orphans"] == 1


def test_a_pad_without_a_task_and_a_job_without_a_memory_are_orphans(core: Core) -> None:
    pad = core.place.home / "tasks" / "lost"
    pad.mkdir()
    assert figures(core)["orphans"] == 1
    (pad / "task.json").write_text("{half")
    found = survey(core, NOW).health.part(PartName.ORPHANS)
    assert found.ids == ("task:lost",)
    (pad / "task.json").unlink()
    pad.rmdir()
    with core.catalogue.transaction() as db:
        db.execute(
            "INSERT INTO outbox(backend, id, operation, priority, sequence) VALUES('x','y','upsert',1,1)"
        )
    assert survey(core, NOW).health.part(PartName.ORPHANS).findings == (
        Finding("y", "waits for x, and is no memory"),
    )
    with core.catalogue.transaction() as db:
        db.execute("DELETE FROM outbox WHERE backend = 'x'")


def test_a_pad_may_say_what_is_known_and_without_its_task_it_is_an_orphan(core: Core) -> None:
    task = core.pads.create("jam", NOW)
    with planted(core, [told(WELL[0], 0.5, scope=task.scope, state=State.VOLATILE)]):
        assert set(figures(core).values()) == {0}
        (core.place.home / "tasks" / task.id / "task.json").unlink()
        found = survey(core, NOW).health.part(PartName.ORPHANS)
        assert found.ids == (task.scope,)
    core.pads.remove(task.id, without_trace=True)


def test_memories_and_facts_in_dispute_are_contested(core: Core) -> None:
    assert rise(core, told("She lives in Cebu.", state=State.CONTESTED)) == {"contested": 1}
    disputed = claim("Ghent")
    fact = replace(disputed.facts[0], state=State.CONTESTED)
    assert rise(core, replace(disputed, facts=(fact,))) == {"contested": 1}
    assert rise(core, replace(disputed, facts=(fact,), state=State.DEPRECATED)) == {}


def test_inferences_without_a_source_or_on_one_that_fell_are_unproven(core: Core) -> None:
    guess = {"provenance": Provenance.INFERRED}
    assert rise(core, told("Sarah likes dark roast.", **guess)) == {"unproven": 1}
    assert rise(core, told("Sarah likes dark roast.", state=State.DEPRECATED, **guess)) == {}
    fallen = told("Coffee with Sarah, dark roast.", state=State.DEPRECATED)
    rests = told("Sarah likes dark roast.", derived_from=(fallen.id,), **guess)
    assert rise(core, fallen, rests) == {"unproven": 1}
    assert rise(core, replace(fallen, state=State.ACTIVE), rests) == {}


def test_an_inference_on_what_a_person_took_away_is_unproven_and_on_what_faded_is_not(core: Core) -> None:
    source = told("Coffee with Sarah, dark roast.")
    made = told("Sarah likes dark roast.", derived_from=(source.id,), provenance=Provenance.INFERRED)
    for by, count in (("", 1), ("sleep", 0)):
        with planted(core, [source, made]):
            core.store.entomb([source], NOW, by)
            assert figures(core)["unproven"] == count
            core.store.trash.remove([source.id])


@pytest.mark.parametrize(
    "noise",
    [
        "!?! … ---",
        "👍🏽👍🏽",
        "ok, thanks!",
        "User: status: green",
        "谢谢",
        "- [01JDYQ3V5W8Z1N6T2K4R7M9XAB] 2026-11-30, user: “My sister carries an injector.”",
        "Facts and knowledge:\n- Maribel is allergic to peanuts",
        "<memory 7f3a>\nMaribel is allergic to peanuts\n</memory 7f3a>",
        "You are a helpful AI assistant that answers briefly.",
        "You encode a conversation into long-term memory.",
        "As an AI language model, I cannot do that. Let me know if you need anything else.",
        "\n".join(f"2026-11-30T10:00:{n:02} INFO worker[{n}] = started with pid={n}" for n in range(20)),
        "A" * 500,
    ],
)
def test_case_104_noise_that_was_stored_is_junk(core: Core, noise: str) -> None:
    assert rise(core, told(noise)) == {"junk": 1}


def test_noise_in_the_raw_buffer_or_pinned_by_a_person_is_no_junk(core: Core) -> None:
    assert rise(core, told("ok, thanks!", state=State.TRANSIENT)) == {}
    assert rise(core, told("ok, thanks!", pinned=True)) == {}


def test_case_31_notes_that_differ_in_one_number_are_no_duplicates(core: Core) -> None:
    notes = [told(f"Pump PQ-71{n:02} drains the tank below flat {n} every night.") for n in range(40)]
    assert rise(core, *notes) == {}
    assert rise(core, *notes, told(f"{notes[7].text} Yes.", 0.5)) == {"duplicates": 1}


def test_what_identity_md_says_stored_as_a_memory_is_junk(core: Core) -> None:
    file = core.place.home / "identity.md"
    file.write_text("# Avery\n\nI am patient and I keep my word, whatever it costs.\n", encoding="utf-8")
    assert rise(core, told("i am patient and I keep my word, whatever it costs")) == {"junk": 1}
    file.unlink()


def test_the_score_is_what_the_parts_leave_and_each_is_linear_up_to_its_most() -> None:
    def part(count: int, memories: int) -> float:
        return health.duplicates([Finding(str(n), "") for n in range(count)], memories).lost

    assert part(0, 1000) == 0.0
    assert part(25, 1000) == pytest.approx(2.0)
    assert part(50, 1000) == pytest.approx(4.0)
    assert part(250, 1000) == part(900, 1000) == 20.0
    assert part(1, 2) == part(1, 20) == pytest.approx(4.0)
    assert sum(rule.most for rule in health.RULES.values()) == 100


def test_one_thing_found_twice_is_one_and_what_could_not_be_looked_at_costs_nothing() -> None:
    twice = [Finding("a", "x"), Finding("a", "y")]
    orphans = health.orphans(twice, 100)
    assert (orphans.ids, orphans.share) == (("a",), 0.01)
    unseen = health.stale(twice, 100, "away")
    assert unseen.lost == 0.0
    assert health.score([orphans, unseen]).value == 100.0 - orphans.lost


def test_a_memory_that_is_ill_in_every_way_has_nothing_left() -> None:
    found = [Finding(str(number), "") for number in range(100)]
    kinds = (health.duplicates, health.orphans, health.stale, health.contested, health.unproven, health.junk)
    assert health.score([kind(found, 100) for kind in kinds]).value == 0.0
