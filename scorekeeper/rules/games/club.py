"""Club Rook, partners with two or three packs, laying down sets and runs (source 003).

Seven cards make a Rookie of 1200, 800 or 400. Going out needs two Rookies and scores 200;
Rook cards score with two Rookies only. Cards on the table count for a side, cards in the
hands against it. 5000 wins.
"""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import Any

from scorekeeper.rules.bidding.common import COLORS_1924
from scorekeeper.rules.cards.melds import (
    CARD,
    OUT_POINTS,
    ROOKIE_CARDS,
    ROOKIE_NAMES,
    ROOKIE_NATURAL,
    ROOKIE_POINTS,
    ROOKIES_NEEDED,
    WILD_CARD,
    Meld,
    MeldField,
    classify,
    held_value,
    illegal_faults,
    opening_minimum,
    pack_faults,
    value,
)
from scorekeeper.rules.ends import End
from scorekeeper.rules.fields import Choice, Either, Field, Group, ListOf, OrNull, PerSide, Whole
from scorekeeper.rules.game import Game, Hand, Moment, Options, Outcome, Play, Setting, hand_fields, missing_faults
from scorekeeper.rules.values import BIGGEST, Fault, Faults, Line, LineKind, figure, fill, reason

#: 003 Winning the game.
TARGET = 5000
#: 003 Equipment: two packs for four players, three for six.
PACKS = {4: 2, 6: 3}
#: 003 Rook cards: one, both, all three.
ROOK_POINTS = {1: 200, 2: 500, 3: 1000}

#: The names of the Rookies in the facts.
ROOKIE_PARTS = {"run": "sequence-rookie", "all_natural": "natural-rookie", "with_wild": "regular-rookie"}
GOING_OUT, ON_TABLE, IN_HAND = "Going out", "Cards on the table", "Cards left in hand"
#: Of one Rook card, and of more.
ROOK_WORDS = {
    part: (f"{{count}} Rook card{words}", f"{{count}} Rook cards{words}")
    for part, words in {
        "nothing": " without two Rookies: no score",
        "bonus": " with two Rookies",
        "each": ", {value} points each",
    }.items()
}

PAIRS = {4: ((0, 2), (1, 3)), 6: ((0, 3), (1, 4), (2, 5))}
THREES = ((0, 2, 4), (1, 3, 5))


def sides(setting: Setting) -> tuple[tuple[int, ...], ...]:
    """Partners sit opposite each other; six may play three against three."""
    return THREES if setting.options["sides"] == "threes" else PAIRS[setting.players]


def objections(given: Options, players: int) -> Faults:
    """Only six players have a choice of sides."""
    if "sides" in given and players != 6:
        return (Fault("Only six players can choose their sides. Leave out “sides”.", "club.players", "sides"),)
    return ()


def fields(setting: Setting) -> dict[str, Field]:
    """Who went out, the Rook cards, what is left in hand, the melds, the first plays."""
    count = len(sides(setting))
    out = setting.seat("out", "Who went out", "going-out")
    out_or_nobody = OrNull(
        key="out", label="Who went out", rule="club.going-out", of=out, missing="Choose who went out, or nobody."
    )
    rook = Whole(label="Rook cards played", rule="club.rook-cards", high=PACKS[setting.players])
    rooks = PerSide(key="rooks", label="Rook cards played", rule="club.rook-cards", of=rook, count=count, blank=0)
    held = PerSide(key="in_hand", label="Left in hand", rule="club.in-hand", of=_held_field(), count=count, blank=0)
    meld = MeldField(label="Meld", rule="club.set", colors=COLORS_1924)
    of_side = ListOf(label="Melds of a side", rule="club.set", of=meld)
    melds = PerSide(key="melds", label="Melds", rule="club.set", of=of_side, count=count)
    hint = "Cards are worth 10 or 20 each, so enter a multiple of 10."
    play = Whole(label="First play", rule="club.opening", step=CARD, hint=hint)
    first = OrNull(label="First play", rule="club.opening", of=play)
    openings = PerSide(key="openings", label="First plays", rule="club.opening", of=first, count=count, needed=False)
    return hand_fields(setting, out_or_nobody, rooks, held, melds, openings)


def _held_field() -> Either:
    """Points in hand, or how many cards of each kind."""
    hint = "Cards in hand are worth 10 or 20 each, so enter a multiple of 10."
    points = Whole(label="Points in hand", rule="club.in-hand", step=CARD, hint=hint)
    kinds = tuple(
        Whole(key=key, label=f"{key.title()} cards", rule="club.in-hand", needed=False) for key in ("natural", "wild")
    )
    cards = Group(label="Cards in hand", rule="club.in-hand", fields=kinds)
    return Either(label="Left in hand", rule="club.in-hand", plain=points, group=cards)


def score(setting: Setting, known: dict[str, Field], hand: Hand, bad: frozenset[str], at: Moment) -> Outcome | Faults:
    """Every side's base score, cards on the table, cards in hand."""
    faults = missing_faults(known, ("out", "melds", "rooks", "in_hand"), hand, bad)
    faults += [*_meld_faults(setting, hand, bad), *pack_faults(hand, PACKS[setting.players], "club")]
    faults += _opening_faults(hand, at)
    if faults or bad:
        return tuple(faults)
    count_rooks = setting.options["rook_cards"] == "count"
    lines = [_lines(side, hand, hand["out"] in seats, count_rooks) for side, seats in enumerate(sides(setting))]
    return Outcome(tuple(chain.from_iterable(lines)))


def _meld_faults(setting: Setting, hand: Hand, bad: frozenset[str]) -> list[Fault]:
    """Every meld legal, and two Rookies for the side that went out."""
    faults = []
    for side, melds in enumerate(hand.get("melds", ())):
        is_out = hand.get("out") in sides(setting)[side]
        # If it is not known who went out, a set of 3s may be legal.
        faults += illegal_faults(melds, is_out or "out" in bad, "club", f"melds[{side}]")
        if is_out and (count := len(_rookies(melds))) < ROOKIES_NEEDED:
            why = f"Going out takes two Rookies. This side has {count}: add its melds, or say that nobody went out."
            faults.append(Fault(why, "club.going-out", "out"))
    return faults


def _opening_faults(hand: Hand, at: Moment) -> list[Fault]:
    """First plays: enough for the score, and not more than lies on the table."""
    faults = []
    for side, first in enumerate(hand.get("openings", ())):
        least = 0 if at.totals is None else opening_minimum(at.totals[side])
        table = sum(map(value, hand["melds"][side])) if "melds" in hand else BIGGEST
        if first is not None and (why := _opening_problem(first, least, table)):
            faults.append(Fault(why, "club.opening", f"openings[{side}]"))
    return faults


def _lines(side: int, hand: Hand, is_out: bool, count_rooks: bool) -> list[Line]:
    """One side's hand, in the order in which the booklet counts it."""
    melds, rooks = hand["melds"][side], hand["rooks"][side]
    rookies = _rookies(melds)
    lines = [Line(side, OUT_POINTS, GOING_OUT, "club.going-out", LineKind.BONUS)] if is_out else []
    lines += (Line(side, ROOKIE_POINTS[kind], ROOKIE_NAMES[kind], "club.rookies", LineKind.BONUS) for kind in rookies)
    if rooks:
        lines += _rook_lines(side, rooks, len(rookies) >= ROOKIES_NEEDED, count_rooks)
    lines.append(Line(side, sum(map(value, melds)), ON_TABLE, "club.table-cards"))
    lines.append(Line(side, -held_value(hand["in_hand"][side]), IN_HAND, "club.in-hand"))
    return lines


def _opening_problem(first: int, least: int, table: int) -> str:
    play = f"A first play of {figure(first)}"
    if first < least:
        return f"{play} is not enough. With this side's score, it must be worth at least {least}."
    if first > table:
        return f"{play} is too much. This side's cards on the table are worth only {figure(table)}."
    return ""


def _rookies(melds: list[Meld]) -> list[str]:
    """The Rookies among legal melds."""
    kinds = [classify(meld, True).kind for meld in melds]
    return [kind for kind in kinds if kind in ROOKIE_POINTS]


def _rook_lines(side: int, rooks: int, enough: bool, count_rooks: bool) -> list[Line]:
    """The bonus for Rook cards, and 10 each where they count; nothing without two Rookies."""
    words = {part: (one if rooks == 1 else many) for part, (one, many) in ROOK_WORDS.items()}
    if not enough:
        return [Line(side, 0, fill(words["nothing"], count=rooks), "club.rook-bonus", LineKind.UNSCORED)]
    lines = [Line(side, ROOK_POINTS[rooks], fill(words["bonus"], count=rooks), "club.rook-bonus", LineKind.BONUS)]
    if not count_rooks:
        return lines
    return [*lines, Line(side, rooks * CARD, fill(words["each"], count=rooks, value=CARD), "club.rook-bonus")]


def facts(setting: Setting) -> dict[str, Any]:
    """What Rookies, going out, Rook cards and all other cards are worth."""
    rooks = {part: reason(many, "club.rook-bonus", one=one) for part, (one, many) in ROOK_WORDS.items()}
    card_points = CARD if setting.options["rook_cards"] == "count" else 0
    return {
        "kind": "melds",
        "values": {"natural": CARD, "wild": WILD_CARD},
        "rookies": {
            "cards": ROOKIE_CARDS,
            "natural": ROOKIE_NATURAL,
            "needed": ROOKIES_NEEDED,
            **{
                part: reason(ROOKIE_NAMES[kind], "club.rookies", points=ROOKIE_POINTS[kind])
                for part, kind in ROOKIE_PARTS.items()
            },
        },
        "out": reason(GOING_OUT, "club.going-out", points=OUT_POINTS),
        "rooks": {**rooks, "points": {str(count): worth for count, worth in ROOK_POINTS.items()}, "value": card_points},
        "table": reason(ON_TABLE, "club.table-cards"),
        "in_hand": reason(IN_HAND, "club.in-hand"),
    }


def first_plays(totals: tuple[int, ...]) -> tuple[str, ...]:
    """What each side's first play to the table must be worth."""
    return tuple(f"first play {opening_minimum(total)}" for total in totals)


def at_table(setting: Setting) -> Play:
    """The game for four or six."""
    known = fields(setting)
    end = End(points=setting.options["target"])
    return Play(known, partial(score, setting, known), end, partial(facts, setting), before=first_plays)


GAME = Game(
    slug="club",
    name="Club Rook",
    source="003",
    group="Partners",
    summary="Four or six players in partnerships. Lay down sets and runs; seven cards make a Rookie.",
    players=(4, 6),
    play=at_table,
    options=(
        Whole(key="target", label="Points to win", rule="club.target", low=1, default=TARGET),
        Choice(
            key="sides",
            label="Sides with six players",
            rule="club.players",
            choices={"pairs": "three pairs", "threes": "three against three"},
            default="pairs",
        ),
        Choice(
            key="rook_cards",
            label="Rook cards",
            rule="club.rook-bonus",
            choices={"count": "also count 10 each when they score", "bonus": "score only their bonus"},
            default="count",
        ),
    ),
    sides=sides,
    objections=objections,
    asks=("meld", "opening"),
)
