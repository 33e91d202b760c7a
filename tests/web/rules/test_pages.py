"""The start page and the rulebook's pages."""

from __future__ import annotations

import re

from flask.testing import FlaskClient

from scorekeeper.rulebook import chapter
from scorekeeper.rules import GAMES
from tests.rows import each_row


def test_the_start_page_lists_every_game(client: FlaskClient) -> None:
    page = client.get("/").text
    for game in GAMES:
        assert f'href="/new/{game.slug}"' in page
        assert game.name in page


@each_row("slug", [game.slug for game in GAMES])
def test_a_chapter_shows_every_rule_with_its_own_link(client: FlaskClient, slug: str) -> None:
    page = client.get(f"/rules/{slug}").text
    for rule in chapter(slug).rules:
        assert f'id="{rule.id}"' in page
    assert ("Our ruling." in page) == any(rule.kind == "ruling" for rule in chapter(slug).rules)


@each_row("path", ["/rules/whist", "/nowhere", "/rules/../secret"])
def test_missing_things_say_so(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "Page not found" in answer.text


def test_pages_load_nothing_from_elsewhere(client: FlaskClient) -> None:
    answer = client.get("/")
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'self'")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    addresses = re.findall(r'(?:href|src)="(/static/[^"]+)"', answer.text)
    assert addresses
    for address in addresses:
        assert client.get(address).status_code == 200


def test_all_games_are_side_by_side(client: FlaskClient) -> None:
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


def test_a_search_names_the_games_that_share_a_rule(client: FlaskClient) -> None:
    page = client.get("/rules?q=who+leads").text
    first = page.partition('class="card found"')[2].partition("</li>")[0]
    assert 'href="/rules/original#lead"' in first
    assert "Same answer in Regular Rook; Rook, ten-games booklet." in first or (
        "Same answer in Rook, ten-games booklet; Regular Rook." in first
    )
    assert "Different answer in" in first
    assert "Boston Rook" in first
    assert 'href="/rules/ask/lead"' in first


@each_row("question", ["shoot the moon", "180 points"])
def test_a_house_rule_is_called_one_and_nothing_else_is_shown(client: FlaskClient, question: str) -> None:
    for address in ("/rules", "/settle/original"):
        page = client.get(address, query_string={"q": question}).text
        assert "That is a house rule" in page
        assert 'class="card found"' not in page


def test_equal_answers_share_a_card(client: FlaskClient) -> None:
    page = client.get("/rules/ask/pass").text
    card = page.partition("No. A pass is final for that hand.")[2].partition("</li>")[0]
    for slug in ("original", "boston", "display", "regular"):
        assert f'href="/rules/{slug}#pass-again"' in card
    assert "/rules/booklet" not in card
    assert "<table" not in page
    assert "<table" not in client.get("/rules").text


PAGES = ["/rules", "/rules?q=renege", "/rules/original", "/rules/ask/lead", "/settle", "/settle/original", "/api"]
PAGES += ["/settle/original?q=kitty", "/settle/original/table-talk?by=0", "/settle/original/rule/tie", "/nowhere"]


@each_row("path", PAGES)
def test_links_name_their_target(client: FlaskClient, path: str) -> None:
    page = client.get(path).text
    assert "§" not in page
    assert 'aria-label="Main"' in page
    assert "css/app.css" in page
    assert "css/base.css" not in page


def test_the_api_page_is_called_so(client: FlaskClient) -> None:
    assert '<h1 class="gap">Developer API</h1>' in client.get("/api").text


def test_one_question_across_games(client: FlaskClient) -> None:
    page = client.get("/rules/ask/lead").text
    for game in GAMES:
        assert game.name in page
    assert client.get("/rules/ask/weather").status_code == 404


def test_a_rule_names_its_option_as_the_form_does(client: FlaskClient) -> None:
    assert "The option “Tied for most cards” changes it" in client.get("/rules/tuxedo").text
    for game in GAMES:
        page = client.get(f"/rules/{game.slug}").text
        labels = set(re.findall(r"The option “([^”]+)” changes it", page))
        assert labels <= {option.label for option in game.options}
