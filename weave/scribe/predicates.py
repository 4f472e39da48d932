"""The attributes a person talks about: canonical predicate names, the nouns that mean them, how many values. Data.

Two phrasings of one attribute must end in one predicate, or a change would never meet what it changes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["ATTRIBUTES", "Attribute", "attribute_of", "noun_pattern", "snake"]


@dataclass(frozen=True, slots=True)
class Attribute:
    """A predicate, the noun phrases that name it, and whether a person has one value at a time."""

    predicate: str
    nouns: str
    single: bool = True


ATTRIBUTES: tuple[Attribute, ...] = (
    Attribute("name", r"(?:full |first |last |real |sur)?name|nickname"),
    Attribute(
        "home_city",
        r"(?:home ?town|home city|city|town|home|place|flat|apartment|house|residence|place of residence)",
    ),
    Attribute("address", r"(?:home |postal |street )?address"),
    Attribute(
        "employer",
        r"(?:employer|company|workplace|job|work|firm|new job|day job|paycheck|paycheque|salary comes|place of work|place of employment)",
    ),
    Attribute("occupation", r"(?:occupation|profession|job title|title|position|role|trade)"),
    Attribute("editor", r"(?:code |text |coding |main )?editor|ide"),
    Attribute("programming_language", r"(?:programming|main|coding|favou?rite programming) language", False),
    Attribute("operating_system", r"(?:operating system|os|distro|distribution)"),
    Attribute(
        "morning_drink",
        r"(?:morning|breakfast|first) (?:drink|ritual|coffee|tea|cup|beverage|brew)|(?:drink|beverage) (?:in|of) the morning",
    ),
    Attribute(
        "diet", r"(?:diet|eating habits|eating style|way of eating|meals|food rules|food|cooking|kitchen)"
    ),
    Attribute("car", r"(?:car|vehicle|ride|wheels|van|truck)"),
    Attribute("bike", r"(?:bike|bicycle)"),
    Attribute(
        "language_course",
        r"(?:language (?:course|class|of study)|evening (?:class|course|language)s?|language lessons?|course|current language|(?:new |target )?language)",
    ),
    Attribute("native_language", r"(?:native language|mother tongue|first language)"),
    Attribute("instrument", r"(?:musical )?instrument", False),
    Attribute("climbing_day", r"climbing days?"),
    Attribute("phone", r"(?:mobile |cell ?|smart)?phone|mobile|handset|cell|daily driver phone|phone model"),
    Attribute("laptop", r"(?:laptop|computer|machine)"),
    Attribute("pet", r"(?:pets?|household animal|animal)", False),
    Attribute(
        "commute",
        r"(?:commute|(?:way|route|ride|journey|trip) to (?:work|the office)|way in|means of transport)",
    ),
    Attribute("book_club", r"(?:book|reading) (?:club|group|circle)s?"),
    Attribute(
        "bank",
        r"(?:bank|account|bank account|salary account|current account|checking account|money|savings|house bank)",
    ),
    Attribute(
        "side_project",
        r"(?:side|weekend|hobby|spare[- ]time|free[- ]time|pet|home|after[- ]hours|current|latest) project",
    ),
    Attribute("project", r"(?:main |current )?project"),
    Attribute("allergy", r"(?:food )?allerg(?:y|ies)", False),
    Attribute("doctor", r"(?:doctor|gp|g\.p\.|physician|family (?:doctor|physician)|general practitioner)"),
    Attribute("dentist", r"dentist"),
    Attribute("phone_number", r"(?:phone|mobile|cell|telephone) number|number"),
    Attribute("email", r"e-?mail(?: address)?"),
    Attribute("birthday", r"(?:birthday|birth ?date|date of birth)"),
    Attribute("age", r"age"),
    Attribute("height", r"height"),
    Attribute("weight", r"weight"),
    Attribute("blood_type", r"blood (?:type|group)"),
    Attribute("nationality", r"(?:nationality|citizenship)"),
    Attribute("time_zone", r"time ?zone"),
    Attribute("hobby", r"(?:hobby|hobbies|pastime)", False),
    Attribute("team", r"team"),
    Attribute("gym", r"gym|fitness (?:club|studio|centre|center)|health club"),
    Attribute("browser", r"(?:web |main |default )?browser"),
    Attribute("therapist", r"therapist|counsell?or|psychologist"),
    Attribute("hairdresser", r"hairdresser|barber|hair stylist|stylist"),
    Attribute("vet", r"vet|veterinarian"),
    Attribute("mechanic", r"mechanic|garage"),
    Attribute("insurer", r"(?:health |car |home )?(?:insurance(?: company)?|insurer)"),
    Attribute("carrier", r"(?:mobile |phone |cell )?(?:carrier|phone provider|network|phone company)"),
    Attribute("internet_provider", r"internet (?:provider|company)|isp"),
    Attribute("supermarket", r"supermarket|grocery store|grocer"),
    Attribute("church", r"church|parish|congregation"),
    Attribute("choir", r"choir"),
    Attribute("newspaper", r"(?:daily |morning )?(?:news)?paper"),
    Attribute("school", r"(?:school|university|college)"),
    Attribute("major", r"(?:major|field of study|degree)"),
    Attribute("salary", r"salary|pay"),
    Attribute("rent", r"rent"),
    Attribute("shoe_size", r"shoe size"),
)

RELATIVES = (
    "wife|husband|partner|spouse|girlfriend|boyfriend|fiancée?|mother|mom|mum|father|dad|parents?|sister|brother|twin(?: sister| brother)?|son|daughter"
    "|child|kid|baby|grandmother|grandma|grandfather|grandpa|aunt|uncle|cousin|niece|nephew|mother-in-law|father-in-law|sister-in-law|brother-in-law"
    "|stepmother|stepfather|stepsister|stepbrother|godmother|godfather|goddaughter|godson"
    "|flatmate|roommate|housemate|neighbou?r|landlord|landlady|boss|manager|supervisor|colleague|co-?worker|teammate|assistant|mentor|coach|trainer|teacher"
    "|tutor|professor|doctor|dentist|therapist|friend|best friend|old (?:school |college )?friend|school friend|childhood friend|climbing partner|running partner"
    "|business partner|training partner|(?:gym|study|running|climbing|travel|drinking|work|pen) ?(?:buddy|mate|pal|partner)|classmate|ex|ex-wife|ex-husband|client|customer|accountant|lawyer|nanny|babysitter|intern"
    "|dog|cat|pup|puppy|kitten|parrot|hamster|horse|rabbit|tortoise"
)
SINGLE_RELATIONS = frozenset({"wife", "husband", "partner", "spouse", "girlfriend", "boyfriend", "fiancé", "fiancée", "mother", "mom", "mum", "father", "dad", "boss", "manager", "landlord", "landlady"})  # fmt: skip

_BY_NOUN = [(re.compile(rf"(?:{a.nouns})", re.IGNORECASE), a) for a in ATTRIBUTES]
_QUALIFIER = re.compile(
    r"(?i)^(?:current|present|new|old|own|main|usual|regular|actual|latest|only|day-to-day|favou?rite(?= (?:editor|bank|pet)))\s+"
)


def noun_pattern() -> str:
    """One pattern for every known attribute's noun phrase."""
    return "|".join(a.nouns for a in ATTRIBUTES)


def snake(words: str) -> str:
    """A predicate from plain words: lower case, ASCII or letters of any script, joined by underscores, at most four."""
    parts = re.findall(r"[^\W_]+", words.lower().replace("favorite", "favourite"))
    return "_".join(parts[:4])


def attribute_of(noun: str) -> Attribute | None:
    """The attribute that a noun phrase names, if it is a known one."""
    bare = _QUALIFIER.sub("", noun.strip().lower())
    bare = _QUALIFIER.sub("", bare)
    for pattern, attribute in _BY_NOUN:
        if pattern.fullmatch(bare):
            return attribute
    return None
