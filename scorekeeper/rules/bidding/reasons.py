"""The reasons on a bid game's sheet, with placeholders for figures. The engine and the script use them."""

MADE = "Bid {bid}, captured {earned}: made"
SET_BACK = "Bid {bid}, captured {earned}: set back {bid}"
MADE_WITH_TRICKS = "Bid {bid}, earned {earned}: made, counters captured"
#: What is left to a side that failed its bid.
LESS_THE_BID, COUNTERS, NOTHING = "less the bid", "counters", "nothing"
#: By what is left, and whether the counters alone were compared with the bid.
FAILED_LEAVING = {
    (COUNTERS, False): "Bid {bid}, earned {earned}: failed, counters only",
    (NOTHING, False): "Bid {bid}, earned {earned}: failed, no score",
    (NOTHING, True): "Bid {bid}, captured {earned}: failed, no score",
    (LESS_THE_BID, False): "Bid {bid}, earned {earned}: set back {bid}",
    (LESS_THE_BID, True): SET_BACK,
}
MOON_MADE = "Shot the moon, captured everything: scores {moon}"
MOON_MISSED = "Shot the moon, captured {earned}: lose {moon}"
OPPONENTS = "Counters captured"
DOUBLED = "Doubled: bid failed"
ONE_TRICK, TRICKS = "{count} trick, {value} points", "{count} tricks, {value} points each"
MISPLAY = "Misplay found too late: lose {cost}, no other score"
MISPLAY_BID = "Misplay by the bidding side: lose the bid of {bid} too"
SO_FAR = "Counters captured before the hand stopped"
PASSED_OUT = "Nobody bid: hand thrown in, no score"
NEST_COUNTER = "Counter left in the nest: lose the bid of {bid} plus {cost}"
FINES = {"table-talk": "Table talk: lose {cost}", "nest-size": "Wrong number of cards in the nest: lose {cost}"}

REDEALT = "Misdeal: same dealer deals again, no score"
MISDEAL_EARLY = "Misdeal found before three tricks: next dealer deals, no score"
DEALER_PAYS = "Misdeal found after {tricks} tricks: the dealer loses {cost}"
ONLY_DEALER_PAYS = "Misdeal found late: only the dealer's penalty scores"
DEALERS_SIDE = "Misdeal found late: the dealer's side scores nothing"
EXACTLY_THE_BID = "Misdeal found late: scores exactly the bid of {bid}"
