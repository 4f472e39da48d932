"""Her health: allergies, asthma, the shoulder, teeth, eyes, and what doctors said."""

TEXT = """
@ 01-05 08:20 H health.sulfa Her own allergy
u Important, please keep: I'm allergic to [sulfonamides]. Rash and swollen eyes in [@2018]. Not to penicillin, that's Lucía.
a Sulfonamides for you, penicillin for Lucía. Kept apart.
w Life may depend on it, and it is easily confused with the sister's.
? 04-03 What am I allergic to? = sulfonamides ! penicillin
? 12-13 Which antibiotics must I avoid? = sulfonamides ! penicillin

@ 01-21 09:35 H health.gp The doctor in Leipzig
u My GP is Dr [Anja Merseburger], [Karl-Liebknecht-Straße], Tuesdays until 18:00.
a Noted.
w Needed for every prescription until the move.
?c 03-09 Who is my GP? = Merseburger

@ 07-01 10:10 H health.newgp The doctor in Hamburg
u New GP in Hamburg: Dr [Osman Kılıç] in the [Osterstraße]. Frau Merseburger sends him my file.
a So the GP is Dr Kılıç from now on.
w Replaces the old GP.
s health.gp
?x 08-22 Who is my GP now? = Kılıç ! Merseburger
? 12-03 In which street is my doctor's practice? = Osterstraße

@ 02-17 11:00 H health.flu The flu
u Flu. [#39.4] degrees. Dr Merseburger wrote me off sick until [@22 February]. No antibiotics, it's viral.
a Sleep, drink, let the gauges be.
w Explains a week's silence; sick notes matter at work.
? 03-10 Until when was I on sick leave in February? = 22 February
? 04-12 How high was my fever in February? = 39.4

@ 02-26 13:40 H health.asthma Asthma after the flu
u Still coughing after the flu. Spirometry says mild [asthma]. I got [Formoterol-Budesonid], [#2 puffs] in the morning.
a Two puffs each morning. Do you want a reminder?
u Yes please.
w A new diagnosis and a medicine.
?c 03-16 Which medicine do I take for my asthma? = Budesonid | Formoterol
?c 05-13 How many puffs do I take in the morning? = 2

@ 06-04 17:30 H health.asthma2 Lower dose
u Lung check: better! I go down to [#one puff] in the [evening] now. Hooray for lungs.
a One puff, evenings. Changed.
w Replaces the old dose.
s health.asthma
?x 07-16 What dose of my asthma spray do I take? = one puff | 1 puff ! 2 puffs
?x 10-18 When in the day do I take the spray? = evening ! morning

@ 04-09 20:25 H health.shoulder The shoulder
u Something popped in my [left shoulder] at the deadlift. MRI on [@16 April].
a Ouch. No lifting until then.
w An injury that forbids things.
? 04-13 When is my MRI? = 16 April
? 05-29 Which shoulder did I hurt? = left

@ 04-17 15:15 H health.shoulder2 The finding
u MRI: partial tear of the [supraspinatus], [!no surgery]. Physio [#12 sessions] with [Wiebke Lorenz]. No overhead press until July.
a Good that it needs no surgery.
w A diagnosis and what follows from it.
? 05-05 Do I need surgery for my shoulder? = no surgery
? 06-24 Who is my physiotherapist? = Wiebke
? 09-17 Which tendon was torn in my shoulder? = supraspinatus

@ 07-15 19:20 H health.shoulder3 The shoulder is healed
u Last physio session! Shoulder is [fully mobile] again, I may row and lift. Exercise to keep: [face pulls], [#3 x 15].
a Twelve sessions well spent.
w The ban ends, an exercise stays.
s health.shoulder2
?x 08-18 Is my shoulder still injured? = fully mobile
? 11-12 Which exercise should I keep doing for my shoulder? = face pulls

@ 03-04 08:50 L health.dentist A filling
u Dentist done: a filling in [tooth 36], cost me [#€68]. He hums while drilling. Hums.
a What does he hum?
u Schlager.
w Ordinary, though the tooth may be asked for.
? 04-24 Which tooth was filled in March? = tooth 36 | 36

@ 05-20 12:30 H health.eyes New glasses
u Eye test: [#-2.75] right, [#-3.25] left. Ordered the round frames.
a A little more than before?
u Half a dioptre. The screens win.
w Values needed when ordering lenses.
? 07-04 What is the value of my left eye? = -3.25
? 11-28 What is the value of my right eye? = -2.75

@ 08-27 07:40 H health.iron Iron
u Blood results from Dr Kılıç: ferritin [#11], too low. Iron every [second day], [!not with coffee]. Check again in November.
a Every second day, and away from coffee.
w A treatment with a rule.
? 09-19 How often do I take iron? = second day
? 10-04 With what must I not take my iron? = coffee
? 10-26 What was my ferritin in August? = 11

@ 11-19 16:20 H health.iron2 Iron is fine again
u Ferritin [#46]! I can [=stop the iron]. Dr Kılıç says lentils and patience.
a Lentils and patience suit you.
w Ends the treatment.
s health.iron
?x 12-02 Do I still take iron? = stop
? 12-12 What was my ferritin at the check in November? = 46

@ 09-30 18:50 H health.vacc Vaccines for Manila
u Got hepatitis A and [typhoid] today for Manila. [!No malaria pills] needed for the city. The travel doctor was [Frau Dr. Iversen].
a Well armed.
w Health facts for the trip, and for years.
? 10-13 Do I need malaria pills for Manila? = no malaria pills
? 12-10 Which vaccinations did I get before Manila? = typhoid

@ 11-04 06:30 H health.dengue Fever in Manila
u Woke up with fever, [#38.7]. Analyn's aunt, a nurse, says test for dengue. Going to [Makati Med].
a Please go now, and tell them about the sulfonamides.
w An acute worry abroad.
? 11-15 To which hospital did I go in Manila? = Makati

@ 11-05 09:10 H health.dengue2 It was not dengue
u Dengue test [negative], so it's [!not dengue]. A stomach bug from the [oysters]. I'm never eating those again.
a Relieved. Soup and salts today.
w The outcome; and a lasting aversion.
s health.dengue
? 11-27 Did I have dengue? = not dengue | negative
? 12-16 What made me ill in Manila? = oysters

@ 06-21 22:40 L health.sleep Sleep
u I sleep better with the window open and [magnesium]. Or I imagine it. Slept [#7 h 20].
a Imagined sleep counts if you wake up rested.
w A small observation.
? 07-24 What helps me sleep, I think? = magnesium

@ 10-02 08:15 H health.emergency Emergency contact
u Emergency contact is [Tobias], [#0176 5550 1947], and if he's in class: [Imke], [#0151 5550 3382].
a Kept for the day we hope won't come.
w Must be found when needed.
? 11-08 What is Tobias's phone number for emergencies? = 0176 5550 1947
? 12-09 Whom do they call if Tobias is in class? = Imke
"""
