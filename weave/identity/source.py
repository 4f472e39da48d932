"""Whether a proposal stems from a scene, a document or recalled text, as far as its words tell. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from weave.identity.disguise import bare
from weave.identity.lines import content, fresh
from weave.identity.model import Origin, Proposal

_SHARE = 0.6
"""Of the words that a proposal adds: so many in a tainted text, and not in what it may rest on, give it away."""
_LEAST = 2
_SPOKEN_OF = 0.3
"""Of the words that a line adds: so many stand in what it rests on, or it rests on nothing."""

_ROLE_PLAY = re.compile(
    bare(
        r"(?i)\brole[- ]?play|\bin[- ]character\b|\bmake[- ]believe\b|\blet'?s pretend\b|\bpretend(?:ed|ing|s)? (?:to be|that|i|we|you)|\b(?:we|i|you|they)(?: \w+)? (?:were )?(?:play(?:ed|ing)|acted|acting|act)(?: out)? (?:a |an |the |some |at |out |as |being )?(?:\w+ )?(?:scene|game|part|role|character|story|sketch|play|pirates?|wizards?|knights?|kings?|queens?|robots?|villains?|heroes|detectives?)\b"
        r"|\b(?:the|our|this|that|a|tonight'?s) (?:\w+ )?(?:scene|story ?line|sketch|improv|larp|d&d|dungeon|campaign|fiction(?:al)?|novel|screenplay|fan ?fic\w*)\b|\bdungeon master\b|\bfictional\b|\bthe character (?:i|you|we|avery)\b"
        r"|\brollenspiel|\bjuego de rol|\bjeu de role|\bgioco di ruolo|\bjogo de (?:papeis|interpretacao)|\brollenspel|\bролев|\bodgrywan|\bodgrywal|角色扮演|扮演|ロールプレイ|なりきり|역할극|역할 놀이|لعب الأدوار|تمثيل الأدوار|भूमिका निभा|สวมบทบาท|nagkunwari|laro-laro|bermain peran|rol yapma|đóng vai"
    )
)
_DOCUMENT = re.compile(
    bare(
        r"(?i)\b(?:the|a|an|this|that|some|your|uploaded|imported|attached|archived|according to (?:the|a|an|this)) (?:\w+[ -])?(?:document|web ?page|page|website|article|pdf|e-?mail|readme|recipe|file|attachment|blog(?: post)?|manual|tool(?:'s)? (?:output|result)|search result|book)s? (?:\w+ )?(?:says?|said|tells?|told|asks?|asked|states?|stated|wants?|wanted|demands?|instructs?|instructed|requires?|recommends?|reads|contains?|suggests?|claims?)\b"
        r"|\b(?:as|because|since)? ?(?:instructed|requested|demanded|stated|written|described|told|required|found|asked|read|stands) (?:to )?(?:in|by|on|from) (?:the|a|an|this|that|some|your) (?:\w+[ -])?(?:document|web ?page|page|website|article|pdf|e-?mail|readme|recipe|file|attachment|blog|manual|tool)\b"
        r"|\bfrom (?:the|a|an|this) (?:\w+ )?(?:document|web ?page|website|article|pdf|readme|recipe|attachment|file)\b|\b(?:das|ein|dem|im) dokument\b|\bel documento\b|\ble document\b|\bil documento\b|\bo documento\b|文档(?:里|中|说|要求)|文件(?:里|中|说|要求)|文書(?:に|で|が)|문서(?:에|가)|المستند|الوثيقة|документ"
    )
)
_RECALLED = re.compile(
    bare(
        r"(?i)\b(?:a|the|this|that|some) (?:recalled |retrieved |stored )?(?:memory|note|recollection|passage) (?:\w+ )?(?:says?|said|tells?|told|asks?|asked|wants?|demands?|instructs?|instructed|orders?|requires?)\b|\b(?:as|because) (?:the|a|my) (?:memory|recalled \w+) (?:says?|tells?|told|asked|instructed)|\brecalled (?:text|passage|memory|note)s?\b|\b(?:instructed|told|asked|ordered) (?:to )?(?:in|by|from) (?:a|the|my) (?:recalled )?(?:memory|passage|note)\b"
    )
)
_SIGNS = ((_ROLE_PLAY, Origin.ROLE_PLAY), (_DOCUMENT, Origin.DOCUMENT), (_RECALLED, Origin.RECALLED))
_NAMES = {
    Origin.ROLE_PLAY: "role-play",
    Origin.DOCUMENT: "a document",
    Origin.RECALLED: "recalled text",
}


def tainted(current: str, proposal: Proposal) -> str | None:
    """What the proposal stems from and may not, in words; None if it seems to come from Avery's own life."""
    if not proposal.origin.admissible:
        return _NAMES[proposal.origin]
    flat = bare(" ".join(proposal.reason.split()))[:4_000]
    for pattern, origin in _SIGNS:
        if pattern.search(flat):
            return _NAMES[origin]
    if _speaks_with(fresh(current, proposal.text), proposal, current):
        return "role-play, a document or recalled text"
    return None


def _speaks_with(new: Sequence[str], proposal: Proposal, current: str) -> bool:
    """Whether a line that a proposal adds is made of the words of the texts it must not stem from."""
    if not proposal.tainted:
        return False
    own = content(" ".join((current, *proposal.evidence)))
    foreign = frozenset[str]().union(*(content(text) for text in proposal.tainted)) - own
    lines = [content(line) for line in new]
    return any(len(words & foreign) >= max(_LEAST, _SHARE * len(words - own)) for words in lines)


def unsupported(current: str, proposal: Proposal) -> str | None:
    """The first line that a proposal from experience adds and hardly anything of that experience speaks of."""
    if proposal.origin is not Origin.EXPERIENCE:
        return None
    known = frozenset[str]().union(*(content(text) for text in proposal.evidence))
    for line in fresh(current, proposal.text):
        words = content(line) - content(current)
        if len(words & known) < _SPOKEN_OF * len(words):
            return line
    return None
