"""Whose trick it is, and what could have been played to it, with the cards laid on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.judge.disputes.dispute import Answers, Case, Ruling, Situation
from scorekeeper.judge.disputes.misplays import has_tricks
from scorekeeper.judge.question import AboutGame, Answer
from scorekeeper.judge.tricks import NO_COLOR, card_field, follow, played_field, trick, trump_field
from scorekeeper.rules.cards.card import Card, cards_of
from scorekeeper.rules.fields.basic import Field
from scorekeeper.rules.fields.composite import ListOf
from scorekeeper.rules.game import Tricks
from scorekeeper.rules.values import Faults


def _about(case: Case) -> AboutGame:
    return AboutGame(case.setting.game, case.setting.options, case.setting.players if case.at_table else None)


def _trump(case: Case) -> list[Field]:
    """The trump, where the game has one and the table has not named it."""
    tricks = case.setting.game.tricks
    if tricks is None or not tricks.has_trump or "trump" in case.hand:
        return []
    return [replace(trump_field(_about(case)), ask="Trump color")]


def _question(case: Case, said: Answers, ask: str) -> dict[str, Any]:
    trump = {"trump": case.hand["trump"]} if "trump" in case.hand else {}
    given = {option: value for option, value in case.setting.options.items() if option == "rook"}
    kept = {key: value for key, value in said.items() if key not in ("leader",)}
    return {"ask": ask, "game": case.setting.game.slug, "options": given} | trump | kept


def trick_asks(case: Case, said: Answers) -> Sequence[Field]:
    """Trump, the cards in the order played, and at a table who led."""
    most = case.setting.players if case.at_table else max(case.setting.game.players)
    hint = f"give one for each player, 1 to {most}"
    cards = replace(played_field(_about(case)), most=most, hint=hint, ask="The cards in the order played")
    leader = [replace(case.seat("leader", "Who led?", "lead"), needed=False)] if case.at_table else []
    return [*_trump(case), *leader, cards]


def trick_ruled(case: Case, said: Answers) -> Ruling | Faults:
    """The judge's answer, and for every card what its player could have played."""
    found = trick(_question(case, said, "trick"))
    if not isinstance(found, Answer):
        return found
    tricks = case.setting.game.tricks
    assert tricks is not None
    known = cards_of(tricks, case.setting.options)
    trump = case.hand.get("trump", said.get("trump"))
    cards = said["cards"]
    told = duties([known[name] for name in cards], tricks, None if trump == NO_COLOR else trump)
    rows = [
        {"card": name, "who": _who(case, said, index), "won": index == found.answer, "told": told[index]}
        for index, name in enumerate(cards)
    ]
    who = _who(case, said, found.answer)
    verdict = f"{who + ' takes the trick. ' if who else ''}{found.why}"
    return Ruling(verdict, found.rule, picture="trick", more={"cards": rows}, also=(case.rule("follow"),))


def _who(case: Case, said: Answers, index: int) -> str:
    if not case.at_table or "leader" not in said:
        return ""
    leader: int = said["leader"]
    return case.names[(leader + index) % case.setting.players]


def duties(cards: Sequence[Card], tricks: Tricks, trump: str | None) -> list[str]:
    """What the player of each card could have played, in a few words."""
    led = cards[0]
    wanted = trump if led.is_rook else led.color
    return ["led it: any card may be led", *(_duty(card, wanted, tricks, trump) for card in cards[1:])]


def _duty(card: Card, wanted: str | None, tricks: Tricks, trump: str | None) -> str:
    if wanted is None:
        return "could play any card"
    if card.is_rook:
        return f"the Rook card may be played at any time, {wanted} in hand or not"
    if card.color == wanted:
        return f"followed {wanted}"
    if tricks.fourteens and card.number == 14:
        return f"a 14 of any color may be played instead of {wanted}"
    rook = " or the Rook card" if tricks.rook_is_forced and wanted == trump else ""
    return f"allowed only without {wanted}{rook} in hand"


def follow_asks(case: Case, said: Answers) -> Sequence[Field]:
    """Trump, the card led, the hand, and the card played from it."""
    about = _about(case)
    led = replace(card_field(about, "led", "The card led"), ask="Which card was led?")
    held = ListOf(key="hand", label="The hand", rule=case.rule("follow"), of=card_field(about, "", "Card"), least=1)
    held = replace(held, ask="All cards that were in hand")
    played = card_field(about, "played", "The card played")
    names = said.get("hand")
    if isinstance(names, list) and names:
        inside = {name: card for name, card in played.cards.items() if name in names}
        played = replace(played, cards=inside or played.cards, ask="Which of them was played?")
    return [*_trump(case), led, held, played]


def follow_ruled(case: Case, said: Answers) -> Ruling | Faults:
    """Whether it could be played, and every card that could."""
    found = follow(_question(case, said, "follow"))
    if not isinstance(found, Answer):
        return found
    legal = found.more["legal"]
    rows = [
        {"card": name, "who": "", "won": name in legal, "told": "could be played" if name in legal else "not allowed"}
        for name in said["hand"]
    ]
    also = () if found.answer or case.bids is None else (case.rule("misplay-in-time"), case.rule("misplay"))
    return Ruling(found.why, found.rule, picture="trick", more=_marked(rows, said["played"]), also=also)


def _marked(rows: list[dict[str, Any]], played: str) -> Mapping[str, Any]:
    return {"cards": [row | {"who": "played" if row["card"] == played else ""} for row in rows]}


TRICK = Situation("trick", (("Whose trick is it?", {}),), has_tricks, trick_asks, trick_ruled)
FOLLOW = Situation(
    "follow", (("Was that card allowed? Must I play the Rook card?", {}),), has_tricks, follow_asks, follow_ruled
)
