"""House Rook: modern Rook by the table's own figures, all of them options.

The table agrees before the first deal on what counts, who plays together, the bids and the end. By default:
180 points a hand with 1s at 15 and the Rook card at 20, bids from 100, 500 wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from scorekeeper.rules.bidding.auction import Auction
from scorekeeper.rules.bidding.common import COLORS_1924
from scorekeeper.rules.bidding.contract import Terms, forced_here, misdeal_field, passed_out_fields, teams
from scorekeeper.rules.bidding.misdeals import Redeal
from scorekeeper.rules.bidding.scoring import HandPolicy, SetBack, bid_play
from scorekeeper.rules.cards.counters import Counter, Counters
from scorekeeper.rules.ends import End, HouseEnd
from scorekeeper.rules.fields import Choice, Field, Whole, YesNo
from scorekeeper.rules.game import Game, Options, Play, Preset, Setting, Tricks, individual_sides
from scorekeeper.rules.values import Fault, Faults, figure

#: The defaults.
TARGET, MINIMUM = 500, 100
#: The least and the most that all points of a deal may come to.
LEAST_TOTAL, MOST_TOTAL = 5, 1000
#: Every figure is a multiple of this.
UNIT = 5
#: The most that a card or a bonus, a red 1 or 2, and the moon may count.
MOST_FIGURE, MOST_RED, MOST_MOON = 50, 100, 1000
FIXED, CALLED, ALONE = "fixed", "called", "none"
PARTNERS_IN_WORDS = {FIXED: "fixed partners", CALLED: "partner called each hand", ALONE: "no partners"}
#: How many may play with each kind of partners, and what is usual for so many.
PARTNERS_FOR = {FIXED: (4, 6), CALLED: (4, 5, 6), ALONE: (3, 4, 5, 6)}
USUAL_PARTNERS = {3: ALONE, 4: FIXED, 5: CALLED, 6: FIXED}
#: The numbers in each pack; the Rook card is counted in.
PACKS = {45: (1, *range(5, 15)), 41: tuple(range(5, 15)), 57: tuple(range(1, 15))}
#: Four cards of each of these count; then single ones.
FOURS = {"one": "1", "five": "5", "ten": "10", "thirteen": "13", "fourteen": "14"}
SINGLES = {
    "rook": ("rook", "Rook card"),
    "red_one": ("red 1", "Red 1"),
    "red_two": ("red 2", "Red 2"),
    "last_trick": ("last", "Last trick"),
    "most_cards": ("most", "Most cards"),
}
#: The heading over the figures of the cards.
WHAT_COUNTS = "What counts, in points"
RED_ONE, RED_TWO = "red 1", "red 2"
MISDEAL = "If the deal was wrong, the same dealer deals again. Enter 0."
NO_PARTNER = "partners are not called at this table."
NO_MOON = "nobody shoots the moon at this table. Agree on the option “moon” before the first deal."


def partners(options: Options, players: int) -> str:
    """The kind of partners: as agreed, or as usual for this number of players."""
    return str(options.get("partners") or USUAL_PARTNERS[players])


def sides(setting: Setting) -> tuple[tuple[int, ...], ...]:
    """Every other player together, or everyone alone."""
    if partners(setting.options, setting.players) != FIXED:
        return individual_sides(setting)
    return tuple(tuple(range(first, setting.players, 2)) for first in (0, 1))


def counters(options: Options) -> Counters:
    """What counts at this table: cards and bonuses."""
    fours = [Counter(key, options[option], 4) for option, key in FOURS.items()]
    if options["red_one"]:
        # The red 1 is no longer one of the 1s.
        fours[0] = fours[0]._replace(number=3)
    singles = [Counter(key, options[option] or 0, 1, name) for option, (key, name) in SINGLES.items()]
    return _counters(tuple(kind for kind in (*fours, *singles) if kind.points))


@lru_cache(maxsize=256)
def _counters(kinds: tuple[Counter, ...]) -> Counters:
    return Counters(kinds)


def auction(options: Options) -> Auction:
    """The player left of the dealer bids first; the dealer may have to bid; all the points can always be bid."""
    total = counters(options).total
    return Auction(
        options["minimum"], options["step"], {None: total}, dealer_must_bid=options["forced"], ceiling_is_a_bid=True
    )


def objections(given: Options, players: int) -> Faults:
    """Figures that contradict each other."""
    options = GAME.with_defaults(given)
    total = counters(options).total
    faults = []
    if options["one"] and 1 not in PACKS[options["pack"]]:
        why = f"A deck of {options['pack']} cards has no 1s to count. Let each 1 count 0, or choose a larger deck."
        faults.append(Fault(why, "house.pack", "one" if "one" in given else "pack"))
    if not LEAST_TOTAL <= total <= MOST_TOTAL:
        why = f"The points in a deal add up to {total}. Choose values that add up to {LEAST_TOTAL} to {MOST_TOTAL}."
        figures = [key for key in (*FOURS, *SINGLES) if key in given]
        faults.append(Fault(why, "house.total", figures[-1] if figures else "one"))
    elif options["minimum"] > total:
        why = f"The lowest bid of {options['minimum']} is more than the {total} points of a deal. Lower it."
        faults.append(Fault(why, "house.bid", "minimum"))
    if players not in PARTNERS_FOR[partners(options, players)]:
        counts = " or ".join(map(str, PARTNERS_FOR[given["partners"]]))
        why = f"“{PARTNERS_IN_WORDS[given['partners']]}” needs {counts} players, and there are {players}."
        faults.append(Fault(why, "house.partners", "partners"))
    if "target" in given and "hands" in given:
        why = "Points to win and a number of hands to play don't go together. Keep one of them."
        faults.append(Fault(why, "house.target", "hands"))
    return tuple(faults)


def end(options: Options) -> End:
    """A target or a number of hands, and perhaps a lead that wins or a floor."""
    house = HouseEnd(options["spread"], options["floor"], options["bid_to_win"], options["both"] == "bidder")
    if options["hands"]:
        return End(hands=options["hands"], rule="hands-agreed", house=house)
    return End(points=options["target"], house=house)


def at_table(setting: Setting) -> Play:
    """The game with these figures."""
    options, kind = setting.options, partners(setting.options, setting.players)
    misdeal = misdeal_field(setting, 0, MISDEAL, "Misdeal: dealt again", alone=True)
    terms = Terms(
        setting,
        counters(options),
        auction(options),
        COLORS_1924,
        (teams(sides(setting)),),
        called=kind == CALLED,
        moon=options["moon"],
        extra=(*passed_out_fields(setting), misdeal),
    )
    not_here = forced_here(setting) | ({} if terms.called else {"partner": NO_PARTNER})
    not_here |= {} if terms.moon else {"moon": NO_MOON}
    return bid_play(terms, HandPolicy(SetBack(), Redeal()), end(options), terms.called, not_here)


def tricks(usual: Tricks, options: Options) -> Tricks:
    """The pack, and which cards are trumps, by the table's figures."""
    special = ((RED_ONE, options["red_one"]), (RED_TWO, options["red_two"]))
    return replace(
        usual,
        numbers=PACKS[options["pack"]],
        trump_cards=tuple(name for name, points in special if points),
        rook_rank=options["rook_rank"],
        ones_are_high=options["ones"] == "high",
    )


def in_words(setting: Setting) -> Mapping[str, str]:
    """What counts, what may be bid, who plays together, and what wins."""
    options, kinds = setting.options, counters(setting.options)
    values = ", ".join(f"{kind.name or f'{kind.key}s'} {kind.points}" for kind in kinds.kinds)
    words = {
        "total": f"{figure(kinds.total)} points a deal",
        "counters": values,
        "bid": f"bids from {figure(options['minimum'])} to {figure(kinds.total)} by {options['step']}",
        "moon": f"the moon is worth {figure(options['moon'])}" if options["moon"] else "",
        "partners": PARTNERS_IN_WORDS[partners(options, setting.players)],
        "target": f"game: {end(options).describe()}",
    }
    return {rule: text for rule, text in words.items() if text}


def _figure(key: str, label: str, default: int | None, rule: str = "counters", most: int = MOST_FIGURE) -> Field:
    """An option for what something counts. Without a default it may be left out, but cannot be 0."""
    low = UNIT if default is None else 0
    needed = default is not None
    return Whole(
        key=key,
        label=label,
        heading=WHAT_COUNTS,
        rule=f"house.{rule}",
        low=low,
        high=most,
        step=UNIT,
        default=default,
        needed=needed,
    )


def _agreed(key: str, label: str, rule: str) -> Field:
    return Whole(key=key, label=label, rule=f"house.{rule}", low=1, needed=False)


#: Figures that many tables play by; their names differ from place to place.
PRESETS = (
    Preset("Ones high 180", 4, {}),
    Preset("Two hundred", 4, {"pack": 57, "last_trick": 20, "rook_rank": "10.5"}),
    Preset("Red one 150", 4, {"pack": 41, "one": 0, "red_one": 30, "minimum": 75}),
    Preset("Called partner, five", 5, {"pack": 57, "last_trick": 20, "minimum": 80, "target": 400}),
    Preset("Most cards 200", 4, {"most_cards": 20, "floor": 500, "both": "bidder"}),
    Preset("Tournament 120", 4, {"pack": 41, "one": 0, "minimum": 70, "forced": False, "target": 300}),
    Preset("No Rook 100", 4, {"pack": 41, "one": 0, "rook": 0, "minimum": 65, "target": 300}),
    Preset("Ones at twenty", 4, {"one": 20, "forced": False, "hands": 4}),
)

GAME = Game(
    slug="house",
    name="House Rook",
    source="tables",
    group="Partners",
    summary="Three to six players, with your own table's numbers: what each card counts, the bids, the target.",
    players=(3, 4, 5, 6),
    play=at_table,
    options=(
        Choice(
            key="partners",
            label="Partners",
            rule="house.partners",
            choices=PARTNERS_IN_WORDS,
            needed=False,
            left_out="usual",
        ),
        _figure("one", "Each 1", 15),
        _figure("five", "Each 5", 5),
        _figure("ten", "Each 10", 10),
        _figure("thirteen", "Each 13", 0),
        _figure("fourteen", "Each 14", 10),
        _figure("rook", "Rook card", 20),
        _figure("red_one", "Red 1", None, "red-one", MOST_RED),
        _figure("red_two", "Red 2 (Baby Bird)", None, "red-two", MOST_RED),
        _figure("last_trick", "Last trick", 0, "last-trick"),
        _figure("most_cards", "Most cards", 0, "most-cards"),
        Choice(
            key="pack",
            label="Deck",
            rule="house.pack",
            choices={45: "45 cards: 1s and 5 to 14", 41: "41 cards: 5 to 14", 57: "57 cards: 1 to 14"},
            default=45,
        ),
        Choice(
            key="rook_rank",
            label="The Rook card ranks",
            rule="house.rook-card",
            choices={"high": "above all trumps", "low": "below all trumps", "10.5": "between 10 and 11"},
            default="high",
        ),
        Choice(
            key="ones",
            label="The 1s rank",
            rule="house.rank",
            choices={"high": "above the 14", "low": "below the 2"},
            default="high",
        ),
        Whole(
            key="minimum", label="Lowest bid", rule="house.bid", low=UNIT, high=MOST_TOTAL, step=UNIT, default=MINIMUM
        ),
        Choice(key="step", label="Bids go up by", rule="house.bid", choices={5: "5", 10: "10"}, default=5),
        YesNo(key="forced", label="Dealer must bid if everyone else passes", rule="house.passed-out", default=True),
        Whole(
            key="moon",
            label="Shooting the moon scores or costs",
            rule="house.moon",
            high=MOST_MOON,
            step=UNIT,
            default=0,
        ),
        Whole(key="target", label="Points to win", rule="house.target", low=1, default=TARGET),
        _agreed("hands", "Hands to play instead of a target", "hands-agreed"),
        _agreed("floor", "The game ends at minus", "floor"),
        _agreed("spread", "A lead that wins", "spread"),
        YesNo(key="bid_to_win", label="Only a made bid wins at the target", rule="house.bid-to-win", default=False),
        Choice(
            key="both",
            label="Several at the target",
            rule="house.tie",
            choices={"higher": "the higher total wins", "bidder": "the bidder wins"},
            default="higher",
        ),
    ),
    sides=sides,
    objections=objections,
    redeals=True,
    begins_left_of="",
    tricks=Tricks(
        tuple(COLORS_1924),
        rook=lambda options: bool(options["rook"]),
        rook_is_forced=True,
        rook_follows=True,
        adapt=tricks,
    ),
    auction=auction,
    presets=PRESETS,
    in_words=in_words,
    #: Every counter, the lowest and the highest bid, every sum, the moon, with and without partners.
    widest=tuple(
        {
            **dict.fromkeys(("one", "ten", "thirteen"), 50),
            "five": 5,
            "fourteen": 20,
            "rook": 50,
            "red_one": 100,
            "red_two": 100,
            "last_trick": 50,
            "most_cards": 50,
            "minimum": 5,
            "moon": MOST_MOON,
            "partners": kind,
            "forced": False,
        }
        for kind in PARTNERS_FOR
    ),
)
