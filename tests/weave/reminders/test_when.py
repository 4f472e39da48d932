"""Times in a person's words: read as they are meant, or refused with the forms that are read."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from weave.errors import InvalidInput
from weave.reminders.when import find, read

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 12, 1, 14, 30, tzinfo=BERLIN)
"""A Tuesday."""

READ = {
    "tomorrow at 9": "2026-12-02 09:00", "tomorrow at 9am": "2026-12-02 09:00", "in 2 hours": "2026-12-01 16:30",
    "in half an hour": "2026-12-01 15:00", "in 1 hour and 30 minutes": "2026-12-01 16:00",
    "in 3 days": "2026-12-04 09:00", "in two weeks at noon": "2026-12-15 12:00", "next week": "2026-12-07 09:00",
    "next Friday": "2026-12-04 09:00", "Friday": "2026-12-04 09:00", "on Friday at 5pm": "2026-12-04 17:00",
    "Tuesday": "2026-12-08 09:00", "Monday morning": "2026-12-07 09:00", "tonight": "2026-12-01 19:00",
    "tonight at 8": "2026-12-01 20:00", "9am": "2026-12-02 09:00", "17:00": "2026-12-01 17:00",
    "24 December at 6pm": "2026-12-24 18:00", "Christmas": "2026-12-25 09:00", "in May": "2027-05-01 09:00",
    "tomorrow at half past nine": "2026-12-02 09:30", "midnight": "2026-12-02 00:00",
    "tomorrow afternoon at 3": "2026-12-02 15:00", "the day after tomorrow at 10am": "2026-12-03 10:00",
    "2026-12-24": "2026-12-24 09:00", "2026-12-24 18:00": "2026-12-24 18:00", "today": "2026-12-01 16:00",
    "morgen um 9 Uhr": "2026-12-02 09:00", "morgen früh um 7": "2026-12-02 07:00",
    "heute Abend um 8": "2026-12-01 20:00", "Halb 8": "2026-12-02 07:30", "nächsten Freitag um 17 Uhr": "2026-12-04 17:00",
    "in einer halben Stunde": "2026-12-01 15:00", "am 24.12.2026 um 18 Uhr": "2026-12-24 18:00",
    "demain à 9h30": "2026-12-02 09:30", "ce soir à 20h": "2026-12-01 20:00", "vendredi à 9 heures": "2026-12-04 09:00",
    "mañana a las 5 de la tarde": "2026-12-02 17:00", "el viernes a las 17:00": "2026-12-04 17:00",
    "amanhã às 9": "2026-12-02 09:00", "domani alle 9": "2026-12-02 09:00", "tra 2 ore": "2026-12-01 16:30",
    "morgen om 9 uur": "2026-12-02 09:00", "завтра в 9:30": "2026-12-02 09:30", "через 2 часа": "2026-12-01 16:30",
    "明天下午3点半": "2026-12-02 15:30", "两小时后": "2026-12-01 16:30", "下周五下午2点": "2026-12-11 14:00",
    "明日の午後3時": "2026-12-02 15:00", "2時間後": "2026-12-01 16:30", "내일 오전 9시": "2026-12-02 09:00",
    "bukas ng umaga": "2026-12-02 09:00",
}  # fmt: skip
REPEATED = {
    "every day at 8am": ("2026-12-02 08:00", "daily"), "every evening at 7": ("2026-12-01 19:00", "daily"),
    "every Monday": ("2026-12-07 09:00", "weekly"), "every Tuesday at 9am": ("2026-12-08 09:00", "weekly"),
    "every weekday at 8:30": ("2026-12-02 08:30", "weekdays"), "every month on the 5th": ("2026-12-05 09:00", "monthly"),
    "every month on the 31st": ("2026-12-31 09:00", "monthly"),
    "every year on 24 December": ("2026-12-24 09:00", "yearly"), "jeden Montag um 9": ("2026-12-07 09:00", "weekly"),
    "täglich um 8": ("2026-12-02 08:00", "daily"), "tous les jours à 8h": ("2026-12-02 08:00", "daily"),
    "cada lunes a las 9": ("2026-12-07 09:00", "weekly"), "ogni lunedì alle 9": ("2026-12-07 09:00", "weekly"),
    "каждый день в 8": ("2026-12-02 08:00", "daily"), "每周一9点": ("2026-12-07 09:00", "weekly"),
    "毎週月曜日9時": ("2026-12-07 09:00", "weekly"), "매일 8시": ("2026-12-02 08:00", "daily"),
}  # fmt: skip
REFUSED = {
    "": "no time", "soon": "no time", "hello": "no time", "9": "no time", "25:00": "no time", "\x00\ud800": "no time",
    "yesterday": "past", "2026-11-30 09:00": "past", "at 5": "5am or 17:00", "tomorrow at 5": "5am or 17:00",
    "today at 9": "9am or 21:00", "at 9": "9am or 21:00", "every other day": "not kept", "every 2 weeks": "not kept",
    "Friday 9am and Monday 9am": "no part", "tomorrow at 25": "no part", "tomorrow call Ana": "no part",
    "in 10000000 days": "", "2026-13-45 18:00": "no date", "9999-12-31 23:59 tomorrow": "no part",
}  # fmt: skip


@pytest.mark.parametrize(("words", "meant"), READ.items())
def test_a_time_in_words_is_the_moment_that_is_meant(words: str, meant: str) -> None:
    found = read(words, NOW)
    assert (f"{found.at:%Y-%m-%d %H:%M}", found.every, found.at.tzinfo) == (meant, None, BERLIN)


@pytest.mark.parametrize(("words", "meant"), REPEATED.items())
def test_what_comes_back_says_when_first_and_how_often(words: str, meant: tuple[str, str]) -> None:
    found = read(words, NOW)
    assert (f"{found.at:%Y-%m-%d %H:%M}", found.every) == meant


@pytest.mark.parametrize(("words", "why"), REFUSED.items())
def test_what_is_unclear_or_past_is_refused_with_a_way_to_write_it(words: str, why: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read(words, NOW)
    sentence = str(refused.value)
    assert why in sentence and sentence.endswith(".") and "\n" not in sentence


def test_a_time_with_an_offset_keeps_it() -> None:
    assert read("2026-12-24T18:00+08:00", NOW).at.isoformat() == "2026-12-24T18:00:00+08:00"


def test_hours_ahead_pass_over_the_change_of_the_clocks() -> None:
    night = datetime(2026, 3, 29, 1, 30, tzinfo=BERLIN)
    assert f"{read('in 2 hours', night).at:%H:%M}" == "04:30"
    assert f"{read('at 9am', night).at:%Y-%m-%d %H:%M %z}" == "2026-03-29 09:00 +0200"


def test_words_without_a_time_name_none() -> None:
    assert find("call Ana about the lease", NOW) is None
    assert find("x" * 100_000, NOW) is None
