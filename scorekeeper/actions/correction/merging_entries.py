"""Entries of tournaments when two names of one person are merged: entries and seats get the name that stays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.league.reseating import merge_seats
from scorekeeper.store import Tournament, TournamentEntry, TournamentGame, db
from scorekeeper.store.queries import member as member_queries

Facts = dict[str, list[list[Any]]]


def merge_entries(club_id: str, gone: int, stays: int) -> Facts:
    """Let every entry and every seat of one member be the other's; each changed row by its id, before and after."""
    entries = member_queries.entries_of(gone, club_id)
    games = member_queries.tournament_games_of(gone, club_id)
    facts: Facts = {"entries": [], "seats": []}
    for entry in entries:
        facts["entries"].append([entry.id, entry.members, merge_seats(entry.members, gone, stays)])
        entry.members = facts["entries"][-1][-1]
    for row in games:
        facts["seats"].append([row.id, row.seats, merge_seats(row.seats, gone, stays)])
        row.seats = facts["seats"][-1][-1]
    _count_changes({entry.tournament for entry in entries} | {row.tournament for row in games})
    db.session.flush()
    return facts


def are_merged(facts: Mapping[str, list[list[Any]]]) -> bool:
    """Whether everybody still has the entries and seats that a merge gave them; deleted ones contradict nothing."""
    entries = [(db.session.get(TournamentEntry, key), after) for key, _, after in facts.get("entries", [])]
    games = [(db.session.get(TournamentGame, key), after) for key, _, after in facts.get("seats", [])]
    return all(entry is None or entry.members == after for entry, after in entries) and all(
        row is None or row.seats == after for row, after in games
    )


def separate_entries(facts: Mapping[str, list[list[Any]]]) -> None:
    """Give entries and seats back."""
    changed = set()
    for key, before, _ in facts.get("entries", []):
        if (entry := db.session.get(TournamentEntry, key)) is not None:
            entry.members = before
            changed.add(entry.tournament)
    for key, before, _ in facts.get("seats", []):
        if (row := db.session.get(TournamentGame, key)) is not None:
            row.seats = before
            changed.add(row.tournament)
    _count_changes(changed)
    db.session.flush()


def _count_changes(tournaments: set[Tournament]) -> None:
    """Pages that show these tournaments are old now."""
    for tournament in tournaments:
        tournament.revision += 1
