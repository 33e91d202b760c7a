"""Documents in, answers out: one JSON document, or one a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from json.encoder import encode_basestring_ascii as quoted
from typing import IO, Any

from scorekeeper.rules import BY_SLUG, Fault, Sheet, read, score
from scorekeeper.rules.json_text import Work, nonblank_lines, process, result_json
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


def score_file(name: str, lines: bool) -> int:
    """Score the record in a file, or every record of its lines."""
    return _answer_lines(name, score) if lines else _answer_document(name, score)


def judge_file(name: str, lines: bool) -> int:
    """Answer the question in a file, or every question of its lines."""
    from scorekeeper.judge import answer

    return _answer_lines(name, answer) if lines else _answer_document(name, answer)


def print_sheet(name: str) -> int:
    """Print a score sheet for people."""
    from scorekeeper.cli.documents import text_faults, text_sheet

    text = read_file(name)
    if text is None:
        return 2
    record = read(text)
    result = record if isinstance(record, tuple) else score(record)
    if isinstance(result, Sheet) and isinstance(record, dict):
        print_text(text_sheet(result, record))
        return 0
    print_text(text_faults(result if isinstance(result, tuple) else ()))
    return 1


def _answer_document(name: str, work: Work) -> int:
    text = read_file(name)
    if text is None:
        return 2
    result = process(text, work)
    print_text(indented_sheet(result) if isinstance(result, Sheet) else json.dumps(result_json(result), indent=2))
    return 1 if isinstance(result, tuple) else 0


def _answer_lines(name: str, work: Work) -> int:
    status = 0
    try:
        with _open(name) as file:
            for line in nonblank_lines(file):
                result = process(line, work)
                print_text(sheet_line(result) if isinstance(result, Sheet) else json.dumps(result_json(result)))
                status |= isinstance(result, tuple)
    except OSError as error:
        return _print_unreadable(name, error)
    return status


def read_file(name: str) -> bytes | None:
    """All of a file; None (and an error is result_json) if it cannot be read."""
    try:
        with _open(name) as file:
            return file.read()
    except OSError as error:
        _print_unreadable(name, error)
        return None


def _open(name: str) -> AbstractContextManager[IO[bytes]]:
    return nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb")


def _print_unreadable(name: str, error: OSError) -> int:
    if isinstance(error, BrokenPipeError):
        raise error
    print(f"scorekeeper: {name}: {error.strerror}", file=sys.stderr)
    return 2


def print_text(text: str) -> None:
    """Print, whatever characters the terminal knows."""
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
