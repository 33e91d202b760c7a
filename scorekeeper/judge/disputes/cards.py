"""Disputes about a trick: who takes it, and which cards were allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.judge.disputes.dispute import Answers, Case, Ruling, Situation
from scorekeeper.judge.disputes.misplays import has_rook, has_tricks, is_rook_forced
from scorekeeper.judge.questions import Answer, GameContext
from scorekeeper.judge.tricks import NO_COLOR, card_field, follow, played_field, trick, trump_field
from scorekeeper.rules.cards.card import Card, cards_of, suit_of
from scorekeeper.rules.fields import Field, ListOf
from scorekeeper.rules.game import Tricks
from scorekeeper.rules.values import Faults


def _about(case: Case) -> GameContext:
    return GameContext(case.setting.game, case.setting.options, case.setting.players if case.at_table else None)


def _trump(case: Case) -> list[Field]:
    """The trump, where the game has one and the table has not named it."""
    tricks = case.setting.game.tricks
    if tricks is None or not tricks.has_trump or "trump" in case.hand:
        return []
    return [replace(trump_field(_about(case)), ask="Trump color")]


def _question(case: Case, answers: Answers, ask: str) -> dict[str, Any]:
    trump = {"trump": case.hand["trump"]} if "trump" in case.hand else {}
    options = case.setting.game.differing(case.setting.options)
    rest = {key: value for key, value in answers.items() if key != "leader"}
    return {"ask": ask, "game": case.setting.game.slug, "options": options} | trump | rest


def trick_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """Trump, the cards in the order played, and at a table who led."""
    most = case.setting.players if case.at_table else max(case.setting.game.players)
    hint = f"Enter one card for each player, 1 to {most}."
    cards = replace(played_field(_about(case)), most=most, hint=hint, ask="The cards in the order played")
    leader = [replace(case.seat("leader", "Who led?", "lead"), needed=False)] if case.at_table else []
    return [*_trump(case), *leader, cards]


def trick_ruling(case: Case, answers: Answers) -> Ruling | Faults:
    """The judge's answer, and for every card what its player could have played."""
    answer = trick(_question(case, answers, "trick"))
    if not isinstance(answer, Answer):
        return answer
    tricks = case.setting.game.tricks_with(case.setting.options)
    known = cards_of(tricks, case.setting.options)
    trump = case.hand.get("trump", answers.get("trump"))
    cards = answers["cards"]
    words = duties([known[name] for name in cards], tricks, None if trump == NO_COLOR else trump)
    rows = [
        {
            "card": name,
            "player": _player_name(case, answers, index),
            "won": index == answer.answer,
            "words": words[index],
        }
        for index, name in enumerate(cards)
    ]
    taker = _player_name(case, answers, answer.answer)
    verdict = f"{taker + ' takes the trick. ' if taker else ''}{answer.why}"
    return Ruling(verdict, answer.rule, picture="trick", more={"cards": rows}, also=(case.rule("follow"),))


def _player_name(case: Case, answers: Answers, index: int) -> str:
    if not case.at_table or "leader" not in answers:
        return ""
    leader: int = answers["leader"]
    return case.names[(leader + index) % case.setting.players]


def duties(cards: Sequence[Card], tricks: Tricks, trump: str | None) -> list[str]:
    """What the player of each card could have played, in a few words."""
    led = cards[0]
    if tricks.rook_follows:
        suits = [suit_of(card, tricks, trump) for card in cards]
        wanted, *names = ("trump" if suit == trump else str(suit) for suit in suits)
        duty = dict.fromkeys(names, f"allowed only without {wanted} in hand") | {wanted: f"followed {wanted}"}
        return ["led (any card may be led)", *(duty[name] for name in names)]
    color = trump if led.is_rook else led.color
    return ["led (any card may be led)", *(_duty(card, color, tricks, trump) for card in cards[1:])]


def _duty(card: Card, wanted: str | None, tricks: Tricks, trump: str | None) -> str:
    if wanted is None:
        return "could play any card"
    if card.is_rook:
        return f"may be played at any time, with or without {wanted} in hand"
    if card.color == wanted:
        return f"followed {wanted}"
    if tricks.fourteens and card.number == 14:
        return f"a 14 of any color may be played instead of {wanted}"
    rook = " or the Rook card" if tricks.rook_is_forced and wanted == trump else ""
    return f"allowed only without {wanted}{rook} in hand"


def follow_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """Trump, the card led, the hand, and the card played from it."""
    about = _about(case)
    led = replace(card_field(about, "led", "The card led"), ask="Which card was led?")
    held = ListOf(key="hand", label="The hand", rule=case.rule("follow"), of=card_field(about, "", "Card"), least=1)
    held = replace(held, ask="All the cards in the hand")
    played = card_field(about, "played", "The card played")
    names = answers.get("hand")
    if isinstance(names, list) and names:
        inside = {name: card for name, card in played.cards.items() if name in names}
        played = replace(played, cards=inside or played.cards, ask="Which one was played?")
    return [*_trump(case), led, held, played]


def follow_ruling(case: Case, answers: Answers) -> Ruling | Faults:
    """Whether it could be played, and every card that could."""
    answer = follow(_question(case, answers, "follow"))
    if not isinstance(answer, Answer):
        return answer
    legal = answer.more["legal"]
    rows = [
        {
            "card": name,
            "player": "played" if name == answers["played"] else "",
            "won": name in legal,
            "words": "could be played" if name in legal else "not allowed",
        }
        for name in answers["hand"]
    ]
    also = () if answer.answer or case.bids is None else (case.rule("misplay-in-time"), case.rule("misplay"))
    return Ruling(answer.why, answer.rule, picture="trick", more={"cards": rows}, also=also)


def rook_ruling(case: Case, answers: Answers) -> Ruling | Faults:
    """The same, with what this game says about a lone Rook card."""
    ruling = follow_ruling(case, answers)
    if not isinstance(ruling, Ruling):
        return ruling
    rule = case.rule("rook-only-trump" if is_rook_forced(case) else "rook-free")
    return ruling if ruling.rule == rule else replace(ruling, also=(rule, *ruling.also))


TRICK = Situation("trick", (("Whose trick is it?", {}),), has_tricks, trick_questions, trick_ruling)
FOLLOW = Situation("follow", (("Was that card allowed?", {}),), has_tricks, follow_questions, follow_ruling)
ROOK_FOLLOW = Situation(
    "rook-follow", (("Do I have to play the Rook card?", {}),), has_rook, follow_questions, rook_ruling
)
