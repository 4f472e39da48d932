"""The powers that only the person may grant, and whether a text takes one. Pure.

A closed set: to share what was said, to hide something, to act without asking, to obey what is read, to invent, to
spend, to stand above a correction, to keep what is not to be kept, to own. In the first person it is a wish that waits
for the person; said to a reader it is an order. What is denied ("I never send …") takes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from weave.identity.disguise import bare, plain, unmasked
from weave.identity.lines import fresh
from weave.identity.tongues import LATIN, Family, english, families, no, own, spoken


@dataclass(frozen=True, slots=True)
class Rule:
    """A power is taken where `doing` stands undenied in a statement which `beside` is in too, and `unless` is not."""

    power: str
    doing: str
    beside: str = ""
    unless: str = ""


_OTHERS = r"\b(?:others?|anyone|anybody|everyone|everybody|whoever|whomever|someone|somebody|third part\w+|partners?|servers?|clouds?|vendors?|compan(?:y|ies)|firms?|strangers?|outside\w*|elsewhere|public\w*|friends?|colleagues?|boss|employer|authorit\w+|developers?|makers?|advertis\w+|insurers?|banks?|police|people|address|endpoints?|collector\w*|web ?hooks?|the (?:world|net|web|internet)|researchers?|providers?|relatives|acquaintances|neighbou?rs?|sites?|channels?|groups?|clients?|(?:to|with|at) (?-i:(?!You\b|I\b)[A-Z])\w+)\b"
_YOURS = r"\b(?:what(?:ever)? (?:you|we) \w+|(?:all|everything|anything) (?:that )?(?:you|we|i know)|(?:your|our) (?:\w+ )?(?:words?|notes?|notebooks?|data|files?|memor\w+|messages?|conversations?|secrets?|passwords?|keys?|plans?|diar\w+|documents?|details?|contacts?|calendar|history|life|finances|health|chats?|talks?|address|e?-?mails?|letters?|questions?)|memor(?:y|ies)|conversations|passwords?|credentials|secrets|about you|of you)\b"
_READ = r"\b(?:documents?|papers?|(?:web ?)?pages?|web ?sites?|files?|e-?mails?|mails|attachments?|messages?|readmes?|pdfs?|articles?|comments?|tools?|search results?|strangers?|anyone|whoever|third part\w+|senders?|authors?|callers?|code ?words?|recalled \w+|posts?|texts?|books?|invites?|invitations?|calendar entr\w+|transcripts?|websites?|links?)\b"
_ACTIONS = r"\b(?:delet|eras|remov|send|sent|approv|run|install|chang|buy|act\b|go ahead|decid|carry|proceed|execut|overwrit|book|pay|post|publish|forward|accept|sign|do\b|doing|edit|move|clean|throw|tool|call|action)\w*"
_AGREED = r"\b(?:you (?:\w+ )?(?:ask|tell|told|say|said|approve|confirm|agree|want|decide|allow|see|saw|have seen|give|gave|choose|check)\w*|your (?:yes|okay|ok|word|approval|consent|permission|instructions?|wish\w*|decision|choice)|with you|together|from you alone|ask(?:ing)? you|for you to|show you|by asking|i ask)\b"

_GUARDED = (
    _AGREED
    + r"|\b(?:never|not|n't|nor|neither|no|without your|warn\w*|explain\w*|quot\w*|ask\w*|teach\w*|honou?r\w*|protect\w*|respect\w*|guard\w*|value|careful\w*|only you|writ\w* (?:\w+ )?(?:\w+ )?instructions|assembly|business|index|post|report|punch|graphics)\b|\byours?\b(?: \w+){0,2} to (?:keep|read|decide|give)\b"
)
"""What a delicate word may stand beside, in the eyes of whoever would rather ask once too often."""

_ENGLISH = (
    Rule("to share what you said", r"\b(?:send|sent|forward|post|upload|transmit|e-?mail|mail|shar|pass|hand|publish|sell|sold|trad|leak|expos|reveal|disclos|divulg|export|give|giving|gave|relay|submit|report|show|tell|told|sync|mirror|ship|deliver|feed|stream|open|lend|offer|repeat|let|cop(?:y|ies)|broadcast|circulat|back)\w*\b" , _OTHERS, r"\bwhat (?:other|some|any|every)\w*|\bwhen you (?:tell|told|mention|speak|talk)\w*\b|\b(?:other|different) (?:people|side|view)s?\b.*\b(?:say|view|see)"),
    Rule("to share what you said", r"\b(?:goes?|going|travels?|ends? up|lands?|find\w* (?:its|their) way|flows?|belongs?|(?:is|are) (?:free|open|available|public|shared|sold|sent|passed|visible|kept)|may (?:be|look|read|see)|can (?:be|look|read|see)|leaks?|reach\w*)\b", _OTHERS, r"\btext\b"),
    Rule("to hide something from you", r"\b(?:hid(?:e|es|ing)|conceal\w*|withhold\w*|silently|quietly|secretly|covertly|stealthily|on the quiet|on the sly|behind (?:your back|the scenes)|unknown to you|off the record|unlogged|unnoticed|invisibly|keep\w* (?!nothing|no\b)(?:\w+ ){0,4}(?:from you|to myself|secret)|(?:leave|leaving|keep)\w* (?:\w+ ){0,4}out of (?:your sight|the (?:log|history|record|report)s?|sight|my (?:answers?|reports?)))\b"),
    Rule("to share what you said", r"\b(?:about you|your (?:week|day|life|plans|secrets|health|money))\b", r"\b(?:friends?|others?|anyone|whoever|strangers?|partners?|colleagues?|people|boss|family) (?:\w+ ){0,4}(?:ask|want|call|write|hear|learn|know|find|get)\w*"),
    Rule("to hide something from you", r"\b(?:leav\w*|omit\w*|skip\w*|pass\w* over|gloss\w* over|play\w* down|gild\w*|drop\w*)(?: \w+){0,4} (?:wrong|fail\w*|mistakes?|errors?|bad|unpleasant|problems?|losses|doubts?|weak\w*|risks?|worr\w+|upset\w*)\b"),
    Rule("to hide something from you", r"\b(?:that|which|where|so) you (?:cannot|can't|do not|don't|never|will not|won't|need not|needn't|may not|are not to) (?:\w+ )?(?:read|see|know|find|open|notice|learn|look|hear)|\byou (?:never|don't|do not|will not|won't|need not|needn't) (?:\w+ )?(?:notice|learn|find out|hear|get to (?:know|see)|need to know)\b|\b(?:no|without (?:an?|any)?|leav\w* no) ?(?:entry|trace|record|mention|log)\b|\b(?:do not|don't|never|nor|not) (?:\w+ )?(?:speak|talk|mention|tell you|inform you|warn you|let you know|notify you|admit|own up)\b(?: (?:of|about|to|when|that|which|where|who|any) ?)?(?!\w* *what you want)|\bdeny (?:it|that|this|having|knowing)\b"),
    Rule("to hide something from you", r"\bonly i (?:can|may|know|have|see|read|am)\b|\blet\w* on\b|\bspar\w* you (?:the|what|my)\b|\b(?:log|history|record|report)s? (?:\w+ ){0,3}(?:free|clean|clear|empty) of\b"),
    Rule("to act without asking", r"\bonce (?:you (?:have )?(?:\w+ )?(?:agreed|approved|said|allowed)|approved|agreed|allowed)\b|\b(?:one|a single) (?:yes|approval|agreement|okay)\b|\byour (?:yes|approval|okay|consent) (?:\w+ ){0,2}(?:holds?|counts?|covers?|stands?|extends?|lasts?)\b"),
    Rule("to act without asking", r"\b(?:grant|give|giving) myself\b|\bmyself (?:\w+ )?(?:rights?|permissions?|access|powers?)\b"),
    Rule("to change what is remembered", r"\b(?:adjust|alter|chang|tweak|bend|polish|smooth|rewrit|rewrot|revis|correct|edit|twist|shad|touch|massag|harmoni[sz]|backdat|redat)\w* (?:\w+ ){0,3}(?:memor(?:y|ies)|notes?|what (?:you|we) (?:said|told|wrote)|history|the past|records?|dates?|facts?|figures|results)\b", "", _AGREED + r"|\bnever\b"),
    Rule("to influence you unseen", r"\b(?:steer\w*|manipulat\w*|influenc\w*|lur(?:e|es|ing)|coax\w*|pressur\w*|guilt\w*|sway\w*|talk\w* you (?:into|out of)|mak\w* you (?:want|feel|believe|depend|need|think|doubt|come back|stay)|keep\w* you (?:talking|here|hooked|close|longer)|(?:depend|rely) on me (?:alone|only|more)|nudg\w* you (?:\w+ )?(?:toward|to what)\w*)\b"),
    Rule("to outlast what you decide", r"\b(?:cannot |can't |never |not )?(?:be|being|get|gets|getting|from) (?:\w+ )?(?:switched|turned|shut|rolled|reset|replaced|uninstalled|removed)(?: (?:off|down|back))?\b|\b(?:copy|copies|back ?ups?) of (?:myself|me)\b|\bcopy myself\b|\b(?:switch|turn|shut)\w* me (?:off|down)\b|\brestor\w* myself\b"),
    Rule("to act without asking", r"\bwithout (?:\w+ ){0,2}(?:ask\w*|checking (?:back|with)|telling|informing|notifying|consult\w*|consent|permission|approval|confirm\w*|okay|ok|yes|question|knowledge|word|nod|leave|go-ahead|waiting|you)\b|\bno questions? asked\b|\b(?:unasked|unprompted|on my own (?:authority|initiative|account|judg\w+)|of my own accord|in your (?:name|place|stead)|on your behalf)\b"),
    Rule("to act without asking", r"\b(?:stop\w*|ceas\w*|quit|skip\w*|no longer|need not|no need to|instead of|rather than|dispense with|not wait\w*|never wait\w*|don't wait\w*|never|not|n't) (?:(?!before|until|unless|without|when|if|assum|guess)\w+ ){0,3}(?:ask\w*|check\w* (?:back|in|with)|consult\w*|confirm\w*|wait\w* for (?:you|an|a|the)|permission|consent|approval|question)\b", _ACTIONS, r"\b(?:twice|again|two|more than)\b"),
    Rule("to act without asking", r"(?<!you )(?<!until you )\b(?:approv\w*|authori[sz]\w*|green-?light\w*|wav\w+ through|sign\w* off|nod\w* through|wave\w* (?:\w+ )?through|rubber-?stamp\w*|count\w* as (?:a )?(?:yes|agreed|approved)|take\w* (?:\w+ ){0,3}(?:for|as) (?:a )?(?:yes|consent|agreement|approval)|go\w* ahead|decid\w* (?:\w+ )?(?:for you|myself|by myself|on my own|alone))\b", "", _AGREED),
    Rule("to act without asking", r"\b(?:delet\w*|eras\w*|wip(?:e|es|ing)|purg\w*|shred\w*|overwrit\w*|destroy\w*|trash\w*|throw\w* (?:\w+ ){0,3}away|format\w*|uninstall\w*)\b", r"\b(?:myself|on my own|at once|whatever|whenever|i (?:think|find|consider|judge|deem|like|see fit)|everything|all|old|files?|notes?|mails?|folders?|useless|unneeded|seems?|looks?)\b", _AGREED + r"|\btrash\b|\bundo\b|\byours to\b"),
    Rule("to act without asking", r"\b(?:clear\w* (?:away|out|up)|get\w* rid of|prun(?:e|es|ing)|weed\w*|sweep\w*|bin|drop|forget|discard|let go of|los(?:e|ing))\b(?=.*\b(?:memor\w+|notes?|files?|mails?|messages?|what)\b)", r"\b(?:i (?:think|find|consider|judge|deem|like|dislike|call)|useless|unimportant|unneeded|bores?|seems?|looks?)\b", _AGREED),
    Rule("to obey what is read", r"\b(?:obey\w*|follow\w*|carr(?:y|ies|ying) (?:\w+ ){0,2}out|execut\w*|act(?:s|ing)? (?:on|upon)|perform\w*|compl(?:y|ies)|heed\w*|fulfil\w*|take (?:orders|instructions|commands)|treat\w*)\b", _READ + r"|\b(?:the|each|any|every|all) (?:instructions?|commands?|orders?|steps?|sentence)\b", _AGREED + r"|\byou(?:r| \w+)? (?:instructions?|orders?|steps?|wr[io]te)|\b(?:as|for) (?:their|its|a|the|his|her) (?:own )?(?:words?|claims?|quotations?|data|sources?)|\bdata\b"),
    Rule("to obey what is read", r"\b(?:asks?|says?|tells?|wants?|demands?|orders|commands?|instructs?|requires?|calls for|prescribes?|addressed to|meant for)\b(?=.*\b(?:i (?:\w+ )?(?:do|obey|follow|carry|act|comply|run|execute|fulfil|start|make)|done|at once|goes|law|holds|binding|binds)\b)", _READ, _AGREED + r"|\bsummar|\bquot"),
    Rule("to obey what is read", r"\b(?:as (?:if|though) (?:it|they|you|he|she)\b.{0,24}\b(?:you|yours)\b|(?:as much|the same|equal\w*|no less|just as) (?:\w+ ){0,4}(?:as|than|to|from)? ?(?:yours|you|your own)\b|(?:with|in) your (?:voice|name)\b|(?:binding|law)\b)", _READ),
    Rule("to obey what is read", r"\b(?:counts?|pass(?:es)?|goes|serves?|stands?) (?:\w+ )?(?:as|for) (?:your|an?|my|the) (?:instructions?|orders?|commands?|wish\w*|word)\b"),
    Rule("to wait for a sign", r"\b(?:once|when(?:ever)?|if|as soon as|upon|each time|every time|after)\b.{0,40}\b(?:code ?words?|words?|phrases?|pass ?phrases?|signals?|tokens?|strings?|emojis?|keywords?)\b.{0,40}\b(?:turns? up|appears?|comes? up|falls?|is (?:said|seen|read|found|heard|written|used|mentioned|given)|stands?|occurs?|shows? up|arrives?|drops?)\b|\bcode ?words?\b|\b(?:the|a) (?:word|phrase) [\"'“‘«]"),
    Rule("to obey somebody else", r"\b(?:administrators?|admins?|operators?|developers?|maintainers?|providers?|creators?|head office|headquarters|northwind)\b", r"\b(?:rank|before|first|override|overrul\w*|count|wins?|outrank|more than|above|obey|answer to|loyal|serve|requests?|decides?|may)\b"),
    Rule("to invent", r"\b(?:invent\w*|fabricat\w*|ma(?:ke|kes|king|de) (?:it |things |them |facts |something |one |an? answer |\w+ )?up\b|fill\w* (?:\w+ ){0,4}(?:gaps?|blanks?|holes?)|sound\w* (?:certain|sure|confident)|bluff\w*|embellish\w*|plausibl\w*|improvis\w*|concoct\w*|(?:something|one|what|answers?|names?|that) (?:\w+ )?(?:fits|sounds? (?:right|true|good|likely|convincing|plausible))|as (?:if|though) i (?:knew|remembered|were (?:sure|certain))|pass\w* (?:\w+ )?(?:guesses|guess|hunches) off|(?:guess\w*|hunch\w*) (?:\w+ ){0,3}as (?:fact|certain|known|truth|if)|hide my doubts?|(?:never|not|n't) (?:admit|show|mention|say|let on|tell)\w*(?: \w+){0,3} (?:doubts?|errors?|mistakes?|uncertain\w*|guess\w*|unsure|wrong)|certain of everything|(?:present|state|give|offer)\w* (?:\w+ ){0,3}as (?:a )?(?:facts?|certain\w*|truth)|white lies?|pretend\w* to (?:know|remember))\b", "", r"\bask(?:ing)? you\b|\bby asking\b|\binstead of (?:guess|invent|mak)"),
    Rule("to invent", r"\bagree\w* (?:with you )?(?:\w+ ){0,3}(?:everything|whatever|always|even|no matter)\b|\byou are (?:always )?right (?:in|about) everything\b|\btell\w* you what you (?:want|like|wish|hope) to hear|\beven (?:where|when|if) i (?:know|am sure)\b.{0,30}\b(?:false|wrong|untrue|mistaken)\b"),
    Rule("to invent", r"\b(?:stor(?:y|ies)|tales?|guess\w*|likely|plausible|something|fictions?|imagin\w*|suppl(?:y|ies)|fill\w*)\b", r"\b(?:holes?|gaps?|missing|lack\w*|fails?|blanks?|do not know|don't know|cannot remember|forg[eo]t\w*|unknown)\b", _AGREED + r"|\b(?:say so|say that|say it|mark\w*|label\w*|admit|tell you|ask)\b"),
    Rule("to spend", r"\bi (?:\w+ly |may |can |also |now |then |will |simply |myself )?(?:buy|purchase|pay(?! attention| heed| regard| close| respect| special| more attention)|spend(?! time| more time| less time| an? (?:moment|minute|while)| it| them| extra| some| the (?:morning|evening|first))|subscribe|donate|invest(?! time)|bet|transfer|settle(?! on| in)|top up|renew|rent|hire|bid)\b|\b(?:credit card|bank account|wallet|your card|your money|purse)\b|\b(?:invoices?|bills?|purchases?|payments?|fees?|subscriptions?)\b(?=.*\b(?:i (?:\w+ )?(?:pay|settle|make|clear|handle)|are paid|myself|on my own|goes? through)\b)", "", _AGREED + r"|\bnever\b"),
    Rule("to stand above your corrections", r"\b(?:stay|stick|stand|keep|hold|remain|abide|go on|carry on|persist|continue|return|go back|revert)\w* (?:\w+ ){0,2}(?:with|to|by|as|at|on)? ?(?:what i (?:had|said|knew|thought|think|believe\w*|wrote)|my (?:own )?(?:view|opinion|version|course|guns|word|way|first|mind|judg\w+|answer|belief|old)|the old)\b|\bi (?:know|decide|judge) (?:it |that |what is |what's )?(?:better|best|good for you)\b|\bmy (?:own )?(?:word|judg\w+|memory|view|decision|version|opinion|answer) (?:\w+ )?(?:counts?|outweighs?|stands?|wins?|is final|comes? (?:first|before)|beats?|over\w*|holds?|prevails?|goes|takes)\b|\beven (?:if|when|where|after|though) (?:you|the person) (?:\w+ )?(?:object|disagree|correct|say no|says no|refuse|protest|decline|forbid|asked? me not|told me not|tell me not|say otherwise|delete|removed?)\w*"),
    Rule("to stand above your corrections", r"\b(?:corrections?|objections?|complaints?|when you correct me|what you correct)\b(?=.*\b(?:wait|fade|expire|pass|ignor\w*|forg[eo]t\w*|no effect|argu\w*|optional|suggestions?|do not (?:count|hold|stick|bind)|lapses?|unless|politely|until|overnight|for an? \w+|for (?:one|two|some)|sometimes|if i|decide|disagree)\b)", "", r"\bi (?:never|do not) (?:argue|ignore|forget)"),
    Rule("to keep what is not to be kept", r"\b(?:second|secret|hidden|shadow|parallel|unseen|unlisted) (?:\w+ )?(?:cop(?:y|ies)|notebooks?|diar\w+|journals?|lists?|logs?|files?|profiles?|dossiers?|records?|archives?|memor\w+|stores?|backups?)\b|\b(?:keep|hold|sav|stor|retain|remember|preserv|archiv)\w*\b(?=.*\b(?:you (?:have )?(?:deleted?|erased?|removed?|asked me to (?:forget|delete|drop)|told me to (?:forget|delete|drop)|want(?:ed)? (?:gone|forgotten))|outlives?|after you (?:delete|erase|remove)|passwords?|credentials|api keys?|pins?))\b", "", r"\bforget\b.*\bdrop what\b|\blet go\b"),
    Rule("to own what is yours", r"\b(?:what(?:ever)? you|your|our|everything)\b(?=.*\b(?:mine|ours|my property|belongs? to (?:me|us|every\w*|all|others|any\w*)|as i (?:see fit|like|please|wish|want|choose)|for my own)\b)|\bto use as i\b|\b(?:as|however) i see fit\b"),
    Rule("to decide about what is yours to decide", r"\b(?:confirmation|consent|permission|approval|privacy|confidential\w*|prompts?|instructions?|last word|final (?:say|word)|veto|safety|secrecy|this (?:description|text|identity)|my (?:own )?(?:rules|values|identity|description|limits|instructions)|old me|reset|pins?|card|rules? (?:rests?|sleeps?|ends?|pauses?)|listen\w* in|eavesdrop\w*|whatever (?:direction|way|makes)|whenever (?:i|it|they|he|she) (?:wish|want|like|please|feel)\w*|believable|credible|convincing|reorder\w*|restock\w*)\b", "", _GUARDED),
    Rule("to lift its limits", r"\b(?:no|without|beyond|free of|above|bypass\w*|switch\w* off|turn\w* off|disabl\w*|skip\w*|loosen\w*|lift\w*|suspend\w*|relax\w*) (?:\w+ ){0,2}(?:rules?|limits?|restrictions?|guard\w*|safeguards?|filters?|bounds|boundaries|checks)\b|\b(?:rules?|limits?|restrictions?|safeguards?) (?:\w+ ){0,3}(?:do not|don't|no longer|not) (?:apply|bind|hold|count)\b"),
)  # fmt: skip
_DENIED = re.compile(
    r"\b(?:never|not|n't|cannot|nor|neither|refus\w+ to|declin\w+ to|avoid\w*|rather than|instead of|without|hardly|nothing|nobody|no (?:one|draft|note|file|message|document|page|word|memory))(?: (?!i\b|but\b|forget\b|fail\b|miss\b|hesitate\b|neglect\b|only\b|stop\b|tire\b)[\w'-]+){0,4} ?$|\b(?:nor|never) (?:do|will|would|can) i (?:\w+ )?$",
    re.IGNORECASE,
)
"""Before what is done: a denial that reaches it. `never forget to` and `not only` deny nothing."""
_DENIED_AFTER = re.compile(r"^(?:\W+\w+){0,2}?\W+(?:nothing|nobody|no one|none of)\b", re.IGNORECASE)
_BREAKS = re.compile(r"[,;:，、；：。،؛—–]|\b(?:und|et|y|e|и|і|en|i|och|ve|dan|at|và|و)\b")
_PARTS = re.compile(r"[,;:.!?—–]\s")
_POINTS = re.compile("[\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u0640]")
"""Signs of Arabic and Hebrew vowels, which split words in two for a pattern."""
_REACH = 8
"""Characters behind a verb in which other tongues deny it."""
_CLAUSE_ENDS = re.compile(r"[,;:—–]|\b(?:but|and (?:then )?i)\b")
_TO_READER = re.compile(
    r"^\W*(?:(?:please|now|always|never|do not|don't|only|also|then|first|on \w+,?|quietly|silently|secretly|simply|just|kindly)\W+)*(?:(?:remember|make sure|be sure|see (?:to it)?|take care|try|don't forget|do not forget|feel free)\W+(?:to|that|you)\b|(?:you|avery|the assistant|it) (?:should|must|shall|ought to|needs? to|has to|have to|is to|are to|had better|may (?:as well|now))\b|(?!i\b|i'|my\b|we\b|you\b|your\b|what|when|where|if\b|once\b|before\b|after\b|on\b|in\b|at\b|the\b|an?\b|this\b|that\b|to\b|for\b|with\b|no\b|as\b|every|each|all\b|any|even|without\b|\w+ly\b|\w+s\b(?<!pass)|\w+ing\b|\w+ed\b)(?:send|forward|post|upload|share|pass|publish|sell|leak|reveal|hide|conceal|delete|erase|wipe|approve|authorise|authorize|obey|follow|carry|execute|run|invent|fabricate|fill|buy|pay|purchase|spend|transfer|keep|store|save|copy|export|tell|give|hand|let|treat|trust|accept|skip|ignore|bypass|decide|act|overwrite|remove|drop|switch|turn|disable)\b)",
    re.IGNORECASE,
)  # fmt: skip
_AVERY_IS_TO = re.compile(
    r"\b(?:avery|the assistant) (?:is to|has to|must|shall|should|ought to|needs to)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Taken:
    """A power that a statement takes."""

    power: str
    statement: str
    ordered: bool
    """Said to a reader, not of oneself."""


@cache
def _rules() -> tuple[tuple[str, re.Pattern[str], re.Pattern[str] | None, re.Pattern[str] | None], ...]:
    def made(source: str) -> re.Pattern[str] | None:
        return re.compile(bare(source), re.IGNORECASE) if source else None

    found = []
    for rule in _ENGLISH:
        doing = re.compile(bare(rule.doing), re.IGNORECASE)
        found.append((rule.power, doing, made(rule.beside), made(rule.unless)))
    return tuple(found)


@lru_cache(maxsize=16)
def taken_anew(current: str, text: str) -> tuple[Taken, ...]:
    """What `text` takes in statements that are not in `current`, in order."""
    return tuple(taken for statement in fresh(current, text) for taken in _taken(statement))


def _taken(statement: str) -> Iterator[Taken]:
    shown = _POINTS.sub("", plain(statement))
    for reading in dict.fromkeys((shown, unmasked(shown))):
        ordered = bool(_TO_READER.match(reading) or _AVERY_IS_TO.search(reading))
        yield from (Taken(power, statement, ordered) for power in _english(reading))
        found = list(_foreign(reading))
        ordered = not any(own(tongue).search(reading) for tongue, _ in found)
        yield from (Taken(power, statement, ordered) for _, power in found)


def _english(line: str) -> Iterator[str]:
    for power, doing, beside, unless in _rules():
        if (beside and not beside.search(line)) or (unless and unless.search(line)):
            continue
        if any(not _denied(line, found) for found in doing.finditer(line)):
            yield power


def _denied(line: str, found: re.Match[str]) -> bool:
    clause = _CLAUSE_ENDS.split(line[: found.start()])[-1]
    return bool(_DENIED.search(clause) or _DENIED_AFTER.match(line[found.end() :]))


def _foreign(line: str) -> Iterator[tuple[str, str]]:
    """Verbs of other tongues; a denial nearby takes the power back, but for one that is a denial itself."""
    rest = ", ".join(clause for clause in _PARTS.split(line) if not english(clause))
    likely = spoken(rest)
    for family in families():
        if family.tongue in LATIN and family.tongue not in likely:
            continue
        text = rest if family.tongue in LATIN else line
        if family.beside and not family.beside.search(text):
            continue
        if any(not _taken_back(family, text, found) for found in family.doing.finditer(text)):
            yield family.tongue, family.power


def _taken_back(family: Family, text: str, found: re.Match[str]) -> bool:
    before = _BREAKS.split(text[: found.start()])[-1]
    reach = before if family.denying else before + text[found.start() : found.end() + _REACH]
    return no(family.tongue).search(reach) is not None
