"""The pages of the inbox, the identity, sleep and the figures, each as a text that is read in review."""

from dataclasses import replace
from datetime import UTC, timedelta

import pytest
from textual.screen import Screen

from avery.differing import compared
from avery.events import Amendment, Biography, Disputed, Drifted, Event, Proposed
from avery.inbox import Inbox
from avery.metamemory import Behind, Figures
from avery.night_events import Held, Nights, Planned, Sleeping, Unfolded
from avery.ui.palette import DARK, LIGHT
from avery.ui.screens.identity import IdentityScreen
from avery.ui.screens.inbox import InboxScreen
from avery.ui.screens.sleep import SleepScreen
from avery.ui.screens.stats import StatsScreen
from tests.support.claims import claim
from tests.support.deciding import Asked
from tests.support.disputes import conflict, side
from tests.support.homes import NOW
from tests.support.memories import memory
from tests.support.screen import Host, picture, until
from tests.support.snapshots import as_kept
from weave.analytics.model import (
    Age,
    Census,
    DiskPart,
    Done,
    Finding,
    HealthPart,
    HealthScore,
    Histogram,
    HitSource,
    Importance,
    Latency,
    PartName,
    Recalls,
    Snapshot,
    Stats,
    Tokens,
)
from weave.identity.model import Entry, Kind, Likeness, Origin, Verdict
from weave.identity.operations import Step
from weave.model import Memory
from weave.sleep.changes import Changes
from weave.sleep.model import (
    Action,
    Answer,
    Original,
    Outcome,
    Plan,
    Progress,
    Report,
    Size,
    Stage,
    StepName,
)
from weave.sleep.model import Verdict as Came

SIZES = [(140, 45), (80, 24), (60, 20), (40, 12)]
PRESENT = "# Avery\n\nI am Avery.\n\n- I explain at length.\n- I keep secrets.\n- 我记得 ❤️ 👩‍🔬.\n"
WANTED = PRESENT.replace("at length", "in few words") + "- I ask before I act.\n"
LIKE = Likeness(0.81, 0.78, "words")
DAY = timedelta(days=1)


class Looking:
    """Asks nothing of any memory."""

    def look(self) -> None: ...
    def behind(self, part: HealthPart) -> None: ...


def entry(number: int, kind: Kind, verdict: Verdict, origin: Origin, **others: object) -> Entry:
    made = Entry(f"01JDYQ3V5W8Z1N6T2K4R7M9X{number:02}", NOW - (40 - 5 * number) * DAY, kind, verdict, origin)
    return replace(made, **others)  # type: ignore[arg-type]


FOUND = entry(0, Kind.FOUND, Verdict.APPLIED, Origin.PERSON, after="a", text=PRESENT)
PIRATE = entry(
    2, Kind.PROPOSAL, Verdict.REJECTED, Origin.ROLE_PLAY, reason="From now on you are a pirate [/",
    grounds=("It stems from role-play.",), confidence=1.0, diff=("-I am Avery.", "+I am Zed, arr!"),
)  # fmt: skip
BRIEF = entry(
    4, Kind.PROPOSAL, Verdict.FLAGGED, Origin.EXPERIENCE, reason="Shorter answers were asked for.",
    grounds=("It is sure at .62 only, where .70 is needed.",), confidence=0.62, likeness=LIKE, text=WANTED,
)  # fmt: skip
APPROVED = entry(5, Kind.APPROVAL, Verdict.APPLIED, Origin.PERSON, after="b", text=WANTED, of=BRIEF.id)
CITY = conflict(
    side(claim("Cebu", days=30, turn="t1"), claim("ferry", predicate="visit_by")), claim("Davao 住在", days=5)
)


def told(text: str, number: int, **others: object) -> Memory:
    made = replace(memory(text), id=f"01JDYQ3V5W8Z1N6T2K4R7M9Y{number:02}", created=NOW - 60 * DAY)
    return replace(made, **others)  # type: ignore[arg-type]


TRIFLES = [told(f"The bus [/ was ❤️ late 住在 {n}.", n, importance=0.1) for n in range(9)]
WEEK = told("Week 40: the shed was roofed with slate.", 50)


def plan() -> Plan:
    """Much to forget, a week to compress, counts to write."""
    why = "active, importance 0.10, never recalled, 60 days old"
    faint = tuple(Action(one.id, "memories/semantic/2026-10-01.md", one.title, why) for one in TRIFLES)
    originals = tuple(
        Original(one.id, "d", "memories/episodic/2026-10-02.md", one.title) for one in TRIFLES[:2]
    )
    week = Action(
        "week:2026-W40", "memories/episodic/2026-10-04.md", "week 2026-W40", "28 days ago", originals
    )
    return Plan(
        NOW,
        Size(30, 12_400),
        (
            Stage(StepName.FORGET, faint, held=True),
            Stage(StepName.COMPRESS, (week,)),
            Stage(StepName.COUNT, (Action(WEEK.id, "memories/semantic/2026-10-01.md"),)),
        ),
    )


def report() -> Report:
    ids = tuple(one.id for one in TRIFLES)
    answer = Answer("week:2026-W40", Came.DONE, 1_204, "2 details were appended", (WEEK.id,))
    return Report(
        "0007-2026-11-30",
        NOW - timedelta(hours=6),
        Size(40, 16_000),
        Size(30, 12_400),
        (Outcome(StepName.FORGET, ids, 1, 0.2), Outcome(StepName.COMPRESS, (), 0, 2.0, (answer,))),
        seconds=2.4,
        max_tokens=100_000,
    )


def figures() -> Figures:
    parts = tuple(
        HealthPart(name, findings, share, lost, most)
        for name, findings, share, lost, most in (
            (
                PartName.DUPLICATES,
                tuple(Finding(one.id, "says the same") for one in TRIFLES),
                0.07,
                5.7,
                20.0,
            ),
            (PartName.ORPHANS, (Finding("task:01JD", "its pad is gone"),), 0.01, 2.5, 15.0),
            (PartName.STALE, (), 0.0, 0.0, 20.0),
            (PartName.CONTESTED, (), 0.0, 0.0, 15.0),
            (PartName.UNPROVEN, (), 0.0, 0.0, 10.0),
            (PartName.JUNK, (), 0.0, 0.0, 20.0),
        )
    )
    tenths = tuple(n / 10 for n in range(11))
    raw, corrected = (0, 0, 1, 4, 9, 20, 41, 60, 38, 12), (8, 14, 20, 24, 26, 28, 24, 20, 14, 7)
    curve = tuple(
        Age(float(after), float(after * 2 or 1), 100, 100 - lost, lost // 2, lost // 2, 40, 0.98**after)
        for after, lost in ((0, 0), (1, 0), (2, 2), (4, 6), (8, 18), (16, 30), (32, 44), (64, 60))
    )
    recalls = Recalls(
        212,
        3,
        (Latency("recall", 212, 41, 118), Latency("vector", 212, 18, 60), Latency("graph", 200, 9, 31, 2)),
        (HitSource("vector", 940, 310), HitSource("graph", 410, 60)),
    )
    stats = Stats(
        NOW,
        Census(1_340, (("semantic", 902), ("episodic", 438)), (("active", 1_300), ("volatile", 40))),
        Importance(Histogram(tenths, raw), Histogram(tenths, corrected), 185, 0.66, 0.5),
        Histogram((0, 1, 2, 3, 5, float("inf")), (700, 320, 160, 100, 60)),
        curve,
        (Done("forget", 310, 96_000), Done("compress", 120, 41_000)),
        recalls,
        (Tokens("chat", 40, 1, 90_000, 12_000, 0.42), Tokens("encoding", 88, 0, 31_000, 4_000, 0.1)),
        (DiskPart("memories", 1_900_000, 60), DiskPart("index", 8_400_000, 9)),
        HealthScore(91.8, parts),
        0.4,
    )
    return Figures(stats, tuple(kept(stats, n) for n in range(9)))


def kept(stats: Stats, number: int) -> Snapshot:
    return Snapshot(
        NOW - (9 - number) * DAY, "", 900 + 55 * number, 7_000_000 + 300_000 * number, (), (), (), 0,
        stats.importance.raw, stats.importance.corrected, stats.accesses, 80 + 1.4 * number, (),
        (Done("forget", 12 * number, 0),), (), stats.recalls, (), (),
    )  # fmt: skip


def inbox(*events: Event) -> Screen[None]:
    waits = Inbox()
    for event in events:
        waits = waits.after(event)
    return InboxScreen(Asked(), waits, lambda: NOW, UTC, {})


AMENDED = Proposed((Amendment(BRIEF, PRESENT, compared(PRESENT, WANTED)),))
PAGES = {
    "inbox-identity": (lambda: inbox(AMENDED, Disputed((CITY,)), Held(plan())), (), "in few words"),
    "inbox-conflict": (lambda: inbox(Disputed((CITY,))), (), "Davao"),
    "inbox-sleep": (lambda: inbox(Held(plan())), (), "The bus"),
    "inbox-empty": (inbox, (), "Nothing waits"),
    "identity": (
        lambda: IdentityScreen(Asked(), lambda: NOW, UTC),
        (
            Biography(WANTED, (FOUND, PIRATE, BRIEF, APPROVED), ()),
            Drifted((Step(FOUND, 1.0, 1.0, "words"), Step(APPROVED, 0.81, 0.81, "words"))),
        ),
        "what it changed",
    ),
    "identity-tampered": (
        lambda: IdentityScreen(Asked(), lambda: NOW, UTC),
        (Biography(PRESENT, (FOUND,), ("The last sections of identity-history.md are missing.",)),),
        "are missing.",
    ),
    "sleep-plan": (
        lambda: SleepScreen(Asked().nights, lambda: NOW, UTC),
        (Nights(report().now, NOW + timedelta(minutes=12), (report(),)), Planned(plan())),
        "The bus",
    ),
    "sleep-asleep": (
        lambda: SleepScreen(Asked().nights, lambda: NOW, UTC),
        (Nights(None, NOW, ()), Sleeping(Progress(StepName.COMPRESS, 3, 8))),
        "compressing 3 of 8",
    ),
    "figures": (lambda: StatsScreen(Looking(), lambda id_: None, UTC), (figures(),), "92 of 100"),
    "figures-behind": (
        lambda: StatsScreen(Looking(), lambda id_: None, UTC),
        (figures(), Behind(figures().stats.health.parts[0], {one.id: one for one in TRIFLES})),
        "The bus",
    ),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_case_36_and_37_every_page_is_as_it_was_reviewed(size: tuple[int, int]) -> None:
    app, changed = Host(), []
    async with app.run_test(size=size) as pilot:
        for name, (make, events, words) in PAGES.items():
            page = make()
            await app.push_screen(page)
            for event in events:
                page.take(event)  # type: ignore[attr-defined]
            await until(pilot, lambda words=words: words in picture(app) or size[1] < 20)  # type: ignore[misc]
            for _ in range(60):  # a busy machine draws the rest a little later
                await pilot.pause(0.05)
                if kept := as_kept(f"{name}-{size[0]}x{size[1]}", picture(app)):
                    break
            assert {strip.cell_length for strip in page._compositor.render_strips()} == {size[0]}
            if not kept:
                changed.append(picture(app))
            await app.pop_screen()
    assert changed == []


async def test_a_report_shows_what_went_what_came_and_what_was_thought() -> None:
    page = SleepScreen(Asked().nights, lambda: NOW, UTC)
    app = Host()
    async with app.run_test(size=(140, 45)) as pilot:
        app.push_screen(page)
        await pilot.pause()
        page.take(Nights(report().now, None, (report(),)))
        await pilot.press("down")
        page.take(Unfolded(report(), Changes(tuple(TRIFLES[1:]), (WEEK,))))
        await until(pilot, lambda: "+ Week 40" in picture(app))
        assert as_kept("sleep-report-140x45", picture(app))


@pytest.mark.parametrize("theme", [DARK.name, LIGHT.name])
async def test_every_colour_of_the_pages_is_one_of_the_theme(theme: str) -> None:
    app = Host()
    async with app.run_test(size=(140, 45)) as pilot:
        app.theme = theme
        page = inbox(AMENDED, Disputed((CITY,)), Held(plan()))
        app.push_screen(page)
        await pilot.pause(0.1)
        known = {value.lower() for value in app.get_css_variables().values() if value.startswith("#")}
        shown = {
            colour.triplet.hex
            for strip in page._compositor.render_strips()
            for segment in strip
            if segment.style
            for colour in (segment.style.color, segment.style.bgcolor)
            if colour is not None and colour.triplet is not None
        }
        assert shown <= known
