"""The amygdala's tag by rule: how much a turn is worth keeping, from what it talks about. Pure."""

from __future__ import annotations

import re

from weave.model import Certainty, Role
from weave.scribe.certainty import is_question, judge
from weave.scribe.gates import Gated, keys_of
from weave.scribe.importance_tongues import NEUTRAL, Topic, is_english, is_foreign_to_us, speaks_of, words_of
from weave.scribe.sentences import is_code, split

__all__ = ["VITAL", "estimate", "floor", "is_trivial"]

_SIGNALS: list[tuple[Topic | None, float, Gated]] = [
    (Topic.HEALTH, 0.26, Gated(r"(?i)\b(?:allerg\w*|diagnos\w*|surger\w*|surgeon|operation|operated|hospital\w*|clinic|doctor|dr\.?(?= [A-Z])|nurse|physio\w*|dentist|insulin|diabet\w*|cancer|tumou?r|asthma\w*|inhaler|medicat\w*|medicine|antibiotic\w*|prescri\w*|pills?|tablets?|dos(?:e|age)s?|puffs?|\d+ ?mg|pregnan\w*|expecting|miscarr\w*|injector|epilep\w*|seizures?|emergency|blood (?:type|pressure|test|group)|vaccin\w*|vaccinated|tetanus|hepatitis|iron level|ferritin|fever|infection|infected|fractur\w*|sprain\w*|torn|x-ray|mri|crutches|injur\w*|kidneys?|lungs?|(?:he|she|they|who|father|mother|mum|mom|dad|brother|sister|friend|aunt|uncle|cat|dog|grand\w+) (?:has )?died|died (?:of|last|in \d|on \d|at \d)|death|funeral|passed away|depress\w*|anxiety|panic attacks?|therap(?:y|ist)|intoleran\w*|coeliac|celiac|gluten|lactose|vegan|vegetarian)\b|过敏|アレルギー|알레르기|病院|医院|手術|手术|妊娠|怀孕|alergi\w*|allergi\w*|krank\w*|schwanger|hôpital|médecin|arzt|ärztin|operaci[óo]n|embaraz\w*|impfung\w*")),
    (Topic.DUTY, 0.18, Gated(r"(?i)\b(?:deadline|due (?:on|by|date|in)|appointment|promise[ds]?|commit(?:ted|ment)|must|never forget|remember (?:that|to|this)|(?:don't|please don't) forget|please (?:remember|keep|note|always|never)|important|note to self|for every|from \w+ on|contract|notice period|exam|interview|visa|passport|expires?|insur\w*|warranty|password|pin code|wedding|marr(?:y|ied|iage)|proposed|divorc\w*|engaged|fianc\w*|birthday|anniversary|born|rule:|new rule|lesson:|decision:|answer me|in case of|call me|standing|as a rule|without exception|under no circumstances|at all costs|not allowed|forbidden|forbids?|forbade|prohibit\w*|must ?n['’]t|off[- ]limits|banned|(?:gate|door|alarm|entry|access|safe|locker|lock|garage|wi-?fi) (?:code|combination|pin|number)|passcode)\b|重要|締め切り|截止|必ず|记住|wichtig|importante|merken|vergiss nicht|no olvides|frist")),
    (Topic.TURN, 0.16, Gated(r"(?i)\b(?:decid\w*|decision|chose|agreed|settled|we(?:'ll| will) (?:use|go)|switched|moved|moving|quit|resign\w*|hired|fired|laid off|promoted|bought|sold|adopted|signed|joined|left|took over|taken over|replac\w*|passed|failed|accepted|rejected|approved|submitted|graduat\w*|won|no longer|any ?more|instead|now \d[^.]{0,20}, not|from now on|as of now|correction|cancel+ed|postponed|raised|ended)\b|决定|決め|通过|合格|搬|引っ越|entschied\w*|umgezogen|gekündigt|bestanden|aprob\w*|mudé|decid\w*")),
    (Topic.KIN, 0.12, Gated(r"(?i)\b(?:wife|husband|partner|mother|father|mom|mum|dad|mam[áa]|pap[áa]|sister|brother|son|daughter|kids?|child(?:ren)?|baby|family|grandm\w*|grandp\w*|fianc\w*|girlfriend|boyfriend|nephew|niece|aunt|uncle|cousin)\b|母|父|妈|爸|Mutter|Vater|hermana?|madre|padre|mère|père|Schwester|Bruder|Oma|Opa")),
    (Topic.MONEY, 0.14, Gated(r"(?i)[$€£¥₱]\s?\d|\b\d[\d,.]*\s?(?:usd|eur|euros?|dollars?|pesos?|pounds?|k\b)|\b(?:salary|rent|mortgage|loan|debt|budget|invoice|tax(?:es)?|account|deposit|pension|iban)\b")),
    (None, 0.12, Gated(r"(?i)\b(?:my (?:name|address|number|email|phone|mobile|job|boss|goal|plan|project|favou?rite|new)|i (?:live|work|prefer|need|love|hate|like|want|always|never|believe|drink|eat|speak|take|am)|i'm (?:a|an|from|allergic|vegan|vegetarian|learning|moving|working|planning|done with|going to)|works (?:at|for|in)|reports to)\b|(?<!\d)\+?\d[\d /-]{7,}\d|我(?:是|住|叫|喜欢|在)|私は|ich (?:bin|heiße|wohne|arbeite|mag)|vivo en|trabajo|je (?:suis|m'appelle|travaille)|sono|moro em|nakatira")),
    (None, 0.06, Gated(r"(?i)\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|yesterday|tomorrow|next (?:week|month|year)|last (?:week|month|year))\b|昨日|明日|昨天|明天|\d+月")),
    (None, 0.09, Gated(r"(?i)\b(?:error|fail(?:ed|ure|s)?|bug|crash\w*|broke\w*|outage|fix(?:ed)?|because|cause[ds]?|lesson|learned|what worked|worked:|how to|steps?|never (?:run|use|touch|flash|delete|slot)|only works|wrong)\b")),
]  # fmt: skip
VITAL = 0.7
"""What life and health hang on is worth at least this to the rules, and no rank lowers it further."""
_VITAL = Gated(
    r"(?i)\b(?:(?:am|is|are|'m|’m|was found|badly|severely|deadly) (?:\w+ )?allergic|allerg(?:y|ies) to|reacts? (?:badly )?to|intolerant|\w+ allergy|anaphyla\w*|epi-?pen|injector|airway|swells? shut|diagnosed with|insulin|type [12] diabet\w*|diabetic|epilep(?:sy|tic)|seizures?|blood (?:type|group)|prescribed|overdose|suicid\w*|chemo\w*|has cancer|heart attack|(?:had|suffered|after) (?:a |the |her |his |my )?stroke|pacemaker|blood thinners?|warfarin|asthma|emergency (?:contact|number)|pregnant|coeliac|celiac|(?:gas|carbon monoxide) leak|do not resuscitate)\b|\d ?(?:mg|ml|µg|mcg)\b.{0,40}\b(?:daily|a day|morning|evening|night|per day|twice|with food)\b|allergisch (?:gegen|auf)|alérgic[oa] a|allergique (?:à|aux?)|过敏|アレルギー|알레르기|妊娠|怀孕|schwanger|embarazada|enceinte"
)
_EARNEST = (Certainty.ASSERTED, Certainty.PLANNED)
_NO_PERSON = re.compile(
    r"(?i)\b(?:character|novel|movie|film|series|episode|game|patient in|recipe calls|article|documentary|imagine|pretend|if i (?:were|was)|horoscope|parallel life|another life|once upon a time)\b"
)
"""What tells of nobody's life, or in play."""
_DEED = re.compile(
    r"(?i)\b(?:i|we)(?:['’]ve| have)? (?:just |finally |recently )?(?:\w+ed|went|got|made|took|saw|met|found|began|bought|came|ran|read|wrote|built|won|lost|felt|had|gave|taught|chose|left)\b"
)
"""Something the speaker did or lived through."""
_DIGIT = re.compile(r"\d|[一二三四五六七八九十百千万两]+(?:[元块塊円年月日号號点點時时人度]|つ)")
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
    idle = (
        not question and len(text) < 400 and (_NO_PERSON.search(text) or judge(text.strip()) not in _EARNEST)
    )
    worth = 1.0 - 0.45 * (code > 0.5) - 0.35 * question - 0.15 * bool(idle)
    return worth * {Role.USER: 1.0, Role.OTHER: 1.0, Role.ASSISTANT: 0.7, Role.TOOL: 0.6}[role]


def floor(text: str) -> float:
    """What a text is worth at least: 0.7 where it tells what life or health hang on, else 0."""
    head = text[:2000]
    if not _VITAL.search(head, keys_of(head)):
        return 0.0
    return VITAL if any(_tells_of_life(sentence) for sentence in split(head)) else 0.0


def _tells_of_life(sentence: str) -> bool:
    return (
        _VITAL.search(sentence) is not None
        and not is_question(sentence)
        and _NO_PERSON.search(sentence) is None
        and judge(sentence) in _EARNEST
    )


def _unread(text: str) -> float:
    """What a text is worth at least because the rules cannot tell what it says."""
    if not is_foreign_to_us(text) or is_trivial(text):
        return 0.0
    lines = [line for line in text.split("\n") if line.strip()]
    return NEUTRAL if sum(map(is_code, lines)) * 2 <= len(lines) else 0.0


def estimate(text: str, role: Role = Role.USER) -> float:
    """Importance 0..1 of a text as spoken by `role`, two decimals."""
    head = text[:2000]
    keys = keys_of(head)
    foreign = not is_english(head)
    names = len(_NAME.findall(head))
    words = words_of(head) or 1
    score = (
        0.16
        + sum(
            weight
            for topic, weight, pattern in _SIGNALS
            if pattern.search(head, keys) or (foreign and topic and speaks_of(topic, head))
        )
        + 0.08 * bool(_DIGIT.search(head))
        + 0.10 * bool(_DEED.search(head) or (foreign and speaks_of(Topic.DEED, head)))
    )
    score += 0.05 * min(names, 4) + min(0.08, words / 400)
    if words < 5 and not re.search(r"[^\x00-\u024f]", head):
        score -= 0.05
    least = max(floor(head), _unread(head)) if role in (Role.USER, Role.OTHER) else 0.0
    return round(min(0.97, max(0.05, least, score * _damping(text, role))), 2)
