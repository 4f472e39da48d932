"""Words by which a negation, a decision, a number or a unit is known, in many languages. Data only.

Left out of the negations: what denies nothing ("no problem", "can't wait", "why not").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from weave.lexical import terms
from weave.scribe.date_words import NUMBERS

_SPACED = (
    r"not|no|never|none|nobody|nothing|nowhere|neither|nor|without|cannot|hardly|barely|\w+n['’]t|dont|doesnt|didnt|wont|cant"
    r"|no longer|nicht|kein\w{0,2}|nie|niemals|niemand|nichts|ohne|nirgends|weder|nein"
    r"|nunca|jamás|jamas|nadie|nada|ningun\w?|ningún|sin|tampoco|não|nao|nunca|ninguém|nenhum\w?|sem"
    r"|pas|jamais|aucune?|rien|personne|sans|non|nessun\w?|niente|nulla|senza|mica"
    r"|niet|geen|nooit|niemand|niets|zonder|inte|ingen|inget|aldrig|utan|ikke|ingen|aldri|uten|intet|eivät|ilman"
    r"|nie|nigdy|nikt|nic|bez|brak|не|ни|нет|никогда|никто|ничего|без|нельзя|ні|немає|без|ніколи"
    r"|hindi|wala|walang|huwag|tidak|bukan|jangan|belum|tanpa|không|chưa|chẳng|đừng|değil|yok|asla|hiç"
    r"|δεν|μην|ποτέ|χωρίς|κανείς|[وف]?(?:لا|لم|لن|ليس|ليست|بدون|غير)|אין|לא|בלי|אף|नहीं|मत|न|बिना|कभी नहीं"
)
_UNSPACED = r"不|没|沒|無|无|未|别|别再|莫|非|ない|なかった|ません|ず(?=に)|なく|ぬ(?=。|$)|안 |못 |않|없|아니|말고|ไม่|มิ|อย่า|ยังไม่|ไร้"
_SIGNS = r"\w'’\u0900-\u097f"  # the vowel signs of Devanagari are no \w
NEGATION = re.compile(rf"(?i)(?<![{_SIGNS}])(?:{_SPACED})(?![{_SIGNS}])|{_UNSPACED}")
_NOTHING_DENIED = re.compile(
    r"(?i)\bno (?:problem|worries|need to thank|doubt|wonder|matter|big deal|rush|pressure|kidding|way)\b|\bwhy not\b|\bnot (?:at all|only|just|to mention|bad)\b"
    r"|\b(?:can(?:no|['’])?t|cannot) (?:wait|help|complain|thank you enough|imagine|believe)\b|\bdon['’]?t (?:worry|mention|hesitate|you)\b|\bnever mind\b|\bif not\b|\bor not\b"
    r"|\b(?:is|are|was|were|do|does|did|has|have|ca|wo|could|would|should)n['’]t (?:it|you|they|he|she|we|that)\b|\bnothing (?:like|but|beats)\b|\bno(?:,| )thanks?\b"
    r"|不过|不错|不客气|不好意思|没关系|没事|没问题|不用谢|别担心|非常|无论|不管|不仅|不但|無事|無料|ですよね|じゃない[？?かで]|しかない|かもしれない|問題ない|kein problem|macht nichts|de nada|pas de problème|nada más|未来"
)
DECISION = re.compile(
    r"(?i)\b(?:decid\w+|decision|cho(?:se|sen|ice)|choos\w+|agreed?|settled? (?:on|for)|opt(?:ed|ing)? (?:for|to)|go(?:ing)? with|went with|mind is made up|made up (?:my|our|his|her|their) mind"
    r"|resolved to|committed? to|cancel\w*|booked|ordered|hired|fired|signed|approved?|rejected?|refused?|turned down|accepted|postponed?|called off|switch(?:ed|ing)? to|instead|rather than"
    r"|from now on|plan(?:s|ned|ning)? (?:to|on)|going to|let['’]s|gave up|giving up|quit|vot(?:ed|ing)|picked|final(?:ly|ised|ized)? (?:on|to|it)|stick(?:ing)? (?:with|to)"
    r"|entsch(?:ied\w*|eid\w*)|beschl(?:oss\w*|uss)|vereinbart|gekündigt|gebucht|bestellt|abgesagt|verschoben|wir nehmen|nehmen wir|stattdessen|ab jetzt"
    r"|decid(?:í|imos|ido|ió|ir|iu|iram|i)|acord(?:amos|ado|ó)|eleg(?:í|imos|ido)|cancel(?:é|amos|ado)|escolh\w+|combinamos|décid\w+|chois\w+|convenu|annul\w+|réserv\w+|à la place|deciso|scelto|d['’]accordo|annullato|prenotato"
    r"|besloten|gekozen|afgesproken|geannuleerd|bestäm\w+|beslut\w+|zdecydował\w*|postanowił\w*|wybrał\w*|napagpasyahan|nagdesisyon|pinili|memutuskan|memilih|quyết định|karar ver\w+)"
    r"|реши(?:л|ла|ли|ть)\w*|договорил\w*|выбрал\w*|отменил\w*|αποφ[αά]σ\w+|决定|決定|选了|选择|選|同意|取消|商定|定了|决心|決め|にした|にする|ことにし|やめ(?:た|る)|정했|결정|기로 했|취소|ตัดสินใจ|ตกลง|เลือก|ยกเลิก|قرر|اتفق|اختر|ألغ|החלט|בחר|फैसला|तय किया"
)

ARTICLES = frozenset(
    {"a", "an", "ein", "eine", "einem", "einer", "einen", "un", "una", "une", "uno", "um", "uma"}
)
_VAGUE = ARTICLES | {
    "few",
    "several",
    "paar",
    "one",
    "once",
    "sei",
    "due",
    "sept",
    "tre",
    "elf",
    "acht",
    "dix",
    "dos",
}
SPELLED: dict[str, int] = {
    word: number for word, number in NUMBERS.items() if " " not in word and word not in _VAGUE
} | {
    "seventeen": 17, "nineteen": 19, "seventy": 70, "eighty": 80, "dozen": 12, "twice": 2, "thrice": 3,
    "dreizehn": 13, "fünfzehn": 15, "sechzehn": 16, "zwanzig": 20, "dreißig": 30, "vierzig": 40, "fünfzig": 50, "hundert": 100,
    "sept": 7, "veinte": 20, "treinta": 30, "cuarenta": 40, "cincuenta": 50, "cien": 100, "vingt": 20, "trente": 30, "quarante": 40,
    "venti": 20, "trenta": 30, "vinte": 20, "trinta": 30, "twee": 2, "drie": 3, "vijf": 5, "zes": 6, "zeven": 7, "twintig": 20,
    "два": 2, "две": 2, "три": 3, "четыре": 4, "пять": 5, "шесть": 6, "семь": 7, "восемь": 8, "девять": 9, "десять": 10, "двадцать": 20,
    "δύο": 2, "τρία": 3, "πέντε": 5, "δέκα": 10, "dalawa": 2, "tatlo": 3, "apat": 4, "lima": 5, "anim": 6, "pito": 7, "walo": 8, "siyam": 9, "sampu": 10,
    "dua": 2, "tiga": 3, "empat": 4, "enam": 6, "tujuh": 7, "delapan": 8, "iki": 2, "üç": 3, "dört": 4, "beş": 5,
    "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9, "열": 10,
    "สอง": 2, "สาม": 3, "สี่": 4, "ห้า": 5, "หก": 6, "เจ็ด": 7, "แปด": 8, "เก้า": 9, "สิบ": 10,
    "اثنان": 2, "ثلاثة": 3, "ثلاث": 3, "أربعة": 4, "أربع": 4, "خمسة": 5, "خمس": 5, "ستة": 6, "سبعة": 7, "ثمانية": 8, "تسعة": 9, "عشرة": 10,
    "दो": 2, "तीन": 3, "चार": 4, "पांच": 5, "पाँच": 5, "दस": 10,
}  # fmt: skip
SCALES = {
    "hundred": 100,
    "thousand": 1000,
    "million": 1_000_000,
    "billion": 1_000_000_000,
    "k": 1000,
    "tausend": 1000,
    "mil": 1000,
    "mille": 1000,
}
TENS = frozenset({20, 30, 40, 50, 60, 70, 80, 90})

_UNITS: dict[str, str] = {
    "%": "% percent procent prozent per-cent por-ciento pour-cent процентов パーセント",
    "€": "€ eur euro euros", "$": "$ usd dollar dollars bucks", "£": "£ gbp pound pounds quid", "¥": "¥ jpy yen 円 yuan rmb 元 块 塊",
    "₱": "₱ php peso pesos", "₩": "₩ krw won 원", "₹": "₹ inr rupee rupees रुपये", "chf": "chf franken francs", "฿": "฿ baht บาท", "₽": "₽ rub рублей рубля",
    "km": "km kilometer kilometers kilometre kilometres kilometern км 公里 キロ", "m": "m meter meters metre metres м 米 メートル", "cm": "cm centimeter centimeters centimetre centimetres см 厘米 センチ",
    "mm": "mm millimeter millimeters millimetre millimetres мм", "mi": "mi mile miles", "ft": "ft foot feet", "in": "inch inches", "yd": "yard yards",
    "kg": "kg kilo kilos kilogram kilograms кг 公斤 キログラム", "g": "g gram grams gramm gr г 克 グラム", "mg": "mg milligram milligrams мг 毫克", "mcg": "mcg µg μg micrograms", "lb": "lb lbs", "oz": "oz ounce ounces", "t": "tonne tonnes tons",
    "l": "l liter liters litre litres л 升 リットル", "ml": "ml millilitre millilitres milliliter milliliters мл 毫升", "cl": "cl", "cup": "cup cups", "tbsp": "tbsp tablespoon tablespoons", "tsp": "tsp teaspoon teaspoons",
    "h": "h hr hrs hour hours stunde stunden hora horas heure heures ora ore uur час часа часов 小时 小時 時間 시간 oras ชั่วโมง", "min": "min mins minute minutes minuten minuto minutos минут минуты 分钟 分鐘 分間 분 นาที", "s": "sec secs second seconds sekunde sekunden segundos secondes",
    "day": "day days tag tage tagen día días dia dias jour jours giorno giorni дней дня день 天 日間 일 araw วัน", "week": "week weeks woche wochen semana semanas semaine semaines settimana settimane недели неделя недель 周 週間 주 linggo สัปดาห์",
    "month": "month months monat monate monaten mes meses mois mese mesi месяц месяца месяцев 个月 個月 ヶ月 か月 개월 buwan เดือน", "year": "year years yrs jahr jahre jahren año años ano anos an ans année années anno anni год года лет 年間 taon ปี",
    "°c": "°c celsius", "°f": "°f fahrenheit", "°": "° degrees grad 度", "kwh": "kwh", "kw": "kw", "w": "w watt watts", "v": "v volt volts", "kb": "kb", "mb": "mb megabytes", "gb": "gb gigabytes", "tb": "tb terabytes",
    **{f"month {at}": words for at, words in enumerate((
        "января січня", "февраля лютого", "марта березня", "апреля квітня", "мая травня", "июня червня", "июля липня",
        "августа серпня", "сентября вересня", "октября жовтня", "ноября листопада", "декабря грудня",
    ), 1)},
    "iu": "iu ie", "kcal": "kcal calories", "mph": "mph", "km/h": "km/h kph", "px": "px pixel pixels",
}  # fmt: skip
UNITS: dict[str, str] = {name: unit for unit, names in _UNITS.items() for name in names.split()}
CURRENCIES = frozenset("€$£¥₱₩₹฿₽")

_ASCII_WORDS = re.compile(r"[a-z]+(?:'[a-z]+)?")
_DENYING = frozenset(word for word in re.split(r"[|]", _SPACED) if word.isascii() and word.isalpha())
_DENYING_STEMS = ("kein", "ningun", "nenhum", "nessun")
_DECIDING = frozenset(
    "dec cho agr set opt go goi wen min mad res com can boo ord hir fir sig app rej ref tur acc pos cal swi ins rat fro pla let gav giv qui"
    " vot pic fin sti ent bes ver gek geb abg wir neh sta ab aco ele esc con ann sce pre gea afg zde wyb nap nag pin mem kar d'a".split()
)
"""The first three letters of what `DECISION` looks for in ASCII text: most sentences have none of them."""


def _words(text: str) -> list[str]:
    return _ASCII_WORDS.findall(text.lower())


def denies(text: str) -> bool:
    """Whether something is denied in these words."""
    if text.isascii() and not any(
        word in _DENYING
        or "n't" in word
        or word in ("dont", "doesnt", "didnt", "wont", "cant")
        or word.startswith(_DENYING_STEMS)
        for word in _words(text)
    ):
        return False
    return NEGATION.search(text) is not None and NEGATION.search(_NOTHING_DENIED.sub(" ", text)) is not None


def decides(text: str) -> bool:
    """Whether something is decided in these words."""
    if text.isascii() and _DECIDING.isdisjoint(word[:3] for word in _words(text)):
        return False
    return DECISION.search(text) is not None


_NEUTRAL = re.compile(
    r"(?i)(?:decid|decis|cho[sio]|agree|settl|opt|go(?:ing)? (?:with|to)|went with|pick|plan|final|let|mind|made|resolved|commit|from now|instead|rather|stick|entsch|beschl|vereinb|wir nehmen|nehmen|statt|ab jetzt|acord|eleg|escolh|combin|décid|convenu|à la place|deciso|scelto|d['’]acc|beslo|gekoz|afgespr|bestäm|beslut|zdec|postan|wybr|nap|nagd|pin|memu|memi|quy|karar|реши|договор|выбр|αποφ|决定|決定|选|選|商定|定了|决心|決め|に|こと|정했|결정)"
)
"""Words of deciding that say no more than that it was decided; the others (booked, cancelled) also say what."""


def deciding(text: str) -> Iterator[str]:
    """The words by which something is decided here, comparable: all neutral ones are one."""
    if decides(text):
        for match in DECISION.finditer(text):
            word = match[0].casefold()
            yield "" if _NEUTRAL.match(word) else word[:5]


_OPPOSED = (
    "love like enjoy prefer adore|hate dislike detest despise", "buy bought|sell sold", "more|less fewer", "before|after",
    "start begin began begun|stop quit end", "open|close shut", "win won|lose lost", "pass|fail", "accept approve allow|reject refuse forbid deny",
    "hire|fire", "increase rise rose raise|decrease fall fell drop", "safe|dangerous unsafe", "healthy well|sick ill", "married|single divorced",
    "always|never", "good great|bad awful terrible", "early|late", "with|without", "can could|cannot", "true|false", "up|down", "on|off",
    "arrive come came|leave left depart", "remember|forget forgot", "keep kept|discard delete", "mag mögen liebt|hasst hasse", "mehr|weniger", "kaufen kauft|verkaufen verkauft",
    "vor|nach", "más|menos", "antes|después", "plus|moins", "avant|après", "compra comprar|vender vende",
)  # fmt: skip
OPPOSITES: dict[str, frozenset[str]] = {}
"""Stems, with those of the other side."""
for _pair in _OPPOSED:
    _left, _right = (frozenset(terms(side)) for side in _pair.split("|"))
    OPPOSITES |= {word: OPPOSITES.get(word, frozenset()) | _right for word in _left}
    OPPOSITES |= {word: OPPOSITES.get(word, frozenset()) | _left for word in _right}
