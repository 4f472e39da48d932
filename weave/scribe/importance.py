"""The amygdala's tag by rule: how much a turn is worth keeping, from what it talks about. Pure."""

from __future__ import annotations

import re

from weave.model import Role
from weave.scribe.certainty import is_question
from weave.scribe.gates import Gated, keys_of
from weave.scribe.sentences import is_code

__all__ = ["estimate", "is_trivial"]

_SIGNALS: list[tuple[float, Gated]] = [
    (0.22, Gated(r"(?i)\b(?:allerg\w*|diagnos\w*|surger\w*|hospital|insulin|diabet\w*|cancer|asthma|medicat\w*|prescri\w*|pregnan\w*|injector|epilep\w*|emergency|blood (?:type|pressure)|vaccin\w*|died|death|funeral|passed away|depress\w*|anxiety)\b|过敏|アレルギー|알레르기|alergi\w*|allergi\w*|krank\w*|hôpital")),
    (0.16, Gated(r"(?i)\b(?:deadline|due|appointment|promise[ds]?|commit\w*|must|never forget|remember (?:that|to|this)|don't forget|important|contract|exam|interview|flight|visa|passport|wedding|married|divorc\w*|engaged|birthday|anniversary)\b|重要|締め切り|截止|wichtig|importante")),
    (0.14, Gated(r"(?i)\b(?:decid\w*|chose|agreed|settled|we(?:'ll| will) (?:use|go)|switched|moved|quit|resign\w*|hired|promoted|bought|sold|adopted|signed|joined|left|no longer|instead|from now on|correction)\b|决定|決め|entschied\w*|decid\w*")),
    (0.12, Gated(r"(?i)\b(?:wife|husband|partner|mother|father|mom|mum|dad|sister|brother|son|daughter|kids?|child(?:ren)?|baby|family|grandm\w*|grandp\w*|fianc\w*|girlfriend|boyfriend)\b|母|父|妈|爸|Mutter|Vater|hermana?|madre|padre|mère|père")),
    (0.12, Gated(r"(?i)[$€£¥₱]\s?\d|\b\d[\d,.]*\s?(?:usd|eur|euros?|dollars?|pesos?|pounds?|k\b)|\b(?:salary|rent|mortgage|loan|debt|budget|invoice|tax(?:es)?|account)\b")),
    (0.10, Gated(r"(?i)\b(?:my (?:name|address|number|email|phone|job|boss|goal|plan|project|favou?rite)|i (?:live|work|prefer|need|love|hate|like|want|always|never|believe)|i'm (?:a|an|from|allergic|vegan|vegetarian|learning|moving|working|planning))\b|我(?:是|住|叫|喜欢|在)|私は|ich (?:bin|heiße|wohne|arbeite|mag)|vivo en|trabajo|je (?:suis|m'appelle|travaille)|sono|moro em|nakatira")),
    (0.08, Gated(r"(?i)\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|yesterday|tomorrow|next (?:week|month|year)|last (?:week|month|year))\b|昨日|明日|昨天|明天")),
    (0.07, Gated(r"(?i)\b(?:error|fail(?:ed|ure|s)?|bug|crash\w*|broke\w*|outage|fix(?:ed)?|because|lesson|learned)\b")),
]  # fmt: skip
_DEED = re.compile(
    r"(?i)\b(?:i|we)(?:['’]ve| have)? (?:just |finally |recently )?(?:\w+ed|went|got|made|took|saw|met|found|began|bought|came|ran|read|wrote|built|won|lost|felt|had|gave|taught|chose|left)\b"
)
"""Something the speaker did or lived through."""
_DIGIT = re.compile(r"\d")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?")
_FILLER = re.compile(
    r"(?i)^(?:(?:ok(?:ay)?|k|kk|yes|yep|yeah|yup|no|nope|nah|sure|thanks?|thank you|thanks a lot|many thanks|thx|ty|cheers|great|cool|nice|perfect|good|awesome|fine|alright|all right|right|got it|noted|understood"
    r"|i see|hm+|mm+|uh[- ]?huh|wow|oh|ah|lol|haha+|hi|hello|hey|hiya|yo|good (?:morning|afternoon|evening|night)|bye|goodbye|see (?:you|ya)|see you later|later|ping|pong|test(?:ing)?|ack|done|status(?:[: ]+(?:green|ok|okay|up|fine|good))?|green|all (?:green|good|clear)"
    r"|up|alive|heartbeat|no problem|you're welcome|welcome|sounds good|makes sense|that makes sense|happy to help(?: with that)?|anything else|interesting|will do|good to know|thanks for (?:telling|letting) me(?: know)?|i'll keep that in mind|continue|go on|next|please|tell me more(?: whenever you like)?"
    r"|how are you(?: doing)?(?: today)?|what's up|there|how can i (?:help|assist)(?: you)?(?: today)?|is there anything else(?: i can help(?: you)? with)?|sounds like quite a day|for (?:telling|letting) me(?: know)?"
    r"|danke(?: schön)?|bitte|ja|nein|doch|hallo|guten (?:morgen|tag|abend)|tschüss|genau|alles klar|verstanden|gut|gracias|de nada|hola|buenos días|buenas(?: tardes| noches)?|adiós|sí|vale|claro|entendido|perfecto"
    r"|merci(?: beaucoup)?|bonjour|salut|bonsoir|oui|non|d'accord|parfait|compris|au revoir|grazie|prego|ciao|buongiorno|sì|va bene|capito|perfetto|obrigad[oa]|olá|oi|bom dia|tchau|sim|não|tudo bem|entendi|certo"
    r"|salamat(?: po)?|oo|opo|sige|hindi|kumusta|magandang (?:umaga|gabi|hapon)|dank je|bedankt|hoi|oké|спасибо|привет|да|нет|хорошо|понятно|terima kasih|halo|ya|tidak|baik)(?:\s+|$))+$"
)
_CJK_FILLER = re.compile(
    r"^(?:好的?|谢谢你?|謝謝|嗯+|是的?|对|不是|你好|您好|早上好|晚安|再见|明白了?|知道了|收到|はい|いいえ|うん|ありがとう(?:ございます)?|こんにちは|おはよう(?:ございます)?|了解(?:です|しました)?|わかりました|なるほど|お疲れ様です|네|예|아니요?|감사합니다|고마워요?|안녕(?:하세요)?|알겠습니다|ครับ|ค่ะ|ขอบคุณ(?:ครับ|ค่ะ)?|สวัสดี(?:ครับ|ค่ะ)?|โอเค|شكرا|مرحبا|نعم|لا|धन्यवाद|नमस्ते|हाँ|ठीक है)+$"
)
_PIECES = re.compile(r"[.!?,;:…。！？、，~\n\-–—/|]+")
_MARKS = re.compile("[^\\w'’\\s\u0300-\u036f\u0600-\u06ff\u0900-\u097f\u0e00-\u0e7f]")


def is_trivial(text: str) -> bool:
    """Whether a turn says nothing worth keeping: a greeting, an acknowledgement, a status ping, marks alone."""
    if len(text) > 200:
        return False
    plain = " ".join(_PIECES.sub("\n", text.strip().replace("’", "'")).split(" "))
    pieces = [p for line in plain.split("\n") if (p := _MARKS.sub("", line).strip())]
    return all(_FILLER.match(p) or _CJK_FILLER.match(p) for p in pieces)


def _damping(text: str, role: Role) -> float:
    lines = [line for line in text.split("\n")[:200] if line.strip()]
    code = sum(map(is_code, lines)) / len(lines) if lines else 0.0
    question = is_question(text.strip()[-300:]) if len(text) < 400 else False
    worth = 1.0 - 0.45 * (code > 0.5) - 0.35 * question
    return worth * {Role.USER: 1.0, Role.OTHER: 1.0, Role.ASSISTANT: 0.7, Role.TOOL: 0.6}[role]


def estimate(text: str, role: Role = Role.USER) -> float:
    """Importance 0..1 of a text as spoken by `role`, two decimals."""
    head = text[:2000]
    keys = keys_of(head)
    names = len(_NAME.findall(head))
    words = len(head.split()) or 1
    score = (
        0.16
        + sum(weight for weight, pattern in _SIGNALS if pattern.search(head, keys))
        + 0.08 * bool(_DIGIT.search(head))
        + 0.08 * bool(_DEED.search(head))
    )
    score += 0.05 * min(names, 4) + min(0.08, words / 400)
    if words < 5 and not re.search(r"[^\x00-\u024f]", head):
        score -= 0.05
    return round(min(0.97, max(0.05, score * _damping(text, role))), 2)
