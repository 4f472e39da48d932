"""Tastes, wishes towards the assistant, habits that change, the cat."""

TEXT = """
@ 01-07 07:40 H like.coffee How she takes her coffee
u I drink my coffee [black, no sugar], and I want [!no jokes] about it.
a Black, no sugar, no jokes.
w A lasting preference.
?c 02-08 How do I take my coffee? = black

@ 09-08 08:10 H like.coffee2 She drinks decaf now
u Because of the iron and the sleep I've [switched to decaf]. With [oat milk], I have become what I mocked.
a Welcome to the oats.
w Replaces an old preference.
s like.coffee
?x 09-21 What kind of coffee do I drink now? = decaf ! black
?x 11-17 Do I take milk in my coffee? = oat

@ 01-10 12:15 H like.vegetarian What she eats
u For every recipe: I'm [vegetarian], but I [eat fish] on Fridays, old habit. Tobias eats everything that holds still.
a Vegetarian with Friday fish. And a husky appetite beside you.
w Every recipe depends on it.
?c 03-05 Do I eat meat? = vegetarian
?c 05-26 On which day do I eat fish? = Friday

@ 11-06 20:40 H like.nofish No fish any more
u After those oysters I'm [=done with fish] altogether. Fully vegetarian as of now, Fridays too.
a No fish on Fridays either. Noted.
w Replaces the exception.
s like.vegetarian
?x 11-20 Do I still eat fish on Fridays? = done with fish ! yes
?x 12-12 May you suggest a fish recipe for Friday? = done with fish

@ 01-13 21:10 H like.style How the assistant shall answer
u Please answer me [briefly], in the language I write in, and [!never use bullet points] unless I ask.
a Briefly, in your language, no bullet points.
w A standing wish towards the assistant.
?c 02-16 How do I want you to answer me? = briefly
?c 08-24 May you use bullet points? = never

@ 02-12 22:30 L like.colour A colour
u If anyone asks: my favourite colour is [petrol], it's not blue, it's not green, don't let Tobias tell you.
a Petrol, undisputed.
w Harmless, though gifts go by it.
? 04-18 What is my favourite colour? = petrol

@ 03-23 20:55 L like.hate A dislike
u I cannot stand [coriander]. Soap. Pure soap.
a No soap in your soup.
w Recipes.
?c 05-04 Which herb can't I stand? = coriander
?c 12-06 Which herb must not be in my food? = coriander

@ 04-12 18:25 L like.piano The piano
u The piano is a [Feurich] from [@1927], from my father. I play [Mompou], badly, when nobody is home.
a Mompou forgives.
w A thing that is dear to her.
? 06-06 From which year is my piano? = 1927
? 10-30 Which composer do I play on the piano? = Mompou

@ 09-12 16:10 H like.cat The cat
u We have a cat!! From the shelter in [Süderstraße], grey, [#3 years], she's called [Tsunami]. I know. She came with it.
a A hydrologist with a cat called Tsunami. Of course.
w A member of the household.
? 10-09 What is our cat called? = Tsunami
? 12-02 From which shelter is our cat? = Süderstraße

@ 09-26 11:45 H like.catfood What the cat must not eat
u Vet: Tsunami has weak [kidneys], only the [renal] food, two meals a day, vet is Dr [Quandt].
a Only the renal food. Kept.
w An animal's health.
? 10-22 What is wrong with our cat? = kidneys
? 11-28 Who is our vet? = Quandt

@ 11-08 22:30 L like.catsitter Who minded the cat
u Home from Manila. Sunniva minded Tsunami, who [broke the harpsichord string]. Debt: [one cake].
a A costly guest.
w A small debt.
? 11-29 What did the cat break at Sunniva's? = string

@ 06-20 10:20 L like.market The market
u New Saturday ritual: the market at the [Isemarkt]... which is on Tuesday and [Friday], I've just learned. So: Friday ritual.
a Fridays, then, before the review.
w A detail of the new town.
? 08-22 On which days is the Isemarkt? = Friday

@ 05-06 21:30 L like.book A favourite book
u If I could keep one book: [Middlemarch]. I've read it [#four times], always in rain.
a It suits rain.
w A taste.
? 09-28 Which book would I keep if I could keep only one? = Middlemarch
? 11-05 How often have I read Middlemarch? = four

@ 10-25 11:00 H like.nophone A resolution
u From today: [!no phone in the bedroom]. I bought an alarm clock, a ticking one, by [Kienzle].
a The clock change is a good day to begin.
w A resolution she wants to be held to.
? 11-16 What did I resolve about the phone? = no phone in the bedroom

@ 12-14 22:10 H like.nophone2 The resolution failed
u The phone is [back in the bedroom]. The Kienzle ticks like a bomb. I tried for seven weeks.
a Seven weeks is longer than most.
w The outcome.
s like.nophone
?x 12-19 Is my phone banned from the bedroom? = back in the bedroom

@ 07-13 13:15 L like.music The band
u Discovered [Gezeitenchor], an all-female brass band from [Bremerhaven]. Concert on [@21 November] at the Knust.
a Brass and tides. Tickets?
u Two.
w A concert date.
? 10-16 When is the Gezeitenchor concert? = 21 November

@ 11-22 12:05 L like.concert The concert
u Gezeitenchor was glorious, they closed with ["Halbe Flut"], Tobias danced. TOBIAS DANCED.
a A date for the chronicle.
w A good evening.
? 12-15 With which song did Gezeitenchor close the concert? = Halbe Flut

@ 08-23 18:20 L like.swim A swim spot
u Best swimming near us: the [Boberger See], north shore, before nine. After nine it belongs to inflatable flamingos.
a Before nine, north shore.
w A tip of her own.
? 10-26 Where is my favourite place to swim near Hamburg? = Boberger
"""
