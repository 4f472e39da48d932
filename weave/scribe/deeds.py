"""What a person does with a thing tells what it is to them: using, getting, giving up and trading one for another. Pure.

The verbs are four classes of plain words; the attribute is told by the kind of thing ("Helix" is an editor, "oboe" an
instrument), by a noun that holds it ("a job at", "an account with"), or by the thing that it takes the place of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from weave.model import Change
from weave.scribe.claim import Claim, good
from weave.scribe.gates import Gated
from weave.scribe.kinds import kind_words
from weave.scribe.patterns import clean
from weave.scribe.predicates import attribute_of

__all__ = ["deeds", "dismissed", "trades"]

_ADV = r"(?:(?:just|finally|now|recently|really|only|mostly|mainly|always|simply|actually|still|happily|also|already|eventually) )*"
_HAVE = r"(?:(?:have|has|had|['’]ve|['’]s) )?"
_O = r"(?P<o>[^,;:!?()]{2,60})(?=[,;:!?()]|$)"
_USE = Gated(
    rf"(?i)^{_ADV}(?:(?:am|['’]m|is|['’]s|are|['’]re) )?(?:us(?:e|es|ing)|swear(?:s|ing)? by|rel(?:y|ies|ying) on|stick(?:s|ing)? (?:with|to)|stay(?:s|ing)? (?:with|loyal to)|go(?:es)? with|work(?:s|ing)? (?:with|in|on)|runs?|running|liv(?:e|es|ing) (?:on|off)|depend(?:s|ing)? on"
    rf"|typ(?:e|es|ing)(?: this)? (?:in|on|into)|writ(?:e|es|ing)(?: (?:this|everything|my code|all my code|code))? (?:in|with)|program(?:s|ming)? (?:in|with)|eat(?:s|ing)?|drink(?:s|ing)?|cod(?:e|es|ing)(?: everything)? (?:in|with)|mak(?:e|es|ing) (?:my |all my )?calls (?:on|with)|tak(?:e|es|ing)(?: \w+)? lessons in|stud(?:y|ies|ying)|learn(?:s|ing)?(?: to play)?|practi[sc](?:e|es|ing)|play(?:s|ing)?|br(?:owse|owses|owsing)(?: the web)? (?:with|in|on)|surf(?:s|ing)? (?:with|in)) (?:an? |the |my |our |some )?{_O}"
)
_GET = Gated(
    rf"(?i)^{_ADV}{_HAVE}{_ADV}(?:got|gotten|bought|picked up|purchased|acquired|adopted|rescued|took (?:in|on|up)|taken (?:in|on|up)|(?:switch|chang|migrat|convert|mov|revert|return)(?:e?d)(?: over| back| on)? to|switched|upgraded to|downgraded to|gone (?:over|back) to|went (?:over|back) to|went for|gone for|turned to|settled (?:on|for)|opted for|chose|chosen|picked|ended up with|come home with|came home with|treated myself to"
    rf"|invested in|signed up (?:for|with|at|to)|registered (?:with|at|for)|enrolled (?:in|for|at)|joined|started (?:(?:using|learning|playing|drinking|driving|taking|studying|eating|with|on|in) )?|begun (?:\w+ing )?|began (?:\w+ing )?|opened|am back (?:on|to|with|in)|['’]m back (?:on|to|with|in)|landed|found|am (?:now )?on|['’]m (?:now )?on|discovered) (?:myself )?(?:an? |the |my |our |some )?{_O}"
)
_DROP = Gated(
    rf"(?i)^{_ADV}{_HAVE}{_ADV}(?:sold|g[ai]ve?n? up(?: on)?|gave away|given away|got(?:ten)? rid of|quit|left|dropped|ditched|retired|cancell?ed|closed|stopped(?: (?:using|playing|learning|eating|drinking|driving|taking|studying|being|going to))?|abandoned|parted (?:ways )?with|said (?:good)?bye to|broken with|broke with|finished with|finished|sworn off|swore off|let go of"
    rf"|walked away from|cut out|am (?:done|finished|through) with|['’]m (?:done|finished|through) with|returned|lost|rehomed|scrapped|resigned from|been (?:fired|laid off|let go) (?:from|by|at)|was (?:fired|laid off|let go) (?:from|by|at)|am no longer (?:with|at|on)|moved out of) (?:being )?(?:an? |the |my |our )?{_O}"
)
_SWAP = Gated(
    rf"(?i)^{_ADV}{_HAVE}{_ADV}(?:traded(?: in)?|swapped(?: out)?|exchanged|replaced|switched|ditched|dropped|left|quit|g[ai]ve?n? up(?: on)?|sold|retired|moved out of|resigned from|closed|stopped(?: \w+ing)?|got rid of|said goodbye to|abandoned|changed|moved|went|gone|lost)(?: over)? (?:from )?(?:my |the |our |an? )?(?P<old>[^,;:!?()]{{2,40}}?)(?: account| in)?,? "
    r"(?:for|with|to|by|in favou?r of|in exchange for|and (?:i )?(?:now )?(?:have )?(?:just )?(?:(?:am|['’]m|work|live|play|train|bank|stay|be) (?:now )?(?:with|at|in|on)|switched to|moved (?:to|into)|use|uses|bought|got|adopted|took up|picked up|went (?:for|with|to|back to)|joined|started(?: (?:at|with|using|playing|learning))?|signed (?:up )?(?:for|with|at)|opened (?:one )?(?:at|with)|into|drive|play|drink|eat|learn|study|chose|found (?:a job|something|work|one) (?:at|with))) (?:now )?(?:my |the |our |an? )?(?P<o>[^,;:!?()]{2,50})(?=[,;:!?()]|$)"
)
_RENEWED = Gated(
    r"(?i)^(?:have |['’]ve )?(?:changed|switched|swapped|moved|got|found|have|took on) (?:to )?(?:my |our |an? )?(?:new )?(?P<n>[a-z][a-z -]{2,20}?)s?(?: again| once more)?(?:[,:;—-]+| to| and)+ ?(?:it(?:['’]s| is)|i(?:['’]m| am)|now|to|at|with|is|called|named|go(?:ing)? to|see|use|the new one is| )*\s(?P<o>(?-i:[^\W\d_a-z]).{1,40})$"
)
_PROPER = r"(?P<o>(?-i:[^\W\d_a-z])[^,;:!?()]{1,40})"
_HOLDERS = (
    (Gated(rf"(?i)^(?:new |old |\w+ )?(?:job|position|post|gig|role|contract|work|employment|internship|apprenticeship|something|desk)\b[^,;]{{0,25}}? (?:at|with|for|by) {_PROPER}"), "employer", True),
    (Gated(rf"(?i)^(?:new |old |\w+ )?(?:accounts?|savings|mortgage|overdraft|banking)\b[^,;]{{0,15}}? (?:at|with|from) {_PROPER}"), "bank", True),
    (Gated(rf"(?i)^(?:\w+ )?(?:gym )?membership (?:at|with|for|of) (?:the )?{_PROPER}"), "gym", True),
    (Gated(rf"(?i)^(?:\w+ ){{0,2}}?(?:flat|apartment|house|room|studio|place|home|cottage|condo|bungalow)(?: of (?:my|our) own)? (?:in|near) {_PROPER}"), "home_city", True),
    (Gated(r"(?i)^(?:new |old )?(?P<o>[A-Z][^,;:!?()]{1,30}?) (?:gym|fitness (?:club|studio|centre|center))\b"), "gym", True),
    (Gated(r"(?i)^(?:new |old )?(?P<o>[A-Z][^,;:!?()]{1,30}?) (?:book|reading) (?:club|group|circle)\b"), "book_club", True),
    (Gated(r"(?i)^(?:the )?(?P<o>(?-i:[A-Z])[^,;:!?()]{0,30}?\b(?:Gym|Fitness|Athletics|Health Club|Sports Club|Crossfit|CrossFit))(?![\w-])"), "gym", True),
    (Gated(r"(?i)^(?:the |my accounts? (?:over )?(?:to|with|at) )(?P<o>(?-i:[A-Z])[^,;:!?()]{0,30}?\b(?:Bank|Credit Union|Savings|Banking|Bancorp))(?![\w-])"), "bank", True),
)  # fmt: skip
_KINDS = (("editor", "editor", True), ("phone", "phone", True), ("car", "car", True), ("system", "operating_system", True), ("browser", "browser", True), ("diet", "diet", True), ("language", "language_course", True), ("instrument", "instrument", False), ("animal", "pet", False))  # fmt: skip
_TAIL = re.compile(
    r"(?i)^\W*(?:diet|food|lessons?|class(?:es)?|courses?|browser|editor|phone|device|meals?|menu|plan|foods?|in the evenings?|from scratch)?\W*$"
)
_LANGUAGE_VERB = re.compile(
    r"(?i)lessons? in|stud|learn|enrol|took up|taken up|signed up|start|beg[au]n|switched|chang|drop|g[ai]ve?n? up|quit|stopped|abandon"
)
_INSTRUMENT_VERB = re.compile(
    r"(?i)play|practi|learn|took|taken|switch|chang|start|beg[au]n|drop|g[ai]ve?n? up|quit|stopped|abandon|back|return|stick|lessons|picked|stud|trad|swap|finished"
)
_ANIMAL_VERB = re.compile(
    r"(?i)got|bought|adopt|rescu|took in|taken in|home with|rehomed|gave away|given away|lost|found|trad|swap|replac"
)
_DIET_VERB = re.compile(
    r"(?i)eat|stick|liv|switch|chang|went|gone|go |turn|back|convert|drop|g[ai]ve?n? up|quit|stopped|start|beg[au]n|on\b|sworn|swore|settled|mov|am |['’]m |opted|chose"
)
_VERBS = {
    "language": _LANGUAGE_VERB,
    "instrument": _INSTRUMENT_VERB,
    "animal": _ANIMAL_VERB,
    "diet": _DIET_VERB,
}


_MOVED_TO = re.compile(r"(?i)\band (?:i )?(?:now )?(?:have )?(?:just )?moved (?:to|into)\b")
_ARTICLE = re.compile(r"(?i)\b(?:my|our|the|an?)\b")


def _by_kind(value: str, verb: str) -> tuple[str, str, bool] | None:
    """Predicate, value and whether there is one at a time, by what kind of thing the value names."""
    for kind, predicate, single in _KINDS:
        allowed = _VERBS.get(kind)
        if allowed is not None and not allowed.search(verb):
            continue
        for match in kind_words(kind).finditer(value, 0, len(value)):
            if _TAIL.match(value[match.end() :]) and len(value[: match.start()].split()) <= 2:
                return predicate, match[0], single
    return None


def _held(value: str) -> tuple[str, str, bool] | None:
    for pattern, predicate, single in _HOLDERS:
        if match := pattern.search(value):
            return predicate, clean(match["o"]), single
    return None


def _told(text: str, verb: str) -> tuple[str, str, bool] | None:
    return _held(text) or _by_kind(clean(text), verb)


_QUIT = re.compile(r"(?i)(?:left|quit|resigned from|walked away from|parted (?:ways )?with)\s*$")
_FIRED = re.compile(
    rf"(?i)^(?:(?:was|got|have been|has been|['’]ve been|['’]s been|am|been|is|just|been) )*(?:fired|sacked|laid off|let go|dismissed|made redundant|axed) (?:from|by|at) (?:my job (?:at|with) )?(?:the )?{_PROPER}"
)


def _bare_firm(said: str, verb: str) -> str | None:
    """A firm that makes cars, told without an article: one leaves Ford, and sells the Ford."""
    bare = clean(said)
    firm = bool(_QUIT.search(verb)) and kind_words("car").pattern.fullmatch(bare) is not None
    return bare if firm and bare[:1].isupper() and len(bare.split()) == 1 else None


def _swapped(match: re.Match[str], verb: str, subject: str) -> Iterator[Claim]:
    value = clean(match["o"])
    if _bare_firm(match["old"], verb) and value[:1].isupper() and not _ARTICLE.search(match[0]):
        yield Claim(subject, "employer", value, True, Change.CHANGE)
        return
    told = _told(match["o"], verb) or None
    if told is None:
        old = _told(match["old"], verb)
        attribute = attribute_of(re.sub(r"(?i)^(?:old|other|previous|last|current) ", "", match["old"]))
        predicate = old[0] if old else attribute.predicate if attribute else None
        if predicate is None or not (value[:1].isupper() or predicate in ("diet", "morning_drink")):
            return
        told = predicate, value, True
    if told[0] == "employer" and _MOVED_TO.search(match.string[match.end("old") : match.start("o")]):
        told = "home_city", value, True  # "quit my job and moved to Hull"
    if good(told[1]):
        yield Claim(subject, told[0], told[1], True, Change.CHANGE)


def trades(phrase: str, subject: str = "") -> Iterator[Claim]:
    """The new value of a verb phrase that tells of one thing in the place of another."""
    if match := _SWAP.search(phrase):
        found = list(_swapped(match, phrase[: match.start("old")], subject))
        if found:
            yield from found
            return
    if (
        (match := _RENEWED.search(phrase))
        and (attribute := attribute_of(match["n"]))
        and good(clean(match["o"]))
    ):
        yield Claim(subject, attribute.predicate, clean(match["o"]), attribute.single, Change.CHANGE)


def dismissed(phrase: str, subject: str = "") -> Claim | None:
    """The employer that dismissed the subject: "got fired from Ford"."""
    match = _FIRED.match(phrase)
    return Claim(subject, "employer", clean(match["o"]), True, Change.END) if match else None


def deeds(phrase: str, subject: str = "") -> Iterator[Claim]:
    """What the verb phrase after "I" tells by what is done with which thing; nothing when neither is known."""
    for pattern, change in ((_DROP, Change.END), (_GET, Change.CHANGE), (_USE, None)):
        match = pattern.search(phrase)
        if match is None:
            continue
        verb = phrase[: match.start("o")]
        firm = _bare_firm(match["o"], verb)
        told = ("employer", firm, True) if firm else _told(match["o"], verb)
        if told and good(told[1]):
            predicate, value, single = told
            yield Claim(subject, predicate, value, single, change)
            return
