"""General knowledge, not anybody's phrasing: which words are languages, instruments, animals, diets and the like. Data."""

from __future__ import annotations

from weave.scribe.gates import Lazy

__all__ = ["KINDS", "kind_pattern", "kind_words"]

KINDS: dict[str, str] = {
    "language": "Afrikaans|Albanian|Amharic|Arabic|Armenian|Basque|Bengali|Bosnian|Breton|Bulgarian|Burmese|Cantonese|Catalan|Chinese|Croatian|Czech|Danish|Dutch|English"
    "|Esperanto|Estonian|Farsi|Filipino|Finnish|French|Gaelic|Galician|Georgian|German|Greek|Hebrew|Hindi|Hungarian|Icelandic|Indonesian|Irish|Italian|Japanese"
    "|Khmer|Korean|Kurdish|Latin|Latvian|Lithuanian|Macedonian|Malay|Maltese|Mandarin|Maori|Mongolian|Nepali|Norwegian|Persian|Polish|Portuguese|Punjabi|Romanian"
    "|Russian|Sanskrit|Serbian|Slovak|Slovene|Slovenian|Somali|Spanish|Swahili|Swedish|Tagalog|Tamil|Telugu|Thai|Tibetan|Turkish|Ukrainian|Urdu|Uzbek|Vietnamese|Welsh|Xhosa|Yiddish|Yoruba|Zulu|sign language",
    "instrument": "accordion|bagpipes?|balalaika|banjo|bass(?: guitar)?|bassoon|bongos|bouzouki|cello|clarinet|concertina|congas|cornet|didgeridoo|double bass|drums?|dulcimer|erhu|euphonium"
    "|fiddle|flute|french horn|glockenspiel|guitar|guzheng|harmonica|harp|harpsichord|horn|hurdy-gurdy|kalimba|keyboards?|koto|lute|lyre|mandolin|marimba|oboe|ocarina|organ|oud|piano|piccolo"
    "|recorder|sax(?:ophone)?|shamisen|sitar|tabla|theremin|tin whistle|trombone|trumpet|tuba|ukulele|vibraphone|viola|violin|xylophone|zither",
    "animal": "alpaca|axolotl|beagle|bearded dragon|bird|border collie|budgie|budgerigar|bulldog|bunny|canary|cat|chameleon|chicken|chihuahua|chinchilla|cockatiel|cockatoo|collie|corgi|corn snake|crab|dachshund|dog|donkey"
    "|duck|ferret|finch|fish|frog|gecko|gerbil|goat|goldfish|greyhound|guinea pig|hamster|hedgehog|hen|horse|husky|iguana|kitten|labrador|lizard|llama|lovebird|macaw|maine coon|mouse|mice|newt|parakeet|parrot"
    "|pig|pigeon|pony|poodle|pug|puppy|python|rabbit|ragdoll(?: cat)?|rat|retriever|rottweiler|salamander|shepherd|siamese(?: cat)?|snail|snake|spaniel|stick insect|sugar glider|tarantula|terrier|tortoise|turtle|whippet|wolfhound",
    "diet": "vegetarian|vegan|pescatarian|pescetarian|flexitarian|omnivore|fruitarian|carnivore|gluten[- ]free|dairy[- ]free|lactose[- ]free|sugar[- ]free|nut[- ]free|egg[- ]free|grain[- ]free|low[- ]carb|low[- ]fat|low[- ]sodium|low[- ]salt|low[- ]FODMAP|high[- ]protein"
    "|keto(?:genic)?|paleo|kosher|halal|macrobiotic|mediterranean|plant[- ]based|raw(?: food)?|whole30|jain",
    "drink": "(?:flat|long) (?:white|black)s?|(?:black|oat|iced|filter|drip|instant|decaf|turkish|white|strong) (?:coffee|cortados?|lattes?|milk|tea)|(?:\\w+ )?(?:coffee|tea|chai|juice|smoothies?|cocoa|kombucha|milk)|americanos?|cappuccinos?|cortados?|espressos?|lattes?|macchiatos?|matcha|mate|mochas?|rooibos"
    "|oolong|yerba mate|(?:peppermint|mint|green|black|herbal|ginger|chamomile|white|lemon) tea|lemon water|water|cold brew|earl grey|hot chocolate|tereré|sencha|hojicha",
    "transport": "(?:cargo|kick|electric|e-|city|folding|road|mountain|rental|shared)[ -]?(?:bike|bus|scooter|car)|bike|bicycle|bus|(?:night|express|school|company|shuttle) bus|cable car|canoe|car|carpool|coach|e-bike|e-scooter|ferry|foot|funicular|kayak|metro|monorail|moped|motorbike|motorcycle|on foot"
    "|rowing boat|s-bahn|scooter|shuttle|skateboard|streetcar|subway|taxi|train|tram|trolleybus|tube|u-bahn|underground|unicycle|van|vespa|jeepney|tricycle|water taxi",
    "weekday": "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?(?:(?: and |, )(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)*|weekends|weekdays",
    "editor": "VS ?Code|VSCode|Visual Studio(?: Code)?|Vim|Neovim|nvim|Emacs|Helix|Zed|Sublime(?: Text)?|Kakoune|Lapce|Geany|TextMate|BBEdit|Atom|Nano|Notepad\\+\\+|PyCharm|IntelliJ(?: IDEA)?|WebStorm|GoLand|CLion|RustRover|Eclipse|NetBeans|Xcode|Android Studio|Cursor|Windsurf|Spacemacs|Doom Emacs|Micro|Kate|Nova|Brackets|Fleet|RStudio|JupyterLab",
    "phone": "(?:Samsung |Google |Apple |Sony |Nokia |Motorola |OnePlus |Xiaomi |Huawei |Asus )?(?:Pixel|iPhone|Galaxy|Fairphone|Xperia|Nord|Zenfone|Razr|Edge|Redmi|Moto|Nothing Phone|OnePlus|Nokia|Oppo|Vivo|Realme|Poco|Mate|Honor|BlackBerry|Lumia|Find|Mi|Note)(?: ?[A-Z]?\\d{1,4}[a-z]{0,2}| (?:Pro|Max|Mini|Plus|Ultra|SE|Fold|Flip|XL|[IVX]{1,4})){1,4}",
    "system": "(?:Arch |Alpine |Debian |Gentoo |Kali |Linux )?(?:Linux|Mint)|Ubuntu|Xubuntu|Kubuntu|Debian|Fedora|Arch|Manjaro|openSUSE|NixOS|Gentoo|Slackware|Pop!?_OS|elementary OS|FreeBSD|OpenBSD|NetBSD|macOS|Mac ?OS X?|Windows(?: (?:\\d+|XP|Vista|11 Pro))?|Chrome ?OS|Haiku",
    "browser": "Firefox|Chrome|Chromium|Safari|Vivaldi|Opera(?: GX)?|Brave|Microsoft Edge|Tor Browser|LibreWolf|Waterfox|Epiphany|qutebrowser|DuckDuckGo|Arc Browser|Internet Explorer",
    "car": "(?:(?:dark |light )?(?:blue|red|grey|gray|white|green|black|silver|yellow|orange|brown|beige|gold|golden|purple|pink|second-hand|used|old|new|electric|hybrid) )?(?:(?:VW|Volkswagen|Toyota|Honda|Ford|Skoda|Škoda|Renault|Nissan|Suzuki|Fiat|Seat|Opel|Kia|Hyundai|Mazda|Volvo|BMW|Audi|Mercedes|Tesla|Peugeot|Citroën|Citroen|Dacia|Subaru|Mitsubishi|Jeep|Porsche|Lexus|Mini|MG|BYD|Chevrolet|Chevy)(?: [A-Z0-9][\\w-]*)?"
    "|Fabia|Yaris|Leaf|Zoe|Jimny|Octavia|Civic|Panda|Golf|Polo|Corolla|Prius|Clio|Twingo|Micra|Fiesta|Focus|Corsa|Astra|Swift|Ibiza|Punto|Passat|Accord|Camry|Kangoo|Duster|Model [3SXY])",
}
"""What a word is, by the kind of thing it names."""


def kind_pattern(kind: str) -> str:
    """A pattern for the words of a kind, longest first where one begins another."""
    return rf"(?:{KINDS[kind]})"


def kind_words(kind: str) -> Lazy:
    """A kind's words as a pattern that finds them in a sentence."""
    return _COMPILED[kind]


_COMPILED = {kind: Lazy(rf"(?i)(?<![\w'’-])(?:{words})(?![\w-])") for kind, words in KINDS.items()}
