"""What is said when a routine took place once more: variants that come in turn."""

from __future__ import annotations

TALK = {
    "hanne": """
u Back from Café Kandler. Hanne had her flat white, I had the {cake}. Tuesday saved.
a Glad you two made it. How is she?

u Tuesday coffee with Hanne ☕ she talked for an hour about {hobby}. Flat white with oat, as always.
a Oat again, she is loyal.
u To oat milk and to lost causes, yes.

u Hanne and I stayed at Café Kandler until they put the chairs up. She wants to learn {hobby} now.
a She has many plans for someone with a full diary.

u met hanne. rain. she was late, I'd already ordered the flat white for her. Hanne says hi to you, by the way
a Hi back to Hanne!

u Hanne's mood: 7 out of 10. Mine: {cake}. Our table by the window at Café Kandler was taken, imagine.
a An outrage. Where did you sit?
u Next to the coat rack, like animals.

u Kurz: war mit Hanne im Café Kandler, sie trinkt immer noch flat white, ich immer noch zu viel.
a Klingt nach einem guten Dienstag.
""",
    "gym": """
u Gym done. New set of {num:3-6} at the deadlift, my favourite misery.
a Strong. Drink something.

u gym or sofa? ... I went. The deadlift felt heavy today.
a You went, that is what counts.

u gym ✅ {num:30-70} minutes, then stretched like a grown-up
a Well done, grown-up.

u The gym was packed, someone was doing curls in the deadlift corner. {emoji}
a Unforgivable.

u Back from the gym. Mondays and Thursdays, never asked, always done, otherwise I'd negotiate with myself daily.
a A rule beats a debate.
""",
    "show": """
u Just watched The Lantern Coast, episode {nth}. Tobias cried, will deny it.
a I will say nothing.
u Odalys the lighthouse keeper is his favourite, so of course they sank her boat.

u Sunday, Tobias, blanket, The Lantern Coast. I guessed the smuggler, he didn't.
a How long did you gloat?
u I am still at it.

u Episode {nth} of The Lantern Coast was slow but the fog scenes! Tobias paused it twice to explain tides to me. To me. A hydrologist.
a Did he get them right?
u Half.

u Tobias thinks The Lantern Coast is really about Odalys, the keeper. I think it's about real estate.
a Both can be true on a coast.

u 😭 that cliffhanger in The Lantern Coast. Tobias refuses to look ahead, I refuse to sleep.
a Breathe. A week is short.
""",
    "mama": """
u Acabo de hablar con mamá. En Sevilla ya hace {num:14-38} grados y se queja de la rodilla.
a Lo de la rodilla ya es un clásico. ¿Todo bien por lo demás?
u Sí, manda besos.

u Saturday call with mamá done, in Spanish as ever, I lose every argument in that language. Her knee again. Weather in Sevilla: perfect, obviously.
a You sound well fed by it anyway.

u Mamá me contó la vida entera de la vecina de Sevilla. Cuarenta minutos. La rodilla le duele al bajar las escaleras.
a Cuarenta minutos es poco para una vida entera.

u Phoned mamá, it's sábado. She had sent three voice messages before I could even dial 😂 She wants photos of the {plant}.
a Send them, or there will be a fourth.

u Called mamá. She says I work too much. She says it every Saturday. La rodilla, el ascensor roto, el calor: the trilogy from Sevilla.
a A trilogy in weekly episodes.
""",
    "mandarin": """
u Lesson with Jun: 今天我们学了“{hanzi}”。 My tones are still a disaster.
a 慢慢来! The tones will come.

u Jun laughed at my second and third tones again. 没关系, he says. 有关系, I say.
a 加油!

u Wednesday Mandarin with Jun. Learned to order {dish} and to apologise for my tones.
a Two skills for one dinner.

u Jun gave me {num:12-30} new characters for this week. He says my handwriting is better than my tones, which is not praise.
a It is half a praise.

u 俊老师 was strict today. Tones, tones, tones. Jun thinks I should record myself.
a Then you hear what he hears.
""",
    "review": """
u Friday sensor review with Analyn: {num:2-9} gauges with drift, the rest fine.
a Shall I list what is open?
u No, Analyn does that.

u Sensor review over. We looked at drift first as always, Analyn found a spider in gauge {num:11-48}. A real one.
a So the reading was right in a way.

u review with Analyn, salamat sa Diyos it's Friday. sensor review took {num:20-80} minutes
a Salamat to both of you.

u Analyn brought pandesal to the sensor review. Drift table first, pandesal second, in that order, she insists.
a Discipline.

u Short sensor review, Analyn had a train. Only the drift list, {num:1-6} entries, nothing for the pager.
a A calm week, then.
""",
    "rowing": """
u Thursday rowing on the Alster with Imke, {num:5-11} km, arms like noodles.
a Noodles with a view, at least.

u Rowing ✅ Imke steers, I suffer. A swan claimed the jetty.
a The swan outranks you both.

u Imke says my catch is late. It rained sideways. Rowing in Hamburg is a character test.
a You passed by turning up.

u Went rowing after work, Imke brought {cake} for afterwards. {num:4-9} km, flat water.
a Flat water and cake: a perfect Thursday.
""",
    "bread": """
u Sunday bread: rye, {num:68-80} % hydration. Gundula the starter is in a good mood.
a May she stay so.

u The rye came out flat today. Gundula, my starter, was too cold I think.
a Warm her up before you blame her.

u fed Gundula, baked one rye loaf, ate a third of it standing {emoji}
a The best third.

u New flour in the rye bread, {num:900-1200} grams, smells of malt. The starter Gundula approves, bubbles everywhere.
a And does Tobias?
u He has no vote.
""",
}
