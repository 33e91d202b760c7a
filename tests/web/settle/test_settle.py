"""Disputes over HTTP: every situation of every game answers, and nonsense gets a clear page."""

from __future__ import annotations

from html import unescape

from flask.testing import FlaskClient

from scorekeeper.judge.disputes import SITUATIONS, Case, situations
from scorekeeper.rulebook import disputed_rules
from scorekeeper.rules import BY_SLUG
from scorekeeper.rules.game import Game
from scorekeeper.web.rules.views import rule_at_table
from tests.budget import IS_WHOLE
from tests.rows import each_row
from tests.web.settle.settled_rows import bid_of
from tests.web.table.test_table import HANDS, NAMES, Facts, Phone, text_of
from tests.web.test_hostile import HUGE, clear

NONSENSE = ("x", "-1", "99", "9" * 20, "null", "[]", "pass", "1e3", "²", "\0", "red 99", "<b>", "9" * 500)
#: Every question of every situation, and its rows where it is a list.
KEYS = ("when", "by", "duty", "shown", "misdeal", "bidder", "bid", "trump", "dealer", "leader", "cards", "cards[0]")
KEYS += ("cards[1]", "led", "hand", "hand[0]", "played", "calls", "calls[0]", "calls[0][0]", "meld.set", "meld.natural")
KEYS += ("meld.run", "meld.from", "meld.to", "going_out", "score", "side", "melds[0].set", "melds[0].natural", "card")
KEYS += ("table[0]", "total-0", "total-1", "hands", "points", "why", "captured[0]", "captured[0].5", "tricks[0]")
KEYS += ("counters-0", "counters-1", "tricks-0", "tricks-1", "passed_out", "put", "drop", "out", "left[0]", "pegged[0]")
#: What opens the questions behind the first one.
OPENERS: list[Facts] = [
    {},
    {"when": "late", "by": "0"},
    {"when": "late", "by": "1", "duty": "led", "trump": "red"},
    {"misdeal": "5", "when": "after"},
]


def case_of(game: Game, players: int = 4) -> Case:
    return Case(*game.setting(players, game.defaults))


@each_row("slug", list(BY_SLUG))
def test_every_situation_answers_away_from_a_table(client: FlaskClient, slug: str) -> None:
    assert client.get("/settle").status_code == 200
    page = client.get(f"/settle/{slug}").text
    for situation in situations(case_of(BY_SLUG[slug])):
        assert f"/settle/{slug}/{situation.id}" in page
        for words, answers in situation.starts:
            assert words in text_of(page)
            answer = client.get(f"/settle/{slug}/{situation.id}", query_string=dict(answers))
            clear(answer, 200)
            assert 'class="faults"' not in answer.text, text_of(answer.text)


@each_row("state", ["before", "bid", "done"])
@each_row("slug", list(BY_SLUG))
def test_every_situation_answers_at_a_table(client: FlaskClient, slug: str, state: str) -> None:
    phone = Phone(client, slug, NAMES)
    if state == "bid" and "bid" in HANDS[slug][0]:
        assert phone.save(bid_of(slug)).status_code == 303
    if state == "done":
        assert phone.play(HANDS[slug][0]).status_code == 303
    page = client.get(f"{phone.url}/settle").text
    for situation in situations(case_of(BY_SLUG[slug])):
        assert f"/settle/{situation.id}" in page
        for _, answers in situation.starts:
            answer = client.get(f"{phone.url}/settle/{situation.id}", query_string=dict(answers))
            clear(answer, 200)
            assert 'class="faults"' not in answer.text, text_of(answer.text)


@each_row("slug", list(BY_SLUG))
def test_every_rule_that_is_asked_has_a_page(client: FlaskClient, slug: str) -> None:
    phone = Phone(client, slug, NAMES)
    setting = case_of(BY_SLUG[slug]).setting
    for rule in disputed_rules(slug):
        for address, verdict in (
            (f"/settle/{slug}/rule/{rule.id}", rule.verdict),
            (f"{phone.url}/settle/rule/{rule.id}", rule_at_table(rule, setting).verdict),
        ):
            answer = client.get(address)
            clear(answer, 200)
            assert rule.ask in text_of(answer.text)
            assert verdict in text_of(answer.text)


def test_a_ruling_is_next_to_its_question(client: FlaskClient) -> None:
    """An answer that starts with Yes says nothing without its question."""
    phone = Phone(client, "original", NAMES)
    for address, question in (
        ("/settle/original/rule/nest-counters", "Can I bury counters in the nest?"),
        (f"{phone.url}/settle/rule/nest-counters", "Can I bury counters in the nest?"),
        (f"{phone.url}/settle/table-talk?by=0", "Somebody talked about the cards"),
    ):
        plate = client.get(address).text.partition('<article class="plate')[2].partition("</article>")[0]
        assert question in plate
        assert plate.index(question) < plate.index('id="verdict"')


@each_row(
    ("question", "words"),
    [
        ("renig", "Somebody didn't follow suit, noticed too late"),
        ("kiddy", "The nest has the wrong number of cards"),
        ("misdeel", "The cards were misdealt"),
        ("who takes the trick", "Whose trick is it?"),
    ],
)
def test_disputes_are_searched_by_the_tables_words(client: FlaskClient, question: str, words: str) -> None:
    page = unescape(client.get("/settle/original", query_string={"q": question}).text)
    matching = page.partition("<h2>Disputes</h2>")[2].partition("</ul>")[0]
    assert words in matching


def test_the_game_is_not_asked_for_at_a_table(client: FlaskClient) -> None:
    phone = Phone(client, "original", NAMES)
    page = client.get(f"{phone.url}/settle").text
    bar = page.partition('aria-label="This game"')[2].partition("</nav>")[0]
    for address in (phone.url, f"{phone.url}/settle", f"{phone.url}/rules", f"{phone.url}/share"):
        assert f'href="{address}"' in bar
    assert 'href="/settle"' not in page
    assert 'href="/settle"' in client.get("/settle/original").text


@each_row("slug", list(BY_SLUG))
def test_situations_of_other_games_are_not_found(client: FlaskClient, slug: str) -> None:
    phone = Phone(client, slug, NAMES)
    own = {entry.id for entry in situations(case_of(BY_SLUG[slug]))}
    for situation in [*(entry.id for entry in SITUATIONS if entry.id not in own), "nonsense"]:
        clear(client.get(f"/settle/{slug}/{situation}"), 404)
        clear(client.get(f"{phone.url}/settle/{situation}"), 404)
        clear(client.post(f"{phone.url}/settle/{situation}", data={"token": "t"}), 404)
    clear(client.get(f"/settle/{slug}/rule/nonsense"), 404)
    clear(client.get(f"{phone.url}/settle/rule/nonsense"), 404)
    clear(client.get("/settle/nonsense"), 404)


@each_row("slug", list(BY_SLUG))
def test_nonsense_gets_a_clear_page_and_changes_nothing(client: FlaskClient, slug: str) -> None:
    phone = Phone(client, slug, NAMES)
    if "bid" in HANDS[slug][0]:
        assert phone.save(bid_of(slug)).status_code == 303
    before = phone.record()
    for turn, situation in enumerate(situations(case_of(BY_SLUG[slug]))):
        for shift, opener in enumerate(OPENERS if IS_WHOLE else [OPENERS[turn % len(OPENERS)]], turn):
            answers = {key: NONSENSE[(index + 3 * shift) % len(NONSENSE)] for index, key in enumerate(KEYS)} | opener
            for address in (f"/settle/{slug}/{situation.id}", f"{phone.url}/settle/{situation.id}"):
                clear(client.get(address, query_string=answers, follow_redirects=True), 200)
            answer = client.post(f"{phone.url}/settle/{situation.id}", data=answers | {"token": "t", "apply": "yes"})
            if answer.status_code != 303:
                clear(answer, 422)
    assert phone.record() == before


@each_row("slug", ["original", "boston", "display", "regular"])
def test_one_wrong_answer_at_a_time(client: FlaskClient, slug: str) -> None:
    """Each question alone, for those that come only after the others."""
    phone = Phone(client, slug, NAMES)
    late = OPENERS[1] | OPENERS[3]
    for situation in situations(case_of(BY_SLUG[slug])):
        for key in ("by", "bidder", "bid", "trump", "counters-1", "tricks-1", "misdeal", "when", "calls[0]"):
            clear(client.get(f"{phone.url}/settle/{situation.id}", query_string=late | {key: "99"}), 200)


@each_row(
    ("players", "dealer", "calls", "words"),
    [
        ("6", "5", ["5", "pass", "pass"], "Player 3 is next"),
        ("3", "1", ["5", "pass", "pass"], "Player 2 won it at 5"),
        ("3", "3", ["5"], "Who deals"),
        ("99", "x", ["5"], "Number of players"),
    ],
)
def test_an_auction_of_so_many_away_from_a_table(
    client: FlaskClient, players: str, dealer: str, calls: list[str], words: str
) -> None:
    answers = {"players": players, "dealer": dealer} | {f"calls[{row}]": call for row, call in enumerate(calls)}
    answer = client.get("/settle/regular/auction", query_string=answers)
    clear(answer, 200)
    assert words in text_of(answer.text)


WRONG = [
    ("original", "table-talk", {"by": "99"}, "Seats are numbered"),
    ("original", "misplay", {"when": "late", "by": "0", "counters-1": "x"}, "not a whole number"),
    ("original", "misplay", {"when": "late", "by": "0", "counters-1": "125"}, "can't be 125"),
    ("display", "misdeal", {"misdeal": "5", "bidder": "99"}, "Seats are numbered"),
    ("regular", "misdeal", {"misdeal": "99999"}, "can't be 99999"),
    ("regular", "trick", {"trump": "red", "cards[0]": "blue 5"}, "not a card in this game"),
    ("regular", "trick", {"trump": "red", "cards[0]": "red 5", "cards[1]": "red 5"}, "listed twice"),
    ("original", "follow", {"trump": "red", "led": "red 5", "hand[0]": "red 5", "played": "red 5"}, "was led"),
    ("cribbage", "fifteens", {f"cards[{row}]": "5" for row in range(5)}, "more than 4"),
    ("tuxedo", "capture", {"card": "15"}, "can't be 15"),
    ("original", "agreed", {"side": "0", "points": "many", "why": "tea"}, "not a whole number"),
    ("original", "auction", {"calls[0]": "125"}, "too high"),
]


@each_row(("slug", "situation", "answers", "words"), WRONG)
def test_a_wrong_answer_gets_a_message(
    client: FlaskClient, slug: str, situation: str, answers: Facts, words: str
) -> None:
    phone = Phone(client, slug, NAMES)
    answer = client.get(f"{phone.url}/settle/{situation}", query_string=answers)
    clear(answer, 200)
    assert words in text_of(answer.text)


@each_row("number", ["99", "0", "-1", "x", HUGE])
def test_a_hand_that_is_not_there(client: FlaskClient, number: str) -> None:
    phone = Phone(client, "original", NAMES)
    phone.play(HANDS["original"][0])
    for answer in (
        client.get(f"{phone.url}/settle?hand_number={number}"),
        client.get(f"{phone.url}/settle/table-talk?hand_number={number}"),
        client.post(f"{phone.url}/settle/table-talk", data={"hand_number": number, "by": "0", "token": "t"}),
    ):
        if answer.status_code != 303:
            clear(answer, 200, 404)
    assert phone.record()["hands"] == [HANDS["original"][0]]
