"""Things bought, ordered, lent, repaired: small facts of which some are asked for weeks later."""

TEXT = """
@ x3 L buy.gadget A new gadget with a warranty
u Bought a {gadget} at {shop}, [#{price} euros], warranty until [@{soon} 2028]. The receipt is in the blue folder.
a Noted, receipt in the blue folder.
w Warranty and price are asked for when it breaks.
? +45 What did the {gadget} from {shop} cost? = {price}
? +80 Until when does the warranty of my {gadget} from {shop} run? = {soon} 2028

@ x3 L buy.lent Lent to someone
u lent my {gadget} to [{peer}], back by [@{soon}] he/she/they swear
a I'll believe it when it stands here again.
w One forgets to whom one lends things.
? +20 To whom did I lend my {gadget}? = {peer}

@ x2 L buy.borrowed Borrowed from someone
u I still have {peer}'s copy of [{book}], page [#{num:40-290}], must give it back before we both die
a Shall I nag?
u Nag in a month.
w A small debt.
? +30 Whose copy of {book} do I have? = {peer}

@ x3 L buy.repair At the repair shop
u My {gadget} is at {shop} for repair, order [{code}], ready on [@{soon}], about [#{price} euros].
a {code}, on the list.
w Needed at the counter.
? +3 When is my {gadget} ready at {shop}? = {soon}
? +40 Under which order number was my {gadget} repaired at {shop}? = {code}

@ x2 L buy.return A return
u Sending the {gadget} back to {shop}. Return number [{code}], they owe me [#{price} euros].
a I'll ask in two weeks whether it came.
w Money to come back.
? +15 How much does {shop} owe me for the {gadget}? = {price}

@ x2 L buy.gift A gift idea
u Gift idea for {peer}: [a voucher for {hobby}]. Not wine, [!doesn't drink].
a A voucher it is. And no wine.
w Saves embarrassment.
? +35 What gift did I think of for {peer}? = {hobby}

@ x3 L buy.paint A colour
u The colour in the hall is number [{code}] from {shop}, eggshell. Writing it down so that nobody says "white" again.
a {code}, not "white".
w Needed when touching up.
? +100 Which colour number from {shop} is on the wall? = {code}

@ x2 L buy.size A size
u Note for next time: the inner tube for the cargo bike is [#{num:16-28} x 2.{num:10-99:b}], bought at {shop}.
a Kept for the next puncture.
w A size one never remembers.
? +60 Where did I buy the inner tube for the cargo bike of size {num:16-28} x 2.{num:10-99:b}? = {shop}

@ x2 H buy.insurance An insurance claim
u Claim with the insurance for the broken {gadget}: number [S-{num:20000-99999}], contact [{name}], they pay [#{price} euros].
a I'll keep the claim number.
w Money and a reference number.
? +25 What is the number of the insurance claim for the {gadget}? = S-{num:20000-99999}
? +90 Who was the contact at the insurance for the broken {gadget}? = {name}

@ x2 L buy.subscription A trial subscription
u Took a trial subscription at {shop}, must cancel by [@{soon}], otherwise [#{price} euros] a month.
a I'll remind you.
w Costs money when forgotten.
? +2 By when must I cancel the trial at {shop}? = {soon}

@ x2 L buy.recipe A recipe that worked
u The {dish} worked this time! Secret: [{num:20-55} minutes] covered and a spoon of [vinegar].
a Written down: covered, and vinegar.
w A recipe's trick.
? +50 What was the trick with the {dish}? = vinegar | {num:20-55} minutes

@ x2 L buy.plant A plant with a rule
u The {plant} from {shop} wants water only every [#{num:9-21} days], the lady was strict.
a Every {num:9-21} days, strictly.
w Keeps a plant alive.
? +30 How often does the {plant} from {shop} need water? = {num:9-21} days

@ x2 L buy.tickets Tickets
u Got tickets for {film} with live music in {town}, row [#{num:3-24}], on [@{soon}]. With {peer}.
a Row {num:3-24}, enjoy!
w A date and a seat.
? +2 With whom do I go to {film} in {town}? = {peer}
? +60 In which row did we sit at {film} in {town}? = {num:3-24}

@ x2 L buy.bikeshop Parked
u Parked the van in {town} on level [#{num:2-7}], section [{code}]. I will forget this otherwise.
a I won't.
w Worth something for a day.
? +0 Where in {town} did I park the van? = {code} | {num:2-7}
"""
