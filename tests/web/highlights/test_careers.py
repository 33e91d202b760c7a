"""Careers on the web: figures, two members, hiding; and what the pages ask of the database."""

from __future__ import annotations

import datetime as dt

import pytest

from scorekeeper.store import db
from tests.company import SWEPT
from tests.web.club_pages import Person
from tests.web.table.test_cost import counted
from tests.web.winter_season import Club, joined


def path(club: Club, name: str) -> str:
    return f"/clubs/{club.company.club.id}/members/{club.company.member(name).id}"


def compared(club: Club, one: str, other: str) -> str:
    first, second = club.company.ids(f"{one} {other}")
    return f"/clubs/{club.company.club.id}/head-to-head?one={first}&other={second}"


def spring(club: Club) -> None:
    """Five games of another season: Ann & Cal win four."""
    club.company.season("Spring", (dt.date(2027, 1, 1), dt.date(2027, 6, 30)), slug="original")
    event = club.company.event("2027-03-02")
    for number in range(1, 6):
        club.company.play(event, "Ann Ben Cal Dot", *(SWEPT if number == 1 else ()), number=number, byes="Hal")


def test_figures_partner_and_seasons(club: Club) -> None:
    spring(club)
    page = club.organizer.text(f"{path(club, 'Ann')}/career")
    # Three of three in winter, four of five in spring; with Cal one and four. She bid in six of eight games.
    assert "Career at The Tuesday Rooks. Only members of the club see this page." in page
    # In spring 4 games of 360 points and one of 0.
    assert "Games 8 Games won 7 (88%) Points per game, The Original ROOK 288" in page
    assert "Bids made 21 Bids set 0 Highest bid made 70" in page
    assert "Best partner Cal 5 of 6 games won together" in page
    assert "Ranked in 2 seasons. Best place: 1st (2 times)." in page
    assert "Spring 1st of 5 5 games, 4 won Winter 1st of 6 3 games, 3 won" in page
    assert "0 games, 0 won, 5 byes" in club.organizer.text(f"{path(club, 'Hal')}/career")
    assert "No game counts in a season yet." in club.organizer.text(f"{path(club, 'Gus')}/career")


def test_two_members_are_compared(club: Club) -> None:
    spring(club)
    page = club.organizer.text(compared(club, "Ann", "Ben"))
    # One each season: 1 of 1 in winter, 4 of 5 in spring; together once.
    assert "Ann 5 Ben 1 6 games against each other." in page
    assert "1 game as partners, 1 won." in page
    assert (
        "Spring 4–1 5 games against each other Winter 1–0 1 game against each other. 1 game as partners, 1 won" in page
    )
    page = club.organizer.text(compared(club, "Ann", "Gus"))
    assert "Ann and Gus have not played against each other in a season." in page
    ann = club.company.member("Ann").id
    # One alone, the same twice, or nobody: the form to choose.
    for query in (f"?one={ann}", f"?one={ann}&other={ann}", "", "?one=x&other="):
        page = club.organizer.text(f"/clubs/{club.company.club.id}/head-to-head{query}")
        assert "Compare two members" in page
        assert "against each other" not in page
    assert club.organizer.status(f"/clubs/{club.company.club.id}/head-to-head?one=999999") == 404


def test_a_hidden_career_is_gone_for_others(club: Club) -> None:
    member, other = joined(club, "Mia", "member"), joined(club, "Ned", "member")
    mia = path(club, "Mia")
    assert "Hide career" in member.text(mia)
    assert member.post(f"{mia}/career/hide").status_code == 303
    assert "Only you see this page." in member.text(f"{mia}/career")
    for person in (other, club.organizer):
        assert person.status(f"{mia}/career") == 404
        assert person.status(compared(club, "Mia", "Ann")) == 404
        assert person.status(f"/clubs/{club.company.club.id}/head-to-head?one={club.company.member('Mia').id}") == 404
        assert "/career" not in person.get(mia).text.replace(f"{mia}/career/", "")
    assert member.status(compared(club, "Mia", "Ann")) == 200
    assert "Only Mia can show it again." in club.organizer.text(mia)
    assert "Only Mia can show this career again." in _message(club.organizer, f"{mia}/career/show", mia)
    assert member.post(f"{mia}/career/show").status_code == 303
    assert other.status(f"{mia}/career") == 200
    assert other.post(f"{mia}/career/hide").status_code == 403


def _message(person: Person, address: str, page: str) -> str:
    assert person.post(address).status_code == 303
    return person.text(page)


def test_only_members_of_the_club_see_it(club: Club) -> None:
    address = f"{path(club, 'Ann')}/career"
    assert Person(club.app).get(address).headers["Location"].startswith("/account/in")
    assert Person(club.app, "Stranger").status(address) == 404
    former = joined(club, "Mia", "member")
    assert former.status(address) == 200
    assert former.post(f"/clubs/{club.company.club.id}/leave").status_code == 303
    assert former.status(address) == 404
    # What the former member did is still there for the others.
    assert club.organizer.status(f"{path(club, 'Mia')}/career") == 200


def test_a_merged_name_redirects_to_the_other_one(club: Club) -> None:
    gus, ann = club.company.ids("Gus Ann")
    member = club.company.member("Gus")
    member.same_as, member.left_at = ann, dt.datetime(2026, 2, 1, tzinfo=dt.UTC)
    db.session.commit()
    base = f"/clubs/{club.company.club.id}/members"
    assert club.organizer.get(f"{base}/{gus}/career").headers["Location"] == f"{base}/{ann}/career"


def test_pages_ask_as_much_after_many_games(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = (f"{path(club, 'Ann')}/career", compared(club, "Ann", "Ben"))
    counts = []
    for more in (0, 12):
        event = club.company.event("2026-02-03") if more else None
        for number in range(1, more + 1):
            club.company.play(event, "Ann Ben Cal Dot", *(SWEPT if number % 3 else ()), number=number)
        for address in pages:
            db.session.expire_all()
            with counted(club.app, monkeypatch) as cost:
                assert club.organizer.status(address) == 200
            counts.append(len(cost.statements))
            # Once looked at, a season is not read again until it changes.
            with counted(club.app, monkeypatch) as again:
                assert club.organizer.status(address) == 200
            assert len(again.statements) <= 5, again.statements
    assert counts[:2] == counts[2:], counts
    assert max(counts) <= 12, counts
