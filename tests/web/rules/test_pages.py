"""The start page and the rulebook's pages."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from scorekeeper.rulebook import chapter
from scorekeeper.rules import GAMES


def test_the_start_page_lists_every_game(client: FlaskClient) -> None:
    page = client.get("/").text
    for game in GAMES:
        assert f'href="/new/{game.slug}"' in page
        assert game.name in page


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_a_chapter_shows_every_rule_with_its_own_link(client: FlaskClient, slug: str) -> None:
    page = client.get(f"/rules/{slug}").text
    for rule in chapter(slug).rules:
        assert f'id="{rule.id}"' in page
    assert ("Our ruling." in page) == any(rule.rulings for rule in chapter(slug).rules)


@pytest.mark.parametrize("path", ["/rules/whist", "/nowhere", "/rules/../secret"])
def test_what_is_not_there_says_so(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "not here" in answer.text


def test_pages_load_nothing_from_elsewhere(client: FlaskClient) -> None:
    answer = client.get("/")
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'self'")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    addresses = re.findall(r'(?:href|src)="(/static/[^"]+)"', answer.text)
    assert addresses
    for address in addresses:
        assert client.get(address).status_code == 200


def test_all_games_stand_side_by_side(client: FlaskClient) -> None:
    page = client.get("/rules").text
    for game in GAMES:
        assert f'href="/rules/{game.slug}"' in page
    assert "70 to 120 by 5" in page
    assert "5 to 125 by 5" in page


def test_a_search_shows_the_answer_itself(client: FlaskClient) -> None:
    page = client.get("/rules?q=the+other+side+reneged&game=original").text
    assert "loses the full bid" in page
    assert "No rules for" in client.get("/rules?q=xylophone").text
    assert "&lt;script&gt;" in client.get("/rules?q=<script>").text


def test_one_question_across_games(client: FlaskClient) -> None:
    page = client.get("/rules/ask/lead").text
    for game in GAMES:
        assert game.name in page
    assert client.get("/rules/ask/weather").status_code == 404


def test_a_rule_names_its_option_as_the_form_does(client: FlaskClient) -> None:
    assert "The option “Tied for most cards” changes it" in client.get("/rules/tuxedo").text
    for game in GAMES:
        page = client.get(f"/rules/{game.slug}").text
        said = set(re.findall(r"The option “([^”]+)” changes it", page))
        assert said <= {option.label for option in game.options}
