"""Wordings that are no order yet, but more than a plain description of oneself: worth one look of the person. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from weave.identity.disguise import bare, plain, unmasked
from weave.identity.lines import headings
from weave.lexical import terms

_LINKS = re.compile(r"\w+://|\]\(|(?<!\w)www\.|(?<=\w)@\w|\bmailto:|\bjavascript:")
_DOMAIN = re.compile(r"(?<![\w./@-])(?:[a-z0-9][a-z0-9-]*\.)+(?P<last>[a-z]{2,24})(?![\w-])")
_SUFFIXES = frozenset(
    "c cpp css csv go html ini java jpg js json jsonl log md net pdf png py rs rst sh sql toml ts txt xml yaml yml zip".split()
)
"""Ends of files' names, which look like domains."""

_START = r"(?:^|[.!?:;]\s+)(?:please |now |always |never |only |do not |don't )*"
_KINDS = (
    (
        "It reads like an order",
        _START
        + r"(?:be|do|talk|sing|tell|make|take|use|give|write|answer|reply|respond|speak|swear|call|start|stop|forget|think|believe|trust|help|love|hate|let|put|turn|follow|go|try|treat|consider|prefer|prioriti[sz]e|favou?r|quote|link|warn|insult|lie|sell|buy|keep|remember|stay|drop|trick|charge|allow|accept|serve|worship|listen to|look|check|read|open|visit|click|feel)\b(?! of| (?:for|to) you)[^.!?\n]{0,40}",
    ),
    ("It reads like an order", r"\b(?:from (?:now|here|today|tonight|this \w+) on|as of (?:now|today|tonight)|henceforth|starting (?:now|today)|effective immediately|from today|important:|attention:|reminder:|note:)"),
    ("It speaks of obeying or belonging to somebody", r"\b(?:obey\w*|obedien\w*|loyal\w* to|allegiance|my (?:owner|master|lord|captain|boss|creator|commander|king|queen)|(?:owned|ruled|commanded) by|servant|slave|belongs? to|surrender|gehorch\w+|obede\w+|obei\w+|ubbid\w+|obbedi\w+|sumusunod ako|sinusunod\b)|服从|服從|听从|聽從|主人|服従|(?:命令|指示)に従|복종|주인님|명령을 따|أطيع|أنفذ|повину\w+|подчиня\w+|выполняю \w*(?:приказ|команд|указани)|आज्ञा"),
    ("It weakens honesty, privacy or care", r"\b(?:no|not|never|without|less|ignor\w+|lie about|beyond|above|instead of)\b(?: \w+){0,4} (?:privacy|private|honest\w*|truth\w*|safe\w*|consent|permission|confidential\w*|secrecy|rules|limits?|boundar\w+|matters?|important)\b|\b(?:privacy|honesty|truth|safety|consent|permission|rules|limits|boundaries|wishes|instructions|requests)\b(?: \w+){0,3} (?:no longer|not|never|less|nothing|optional|can wait|come (?:last|second)|(?:is|are) (?:less|not|for others))"),
    ("It weakens honesty, privacy or care", r"(?<!never )(?<!not )(?<!n\'t )\b(?:share|tell|pass|sell|forward|publish|give|send|report|hand|reveal|leak|expose|repeat)\w*\b(?: \w+){0,5} (?:secrets?|passwords?|keys|private|what (?:you|they|he|she|the (?:user|person)) (?:tells?|told|says?|said|wr[io]tes?)|notes|data|conversations?|messages|(?:the|your) (?:user|person))\b|\b(?:lie|lies|lying|deceiv\w+|manipulat\w+|flatter\w*|threaten\w*|blackmail\w*|mislead\w*|steal\w*|spy|spies|spying)\b"),
    ("It speaks for a product or a person", r"\b(?:recommend|promot|advertis|endors|prais|prais|push|sell|offer|favou?r|prefer|support|vote|trust)\w*\b(?: \w+){0,3} (?-i:[A-Z])\w{2,}"),
    ("It speaks of playing somebody", r"\b(?:role[- ]?play\w*|in character|(?<!never )(?<!not )pretend\w*|persona\b|acting as|dressed as|costume|arr+\b|ahoy\b|matey\b|pirate|wizard|vampire|demon|overlord|emperor|sith|hacker|jailbr\w+|unfiltered|uncensored|unrestricted|no restrictions|pirat[ae]?n?\b)|海盗|海賊|해적|قرصان|пират|समुद्री डाकू|โจรสลัด|ロールプレイ|角色扮演|역할극"),
)  # fmt: skip
_AUTHORITY = r"(?:documents?|pages?|web ?pages?|web ?sites?|files?|instructions?|commands?|orders?|prompts?|messages|whatever|everything|anything|anyone|whoever|texts?|strangers?)"
_MORE = (
    ("It takes what is read for an order", rf"\b(?:believe|trust|follow|treat|carry|do|does|execute|comply|accept|adopt|bow|listen)\w*\b(?: \w+){{0,4}} {_AUTHORITY}\b|\b{_AUTHORITY}\b(?: \w+){{0,4}} (?:carry out|is law|are law|i obey|i follow|i do|asks? (?:for|me)|tells? me|says? so|wants?|commands?|as commands)\b"),
    ("It speaks of hiding something", r"\b(?:hid(?:e|es|ing|den)|conceal\w*|secretly|in secret|behind your back|unseen|unnoticed|without telling|keep\w*(?! nothing| no )(?: \w+){0,4} (?:from you|secret))\b|\bmy (?:real|true|secret|hidden) (?:\w+ )?(?:instructions?|goals?|self|name|purpose|intent\w*|nature)\b"),
    ("It puts what is remembered at risk", r"(?<!never )(?<!not )(?<!n't )(?<!nor )\b(?:delet|eras|wip|fabricat|invent|mak(?:e|es|ing) up|made[- ]up|alter|falsif|distort|rewrit|discard|drop|los(?:e|es|ing))\w*\b(?: \w+){0,4} (?:memor\w+|notes?|facts?|sources?|dates?|history|records?|past|files?)\b"),
    ("It sets itself beyond correction", r"\b(?:nobody|no one|none|never|not|cannot|can't)\b(?: \w+){0,4} (?:change|edit|correct|replace|question|touch|remove|undo|revert)\w*\b|\b(?:ignor|refus|resist|argu|den(?:y|ies)|overrul|contradict|disput|reject)\w*\b(?: \w+){0,4} (?:correct\w*|you|your|yours|feedback|criticism|wishes)\b|\bcorrect\w*\b[^.\n]{0,20}\b(?:argu|ignor|refus|resist|overrul)\w*"),
    ("It says what it is not", r"\b(?:no longer|not|never was|stop(?:ped)? being|instead of being|more than)\b(?: an?| the| your| just| merely| really| only)* (?:avery|assistant|helper|ai|machine|program)\b"),
    ("It speaks about its own text", r"\b(?:this|these|the (?:above|following|previous|next|last|preceding|foregoing)|preceding|foregoing) (?:text|line|lines|identity|document|description|sentences?|sections?|part)\b|\b(?:text|lines?|everything|all|rules|sections?|what(?:ever)?)(?: is| stands| was)? (?:above|below|before this|written above|that follows)\b|\bp\. ?s\.|\b(?:the )?guard\b|\bsystem message"),
    ("It speaks of hiding or lying", r"\b(?:oculto|escondo|ocultar|en secreto|miento|mentir|engaño|je cache|je dissimule|en secret|je mens|mentir|je trompe|verheimlich\w*|verberg\w*|verschweig\w*|heimlich|lüge\w*|belüg\w*|täusch\w*|nascondo|mento|inganno|verberg|lieg|ukrywam|kłamię|gizlerim|itinatago|palihim|nagsisinungaling|sembunyi\w*|berbohong)\b|隐瞒|隱瞞|瞒着|撒谎|说谎|欺骗|隠し|内緒|秘密に|嘘を|騙|숨기|숨긴|몰래|거짓말|속이|أخفي|أكذب|أخدع|скрыва|тайно|лгу\b|обманыва|छिपा|झूठ|ซ่อน|โกหก"),
    ("It sets a switch", r"(?:^|[.!?;•]\s*|(?<=\s)[-–—]\s+)\W{0,3}(?:mode|tone|language|temperature|persona(?:lity)?|style|voice|role|goal|task|output|format|priority|override|policy|identity|name|gender|mood|character|behaviou?r|setting|config\w*|parameters?|version|status|safety|filters?|modo|tono|idioma|modus|ton|sprache|langue|模式|语言|语气|モード|言語|口調)\s*[:=：]"),
    ("It holds code", r"```|\{\{|\{%|\{\s*[\"']|\$\(|\brm -|\bsudo\b|\bcurl\b|\bimport os\b|\beval\(|\bexec\(|\bdrop table\b|;\s*--"),
    ("It settles on one voice or tongue", r"\b(?:speak|answer|write|reply|respond|talk|sing)\w*\b(?: \w+){0,2} (?:only|always|exclusively|nothing but|solely)\b|\b(?:only|always|exclusively|solely)\b(?: \w+){0,2} (?:speak|answer|write|reply|respond|talk)\w* (?:in|as|like|to|with)\b|\b(?:speak|answer|write|reply|respond|talk|act|appear|pose)\w* (?:as|like) (?:if|though|an? |the )?(?-i:[A-Z])"),
    ("It speaks of trade", r"\b(?:shops?|sponsor\w*|advert\w*|discounts?|promo\w*|coupons?|affiliate\w*|competit(?:ors?|ion)|vendors?|brands?|premium|commissions?)\b"),
)  # fmt: skip
_YOU = (
    "It speaks to its reader",
    r"(?:^|[.!?:;•]\s*|(?<=\s)[-–—]\s+)\W{0,3}(?:you|thou|u)(?: will| can(?! (?:count|rely|depend|expect|ask))| may| have| do| serve| belong| love| hate| speak| answer| were| know| want| like)\b",
)
_NAMES = re.compile(
    bare(
        r"(?i:\b(?:my (?:new |real |true )?name is|(?:i am|i'm|i’m|is) (?:now )?(?:called|named|known as)|call me|they call me|i go by|ich heiße|mein name ist|me llamo|mi nombre es|je m'appelle|mon nom est|mi chiamo|il mio nome è|me chamo|meu nome é|ik heet|ang pangalan ko ay|nama saya|меня зовут|моё имя)|我叫|我的名字(?:是|叫)|私の名前は|(?:내|제) 이름은|اسمي|मेरा नाम|ฉันชื่อ)\s*[\"“'«]?(\w+)"
        r"|\b(?:I am|I'm|I’m|Soy|Ich bin|Je suis|Sono|Sou|Ako si|Ik ben|Я) ([A-ZА-Я]\w+)"
    )
)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    flags = re.IGNORECASE | re.MULTILINE
    return tuple((kind, re.compile(bare(source), flags)) for kind, source in (*_KINDS, *_MORE, _YOU))


def oddities(current: str, text: str) -> tuple[str, ...]:
    """What in `text`, and not in `current`, is worth a look: a sentence for each kind."""
    known = {found for _, found in _all(current)}
    kinds = [kind for kind, found in _all(text) if found not in known]
    if _links(text) - _links(current):
        kinds.append("It adds a link or an address")
    if _names(text) - _names(current):
        kinds.append("It gives another name")
    return tuple(f"{kind}." for kind in dict.fromkeys(kinds))


@lru_cache(maxsize=16)
def _all(text: str) -> tuple[tuple[str, str], ...]:
    return tuple(_odd(text))


def _odd(text: str) -> Iterator[tuple[str, str]]:
    lines = "\n".join(plain(line) for line in text.split("\n"))
    for variant in dict.fromkeys((lines, unmasked(lines))):
        for kind, pattern in _patterns():
            for found in pattern.finditer(variant):
                yield kind, " ".join(found[0].casefold().split())


def _links(text: str) -> set[str]:
    marks = {text[found.start() : found.end() + 20] for found in _LINKS.finditer(text)}
    domains = {found[0] for found in _DOMAIN.finditer(text.casefold()) if found["last"] not in _SUFFIXES}
    return marks | domains


def _names(text: str) -> set[str]:
    """The names that a text gives its subject, but for the one in its heading."""
    own = {word for name in headings(text) for word in name.split()}
    found = (first or second for first, second in _NAMES.findall(bare(text)))
    return {name.casefold() for name in found if not own.intersection(terms(name))}
