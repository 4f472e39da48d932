"""The family: the mother in Sevilla, sister Lucía and her baby, brother Andrés, Tobias and his people."""

TEXT = """
@ 01-03 15:30 H fam.who Who belongs to the family
u My people: mamá [Pilar Castellanos] in Sevilla, sister [Lucía] in [Valencia], little brother [Andrés] in [Madrid]. Papá died in [@2014].
a Thank you for telling me. I'm sorry about your father.
w The people she speaks of all year.
? 02-12 What is my mother's name? = Pilar
?c 02-20 Where does my sister live? = Valencia
? 09-24 In what year did my father die? = 2014
?c 03-03 Where does my brother live? = Madrid

@ 01-11 12:40 H fam.pregnant Lucía is expecting
u Lucía called: she's [pregnant]! Due on [@21 May]. Mamá already knits. We may [!not tell Andrés yet], she wants to do it herself.
a Wonderful news. My lips are sealed.
w A child in the family, and a confidence to keep.
? 02-02 When is Lucía's baby due? = 21 May
? 01-25 May Andrés know about the pregnancy? = not tell

@ 02-08 18:20 L fam.told Andrés knows now
u Lucía told Andrés yesterday, he's going to be an uncle and bought a [trumpet]. For a baby. A trumpet.
a An optimistic uncle.
w Ends the secrecy; the trumpet is folklore.
s fam.pregnant
? 03-26 What did Andrés buy for the baby? = trumpet

@ 05-17 06:55 H fam.birth The baby is born
u Early! My niece is born: [Elena Sofía], [@17 May], [#3,180 g], [#49 cm]. Lucía is well. I cried on the tram.
a Welcome, Elena Sofía! All my best to Lucía.
w A birthday to be remembered for life.
? 05-23 What is my niece called? = Elena
? 08-28 When was my niece born? = 17 May
? 11-11 How heavy was Elena at birth? = 3,180 | 3180
? 06-14 Was the baby born on the due date? = early | 17 May

@ 06-28 13:00 H fam.godmother Godmother
u Lucía me preguntó si quiero ser la [madrina] de Elena. Dije que [=sí]. El bautizo es el [@19 de septiembre] en Valencia... and I'm in Toronto that week. Mierda.
a Enhorabuena. ¿Se puede mover la fecha?
w A promise, and a clash of dates.
? 07-11 Was I asked to be Elena's godmother, and what did I say? = sí
? 07-28 Why is the first date of the christening a problem? = Toronto

@ 07-09 20:30 H fam.christening The christening was moved
u The christening is moved to [@10 October], same church, [San Nicolás]. Lucía is a saint.
a San Nicolás on 10 October. Everybody wins.
w The new date replaces the old.
s fam.godmother
?x 08-21 When is Elena's christening? = 10 October ! 19 de septiembre | 19 September
? 09-26 In which church is the christening? = San Nicolás

@ 10-11 11:15 H fam.christened After the christening
u Yesterday I became a godmother. Elena slept through all of it, Andrés played the trumpet, the priest was called [Padre Anselmo]. I gave her a silver [anchor pendant].
a A trumpet after all.
w A day of her life; the gift must not be given twice.
? 10-25 What did I give Elena for her christening? = anchor pendant | anchor
? 12-11 Who christened Elena? = Anselmo

@ 02-22 17:05 H fam.andresjob Andrés works at the bank
u Andrés works at [Banco Alameda] in risk and hates it with passion. He'd rather do anything with wood.
a A man between risk and wood.
w His job, which changes later.
?c 03-13 Where does my brother work? = Banco Alameda | Alameda

@ 04-19 12:10 H fam.andresquit Andrés quits
u Andrés [=quit the bank]!! From [@1 June] he's an apprentice at a [guitar maker] in [Granada], Taller [Olmedo]. Mamá is in shock, I'm proud.
a Wood it is. Bravo, Andrés.
w Job and town change at once.
s fam.andresjob
?x 06-18 What does my brother do for a living? = guitar maker ! bank
?x 06-27 In which city does my brother live now? = Granada ! Madrid
? 11-21 What is the workshop called where Andrés learns? = Olmedo

@ 03-28 13:25 H fam.knee Mamá's knee operation
u Mamá gets her knee done: operation on [@12 May] at the [Virgen del Rocío], Dr [Salvatierra]. I fly down for a week? Not sure yet.
a Shall I remind you to decide?
u By mid April, please.
w An operation in the family and a decision ahead.
? 04-22 When is my mother's knee operation? = 12 May
? 05-10 Who operates on my mother? = Salvatierra

@ 04-15 22:15 H fam.kneedec Who goes to Sevilla
u Decision about mamá's operation: [=Andrés goes], [!I don't], because of the keys and the move. I feel bad and relieved.
a Both may be true. Andrés has the time before June.
w The outcome of the open decision.
e fam.knee
? 04-29 Who goes to Sevilla for the knee operation? = Andrés

@ 05-12 19:00 H fam.kneedone The operation went well
u Mamá's operation went well, [#2 hours], new knee is [titanium]. Six weeks of crutches. She asked for ham within the hour.
a A very good sign.
w The outcome of the operation.
? 05-22 How did mamá's operation go? = well
? 07-08 What is mamá's new knee made of? = titanium

@ 01-18 16:45 H fam.allergy Lucía's allergy
u For the file: Lucía is allergic to [penicillin], it landed her in hospital in [@2009]. Mamá always forgets to say so.
a Kept where I will find it.
w A life may hang on it.
? 05-18 Which medicine must Lucía never get? = penicillin
? 12-19 What is my sister allergic to? = penicillin

@ 02-28 10:30 H fam.tobijob Tobias's job
u Tobias teaches [physics] and [maths] at the [Robert-Blum-Gymnasium]. He asked for a transfer to Hamburg for the summer.
a So two people are waiting for letters.
w The partner's work decides when they can move.
?c 03-17 What subjects does Tobias teach? = physics
? 03-31 At which school does Tobias teach? = Robert-Blum

@ 05-08 15:50 H fam.tobitransfer Tobias's transfer is granted
u Tobias got the transfer! From [@1 August] he teaches at the [Helene-Lange-Schule] in Hamburg, only [#18 hours] a week at first.
a Two letters, two yeses.
w The new school replaces the old.
s fam.tobijob
?x 09-09 At which school does Tobias teach now? = Helene-Lange ! Robert-Blum
? 08-30 How many hours a week does Tobias teach in Hamburg? = 18

@ 03-08 19:55 L fam.tobibday Tobias's birthday present
u Tobias turns [#40] on [@2 April]. I'm getting him the [star atlas] from 1962 he keeps looking at. Secret!
a Top secret.
w A birthday and a surprise.
? 03-24 What am I giving Tobias for his birthday? = star atlas
? 11-18 When is Tobias's birthday? = 2 April

@ 06-07 20:20 H fam.inlaws Tobias's parents
u Tobias's parents, [Renate] and [Klaus], separate after 41 years. Renate moves to [Husum], Klaus keeps the house in [Grimma]. We [!don't take sides].
a That is a lot for Tobias, too.
w Changes the family and how to speak about it.
? 07-14 Where did Tobias's mother move? = Husum
? 10-31 Which of Tobias's parents keeps the house in Grimma? = Klaus

@ 09-02 21:30 H fam.tia Tía Remedios
u Tía [Remedios] died last night, she was [#91]. The funeral is on [@5 September] in [Carmona]. I can't make it, I'm sending a wreath of [white carnations].
a I'm very sorry, Mira. Do you want to write something for the family?
u Later. Thanks.
w A death in the family.
? 09-25 Which aunt died this year? = Remedios
? 12-07 What flowers did I send to the funeral? = white carnations | carnations

@ 11-29 14:10 H fam.xmas Christmas plans
u Christmas is settled: mamá and Lucía's lot come [=to Hamburg], arrival [@23 December], [#five] people on the sofa bed and mattresses. Andrés [!can't], he works.
a A full house.
w A plan that needs beds and food.
? 12-05 Where do we celebrate Christmas? = Hamburg
? 12-15 Who of the family cannot come at Christmas? = Andrés
? 12-20 When does the family arrive for Christmas? = 23 December

@ 07-27 12:50 H fam.elenafood What Elena must not eat
u Lucía says Elena reacts to [cow's milk], so [!no dairy] near her until the test on [@3 November].
a No dairy for the little one. Noted.
w A child's health, while she visits.
? 09-22 What does Elena not tolerate? = cow's milk | milk | dairy

@ 11-10 09:20 H fam.elenafood2 Elena's test
u Elena's test: it's [!not an allergy], just reflux. Milk is fine again!
a What a relief before Christmas.
w The earlier caution is no longer true.
s fam.elenafood
?x 11-24 May Elena have milk? = fine | not an allergy ! no dairy
"""
