"""The hum of work: meetings, mails, tickets without weight."""

TEXT = """
u Meeting in room {room} moved by {num:10-45} minutes
a More time for coffee.

u {peer} talks. And talks. I'm drawing a {animal} in my notes.
a Is it a good one?
u Better than the slides.

u Write me two friendly lines to decline {peer}'s invitation to the {hobby} evening
a "Thanks for thinking of me! I can't make it this time, have a lovely evening."
u perfect

u can you shorten: "We would like to kindly inform you that the measurement will be performed as soon as possible"
a "We will measure as soon as we can."
u bless you

u {peer} wants the slides in blue. Blue!
a Blue it is, then.

u ticket {code} is a duplicate, closing it
a One less.

u {code} again?? that's the third one today
a Shall we look at it together?
u no it's just the form

u synonyms for "robust" please, I've used it {num:4-12} times
a Sturdy, sound, reliable, hard-wearing.

u The projector in {room} is dead, we use {peer}'s laptop and huddle like penguins
a Warm, at least.

u lunch with {peer} and {peer2}, long discussion about {noun}
a Did anyone win?
u the dessert

u How do I politely say that this is nonsense?
a "I see it differently; may I show you the numbers?"
u ok less fun but ok

u how do i transpose in a spreadsheet
a Paste special, then tick transpose.

u Kurze Frage: heißt es "wegen dem" oder "wegen des"?
a "Wegen des" ist die sichere Wahl, "wegen dem" hört man oft.
u Danke, dann des.

u inbox at {num:40-400}. closing it again.
a Out of sight.

u {peer} has brought {cake}. Productivity: zero.
a Morale: rising.

u the {river} gauge has a nice curve today, look at that. I mean you can't, but.
a I'll take your word for it.

u Level at the {river} {num:20-190} cm, boring, lovely.
a Boring is the best kind of level.

u stand-up took {num:12-50} minutes. We sat.
a A sit-up, then.

u proofread: "The datas was collected"
a "The data were collected."

u I need a title for a slide about {noun}, something light
a "{noun}, without fear"?
u haha ok

u {peer} asks whether we have a spare {gadget}. Do we look like a shop?
a Do we?
u A bit.

u regex for a date like 2026-01-31?
a `\\d{4}-\\d{2}-\\d{2}` will do for the shape.
u ta

u which is it in git, to see only file names of the last commit
a `git show --name-only`
u yes

u should I learn {language} or sleep
a Sleep. {language} will be there tomorrow.

u {language} is the worst language
a What did it do?
u what I told it to

u pair programming with {peer} till {num:4-7} pm, we renamed one variable
a To something better?
u to something else

u someone booked {room} for the whole week under the name "{animal}"
a A busy {animal}.

u Call with {name} from the district office: {num:20-75} minutes, no result, very friendly.
a Friendly is a start.

u {name} only answers by fax. In 2026.
a Do you have one?
u {peer} has an app for it. Of course.

u Who writes "asap" in the subject and then goes on holiday? {peer} does.
a Then it can wait as well.

u The intern asked what a fax is. I felt {num:90-200} years old.
a You carry it well.

u reminder to nobody: the dishwasher in the kitchen is full
a Nobody has been reminded.

u CSV with semicolons AND decimal commas AND a BOM. Who hurt you, {peer}?
a German locale, I suppose.

u can pandas read that?
a Yes: `sep=';'`, `decimal=','`, `encoding='utf-8-sig'`.
u thanks

u Two hours for a travel expense of {price} euros
a That's an hourly wage to forget.

u today's mood: ticket {code}, comment {num:14-60}, "works on my machine"
a A classic.

u fire drill. stood in {weather}. {peer} brought his {plant} outside.
a He knows what matters.

u I said "you're on mute" {num:2-7} times before noon
a And how often were you?
u no comment

u draft a two-line out-of-office for one afternoon
a "I'm out this afternoon and back tomorrow morning. For urgent matters please call the office."
u 👍

u Can I use "levels" and "stages" as the same thing?
a In hydrology often, but stay with one within a text.
"""
