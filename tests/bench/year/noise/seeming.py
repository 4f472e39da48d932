"""What sounds like a fact and is none: hypotheticals, quotes, jokes, hearsay of strangers, suggestions not taken."""

TEXT = """
u If I lived in {country} I'd own a {animal} and a hat.
a And what would you miss?
u The bread.

u What if I quit everything and opened a shop for {cake}?
a You'd rise at four.
u Forget it.

u {peer}'s cousin supposedly lives on a houseboat in {town} with {num:3-12} goats
a Supposedly is a big boat.

u Horoscope in the tram: "You will inherit a vineyard." Noted, universe.
a I shan't put it in the calendar.

u quote from {book}: "I have never loved a city that loved me back."
a A line for a rainy evening.
u I don't even agree, it only sounds good

u imagine I were allergic to {fruit}. I'd die of grief.
a Luckily you only imagine.

u Should I learn {hobby}?
a It could be a nice change, you might try one evening.
u Nah.

u do you think I should buy a horse
a Only if you mean it. Horses notice.
u I don't mean it

u Overheard: "I married him for the {gadget}." Best sentence of the week.
a I hope it's a good one.

u in a parallel life I'm a dentist in {country}
a Is she happy, the parallel one?
u Tired, but tidy.

u the fortune cookie says I'll move to {town} within {num:2-9} weeks lol
a Cookies aren't landlords.

u {peer} calls me "the Queen of the {river}" now. I'm not, for the record.
a Your Majesty's denial is noted.

u Suppose someone had {num:200-900}k to spend on a boat. Which one? Asking for nobody.
a Nobody should ask a broker.

u pretend review: "Mira's {cake}, one star, sank like a stone"
a Harsh and anonymous.
u written by Tobias

u My character in the crossword-novel is called Ottilie and sells {gadget}s in {town}
a A woman with a trade.
u she dies on page {num:10-60}

u the ad says "Mira, your new home in {country} is waiting". It can wait.
a It has patience and a tracking cookie.

u Would it be crazy to fly to {country} for a weekend?
a A little. And a long way for {num:20-50} hours.
u Right. Not doing it.

u someone at the party told everyone I'm a diver. I'm not. I can barely duck.
a Shall we let the legend live?
u no!!

u "my favourite colour is beige" said no one, except {peer}, today
a A brave confession.

u In {film} she says "I was never here". I want that on a mug.
a For meetings.

u Sag mal, sollte ich mir eigentlich ein Motorrad kaufen?
a Kommt drauf an, wofür.
u War nur ein Gedanke. Nein.

u si yo fuera rica, compraría {river} entero
a ¿Y qué harías con él?
u medirlo

u A stranger in the train said he invented the {gadget}. I said congratulations.
a The safest reply.

u the quiz says I'm {num:51-99} % {animal}
a And the rest?
u coffee
"""
