"""Results in one line: “Ann+Cal 300, Ben+Dot 205”; with “*” behind a substitute."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.league.results import Bidding, Result, Side, Substitute, places


def game(
    text: str, key: str = "g", night: str = "1", turn: int = 1, lowest_wins: bool = False, **bids: Bidding
) -> Result:
    """A result; bids are given by player."""
    parts = [part.rsplit(" ", 1) for part in text.split(", ")]
    points = [int(figure) for _, figure in parts]
    standing = places([-figure if lowest_wins else figure for figure in points])
    sides, substitutes = [], []
    for (names, figure), place in zip(parts, standing, strict=True):
        players = tuple(name.rstrip("*") for name in names.split("+"))
        substitutes += [Substitute(name.rstrip("*")) for name in names.split("+") if name.endswith("*")]
        sides.append(Side(players, int(figure), place, bidding=tuple(bids.get(name, Bidding()) for name in players)))
    return Result(
        key, night, turn, "rook", tuple(sides), hands=8, lowest_wins=lowest_wins, substitutes=tuple(substitutes)
    )


def instead(result: Result, player: str, absent: str) -> Result:
    """The same with one player in the place of another."""
    return replace(result, substitutes=(Substitute(player, absent),))


def games(*texts: str, night: str = "1") -> list[Result]:
    """Several results of a night, in rounds one after the other."""
    return [game(text, f"{night}.{at}", night, at) for at, text in enumerate(texts, 1)]
