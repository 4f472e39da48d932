"""What is said after a subject: "lives in X", "is allergic to X", each with its predicate. Pure.

Verbs stand in all their forms, so that one line reads "I live", "she lives", "we've lived" and "living".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from weave.scribe.gates import Lazy
from weave.scribe.kinds import kind_pattern as kind

__all__ = ["CUT", "VERBS", "Verb", "clean"]

_K = {
    k: kind(k)
    for k in (
        "language",
        "instrument",
        "animal",
        "diet",
        "drink",
        "transport",
        "weekday",
        "editor",
        "phone",
        "car",
    )
}
_A = r"(?:an? |the |my |our |some |his |her |their )?"
_BE = r"(?:am|'m|’m|is|'s|’s|are|'re|’re|was|were|be|been|being|become|became|gone|went|go|goes|going)"
_PROPER = r"(?-i:[^\W\d_a-z][^\s,.;:!?()]*(?: (?:(?:of|de|da|do|del|la|le|den|der|van|von|the|and|&) )?[^\W_a-z][^\s,.;:!?()]*){0,4})"


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb phrase: group `o` is the object; `marks` says that the phrase itself tells of a change."""

    pattern: Lazy
    predicate: str
    single: bool = True
    change: bool = False
    negated: bool = False


def _v(
    pattern: str, predicate: str, single: bool = True, change: bool = False, negated: bool = False
) -> Verb:
    return Verb(Lazy(rf"(?i)(?:{pattern})"), predicate, single, change, negated)


_O = r"(?P<o>[^,;:!?()\n]{2,80})"

VERBS: tuple[Verb, ...] = (
    _v(rf"(?:live|lives|living|lived|reside|resides|residing|resided|dwell|dwells) (?:in|at) {_O}", "home_city"),
    _v(rf"{_BE} (?:based|living|located|settled|a resident|resident|officially a resident|at home) (?:in|of) {_O}", "home_city"),
    _v(rf"(?:have |has |'ve )?(?:moved|relocated|move|moves|relocate|moving|relocating)(?: house| home| back| over| down| up)? (?:to|into) (?:(?:a|my|our|the) (?:new )?(?:flat|apartment|house|place|home) in )?(?P<o>{_PROPER})", "home_city", change=True),
    _v(rf"(?:got|get|have|picked up) the keys (?:to|for|of) .{{0,40}}? in {_O}", "home_city", change=True),
    _v(rf"(?:come|comes|came) from {_O}|{_BE} (?:originally )?from (?P<o2>{_PROPER})", "origin"),
    _v(rf"(?:was|were) born in {_O}", "birthplace"),
    _v(rf"(?:was|were) born on {_O}", "birthday"),
    _v(rf"(?:work|works|working|worked) (?:at|for) {_O}", "employer"),
    _v(rf"{_BE} (?:employed|hired|working) (?:by|at|for) {_O}", "employer"),
    _v(rf"{_BE} with {_O} for work", "employer"),
    _v(rf"(?:joined|started (?:(?:a|my) new job )?(?:at|with)|signed (?:on )?with|took a job (?:at|with)|got (?:hired|a job) (?:at|by|with)) (?P<o>{_PROPER})(?! (?:book|reading) club)", "employer", change=True),
    _v(rf"(?:work|works|working|worked|train|trains|training) as (?:an? |the )?{_O}", "occupation"),
    _v(rf"{_BE} (?:an? )(?P<o>(?:\w+ ){{0,2}}?(?:accountant|actor|architect|artist|baker|barber|biologist|builder|carpenter|chef|chemist|consultant|cook|dentist|designer|developer|doctor|driver|electrician|engineer|farmer|firefighter|florist|gardener|geologist|historian|journalist|lawyer|librarian|manager|mechanic|midwife|musician|nurse|painter|paramedic|pharmacist|photographer|physicist|pilot|plumber|poet|policeman|police officer|postman|potter|professor|programmer|researcher|sailor|salesman|scientist|secretary|singer|social worker|student|surgeon|teacher|technician|therapist|translator|tutor|vet|veterinarian|waiter|waitress|welder|writer))\b", "occupation"),
    _v(rf"(?:write|writes|writing|wrote|do|does|doing|did) (?:all )?(?:(?:my|his|her|their|our|the) )?(?:code|coding|programming) (?:in|with) {_O}", "editor"),
    _v(rf"(?:use|uses|using|used) {_O} (?:for|as) (?:my |his |her |all |the )?(?:coding|code|programming|editor|editing|development|an editor)", "editor"),
    _v(rf"(?:code|codes|program|programs|edit|edits) (?:in|with) (?P<o>{_K['editor']})", "editor"),
    _v(rf"(?:use|uses|using) (?P<o>{_K['editor']})(?![\w-])", "editor"),
    _v(r"(?:code|codes|program|programs|coding|programming) (?:mostly |mainly )?in (?P<o>Python|Rust|Go|Java|Kotlin|Swift|C\+\+|C#|C|Ruby|Haskell|TypeScript|JavaScript|Elixir|Scala|PHP|Lua|Zig|OCaml|R|Julia|Perl)(?![\w+#])", "programming_language", single=False),
    _v(rf"(?:drink|drinks|drinking|drank|have|has|having|take|takes|sip|sips) {_O} (?:in the mornings?|every morning|at breakfast|for breakfast|first thing)", "morning_drink"),
    _v(rf"(?:can't|cannot|can’t|couldn't) (?:start|begin|face) (?:a|the|my|his|her) (?:day|morning) without {_O}", "morning_drink"),
    _v(rf"(?:start|starts|begin|begins) (?:the|my|every|each|his|her) (?:day|morning) with {_O}|(?:wake|wakes) up (?:with|to) (?P<o2>[^,;:!?()]{{2,60}})", "morning_drink"),
    _v(rf"(?:eat|eats|eating|ate|cook|cooks) (?:only |strictly |mostly )?(?P<o>{_K['diet']})(?! \w+ (?:place|menu))", "diet"),
    _v(rf"(?:keep|keeps|keeping|kept|stick|sticks|follow|follows|following) (?:to )?(?:an? |the )?(?P<o>{_K['diet']}) (?:diet|food|rules|meals|way)", "diet"),
    _v(rf"{_BE} (?:on )?(?:an? )?(?:now |strictly |fully |mostly )?(?P<o>{_K['diet']})(?: diet)?(?![\w-])", "diet"),
    _v(rf"(?:went|turned|gone|going|became) (?P<o>{_K['diet']})(?![\w-])", "diet", change=True),
    _v(r"(?:drive|drives|driving|drove) (?:around in )?(?:an? |the |my )(?P<o>[^,;:!?()]{2,50})", "car"),
    _v(rf"(?:get|gets) around in {_A}{_O}", "car"),
    _v(rf"(?:(?:study|studies|studying|studied|learn|learns|learning|take|takes|taking) (?P<o>{_K['language']}))(?: (?:in the evenings?|after work|lessons?|classes|courses?|twice a week|at night|on \w+days?))?", "language_course"),
    _v(rf"(?:have|has|take|takes|attend|attends|enrolled (?:for|in)|signed up for|started) {_A}(?P<o>{_K['language']}) (?:lessons?|class(?:es)?|course)", "language_course"),
    _v(rf"(?:enrolled|enrol|registered|signed up) (?:for|in) (?P<o>{_K['language']})", "language_course", change=True),
    _v(rf"(?:speak|speaks|speaking) (?:fluent |some |a little |a bit of |good )?(?P<o>{_K['language']}(?:(?:, | and |, and ){_K['language']})*)", "speaks", single=False),
    _v(rf"(?:play|plays|playing|played|practise|practises|practising|practice|practices|practicing|learn|learns|learning|study|studies) (?:the |an? )?(?P<o>{_K['instrument']})(?![\w-])", "instrument", single=False),
    _v(r"(?:play|plays|playing|played|practise|practises|practice) the (?P<o>[a-z][\w-]+)(?= (?:most|every|at|in|on|with|for|again|too)\b|\W|$)(?! (?:role|part|game|song|market|lottery))", "instrument", single=False),
    _v(rf"(?:taken up|took up|taking up|picked up) the (?P<o>{_K['instrument']})", "instrument", single=False, change=True),
    _v(rf"(?:go|goes|going|went) (?P<p>\w+ing) (?:on )?(?P<o>{_K['weekday']})", "{p}_day"),
    _v(rf"(?P<p>climb|swim|run|train|row|box|dance|sing|paint|cycle|fence|skate)s? (?:only )?on (?P<o>{_K['weekday']})", "{p}ing_day"),
    _v(rf"{_BE} at the (?:wall|climbing gym) on (?P<o>{_K['weekday']})", "climbing_day"),
    _v(rf"(?:carry|carries|carrying|carried) {_A}(?P<o>{_K['phone']}|{_PROPER})", "phone"),
    _v(rf"(?:have|has|use|uses|got) {_A}{_O} (?:as|for) (?:my|his|her|a|their) (?:phone|mobile)", "phone"),
    _v(rf"{_BE} on {_A}{_O} for (?:calls|phone|my phone|texting|mail)", "phone"),
    _v(rf"(?:have|has|own|owns|got|use|uses|using|bought|upgraded to|switched to|set up)(?: my| a| an| the)?(?: new)? (?P<o>{_K['phone']})(?![\w-])", "phone"),
    _v(rf"(?:keep|keeps|keeping|kept|have|has|own|owns|adopted|got|took in|rescued|bought|raise|raises) (?:only )?(?:an? |the |my |our |one |two |three )?(?:new |old |little |small |young |pet |rescue |lovely |cute |\w+-year-old )*(?P<o>(?:\w+ )?{_K['animal']}s?)(?: (?:named|called) (?P<n>[A-Z]\w+))?(?![\w-])", "pet", single=False),
    _v(rf"(?:get|gets|getting|got|go|goes|going|went|come|comes|travel|travels|commute|commutes|ride|rides|head|heads) (?:to|in(?:to)?) (?:the )?(?:work|office|job)(?: every day)? (?:by|on|via|with|in) {_A}(?P<o>[^,;:!?()]{{2,40}})", "commute"),
    _v(rf"(?:take|takes|taking|took|ride|rides|catch|catches|use|uses) {_A}(?P<o>[^,;:!?()]{{2,40}}?) (?:to|into|for) (?:the |my )?(?:work|office|job|commute)", "commute"),
    _v(rf"(?:commute|commutes|commuting|commuted) (?:to work )?(?:by|on|via) {_A}(?P<o>[^,;:!?()]{{2,40}})", "commute"),
    _v(r"(?:walk|walks|cycle|cycles|bike|bikes) (?:to work|to the office)(?P<o>)", "commute"),
    _v(r"(?:belong|belongs|belonging|belonged|go|goes) to (?:the |a )?(?P<o>[^,;:!?()]{2,40}?) (?:book|reading) (?:club|group)", "book_club"),
    _v(rf"{_BE} (?:a member|member|part|at|in|with) (?:of |at )?(?:the )?(?P<o>[^,;:!?()]{{2,40}}?),? (?:the |my |a )?(?:book|reading) (?:club|group)", "book_club"),
    _v(rf"(?:left|quit|leaving) the old (?:book|reading) club and joined (?P<o>{_PROPER})", "book_club", change=True),
    _v(r"(?:joined|join|joins) (?:the |a )?(?P<o>[^,;:!?()]{2,40}?) (?:book|reading) (?:club|group)", "book_club"),
    _v(rf"(?:bank|banks|banking|banked) (?:with|at) {_O}", "bank"),
    _v(rf"(?:have|has|keep|keeps) (?:my|his|her|their|an|our) (?:salary|money|account|savings)(?: paid| kept)? (?:to|into|at|with|in) {_O}", "bank"),
    _v(rf"(?:moved|switched|changed|transferred) (?:banks?|my accounts?)[: ]+(?:to )?(?P<o>{_PROPER})", "bank", change=True),
    _v(rf"(?:build|builds|building|built|make|makes|making|made|work on|works on|working on|develop|develops|developing) {_O} (?:on the side|in my (?:spare|free) time|on weekends|at weekends|for fun|as a hobby|in (?:his|her|their) (?:spare|free) time)", "side_project"),
    _v(rf"{_BE} (?:\w+ly )?(?:allergic|intolerant|anaphylactic) to {_O}", "allergy", single=False),
    _v(rf"(?:react|reacts|reacting|reacted) (?:badly|severely|terribly|strongly) to {_O}", "allergy", single=False),
    _v(r"(?:have|has|had|developed|suffer from|suffers from) (?:an? )?(?:\w+ )?(?P<o>[\w -]{2,30}?) allergy", "allergy", single=False),
    _v(r"(?:have|has) an? (?:\w+ )?allergy(?: to|:) ?(?P<o>[^,;:!?()]{2,40})", "allergy", single=False),
    _v(rf"can(?:not|'t|’t) (?:eat|have|tolerate) {_O}", "cannot_eat", single=False),
    _v(rf"(?:am|'m|’m|is|'s|’s) married to {_O}", "spouse"),
    _v(rf"(?:am|'m|’m|is|'s|’s) engaged to {_O}", "fiance"),
    _v(r"(?:am|'m|’m|is|'s|’s) (?P<o>\d{1,3})(?: years old| years of age| y/?o)", "age"),
    _v(r"turn(?:ed|s) (?P<o>\d{1,3})(?: today| yesterday| last \w+)", "age", change=True),
    _v(r"(?:run|runs|walk|walks|swim|swims|meditate|meditates|jog|jogs|train|trains|cycle|cycles) (?P<o>every [^,;:!?()]{2,30}|each [^,;:!?()]{2,30}|daily)", "habit", single=False),
    _v(rf"prefer(?:s|red)? {_O}", "prefers", single=False),
    _v(r"(?:can't|cannot|can’t) (?:get|have) enough of (?P<o>[^,;:!?()]{2,60})", "likes", single=False),
    _v(rf"(?:really |absolutely |truly |just |very much |still |also )*(?:love|loves|loved|like|likes|enjoy|enjoys|adore|adores|fancy|fancies) {_O}", "likes", single=False),
    _v(rf"{_BE} (?:really |so |totally |very )*(?:into|fond of|keen on|crazy about|mad about|addicted to|a (?:big |huge )?fan of|obsessed with|hooked on) {_O}", "likes", single=False),
    _v(rf"(?:really |absolutely |truly |just |simply )*(?:hate|hates|hated|dislike|dislikes|detest|detests|loathe|loathes|despise|despises|can't stand|can’t stand|cannot stand|can't bear|cannot bear) {_O}", "likes", single=False, negated=True),
    _v(rf"(?:'ve |’ve |have |has )?had (?:it with|enough of|my fill of) {_O}", "likes", single=False, change=True, negated=True),
    _v(rf"(?:stay|stays|keep|keeps|steer|steers) (?:well |far )?(?:away from|clear of) {_O}", "likes", single=False, negated=True),
    _v(rf"(?:avoid|avoids|avoiding) {_O}", "likes", single=False, negated=True),
    _v(rf"{_BE} (?:so |really |totally )?(?:tired of|sick of|fed up with|done with|over(?! the moon)|through with|bored (?:of|with)|not a fan of|no fan of) {_O}", "likes", single=False, change=True, negated=True),
    _v(rf"(?:'ve |have )?(?:gone|went) off {_O}", "likes", single=False, change=True, negated=True),
    _v(rf"(?:wear|wears) (?:a )?size {_O}", "size"),
    _v(rf"(?:study|studies|studying) (?:at) (?P<o>{_PROPER})", "school"),
    _v(rf"(?:graduated) (?:from|at) (?P<o>{_PROPER})", "graduated_from", single=False),
    _v(r"(?:have|has) (?:type [12] )?(?P<o>diabetes|asthma|epilepsy|migraines?|arthritis|celiac disease|coeliac disease|ADHD|high blood pressure|a pacemaker)", "health_condition", single=False),
    _v(r"(?:take|takes|taking) (?P<o>[\w -]{2,30}? ?\d+ ?(?:mg|ml|mcg|µg))", "medication", single=False),
    _v(rf"(?:drink|drinks) (?P<o>{_K['drink']})", "drinks", single=False),
    _v(rf"(?:collect|collects|collecting) {_O}", "collects", single=False),
    _v(rf"(?:volunteer|volunteers|volunteering) (?:at|for|with) {_O}", "volunteers_at", single=False),
)  # fmt: skip

CUT = re.compile(
    r"(?i)[.!?…]+$|[\"“”]|(?<!Dr)(?<!Mr)(?<!Mrs)(?<!Ms)(?<!St)(?<!Prof)\s*[,;:.!?()—–]\s.*$|\s+-\s.*$|\s+(?:and (?:i|we|my|it|that|so|then|there|nothing|enough|won't|he|she|they|have|has|answer|love|like|hate|always)|but|because|so|which|that|who|when|while|whenever|as|since|until|till|though"
    r"|although|if|where|with my|with our|now|nowadays|again|any ?more|anymore|at the moment|these days|right now|at present|currently|instead|too|as well|for (?:now|good|a while|years|ages|the time being)|by the way|btw|like before|either"
    r"|today|tonight|yesterday|tomorrow|this (?:week|month|year|morning|evening|term)|last (?:week|month|year)|over the weekend|already|still|also|every morning|from (?:now|here|then) on|both ways|after all|to be honest|a lot|so much|very much|most days|every day|in case|once more)\b.*$"
)
_LEAD = re.compile(
    r"(?i)^(?:an?|the|some|my|our|only|mostly|mainly|just|strictly|now|always|called|named)\s+"
)


def clean(value: str) -> str:
    """The bare value in what stands after a verb: no article, no adverb, no second clause."""
    bare = value.strip()
    for _ in range(3):
        bare = CUT.sub("", bare).strip(" \t.,;:!?'\"*_")
        bare = _LEAD.sub("", bare)
    return bare
