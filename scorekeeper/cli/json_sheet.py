"""The score sheet as JSON: to the byte what `json.dumps(sheet.as_json())` gives, indented or on one line, but faster.

Python has no fast encoder for indented text: printing used to cost twice as much as scoring.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from json.encoder import encode_basestring_ascii as quoted

from scorekeeper.rules import Sheet
from scorekeeper.rules.values import Line, ScoredHand

#: The entries of a sheet, and those of its sides and hands, are this far from the margin.
TOP, INNER = "\n  ", "\n      "
#: What stands between the numbers of a list there.
GLUE = {margin: f",{margin}  " for margin in (TOP, INNER)}


def indented_sheet(sheet: Sheet) -> str:
    """The sheet, one entry a line."""
    sides = [
        f'\n    {{\n      "name": {quoted(name)},\n      "seats": {_numbers(seats, INNER)}\n    }}'
        for name, seats in sheet.sides
    ]
    return f"""{{
  "format": "rook-score/1",
  "game": {quoted(sheet.game)},
  "sides": {_items(sides, TOP)},
  "hands": {_items(map(_indented_hand, sheet.hands), TOP)},
  "totals": {_numbers(sheet.totals, TOP)},
  "over": {json.dumps(sheet.over)},
  "winners": {_numbers(sheet.winners, TOP)},
  "next_dealer": {json.dumps(sheet.next_dealer)}{_indented_open(sheet)}
}}"""


def _indented_hand(hand: ScoredHand) -> str:
    dealer, points, totals, lines = hand
    return f"""
    {{
      "dealer": {dealer},
      "points": {_numbers(points, INNER)},
      "totals": {_numbers(totals, INNER)},
      "lines": {_indented_lines(lines)}
    }}"""


def _indented_lines(lines: Iterable[Line]) -> str:
    texts = [
        f"""
        {{
          "side": {side},
          "points": {points},
          "why": {quoted(why)},
          "rule": {quoted(rule)}
        }}"""
        for side, points, why, rule, _, _ in lines
    ]
    return _items(texts, INNER)


def _indented_open(sheet: Sheet) -> str:
    """The hand in play. Strings in JSON hold no line breaks."""
    if sheet.open is None:
        return ""
    text = json.dumps(dict(sheet.open), indent=2).replace("\n", TOP)
    return f',{TOP}"open": {text}'


def _items(texts: Iterable[str], margin: str) -> str:
    """A list of what is indented already."""
    text = ",".join(texts)
    return f"[{text}{margin}]" if text else "[]"


def _numbers(numbers: Sequence[int], margin: str) -> str:
    """A list of numbers, one a line."""
    return f"[{margin}  {GLUE[margin].join(map(str, numbers))}{margin}]" if numbers else "[]"


def sheet_line(sheet: Sheet) -> str:
    """The sheet on one line."""
    sides = [f'{{"name": {quoted(name)}, "seats": {[*seats]}}}' for name, seats in sheet.sides]
    in_play = "" if sheet.open is None else f', "open": {json.dumps(dict(sheet.open))}'
    return (
        f'{{"format": "rook-score/1", "game": {quoted(sheet.game)}, "sides": [{", ".join(sides)}], '
        f'"hands": [{", ".join(map(_hand_line, sheet.hands))}], "totals": {[*sheet.totals]}, '
        f'"over": {json.dumps(sheet.over)}, "winners": {[*sheet.winners]}, '
        f'"next_dealer": {json.dumps(sheet.next_dealer)}{in_play}}}'
    )


def _hand_line(hand: ScoredHand) -> str:
    dealer, points, totals, lines = hand
    texts = [
        f'{{"side": {side}, "points": {change}, "why": {quoted(why)}, "rule": {quoted(rule)}}}'
        for side, change, why, rule, _, _ in lines
    ]
    numbers = f'"dealer": {dealer}, "points": {[*points]}, "totals": {[*totals]}'
    return f'{{{numbers}, "lines": [{", ".join(texts)}]}}'
