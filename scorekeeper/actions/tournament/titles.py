"""What matches and rounds are called."""

from __future__ import annotations

from scorekeeper.actions.tournament.access import TournamentAccess
from scorekeeper.league.tournament.bracket import nodes_of
from scorekeeper.league.tournament.values import DOUBLE, FINAL, LOSERS, RESET, THIRD, WINNERS, Node


def match_title(access: TournamentAccess, key: str) -> str:
    """A match in words: “Final”, “Losers’ round 2, match 1”, “Round 3, match 4”."""
    if not access.event.plan.is_bracket:
        number, table = key.split("-")
        return f"Round {number}, match {table}"
    node = next((node for node in nodes_of(access.event) if node.key == key), None)
    if node is None:
        return key
    title = round_title(access, node)
    return title if _is_alone(access, node) else f"{title}, match {node.position}"


def _is_alone(access: TournamentAccess, node: Node) -> bool:
    return sum((own.part, own.round) == (node.part, node.round) for own in nodes_of(access.event)) == 1


def round_title(access: TournamentAccess, node: Node) -> str:
    """A round of a bracket in words."""
    if node.part in (FINAL, RESET, THIRD):
        return {FINAL: "Grand final", RESET: "Second final", THIRD: "Third place"}[node.part]
    rounds = max(own.round for own in nodes_of(access.event) if own.part == node.part)
    if access.event.plan.format == DOUBLE:
        side = "Winners’" if node.part == WINNERS else "Losers’"
        return f"{side} final" if node.round == rounds else f"{side} round {node.round}"
    return {0: "Final", 1: "Semifinals", 2: "Quarterfinals"}.get(rounds - node.round, f"Round {node.round}")


def part_title(part: str) -> str:
    """A part of a bracket in words."""
    return {WINNERS: "Winners’ bracket", LOSERS: "Losers’ bracket"}.get(part, "Finals")
