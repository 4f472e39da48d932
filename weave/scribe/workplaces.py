"""Where one works, told by the place and not by the firm: "work in Porto", "started at a new bakery". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from weave.model import Change
from weave.scribe.claim import Claim, good
from weave.scribe.gates import Gated
from weave.scribe.kinds import kind_words
from weave.scribe.patterns import clean

__all__ = ["workplaces"]

_PLACE = Gated(
    r"(?i)^(?:am |['’]m |is |are |['’]re )?(?:work|works|working) (?:remotely |mostly |mainly )?(?:in|from|out of) (?P<o>(?-i:[^\W\d_a-z][\w'’-]+(?: (?:(?:de|da|do|del|la|le|den|am|an der|upon|of) )?[^\W\d_a-z][\w'’-]+){0,2}))(?=[.,;!]|$| (?:and|but|as|for|until|till|since|now|these days|at the moment|most|twice|during|on)\b)"
)
_NO_PLACE = re.compile(
    r"(?i)^(?:home|january|february|march|april|may|june|july|august|september|october|november|december|\w+days?|it|hr|pr|qa|ux|ui|ai|ml|tv|r&d|vr|stem|sales|marketing|finance|accounting|legal|logistics|research|engineering|design|education|healthcare|health|real estate|retail|tech|big \w+|human resources|customer \w+|data \w+|software|hollywood|excel|word|powerpoint|figma|photoshop|illustrator|sketch|jira|notion|slack|blender|unity|unreal|python|java|javascript|typescript|rust|go|kotlin|swift|sql|matlab|latex|react|django|google \w+|microsoft \w+|adobe \w+|visual studio|vs code|i|my|the)\b"
)
"""Lines of business, tools and times: one works in these too, and lives with them, but they are no place."""
_KIND = r"bakery|restaurant|caf[eé]|coffee shop|hospital|clinic|law firm|firm|company|start-?up|agency|hotel|bookshop|bookstore|library|museum|factory|warehouse|pharmacy|brewery|bank|supermarket|garage|nursery"
_STARTED = Gated(
    rf"(?i)^(?:(?:have |['’]ve |has )?(?:just )?started|began|am starting|['’]m starting)(?: (?:work|working|a job|a new job|my new job))? (?:at|with|for|in) (?:an? |the )(?P<o>(?:new |local |small |big |little )*(?:\w+ )?(?:{_KIND}))(?=[.,;!]|$| (?:and|but|in|on|last|this|yesterday|today|near|around|as)\b)"
)


def workplaces(phrase: str, subject: str) -> Iterator[Claim]:
    """The place or the kind of house where one works, when the verb phrase after the subject tells it."""
    if match := _PLACE.search(phrase):
        place = clean(match["o"])
        if good(place) and not _NO_PLACE.match(place) and not kind_words("language").match(place):
            yield Claim(subject, "works_in", place)
    elif match := _STARTED.search(phrase):
        yield Claim(subject, "employer", clean(match["o"]), True, Change.CHANGE)
