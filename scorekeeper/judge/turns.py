"""A turn of the game with melds: whether a player may take the discard pile or go out.

These questions come from pages, which have checked their values.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.judge.questions import Answer, game_slug
from scorekeeper.rules.cards.melds import CARD, HIGHEST_WILD, LEAST_NATURAL, ROOKIES_NEEDED, STOP_CARD, opening_minimum

#: 003 Equipment: three packs at most, with cards worth 640 in each.
MOST_VALUE = 1920


@dataclass(frozen=True)
class Taking:
    """A player who looks at the discard pile instead of drawing."""

    #: The number of the card on top.
    top: int
    #: Natural cards of that number in the player's hand.
    naturals: int
    #: The player's first turn of the hand.
    first_turn: bool = False
    #: The stop card that bars the pile: the 3 of the player before, or a 1 or 2 until its player's turn comes round.
    barred: int | None = None
    #: The side has made its first play of this hand.
    side_is_open: bool = False
    #: The side's score before the hand.
    score: int = 0
    #: What goes down from the hand together with the top card; asked before the side's first play only.
    hand_value: int = 0
    #: A set or run of the player's side on the table takes the top card as it is.
    fits_table: bool = False
    #: The player goes out with this play.
    going_out: bool = False


@dataclass(frozen=True)
class GoingOut:
    """A player who has played to the table."""

    #: Rookies that the player's side has on the table by now.
    rookies: int
    #: Cards in hand before the discard.
    left: int
    #: The last card of the draw pile was drawn on this turn.
    draw_pile_is_used: bool = False


def may_take_pile(question: Taking) -> Answer:
    """Whether the player may take the whole discard pile."""
    slug = game_slug("opening")
    refusal = _no_pile(question)
    if refusal is not None:
        return _answer(slug, False, *refusal)
    if question.side_is_open:
        why = (
            "The top card goes into a set on the table right away. After that, any card of the pile may be played too."
        )
        return _answer(slug, True, why, "discard-pile")
    return _first_play(question, slug)


def _no_pile(question: Taking) -> tuple[str, str] | None:
    """Why nobody with these cards could take the pile on this turn, and the rule behind it."""
    top, has = question.top, question.naturals
    if question.first_turn:
        return "Nobody may take the discard pile on their first turn of a hand. Draw two cards.", "discard-first-turn"
    if question.barred is not None:
        return _barred(question.barred), "stop-cards"
    if top <= HIGHEST_WILD:
        return f"A {top} is wild and can't make a set, so the pile can't be taken with it on top.", "wild"
    if top == STOP_CARD and not question.going_out:
        return "A set of 3s may be played only by a player who goes out with it.", "threes"
    if has < LEAST_NATURAL:
        return f"Taking the pile takes two natural {top}s in hand. This player has {has}.", "discard-pile"
    return None


def _barred(stop: int) -> str:
    if stop == STOP_CARD:
        return "The 3 on top keeps the next player from taking the pile. The player after that may take it."
    return f"The {stop} keeps everyone from taking the pile until the player who discarded it has another turn."


def _first_play(question: Taking, slug: str) -> Answer:
    """Before the side's first play: the top card and the hand must be worth enough without the rest of the pile."""
    worth, minimum = question.hand_value + CARD, opening_minimum(question.score)
    cards = f"The top card and the cards from the hand are worth {worth}"
    more = {"value": worth, "minimum": minimum}
    if worth < minimum:
        why = f"{cards}, but the first play must be worth {minimum} without the rest of the pile."
        return Answer(False, why, f"{slug}.opening", more)
    why = f"{cards}, and the first play must be worth {minimum}. The rest of the pile may then be played this turn."
    return Answer(True, why, f"{slug}.discard-pile", more)


def may_take_top(question: Taking) -> Answer:
    """Whether the player may take the top card alone; it is not the pile, so also on a first turn."""
    slug = game_slug("opening")
    if question.barred is not None:
        why = f"{_barred(question.barred)} That includes the top card."
        return _answer(slug, False, why, "stop-top-card")
    if question.top == STOP_CARD:
        why = "A 3 never goes into a run, and a set of 3s may be played only by a player who goes out with it."
        return _answer(slug, False, why, "threes")
    if not question.side_is_open or not question.fits_table:
        why = "The top card alone must go directly onto a set or run that the side has on the table."
        return _answer(slug, False, why, "top-card")
    why = (
        "It goes directly onto a set or run on the table. The player makes no other play this turn and doesn't discard."
    )
    return _answer(slug, True, why, "top-card")


def may_go_out(question: GoingOut) -> Answer:
    """Whether the player goes out with this play; `hand_ends` also where the draw pile ends it."""
    slug = game_slug("opening")
    goes_out = question.rookies >= ROOKIES_NEEDED and question.left <= 1
    why, rule = _out(question) if goes_out else _not_out(question)
    return Answer(goes_out, why, f"{slug}.{rule}", {"hand_ends": goes_out or question.draw_pile_is_used})


def _out(question: GoingOut) -> tuple[str, str]:
    how = "the last card is discarded" if question.left else "every card is played"
    if question.draw_pile_is_used:
        return f"The player who drew the last card finishes the turn, and {how}.", "draw-pile"
    return f"The side has {question.rookies} Rookies on the table, and {how}.", "going-out"


def _not_out(question: GoingOut) -> tuple[str, str]:
    short = f"Going out takes two Rookies. The side has {question.rookies}"
    if question.draw_pile_is_used:
        return "The draw pile is empty, so the hand ends after this turn. Nobody has gone out.", "draw-pile"
    if question.rookies >= ROOKIES_NEEDED:
        return f"There are {question.left} cards left. Play them all, or all but one and discard that one.", "going-out"
    if question.left > 1:
        return f"{short}, counting both partners, and this player has {question.left} cards left.", "going-out-side"
    return (f"{short}. An empty hand alone isn't going out: the player draws again on their next turn.", "empty-hand")


def _answer(slug: str, answer: bool, why: str, rule: str) -> Answer:
    return Answer(answer, why, f"{slug}.{rule}")
