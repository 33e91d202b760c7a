"""Sixty arguments as people have them at the table, each with its answer, typed from the sources and their gaps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask.testing import FlaskClient

from scorekeeper.judge.disputes import Case, Ruling, Situation, settle, situations
from scorekeeper.rulebook import Rule, rule, search_groups
from scorekeeper.rules import BY_SLUG, GAMES
from scorekeeper.rules.fields import Choice
from scorekeeper.rules.game import Game
from tests.rows import each_row

PRINTED, OURS = "printed", "ours"

#: Words that people type, the rule that answers, whether it is printed, and what the answer says.
ARGUMENTS: list[tuple[str, str, str, tuple[str, ...]]] = [
    # The draw and the deal.
    ("we drew the same number, who deals", "original.draw-tie", OURS, ("draw again",)),
    ("same card in the draw", "cordova.draw-tie", OURS, ("draw again",)),
    ("a 10 was exposed in the deal", "original.misdeal", PRINTED, ("Always for a 10", "same dealer")),
    ("a 7 was shown in the deal", "original.misdeal", PRINTED, ("only if a player asks",)),
    ("misdeal", "regular.misdeal", PRINTED, ("fewer than three tricks", "left of the dealer")),
    ("misdeal found after three tricks", "regular.misdeal-late", PRINTED, ("40", "nobody else")),
    ("misdeal found after three tricks", "boston.misdeal-late", OURS, ("nothing", "exactly its bid")),
    ("what is a misdeal", "booklet.misdeal-what", OURS, ("too many or too few",)),
    ("card shown in the deal", "display.shown-in-deal", OURS, ("before the first bid",)),
    ("misdeal", "club.misdeal", OURS, ("same dealer", "Nobody scores")),
    ("misdeal", "tuxedo.misdeal", OURS, ("same dealer",)),
    ("a card is missing", "flip.missing-card", OURS, ("player who is short", "doesn't count")),
    ("we lost a card, the deck is short", "original.missing-card", OURS, ("doesn't count",)),
    # The bidding.
    ("he bid out of turn", "original.bid-out-of-turn", OURS, ("No.", "bid again in turn")),
    ("bid out of turn", "boston.bid-out-of-turn", OURS, ("No.",)),
    ("bid was too low", "regular.bid-too-low", OURS, ("doesn't count", "passes")),
    ("can I take back my bid", "display.change-bid", OURS, ("slip of the tongue",)),
    ("can I change the trump", "original.change-trump", OURS, ("No.",)),
    ("can I change the trump", "boston.trump", PRINTED, ("cannot be changed",)),
    ("can I bid again after I passed", "boston.pass-again", PRINTED, ("No.", "final")),
    ("can I bid again after passing", "booklet.pass-again", OURS, ("Yes.", "not final")),
    ("four passes, nobody bids", "original.passed-out", OURS, ("Nobody scores",)),
    # The nest.
    ("wrong number of cards in the kitty", "original.nest-size", PRINTED, ("40",)),
    ("wrong number of cards in the nest", "boston.nest-size", OURS, ("no penalty is printed",)),
    ("counter left in the nest", "regular.nest-counter", OURS, ("the bid and 20 more",)),
    ("take a card back from the nest", "original.nest-take-back", OURS, ("until the first card is led",)),
    ("he looked at the kitty", "original.nest-look", OURS, ("No.", "new deal")),
    # The play.
    ("he played out of turn", "original.out-of-turn", OURS, ("exposed card", "complete trick stands")),
    ("out of turn", "regular.out-of-turn", OURS, ("goes back", "everyone has played")),
    ("wrong player led", "high14.lead-out-of-turn", OURS, ("right player leads", "stands")),
    ("led out of turn", "boston.lead-out-of-turn", OURS, ("right player leads",)),
    ("exposed card", "original.exposed-card", OURS, ("first time the rules allow", "40")),
    ("exposed card", "regular.exposed-card", OURS, ("No.",)),
    ("I dropped a card on the table", "boston.exposed-card", OURS, ("stays face up",)),
    ("she claims the rest of the tricks", "regular.claim", OURS, ("No.", "play it out")),
    ("can we look at the tricks", "original.review", PRINTED, ("latest one",)),
    ("can we look at the tricks", "booklet.review", OURS, ("latest one",)),
    ("a renege in time, can the others change their cards", "original.misplay-repair", OURS, ("Yes", "after it")),
    ("renege found too late", "original.misplay", PRINTED, ("full bid", "no matter which side")),
    ("renege found too late", "regular.misplay", PRINTED, ("40",)),
    ("two reneges in one hand", "original.two-misplays", OURS, ("pays once", "neither scores")),
    ("they reneged twice", "display.two-misplays", OURS, ("pays once",)),
    ("table talk", "original.table-talk", PRINTED, ("40",)),
    ("table talk", "club.table-talk", OURS, ("No penalty is printed",)),
    ("he drew out of turn", "club.out-of-turn", OURS, ("right player goes",)),
    ("I showed a card by mistake", "cribbage.exposed-card", OURS, ("No.",)),
    # The dummy.
    ("dummy laid down too soon", "boston.dummy-early", OURS, ("stays down", "no points")),
    ("dummy gives advice", "display.dummy-advice", OURS, ("No", "only watch")),
    ("played from the wrong hand", "display.wrong-hand", OURS, ("goes back",)),
    ("the dummy reneged, who pays", "boston.dummy-misplay", OURS, ("side that plays the dummy", "40")),
    # Club Rook.
    ("club freeze", "club.stop-cards", PRINTED, ("blocks the pile", "3")),
    ("first play was too small", "club.opening-short", OURS, ("take the cards back",)),
    ("illegal meld on the table", "club.illegal-meld", OURS, ("back into their player's hand",)),
    ("took the pile wrongly", "club.wrong-pile", OURS, ("Put it back",)),
    ("can I replace a wild card", "club.move-wild", OURS, ("No.",)),
    ("join two runs", "club.join-runs", OURS, ("Yes",)),
    ("drew too many cards", "club.wrong-draw", OURS, ("unseen",)),
    ("forgot to discard", "club.no-discard", OURS, ("right away",)),
    ("discarded a Rook card", "club.rook-discarded", OURS, ("lay it on the table",)),
    # The small games.
    ("who goes on after a doubt", "doubt.after-doubt", OURS, ("next number",)),
    ("can I doubt late", "doubt.late-doubt", OURS, ("No.",)),
    ("two doubted at once", "doubt.two-doubters", OURS, ("first to speak",)),
    ("wrong sum called", "cribbage.wrong-sum", OURS, ("cards decide",)),
    ("I forgot my points", "cribbage.missed-points", OURS, ("No.",)),
    ("the player who starts has no cards", "cribbage.start-empty", OURS, ("next player to the left",)),
    ("I slapped the wrong card", "tens.wrong-slap", OURS, ("Nothing",)),
    ("two with four alike at once", "donkey.two-at-once", OURS, ("first to lay",)),
    ("dealt four of a number", "donkey.dealt-four", OURS, ("Yes.",)),
    ("only two players from the start", "everlasting.two-players", OURS, ("five piles",)),
    ("must I capture if I can", "tuxedo.must-capture", OURS, ("Yes",)),
    # The score.
    ("wrong total found later", "original.wrong-total", OURS, ("Yes", "correct the hand")),
    ("we added wrong", "cribbage.wrong-total", OURS, ("Yes",)),
]


def name(row: tuple[str, str, str, tuple[str, ...]]) -> str:
    return f"{row[1]}: {row[0]}"


def test_there_are_sixty_of_them_and_they_touch_every_game() -> None:
    assert len(ARGUMENTS) >= 60
    printed = {game.slug for game in GAMES if game.source in ("000", "001", "002", "003", "004")}
    assert {row[1].partition(".")[0] for row in ARGUMENTS} == printed


@each_row("row", ARGUMENTS, ids=name)
def test_an_argument_has_its_answer(row: tuple[str, str, str, tuple[str, ...]]) -> None:
    _, cited, origin, facts = row
    entry = rule(cited)
    assert entry.ask
    assert (entry.kind == "ruling") == (origin == OURS)
    assert entry.reason or origin == PRINTED
    assert entry.heading or origin == OURS
    for fact in facts:
        assert fact in entry.verdict


@each_row("row", ARGUMENTS, ids=name)
def test_people_find_it_in_their_own_words(row: tuple[str, str, str, tuple[str, ...]]) -> None:
    words, cited, _, _ = row
    groups = search_groups(words, [cited.partition(".")[0], "original"])
    assert cited in [group.rule.name for group in groups[:3]]


#: Games in which each of the shared answers must stand.
TRICKS = "regular booklet original boston display cordova high14 flip"
BIDS = "regular booklet original boston display"
EVERYWHERE = f"{TRICKS} club tuxedo doubt cribbage everlasting tens donkey"
SHARED = {
    "draw-tie": f"{TRICKS} club tuxedo doubt cribbage everlasting",
    "misdeal": EVERYWHERE,
    "missing-card": EVERYWHERE,
    "wrong-total": EVERYWHERE,
    "out-of-turn": f"{TRICKS} club tuxedo doubt cribbage everlasting tens",
    "lead-out-of-turn": TRICKS,
    "exposed-card": f"{TRICKS} club tuxedo doubt cribbage",
    "claim": TRICKS,
    "misplay-repair": TRICKS,
    "review": TRICKS,
    "two-misplays": BIDS,
    "bid-out-of-turn": f"{BIDS} cordova",
    "bid-too-low": f"{BIDS} cordova",
    "change-bid": f"{BIDS} cordova",
    "change-trump": "regular booklet original display cordova",
    "nest-take-back": "regular booklet original",
    "nest-look": "regular booklet original",
    "misdeal-what": "regular booklet boston display",
    "shown-in-deal": "regular booklet boston display",
    "dummy-early": "boston display",
    "dummy-advice": "boston display",
    "wrong-hand": "boston display",
    "dummy-misplay": "boston display",
    "nest-size": BIDS,
}


@each_row(("id_", "games"), SHARED.items())
def test_an_answer_is_in_every_game_it_affects(id_: str, games: str) -> None:
    for game in games.split():
        entry: Rule = rule(f"{game}.{id_}")
        assert entry.ask
        assert entry.verdict


@each_row("game", ["regular", "booklet", "boston", "display"])
def test_the_option_that_changes_an_answer_is_named(game: str) -> None:
    assert rule(f"{game}.two-misplays").option == "misplay_bid"
    assert rule("display.dummy-misplay").option == rule("boston.dummy-misplay").option == "misplay_bid"


def answered(asked: Situation, case: Case, answers: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every way to answer the choices of a situation away from a table."""
    for question in asked.questions(case, answers):
        if isinstance(question, Choice) and question.key not in answers:
            for value in question.choices:
                yield from answered(asked, case, answers | {question.key: value})
            return
    yield answers


@each_row("game", GAMES, ids=lambda game: game.slug)
def test_every_ruling_cites_its_rules(game: Game) -> None:
    setting, play = game.setting(4 if 4 in game.players else game.players[0], game.defaults)
    case = Case(setting, play)
    for asked in situations(case):
        for answers in answered(asked, case, {}):
            ruling = settle(asked, case, answers)
            for cited in (ruling.rule, *ruling.also) if isinstance(ruling, Ruling) else ():
                assert rule(cited).game == game.slug


def test_a_table_without_names_reads_the_answer_on_its_page(client: FlaskClient) -> None:
    page = client.get("/settle/boston/rule/dummy-advice").text
    assert "Our ruling." in page
    assert "only watch" in page
    results = client.get("/settle/original?q=exposed+card").text
    starts = results.partition("Disputes</h2>")[2].partition("</ul>")[0]
    assert "A card was exposed in play" in starts.partition("</li>")[0]
    assert "the first time the rules allow it" in results
    assert "Somebody bid out of turn" in client.get("/settle/boston?q=out+of+turn").text


@each_row("slug", ["cordova", "high14", "flip"])
def test_a_game_without_the_rook_card_never_asks_about_it(slug: str) -> None:
    game = BY_SLUG[slug]
    setting, play = game.setting(4, game.defaults)
    case = Case(setting, play)
    assert not [words for asked in situations(case) for words, _ in asked.starts if "Rook card" in words]
    (misplay,) = [asked for asked in situations(case) if asked.id == "no-follow"]
    ruling = settle(misplay, case, {})
    assert isinstance(ruling, Ruling)
    assert "Our suggestion, which is not a printed rule" in ruling.effect
