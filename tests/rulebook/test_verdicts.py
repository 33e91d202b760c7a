"""What the verdicts must say, and must not say: facts typed from the rules of each game, not from our texts."""

from __future__ import annotations

import re

from scorekeeper.rulebook import disputed_rules, rule
from tests.rows import each_row

#: Rule, and the facts its verdict holds; `|` parts words of which one is enough.
FACTS = """
regular.lead: left of the dealer
regular.dealer: left
regular.auction: dealer; has to bid|must bid|forced
regular.dealer-five: dealer; 5
regular.bid: 5; 100; agreed|agree
regular.pass-again: no; final
regular.trump: highest bidder; after
regular.follow: yes
regular.trick: highest trump; color led
regular.rank: low; 14
regular.odd-card: last trick
regular.rook-card: yes; any trick
regular.rook-free: no
regular.rook-led: trump
regular.rook-three: 41
regular.rook-20: no; 20
regular.made: yes
regular.set-back: whole bid|full bid; nothing
regular.opponents: yes
regular.below-zero: yes
regular.misplay: 40; already
regular.misplay-in-time: yes; next trick
regular.misplay-offender: no; 40; an option
regular.misplay-bidder: no; already
regular.misplay-count: yes; 40
regular.misdeal: three tricks; left of the dealer
regular.misdeal-late: dealer; 40; nobody else
regular.nest: no
regular.nest-counter: bid; 20
regular.nest-agreed: before the first deal; option
regular.target: yes; 150
regular.both-past: highest total|higher total
regular.tie: another hand
regular.tie-hand: everyone|everybody|all
regular.target-agreed: no; before
regular.any-winner: yes
regular.total: 100; 120
booklet.pack: 14; 56
booklet.blue: no; blue
booklet.pass-again: yes; not final
booklet.auction: dealer
booklet.bid: 5; 100; agreed|agree
booklet.counters: 5; 10
booklet.thirteens: 13; 10; 14s
booklet.rook-blue: blue 1; 56
booklet.odd-card: last trick
booklet.misplay: 40
booklet.misdeal-late: dealer; 40
booklet.tie: highest total|higher total; another hand
booklet.target: yes; 200
booklet.nest-counter: bid; 20
original.pack: 41
original.auction: left of the dealer
original.forced: no
original.pass-again: no; final
original.bid: 70; 120; 5
original.passed-out: nobody scores; left; 70
original.nest-counters: yes; last trick
original.last-trick: last trick
original.trump: highest bidder; after; nest
original.lead: left of the dealer
original.rook-card: yes
original.rook-led: trump
original.rook-only-trump: yes
original.made: yes
original.set-back: whole bid|full bid
original.below-zero: yes; 95
original.misdeal: 10; same dealer
original.misdeal-other: new deal; same dealer; agreed adjustment
original.misplay-in-time: yes; next trick
original.misplay: bid; no matter which side
original.misplay-count: no; nobody; nest
original.misplay-bidder: bid; once
original.rook-renege: yes
original.nest-size: 40
original.table-talk: 40
original.table-talk-again: yes; 40
original.penalties-first: 290
original.target: yes; 300
original.both-past: higher total|highest total
original.tie: another hand
original.hands-agreed: play on|another hand
original.individual: pair; option; 12|twelve
original.review: latest|last
house.auction: left of the dealer
house.bid: 100; 180; 5; options
house.passed-out: dealer; minimum; an option
house.follow: yes; follows trump
house.rank: high; 14; an option
house.rook-card: highest trump; follow
house.counters: 15; 5; 10; 20; options
house.set-back: whole bid; nothing
house.misplay: bid; moon
house.misdeal: same dealer
house.target: 500; an option
house.tie: higher; side that bid; another hand
boston.auction: left of the dealer
boston.forced: no
boston.bid: 70; tens; 240; 210; 180; 150
boston.pass-again: no; final
boston.partner-bid: yes
boston.same-number: no; 10
boston.trump: every bid|each bid
boston.lead: color-maker|bidder
boston.dummy: color-maker; first card
boston.tricks: 10; 8; 6; 4
boston.total: 240; 212; 184; 156
boston.rook-no-color: anything|any card
boston.made: yes
boston.failed: counters
boston.doubled: hand; counters; tricks
boston.passed-out: nobody scores; left; 70
boston.misplay: 40
boston.misplay-offender: no; 40; an option
boston.misdeal-late: dealer's side; nothing; bid
boston.nest-counter: bid; 20; agreed adjustment
boston.target: yes; 1000
boston.target-agreed: no; before; shorter|smaller
boston.tie: higher total|highest total; another hand
display.auction: dealer
display.dealer-five: 5
display.bid: 5; 125
display.lead: left of the dealer
display.dummy-always: dealer's partner
display.tricks: 2
display.tricks-help: yes; an option
display.total: 128; 148
display.failed: nothing; an option
display.doubled: hand; counters; tricks
display.misdeal-late: nothing; bid
display.nest-counter: bid; 20; agreed adjustment
display.rook-20: 20; 148; 145
display.target: yes; 200
club.players: three pairs; option
club.set: three; two
club.run: three; 4; 14
club.wild: sets; never
club.natural-wild: yes; 400; 800
club.not-a-rookie: no
club.rookies: 1200; 800; 400
club.threes: go out|going out
club.threes-set: yes; two
club.opening: 50; 100; 150; 2000; 3000
club.opening-partner: no
club.opening-rook: no
club.discard-pile: two natural
club.discard-opening: top card; hand
club.discard-first-turn: no
club.top-card: yes; discard
club.stop-cards: 3; next player
club.rook-cards: no
club.going-out: two rookies; 200
club.going-out-side: no
club.draw-pile: finishes; 200
club.empty-hand: no
club.rook-bonus: 200; 500; 1000; two rookies; option
club.in-hand: yes; 20; 10
club.target: yes; 5000
cordova.offer: 1; 32
cordova.pass: yes
cordova.sale: added|gains
cordova.price: nobody
cordova.which-offer: no
cordova.declined: dealer; at least
cordova.many-declined: highest; once
cordova.no-offer: dealer; trump
cordova.short: whole bid|full bid; an option
cordova.lead: left of the dealer
cordova.counters: 15; 10; 5; 2
cordova.total: 32
cordova.below-zero: yes
cordova.misplay: agreed adjustment
cordova.target: yes; 100
high14.follow: yes; 14
high14.trick: color led; first
high14.led-14: no
high14.counters: no; 5; 10
high14.odd-card: last trick
high14.misplay: agreed adjustment
high14.other-target: no; 50; 100
flip.pool: first trick
flip.pool-reds: yes; against
flip.counters: 10; 1
flip.trick: no; color led
flip.total: 23
flip.misplay: agreed adjustment
flip.six-hands: six hands; lowest
flip.tie: share; an option
tuxedo.most-cards: nobody; option
tuxedo.leftovers: no
tuxedo.one-capture: no
tuxedo.must-capture: yes
tuxedo.own-five: yes; 5
tuxedo.six-players: middle
tuxedo.sweeps: 1
tuxedo.target: yes; 50
doubt.last-card: yes; 56
doubt.doubt: true; false
doubt.out: 1
doubt.target: 100
cribbage.count: 2; 15; 20; 25; 30; 3; 31
cribbage.go: 1
cribbage.go-when: yes; 2; 1
cribbage.go-31: no
cribbage.go-last: no; an option
cribbage.fifteens: yes; 2
cribbage.no-pairs: no
cribbage.win-in-play: yes
cribbage.tie: highest total|higher total; another hand
everlasting.piles: first card
everlasting.five-piles: no; five
everlasting.tie: share
tens.set-aside: aside
tens.own-stack: yes
tens.thirty: 30
tens.slap: first
donkey.winner: four; 1
"""

#: What a verdict must not speak of: another game's law.
ABSENT = """
boston.failed: set back; set-back; lose; minus
display.failed: minus; lose
boston.lead: of the dealer
original.misplay: 40
original.nest-size: 20
original.dealer: 40
original.misdeal: 40; left
regular.misdeal: 40
booklet.misdeal: 40
boston.misdeal-late: 40
display.misdeal-late: 40
regular.misplay: bid
flip.pool: last trick
regular.odd-card: first trick
booklet.odd-card: first trick
flip.misplay: 40; minus
high14.counters: 20
boston.doubled: total
cribbage.go-31: yes
regular.rook-free: must
club.in-hand: nothing
"""


def facts_of(text: str) -> list[tuple[str, str]]:
    rows = [line.partition(": ") for line in text.strip().splitlines()]
    return [(name, fact) for name, _, facts in rows for fact in facts.split("; ")]


def says(verdict: str, fact: str) -> bool:
    """Whether a verdict holds one of the words, as whole words."""
    return any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", verdict, re.IGNORECASE) for word in fact.split("|"))


def test_the_table_of_facts_is_long_enough() -> None:
    assert len({name for name, _ in facts_of(FACTS)}) >= 80
    assert len({name.split(".")[0] for name, _ in facts_of(FACTS)}) == 16


@each_row(("name", "fact"), facts_of(FACTS))
def test_a_verdict_states_its_facts(name: str, fact: str) -> None:
    assert says(rule(name).verdict, fact), rule(name).verdict


@each_row(("name", "word"), facts_of(ABSENT))
def test_a_verdict_does_not_speak_of_another_law(name: str, word: str) -> None:
    assert rule(name).verdict
    assert not says(rule(name).verdict, word), rule(name).verdict


@each_row(
    ("game", "words", "name"),
    [
        ("original", "bid again passed", "pass-again"),
        ("boston", "bid again passed", "pass-again"),
        ("original", "nobody bid", "passed-out"),
        ("original", "past 300", "both-past"),
        ("club", "wild spoil natural rookie", "natural-wild"),
        ("flip", "takes pool", "pool"),
        ("tuxedo", "tie most cards", "most-cards"),
        ("cribbage", "go after 31", "go-31"),
        ("high14", "14 instead following", "follow"),
        ("cordova", "dealer highest bid", "which-offer"),
    ],
)
def test_a_question_is_put_in_the_tables_words(game: str, words: str, name: str) -> None:
    ids = [entry.id for entry in disputed_rules(game) if all(says(entry.ask, word) for word in words.split())]
    assert name in ids
