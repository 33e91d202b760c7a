"""What must be true of the rows of a club file, beyond the types of their columns: as forms and actions check it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import Any

from scorekeeper.actions.calendar import tidy_text
from scorekeeper.actions.club.members import FULL, MOST_MEMBERS
from scorekeeper.actions.club_file.format import FileError
from scorekeeper.actions.club_file.reading import UNREADABLE, ClubContents
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event.clock import MOST_MINUTES
from scorekeeper.actions.event.contests import (
    FORMATS,
    LONGEST_LOT,
    LONGEST_PRIZE,
    MOST_HANDS,
    MOST_PRIZES,
    MOST_TABLES,
)
from scorekeeper.actions.event.entrants import SEEDINGS
from scorekeeper.actions.event.events import MOST_ROUNDS
from scorekeeper.actions.names import FORMER, LONGEST_CLUB, LONGEST_NAME, clean_name, fold_name
from scorekeeper.actions.season.seasons import EARLIEST, LATEST, draft_faults, draft_of
from scorekeeper.league.codec import read_plan
from scorekeeper.league.contest import MOST_ENTRANTS
from scorekeeper.league.outcome import OFFERED
from scorekeeper.rules import BY_SLUG
from scorekeeper.rules.document import read_options
from scorekeeper.store import (
    Announcement,
    Bye,
    ClubRules,
    Entrant,
    EntrantMember,
    Event,
    EventTable,
    Forfeit,
    Member,
    Protest,
    Season,
    Seat,
    SignUp,
)
from scorekeeper.store.columns import LARGEST
from scorekeeper.store.tables.calendar import ANSWERS
from scorekeeper.store.tables.club import MEMBER
from scorekeeper.store.tables.result import DISMISSED, OPEN, UPHELD

#: A match of a drawn round, such as “2-1”, or of a bracket, such as “W1-3”.
DRAWN_MATCH, MATCH = re.compile(r"[1-9]\d?-[1-9]\d?"), re.compile(r"[A-Z]\d{0,2}(-\d{1,2})?|[1-9]\d?-[1-9]\d?")
#: A fraction of a scoring method. Others could be so long that reading them takes hours.
FRACTION = re.compile(r"-?\d{1,9}(/[1-9]\d{0,8})?")
#: The most people of an entrant, games of a match, seats of a table, and people who ever had one of them.
MOST_PEOPLE, MOST_GAMES, MOST_SEATS, MOST_STINTS = MOST_TABLES * 4, 99, 20, 200


def check_rows(contents: ClubContents) -> None:
    """Refuse a file with rows that no club can have."""
    _check_members(contents)
    contents.check(ClubRules, _check_rules)
    contents.check(Season, _check_season)
    contents.check(Event, _check_event)
    contents.check(Entrant, _check_entrant)
    contents.check(EntrantMember, lambda _, own: _check_entrant_of(own.entrant, own.event))
    contents.check(Seat, _check_seat)
    contents.check(EventTable, _check_table)
    contents.check(Bye, lambda _, own: _check_entrant_of(own.entrant, own.round.event))
    contents.check(Forfeit, _check_forfeit)
    contents.check(Protest, _check_protest)
    contents.check(Announcement, _check_announcement)
    contents.check(SignUp, _check_sign_up)


def require(holds: bool, why: str) -> None:
    """Refuse the file unless something holds."""
    if not holds:
        raise FileError(why)


def _tidy(name: str, longest: int = LONGEST_NAME) -> str:
    tidy = clean_name(name, longest)
    if isinstance(tidy, Refusal):
        raise FileError(tidy.messages[0])
    return tidy


def check_game(slug: str | None, options: object) -> None:
    """Refuse an unknown game, or options that it does not have."""
    if slug is None:
        require(options is None, "it has options without a game.")
        return
    require(slug in BY_SLUG, "there is no such game.")
    _, faults = read_options(BY_SLUG[slug], options or {}, None)
    if faults:
        raise FileError(faults[0].message)


def check_rule(contents: ClubContents, rule: str | None) -> None:
    """Refuse a rule that is not in the rulebook."""
    require(rule is None or contents.is_rule(rule), "there is no such rule.")


def _check_members(contents: ClubContents) -> None:
    members = contents.of(Member)
    require(len(members) <= MOST_MEMBERS, FULL.messages[0])
    merged = {member.id for member in members if member.same_as is not None}

    def check(_: ClubContents, member: Member) -> None:
        member.name = FORMER if member.erased else _tidy(member.name)
        # Only people who import the file have a role.
        member.role = MEMBER
        require(member.same_as not in merged, "it is merged into a member who is merged into another.")

    contents.check(Member, check)
    names = Counter(fold_name(member.name) for member in members if not member.retired)
    require(not names or max(names.values()) == 1, "Two members have the same name.")


def _check_rules(_: ClubContents, rules: ClubRules) -> None:
    check_game(rules.slug, rules.options)
    rules.name = _tidy(rules.name)
    require(rules.players in BY_SLUG[rules.slug].players, "the game has another number of players.")


def _check_season(contents: ClubContents, season: Season) -> None:
    _check_scheme(season)
    require(all(map(_is_lot, season.lots)), "“lots” can't be read.")
    try:
        faults = draft_faults(contents.of(Member), draft_of(season))
    except UNREADABLE:
        raise FileError("the scoring method can't be read.") from None
    if faults:
        raise FileError(faults[0])
    season.name = _tidy(season.name, LONGEST_CLUB)


def _check_scheme(season: Season) -> None:
    """Refuse figures of a wrong kind, which no form sends."""
    handicaps, scheme = season.handicaps, season.scheme
    rolling, fixed = handicaps.get("rolling", {}), handicaps.get("fixed", {})
    require(handicaps.keys() <= {"rolling", "fixed"} and len(handicaps) < 2, "the handicaps can't be read.")
    require(_are_whole(fixed.values()), "the handicaps can't be read.")
    require(isinstance(rolling, dict), "the handicaps can't be read.")
    whole = [rolling[key] for key in ("nights", "games", "highest") if key in rolling]
    whole += [scheme[key] for key in ("best", "drop", "minimum_nights", "cap") if scheme.get(key) is not None]
    places = scheme.get("points_by_place", [])
    require(isinstance(places, list) and _are_whole([*whole, *places]), "the scoring method can't be read.")
    fractions = [str(own[key]) for own, key in ((rolling, "share"), (scheme, "bye")) if key in own]
    require(all(map(FRACTION.fullmatch, fractions)), "the scoring method can't be read.")


def _are_whole(values: Iterable[Any]) -> bool:
    return all(type(value) is int and abs(value) <= LARGEST for value in values)


def _is_lot(lot: Any) -> bool:
    return isinstance(lot, dict) and lot.keys() == {"at", "drawn"} and isinstance(lot["at"], str) and bool(lot["drawn"])


def _check_day(day: date) -> None:
    require(EARLIEST <= day <= LATEST, f"choose days between {EARLIEST.year} and {LATEST.year}.")


def _check_event(_: ClubContents, event: Event) -> None:
    event.name = _tidy(event.name, LONGEST_CLUB)
    _check_day(event.date)
    check_game(event.slug, event.options)
    limits = ((event.hands, MOST_HANDS), (event.minutes, MOST_MINUTES), (event.planned, MOST_ROUNDS))
    require(all(figure is None or 1 <= figure <= most for figure, most in limits), "its figures can't be read.")
    require(1 <= event.entrant_size <= MOST_PEOPLE and event.seeding in SEEDINGS, "its entrants can't be read.")
    is_short = all(isinstance(prize, str) and len(prize) <= LONGEST_PRIZE for prize in event.prizes)
    require(is_short and len(event.prizes) <= MOST_PRIZES, "“prizes” can't be read.")
    if event.plan is not None:
        require(event.slug is not None and all(_are_sound(event.plan)), "“plan” can't be read.")
    _check_rounds(event)


def _check_rounds(event: Event) -> None:
    """Only the last round may have been drawn ahead."""
    rounds = sorted(event.all_rounds, key=lambda own: own.number)
    require(not rounds or rounds[0].number >= 1, "its rounds can't be read.")
    ahead = [own for own in rounds if own.started_at is None]
    require(len(ahead) <= 1, "two rounds have not started.")
    require(not ahead or ahead[0] is rounds[-1], "a round that has not started is before one that has.")


def _are_sound(plain: Any) -> list[bool]:
    """Whether each part of a plan is one that a form could send."""
    try:
        plan = read_plan(plain)
        return [
            plan.format in FORMATS,
            plan.best_of in (1, 3),
            _is_figure(plan.boards, MOST_TABLES),
            plan.rounds is None or _is_figure(plan.rounds, MOST_ROUNDS),
            type(plan.third_place) is bool,
            all(tie in OFFERED for tie in plan.ties),
            isinstance(plan.lot, str) and len(plan.lot) <= LONGEST_LOT,
        ]
    except UNREADABLE:
        return [False]


def _is_figure(figure: Any, most: int) -> bool:
    return type(figure) is int and 1 <= figure <= most


def _check_entrant(_: ClubContents, entrant: Entrant) -> None:
    event = entrant.event
    entrant.name = None if entrant.name is None else _tidy(entrant.name, LONGEST_CLUB)
    people = [own.member_id for own in entrant.members]
    require(entrant.number >= 1 and bool(people) and len({*people}) == len(people), "its members can't be read.")
    if event.plan is None:
        return
    require(len(people) == event.entrant_size, "it has another number of members than its event.")
    require(len(event.entrants) <= MOST_ENTRANTS, f"a tournament has at most {MOST_ENTRANTS} entrants.")
    seeds = [own.seed for own in event.entrants]
    is_free = entrant.seed is None or (_is_figure(entrant.seed, 2 * MOST_ENTRANTS) and seeds.count(entrant.seed) == 1)
    require(is_free and entrant.joined <= MOST_ROUNDS, "its seed can't be read.")


def _check_seat(_: ClubContents, chair: Seat) -> None:
    event = chair.table.round.event
    _check_entrant_of(chair.entrant, event)
    require(chair.entrant is not None or event.plan is None, "it has no entrant.")
    require(chair.seat < MOST_SEATS and chair.first_hand >= 1, "this is not a seat.")


def _check_entrant_of(entrant: Entrant | None, event: Event) -> None:
    require(entrant is None or entrant.event is event, "its entrant takes part in another event.")


def _check_table(_: ClubContents, table: EventTable) -> None:
    require(len(table.chairs) <= MOST_STINTS, "too many people sat here.")
    event, game, current = table.round.event, table.game, table.current
    require(table.number >= 1, "its number can't be read.")
    require(_is_figure(table.leg, MOST_GAMES) and _is_figure(table.board, MOST_TABLES), "its match can't be read.")
    _check_match(event, table.match)
    require([chair.seat for chair in current] == [*range(len(current))], "its seats can't be read.")
    for chair in current:
        _check_stints(table.stints(chair.seat))
    require(len({*table.seats}) == len(current), "somebody has two seats.")
    if game is not None:
        require(len(current) == len(game.players), "its game has another number of players.")
    else:
        require(event.slug is not None and len(current) in BY_SLUG[event.slug].players, "its seats can't be read.")
        require(table.paper is None, "it has totals without a game.")


def _check_stints(stints: list[Seat]) -> None:
    """Refuse two members in one seat; only a substitute, or the member who comes back, can take over at once."""
    for number, chair in enumerate(stints[1:], 1):
        before = stints[:number]
        require(before[-1].first_hand <= chair.first_hand, f"the hands of seat {chair.seat} are not in order.")
        is_new = chair.instead_of is None and chair.member_id not in {own.member_id for own in before}
        is_free = not (is_new and before[-1].first_hand == chair.first_hand)
        require(is_free, f"two members have seat {chair.seat} from the same hand on.")


def _check_match(event: Event, match: str | None) -> None:
    if event.plan is None:
        require(match is None, "its event has no matches.")
        return
    is_match = MATCH if read_plan(event.plan).is_bracket else DRAWN_MATCH
    require(match is not None and is_match.fullmatch(match) is not None, "its match can't be read.")


def _check_forfeit(contents: ClubContents, forfeit: Forfeit) -> None:
    event = forfeit.entrant.event
    require(event.id == forfeit.event_id, "its entrant takes part in another event.")
    _check_match(event, forfeit.match)


def _check_protest(contents: ClubContents, protest: Protest) -> None:
    require(protest.state in (OPEN, UPHELD, DISMISSED), "“state” can't be read.")
    check_rule(contents, protest.rule)


def _check_announcement(_: ClubContents, announcement: Announcement) -> None:
    _check_day(announcement.date)
    announcement.name = _tidy(announcement.name, LONGEST_CLUB)
    announcement.place, announcement.note = tidy_text(announcement.place), tidy_text(announcement.note)


def _check_sign_up(_: ClubContents, sign_up: SignUp) -> None:
    require(sign_up.answer in ANSWERS, "“answer” can't be read.")
