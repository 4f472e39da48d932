"""Small facts of private life that come up on any day: people met, plans, tips, observations, in several languages."""

TEXT = """
@ x3 L day.met Someone met
u Met {name} at the market in {district}, turns out [she kept bees] in [{town}] before. Small world, large honey.
a A sweet acquaintance.
w A face with a story.
? +40 What did {name} from the market in {district} do before? = bees

@ x3 L day.walk A walk with a find
u Walked along the {river} with Tobias, [#{num:7-19} km], saw a [{animal}] and a lost [{gadget}] on a bench.
a Who takes such a thing for a walk?
w A nice afternoon.
? +30 Which animal did Tobias and I see on the walk of {num:7-19} km along the {river}? = {animal}

@ x2 L day.tip A tip for a place
u {peer} says: in {town} go to [{shop}], not to the cathedral café. Order the [{cake}].
a Advice with cake in it is good advice.
w A tip for a trip that may happen.
? +50 Which place did {peer} recommend in {town}? = {shop}

@ x2 L day.film A verdict
u {film}: Tobias loved it, I [left after {num:30-70} minutes]. [!Never again] a film by someone who hates chairs.
a What did the chairs do?
w A taste, mildly.
? +35 Did I stay to the end of {film}? = left

@ x1 L day.dream A dream
u Dreamt that a [{animal}] ran the office and everyone was happier. {emoji}
a Should I draft its contract?
w Nothing at all, but told.
? +14 Which animal ran the office in my dream, the one with everyone happier? = {animal}

@ x3 L day.german Auf Deutsch notiert
u Merk dir bitte: der Schlüssel fürs Fahrradschloss {code} liegt bei [{name}], [!nicht] mehr im Keller.
a Bei {name}, nicht im Keller.
w Ein Schlüssel, den man sucht.
? +44 Bei wem liegt der Schlüssel fürs Fahrradschloss {code}? = {name} ! Keller

@ x2 L day.spanish Apuntado en español
u Apunta: la receta de {dish} de la tía lleva [azafrán] y [#{num:2-6} dientes de ajo], nada de nata.
a Azafrán, ajo y nada de nata.
w Una receta de familia.
? +66 ¿Qué especia lleva la receta de {dish} de la tía? = azafrán

@ x2 L day.chinese 中文笔记
u 记一下：俊伟推荐的书是[《{hanzi}的秘密》]，第[#{num:3-15}]章最好看。
a 好的，《{hanzi}的秘密》。
w A recommendation in the language she learns.
? +48 俊伟推荐的《{hanzi}的秘密》哪一章最好看? = {num:3-15}

@ x2 L day.tagalog Tala sa Tagalog
u Sabi ni Analyn: ang pasalubong para kay {peer} ay [{fruit}], [!hindi] tsokolate. Sa [@{soon}] ang alis.
a Sige, {fruit}, hindi tsokolate.
w A present for a colleague.
? +9 Anong pasalubong ang para kay {peer}, ayon kay Analyn? = {fruit} ! tsokolate

@ x2 H day.promise A promise
u I promised {peer} to [water the {plant}] from [@{soon}] on, for [#{num:8-16} days]. Key hangs in room {room}.
a A promise with a key.
w A promise given.
? +2 What did I promise {peer} about the {plant}? = water
? +30 For how many days did I promise to water {peer}'s {plant}? = {num:8-16}

@ x2 H day.debt Money lent
u Lent {peer} [#{price} euros] for {hobby} gear, to be paid back by [@{soon}].
a Friendly, with a date.
w Money owed.
? +2 By when does {peer} pay me back for the {hobby} gear? = {soon}
? +60 How much did I lend {peer} for {hobby} gear? = {price}

@ x2 L day.plan A plan that is only a plan
u Maybe we'll cycle from {town} to {town2} in [@autumn], along the {river}. [!Nothing fixed].
a A maybe with a route.
w A wish, not yet a plan.
? +26 Is the cycling trip from {town} to {town2} fixed? = nothing fixed

@ x2 L day.outcome How an evening went
u The {hobby} evening at {peer}'s: [#{num:5-17} people], [{dish}], one broken [{gadget}]. Home at one.
a A success by most measures.
w An evening.
? +37 What was there to eat at {peer}'s {hobby} evening? = {dish}

@ x2 H day.appoint An appointment with an office
u Appointment at the residents' office in {district}: [@{soon}] at [#{num:8-15}:40], number [{code}], bring the [landlord's confirmation].
a Confirmation packed, number {code}.
w Such an appointment takes weeks to get.
? +2 What must I bring to the office in {district} for appointment {code}? = confirmation
? +2 What is my number at the residents' office in {district}? = {code}

@ x2 L day.lesson A small lesson
u Never put {fruit} in the freezer next to the {dish} again. Everything [tastes of {fruit}] now. {emoji}
a A flavour of learning.
w A kitchen lesson.
? +52 Why shouldn't I freeze {fruit} next to the {dish}? = tastes of {fruit} | tastes

@ x2 L day.song A song remembered
u The song at {name}'s birthday was [{song}], I want it for the wedding list, [right after the cake].
a {song}, after the cake.
w A wish for a feast.
? +64 Which song from {name}'s birthday do I want at the wedding? = {song}

@ x2 L day.quiz Pub quiz
u Pub quiz in {district} with {peer}: we came [#{num:2-9}th], lost on the capital of [{country}].
a So close to {country}.
w A night out.
? +33 On which country did {peer} and I lose the pub quiz in {district}? = {country}
"""
