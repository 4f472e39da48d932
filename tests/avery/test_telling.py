"""What is told of tasks: a report in one line, the same unfolded, what a pad holds, what would be lost."""

from avery import telling
from avery.events import Ended, EndedLater, Pad, Tasks
from tests.support.claims import claim
from tests.support.disputes import conflict
from tests.support.homes import NOW
from tests.support.memories import memory
from weave.model import Task, TaskReport

TAX = Task("tax-1", "Tax [/ return", NOW, memories=3)
FULL = TaskReport("tax-1", 9, 12, 2, 3, contested=1, superseded=4, merged=1)


def test_a_report_is_one_line_with_every_figure_that_is_not_zero() -> None:
    assert telling.ended(Ended(TAX, False, FULL)) == (
        "“Tax [/ return” is ended: 12 memories and 3 facts kept · 2 known already · 1 name joined · "
        "4 superseded · 1 in dispute (/inbox)."
    )
    some = TaskReport("tax-1", 1, 1, 0, 0)
    assert telling.ended(Ended(TAX, True, some)) == "This chat's task is ended: 1 memory kept."


def test_an_empty_and_a_queued_report_say_so_and_have_no_details() -> None:
    nothing = Ended(TAX, True, TaskReport("tax-1", 0, 0, 0, 0))
    assert telling.ended(nothing) == "This chat's task is ended: nothing in it was to be kept."
    assert telling.details(nothing) == ""
    queued = Ended(TAX, False, TaskReport("tax-1", 0, 0, 0, 0, queued=True))
    assert "encoded as soon as that is possible" in telling.ended(queued)
    assert telling.details(queued) == ""


def test_the_details_explain_each_figure_and_name_what_is_in_dispute() -> None:
    lines = telling.details(Ended(TAX, False, FULL, ("Maribel home city: Cebu or Davao",))).split("\n")
    assert len(lines) == 6
    assert lines[-1] == "  Maribel home city: Cebu or Davao"


def test_a_dispute_is_one_line_that_tells_a_denial_as_one_and_what_says_the_same_once() -> None:
    sides = (claim("Dutch", predicate="speaks_well"), claim("Dutch", predicate="speaks_well", negated=True))
    assert telling.in_dispute(conflict(*sides)) == "Maribel speaks well: Dutch or not Dutch"
    same = conflict(claim("The Hague\n"), claim("Cebu"), claim("the hague."))
    assert telling.in_dispute(same) == "Maribel home city: The Hague or Cebu"


def test_the_list_tells_what_the_pad_holds_and_where_else_one_could_go() -> None:
    held = tuple(memory(f"thing {n}") for n in range(7))
    kitchen = Task("kitchen-1", "Kitchen", NOW, memories=1)
    own = Task("20261130-abc", "Conversation of 2026-11-30", NOW)
    text = telling.tasks(Tasks((TAX, kitchen, own), Pad(TAX, False, held, frozenset({"a"})), own.id))
    assert "this chat's own (/task -) · 0 memories" in text
    assert "You work in “Tax [/ return”. It holds 7 memories and 1 turn of this chat." in text
    assert "thing 4" in text
    assert "thing 5" not in text
    assert "and 2 more" in text
    assert "Kitchen · 1 memory" in text
    assert "/task - goes back" in text


def test_an_empty_pad_of_the_chat_says_so() -> None:
    text = telling.tasks(Tasks((), Pad(TAX, True, (), frozenset()), TAX.id))
    assert text.startswith("You work in this chat's task. It holds nothing yet.")
    assert "/task -" not in text
    assert "only the task itself goes" in telling.doomed(Pad(TAX, False, (), frozenset()))


def test_what_would_be_lost_is_counted_and_quoted() -> None:
    held = (memory("The receipt is in the drawer."),)
    text = telling.doomed(Pad(TAX, False, held, frozenset({"a", "b"}), ("It lies [/ there.",)))
    assert text.startswith("1 memory and 2 turns of this chat would be lost for good")
    assert "The receipt is in the drawer." in text
    assert "“It lies [/ there.”" in text


def test_tasks_that_ended_by_themselves_are_told_together() -> None:
    one = TaskReport("a", 3, 2, 0, 1)
    assert telling.ended_later(EndedLater((one,))) == (
        "An earlier task is ended now: 2 memories and 1 fact kept."
    )
    both = EndedLater((one, TaskReport("b", 4, 1, 1, 0, contested=2)))
    assert telling.ended_later(both).startswith("2 earlier tasks are ended now: 3 memories and 1 fact kept")
    assert "2 in contradiction to what was known" in telling.details(both)
