"""The finish page: winner, ranking with shared places, chart, moments."""

from __future__ import annotations

import json
import re
from typing import Any

from flask.testing import FlaskClient

from tests.web.table.test_table import text_of

NAMES = ["Ruth", "Dale", "Ann", "Wayne"]
#: Ruth & Ann 290, Dale & Wayne 315.
HANDS = [
    {"bidder": 0, "bid": 85, "trump": "red", "captured": [95, 25]},
    {"bidder": 1, "bid": 95, "trump": "green", "captured": [45, 75]},
    {"bidder": 3, "bid": 80, "trump": "black", "captured": [15, 105]},
    {"bidder": 1, "bid": 100, "trump": "yellow", "captured": [35, 85]},
    {"bidder": 3, "bid": 105, "trump": "red", "captured": [0, 120]},
    {"bidder": 3, "bid": 90, "trump": "black", "captured": [5, 115]},
    {"bidder": 2, "bid": 95, "trump": "green", "captured": [95, 25]},
    {"bidder": 3, "bid": 120, "trump": "red", "captured": [0, 120]},
]


def imported(
    client: FlaskClient, facts: list[dict[str, Any]], players: list[str] = NAMES, game: str = "original", **options: Any
) -> str:
    """The address of a game that was written down before."""
    record = {"format": "rook-record/1", "game": game, "players": players, "hands": facts}
    text = json.dumps(record | ({"options": options} if options else {}))
    answer = client.post("/import", data={"text": text})
    assert answer.status_code == 303, text_of(answer.text)
    return str(answer.headers["Location"])


def test_the_winners_and_how_they_won(client: FlaskClient) -> None:
    page = client.get(imported(client, HANDS)).text
    words = text_of(page)
    for text in (
        "Dale & Wayne win! 315 Dale & Wayne 290 Ruth & Ann They led only once: at the end.",
        "Biggest hand: Wayne, 105 on red +120",
        "Comeback: behind after hand 4 255",
        "Most sets: Dale, hands 2 and 4 2",
        "Rematch",
        "All hands",
        "8 hands",
    ):
        assert text in words
    assert "Lead changes" not in words


def test_the_chart_has_labels_and_the_target(client: FlaskClient) -> None:
    page = client.get(imported(client, HANDS)).text
    chart = re.search(r'<svg class="chart" .*?</svg>', page, re.DOTALL)
    assert chart
    assert 'aria-label="Running totals over 8 hands. At the end: Ruth &amp; Ann 290, Dale &amp; Wayne 315."' in chart[0]
    labels = re.findall(r"<text[^>]*>([^<]+)</text>", chart[0])
    assert labels == ["0", "100", "200", "300", "1", "2", "3", "4", "5", "6", "7", "8", "Hand", "290", "315"]
    assert chart[0].count("<polyline") == 2
    assert '<line class="goal"' in chart[0]


def test_sixty_hands_have_few_numbers(client: FlaskClient) -> None:
    hands = [{"bidder": 0, "bid": 70, "trump": "red", "captured": [75, 45]}] * 60
    page = client.get(imported(client, hands, hands=60)).text
    chart = re.search(r'<svg class="chart" .*?</svg>', page, re.DOTALL)
    assert chart
    labels = re.findall(r'<text[^>]*text-anchor="middle">([^<]+)</text>', chart[0])
    assert labels == ["10", "20", "30", "40", "50", "60"]
    assert "Target" not in page


def test_a_game_of_one_hand_has_no_chart(client: FlaskClient) -> None:
    page = client.get(imported(client, [{"winner": 2}], game="donkey")).text
    assert "Ann wins!" in page
    assert 'class="chart"' not in page
    assert "Key moments" not in page
    assert "1 hand<" in page


def test_an_individual_game_is_ranked_and_ties_share_a_place(client: FlaskClient) -> None:
    """Flip, six hands, the lowest wins: Ann 6, Ruth 18, Dale and Wayne 57."""
    hands = [{"captured": [3, 12, 1, 7]}, {"captured": [3, 7, 1, 12]}] * 3
    words = text_of(client.get(imported(client, hands, game="flip")).text)
    assert "Ann wins!" in words
    assert "1 Ann 6 2 Ruth 18 3 Dale 57 3 Wayne 57" in words


def test_a_shared_win(client: FlaskClient) -> None:
    hands = [{"captured": [2, 2, 7, 12]}] * 6
    words = text_of(client.get(imported(client, hands, game="flip")).text)
    assert "Ruth and Dale share the win!" in words
    assert "1 Ruth 12 1 Dale 12 3 Ann 42 4 Wayne 72" in words


def test_a_rematch_keeps_the_seats(client: FlaskClient) -> None:
    url = imported(client, HANDS)
    answer = client.post(f"{url}/rematch")
    record = client.get(f"{answer.headers['Location']}/record.json").json
    assert record["players"] == NAMES
    assert record["hands"] == []
