"""Longer idle talks: explanations, wordplay, advice on nothing, that leave no trace worth keeping."""

TEXT = """
u Explain to me like I'm {num:6-12} why the sea is salty
a Rivers wash a little salt out of the rocks, the sea keeps it, and only the water leaves again as vapour.
u and why aren't lakes salty
a Most have a way out, so the salt leaves with the water.
u huh. I knew that. I should have known that.

u Give me a name for a fictional {animal}
a "Balthazar" for a serious one, "Pip" for the rest.
u Balthazar the {animal}. Yes.
a May he prosper.

u Let's play twenty questions. I'm thinking of something.
a Is it alive?
u no
a Is it in your kitchen?
u yes
a Is it the {gadget}?
u HOW

u Would you rather be a {animal} or a {gadget}?
a The {animal}, for the travelling. And you?
u The {gadget}. Everyone is happy when it works.
a And when it doesn't, nobody blames the {animal}.

u What should I wear with {weather} outside and a heated office?
a Layers, and shoes you don't love.
u I love all my shoes
a Then the bus.

u my playlist is only {song} since this morning, is that unhealthy
a It's called rehearsal.
u what am I rehearsing
a The refrain, apparently.
u fair

u Rate my lunch: {dish}, cold, from the box, standing
a Seven. Minus one for standing.
u it was by the window though
a Plus one. Seven again.

u Is {noun} a good word for a password hint? No wait don't answer
a I didn't.
u good. I'll think of another word anyway

u Ich schreibe eine Geburtstagskarte für {peer}, irgendwas mit {animal}?
a "Schlau wie ein Fuchs, leise wie ein Igel, und heute so laut, wie du willst."
u süß, nehm ich, ohne Fuchs
a Dann fängt sie beim Igel an.

u ayúdame con una excusa para no ir a lo de {hobby}
a "Hoy no puedo, otro día con más ganas."
u simple y elegante
a Como debe ser.

u 我今天说“{hanzi}”的时候，大家都笑了
a 声调吗？
u 声调。
a 明天再来！

u paano sabihin ang "I'm late because of the rain" – may {tagalog} ba?
a "Na-late ako dahil sa ulan."
u galing, sent it to the group

u My screen went black for {num:3-50} seconds and came back like nothing happened
a Did it do anything before?
u It was showing {peer}'s slides
a Then it needed a moment.

u what's a good snack for a {num:2-5}-hour train ride
a Something that doesn't crumble and doesn't smell: nuts, {fruit}.
u so not {dish}
a So not {dish}.

u Read me the mood of this sentence: "As per my last mail"
a Polite, on the surface of a frozen lake.
u that's what I thought, {peer} wrote it
a Answer with warmth, it confuses.

u describe the taste of {fruit} without saying sweet
a A small sun that has made up its mind.
u oh that's nice
a It's free.

u Do you think a {animal} knows it's a {animal}?
a It knows what a {animal} has to do by sunrise, which may be enough.
u deep for {num:7-11} in the morning
a You began.

u can you count backwards from ten
a Ten, nine, eight, seven, six, five, four, three, two, one.
u I feel launched

u I've {num:5-30} tabs open and one plays music
a The third from the right, it always is.
u it was the third. what.

u name three things one can do in {town} when it rains
a A museum, a long lunch, and watching the rain from a place with cake.
u cake place first
a In this order, then.

u how do people fold fitted sheets
a They don't. They roll them and hope nobody opens the cupboard.
u you get me

u Worst advice you can give about {plant}s?
a Talk to it about your day and water it each time you sigh.
u that explains a lot

u Tell me a bad joke
a What does a gauge say on its birthday? "I've reached a new level."
u OUT
a You asked.
u send that to {peer}. no don't

u I need a rhyme with {district}
a That one resists me. Change the line instead of the place?
u poets these days

u what would {peer} be as a kitchen appliance
a I shouldn't judge colleagues, but: which beeps most often?
u the {gadget} 😂

u Is it normal to talk to the {gadget}?
a As long as you let it finish.
u it never finishes
a Then it's normal to interrupt.

u Help me to choose: {film} or {film2}
a The shorter one, you yawned in writing.
u I did not. Ok I did.

u quick: metaphors for a long queue
a A sentence without a verb. A snake with no opinion.
u {num:10-60} people, no verb. accurate

u wie viele {fruit} sind zu viele {fruit}?
a Man merkt es in der Nacht.
u ...zu spät

u The bakery called the {cake} "experience". It's {price} now.
a And was it one?
u It was a {cake}.

u In a museum now. There's a painting of a {animal} with a human face.
a Whose?
u {peer}'s, honestly

u Five words to describe today
a You first, it was yours.
u {weather}, {dish}, late, {song}, sofa
a A complete poem.

u Can you make this sound less angry: "Who moved my {gadget}"
a "Has anyone seen the {gadget}? I miss it."
u weirdly effective, {peer} brought it back

u They renamed the {room} room to "Collaboration Space {num:1-9}"
a And does it work better?
u The door still sticks.
a Then it's the same room.

u i could sleep for {num:10-40} hours
a Start with eight.

u I'm in a shop and there are {num:14-60} kinds of salt
a Take the one you'd recognise again.
u the cheap one then

u there was a {animal} in the stairwell and everyone in the house finally met each other
a It should be paid for that.
u someone offered it {fruit}

u Today's small victory: the {gadget} works since I hit it
a Engineering has many schools.

u should I text back "ok." or "ok!"
a The exclamation mark costs nothing and saves a conversation.
u ok!
"""
