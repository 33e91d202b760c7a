"""The judge's questions about bidding, melds, first plays, fifteens and captures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scorekeeper.rules.bidding.auction import Auction, AuctionState, Call, auction_state
from scorekeeper.rules.bidding.common import COLORS_1924
from scorekeeper.rules.cards.card import ALIKE, EACH_FIFTEEN, HIGHEST_NUMBER, LOWEST_NUMBER, too_many_alike
from scorekeeper.rules.cards.card import fifteens as combinations
from scorekeeper.rules.cards.melds import MeldField, classify, illegal_faults, opening_minimum, value
from scorekeeper.rules.document import read_options
from scorekeeper.rules.fields import AnyWhole, Choice, Field, Group, ListOf, Seat, Whole, YesNo
from scorekeeper.rules.game import Game, Options, Setting, Tricks
from scorekeeper.rules.games import BY_SLUG, GAMES
from scorekeeper.rules.values import Fault, Faults, duplicate_entries, quote

RULE = "record.question"


@dataclass(frozen=True)
class Answer:
    """The answer to a question, its reason and its rule; `more` holds further keys of the answer."""

    answer: Any
    why: str
    rule: str
    more: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The answer as the record format prints it."""
        return {"answer": self.answer, **self.more, "why": self.why, "rule": self.rule}


@dataclass(frozen=True)
class GameContext:
    """A question about a game: which, and with which options."""

    game: Game
    options: Options
    #: How many play, if that is known.
    players: int | None = None

    @property
    def tricks(self) -> Tricks:
        """How tricks are judged. The question was refused if the game has none."""
        return self.game.tricks_with(self.options)


class CheckedQuestion(NamedTuple):
    """A checked question: the faults of its entries, and the keys that are sound."""

    faults: list[Fault]
    sound: frozenset[str]

    def all_sound(self, *keys: str) -> bool:
        """These entries are there, and nothing is wrong with them."""
        return self.sound.issuperset(keys)


def read_game(question: Mapping[str, Any], can: str) -> tuple[GameContext | None, list[Fault]]:
    """The game a question is about, if it has what is asked (`tricks` or `auction`), and its options."""
    fitting = {game.slug: game.name for game in GAMES if getattr(game, can) is not None}
    if faults := Choice(label="The game", rule=RULE, choices=fitting).check(question.get("game")):
        return None, [fault.under("game") for fault in faults]
    game = BY_SLUG[question["game"]]
    players = question.get("players")
    count = players if type(players) is int and players in game.players else None
    options, faults_of_options = read_options(game, question.get("options", {}), count)
    return GameContext(game, options), faults_of_options


def check_question(
    question: Mapping[str, Any], fields: tuple[Field, ...], elsewhere: tuple[str, ...] = ()
) -> CheckedQuestion:
    """Check the entries of a question, except the keys that are checked elsewhere."""
    entries = {key: value for key, value in question.items() if key not in elsewhere and key != "ask"}
    faults = Group(label="The question", rule=RULE, fields=fields).check(entries)
    bad = {fault.key for fault in faults}
    return CheckedQuestion(list(faults), frozenset(entries) - bad)


def key_faults(question: Mapping[str, Any], needed: tuple[str, ...]) -> list[Fault]:
    """Missing and unknown keys of a question whose game is not known."""
    anything = tuple(Anything(key=key, label=f"“{key}”", rule=RULE, needed=key != "trump") for key in needed)
    return check_question(question, anything, ("game", "options")).faults


@dataclass(frozen=True, kw_only=True)
class Anything(Field):
    """An entry that only has to be present."""

    def check(self, value: object) -> Faults:
        """Any value is fine."""
        return ()


def duplicates(names: list[str], key: str, rule: str) -> list[Fault]:
    """Two equal cards where each card exists once."""
    return [
        Fault(f"{quote(name)} is listed twice, but there is only one of each card.", rule, f"{key}[{index}]")
        for index, name in duplicate_entries(names)
    ]


def game_slug(ask: str) -> str:
    """The one game that a question of this name is about."""
    return next(game.slug for game in GAMES if ask in game.asks)


def auction(question: Mapping[str, Any]) -> Answer | Faults:
    """The auction after these calls."""
    about, faults = read_game(question, "auction")
    if about is None:
        return (*faults, *key_faults(question, ("players", "dealer", "calls")))
    game, slug = about.game, about.game.slug
    rules = Setting(game, game.players[-1], about.options).auction()
    colors = {color: color for color in rules.ceilings if color} if rules.names_color else None
    counts = {count: str(count) for count in game.players}
    players = Choice(key="players", label="Number of players", rule=f"{slug}.players", choices=counts)
    seats = game.players[-1] if players.check(question.get("players")) else question["players"]
    dealer = Seat(key="dealer", label="Dealer", rule=f"{slug}.dealer", high=seats - 1)
    call = Call(label="Call", rule=f"{slug}.auction", colors=colors)
    calls = ListOf(key="calls", label="Calls", rule=f"{slug}.auction", of=call)
    faults += check_question(question, (players, dealer, calls), ("game", "options")).faults
    if faults:
        return tuple(faults)
    return _answer(auction_state(rules, seats, question["dealer"], question["calls"]), slug, rules)


def _answer(now: AuctionState, slug: str, rules: Auction) -> Answer:
    rule = f"{slug}.auction"
    if now.wrong is not None:
        return Answer({"illegal": now.wrong}, now.why, rule)
    if not now.over:
        passes = " or pass" if rules.may_pass(now) else ""
        why = f"Seat {now.turn} is next and must bid at least {now.minimum}{passes}."
        return Answer({"over": False, "turn": now.turn, "minimum": now.minimum}, why, rule)
    result = {"over": True, "bidder": now.bidder, "bid": now.bid} | ({"trump": now.trump} if rules.names_color else {})
    if now.bidder is None:
        return Answer(result, "Everyone passed, so the hand is thrown in.", f"{slug}.passed-out")
    return Answer(result, f"The bidding is over: seat {now.bidder} won it at {now.bid}.", rule)


def meld(question: Mapping[str, Any]) -> Answer | Faults:
    """What a meld is."""
    slug = game_slug("meld")
    of = MeldField(key="meld", label="Meld", rule=f"{slug}.set", colors=COLORS_1924, boundless=True)
    out = YesNo(key="going_out", label="Going out", rule=f"{slug}.going-out", needed=False)
    if faults := check_question(question, (of, out)).faults:
        return tuple(faults)
    verdict = classify(question["meld"], question.get("going_out", False))
    return Answer(verdict.kind, verdict.why, f"{slug}.{verdict.rule}")


def opening(question: Mapping[str, Any]) -> Answer | Faults:
    """Whether a first play is worth enough."""
    slug = game_slug("opening")
    score = AnyWhole(key="score", label="The side's score", rule=f"{slug}.opening")
    of = MeldField(label="Meld", rule=f"{slug}.set", colors=COLORS_1924)
    melds = ListOf(key="melds", label="Melds", rule=f"{slug}.opening", of=of, least=1)
    checked = check_question(question, (score, melds))
    illegal = illegal_faults(question["melds"], False, slug, "melds") if checked.all_sound("melds") else []
    if faults := checked.faults + illegal:
        return tuple(faults)
    worth, minimum = sum(map(value, question["melds"])), opening_minimum(question["score"])
    enough = worth >= minimum
    why = f"These cards are worth {worth}. With this score, the first play must be worth at least {minimum}."
    return Answer(enough, why, f"{slug}.opening", {"value": worth, "minimum": minimum})


HAND_CARDS = 5
LARGEST_TABLE = 20


def _number(rule: str, key: str = "") -> Whole:
    return Whole(key=key, label="Card", rule=rule, low=LOWEST_NUMBER, high=HIGHEST_NUMBER)


def _alike(numbers: list[int], key: str, rule: str) -> list[Fault]:
    number = too_many_alike(numbers)
    if number is None:
        return []
    return [
        Fault(f"There are more than {ALIKE} cards with the number {number}, but the deck has only {ALIKE}.", rule, key)
    ]


def fifteens(question: Mapping[str, Any]) -> Answer | Faults:
    """The points of five cards."""
    rule = f"{game_slug('fifteens')}.fifteens"
    cards = ListOf(key="cards", label="Cards", rule=rule, of=_number(rule), least=HAND_CARDS, most=HAND_CARDS)
    checked = check_question(question, (cards,))
    if faults := checked.faults + (_alike(question["cards"], "cards", rule) if checked.all_sound("cards") else []):
        return tuple(faults)
    fifteens_made = combinations(question["cards"])
    count = len(fifteens_made)
    ways = "1 combination adds up" if count == 1 else f"{count} combinations add up"
    why = f"{ways} to fifteen, {EACH_FIFTEEN} points each."
    return Answer(EACH_FIFTEEN * count, why, rule, {"combinations": fifteens_made})


def capture(question: Mapping[str, Any]) -> Answer | Faults:
    """Every way in which a card captures from the table."""
    rule = f"{game_slug('capture')}.capture"
    table = ListOf(
        key="table",
        label="Cards on the table",
        rule=rule,
        of=_number(rule),
        most=LARGEST_TABLE,
        hint=f"Enter at most {LARGEST_TABLE}.",
    )
    checked = check_question(question, (_number(rule, "card"), table))
    played = [question[key] for key in ("card",) if checked.all_sound(key)]
    alike = _alike([*played, *question["table"]], "table", rule) if checked.all_sound("table") else []
    if faults := checked.faults + alike:
        return tuple(faults)
    card, lying = question["card"], question["table"]
    ways = sorted(captures(card, lying), key=lambda way: (len(way), way))
    sweeps = [len(way) == len(lying) for way in ways]
    why = (
        f"A {card} takes one {card}, or two or more cards that add up to {card}."
        if ways
        else f"Nothing here is a {card} or adds up to {card}."
    )
    return Answer(ways, why, rule, {"sweeps": sweeps})


def captures(card: int, table: Sequence[int], start: int = 0) -> Iterator[list[int]]:
    """Sets of cards on the table that make up a card, as rising indexes from `start` on."""
    for index in range(start, len(table)):
        if table[index] == card:
            yield [index]
        elif table[index] < card:
            yield from ([index, *others] for others in captures(card - table[index], table, index + 1))
