"""Words for days, units, weekdays and months in the languages whose dates are read. Data only."""

from __future__ import annotations

DAY_WORDS: dict[str, int] = {
    # English
    "the day before yesterday": -2, "day before yesterday": -2, "yesterday": -1, "last night": -1, "today": 0,
    "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0, "earlier today": 0,
    "the day after tomorrow": 2, "day after tomorrow": 2, "tomorrow": 1,
    # German, Dutch
    "vorgestern": -2, "gestern": -1, "heute": 0, "übermorgen": 2, "morgen": 1,
    "eergisteren": -2, "gisteren": -1, "vandaag": 0, "overmorgen": 2,
    # Spanish, Portuguese, Italian, French
    "anteayer": -2, "antes de ayer": -2, "ayer": -1, "anoche": -1, "hoy": 0, "mañana": 1, "pasado mañana": 2,
    "anteontem": -2, "ontem": -1, "hoje": 0, "amanhã": 1, "depois de amanhã": 2,
    "l'altro ieri": -2, "ieri": -1, "oggi": 0, "stamattina": 0, "stasera": 0, "domani": 1, "dopodomani": 2,
    "avant-hier": -2, "hier": -1, "aujourd'hui": 0, "aujourd’hui": 0, "demain": 1, "après-demain": 2,
    # Tagalog
    "kamakalawa": -2, "kahapon": -1, "kagabi": -1, "ngayong araw": 0, "kanina": 0, "bukas": 1, "sa makalawa": 2,
    # Russian
    "позавчера": -2, "вчера": -1, "сегодня": 0, "завтра": 1, "послезавтра": 2,
}  # fmt: skip

DAY_WORDS_UNSPACED: dict[str, int] = {
    "大前天": -3, "前天": -2, "昨天": -1, "昨晚": -1, "昨夜": -1, "今天": 0, "今早": 0, "今晚": 0, "明天": 1, "后天": 2,
    "後天": 2, "大后天": 3, "大後天": 3, "一昨日": -2, "おととい": -2, "昨日": -1, "きのう": -1, "今日": 0, "きょう": 0,
    "今朝": 0, "明日": 1, "あした": 1, "明後日": 2, "あさって": 2, "그저께": -2, "어제": -1, "오늘": 0, "내일": 1, "모레": 2,
}  # fmt: skip

NUMBERS: dict[str, int] = {
    "a": 1, "an": 1, "one": 1, "two": 2, "a couple of": 2, "couple of": 2, "three": 3, "a few": 3, "few": 3, "four": 4,
    "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13,
    "fourteen": 14, "fifteen": 15, "sixteen": 16, "eighteen": 18, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "ninety": 90, "hundred": 100, "several": 4,
    "ein": 1, "eine": 1, "einem": 1, "einer": 1, "einen": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6,
    "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwölf": 12, "vierzehn": 14, "paar": 3,
    "un": 1, "una": 1, "uno": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8,
    "nueve": 9, "diez": 10, "once": 11, "doce": 12, "quince": 15,
    "une": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "sept": 7, "huit": 8, "neuf": 9, "dix": 10, "onze": 11,
    "douze": 12, "quinze": 15, "due": 2, "tre": 3, "quattro": 4, "cinque": 5, "sei": 6, "sette": 7, "otto": 8, "nove": 9,
    "dieci": 10, "um": 1, "uma": 1, "dois": 2, "duas": 2, "três": 3, "oito": 8, "dez": 10,
    "isang": 1, "dalawang": 2, "tatlong": 3, "apat na": 4, "limang": 5, "anim na": 6, "pitong": 7, "walong": 8,
    "siyam na": 9, "sampung": 10,
}  # fmt: skip

CJK_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}

UNITS: dict[str, str] = {
    "day": "day", "days": "day", "week": "week", "weeks": "week", "wk": "week", "wks": "week", "fortnight": "fortnight",
    "fortnights": "fortnight", "month": "month", "months": "month", "year": "year", "years": "year", "yrs": "year",
    "hour": "hour", "hours": "hour", "minute": "hour", "minutes": "hour",
    "tag": "day", "tage": "day", "tagen": "day", "woche": "week", "wochen": "week", "monat": "month", "monate": "month",
    "monaten": "month", "jahr": "year", "jahre": "year", "jahren": "year",
    "día": "day", "días": "day", "dia": "day", "dias": "day", "semana": "week", "semanas": "week", "mes": "month",
    "meses": "month", "mês": "month", "año": "year", "años": "year", "ano": "year", "anos": "year",
    "jour": "day", "jours": "day", "semaine": "week", "semaines": "week", "mois": "month", "an": "year", "ans": "year",
    "année": "year", "années": "year",
    "giorno": "day", "giorni": "day", "settimana": "week", "settimane": "week", "mese": "month", "mesi": "month",
    "anno": "year", "anni": "year",
    "araw": "day", "linggo": "week", "buwan": "month", "taon": "year",
}  # fmt: skip
UNITS_UNSPACED = {
    "天": "day", "日": "day", "周": "week", "週": "week", "星期": "week", "礼拜": "week", "週間": "week", "月": "month",
    "个月": "month", "個月": "month", "か月": "month", "ヶ月": "month", "カ月": "month", "年": "year",
}  # fmt: skip

WEEKDAYS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "monday mon montag lundi lunes lunedì segunda-feira lunes",
            "tuesday tue tues dienstag mardi martes martedì terça-feira martes",
            "wednesday wed mittwoch mercredi miércoles mercoledì quarta-feira miyerkules",
            "thursday thu thur thurs donnerstag jeudi jueves giovedì quinta-feira huwebes",
            "friday fri freitag vendredi viernes venerdì sexta-feira biyernes",
            "saturday samstag sonnabend samedi sábado sabato sabado",
            "sunday sonntag dimanche domingo domenica linggo",
        )
    )
    for name in names.split()
    if name != "linggo"  # Tagalog: also "week", and that is how it is read here
}
CJK_WEEKDAYS = (
    {c: n for n, c in enumerate("一二三四五六日")} | {"天": 6} | {c: n for n, c in enumerate("月火水木金土")}
)

MONTHS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar janvier enero gennaio janeiro enero",
            "february feb februar février febrero febbraio fevereiro pebrero",
            "march mar märz mars marzo março marso",
            "april apr avril abril aprile",
            "may mai mayo maggio maio mayo",
            "june jun juni juin junio giugno junho hunyo",
            "july jul juli juillet julio luglio julho hulyo",
            "august aug août agosto agosto",
            "september sep sept septembre septiembre settembre setembro setyembre",
            "october oct oktober okt octobre octubre ottobre outubro oktubre",
            "november nov novembre noviembre novembro nobyembre",
            "december dec dezember dez décembre diciembre dicembre dezembro disyembre",
        ),
        1,
    )
    for name in names.split()
}

SEASONS: dict[str, int] = {"spring": 3, "springtime": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12,
    "frühling": 3, "sommer": 6, "herbst": 9, "primavera": 3, "verano": 6, "otoño": 9, "invierno": 12, "printemps": 3,
    "été": 6, "automne": 9, "hiver": 12, "verão": 6, "outono": 9, "inverno": 12, "estate": 6, "autunno": 9}  # fmt: skip
"""First month; the northern hemisphere's meteorological seasons, three months each."""

HOLIDAYS: dict[str, tuple[int, int]] = {
    "christmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12, 25), "boxing day": (12, 26),
    "new year's eve": (12, 31), "new year's day": (1, 1), "valentine's day": (2, 14), "halloween": (10, 31),
    "weihnachten": (12, 25), "silvester": (12, 31),
}  # fmt: skip
