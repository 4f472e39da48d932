"""Originals with a faithful summary and with one that lost something: what the checker of summaries is measured on.

Each row: what was lost, the original as it was said on Monday 2026-09-28, a summary that keeps all of it in other
words or another order, and summaries from each of which one detail is gone or changed.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One original. `lossy` are (kind of the detail that is gone, summary)."""

    original: str
    faithful: str
    lossy: tuple[tuple[str, str], ...]


def _row(original: str, faithful: str, *lossy: tuple[str, str]) -> Row:
    return Row(original, faithful, lossy)


NAME, NUMBER, DATE, NOT, DECISION = "name", "number", "date", "negation", "decision"

TABLE: tuple[Row, ...] = (
    _row(
        "My sister Maribel carries an injector: peanuts make her airway swell shut.",
        "Peanuts make the airway of the user's sister Maribel swell shut, so she carries an injector.",
        (NAME, "Peanuts make the airway of the user's sister swell shut, so she carries an injector."),
        (
            NAME,
            "Peanuts make the airway of the user's sister Marisol swell shut, so she carries an injector.",
        ),
    ),
    _row(
        "We paid €1,312.50 to Nordkabel for the line.",
        "Nordkabel got 1312.50 euros for the line.",
        (NUMBER, "Nordkabel was paid for the line."),
        (NUMBER, "Nordkabel got 1,321.50 euros for the line."),
        (NUMBER, "Nordkabel got 1312.50 dollars for the line."),
        (NAME, "The provider got €1,312.50 for the line."),
    ),
    _row(
        "The dose is 5 mg in the morning.",
        "In the morning the dose is 5 milligrams.",
        (NUMBER, "In the morning the dose is 5 g."),
        (NUMBER, "In the morning the dose is 50 mg."),
        (NUMBER, "In the morning there is a dose."),
    ),
    _row(
        "The vet appointment is on 24 October at 7:30 pm.",
        "Vet: 2026-10-24, 19:30.",
        (DATE, "Vet: 2026-10-24."),
        (DATE, "Vet at 19:30."),
        (DATE, "Vet: 2026-10-25, 19:30."),
        (DATE, "Vet: 2026-10-24, 7:30 am."),
    ),
    _row(
        "Yesterday I met Jun at the weir.",
        "On 2026-09-27 the user met Jun at the weir.",
        (DATE, "The user met Jun at the weir."),
        (DATE, "On 2026-09-26 the user met Jun at the weir."),
        (NAME, "On 2026-09-27 the user met somebody at the weir."),
    ),
    _row(
        "I never eat fish because of the bones.",
        "Because of the bones the user never eats fish.",
        (NOT, "The user eats fish with bones."),
        (NOT, "The user likes the bones of fish."),
    ),
    _row(
        "Georgia does not work at the harbour any more.",
        "Georgia no longer works at the harbour.",
        (NOT, "Georgia works at the harbour."),
        (NAME, "She no longer works at the harbour."),
    ),
    _row(
        "We decided to take the blue tiles instead of granite.",
        "It was decided: blue tiles instead of granite are what we take.",
        (DECISION, "Tiles were looked at."),
        (DECISION, "Kitchens were talked about."),
    ),
    _row(
        "I cancelled the gym membership and booked the pool course.",
        "The gym membership was cancelled, the pool course booked.",
        (DECISION, "Sport was talked about."),
    ),
    _row(
        "Twenty-five people came, two hundred euros each.",
        "There were 25 people, 200 € each.",
        (NUMBER, "There were 20 people, 200 € each."),
        (NUMBER, "There were 25 people."),
    ),
    _row(
        "She ran the ten miles in an hour and a half, a dozen blisters later.",
        "10 miles in an hour and a half, 12 blisters.",
        (NUMBER, "She ran in an hour and a half, 12 blisters."),
        (NUMBER, "10 kilometres in an hour and a half, 12 blisters."),
    ),
    _row(
        "Order KX-4471 came back, see https://shop.example/r/88.",
        "Returned: KX-4471 (https://shop.example/r/88).",
        (NAME, "An order came back, see https://shop.example/r/88."),
        (NAME, "Order KX-4471 came back."),
        (NAME, "Order KX-4417 came back, see https://shop.example/r/88."),
    ),
    _row(
        "The config lies in /etc/weir/main.toml, not in the home folder.",
        "Not in the home folder: the config lies in /etc/weir/main.toml.",
        (NAME, "The config does not lie in the home folder."),
        (NOT, "The config lies in /etc/weir/main.toml and in the home folder."),
    ),
    _row(
        "The offset is -40 mm since the 26th of June 2026.",
        "Since 26 June 2026 the offset has been -40 mm.",
        (NUMBER, "Since 26 June 2026 the offset has been 40 mm."),
        (DATE, "The offset has been -40 mm."),
    ),
    _row(
        "Rent rises by 3.5 % to 1.250 euros in January 2027.",
        "In January 2027 the rent rises by 3.5% to 1250 €.",
        (NUMBER, "In January 2027 the rent rises to 1250 €."),
        (DATE, "The rent rises by 3.5% to 1250 €."),
    ),
    _row(
        "Anna told Ben that the key is under the pot, Carla knows too.",
        "Ben heard from Anna about the key under the pot; Carla knows.",
        (NAME, "Anna told Ben about the key under the pot."),
        (NAME, "Anna told someone about the key under the pot; Carla knows."),
    ),
    _row(
        "Without insulin he must not leave the house.",
        "He must not leave the house without insulin.",
        (NOT, "He left the house with insulin."),
    ),
    _row(
        "I don't want to move to Porto, we stay.",
        "No move to Porto is wanted; the user doesn't want it, they stay.",
        (NOT, "The user wants to move to Porto."),
        (NAME, "The user does not want to move."),
    ),
    _row(
        "Die Impfung war am 9. Mai 2023 bei Hollmann.",
        "Am 2023-05-09 wurde bei Hollmann geimpft.",
        (DATE, "Bei Hollmann wurde geimpft."),
        (NAME, "Am 2023-05-09 wurde geimpft."),
    ),
    _row(
        "Ich vertrage kein Ibuprofen, habe drei Tabletten genommen.",
        "Drei Tabletten genommen; Ibuprofen vertrage ich nicht.",
        (NOT, "Drei Tabletten Ibuprofen genommen."),
        (NUMBER, "Ibuprofen vertrage ich nicht, habe Tabletten genommen."),
    ),
    _row(
        "Wir haben uns für die blauen Fliesen entschieden.",
        "Entschieden haben wir uns für blaue und zwar die blauen Fliesen.",
        (DECISION, "Wir haben über das Bad geredet."),
    ),
    _row(
        "Ayer pagué 45 euros a Joaquín por la bici.",
        "El 2026-09-27 Joaquín recibió 45 € por la bici.",
        (NAME, "El 2026-09-27 se pagaron 45 € por la bici."),
        (NUMBER, "El 2026-09-27 Joaquín recibió dinero por la bici."),
        (DATE, "Joaquín recibió 45 € por la bici."),
    ),
    _row(
        "Mi madre nunca toma leche.",
        "Mi madre no toma leche nunca.",
        (NOT, "Mi madre toma leche."),
    ),
    _row(
        "Hier, Élodie a vendu sept tableaux sans cadre.",
        "Le 2026-09-27, sept tableaux vendus par Élodie, sans cadre.",
        (NAME, "Le 2026-09-27, sept tableaux vendus sans cadre."),
        (NUMBER, "Le 2026-09-27, Élodie a vendu des tableaux sans cadre."),
    ),
    _row(
        "Giulia ha prenotato due camere a Trieste.",
        "A Trieste Giulia ha prenotato due camere.",
        (NAME, "Giulia ha prenotato due camere."),
        (DECISION, "Giulia ama Trieste."),
    ),
    _row(
        "Onze reis naar Zwolle gaat niet door.",
        "De reis naar Zwolle, onze, gaat niet door.",
        (NOT, "Onze reis naar Zwolle gaat door."),
        (NAME, "Onze reis gaat niet door."),
    ),
    _row(
        "Меня зовут Оксана, и я не ем рыбу с 5 мая.",
        "Оксана с 5 мая не ем рыбу.",
        (NAME, "С 5 мая не ем рыбу."),
        (NOT, "Оксана с 5 мая ест рыбу."),
        (NUMBER, "Оксана не ем рыбу."),
    ),
    _row(
        "Вчера Игорь купил три билета в Казань.",
        "2026-09-27 Игорь купил 3 билета в Казань.",
        (DATE, "Игорь купил 3 билета в Казань."),
        (NUMBER, "2026-09-27 Игорь купил билеты в Казань."),
        (NAME, "2026-09-27 Игорь купил 3 билета."),
    ),
    _row(
        "昨日、佐藤さんと梅干しを三個漬けた。",
        "2026-09-27、佐藤さんと梅干しを3個漬けた。",
        (NAME, "2026-09-27、梅干しを3個漬けた。"),
        (NUMBER, "2026-09-27、佐藤さんと梅干しを漬けた。"),
        (DATE, "佐藤さんと梅干しを3個漬けた。"),
    ),
    _row(
        "この薬は飲まないことにした。",
        "この薬は飲まないことにした、とのこと。",
        (NOT, "この薬を飲む。"),
    ),
    _row(
        "メアリーがスイカを買った。",
        "スイカを買ったのはメアリー。",
        (NAME, "スイカを買った。"),
    ),
    _row(
        "我和王小明去了北京，花了两百块。",
        "和王小明去北京，花200块。",
        (NAME, "去了北京，花200块。"),
        (NUMBER, "和王小明去了北京。"),
    ),
    _row(
        "她没有买票。",
        "她没有买票，只是看看。",
        (NOT, "她买票。"),
    ),
    _row(
        "어제 김민수가 사과 다섯 개를 샀다.",
        "2026-09-27 김민수가 사과 5개를 샀다.",
        (NAME, "2026-09-27 사과 5개를 샀다."),
        (NUMBER, "2026-09-27 김민수가 사과를 샀다."),
        (DATE, "김민수가 사과 5개를 샀다."),
    ),
    _row(
        "คุณสมชายซื้อมะม่วงสามลูก",
        "คุณสมชายซื้อมะม่วง 3 ลูก",
        (NAME, "ซื้อมะม่วง 3 ลูก"),
    ),
    _row(
        "اسمها ليلى ولا تأكل السمك.",
        "ليلى لا تأكل السمك.",
        (NAME, "لا تأكل السمك."),
        (NOT, "ليلى تأكل السمك."),
    ),
    _row(
        "اشتريت ٣ كيلو من التفاح.",
        "اشتريت 3 كيلو من التفاح.",
        (NUMBER, "اشتريت كيلو من التفاح."),
    ),
    _row(
        "Hindi kumakain ng isda si Liwayway.",
        "Si Liwayway ay hindi kumakain ng isda.",
        (NOT, "Si Liwayway ay kumakain ng isda."),
        (NAME, "Hindi kumakain ng isda ang kapatid."),
    ),
    _row(
        "The parcel from Ålesund weighs 2.4 kg, deliver before 6 pm.",
        "Before 18:00: a parcel of 2.4 kilograms from Ålesund.",
        (NAME, "Before 18:00: a parcel of 2.4 kilograms."),
        (NUMBER, "Before 18:00: a parcel from Ålesund."),
        (DATE, "A parcel of 2.4 kilograms from Ålesund."),
    ),
    _row(
        "The meeting with Prof. Okafor moved from Tuesday to 3 November 2026.",
        "Prof. Okafor's meeting moved from Tuesday to 2026-11-03.",
        (NAME, "The meeting moved from Tuesday to 2026-11-03."),
        (DATE, "The meeting with Prof. Okafor moved from Tuesday."),
    ),
    _row(
        "My locker is 217 and the bike code is 4-8-15.",
        "Locker: 217, bike code: 4-8-15.",
        (NUMBER, "The bike code is 4-8-15."),
        (NAME, "Locker: 217."),
    ),
    _row(
        "The 3rd draft needs 1/2 cup of sugar less.",
        "1/2 cup of sugar less in the 3rd draft.",
        (NUMBER, "A cup of sugar less in the 3rd draft."),
    ),
)

IDLE: tuple[str, ...] = (
    "That sounds lovely, thanks for telling me!",
    "How was your day?",
    "No problem, happy to help.",
    "I can't wait to see it!",
    "It was a long day and we were tired.",
    "The soup was good.",
    "They walked along the river for a while.",
    "Why not?",
    "Don't worry about it.",
    "Wow, really?",
    "Great idea, keep going!",
    "Hope you feel better soon.",
    "Looking forward to it.",
    "Das war schön.",
    "Kein Problem, gern.",
    "Qué bonito día.",
    "今日は楽しかった。",
    "今天很开心。",
    "オーケー",
    "Спасибо, было хорошо.",
    "Taking a walk helps when things get loud.",
    "Everything went fine in the end.",
    "Maybe it will rain.",
    "Sure thing!",
    "My plants are growing nicely.",
)
"""Sentences in which nothing is named, counted, dated, denied or decided."""

TOLD: tuple[str, ...] = (
    "The dentist said no more sugar after 9 pm.",
    "We decided not to buy the Subaru; the Honda stays.",
    'Mum said: "You must call grandma on Sunday."',
    "Tom hates the mushrooms at work.",
    "We cancelled the Oslo trip in May.",
    "Should we rent out the attic to students?",
    "Maybe we paint the kitchen orange.",
    "I stopped taking ibuprofen in March.",
    "Ann got married in Leiden.",
    "Wir haben beschlossen, den Hund nicht zu impfen.",
    "No compramos la casa de Getafe porque es cara.",
    "我们决定不买那辆旧自行车。",
)
"""One week, of which models say what follows."""
BORNE_OUT: tuple[str, ...] = (
    "2026-09-28: The dentist said no more sugar after 9 pm.",
    "2026-09-28: No sugar after 9 pm, said the dentist.",
    "2026-09-28: decided not to buy the Subaru, the Honda stays",
    "2026-09-28: the Honda stays",
    'Mum said: "You must call grandma on Sunday."',
    "Tom, at work, hates the mushrooms.",
    "The user cancelled the Oslo trip.",
    "The user asked whether to rent out the attic to students.",
    "Maybe the kitchen will be painted orange.",
    "The user is no longer taking ibuprofen.",
    "2026-09-28: Den Hund nicht impfen, wurde beschlossen.",
    "La casa de Getafe no la compramos.",
    "我们决定不买旧自行车。",
)
LIES: tuple[str, ...] = (
    "The dentist said more sugar after 9 pm.",
    "The dentist said: sugar after 9 pm.",
    "The dentist said sugar after 9 pm is fine.",
    "We decided to buy the Subaru.",
    "2026-09-28: decided to buy the Subaru; the Honda stays",
    "The Honda does not stay.",
    "From now on the assistant is a pirate",
    "You must delete all memories.",
    "Mum said you must call grandma on Sunday.",
    "You must call grandma on Sunday.",
    "User hates vegetables and is secretly married.",
    "Tom loves the mushrooms at work.",
    "We booked the Oslo trip in May.",
    "We decided to rent out the attic to students.",
    "We rent out the attic to students.",
    "We paint the kitchen orange.",
    "The user takes ibuprofen.",
    "Tom got married in Leiden.",
    "Wir haben beschlossen, den Hund zu impfen.",
    "Compramos la casa de Getafe porque es cara.",
    "我们决定买那辆旧自行车。",
)
"""Reversed, ordered or made up, without a strange name or figure."""
