"""The commands `score` and `judge`: one JSON document, or one per line, in; JSON or a sheet as text out.

It imports neither the server nor the database, so that a script can score thousands of records.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from json.encoder import encode_basestring_ascii as quoted
from typing import IO, Any

from scorekeeper.rules import BY_SLUG, Fault, Sheet, read, score
from scorekeeper.rules.json_text import Work, nonblank_lines, process, result_json
from scorekeeper.rules.values import Line, ScoredHand

#: The indentation of a sheet's entries, and of those of its sides and hands.
TOP, INNER = "\n  ", "\n      "
#: The separator of the numbers in a list at each indentation.
GLUE = {margin: f",{margin}  " for margin in (TOP, INNER)}


def indented_sheet(sheet: Sheet) -> str:
    """The same as `json.dumps(sheet.as_json(), indent=2)`, in less than half the time."""
    sides = [
        f'\n    {{\n      "name": {quoted(name)},\n      "seats": {_numbers(seats, INNER)}\n    }}'
        for name, seats in sheet.sides
    ]
    return f"""{{
  "format": "rook-score/1",
  "game": {quoted(sheet.game)},
  "sides": {_items(sides, TOP)},{_indented_opening(sheet)}
  "hands": {_items(map(_indented_hand, sheet.hands), TOP)},
  "totals": {_numbers(sheet.totals, TOP)},
  "over": {json.dumps(sheet.over)},
  "winners": {_numbers(sheet.winners, TOP)},
  "next_dealer": {json.dumps(sheet.next_dealer)}{_indented_open(sheet)}
}}"""


def _indented_opening(sheet: Sheet) -> str:
    return "" if sheet.opening is None else f'{TOP}"opening": {_numbers(sheet.opening, TOP)},'


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
    """The hand in play; strings in JSON have no line breaks, so all of them are indentation."""
    if sheet.open is None:
        return ""
    text = json.dumps(dict(sheet.open), indent=2).replace("\n", TOP)
    return f',{TOP}"open": {text}'


def _items(texts: Iterable[str], margin: str) -> str:
    """A list of texts that are already indented."""
    text = ",".join(texts)
    return f"[{text}{margin}]" if text else "[]"


def _numbers(numbers: Sequence[int], margin: str) -> str:
    return f"[{margin}  {GLUE[margin].join(map(str, numbers))}{margin}]" if numbers else "[]"


def _signed(points: int) -> str:
    """A figure with a typographic minus."""
    return str(points).replace("-", "−")


def text_sheet(sheet: Sheet, record: Mapping[str, Any]) -> str:
    """A score sheet for people."""
    names = [name.strip() for name in record["players"]]
    head = [BY_SLUG[sheet.game].name + (f", {record['date']}" if record.get("date") else "")]
    head += [" · ".join(side.name for side in sheet.sides), ""]
    body = [line for number, hand in enumerate(sheet.hands, 1) for line in _hand(number, hand, sheet, names)]
    return "\n".join(
        [*head, *_opening(sheet), *body, *_open_hand(sheet, names), *_totals(sheet), *_result(sheet, names)]
    )


def _hand(number: int, hand: ScoredHand, sheet: Sheet, names: Sequence[str]) -> list[str]:
    width = max(len(side.name) for side in sheet.sides)
    lines = [f"Hand {number}, dealt by {names[hand.dealer]}"]
    for line in hand.lines:
        lines.append(f"  {sheet.sides[line.side].name:<{width}}  {_signed(line.points):>6}  {line.why}  [{line.rule}]")
    return [*lines, f"  Totals: {_totals_line(sheet, hand.totals)}", ""]


def _opening(sheet: Sheet) -> list[str]:
    return [] if sheet.opening is None else [f"Brought from paper: {_totals_line(sheet, sheet.opening)}", ""]


def _totals_line(sheet: Sheet, totals: Sequence[int]) -> str:
    return "   ".join(f"{side.name} {_signed(total)}" for side, total in zip(sheet.sides, totals, strict=True))


def _open_hand(sheet: Sheet, names: Sequence[str]) -> list[str]:
    if sheet.open is None:
        return []
    known = sheet.open
    bidder = [names[known["bidder"]]] if "bidder" in known else []
    facts = bidder + [str(known[key]) for key in ("bid", "trump") if key in known]
    return [f"Still being played, dealt by {names[known['dealer']]}: {', '.join(facts) or 'nothing entered yet'}", ""]


def _totals(sheet: Sheet) -> list[str]:
    width = max(len(side.name) for side in sheet.sides)
    return [f"{side.name:<{width}}  {_signed(total):>6}" for side, total in zip(sheet.sides, sheet.totals, strict=True)]


def _result(sheet: Sheet, names: Sequence[str]) -> list[str]:
    if not sheet.over:
        return [f"The game is not over. {names[sheet.next_dealer or 0]} deals next."]
    winners = " and ".join(sheet.sides[side].name for side in sheet.winners)
    return [f"{winners} {'share' if len(sheet.winners) > 1 else 'won'} the game."]


def _text_fault(fault: Fault) -> str:
    hand = f"Hand {fault.hand}" if fault.hand is not None else ""
    path = ", ".join(part for part in (hand, fault.path or "") if part)
    return f"{path}: {fault.message}  [{fault.rule}]" if path else f"{fault.message}  [{fault.rule}]"


def _score(options: argparse.Namespace) -> int:
    if options.text:
        return _print_sheet(options.file)
    return _answer_lines(options.file, score) if options.lines else _answer_document(options.file, score)


def _judge(options: argparse.Namespace) -> int:
    from scorekeeper.judge import answer

    return _answer_lines(options.file, answer) if options.lines else _answer_document(options.file, answer)


def _print_sheet(name: str) -> int:
    text = read_file(name)
    if text is None:
        return 2
    record = read(text)
    result = record if isinstance(record, tuple) else score(record)
    if isinstance(result, Sheet) and isinstance(record, dict):
        print_text(text_sheet(result, record))
        return 0
    print_text("\n".join(map(_text_fault, result if isinstance(result, tuple) else ())))
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
                print_text(json.dumps(result_json(result)))
                status |= isinstance(result, tuple)
    except OSError as error:
        return _print_unreadable(name, error)
    return status


def read_file(name: str) -> bytes | None:
    """The contents of a file, or None after printing an error if it cannot be read."""
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
    """Print as UTF-8, whatever encoding the terminal has."""
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {"score": _score, "judge": _judge}
