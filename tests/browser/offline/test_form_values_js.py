"""A hand's form without the server: what was entered comes back as the very facts of the record."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page

from scorekeeper.rules import BY_SLUG
from tests.rules.test_cases import cases
from tests.samples import HANDS, record

#: Fill a form with the facts of a hand as a touch would, and read it again.
ROUND = """async (text) => {
  const { fillForm } = await import("/static/any/js/offline/form-lists.js");
  const { entriesOf, handFacts } = await import("/static/any/js/offline/form-values.js");
  const { completeHand } = await import("/static/any/js/offline/score.js");
  const kits = await (await fetch("/offline/kits.json")).json();
  return JSON.stringify(JSON.parse(text).map(([game, facts]) => {
    const kit = kits.find((each) => each.facts.game === game && each.facts.players === 4);
    const form = new DOMParser().parseFromString(kit.form, "text/html").querySelector("form");
    document.body.replaceChildren(document.adoptNode(form));
    fillForm(form, entriesOf(facts, kit.facts.fields));
    return completeHand(kit.facts, handFacts(form, kit.facts.fields, "whole", {}));
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
    for (game, hand), again in zip(all_hands, back, strict=True):
        assert again == hand, game
