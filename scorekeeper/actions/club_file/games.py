"""The games in a club's file: hands in all their versions, rulings, and changes of names."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from scorekeeper.actions.club_file.contents import ClubContents
from scorekeeper.actions.club_file.parts import PARTS
from scorekeeper.actions.club_file.reading import FileError, Item
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.limits import MOST_HANDS, MOST_VERSIONS, hand_size_faults, size_faults
from scorekeeper.actions.names import visible_name, with_visible_names
from scorekeeper.actions.table.games import unwritable_text
from scorekeeper.rules import BY_SLUG, Sheet, score
from scorekeeper.store import Dispute, Game, HandVersion, NameChange, Version
from scorekeeper.store.columns import plain_values
from scorekeeper.store.queries.game import record_of, record_with, versions_in_force

#: What can have been done to a hand.
DONE = ("saved", "corrected", "deleted", "undone")
LONGEST_NAME = 40


def export_game(number: int, game: Game, versions: Sequence[HandVersion], members: Collection[int]) -> dict[str, Any]:
    """A game with all versions of its hands."""
    return {
        "id": number,
        **plain_values(game, PARTS[Game]),
        "versions": [_plain_version(version) for version in versions],
        "rulings": [plain_values(dispute, PARTS[Dispute]) for dispute in game.disputes],
        "name_changes": [
            {
                **plain_values(change, PARTS[NameChange]),
                "member": change.member_id if change.member_id in members else None,
            }
            for change in game.name_changes
        ],
    }


def _plain_version(version: HandVersion) -> dict[str, Any]:
    return {name: getattr(version, name) for name in PARTS[Version]} | {"at": version.at.isoformat()}


def new_game_ids(*items: Item) -> dict[int, str]:
    """A new id for every game in these objects, in the order of the old ones."""
    numbers = [item.number("id") for item in items]
    if len(set(numbers)) < len(numbers):
        raise FileError("Two games have the same id.")
    return dict(zip(sorted(numbers), sorted(new_key() for _ in numbers), strict=True))


def read_game(contents: ClubContents, item: Item, until: datetime | None = None) -> tuple[Game, Sheet]:
    """A game that scores as it is, and its sheet; as it was at a moment, if one is named."""
    values = {"revision": 0} | with_visible_names(item.row(Game, "slug", "players", "dealer"))
    item.check_game(values["slug"], values.get("options"))
    game_id = contents.game_ids[item.number("id")]
    game = Game(id=game_id, scorer_key=new_key(), watch_key=new_key(), names_number=0, **{"options": {}, **values})
    versions = [_version(version, game, contents.device_id) for version in item.items("versions", "version")]
    if len(versions) > MOST_VERSIONS:
        raise item.fail("the game was changed too often.")
    if len({_place(version) for version in versions}) < len(versions):
        raise item.fail("a version of a hand appears twice.")
    game.versions = versions
    sheet = _scored(item, record_of(game))
    _check_paper(item, game)
    if until is not None and any(version.at > until for version in versions):
        sheet = _scored(item, record_of(game, until))
    game.versions = _sound(game, versions, until)
    game.disputes = [_dispute(contents, ruling) for ruling in item.items("rulings", "ruling")]
    _read_name_changes(contents, item, game)
    contents.games.append(game)
    return game, sheet


def _scored(item: Item, record: dict[str, Any]) -> Sheet:
    """The sheet of a record that can be stored."""
    faults = size_faults(record)
    sheet = faults or score(record)
    if not isinstance(sheet, Sheet):
        raise item.fail(f"hand {sheet[0].hand}: {sheet[0].message}" if sheet[0].hand else sheet[0].message)
    if unwritable := unwritable_text(record):
        raise item.fail(unwritable.faults[0].message)
    return sheet


def _check_paper(item: Item, game: Game) -> None:
    """Refuse totals from paper that no hand could carry."""
    if not game.paper:
        return
    rules = BY_SLUG[game.slug]
    _, play = rules.setting(len(game.players), rules.with_defaults(game.options))
    if not rules.adjusts or play.fields["adjust"].check(game.paper):
        raise item.fail("“paper” can't be read.")


def _version(item: Item, game: Game, device_id: str) -> HandVersion:
    values = {"facts": None} | item.row(Version, "hand", "number", "done", "at")
    if not 1 <= values["hand"] <= MOST_HANDS or values["number"] < 1 or values["done"] not in DONE:
        raise item.fail("this is not a version of a hand.")
    facts = values["facts"]
    if facts is not None and (not isinstance(facts, dict) or any(hand_size_faults(facts))):
        raise item.fail("“facts” can't be read.")
    token = f"import-{values['number']}"
    return HandVersion(0, game.id, token=token, device_id=device_id, **values)


def _sound(game: Game, versions: Sequence[HandVersion], until: datetime | None) -> list[HandVersion]:
    """The versions in force, and of the older ones those that a page can still show."""
    in_force = {*map(_place, versions_in_force(game).values())}
    if until is not None:
        in_force |= {*map(_place, versions_in_force(game, until).values())}
    return [version for version in versions if _place(version) in in_force or _scores(game, version)]


def _place(version: HandVersion) -> tuple[int, int]:
    return version.hand, version.number


def _scores(game: Game, version: HandVersion) -> bool:
    """Whether the hand scores by itself."""
    return isinstance(score(record_with(game, [version])), Sheet)


def _dispute(contents: ClubContents, item: Item) -> Dispute:
    values = item.row(Dispute, *PARTS[Dispute])
    contents.check_rule(item, values["rule"])
    answers = values["answers"]
    if any(hand_size_faults({"answers": answers})) or not all(_is_text_pair(pair) for pair in answers):
        raise item.fail("“answers” can't be read.")
    return Dispute(token=f"import-{new_key()}", device_id=contents.device_id, **values)


def _is_text_pair(pair: Any) -> bool:
    return isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair)


def _read_name_changes(contents: ClubContents, item: Item, game: Game) -> None:
    """The history of the names in the seats, which ends with those who sit there."""
    changes = item.numbered("name_changes", "name change", "number")
    if [*changes] != [*range(1, len(changes) + 1)]:
        raise item.fail("the name changes are not in order.")
    for number, change in changes.items():
        values = change.row(NameChange, "before", "after", "at")
        if not all(_are_stints(values[name], len(game.players)) for name in ("before", "after")):
            raise change.fail("the names can't be read.")
        values |= {name: _with_visible_names(values[name]) for name in ("before", "after")}
        game.name_changes.append(
            NameChange(
                token=f"import-{number}",
                device_id=contents.device_id,
                member_id=contents.optional_member(change),
                **values,
            )
        )
    if changes and [stints[-1][1] for stints in game.name_changes[-1].after] != game.players:
        raise item.fail("the last name change has other names than the game.")
    game.names_number = len(changes)


def _with_visible_names(seats: list[list[tuple[int, str]]]) -> list[list[list[Any]]]:
    return [[[hand, visible_name(name)] for hand, name in stints] for stints in seats]


def _are_stints(seats: Any, players: int) -> bool:
    """Whether this says for every seat who played there, from which hand on."""
    return (
        isinstance(seats, list)
        and len(seats) == players
        and all(isinstance(stints, list) and stints and all(map(_is_stint, stints)) for stints in seats)
        and not any(hand_size_faults({"seats": seats}))
    )


def _is_stint(stint: Any) -> bool:
    if not isinstance(stint, list) or len(stint) != 2:
        return False
    hand, name = stint
    is_name = isinstance(name, str) and visible_name(name) != "" and len(name) <= LONGEST_NAME
    return type(hand) is int and 1 <= hand <= MOST_HANDS + 1 and is_name


def version_rows(games: Collection[Game]) -> list[Mapping[str, Any]]:
    """The versions of these games as rows without ids."""
    return [
        {key: value for key, value in version._asdict().items() if key != "id"}
        for game in games
        for version in game.versions
    ]
