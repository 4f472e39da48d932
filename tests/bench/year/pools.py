"""The lists from which slots are filled. None of their words answers a question about the person's life."""

from __future__ import annotations


def _of(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.replace("\n", " ").split("|"))


POOLS: dict[str, tuple[str, ...]] = {
    "cake": _of(
        "cheesecake|poppy seed cake|carrot cake|apple strudel|plum crumble|lemon tart|cinnamon roll|almond slice|rhubarb cake|Bienenstich|brownie|walnut tart|pear tart|Donauwelle|marble cake"
    ),
    "hobby": _of(
        "bookbinding|bouldering|watercolour|beekeeping|calligraphy|sea swimming|the accordion|mushroom hunting|ceramics|birding|fencing|improv theatre|weaving|open-water sailing|astronomy|letterpress|tango"
    ),
    "emoji": _of("😅|🙃|🎉|😴|🥲|🤷‍♀️|😂|🫠|✨|🙈|🔥|😬|🌧️|☀️|🍜|💪|🤦🏽‍♀️|👀|🥳|😤"),
    "plant": _of(
        "monstera|basil|chilli|orchid|fern|aloe|ivy|geranium|tomato|rosemary|calathea|cactus|olive tree|mint|begonia|lavender"
    ),
    "hanzi": _of(
        "下雨|洪水|面包|朋友|周末|河流|图书馆|自行车|老师|邻居|天气|火车站|早饭|颜色|鸡蛋|身体|博物馆|咖啡馆|电影|地图|钥匙|冰箱|月亮|海|雪"
    ),
    "dish": _of(
        "lentil soup|mushroom risotto|pad krapow|spinach lasagne|shakshuka|potato gratin|miso ramen|chickpea curry|gnocchi with sage|okonomiyaki|adobo|arepas|Käsespätzle|pumpkin soup|bibimbap|ratatouille|gazpacho|dal makhani|pierogi|tortilla de patatas|mapo tofu|fish stew|sinigang|pasta e fagioli|couscous with carrots|green beans with pears|Königsberger Klopse"
    ),
    "weather": _of(
        "drizzle|a proper thunderstorm|fog|sleet|blue sky|a gale|hail|that flat grey light|a double rainbow|frost|heavy rain|mild wind|sticky heat|thin sunshine"
    ),
    "book": _of(
        "The Salt Ledger|A Room of Weather|Kestrel Summer|Die leisen Brücken|The Third Tide|El mapa de los ausentes|Nine Doors Down|The Cartographer's Aunt|Winterlicht|Small Engines|The Orchard Clock|Letters to a Lake|Glass Harvest|Paper Rivers|The Patience of Stones|Nachtfähre"
    ),
    "film": _of(
        "Harbour Lights|The Ninth Umbrella|Aftersnow|Karpfen|La orilla|Slow Comet|Two Left Boots|The Beekeeper's Strike|Meridian Road|Quiet Please|Ein Zimmer zu viel|Under the Viaduct|Dust and Violins|Sundial"
    ),
    "song": _of(
        "Blue Ferry|Milk and Thunder|Halbe Stunde|Corazón de lata|Neon Fern|Saturday Bones|Rooftop Choir|Glass Elevator|Paper Moonboots|Lullaby for a Fax|Tin Roof Waltz|Ocean Static"
    ),
    "animal": _of(
        "heron|hedgehog|fox|squirrel|crow|kingfisher|toad|marten|magpie|stork|bat|robin|badger|woodpecker|goose"
    ),
    "town": _of(
        "Görlitz|Quedlinburg|Bremen|Lübeck|Dresden|Weimar|Husum|Erfurt|Cuxhaven|Bamberg|Flensburg|Celle|Stade|Halle|Rostock|Schwerin|Passau|Regensburg|Naumburg|Ratzeburg"
    ),
    "country": _of(
        "Estonia|Uruguay|Laos|Senegal|Iceland|Georgia|Malta|Bhutan|Ghana|Slovenia|Peru|Oman|Finland|Mongolia|Chile|Latvia|Fiji|Nepal"
    ),
    "gadget": _of(
        "kettle|hair dryer|bike pump|desk lamp|toaster|label printer|headphones|vacuum cleaner|mouse|doorbell|blender|router|iron|alarm clock|fan|kitchen scale|coffee grinder|drill|radio|humidifier"
    ),
    "shop": _of(
        "Kranich & Sohn|Papier Lotte|Radwerk Ost|Haushalt Beer|Elektro Voss|Stoffdiele|Grünzeug|Buch am Damm|Zweitglück|Fahrradküche|Lampenladen Ott|Korb & Kiste|Schuh Petersen|Optik Brauer|Farben Krüger|Hafenkontor|Nähstube Ilse|Teeladen Lin"
    ),
    "price": _of(
        "12.50|7.90|34|19.95|249|64.80|5.20|89|115|43.70|27|158|9.99|72.40|310|21.30|54|38.60|99.50|16.75|187|130|205.90|46|61"
    ),
    "name": _of(
        "Frau Oelkers|Herr Bachmann|Dr. Yıldız|Frau Nowak|Herr Tiedemann|Frau Sørensen|Herr Abubakar|Frau Kowalczyk|Herr Lindemann|Frau Papadakis|Herr Vogelsang|Frau Demir|Herr Quast|Frau Ngo|Herr Janssen|Frau Rautenberg|Herr Castel|Frau Wieczorek|Herr Osei|Frau Blume"
    ),
    "peer": _of(
        "Bruno|Wanda|Quirin|Zofia|Malte|Ingrid|Farid|Beatriz|Emeka|Yuki|Thilo|Agnieszka|Mehmet|Carlotta|Ole|Nadia|Henning|Roswitha|Gael|Odile|Rasmus|Philippa|Tarek|Gesine|Ioana"
    ),
    "code": _of(
        "KX-4471|RV-0982|TT-3310|QL-7754|HB-2096|ZN-5127|MW-8803|DP-6145|FJ-1938|LS-7260|GE-4409|YB-3571|CU-9046|PA-2285|WO-6617|NK-1394|EV-8852|SR-0473|IH-5968|BX-3206"
    ),
    "river": _of(
        "Mulde|Weiße Elster|Saale|Parthe|Bille|Este|Stör|Ilmenau|Oste|Trave|Pleiße|Unstrut|Luppe|Seeve|Krückau|Pinnau|Schwinge|Wümme"
    ),
    "language": _of("Python|SQL|Rust|TypeScript|R|Go|bash|Julia"),
    "game": _of(
        "Azulejo|Wingspan|chess puzzles|a crossword|Tichu|Scrabble in two languages|Carcassonne|Mahjong|Boggle|a jigsaw|Dominion|Set"
    ),
    "fruit": _of(
        "figs|mangoes|quinces|cherries|plums|grapes|oranges|rhubarb|strawberries|pears|lychees|currants|apricots|calamansi"
    ),
    "room": _of(
        "Elbe|Nordlicht|Kaleidoskop|Anker|Pegel|Archiv|Dachboden|Koje|Aquarium|Werkbank|Turmzimmer|Speicher"
    ),
    "body": _of("neck|left knee|lower back|wrist|ankle|jaw|right hip|calf|thumb|heel"),
    "noun": _of(
        "entropy|petrichor|a syzygy|the doldrums|a seiche|an isthmus|parallax|sublimation|a palimpsest|tare weight|the Coriolis effect|a catenary|albedo|hysteresis|a fata morgana|capillary rise"
    ),
    "district": _of(
        "Altona|Plagwitz|Eimsbüttel|Connewitz|St. Pauli|Lindenau|Barmbek|Gohlis|Ottensen|Schleußig|Wilhelmsburg|Reudnitz"
    ),
    "word": _of(
        "Feierabend|doch|Fernweh|quatschen|Kummerspeck|verschlimmbessern|Zugzwang|Treppenwitz|Ohrwurm|gönnen|eben|Sturmfrei"
    ),
    "tagalog": _of(
        "kilig|sayang|bahala na|gigil|tampo|pasalubong|merienda|ulan|baha|kapatid|tsinelas|salamat|ingat|kumain ka na"
    ),
    "spanish": _of(
        "madrugar|sobremesa|estrenar|friolero|trasnochar|antier|merendar|tutear|ganas|enmadrado|desvelado|puente"
    ),
    "error": _of(
        "ConnectionResetError|KeyError: 'gauge_id'|OSError: [Errno 28] No space left on device|TimeoutError|UnicodeDecodeError|ValueError: NaN in column level_cm|PermissionError|sqlite3.OperationalError: database is locked|ssl.SSLCertVerificationError|IndexError: list index out of range"
    ),
}
