"""Things of the day that nobody needs tomorrow."""

TEXT = """
u Lunch was {dish}, {price} euros, fine but salty.
a Drink some water, then.

u Cooked {dish} tonight. Too much garlic, is there such a thing?
a There is not.

u What can I make with {fruit} and leftover rice?
a Rice pudding with stewed {fruit} would be quick.
u Ok doing that.

u How long do I boil an egg for a soft yolk?
a Six minutes from boiling water, then cold water.

u Convert {num:2-9} cups of flour to grams please
a About 125 grams a cup, so multiply by that.

u what's {num:12-99} times {num:12-99:b}? roughly
a Roughly enough to use a calculator, but I get the point of asking.
u lazy!! 😂

u Bought a {gadget} at {shop} for {price}. The old one smelled of burning.
a Then it was time.

u the {gadget} already squeaks
a Can you return it?
u I threw away the box, naturally.

u Is {town} worth a day trip?
a For an old town and a good walk, yes.
u Maybe some time.

u Started {book} last night, fell asleep on page {num:2-30}.
a Because of the book or the day?
u The day. The book is innocent.

u Finished {book}. Hm. The ending felt glued on.
a Would you read another by the same hand?
u Probably, I'm weak.

u we watched {film}, {num:2-9} out of ten
a What cost it the points?
u The dog's fate. Next.

u who sings {song}? no don't tell me
a I say nothing.
u ...tell me
a I don't know it for sure, so I'd rather not guess.

u the {plant} has brown tips
a Too dry air or too much water, usually.
u Both are possible with me.

u watered the {plant}, it looks offended
a Plants forgive slowly.

u Tram is {num:6-40} minutes late because of {weather}
a Is there a bus?
u There's a bakery. Better.

u How do you spell rhythm?
a r-h-y-t-h-m, without a vowel to hold on to.

u What's the capital of {country}?
a Let me think with you: do you want the answer or a hint?
u never mind, quiz is over, we lost

u Explain {noun} in one sentence
a It's one of those words that need two sentences, but I can try if you want it for a text.
u No, just curiosity. Skip.

u I played {game} for an hour instead of cleaning
a Did you win?
u Against the mess? No.

u Which is healthier, {fruit} or {fruit2}?
a Whichever you'd actually eat.

u lost {num:1-3} glove(s). again.
a The other ones send their regards.

u Supermarket out of oats. Everyone baking apparently.
a Or a horse moved in.

u {price} euros for a sandwich. With nothing on it. NOTHING.
a Bread with ambition.

u found a coin from {country} in my coat
a How did it travel so far?
u No clue.

u There's a street party in {district}, someone is playing {song} on a tuba
a That I'd like to hear.

u Is it rude to leave a party after {num:40-90} minutes?
a Not if you say goodbye to the host.

u my bike has a flat, second time this {num:2-6} weeks
a Check the tyre for a splinter before a new tube.
u there was one!! tiny

u New word of the day: {word}
a A useful one.

u Palabra del día: {spanish}
a Bonita palabra.

u Jun's word aside, my Tagalog word today was {tagalog}
a Ang ganda.

u what does {tagalog} mean again
a It depends on the sentence; where did you hear it?
u in the kitchen at work lol

u wie übersetzt man {word} ins Englische
a Am besten gar nicht, eher umschreiben.

u 今天吃了{dish}，很好吃
a 听起来不错！

u hace un calor / frío horrible, no sé ni cuál
a Entonces es primavera.

u Someone at {shop} called me "junge Frau". I'm keeping the receipt.
a Frame it.

u there is a {animal} nesting across from the office, everyone is at the window
a Work can wait for wildlife.

u The radio said {weather} for the weekend. The radio lies.
a Take a jacket that doesn't care.

u how many teaspoons in a tablespoon
a Three.

u Ordered {dish} and got {dish2}. Ate it anyway. {emoji}
a Fate has a menu of its own.

u What day is it?
a Look at the top right corner, it knows.
u smartypants

u Haircut: {price} euros and she cut {num:2-8} cm too much
a It grows, they say.

u I'll try to eat less sugar. Starting after this {cake}.
a A wise order of events.

u Are {fruit} in season now?
a Near you possibly; the market will tell by the price.

u The market had {fruit} for {price} a crate, I bought none, I regret it
a There's another market day.

u traffic light outside is broken, it's chaos and oddly polite
a People rise to it.
"""
