"""Formats, seeds and tie-breaks as a page says them."""

from __future__ import annotations

from scorekeeper.actions.tournament.access import TournamentAccess
from scorekeeper.actions.tournament.tournaments import BY_HAND, BY_LOT, BY_RATING, BY_STANDING, PAIRS, PLAYERS, TEAMS
from scorekeeper.league.tournament.standings import ties_of
from scorekeeper.league.tournament.values import DOUBLE, INDIVIDUAL, ROUND_ROBIN, SINGLE, SWISS
from scorekeeper.league.words import counted

FORMATS = {
    DOUBLE: ("Double elimination", "Two losses and you are out."),
    SINGLE: ("Single elimination", "One loss and you are out."),
    SWISS: ("Swiss", "Entries with the same score meet, and nobody meets twice. A bye counts as a win."),
    ROUND_ROBIN: ("Round robin", "Everybody plays everybody once."),
    INDIVIDUAL: ("New partners every round", "Players score individually. Sitting out counts as your average."),
}
KINDS = {
    PAIRS: ("Pairs", "Partners stay together."),
    TEAMS: ("Teams", "Several pairs play for one team."),
    PLAYERS: ("Single players", "For new partners every round, and for games for two."),
}
SEEDINGS = {
    BY_LOT: ("By lot", "Drawn at random from a published seed, so anyone can check the draw."),
    BY_HAND: ("By hand", "In list order."),
    BY_STANDING: ("By season standings", "Best in the season first."),
    BY_RATING: ("By rating", "Highest rating first."),
}
#: What happens at a late entry and at a withdrawal.
LATE = {
    True: "A late entry takes a bye in the bracket that has not been used yet.",
    False: "A late entry starts in the next round and scores nothing for the rounds it missed.",
}
LEAVING = {
    DOUBLE: "An entry that withdraws loses its open matches by walkover.",
    SINGLE: "An entry that withdraws loses its open matches by walkover.",
    SWISS: "An entry that withdraws loses its current match by walkover and is left out of later rounds.",
    ROUND_ROBIN: (
        "If an entry withdraws before playing half of its matches, none of them count. "
        "After that, the rest are walkovers."
    ),
    INDIVIDUAL: "If a player withdraws, their table is not played and counts as sitting out for the others.",
}


def length_words(access: TournamentAccess) -> str:
    """How long a game lasts."""
    tournament = access.tournament
    if tournament.hands:
        return f"{counted(tournament.hands, 'hand', 'hands')} per game"
    return f"{counted(tournament.minutes, 'minute', 'minutes')} per round" if tournament.minutes else "Whole games"


def plan_words(access: TournamentAccess) -> list[str]:
    """How the tournament is played, in sentences."""
    plan = access.event.plan
    sentences = [f"{FORMATS[plan.format][0]}. {FORMATS[plan.format][1]}", f"{length_words(access)}."]
    if plan.best_of > 1:
        sentences.append("Every match is the best of three games.")
    if plan.boards > 1:
        sentences.append(f"A team plays at {plan.boards} tables. Most tables won wins, then most points.")
    if plan.is_bracket:
        sentences.append("If a game ends in a tie, play one more hand or replay it.")
    else:
        sentences.append(
            "Tie-breaks, in order: "
            + "; ".join(f"{tie.title} ({_inner(tie.words)})" for tie in ties_of(access.event))
            + "."
        )
    sentences += [LATE[plan.is_bracket], LEAVING[plan.format]]
    sentences.append(f"Seeds {SEEDINGS[access.tournament.seeding][0].lower()}. Random seed: {plan.lot}")
    return sentences


def _inner(sentence: str) -> str:
    """A sentence inside another."""
    return sentence[0].lower() + sentence[1:].rstrip(".")
