"""Reminders in the person's own words: noticed where they are plain, left alone where they are not."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from weave.reminders.requests import requests

NOW = datetime(2026, 12, 1, 14, 30, tzinfo=ZoneInfo("Europe/Berlin"))

ASKED = {
    "remind me on Friday to call Ana": ("call Ana", "12-04 09:00", None),
    "Remind me tomorrow at 9 about the dentist.": ("the dentist", "12-02 09:00", None),
    "Please remind me to buy milk tonight": ("buy milk", "12-01 19:00", None),
    "can you remind me in 2 hours to take the bread out?": ("take the bread out", "12-01 16:30", None),
    "Could you please remind me every Monday at 9am to send the report": (
        "send the report",
        "12-07 09:00",
        None,
    ),
    "Tomorrow at 9, remind me to call Ana": ("call Ana", "12-02 09:00", None),
    "Remind me to call Ana on Friday at 5pm": ("call Ana", "12-04 17:00", None),
    "remind me to ask for the invoice when we talk about Ana": ("ask for the invoice", None, "Ana"),
    "Remind me about the deposit next time the lease comes up": ("the deposit", None, "the lease"),
    "erinnere mich am Freitag daran, Ana anzurufen": ("Ana anzurufen", "12-04 09:00", None),
    "Kannst du mich morgen um 8 Uhr an die Wäsche erinnern?": ("die Wäsche", "12-02 08:00", None),
    "Erinnere mich an die Kaution, wenn es um den Mietvertrag geht": ("die Kaution", None, "den Mietvertrag"),
    "Rappelle-moi demain à 9h de prendre le pain": ("prendre le pain", "12-02 09:00", None),
    "Recuérdame mañana a las 9 que tengo dentista": ("tengo dentista", "12-02 09:00", None),
    "Lembre-me amanhã às 9 de ligar para a Ana": ("ligar para a Ana", "12-02 09:00", None),
    "Ricordami domani alle 9 di chiamare Ana": ("chiamare Ana", "12-02 09:00", None),
    "Herinner me morgen om 9 uur aan de tandarts": ("tandarts", "12-02 09:00", None),
    "Напомни мне завтра в 9 позвонить Ане": ("позвонить Ане", "12-02 09:00", None),
    "明天早上9点提醒我给安娜打电话": ("给安娜打电话", "12-02 09:00", None),
    "提醒我谈到合同的时候问押金": ("问押金", None, "合同"),
    "明日9時にアナに電話するのをリマインドして": ("アナに電話する", "12-02 09:00", None),
    "내일 9시에 아나에게 전화하라고 상기시켜 줘": ("아나에게 전화", "12-02 09:00", None),
}
LEFT_ALONE = (
    "remind me what I said about Ana",
    "Remind me of Ana's birthday",
    "remind me to call Ana",
    "He said: remind me on Friday to call Ana",
    "My wife told me to remind me on Friday",
    "> remind me on Friday to call Ana",
    "You don't need to remind me on Friday to call Ana",
    '"Remind me on Friday to call Ana" is what she wrote',
    "```\nremind me on Friday to call Ana\n```",
    "remind me at 5 to call Ana",
    "remind me yesterday to call Ana",
    "remind me tomorrow",
    "I asked you to remind me on Friday",
    "This song reminds me of Friday",
    "If I forget, would you remind me on Friday to call Ana?",
    "Erinnerst du mich an jemanden?",
    "",
    "\x00\ud800",
)


@pytest.mark.parametrize(("said", "meant"), ASKED.items())
def test_a_plain_request_is_noticed(said: str, meant: tuple[str, str | None, str | None]) -> None:
    [found] = requests(said, NOW)
    at = f"{found.at:%m-%d %H:%M}" if found.at else None
    assert (found.text, at, found.about) == meant


@pytest.mark.parametrize("said", LEFT_ALONE)
def test_what_is_no_plain_request_is_left_alone(said: str) -> None:
    assert requests(said, NOW) == ()


def test_one_message_may_ask_for_several() -> None:
    both = requests("Remind me in 3 days to water the plants. Remind me on Sunday to call mum.", NOW)
    assert [one.text for one in both] == ["water the plants", "call mum"]
