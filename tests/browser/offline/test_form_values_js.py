"""A hand's form without the server: what was entered comes back as the very facts of the record."""

from __future__ import annotations

import json
import random
from typing import Any

from playwright.sync_api import Page

from scorekeeper.rules import BY_SLUG, Sheet, score
from tests.budget import IS_WHOLE
from tests.rules.test_cases import cases
from tests.samples import HANDS, record

#: Fill a form with the facts of a hand as a touch would, and read it again.
ROUND = """async (text) => {
  const { fillForm } = await import("/static/any/js/offline/form-lists.js");
  const { entriesOf, handFacts } = await import("/static/any/js/offline/form-values.js");
  const { completeHand, score } = await import("/static/any/js/offline/score.js");
  const kits = await (await fetch("/offline/kits.json")).json();
  const players = ["Ann", "Ben", "Cal", "Dot"];
  return JSON.stringify(JSON.parse(text).map(([game, facts]) => {
    const kit = kits.find((kit) => kit.facts.game === game && kit.facts.players === 4);
    const form = new DOMParser().parseFromString(kit.form, "text/html").querySelector("form");
    document.body.replaceChildren(document.adoptNode(form));
    fillForm(form, entriesOf(facts, kit.facts.fields));
    const hand = completeHand(kit.facts, handFacts(form, kit.facts.fields, "whole", {}));
    return [hand, score(kit.facts, { players, hands: [hand] }).errors ?? []];
  }));
}"""


def plain(game: str, hand: dict[str, Any]) -> bool:
    """A hand that the form of four players with the usual options can hold."""
    known = BY_SLUG[game].setting(4, BY_SLUG[game].defaults)[1].fields
    return hand.keys() <= known.keys() and "open" not in hand and not any(known[key].check(hand[key]) for key in hand)


def hands() -> list[tuple[str, dict[str, Any]]]:
    worked = [case.values[0]["record"] for case in cases("record") if "expect" in case.values[0]]
    samples = [record(slug, 4, seed) for slug in HANDS for seed in (1, 2)]
    return [
        (document["game"], hand)
        for document in (*worked, *samples)
        if len(document["players"]) == 4
        for hand in document["hands"]
        if plain(document["game"], hand)
    ]


def test_every_hand_goes_through_the_form_and_back(module: Page) -> None:
    all_hands = hands()
    assert {game for game, _ in all_hands} == set(BY_SLUG)
    assert {"calls", "penalties", "adjust", "melds", "plays", "offer"} <= {key for _, hand in all_hands for key in hand}
    back = json.loads(module.evaluate(ROUND, json.dumps(all_hands)))
    for (game, hand), (answer, _) in zip(all_hands, back, strict=True):
        assert answer == hand, game


def half_filled(dice: random.Random, value: Any) -> Any:
    """What stands in a form when somebody is not done with it."""
    if isinstance(value, dict):
        return {key: half_filled(dice, part) for key, part in value.items() if dice.random() > 0.2}
    if isinstance(value, list):
        parts = [half_filled(dice, part) for part in value]
        return [None if isinstance(part, int) and dice.random() < 0.15 else part for part in parts]
    return value


def test_a_form_that_is_not_done_is_accepted_only_where_the_engine_accepts_it(module: Page) -> None:
    dice = random.Random(12)
    forms = [(game, half_filled(dice, hand)) for game, hand in hands() for _ in range(4)][:: 1 if IS_WHOLE else 4]
    back = json.loads(module.evaluate(ROUND, json.dumps(forms)))
    accepted = []
    for (game, form), (hand, errors) in zip(forms, back, strict=True):
        document = {"format": "rook-record/1", "game": game, "players": ["Ann", "Ben", "Cal", "Dot"], "hands": [hand]}
        result = score(document)
        # The order of the calls is the server's to judge, like the cards, also those of a first play.
        if isinstance(result, tuple) and all(fault.path.startswith(("calls", "openings")) for fault in result):
            continue
        is_sound = isinstance(result, Sheet)
        assert is_sound == (not errors), (game, form, hand, errors)
        accepted.append(is_sound)
    # Both happen often.
    assert len(accepted) // 4 < sum(accepted) < len(accepted) * 3 // 4
