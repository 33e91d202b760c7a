"""A score sheet as text: names, hands, lines with their reasons, totals, who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.rules import BY_SLUG, Fault, Sheet
from scorekeeper.rules.values import ScoredHand

MINUS = "−"


def signed(points: int) -> str:
    """A figure with a real minus sign."""
    return str(points).replace("-", MINUS)


def text_sheet(sheet: Sheet, record: Mapping[str, Any]) -> str:
    """The whole sheet."""
    names = [name.strip() for name in record["players"]]
    head = [BY_SLUG[sheet.game].name + (f", {record['date']}" if record.get("date") else "")]
    head += [f"{' · '.join(side.name for side in sheet.sides)}", ""]
    body = [line for number, hand in enumerate(sheet.hands, 1) for line in _hand(number, hand, sheet, names)]
    return "\n".join([*head, *body, *_open_hand(sheet, names), *_totals(sheet), *_result(sheet, names)])


def _hand(number: int, hand: ScoredHand, sheet: Sheet, names: Sequence[str]) -> list[str]:
    width = max(len(side.name) for side in sheet.sides)
    lines = [f"Hand {number}, dealt by {names[hand.dealer]}"]
    for line in hand.lines:
        lines.append(f"  {sheet.sides[line.side].name:<{width}}  {signed(line.points):>6}  {line.why}  [{line.rule}]")
    totals = "   ".join(f"{side.name} {signed(total)}" for side, total in zip(sheet.sides, hand.totals, strict=True))
    return [*lines, f"  Totals: {totals}", ""]


def _open_hand(sheet: Sheet, names: Sequence[str]) -> list[str]:
    if sheet.open is None:
        return []
    known = sheet.open
    bidder = [names[known["bidder"]]] if "bidder" in known else []
    facts = bidder + [str(known[key]) for key in ("bid", "trump") if key in known]
    return [f"Still being played, dealt by {names[known['dealer']]}: {', '.join(facts) or 'nothing entered yet'}", ""]


def _totals(sheet: Sheet) -> list[str]:
    width = max(len(side.name) for side in sheet.sides)
    return [f"{side.name:<{width}}  {signed(total):>6}" for side, total in zip(sheet.sides, sheet.totals, strict=True)]


def _result(sheet: Sheet, names: Sequence[str]) -> list[str]:
    if not sheet.over:
        return [f"The game is not over. {names[sheet.next_dealer or 0]} deals next."]
    winners = " and ".join(sheet.sides[side].name for side in sheet.winners)
    return [f"{winners} {'share' if len(sheet.winners) > 1 else 'won'} the game."]


def text_faults(faults: Sequence[Fault]) -> str:
    """Faults for people, a line each."""
    return "\n".join(f"{_prefix(fault)}{fault.message}  [{fault.rule}]" for fault in faults)


def _prefix(fault: Fault) -> str:
    hand = f"Hand {fault.hand}" if fault.hand is not None else ""
    path = ", ".join(part for part in (hand, fault.path or "") if part)
    return f"{path}: " if path else ""
