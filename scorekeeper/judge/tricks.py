"""The judge's questions about tricks: which card wins, and which cards may be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.judge.questions import (
    Answer,
    CheckedQuestion,
    GameContext,
    check_question,
    duplicates,
    key_faults,
    read_game,
)
from scorekeeper.rules.cards.card import HIGHEST, Card, CardName, cards_of, rank_of, suit_of
from scorekeeper.rules.fields import Choice, Field, ListOf
from scorekeeper.rules.game import Tricks
from scorekeeper.rules.values import Fault, Faults, quote

NO_COLOR = "none"
HIGHEST_LED = "it is the highest card in the color led."
ABOUT = ("game", "options")


@dataclass(frozen=True, kw_only=True)
class NoTrump(Field):
    """The trump of a game without trumps: null, or nothing at all."""

    def check(self, value: object) -> Faults:
        """Only null."""
        return () if value is None else self.fault(f"This game has no trump. Leave out {quote(value)}.")


def trump_field(about: GameContext) -> Field:
    """Needed where the game has trumps; absent or null where it has none."""
    tricks, rule = about.tricks, f"{about.game.slug}.trick"
    colors = {color: color for color in tricks.colors} | ({NO_COLOR: "no color"} if tricks.may_be_none else {})
    trump = Choice(key="trump", label="Trump", rule=rule, choices=colors)
    if tricks.has_trump:
        return trump
    return NoTrump(key="trump", label="Trump", rule=rule, needed=False)


def card_field(about: GameContext, key: str, label: str) -> CardName:
    """One card that the game uses."""
    cards = cards_of(about.tricks, about.options, about.players)
    return CardName(key=key, label=label, rule=f"{about.game.slug}.pack", cards=cards)


def _trump(question: Mapping[str, Any]) -> str | None:
    trump = question.get("trump")
    return None if trump == NO_COLOR else trump


def trick(question: Mapping[str, Any]) -> Answer | Faults:
    """Which card takes the trick."""
    about, faults = read_game(question, "tricks")
    if about is None:
        return (*faults, *key_faults(question, ("trump", "cards")))
    checked = check_question(question, (trump_field(about), played_field(about)), ABOUT)
    faults += checked.faults
    if checked.all_sound("cards"):
        faults += duplicates(question["cards"], "cards", f"{about.game.slug}.pack")
    if faults:
        return tuple(faults)
    known = cards_of(about.tricks, about.options)
    index, why = winner([known[name] for name in question["cards"]], about.tricks, _trump(question))
    return Answer(index, f"{question['cards'][index].capitalize()} takes it: {why}", f"{about.game.slug}.trick")


def played_field(about: GameContext) -> ListOf:
    """The cards of a trick, the lead first."""
    seats = max(about.game.players)
    return ListOf(
        key="cards",
        label="Cards in the order played",
        rule=f"{about.game.slug}.trick",
        of=card_field(about, "", "Card"),
        least=1,
        most=seats,
        hint=f"Enter one card for each player, 1 to {seats}.",
    )


def winner(cards: list[Card], tricks: Tricks, trump: str | None) -> tuple[int, str]:
    """The index of the winning card, and why it wins."""
    if tricks.rook_follows:
        return _highest_in_suit(cards, tricks, trump)
    for index, card in enumerate(cards):
        if card.is_rook:
            return index, "the Rook card beats every other card."
    led = cards[0].color
    if tricks.fourteens and (fourteen := _fourteen(cards, led)):
        return fourteen
    if trump is not None and any(card.color == trump for card in cards):
        return _highest(cards, trump), "it is the highest trump."
    return _highest(cards, led), HIGHEST_LED


def _highest_in_suit(cards: list[Card], tricks: Tricks, trump: str | None) -> tuple[int, str]:
    """The highest trump, else the highest of the color led, where the Rook card is an ordinary trump."""
    suits = [suit_of(card, tricks, trump) for card in cards]
    wanted, why = (trump, "it is the highest trump.") if trump in suits else (suits[0], HIGHEST_LED)
    places = [index for index, suit in enumerate(suits) if suit == wanted]
    return max(places, key=lambda index: rank_of(cards[index], tricks)), why


def _fourteen(cards: list[Card], led: str | None) -> tuple[int, str] | None:
    """The 14 of the color led, else the first 14 played."""
    fourteens = [index for index, card in enumerate(cards) if card.number == HIGHEST]
    for index in fourteens:
        if cards[index].color == led:
            return index, "the 14 of the color led beats every other 14."
    return (fourteens[0], "it is the first 14 played, and there is no 14 of the color led.") if fourteens else None


def _highest(cards: list[Card], color: str | None) -> int:
    return max(
        (index for index, card in enumerate(cards) if card.color == color), key=lambda index: cards[index].number
    )


def follow(question: Mapping[str, Any]) -> Answer | Faults:
    """Whether a card could be played, and which could."""
    about, faults = read_game(question, "tricks")
    if about is None:
        return (*faults, *key_faults(question, ("trump", "led", "hand", "played")))
    slug = about.game.slug
    held = ListOf(key="hand", label="The hand", rule=f"{slug}.follow", of=card_field(about, "", "Card"), least=1)
    led, played = card_field(about, "led", "The card led"), card_field(about, "played", "The card played")
    checked = check_question(question, (trump_field(about), led, held, played), ABOUT)
    faults += [*checked.faults, *_hand_faults(question, checked, slug)]
    if faults:
        return tuple(faults)
    known = cards_of(about.tricks, about.options)
    hand = {name: known[name] for name in question["hand"]}
    legal, why, rule = playable(hand, known[question["led"]], about.tricks, _trump(question))
    allowed = question["played"] in legal
    may = "may be played" if allowed else "may not be played"
    return Answer(allowed, f"{question['played'].capitalize()} {may}: {why}", f"{slug}.{rule}", {"legal": legal})


def _hand_faults(question: Mapping[str, Any], checked: CheckedQuestion, slug: str) -> list[Fault]:
    """Every card once, the played one in the hand, the led one not."""
    if not checked.all_sound("hand"):
        return []
    hand, rule = question["hand"], f"{slug}.follow"
    faults = duplicates(hand, "hand", f"{slug}.pack")
    if checked.all_sound("led") and question["led"] in hand:
        faults.append(Fault(f"{quote(question['led'])} was led, so it can't be in this hand.", rule, "led"))
    if checked.all_sound("played") and question["played"] not in hand:
        faults.append(Fault(f"{quote(question['played'])} was played, so list it in the hand too.", rule, "played"))
    return faults


def playable(hand: Mapping[str, Card], led: Card, tricks: Tricks, trump: str | None) -> tuple[list[str], str, str]:
    """The cards of a hand that may be played, why, and the name of the rule."""
    if tricks.rook_follows:
        return _following(hand, led, tricks, trump)
    wanted = trump if led.is_rook else led.color
    follows = [name for name, card in hand.items() if wanted is not None and card.color == wanted]
    rook = [name for name, card in hand.items() if card.is_rook]
    if tricks.rook_is_forced and wanted == trump and rook and not follows:
        return (
            rook,
            "trump is led and the Rook card is the only trump in hand, so it must be played.",
            "rook-only-trump",
        )
    if not follows:
        return list(hand), "the hand can't follow suit, so any card may be played.", "follow"
    free = [name for name, card in hand.items() if card.is_rook or (tricks.fourteens and card.number == HIGHEST)]
    legal = [name for name in hand if name in follows or name in free]
    what = (
        f"the hand has {wanted}, so it must play {wanted}"
        + (" or any 14" if tricks.fourteens else "")
        + (" or the Rook card" if rook else "")
    )
    return legal, ("the Rook card calls for trump: " if led.is_rook else "") + what + ".", "follow"


def _following(hand: Mapping[str, Card], led: Card, tricks: Tricks, trump: str | None) -> tuple[list[str], str, str]:
    """The same for games in which the Rook card is an ordinary trump."""
    wanted = suit_of(led, tricks, trump)
    follows = [name for name, card in hand.items() if suit_of(card, tricks, trump) == wanted]
    if not follows:
        return list(hand), "the hand can't follow suit, so any card may be played.", "follow"
    what = "trump" if wanted == trump else wanted
    return follows, f"the hand has {what}, so it must play {what}.", "follow"
