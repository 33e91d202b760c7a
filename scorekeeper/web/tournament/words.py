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
    SWISS: ("Swiss", "Entries with the same score meet, nobody twice. A bye counts as a win."),
    ROUND_ROBIN: ("Round robin", "Everybody meets everybody once."),
    INDIVIDUAL: ("New partners every round", "Everybody carries their own points. Sitting out counts as your average."),
}
KINDS = {
    PAIRS: ("Pairs", "Partners stay together."),
    TEAMS: ("Teams", "Several pairs play for one team."),
    PLAYERS: ("Single players", "For new partners every round, and for games for two."),
}
SEEDINGS = {
    BY_LOT: ("By lot", "Drawn from a written seed, so anybody can check it."),
    BY_HAND: ("By hand", "In the order of the list."),
    BY_STANDING: ("By season standings", "The best of the season first."),
    BY_RATING: ("By rating", "The highest skill ratings first."),
}
#: What happens at a late entry and at a withdrawal.
LATE = {
    True: "A late entry takes a free place in the bracket (a bye that nobody has passed yet).",
    False: "A late entry plays from the next round on and has nothing for the rounds it missed.",
}
LEAVING = {
    DOUBLE: "An entry that withdraws loses its open matches by walkover.",
    SINGLE: "An entry that withdraws loses its open matches by walkover.",
    SWISS: "An entry that withdraws loses its current match by walkover and is not drawn any more.",
    ROUND_ROBIN: (
        "If an entry withdraws before half of its matches, none of them counts. Later, its other matches are walkovers."
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
        sentences.append(f"A team plays at {plan.boards} tables. More tables won wins, then more points.")
    if plan.is_bracket:
        sentences.append("A tied game goes on, or is played again.")
    else:
        sentences.append(
            "Tie-breaks, in order: "
            + "; ".join(f"{tie.title} ({_inner(tie.words)})" for tie in ties_of(access.event))
            + "."
        )
    sentences += [LATE[plan.is_bracket], LEAVING[plan.format]]
    sentences.append(f"Seeds {SEEDINGS[access.tournament.seeding][0].lower()}. Seed of the lot: {plan.lot}")
    return sentences


def _inner(sentence: str) -> str:
    """A sentence inside another."""
    return sentence[0].lower() + sentence[1:].rstrip(".")
