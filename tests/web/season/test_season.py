"""Pages of a season: figures that open down to the rule, settings by touch, roles."""

from __future__ import annotations

import datetime as dt
import re

import pytest

from scorekeeper.store import db
from scorekeeper.web.season import standings_view
from scorekeeper.web.season.views import names_of
from tests.web.club_pages import Person, page_text
from tests.web.winter_season import Club, key


def test_a_figure_opens_down_to_the_rule(club: Club) -> None:
    organizer = club.organizer
    page = organizer.text(club.path)
    # Ann won three games; Dot one with her in the last.
    assert re.search(r"1 Ann = , same place 2 nights, 3 games, 3 won 3 ", page)
    assert "Last 3 games: won, won, won" in organizer.get(club.path).text
    assert "Jan 1 to Dec 31, 2026" in page
    ann = organizer.text(f"{club.path}/who/{key(club, 'Ann')}")
    assert "1st 3 3 wins. 2 nights, 3 games, 3 won" in ann
    assert re.search(r"Rating [\d.]+ ± [\d.]+, provisional", ann)
    assert "Jan 13, 2026 1 Club night Ann & Cal 360 Ben & Dot 0" in ann
    assert "Jan 20, 2026 2 Second night" in ann
    event = re.search(rf"{re.escape(club.path)}/nights/[\w-]+", organizer.get(club.path).text)
    assert event
    assert "Round 1 Ann & Ben 360 Cal & Dot 0" in organizer.text(event[0])
    game = organizer.text(f"{club.path}/games/{club.games[0]}")
    assert "Ann & Cal won" in game
    hand = organizer.get(f"{club.path}/games/{club.games[0]}/hand/1")
    assert "Bid 70, captured 120: made" in page_text(hand)
    assert "/rules/original#made" in hand.text
    assert "Next hand" in page_text(hand)
    assert "Previous hand" not in page_text(hand)
    assert f"{club.path}/games/{club.games[0]}/hand/2" in hand.text


def test_partnerships_come_from_the_same_results(club: Club) -> None:
    page = club.organizer.text(f"{club.path}?of=pairs")
    assert re.search(r"Ann & Cal (= , same place|[↑↓]\d , (up|down) \d) 1 night, 1 game, 1 won", page), page
    assert "Eve & Fay , new 1 night, 1 game, 0 won" in page


def test_a_long_table_begins_with_its_first_rows(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standings_view, "FIRST_ROWS", 2)
    page = club.organizer.get(f"{club.path}?of=pairs").text
    whole = club.organizer.get(f"{club.path}?of=pairs&show=all").text
    # Rows of standings, not the nights of the race.
    rows = re.compile(r'<th scope="row">(?!\d)')
    # Ann & Cal, Ben & Dot, Ann & Ben, Cal & Dot, Ann & Dot and Eve & Fay have played.
    assert (len(rows.findall(page)), len(rows.findall(whole))) == (2, 6)
    assert 'href="?of=pairs&amp;show=all">Show all 6 partnerships<' in page
    assert "Show all" not in whole
    club.organizer.post(f"{club.path}/share", on="on")
    db.session.expire_all()
    public = f"/s/{club.row().public_key}"
    assert [len(rows.findall(club.organizer.get(path).text)) for path in (public, f"{public}?show=all")] == [4, 12]


def test_visitors_see_their_own_row_below_the_top(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standings_view, "FIRST_ROWS", 2)
    rows = standings_view.page_rows(None, key(club, "Fay"))
    view = standings_view.recent_view(club.row(), "players", names_of(club.row()), rows)
    assert view.rows[0].name == "Ann"
    assert ([row.name for row in view.rows][2:], view.size) == (["Fay"], 6)


def test_why_says_what_decided(club: Club) -> None:
    text = club.organizer.text(f"{club.path}/why?one={key(club, 'Ann')}&other={key(club, 'Eve')}")
    assert "Ann is ahead of Eve: Ann has 3 wins, Eve 0 wins." in text
    # Ben and Cal: one win each, they met twice and won once each, lost as high as they won, and never bid.
    text = club.organizer.text(f"{club.path}/why?one={key(club, 'Cal')}&other={key(club, 'Ben')}")
    assert "Ben and Cal are tied: both have 1 win" in text
    assert club.organizer.status(f"{club.path}/why?one=999&other=998") == 404


def test_anybody_can_be_compared_from_the_own_page(club: Club) -> None:
    page = club.organizer.get(f"{club.path}/who/{key(club, 'Ann')}").text
    ann = key(club, "Ann")
    assert "Compare with someone else" in page
    for name in ("Ben", "Cal", "Dot", "Eve", "Fay"):
        link = f"{club.path}/why?one={ann}&amp;other={key(club, name)}"
        assert link in page
        # The answer keeps the two that were asked for.
        asked = club.organizer.get(link.replace("&amp;", "&")).text
        assert re.findall(r'value="(\d+)" selected', asked) == [ann, key(club, name)]
    assert f"other={ann}" not in page.partition("someone else")[2]


def test_a_members_page_links_to_the_standings(club: Club) -> None:
    people = f"/clubs/{club.company.club.id}/members"
    page = club.organizer.get(f"{people}/{key(club, 'Ann')}")
    assert "Standings Winter place 1" in " ".join(page_text(page).split())
    assert f"{club.path}/who/{key(club, 'Ann')}" in page.text
    # Hal has not played.
    assert "Standings" not in club.organizer.text(f"{people}/{key(club, 'Hal')}")


def test_an_event_without_a_game_is_none_of_the_season_s_yet(club: Club) -> None:
    made = club.company.event("2026-03-03", "Still to come")
    made.season_id = club.season
    db.session.commit()
    assert "2 nights, 3 games" in club.organizer.text(club.path)
    assert "Still to come" not in club.organizer.text(club.path)


def test_many_without_a_place_are_folded_but_printed(club: Club) -> None:
    scheme = {"minimum": "2", "nights": "", "counts": "wins", "starts": "2026-01-01", "ends": "2026-12-31"}
    assert club.organizer.post(f"{club.path}/edit", **form(**scheme)).status_code == 303
    # Six partnerships have one night each: where nobody has a place, nothing is folded.
    assert "Not ranked yet (fewer than 2 nights)" in club.organizer.text(f"{club.path}?of=pairs")
    third = club.company.event("2026-02-03")
    club.company.play(third, "Ann Ben Cal Dot")
    club.company.play(third, "Gus Eve Hal Ann", number=2)
    # Ann & Cal and Ben & Dot have two now; four of the others stay, and two are new.
    page = club.organizer.text(f"{club.path}?of=pairs")
    assert "6 not ranked yet" in page
    assert page.index("Ann & Cal") < page.index("6 not ranked") < page.index("Gus & Hal")
    printed = club.organizer.text(f"{club.path}/print")
    assert "6 not ranked" not in printed
    assert "Gus & Hal" in printed


def test_statistics_and_ratings(club: Club) -> None:
    text = club.organizer.text(f"{club.path}/statistics")
    assert "70 Highest bid made" in text
    assert "3 Most games won in a row Ann" in text
    assert "Ann 3 , still going" in text
    assert "Red 9" in text
    ladder = club.organizer.text(f"{club.path}/ladder")
    assert ladder.index("Ann") < ladder.index("Eve")
    assert "3 games, provisional" in ladder


def test_a_season_is_visible_only_through_its_own_club(club: Club) -> None:
    other = Person(club.app, "Zoe")
    theirs = other.create_club("Others")
    assert other.status(f"{theirs}/seasons/{club.season}") == 404
    assert other.post(f"{theirs}/seasons/{club.season}/close").status_code == 404


def form(**more: str) -> dict[str, str]:
    usual = {
        "name": "Spring",
        "starts": "2026-03-01",
        "ends": "2026-05-31",
        "counting": "date",
        "counts": "points",
        "bye": "1/2",
        "nights": "best 3",
        "minimum": "2",
        "points": "5,3,2,1",
        "cap": "100",
        "ties": "margin",
    }
    return usual | more


def test_the_form_makes_a_season(club: Club) -> None:
    base = f"/clubs/{club.company.club.id}/seasons/new"
    answer = club.organizer.post(base, **form())
    assert answer.status_code == 303, page_text(answer)
    text = club.organizer.text(answer.headers["Location"])
    for words in (
        "Game points:",
        "A bye adds ½ points.",
        "The best 3 nights count.",
        "You need 2 nights to be ranked.",
    ):
        assert words in text
    assert "Tie-breaks, in order: Margin." in text
    wrong = club.organizer.post(base, **form(ends="2025-01-01", counts="luck", name=" "))
    assert wrong.status_code == 422
    assert "The last day is before the first day" in page_text(wrong)
    assert "There is no scoring method “luck”" in page_text(wrong)
    assert "Enter a name." in page_text(wrong)


def test_a_game_in_the_list_counts_and_nothing_typed_is_lost(club: Club) -> None:
    base = f"/clubs/{club.company.club.id}/seasons/new"
    page = club.organizer.get(base).text
    # One form, so whatever is chosen in the list is sent with the rest.
    assert page.count('<select name="game"') == page.count(f'action="{base}"') == 1
    typed = form(name="Original only", bye="3", starts="2026-03-05", substitutes="absent", rules_of="", game="original")
    rules = club.organizer.post(base, **typed, show="rules")
    assert rules.status_code == 200
    for words in (
        'value="Original only"',
        'value="2026-03-05"',
        '<option value="3" selected>',
        'value="absent" checked',
    ):
        assert words in rules.text
    assert '<option value="original" selected>' in rules.text
    assert "Only games with these house rules count" in page_text(rules)
    answer = club.organizer.post(base, **typed)
    assert answer.status_code == 303
    assert "The Original ROOK" in club.organizer.text(answer.headers["Location"])


def test_house_rules_of_another_game_are_not_saved(club: Club) -> None:
    base = f"/clubs/{club.company.club.id}/seasons/new"
    answer = club.organizer.post(base, **form(rules_of="original", game="high14", fixed_options="on"))
    assert answer.status_code == 422
    assert "You chose another game. Check its house rules, then save again." in page_text(answer)
    assert 'name="rules_of" value="high14"' in answer.text
    assert "Spring" in answer.text


def test_ratings_say_the_figure_by_which_they_are_listed(club: Club) -> None:
    text = club.organizer.text(f"{club.path}/ladder")
    assert "Players are listed by the lower end of their bar" in text
    lower = [float(figure) for figure in re.findall(r"at least (-?[\d.]+), \d+ game", text)]
    assert len(lower) == 6
    assert lower == sorted(lower, reverse=True)


#: Wherever the server is, these are today, tomorrow or yesterday: they are 26 hours apart.
FAR_EAST, FAR_WEST = "840", "-720"


def test_dates_are_the_phone_s_and_not_the_server_s(club: Club) -> None:
    days = {}
    for offset in (FAR_EAST, FAR_WEST, "", "99999", "x"):
        club.organizer.client.set_cookie("utc_offset", offset)
        page = club.organizer.get(f"/clubs/{club.company.club.id}/nights/new?game=original").text
        date = re.search(r'name="date"[^>]*value="([\d-]+)"|value="([\d-]+)"[^>]*name="date"', page)
        assert date
        days[offset] = dt.date.fromisoformat(date[1] or date[2])
    utc = dt.datetime.now(dt.UTC)
    assert days[FAR_EAST] == (utc + dt.timedelta(hours=14)).date()
    assert days[FAR_WEST] == (utc - dt.timedelta(hours=12)).date()
    assert days[FAR_EAST] > days[FAR_WEST]
    assert {days[""], days["99999"], days["x"]} == {dt.date.today()}


def test_tie_breaks_move_without_script(club: Club) -> None:
    page = club.organizer.client.post(
        f"{club.path}/edit", data=form() | {"ties": ["wins", "margin", "lot"], "move": "up margin"}
    )
    assert page.status_code == 200
    assert re.findall(r'name="ties" value="([\w-]+)"', page.text) == ["margin", "wins", "lot"]
    page = club.organizer.client.post(f"{club.path}/edit", data=form() | {"ties": ["wins", "lot"], "move": "out lot"})
    assert re.findall(r'name="ties" value="([\w-]+)"', page.text) == ["wins"]
    page = club.organizer.client.post(f"{club.path}/edit", data=form() | {"ties": ["wins"], "move": "in lot"})
    assert re.findall(r'name="ties" value="([\w-]+)"', page.text) == ["wins", "lot"]
    assert club.row().name == "Winter"


def test_a_changed_scheme_changes_the_standing(club: Club) -> None:
    answer = club.organizer.post(
        f"{club.path}/edit", **form(starts="2026-01-01", events="all", minimum="2", counts="points")
    )
    assert answer.status_code == 303, page_text(answer)
    text = club.organizer.text(club.path)
    # Ann 360 + 360 + 360; Eve played one night only.
    assert "1080" in text
    assert text.index("Not ranked yet (fewer than 2 nights)") < text.index("Eve")


def test_closing_a_season_asks_once(club: Club) -> None:
    page = club.organizer.get(club.path).text
    assert f'action="{club.path}/close"' not in page
    assert f'href="{club.path}/close"' in page
    question = club.organizer.text(f"{club.path}/close")
    assert "The standings become final." in question
    assert "Cancel" in question
    assert club.row().closed_at is None
    assert club.organizer.post(f"{club.path}/close").status_code == 303
    assert club.row().closed_at is not None


def test_a_closed_season_stays(club: Club) -> None:
    club.organizer.post(f"{club.path}/archive")
    assert club.row().archived_at is None
    club.organizer.post(f"{club.path}/close")
    assert "closed" in club.organizer.text(club.path)
    answer = club.organizer.post(f"{club.path}/edit", **form())
    assert answer.status_code == 422
    assert "can no longer change" in page_text(answer)
    assert "The season is closed" in page_text(
        club.organizer.client.post(f"{club.path}/games/{club.games[0]}/uncount", follow_redirects=True)
    )
    club.organizer.post(f"{club.path}/archive")
    assert "Archived seasons" in club.organizer.text(f"/clubs/{club.company.club.id}")
    club.organizer.post(f"{club.path}/show")
    assert "Archived seasons" not in club.organizer.text(f"/clubs/{club.company.club.id}")
    copied = club.organizer.post(f"{club.path}/copy").headers["Location"]
    assert 'value="2027-01-01"' in club.organizer.get(copied).text


def test_counting_by_hand(club: Club) -> None:
    assert "3 games" in club.organizer.text(club.path)
    club.organizer.post(f"{club.path}/games/{club.games[0]}/uncount")
    assert "1 night, 2 games" in club.organizer.text(club.path)
    assert "does not count" in club.organizer.text(f"{club.path}/games/{club.games[0]}")
    club.organizer.post(f"{club.path}/games/{club.games[0]}/count")
    assert "2 nights, 3 games" in club.organizer.text(club.path)
    club.company.check(club.row())


def test_a_lot_is_drawn_only_where_it_is_needed(club: Club) -> None:
    eve, fay, ann = key(club, "Eve"), key(club, "Fay"), key(club, "Ann")
    # Eve and Fay played together in everything: nothing but their names parts them.
    assert "Eve and Fay are tied. Only drawing lots can break the tie." in club.organizer.text(club.path)
    club.organizer.client.post(f"{club.path}/lot", data={"entrants": [ann, eve]})
    assert club.row().lots == []
    club.organizer.client.post(f"{club.path}/lot", data={"entrants": [fay, eve]})
    db.session.expire_all()
    assert sorted(club.row().lots[0]["drawn"]) == sorted([[eve], [fay]])
    first = {eve: "Eve", fay: "Fay"}[club.row().lots[0]["drawn"][0][0]]
    assert f"the drawn lot put {first} first" in club.organizer.text(f"{club.path}/why?one={eve}&other={fay}")
    assert f"a lot was drawn: {first}, then" in club.organizer.text(f"/clubs/{club.company.club.id}/log")
    club.organizer.client.post(f"{club.path}/lot", data={"entrants": [fay, eve]})
    db.session.expire_all()
    assert len(club.row().lots) == 1
