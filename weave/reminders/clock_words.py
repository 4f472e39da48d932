"""Words for times of day and for what comes back, in the languages whose dates are read. Data only."""

from __future__ import annotations

from weave.reminders.model import Every

MORNING = (
    r"mornings?|morgens|vormittags?|früh|du matin|le matin|matin|(?:de|por|en) la mañana|da manhã|de manhã|"
    r"di mattina|mattina|'s ochtends|ochtend|утром|утра|sa umaga|ng umaga|umaga"
)
AFTERNOON = (
    r"afternoons?|nachmittags?|l['’]après-midi|après-midi|(?:de|por|en) la tarde|da tarde|à tarde|"
    r"del pomeriggio|nel pomeriggio|pomeriggio|'s middags|middag|днём|днем|дня|sa hapon|ng hapon|hapon"
)
EVENING = (
    r"tonight|evenings?|nights?|abends?|nachts|ce soir|du soir|le soir|soir|(?:de|por|en|a) la noche|esta noche|da noite|à noite|"
    r"hoje à noite|di sera|stasera|sera|'s avonds|vanavond|avond|вечером|вечера|sa gabi|ng gabi|mamayang gabi|gabi"
)
PARTS_UNSPACED = {
    "早上": 9, "上午": 9, "早晨": 9, "今早": 9, "朝": 9, "午前": 9, "아침": 9, "오전": 9,
    "下午": 15, "午後": 15, "오후": 15,
    "晚上": 19, "今晚": 19, "夜": 19, "저녁": 19, "밤": 19,
}  # fmt: skip
PARTS: tuple[tuple[str, int], ...] = ((MORNING, 9), (AFTERNOON, 15), (EVENING, 19))
"""Parts of a day and the hour that stands for each."""
TODAY_PARTS = r"tonight|this (?:morning|afternoon|evening)|ce soir|esta noche|esta tarde|hoje à noite|stasera|vanavond|mamayang gabi"
"""Parts of this very day."""
TODAY_UNSPACED = ("今晚", "今早")

NOON = r"noon|midday|mittags?|midi|mediodía|meio-dia|mezzogiorno|полдень|tanghali"
MIDNIGHT = r"midnight|mitternacht|minuit|medianoche|meia-noite|mezzanotte|полночь|hatinggabi"
NOON_UNSPACED = r"中午|正午|정오"

AT = r"at|um|gegen|à|vers|a las|a la|às|alle|all['’]|om|в|к|ng alas|alas"
O_CLOCK = r"o['’]?clock|uhr|heures?|horas?|ore|uur|часов|часа|час|h"

MINUTES = r"minutes?|mins?|minuten?|minutos?|minuti|minuto|минут[уы]?"
HOURS = r"hours?|hrs?|stunden?|heures?|horas?|or[ae]|uur|uren|час(?:ов|а)?|oras"
AHEAD = r"in|within|dentro de|en|dans|tra|fra|em|daqui a|over|через|sa loob ng"
HALF_HOUR = (
    r"half an hour|einer halben stunde|une demi-heure|media hora|meia hora|mezz['’]ora|een half uur|полчаса"
)

REPEATS: tuple[tuple[str, Every], ...] = (
    (
        r"every (?:week|work|working )day|on weekdays|werktags|jeden werktag|chaque jour ouvrable|en semaine|"
        r"cada día laborable|todo dia útil|ogni giorno feriale|elke werkdag|по будням",
        Every.WEEKDAYS,
    ),
    (
        r"every ?day|each day|daily|jeden tag|täglich|chaque jour|tous les jours|cada día|todos los días|todo dia|"
        r"todos os dias|ogni giorno|elke dag|dagelijks|каждый день|ежедневно|araw-araw",
        Every.DAILY,
    ),
    (
        r"every week|each week|weekly|jede woche|wöchentlich|chaque semaine|toutes les semaines|cada semana|"
        r"todas las semanas|toda semana|ogni settimana|elke week|wekelijks|каждую неделю|еженедельно|linggo-linggo",
        Every.WEEKLY,
    ),
    (
        r"every month|each month|monthly|jeden monat|monatlich|chaque mois|tous les mois|cada mes|todos los meses|"
        r"todo mês|ogni mese|elke maand|maandelijks|каждый месяц|ежемесячно|buwan-buwan",
        Every.MONTHLY,
    ),
    (
        r"every year|each year|yearly|annually|jedes jahr|jährlich|chaque année|tous les ans|cada año|todos los años|"
        r"todo ano|ogni anno|elk jaar|jaarlijks|каждый год|ежегодно|taun-taon",
        Every.YEARLY,
    ),
)
REPEATS_UNSPACED: tuple[tuple[str, Every], ...] = (
    (r"每个工作日|每個工作日|工作日|平日|평일", Every.WEEKDAYS),
    (r"每天|每日|毎日|매일", Every.DAILY),
    (
        r"每个?星期(?![一二三四五六日天])|每周(?![一二三四五六日天])|毎週(?![月火水木金土日])|매주",
        Every.WEEKLY,
    ),
    (r"每个?月|毎月|매월|매달", Every.MONTHLY),
    (r"每年|毎年|매년", Every.YEARLY),
)
EACH = (
    r"every|each|jeden|chaque|tous les|toutes les|cada|todos los|los|toda|todo|ogni|elke|каждый|каждую|tuwing"
)
"""Before the name of a weekday or a part of the day."""
SELDOM = (
    r"every (?:other|second|third|\d+)\b|jeden zweiten|alle \d+ (?:tage|wochen|monate|jahre)|tous les deux|cada (?:dos|\d+)|"
    r"ogni (?:due|\d+)|om de \d+|каждые \d+"
)
"""What comes back in steps that are not kept here."""
SELDOM_UNSPACED = r"每两|每兩|(?<!\w)隔"
DAY_OF_MONTH = (
    r"(?:on the|am|le|el|el día|dia|il|op de|op) (?P<d>3[01]|[12]?\d)(?:st|nd|rd|th|\.|er|e|de|ste)?(?![\w:])"
)

FILLERS = frozenset(
    """at on the by for um am den dem der im in en le la les el los il lo o os a à de del della du des das dos da do
    op om в во на sa ng and und et y e и then um's about around gegen vers uhr o'clock please bitte again from
    starting に の 的 在 에""".split()
)
"""Words that may stand around a time and say nothing more."""
