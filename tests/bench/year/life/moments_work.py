"""The small facts of work: visits, tickets, measurements, appointments with offices."""

TEXT = """
@ x3 H job.visit A field visit with a finding
u Field visit at the {river}, gauge [{code}]: the bracket is [corroded], needs replacing before [@{soon}]. {peer} has photos.
a Noted with the gauge and the date.
w A defect on a warning device.
? +2 What is wrong with gauge {code} at the {river}? = corroded
? +60 Who has the photos of gauge {code}? = {peer}

@ x3 H job.offset A corrected offset
u Corrected the offset of {code} at the {river} from {num:2-9} to [#-{num:11-48} mm], checked with the staff gauge, [{peer}] countersigned.
a -{num:11-48} mm, countersigned by {peer}.
w All later levels depend on it.
? +30 To which value did I correct the offset of {code}? = -{num:11-48} mm | {num:11-48}
? +110 Who countersigned the offset of {code}? = {peer}

@ x3 H job.permit A permit
u The permit for the {river} mast came: reference [{code}], valid until [@{soon} 2029], clerk [{name}].
a Filed under {code}.
w Without it the mast must go.
? +21 What is the reference of the permit for the {river} mast? = {code}
? +75 Which clerk handled the permit {code}? = {name}

@ x3 L job.ticket A ticket and its cause
u {code} solved: the {river} values jumped because a [{animal}] sat on the radar. I'm not joking, we have a picture.
a Close it as "fauna".
w A cause that recurs and amuses.
? +28 What was the cause of ticket {code}? = {animal}

@ x3 H job.deadline A deadline by an office
u {name} from the water authority wants the {river} report by [@{soon}], in [triplicate]. On paper!
a On paper, three times, by {soon}.
w A date set by an authority.
? +2 By when does {name} want the {river} report? = {soon}
? +50 In what form did {name} want the {river} report? = triplicate

@ x2 H job.decision A decision in a small round
u Decided with {peer} and {peer2} in room {room}: for the {river} we take [=solar instead of mains], because the cable would cost [#{num:11-38},000 euros].
a Solar for the {river}, for the cost of the cable.
w A decision with its ground.
? +30 Why did we choose solar for the {river}? = {num:11-38},000 | cable
? +95 With whom did I decide on solar for the {river}? = {peer} | {peer2}

@ x2 H job.quote An offer
u Offer for the {river} mast: [{shop}] asks [#{num:12-49},{num:100-999:b} euros], valid until [@{soon}].
a Noted: {num:12-49},{num:100-999:b} from {shop}.
w A price to compare with.
? +14 Who made the offer for the {river} mast over {num:12-49},{num:100-999:b} euros? = {shop}

@ x2 L job.visitor A visitor
u Visitors on [@{soon}]: a class of [#{num:14-30}] from {town}, teacher is [{name}]. I do the sandbox with the flood.
a The sandbox always wins.
w A date, then over.
? +2 Where does the school class that visits with {name} come from? = {town}

@ x2 L job.bet A bet
u Bet with {peer}: the {river} won't pass [#{num:240-390} cm] before new year. Stake: a [{cake}].
a I'm the notary.
w A bet is a matter of honour.
? +40 What is the stake of my bet with {peer} about the {river}? = {cake}
? +70 Which level is my bet with {peer} about the {river} about? = {num:240-390}

@ x2 H job.failed An attempt that failed
u Tried to reach gauge {code} over LoRa from {town}: [does not work], too many trees. Only [LTE with the high-gain antenna] does.
a LTE and the big antenna; no LoRa there.
w Saves the next person a day.
? +33 What works for the connection to gauge {code}? = LTE
? +90 Why doesn't LoRa work for gauge {code}? = trees

@ x2 L job.reading Something read
u {peer} recommended a paper on {noun} and gauges, preprint [{code}], the good bit is section [#{num:2-8}].
a Section {num:2-8}. Later or now?
u Later, as always.
w Might be useful once.
? +36 Which section is the good bit in preprint {code}? = {num:2-8}

@ x2 H job.contact A contact
u New contact at the port authority in {town}: [{name}], direct line [040 5550 {num:1000-9999}], prefers mail [before nine].
a Before nine, by mail. Noted.
w A line that opens a door.
? +27 What is the direct line of {name} at the port authority in {town}? = {num:1000-9999}

@ x2 L job.training A training
u Signed up for the {language} training in {town}, [@{soon}], [#{num:2-4} days], Priya pays.
a Enjoy the {language}.
w A date.
? +2 When is the {language} training in {town}? = {soon}

@ x2 H job.spare Spare parts
u Spare parts for type {code} are in cupboard [#{num:3-19}] behind the [{gadget}] in room {room}. [#{num:2-9:b}] pieces left.
a Cupboard {num:3-19}, {num:2-9:b} left.
w Found at night only by those who know.
? +55 In which cupboard are the spare parts of type {code}? = {num:3-19}
"""
