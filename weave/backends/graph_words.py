"""The words by which a question asks for a relation: "where does she work" asks for the employer. Data and its reading.

A question hardly ever says a predicate's own name. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from weave import entities
from weave.roles import ROLES
from weave.sameness import folded

__all__ = ["asked_relations", "roles_in"]

_ASKED = """
employer occupation works_at works_for: work works working worked job employer employed company office profession living
home_city address lives_in residence: live lives living lived reside home city town address moved move based
origin birthplace born_in nationality: from born origin native country
birthday age born_on birth_date: birthday born old age birth
diet cannot_eat eats food: eat eats eating food diet cook dinner lunch meal vegetarian vegan
allergy allergic_to health_condition cannot_eat medication: allergic allergy allergies eat eats safe health sick medicine
morning_drink drinks: drink drinks drinking coffee tea breakfast
car bike commute drives: drive drives car bike commute ride travel
instrument plays: play plays playing instrument music
speaks native_language language_course: speak speaks language languages learn learning
school major studies graduated_from: study studies studied school university college degree
spouse partner married_to wife husband: married wife husband spouse partner
pet dog cat: pet pets dog cat animal
likes prefers hobby favourite: like likes love loves enjoy enjoys favourite favorite hobby hobbies prefer
owns has number_of: own owns have has
phone laptop operating_system editor: phone laptop computer use uses editor
bank: bank money account
"""


def _table() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _ASKED.strip().splitlines():
        predicates, _, words = line.partition(": ")
        for word in words.split():
            found.setdefault(word, set()).update(predicates.split())
    return {word: frozenset(predicates) for word, predicates in found.items()}


_BY_WORD = _table()


def asked_relations(question: str, predicates: Iterable[str]) -> list[str]:
    """Those predicates that a question asks for: in its own words ("work" names "works at"), or in everyday ones.

    Of "where does my flatmate's sister work" neither flatmate nor sister is asked for: they say who is meant.
    """
    asked = entities.words(question)
    meant = roles_in(question)
    everyday = {predicate for word in asked for predicate in _BY_WORD.get(word, ())}
    return sorted(
        p
        for p in predicates
        if (len(meant) < 2 or not set(roles_in(p.replace("_", " "))) & set(meant))
        and (p.replace(" ", "_") in everyday or any(_kin(word, part) for part in _parts(p) for word in asked))
    )


@lru_cache(maxsize=10_000)
def _parts(predicate: str) -> tuple[str, ...]:
    return tuple(part for part in entities.words(predicate.replace("_", " ")) if len(part) > 3)


def _kin(one: str, other: str) -> bool:
    """Whether two words share their stem, roughly: all but the last three letters, at least four."""
    shared = max(4, min(len(one), len(other)) - 2)
    return one[:shared] == other[:shared] if min(len(one), len(other)) >= 4 else one == other


def roles_in(question: str) -> tuple[str, ...]:
    """What people are to each other, as named in a question, in its order; the longest phrase counts."""
    words = folded(question).replace("’", "'").split()
    bare = [word.strip(".,;:!?\"'()").removesuffix("'s") for word in words][:64]
    found: dict[str, None] = {}
    at = 0
    while at < len(bare):
        size = next((n for n in (3, 2, 1) if " ".join(bare[at : at + n]) in ROLES), 0)
        if size:
            found.setdefault(ROLES[" ".join(bare[at : at + size])][0])
        at += size or 1
    for run in entities.unspaced(question):
        for size in (3, 2, 1):
            for start in range(len(run) - size + 1):
                if run[start : start + size] in ROLES:
                    found.setdefault(ROLES[run[start : start + size]][0])
    return tuple(found)[:4]
