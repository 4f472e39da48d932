"""Importance by rule is told in many languages alike, and what cannot be read is not called unimportant."""

from __future__ import annotations

import pytest

from weave.model import Role
from weave.scribe.importance import estimate, is_trivial
from weave.scribe.importance_tongues import is_english, words_of

MATTERS = (
    "หมอบอกว่าห้ามกินยาแอสไพรินตอนท้องว่าง",
    "我今天和王小明去吃饭，花了三十八元。",
    "医生说空腹不能吃阿司匹林。",
    "我媽媽下週三要動手術，手術在臺大醫院。",
    "医者に空腹でアスピリンを飲むなと言われた。",
    "来月の家賃は八万円です。",
    "의사가 빈속에 아스피린을 먹지 말라고 했다.",
    "Bác sĩ nói không được uống aspirin khi đói.",
    "Dokter melarang aspirin saat perut kosong.",
    "Bawal ang aspirin sabi ng doktor.",
    "डॉक्टर ने खाली पेट एस्पिरिन लेने से मना किया है।",
    "الطبيب قال ممنوع الأسبرين على معدة فارغة",
    "הרופא אמר שאסור לקחת אספירין על קיבה ריקה",
    "Doktor aç karnına aspirini yasakladı, bu ilaç yasak.",
    "Врач запретил мне аспирин натощак.",
    "Лікар заборонив мені аспірин натще.",
    "Lekarz zabronił mi brać aspirynę na czczo.",
    "Der Arzt hat mir Aspirin auf nüchternen Magen verboten.",
    "Le médecin m'a interdit l'aspirine à jeun.",
    "El médico me prohibió la aspirina en ayunas.",
    "O médico proibiu a aspirina em jejum.",
    "Il dottore mi ha proibito l'aspirina a stomaco vuoto.",
    "De huisarts heeft aspirine op een lege maag verboden.",
    "Läkaren har förbjudit aspirin på fastande mage.",
    "Gate code for the garage is now 5682, not 4471.",
    "รหัสประตูโรงรถคือ 5682",
    "Пароль от домофона теперь 5682.",
)
UNREAD = (
    "Az orvos megtiltotta az aszpirint éhgyomorra.",
    "Ο γιατρός μου απαγόρευσε την ασπιρίνη.",
    "Daktari alisema nisinywe aspirini nikiwa na njaa.",
    "மருத்துவர் வெறும் வயிற்றில் ஆஸ்பிரின் வேண்டாம் என்றார்",
    "ექიმმა ამიკრძალა ასპირინი უზმოზე",
    "ডাক্তার খালি পেটে অ্যাসপিরিন খেতে নিষেধ করেছেন",
    "Բժիշկը արգելել է ասպիրին դատարկ ստամոքսին",
    "Læknirinn bannaði mér aspirín á fastandi maga.",
)
SMALL_TALK = (
    "今天天气很好。",
    "อากาศดีมากวันนี้",
    "Das Wetter ist heute schön.",
    "Hoy hace buen tiempo y nada más.",
    "The weather is nice.",
    "nice weather today, nothing else",
    "Köszönöm",
    "谢谢",
    "धन्यवाद",
    "ขอบคุณครับ",
)


@pytest.mark.parametrize("text", MATTERS)
def test_what_matters_is_worth_as_much_in_one_language_as_in_another(text: str) -> None:
    assert estimate(text) >= 0.4


@pytest.mark.parametrize("text", UNREAD)
def test_what_cannot_be_read_is_not_called_unimportant(text: str) -> None:
    assert 0.3 <= estimate(text) < 0.7
    assert not is_english(text)


@pytest.mark.parametrize("text", SMALL_TALK)
def test_small_talk_and_thanks_stay_small_in_every_language(text: str) -> None:
    assert estimate(text) < 0.3


def test_what_tools_print_and_what_is_no_language_is_nothing_that_cannot_be_read() -> None:
    for text in (
        '{"id": 17, "ok": false, "items": [], "note": null}',
        'curl -H "Authorization: Bearer eyJDBneeQOqvz0xLuBHNMPem0AwHVFwShCvao.eyJ0tAQ0RimrTGN"',
        "4711 0815 !!! ??? --- ===",
        "😂😂😂",
        "",
        "\0\0\0\ud800",
    ):
        assert estimate(text) < 0.3, text
    assert estimate("Ο γιατρός μου απαγόρευσε την ασπιρίνη.", Role.TOOL) < 0.3


def test_scripts_that_part_no_words_have_words_all_the_same() -> None:
    assert words_of("我今天和王小明去吃饭") >= 5
    assert words_of("one two three") == 3
    assert is_trivial("谢谢你")
