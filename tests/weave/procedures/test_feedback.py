"""How it went, read from the person's words only where they plainly say so."""

from __future__ import annotations

import pytest

from weave.procedures.feedback import outcome_in

SAID = {
    "worked": (
        "that worked", "That worked, thanks!", "Great, it worked.", "Thanks! That worked. Now the next one.", "works now",
        "Das hat geklappt", "es funktioniert jetzt", "ça a marché", "Funcionó", "ha funzionato", "deu certo", "получилось",
        "成功了", "うまくいきました", "됐어", "gumana na",
    ),
    "failed": (
        "it didn't work", "No, that did not work.", "still doesn't work", "That failed again", "no luck",
        "Das hat leider nicht geklappt.", "es geht nicht", "Ça n'a pas marché.", "no funcionó", "non ha funzionato",
        "não funcionou", "не сработало", "没成功。", "不行", "動かない", "안 됐어요", "hindi gumana",
    ),
    "abandoned": ("I gave up", "let's leave it for now", "Ich habe es abgebrochen", "放弃了"),
    "nothing": (
        "", "ok", "no", "nicht", "Did that work?", "if that worked, go on", "it worked until step 3", "That worked for Ana",
        "I don't know whether it worked", "The worked example is fine", "it works for now but not always",
        "das geht nicht um Geld", "> that worked", "```\nthat worked\n```", "My brother said: that worked", "\x00\ud800",
        "it didn't work out with my job and I feel bad about leaving the team behind after all",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("meant", "text"), [(m, t) for m, texts in SAID.items() for t in texts])
def test_only_plain_words_say_how_it_went(meant: str, text: str) -> None:
    assert (outcome_in(text) or "nothing") == meant
