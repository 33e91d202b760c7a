"""The twelve hands of The Original ROOK in which everyone scores alone (004, “For individual scoring”)."""

from __future__ import annotations

from scorekeeper.rules import BY_SLUG, GAMES


def test_the_twelve_hands() -> None:
    movement = BY_SLUG["original"].movement
    assert movement is not None
    assert movement.hands == 12
    assert list(movement.stretches()) == [
        (1, 4, ((0, 2), (1, 3))),
        (5, 8, ((0, 1), (2, 3))),
        (9, 12, ((0, 3), (1, 2))),
    ]


def test_a_movement_is_turned_on_by_an_option_of_its_game() -> None:
    moving = [game for game in GAMES if game.movement is not None]
    assert [game.slug for game in moving] == ["original"]
    for game in moving:
        assert game.movement is not None
        assert game.movement.option in {option.key for option in game.options}
