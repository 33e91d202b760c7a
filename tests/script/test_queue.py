"""What waits on a phone, step by step, without a store and without a network: one entry per hand."""

from __future__ import annotations

from typing import Any

from tests.script.node import Node

BID = {"bidder": 1, "bid": 95, "open": True}
WHOLE = {"bidder": 1, "bid": 95, "captured": [None, 75]}
OTHER = {"bidder": 3, "bid": 70, "captured": [None, 100]}

#: Run steps of the queue's module one after the other; each result gets numbers, as the store gives them.
RUN = """async ([copy, queue, steps]) => {
  const module = await import("/static/any/js/offline/queue.js");
  const numbered = (entries) => entries.map((entry, index) => ({ n: index + 1, ...entry }));
  let entries = queue;
  for (const [name, ...rest] of steps) {
    const find = (n) => entries.find((entry) => entry.n === n);
    if (name === "enterHand") entries = module.enterHand(entries, ...rest);
    else if (name === "undo") entries = module.undoChange(copy, entries, module.lastWaiting(entries), ...rest);
    else if (name === "answer") entries = module.takeAnswer(copy, entries, find(rest[0]), rest[1]);
    else if (name === "late") entries = module.takeAnswer(copy, entries, { ...find(rest[0]), token: rest[1] }, rest[2]);
    else if (name === "decide") entries = module.decideConflicts(copy, entries, ...rest);
    else if (name === "discard") entries = module.discardEntries(copy, entries, ...rest);
    else if (name === "tried") entries = entries.map((entry) => ({ ...entry, sent: [...entry.sent, entry.token] }));
    entries = numbered(entries);
  }
  return entries;
}"""


def _copy(*hands: dict[str, Any]) -> dict[str, Any]:
    """A game as the server has it, every hand in its first version."""
    numbers = [{"hand": place, "number": 1} for place in range(1, len(hands) + 1)]
    return {"id": "g", "record": {"hands": list(hands)}, "hands": numbers, "next_hand": len(hands) + 1, "revision": 1}


def _enter(hand: int, facts: Any, token: str, over: str = "", base: int = 0, at: int = 1) -> list[Any]:
    change = {"game": "g", "hand": hand, "base": base, "facts": facts, "token": token}
    return ["enterHand", change | ({"over": over} if over else {}), at]


def _run(page: Node, copy: dict[str, Any], *steps: list[Any]) -> list[tuple[Any, ...]]:
    """What waits after the steps: hand, base, facts and state."""
    entries = page.evaluate(RUN, [copy, [], list(steps)])
    return [(entry["hand"], entry["base"], entry["facts"], entry["state"]) for entry in entries]


def test_one_entry_per_hand(module: Node) -> None:
    bid, whole = _enter(1, BID, "a"), _enter(1, WHOLE, "b", over="a", at=2)
    assert _run(module, _copy(), bid, bid, whole) == [(1, 0, WHOLE, "waiting")]
    # Undone step by step; what may have arrived is taken back on the server too.
    assert _run(module, _copy(), bid, whole, ["undo", "c"]) == [(1, 0, BID, "waiting")]
    assert _run(module, _copy(), bid, whole, ["undo", "c"], ["undo", "d"]) == []
    assert _run(module, _copy(), bid, ["tried"], ["undo", "c"]) == [(1, 0, None, "waiting")]
    # A form has carried the bid to the server, and no answer came: the result says what it may replace.
    bid_form = _enter(1, BID, "a")
    bid_form[1]["sent"] = ["a"]
    [entry] = module.evaluate(RUN, [_copy(), [], [bid_form, whole]])
    assert (entry["token"], entry["sent"]) == ("b", ["a"])
    # The bid arrives while its result is entered: the result is made on it.
    saved = {"state": "saved", "number": 1}
    assert _run(module, _copy(), bid, whole, ["late", 1, "a", saved]) == [(1, 1, WHOLE, "waiting")]
    assert _run(module, _copy(), bid, whole, ["answer", 1, saved]) == []
    # A hand is gone: those after it move up.
    gone = _run(module, _copy(WHOLE), _enter(2, WHOLE, "a"), _enter(3, OTHER, "b"), ["discard", [1]])
    assert gone == [(2, 0, OTHER, "waiting")]
    three = [_enter(2, WHOLE, "a"), _enter(3, OTHER, "b"), _enter(4, WHOLE, "c")]
    moved = _run(module, _copy(WHOLE), *three, ["discard", [1]])
    assert moved == [(2, 0, OTHER, "waiting"), (3, 0, WHOLE, "waiting")]


def test_two_tabs_with_two_versions_are_asked(module: Node) -> None:
    two = [_enter(1, WHOLE, "a"), _enter(1, OTHER, "b")]
    assert _run(module, _copy(), *two) == [(1, 0, WHOLE, "waiting"), (1, 0, OTHER, "conflict")]
    assert _run(module, _copy(), *two, ["decide", [2], "theirs"]) == [(1, 0, WHOLE, "waiting")]
    assert _run(module, _copy(), *two, ["decide", [2], "mine"]) == [(1, 0, OTHER, "waiting")]
    both = _run(module, _copy(), *two, ["decide", [2], "next"])
    assert both == [(1, 0, WHOLE, "waiting"), (2, 0, OTHER, "waiting")]
    assert _run(module, _copy(), two[0], _enter(1, WHOLE, "b")) == [(1, 0, WHOLE, "waiting")]


def test_hands_that_another_phone_saved_are_decided_together(module: Node) -> None:
    mine = [_enter(hand, WHOLE, f"t{hand}") for hand in (1, 2, 3)]
    theirs = {"hand": 1, "number": 1, "facts": OTHER, "by": "Phone"}
    asked = [*mine, ["answer", 1, {"state": "conflict", "theirs": theirs}]]
    copy = _copy(OTHER, OTHER)
    states = [entry[3] for entry in _run(module, copy, *asked)]
    assert states == ["conflict", "conflict", "waiting"]
    mine_kept = _run(module, copy, *asked, ["decide", [1, 2], "mine"])
    assert [entry[:2] for entry in mine_kept] == [(1, 1), (2, 1), (3, 0)]
    assert _run(module, copy, *asked, ["decide", [1, 2], "theirs"]) == [(3, 0, WHOLE, "waiting")]
    moved = _run(module, copy, *asked, ["decide", [1], "next"])
    assert [entry[:2] for entry in moved] == [(3, 0), (4, 0), (5, 0)]
    # The same facts on both phones are no question.
    assert len(_run(module, _copy(OTHER, WHOLE), *asked)) == 2
