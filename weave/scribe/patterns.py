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
        "system",
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
_JOB = (
    r"(?:\w+ ){0,2}?(?:accountant|actor|architect|artist|baker|barber|biologist|builder|carpenter|chef|chemist|consultant|cook|dentist|designer|developer|doctor|driver|electrician|engineer|farmer|firefighter|florist|gardener|geologist|historian|journalist|lawyer|librarian|manager|mechanic|midwife|musician|nurse|painter|paramedic|pharmacist|photographer|physicist|pilot|plumber|poet|policeman|police officer|postman|potter|professor|programmer|researcher|sailor|salesman|scientist|secretary|singer|social worker|student|surgeon|teacher|technician|therapist|translator|tutor|vet|veterinarian|waiter|waitress|welder|writer"
    r"|actuary|acrobat|analyst|anthropologist|archaeologist|astronomer|auctioneer|auditor|babysitter|banker|barista|bartender|beekeeper|biochemist|blacksmith|bookbinder|bookkeeper|bookseller|botanist|brewer|bricklayer|broker|butcher|cabinetmaker|caretaker|cartographer|cashier|ceramicist|choreographer|cleaner|cobbler|coder|composer|conductor|copywriter|courier|curator|dancer|decorator|diplomat|distiller|economist|editor|entrepreneur|estate agent|fisherman|flight attendant|forester|freelancer|gamekeeper|glazier|goldsmith|graphic artist|guide|hairdresser|illustrator|inspector|interpreter|janitor|jeweller|joiner|judge|labourer|lecturer|lifeguard|locksmith|logistician|luthier|machinist|magician|mason|mathematician|mayor|miner|model|notary|novelist|nutritionist|optician|paediatrician|paralegal|philosopher|physiotherapist|physician|postwoman|policewoman|producer|proofreader|psychiatrist|psychologist|ranger|realtor|receptionist|recruiter|reporter|roofer|saleswoman|seamstress|shepherd|shopkeeper|silversmith|soldier|solicitor|statistician|stonemason|surveyor|tailor|tax advisor|taxi driver|tester|train driver|tree surgeon|trucker|undertaker|upholsterer|violin maker|watchmaker|weaver|winemaker|zookeeper|zoologist)"
)

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
    _v(rf"{_BE} (?:an? )(?P<o>{_JOB})\b", "occupation"),
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
    _v(rf"(?:bought|got|ordered|upgraded to|switched to|set up|picked up)(?: myself)?(?: my| a| an| the)?(?: new)? (?P<o>{_K['phone']})(?![\w-])", "phone", change=True),
    _v(rf"(?:have|has|own|owns|use|uses|using|call|calls|text|texts)(?: with| from| on)?(?: my| a| an| the)?(?: new| old)? (?P<o>{_K['phone']})(?![\w-])", "phone"),
    _v(rf"(?:keep|keeps|keeping|kept|have|has|own|owns|adopted|got|took in|rescued|bought|raise|raises) (?:only )?(?:an? |the |my |our |one |two |three )?(?:new |old |little |small |young |pet |rescue |lovely |cute |\w+-year-old )*(?P<o>(?:\w+ )?{_K['animal']}s?)(?: (?:named|called) (?P<n>[A-Z]\w+))?(?![\w-])(?! (?:scans?|food|videos?|shows?|toys?|litter|hair|allergy|person|people|lovers?|beds?|park|breeder|costume|walker|trainer|memes?|photos?|pictures?|sitter|problem|steak|soup|sandwich|curry)\b)", "pet", single=False),
    _v(rf"(?:do|does|make|makes|cover|covers) (?:my|the|his|her|our) (?:commute|way to work|trip to work|journey to work) (?:by|on|via|with|in) {_A}(?P<o>[^,;:!?()]{{2,40}})", "commute"),
    _v(rf"(?:hop|hops|jump|jumps|get|gets|climb|climbs) (?:on|onto|into|in) (?:the |a |my )(?P<o>{_K['transport']})(?: to (?:get |go |ride |travel )?(?:to )?(?:work|the office)| and (?:ride|go|head|pedal|cycle|drive) to (?:work|the office))|(?P<o2>carpool)(?:s|ing)?(?: with| every| to|$|[,.])", "commute"),
    _v(rf"(?:go|goes|come|comes|travel|travels|head|heads|get|gets) (?:in|there) by (?P<o>{_K['transport']})(?![\w-])|{_BE} on {_A}(?P<o2>{_K['transport']}) to (?:work|the office)", "commute"),
    _v(rf"(?:get|gets|getting|got|go|goes|going|went|come|comes|travel|travels|commute|commutes|ride|rides|head|heads|reach|reaches|make it) (?:to |in(?:to)? )?(?:the |my )?(?:work|office|job|workplace)(?: every day| each day| daily| in the mornings?)? (?:by|on|via|with|in|using) {_A}(?P<o>[^,;:!?()]{{2,40}})", "commute"),
    _v(rf"(?:take|takes|taking|took|ride|rides|catch|catches|use|uses) {_A}(?P<o>[^,;:!?()]{{2,40}}?) (?:to|into|for|to get to|to go to|to reach|to commute to) (?:the |my )?(?:work|office|job|commute|commuting|way to work)", "commute"),
    _v(rf"(?:commute|commutes|commuting|commuted) (?:to work )?(?:by|on|via|with|in|using) {_A}(?P<o>[^,;:!?()]{{2,40}})", "commute"),
    _v(r"(?P<o>walk|cycle|bike|drive|run|jog|skate|row|scoot|carpool|paddle|hitchhike)s? (?:all the way )?(?:to|into) (?:work|the office)", "commute"),
    _v(r"(?:belong|belongs|belonging|belonged|go|goes) to (?:the |a )?(?P<o>[^,;:!?()]{2,40}?) (?:book|reading) (?:club|group)", "book_club"),
    _v(rf"{_BE} (?:a member|member|part|at|in|with) (?:of |at )?(?:the )?(?P<o>[^,;:!?()]{{2,40}}?),? (?:the |my |a )?(?:book|reading) (?:club|group)", "book_club"),
    _v(rf"(?:left|quit|leaving) the old (?:book|reading) club and joined (?P<o>{_PROPER})", "book_club", change=True),
    _v(r"(?:joined|join|joins) (?:the |a )?(?P<o>[^,;:!?()]{2,40}?) (?:book|reading) (?:club|group)", "book_club"),
    _v(rf"(?:bank|banks|banking|banked) (?:with|at) {_O}", "bank"),
    _v(rf"(?:have|has|keep|keeps) (?:my|his|her|their|an|our) (?:salary|money|account|savings)(?: paid| kept)? (?:to|into|at|with|in) {_O}", "bank"),
    _v(rf"(?:moved|switched|changed|transferred) (?:banks?|my accounts?)[: ]+(?:to )?(?P<o>{_PROPER})", "bank", change=True),
    _v(rf"(?:build|builds|building|built|make|makes|making|made|work on|works on|working on|develop|develops|developing|put together|putting together|assemble|assembling|create|creating|design|designing|program|programming|write|writing|code|coding|hack on|hacking on) {_O} (?:on the side|in my (?:spare|free) time|on weekends|at weekends|for fun|as a hobby|in (?:his|her|their) (?:spare|free) time)", "side_project"),
    _v(rf"{_BE} (?:\w+ly )?(?:allergic|intolerant|anaphylactic)(?: to|,? ?(?:to|:|—|–|-|against)) {_O}", "allergy", single=False),
    _v(r"(?:(?:can(?:not|['’]t) (?:eat|have|touch|drink|be (?:near|around)|go near|tolerate|handle|stand)|avoid|avoids|stay away from|stays away from|steer clear of|keep (?:well )?away from|have to avoid|must avoid|must not eat|keep off) (?P<o>[^,;:!?()]{2,40}?),? (?:because|since|as|due to|for|on account of|owing to)\b.*allerg)", "allergy", single=False),
    _v(rf"(?:react|reacts|reacting|reacted) (?:\w+ly |very )?(?:badly|severely|terribly|strongly|violently|allergically|poorly|awfully) to {_O}", "allergy", single=False),
    _v(r"(?:have|has|had|developed|suffer from|suffers from) (?:an? |the )?(?:(?:bad|severe|serious|mild|strong|nasty|terrible) )?(?P<o>(?!an?\b|the\b|no\b|food\b|one\b|some\b|any\b|my\b|bad\b|severe\b)[\w -]{2,30}?) allergy", "allergy", single=False),
    _v(r"(?:have|has|got|developed|suffer from|live with) (?:an? |one |my )?(?:\w+ ){0,2}?allergy(?: to| against|:|,| -| –| —|, and it is| and it is|, it['’]s| called| which is| that is| is|, namely)* ?(?P<o>[^,;:!?()]{2,40})", "allergy", single=False),
    _v(rf"can(?:not|'t|’t) (?:eat|have|tolerate) {_O}", "cannot_eat", single=False),
    _v(rf"(?:am|'m|’m|is|'s|’s) married to {_O}", "spouse"),
    _v(rf"(?:am|'m|’m|is|'s|’s) engaged to {_O}", "fiance"),
    _v(r"(?:am|'m|’m|is|'s|’s) (?P<o>\d{1,3})(?: years old| years of age| y/?o)", "age"),
    _v(r"(?:am|['’]m) (?P<o>1[0-9]|[2-9]\d)(?=[.!]*$|[,;] | and\b(?! a half)| now\b)(?!, \d)", "age"),
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
    _v(rf"(?:study|studies|studying) (?:at) (?P<o>{_PROPER})", "school"),
    _v(rf"(?:graduated) (?:from|at) (?P<o>{_PROPER})", "graduated_from", single=False),
    _v(r"(?:have|has) (?:type [12] )?(?P<o>diabetes|asthma|epilepsy|migraines?|arthritis|celiac disease|coeliac disease|ADHD|high blood pressure|a pacemaker)", "health_condition", single=False),
    _v(r"(?:take|takes|taking) (?P<o>[\w -]{2,30}? ?\d+ ?(?:mg|ml|mcg|µg))", "medication", single=False),
    _v(rf"(?:drink|drinks) (?P<o>{_K['drink']})", "drinks", single=False),
    _v(rf"(?:collect|collects|collecting) {_O}", "collects", single=False),
    _v(rf"(?:volunteer|volunteers|volunteering) (?:at|for|with) {_O}", "volunteers_at", single=False),
    # home
    _v(rf"(?:call|calls|calling) (?P<o>{_PROPER}) (?:my |our |his |her |their )?home", "home_city"),
    _v(rf"(?:rent|rents|renting|rented) (?:an? |the |my |our |some )?(?:\w+ ){{0,3}}?(?:flat|apartment|house|room|studio|place|cottage|loft|bungalow|condo|attic|basement)(?: of (?:my|our) own)? (?:in|near|outside) {_O}", "home_city"),
    _v(rf"(?:bought|found|got|took|moved into|signed (?:the lease|a lease) (?:for|on)) (?:myself |ourselves )?(?:an? |the |my |our )(?:\w+ ){{0,3}}?(?:flat|apartment|house|room|studio|place|cottage|loft|bungalow|condo)(?: of (?:my|our) own)? (?:in|near|outside) (?P<o>{_PROPER})", "home_city", change=True),
    _v(rf"(?:settled|settle)(?: down| in)* in (?P<o>{_PROPER})|(?:have )?(?:put down roots|made (?:my|a|our) home|set up home|pitched (?:my|our) tent) in (?P<o2>{_PROPER})|made (?P<o3>{_PROPER}) (?:my|our) home", "home_city"),
    _v(rf"(?:emigrated|resettled|moved (?:house|home|away|out)|packed (?:up|my bags|everything)(?: and (?:left|went|moved))?|up sticks|upped sticks|moved)(?:,? (?:and|to|for|into|out of [^,]{{2,25}}?))*,? (?:to|for|into) (?P<o>{_PROPER})", "home_city", change=True),
    _v(rf"(?:ended up|wound up|landed) (?:living )?in (?P<o>{_PROPER})", "home_city", change=True),
    _v(rf"(?:went back|moved back|returned|come back|came back|gone back|am back|['’]m back|back) (?:to live |living )?(?:to|in) (?P<o>{_PROPER})(?= (?:for good|permanently|to live|to stay|as a resident))", "home_city", change=True),
    _v(rf"{_BE} (?:now )?(?:writing|typing|calling|speaking)(?: this| to you)? from (?:my |our )?(?:new )?(?:flat|home|house|place|apartment|kitchen|living room|balcony) in {_O}", "home_city"),
    _v(rf"(?:stay|stays|staying|am staying|are staying|lodge|lodging|sublet|subletting|stuck|housesitting|house-sitting|camp|camping) (?:in|at) (?P<o>{_PROPER})", "staying_in"),
    _v(rf"(?:pay|pays) (?:my |our |his |her )?(?:rent|taxes|council tax) in {_O}|(?:have|has|keep|keeps) (?:my|our|his|her) (?:flat|home|house|bed|household) in (?P<o2>{_PROPER})", "home_city"),
    _v(rf"(?:hail|hails) from {_O}", "origin"),
    _v(rf"grew up in {_O}", "grew_up_in"),
    # work
    _v(rf"(?:draw|draws|get|gets|receive|receives) (?:my|his|her|our|a) (?:salary|wages?|pay|paycheck|paycheque|money) from {_O}|{_BE} paid by (?P<o2>{_PROPER})|get paid by (?P<o3>{_PROPER})", "employer"),
    _v(rf"{_BE} on (?:the (?:payroll|staff|books|team) (?:of|at) {_O}|(?P<o2>{_PROPER})['’]s? (?:payroll|staff|books))|{_BE} (?:part|a member) of the (?:team|staff|crew) at (?P<o3>{_PROPER})", "employer"),
    _v(rf"(?:have|has|hold|holds) (?:an? |the |my )?(?:\w+ )?(?:job|position|post|desk|role) (?:at|with|for) {_O}|(?:earn|earns|make|makes) (?:my|a|his|her) (?:living|money|bread) (?:at|with) (?P<o2>{_PROPER})|(?:do|does) (?:my|his|her) (?:shifts|hours|nine to five|9 to 5) at (?P<o3>{_PROPER})", "employer"),
    _v(rf"(?:start|started|starting|begin|began|beginning|begun) (?:(?:work |working |out |a job |a new job |my new job |as [^,]{{2,30}}? )(?:at|with|for)|at) (?P<o>{_PROPER})", "employer", change=True),
    _v(rf"(?:found|landed|got|took|accepted|have accepted|secured|start|started) (?:an? |the |my |some )?(?:new )?(?:\w+ )?(?:job|work|position|post|role|offer|gig|something)(?: (?:as|in) [^,]{{2,30}}?)? (?:at|with|for|from|by) (?P<o>{_PROPER})", "employer", change=True),
    _v(rf"(?:was|were|been|got|have been|has been|am|['’]m)(?: just| newly)? (?:hired|taken on|recruited|headhunted|poached|employed) (?:by|at) (?P<o>{_PROPER})", "employer", change=True),
    _v(r"(?:earn|earns|make|makes) (?:my|a|his|her) (?:living|money|bread|keep) as (?:an? )?(?P<o>[^,;:!?()]{2,40})|(?:trained|retrained|requalified|qualified) as (?:an? )?(?P<o2>[^,;:!?()]{2,40})", "occupation"),
    _v(r"(?:am|['’]m|is|['’]s) (?:an? )?(?P<o>[^,;:!?()]{2,30}?) (?:by (?:trade|profession|training|occupation)|for a living)", "occupation"),
    _v(rf"(?:have |has |['’]ve )?(?:become|became) an? (?:\w+ )?(?P<o>{_JOB})\b", "occupation", change=True),
    # things
    _v(rf"(?:run|runs|running|use|uses|using|boot|boots|have|has) (?P<o>{_K['system']})(?= (?:on|as|at|for|everywhere)\b|[,.!;]|$)", "operating_system"),
    _v(rf"(?:installed|put) (?P<o>{_K['system']}) on (?:my|the|our)", "operating_system", change=True),
    _v(rf"(?:own|owns|have|has|got|drive|drives) (?:an? |the |one )?(?:lovely |trusty |little |small |big )*(?P<o>{_K['car']})(?![\w-])", "car"),
    _v(r"(?:bought|got|picked up|ordered|leased) (?:myself |ourselves )?(?:an? |the |my |our )(?:new )?(?:car|van|ride|vehicle)[,:] (?:an? |the )?(?P<o>[^,;:!?()]{2,40})", "car", change=True),
    _v(rf"{_BE} (?:sitting )?(?:behind|at) the wheel of (?:an? |my |the )?{_O}", "car"),
    _v(rf"(?:work|works|working|exercise|exercises|train|trains|lift|lifts|sweat|sweats)(?: out| weights)? (?:at|in) (?:the )?(?P<o>{_PROPER}) (?:gym|fitness|studio)", "gym"),
    _v(rf"(?:(?:work|works|working) out|exercise|exercises|lift|lifts|sweat|sweats|(?:do|does|have) (?:my|his|her|all my) (?:workouts?|training|weights|fitness)) (?:at|in) (?:the )?{_O}", "gym"),
    _v(rf"(?:go|goes|going|belong|belongs) to (?:the )?(?:gym (?:at|called) (?P<o>{_PROPER})|(?P<o2>{_PROPER}) (?:gym|fitness (?:club|studio|centre|center)))", "gym"),
    _v(rf"(?:have|has|got|took out) (?:an? |my )?(?:gym )?membership (?:at|with|for|of) (?:the )?{_O}", "gym"),
    _v(rf"(?:have|has) (?:an? |my |our )?(?:\w+ )?(?:account|savings|mortgage) (?:at|with|from) {_O}|{_BE} (?:a )?customers? (?:at|of|with) (?P<o2>{_PROPER}) (?:bank|for banking)", "bank"),
    _v(r"(?:see|sees|go to|goes to|visit|visits|am a patient of|am registered with|am with) (?P<o>Dr\.? [^\W\d_a-z][\w'’-]*(?: [^\W\d_a-z][\w'’-]*)?)(?= (?:for|as|when|about|every|now)\b|[,.!;]|$)", "doctor"),
    _v(rf"{_BE} (?:fluent|proficient|conversational|bilingual) in (?P<o>{_K['language']}(?:(?:, | and |, and ){_K['language']})*)", "speaks", single=False),
    _v(rf"{_BE} a native (?P<o>{_K['language']}) speaker|{_BE} a native speaker of (?P<o2>{_K['language']})|grew up speaking (?P<o3>{_K['language']})", "native_language"),
    _v(rf"(?:attend|attends|attending|go to|goes to|take|takes|taking|do|does|doing|have|has) (?:an? |the |my |evening )?(?P<o>{_K['language']})(?: (?:evening|night))? (?:class(?:es)?|courses?|lessons?|school)(?![\w-])", "language_course"),
    _v(rf"(?:have|has|take|takes|taking|attend|attends) (?:an? |the |my |evening )?(?:class(?:es)?|courses?|lessons?) in (?P<o>{_K['language']})", "language_course"),
    _v(rf"(?:am|['’]m|is|['’]s) (?:busy )?(?:taking up|doing|teaching myself|brushing up(?: on)?|getting to grips with|working on my|improving my) (?P<o>{_K['language']})(?![\w-])", "language_course"),
    _v(r"(?:tinker|tinkers|tinkering|hack|hacks|hacking|fiddle|fiddling|busy myself) (?:with|on|away at) (?:an? |the |my )?(?P<o>[^,;:!?()]{2,40})", "side_project"),
    _v(r"(?:spend|spends) (?:my|his|her|our|all my) (?:spare|free) (?:time|hours) (?:building|making|working on|on|developing|programming) (?:an? |the |my )?(?P<o>[^,;:!?()]{2,40})", "side_project"),
    _v(r"(?:begin|begins|start|starts|open|opens) (?:every |each |the |my )?(?:morning|day)s? (?:off )?with (?P<o>[^,;:!?()]{2,50})|(?:need|needs|get|gets) (?:my |a |some )(?:cup of |glass of |mug of )?(?P<o2>[^,;:!?()]{2,30}) (?:in the mornings?|first thing|to wake up|for breakfast)", "morning_drink"),
    _v(r"(?:read|reads|meet|meets|discuss books) (?:books )?(?:in|with|at) (?:the )?(?P<o>[^,;:!?()]{2,40}?) (?:book|reading) (?:club|group|circle)", "book_club"),
    _v(r"(?:get|gets|break out in|breaks out in|come out in) (?:an? )?(?:hives|rash|rashes|reaction|allergic reaction)(?: all over)? (?:from|to|when i eat|if i eat|after) (?P<o>[^,;:!?()]{2,40})|(?:swell|swells) up (?:from|when i eat|after) (?P<o2>[^,;:!?()]{2,40})", "allergy", single=False),
    # about oneself
    _v(r"(?:am|['’]m|is|['’]s) (?P<o>\d(?:[.,]\d{1,2})? ?(?:m|metres?|meters?)|\d{3} ?(?:cm|centimet(?:re|er)s)|\d (?:foot|feet|ft)(?: \d{1,2}(?: inch(?:es)?)?)?)(?: tall)?(?![\w])", "height"),
    _v(r"weighs? (?:about |around |exactly )?(?P<o>\d{2,3}(?:[.,]\d)? ?(?:kg|kilos?|kilograms?|pounds|lbs?|stone))", "weight"),
    _v(r"(?:wear|wears|take|takes|am|['’]m|have|need)(?: an?)? size (?P<o>[\w.½/]{1,6})(?:(?: in)? (?P<p>shoe|shirt|ring|hat|dress|jeans|trouser|glove|helmet|skirt|jacket|boot|blouse)s?)?", "{p}_size"),
    _v(r"(?:turned|turn) (?P<o>\d{1,3})(?=[,.!]|$| (?:on|in|this|last|the other)\b)", "age", change=True),
    _v(rf"{_BE} (?:dating|seeing|going out with|together with|in a relationship with) (?P<o>{_PROPER})", "partner"),
    _v(rf"(?:got married to|married|tied the knot with|wed) (?P<o>{_PROPER})", "spouse", change=True),
    _v(rf"(?:attend|attends|{_BE} a student at|{_BE} studying at|go to|goes to) (?:the )?(?P<o>(?-i:[A-Z])[^,;:!?()]{{1,40}}? (?:University|College|School|Academy)|University of {_PROPER.replace('?P<o>', '?:')})(?![\w-])", "school"),
    # tastes
    _v(r"(?:have |['’]ve )?(?:come|grown|learned|learnt|started|begun|began) to (?:like|love|enjoy|appreciate|adore) (?P<o>[^,;:!?()]{2,60})|(?:have |['’]ve )?(?:got|gotten|got back|gotten back) into (?P<o2>(?!an?\b|the\b|my\b|some\b|it\b|trouble\b|bed\b|work\b|debt\b|town\b|(?-i:[A-Z]))[^,;:!?()]{2,50})|(?:have |['’]ve )?(?:developed|acquired) (?:a taste|a love|a passion) for (?P<o3>[^,;:!?()]{2,50})|(?:have |['’]ve )?(?:warmed|taken) to (?P<o4>\w+ing)\b", "likes", single=False, change=True),
    _v(r"(?:get a kick out of|have a soft spot for|have a weakness for|have a passion for|have a thing for|live for|can(?:not|['’]t) resist|am partial to|['’]m partial to|am big on|['’]m big on|am nuts about|['’]m nuts about|am wild about|['’]m wild about|could do with|am passionate about|['’]m passionate about|take (?:great )?pleasure in|delight in) (?P<o>[^,;:!?()]{2,60})", "likes", single=False),
    _v(r"(?:have |['’]ve )?(?:lost (?:all |my |any )?(?:interest in|taste for|love for|passion for|appetite for)|grown (?:tired|weary|sick) of|fallen out of love with|turned against|soured on|cooled on|had my fill of) (?P<o>[^,;:!?()]{2,60})", "likes", single=False, change=True, negated=True),
    _v(r"(?:have no time for|have no love for|have no interest in|want nothing to do with|have an aversion to|can(?:not|['’]t) (?:abide|tolerate|be doing with)|cringe at|shudder at|dread|get nothing out of|have little time for) (?P<o>[^,;:!?()]{2,60})", "likes", single=False, negated=True),
)  # fmt: skip

CUT = re.compile(
    r"(?i)[.!?…]+$|[\"“”]|(?<!Dr)(?<!Mr)(?<!Mrs)(?<!Ms)(?<!St)(?<!Prof)\s*[,;:.!?()—–]\s.*$|\s+-\s.*$|\s+(?:and (?:i|we|my|it|that|so|then|never|closed|retired|sold|left|gave|got|quit|am|['’]m|was|will|don['’]t|can['’]t|do|now|going|not|let|put|threw|binned|cancel+ed|dropped|stopped|started|moved|want|need|hope|plan to|think|feel|there|nothing|enough|won't|he|she|they|have|has|answer|love|like|hate|always)|but|because|so|which|that|who|when|while|whenever|as|since|until|till|though"
    r"|although|if|where|with my|with our|now|nowadays|again|any ?more|anymore|at the moment|these days|right now|at present|currently|instead|too|as well|for (?:now|good|a while|years|ages|the time being)|by the way|btw|like before|either"
    r"|today|tonight|yesterday|tomorrow|this (?:week|month|year|morning|evening|term)|last (?:week|month|year)|over the weekend|already|still|also|every morning|from (?:now|here|then) on|both ways|after all|to be honest|a lot|so much|very much|most days|every day|in case|once more|of all places|from (?:now|on|then|next|this|the start|today|tomorrow)|on my (?:laptop|computer|phone|desktop|own)|for (?:\w+ )?(?:years?|months?|weeks?|decades?|life)|lately|anyway|though|thankfully|at home|at work)\b.*$"
)
_LEAD = re.compile(
    r"(?i)^(?:an?|the|some|another|few|several|my|our|only|mostly|mainly|just|strictly|now|always|called|named)\s+"
)


_THE_ONE = re.compile(r"(?<=\S) one$")


def clean(value: str) -> str:
    """The bare value in what stands after a verb: no article, no adverb, no second clause."""
    bare = value.strip()
    for _ in range(3):
        bare = CUT.sub("", bare).strip(" \t.,;:!?'\"*_")
        bare = _LEAD.sub("", bare)
    return (
        _THE_ONE.sub("", bare) if bare.endswith(" one") and value.strip().lower().startswith("the ") else bare
    )
