"""Fixed partners: people who play together all night."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.night.access import NightAccess, by_runner
from scorekeeper.actions.night.seating import sides_of, sizes_of
from scorekeeper.league.results import Entrant
from scorekeeper.store import Presence, Round, db

#: Methods in which partners stay together for the whole night.
FIXED = ("swiss", "round-robin")


def per_side(access: NightAccess) -> int:
    """How many play together in the game of the night."""
    return len(sides_of(access.night, "", sizes_of(access.night)[0])[0])


def partnerships(access: NightAccess, size: int) -> list[Entrant]:
    """Complete fixed partnerships of people who are here; everybody alone where the game has no partners."""
    together = len(sides_of(access.night, "", size)[0])
    if together == 1:
        return single_players(access)
    numbers = dict.fromkeys(presence.team for presence in access.present if presence.team is not None)
    teams = [
        tuple(str(presence.member_id) for presence in access.present if presence.team == number) for number in numbers
    ]
    return [team for team in teams if len(team) == together]


def set_bye_partners(access: NightAccess, night_round: Round) -> None:
    """Let fixed partnerships have the bye of a member who sits out, in rounds in which partners stay together."""
    teams: dict[int | None, list[int]] = {}
    for presence in access.present if night_round.method in FIXED else ():
        teams.setdefault(presence.team, []).append(presence.member_id)
    whole = [team for number, team in teams.items() if number is not None and len(team) == per_side(access)]
    by_member = {member: team for team in whole for member in team}
    for bye in night_round.byes:
        bye.partners = sorted(mate for mate in by_member.get(bye.member_id, ()) if mate != bye.member_id)


def single_players(access: NightAccess) -> list[Entrant]:
    """Everybody who is here, alone."""
    return [(str(presence.member_id),) for presence in access.present]


@by_runner
def pair_up(access: NightAccess, member_ids: Sequence[int]) -> Refusal | None:
    """Let these people play together all night and split up their earlier partnerships."""
    size, chosen = per_side(access), set(member_ids)
    presences = [presence for presence in access.present if presence.member_id in chosen]
    if len(presences) != size or len(chosen) != size:
        return Refusal((f"Choose exactly {size} names. You chose {len(chosen)}.",))
    _clear_teams(access, {presence.team for presence in presences} - {None})
    _make_team(access, presences)
    access.count_change()
    db.session.commit()
    return None


def _clear_teams(access: NightAccess, teams: set[int | None]) -> None:
    for presence in access.night.presences:
        if presence.team in teams:
            presence.team = None


def _make_team(access: NightAccess, presences: Sequence[Presence]) -> None:
    number = max((presence.team or 0 for presence in access.night.presences), default=0) + 1
    for presence in presences:
        presence.team = number


@by_runner
def draw_partners(access: NightAccess) -> Refusal | None:
    """Draw partners for everybody who has none; anybody left over stays alone."""
    size = per_side(access)
    single = [presence for presence in access.present if presence.team is None]
    for first in range(0, len(single) - size + 1, size):
        _make_team(access, single[first : first + size])
    access.count_change()
    db.session.commit()
    return None


@by_runner
def split_up(access: NightAccess, team: int) -> Refusal | None:
    """Let these people no longer play together."""
    _clear_teams(access, {team})
    access.count_change()
    db.session.commit()
    return None
