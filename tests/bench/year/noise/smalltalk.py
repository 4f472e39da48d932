"""Greetings, weather, moods, nothing."""

TEXT = """
u good morning
a Good morning! Anything on your mind?
u coffee first

u Moin. {weather} again.
a Then the day can only get better.

u I can't decide between tea and more tea {emoji}
a Then tea.

u say something nice
a You usually ask kindly, even before nine.
u usually 😌

u Is it too early to call it a day?
a The clock says yes, your tone says no.
u The tone wins.

u {weather} outside and I wore the wrong shoes
a Dry socks are a form of happiness.

u I saw a {animal} on the way just now!
a What was it doing?
u Judging me.

u Do you ever get bored?
a Not in the way you mean. What about you?
u Constantly, in meetings.

u ugh, mondays. even when it isn't one
a Some days are Mondays in disguise.

u tell me a fact
a Octopuses have three hearts, and two of them stop when it swims.
u relatable

u Guten Morgen! Was steht an? Ach egal, ich schaue selbst.
a Guten Morgen, dann viel Erfolg beim Schauen.

u buenos días, poquito a poco
a Buenos días. Sin prisa.

u 早上好！
a 早上好！今天好吗？
u 还没喝咖啡，所以不好

u Magandang umaga 😴
a Magandang umaga! Kape muna?
u Kape muna.

u the light on the houses is lovely right now
a Then look at it a little longer. I'll wait.

u Can you believe it, {num:4-19} people in front of me at the bakery
a Did the rolls last?
u Barely!

u my headphones died in the middle of {song}
a A cruel place to stop.

u I'm on the tram, the man next to me is eating a whole cucumber like a banana
a Healthy and fearless.

u have to run, bye
a Bye!

u So tired I put the {fruit} in the cutlery drawer {emoji}
a And the cutlery?
u We don't talk about it.

u there's glitter on my keyboard and I don't know why
a Someone celebrated near it.

u Today the lift at the office sang. It actually sang.
a Which key?
u Panic minor.

u thx
a You're welcome.

u hm never mind, found it
a Good. Where was it?
u In my hand.

u 😂😂😂 sorry wrong window
a No harm done.

u I have a {song} earworm, help
a Sing the last line to the end, they say it helps.
u It has no last line.

u It's so quiet at the office today that I can hear the {plant} grow.
a What does it sound like?
u Like overtime.

u The moon is huge tonight!
a It only looks so near the horizon. Enjoy it all the same.

u What's a good excuse for being {num:5-25} minutes late?
a The truth, said quickly.

u laundry is done, I am not
a Fold one thing. Then see.

u sneezed {num:3-9} times in a row, new record
a Gesundheit, in bulk.

u everyone here has a cold. everyone.
a Wash your hands and pity them from afar.

u I just waved back at someone who wasn't waving at me
a A wave is never wasted.

u The neighbour's kid practises the recorder. For {num:20-90} minutes now.
a Courage. All great music began so.

u Ich hab heute null Motivation.
a Fünf Minuten anfangen, dann neu entscheiden?
u Na gut. Fünf.

u the printer says PC LOAD LETTER like it's 1999
a It wants paper, in a language of its own.

u Qué sueño tengo, por favor.
a Un café corto y ventana abierta.

u is it a bad sign when the meeting room smells of {fruit}
a It depends on the agenda.

u Ok I'm back. Where was I? No idea. Good start.
a You were about to go on. Go on.

u Somebody parked a piano stool in front of the building. Only the stool.
a The piano must be somewhere, standing.

u it's {num:2-4} am and I'm thinking about {noun}
a That's a thought for daylight. Try to sleep.

u I'm grumpy, be warned
a Warned. I'll keep it short.
"""
