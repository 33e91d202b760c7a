"""Clubs over the pages: who may see and do what, invitations, names of every kind."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.store import Club, LogEntry, Member, db
from tests.rows import each_row
from tests.web.club_pages import PASSWORD, Person, page_text

ROLES = ("organizer", "scorer", "member", "former", "stranger")


class Company:
    """A club with one person of each role, somebody who left, a stranger, and two names without an account."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.people = {role: Person(app, role.capitalize()) for role in ROLES}
        self.organizer = self.people["organizer"]
        self.club = self.organizer.create_club()
        self.invitation = self.organizer.invitation(self.club)
        for role in ("scorer", "member", "former"):
            self.people[role].join(self.invitation)
        self.organizer.add(self.club, "Paper", "Pencil")
        assert self.post("organizer", "scorer", "/role", role="scorer") == 303
        assert self.people["former"].post(f"{self.club}/leave").status_code == 303

    def number(self, name: str) -> int:
        return self.organizer.member(self.club, name.capitalize())

    def post(self, actor: str, whom: str, deed: str, **form: str) -> int:
        path = f"{self.club}/members/{self.number(whom)}{deed}"
        return self.people[actor].post(path, **form).status_code

    def state(self) -> object:
        """All that a club page could change."""
        with self.app.app_context():
            club = db.session.query(Club).one()
            rows = [(row.name, row.role, row.account_id, row.left_at, row.erased) for row in club.members]
            return club.name, club.invite_key, rows, db.session.query(LogEntry).count()


@pytest.fixture
def company(app: Flask) -> Company:
    return Company(app)


#: What only an organizer may do: the deed, and the form it needs.
DEEDS = {
    "/name": {"name": "The Friday Rooks"},
    "/invite": {},
    "/invite/revoke": {},
    "/members": {"names": "Gus"},
    "/members/{paper}/name": {"name": "Scissors"},
    "/members/{member}/role": {"role": "scorer"},
    "/members/{member}/release": {},
    "/members/{member}/remove": {},
    "/members/{former}/back": {},
    "/members/{paper}/forget": {},
    "/members/{member}/reset": {},
}


@pytest.mark.parametrize("deed", DEEDS)
def test_only_an_organizer_decides(company: Company, deed: str) -> None:
    path = company.club + deed.format(**{name: company.number(name) for name in ("paper", "member", "former")})
    before = company.state()
    expected = {"scorer": 403, "member": 403, "former": 404, "stranger": 404}
    for role, status in expected.items():
        assert company.people[role].post(path, **DEEDS[deed]).status_code == status, role
    nobody = Person(company.app).post(path, **DEEDS[deed])
    assert (nobody.status_code, nobody.headers["Location"]) == (303, "/account/in?next=/clubs")
    assert company.state() == before
    assert company.organizer.post(path, **DEEDS[deed]).status_code in (200, 303)
    assert company.state() != before


def test_who_may_look(company: Company) -> None:
    for page in ("", "/log", f"/members/{company.number('paper')}", f"/members/{company.number('former')}"):
        statuses = {role: person.status(company.club + page) for role, person in company.people.items()}
        assert statuses == {"organizer": 200, "scorer": 200, "member": 200, "former": 404, "stranger": 404}, page
    statuses = {role: person.status(f"{company.club}/invite") for role, person in company.people.items()}
    assert statuses == {"organizer": 200, "scorer": 403, "member": 403, "former": 404, "stranger": 404}
    for role in ("scorer", "member"):
        page = company.people[role].get(company.club).text
        assert "/invite" not in page
        assert 'name="names"' not in page


def test_a_member_of_another_club_is_no_member_here(company: Company) -> None:
    other = company.people["stranger"].create_club("Another club")
    number = company.number("paper")
    before = company.people["stranger"].text(other)
    for deed in ("remove", "forget", "release", "back"):
        assert company.people["stranger"].post(f"{other}/members/{number}/{deed}").status_code == 404
    assert company.people["stranger"].post(f"{other}/members/{number}/name", name="Mine").status_code == 404
    assert company.people["stranger"].text(other) == before
    assert "Paper" in company.organizer.text(company.club)


def test_members_may_change_their_own_name(company: Company) -> None:
    assert company.post("member", "member", "/name", name="Meg") == 303
    assert "Meg" in company.organizer.text(company.club)
    assert company.organizer.post(f"{company.club}/members/99/name", name="Nobody").status_code == 404


def test_the_only_organizer_stays(company: Company) -> None:
    me, before = company.number("organizer"), company.state()
    for deed, form in (("role", {"role": "member"}), ("role", {"role": "scorer"}), ("remove", {}), ("release", {})):
        answer = company.organizer.post(f"{company.club}/members/{me}/{deed}", **form)
        assert answer.status_code == 422, deed
        assert "Organizer is the only organizer" in page_text(answer)
    assert company.organizer.post(f"{company.club}/leave").status_code == 422
    assert company.state() == before
    assert company.post("organizer", "member", "/role", role="organizer") == 303
    assert company.organizer.post(f"{company.club}/leave").status_code == 303
    assert company.organizer.status(company.club) == 404


def test_a_name_without_an_account_gets_no_role(company: Company) -> None:
    # Whoever follows the invitation could claim it, and the role with it.
    assert company.post("organizer", "paper", "/role", role="organizer") == 422
    assert company.post("organizer", "member", "/role", role="emperor") == 404
    assert company.post("organizer", "scorer", "/release") == 303
    newcomer = Person(company.app, "Newcomer")
    assert newcomer.claim(company.invitation, company.number("scorer")).status_code == 303
    assert newcomer.status(f"{company.club}/invite") == 403


def test_claiming_a_name(company: Company) -> None:
    paper, one, two = company.number("paper"), Person(company.app, "Pat"), Person(company.app, "Pia")
    assert one.claim(company.invitation, paper).status_code == 303
    assert "Paper you" in one.text(company.club)
    # It is taken now; so is the organizer's, and a number that nobody has.
    for number in (paper, company.number("organizer"), company.number("former"), 999):
        assert two.claim(company.invitation, number).status_code == 422
    assert two.status(company.club) == 404
    # Claiming again, or another one, changes nothing: Pat is Paper.
    assert one.claim(company.invitation, company.number("pencil")).status_code == 303
    listed = company.organizer.text(company.club)
    assert "Paper has an account" in listed
    assert "Pencil has an account" not in listed
    # The organizer undoes it.
    assert company.post("organizer", "paper", "/release") == 303
    assert one.status(company.club) == 404
    assert two.claim(company.invitation, paper).status_code == 303


def test_an_invitation_link_that_is_reset_or_turned_off(company: Company) -> None:
    late = Person(company.app, "Late")
    assert late.status(company.invitation) == 200
    new = company.organizer.invitation(company.club)
    assert late.status(company.invitation) == late.post(company.invitation, name="Late").status_code == 404
    assert late.status(new) == 200
    assert company.organizer.post(f"{company.club}/invite/revoke").status_code == 303
    assert late.status(new) == late.post(new, name="Late").status_code == 404
    assert late.status(f"{company.club}/join/None") == late.status(f"{company.club}/join/%ed%a0%bd") == 404
    assert late.status("/clubs/none/join/x") == 404
    assert "The invitation link is off" in company.organizer.text(f"{company.club}/invite")


def test_an_invitation_link_expires_after_a_month_and_can_be_renewed(company: Company) -> None:
    late = Person(company.app, "Late")
    page = company.organizer.text(f"{company.club}/invite")
    assert "It works until" in page
    with company.app.app_context():
        club = db.session.query(Club).one()
        assert club.invited_at is not None
        club.invited_at -= timedelta(days=30)
        db.session.commit()
    assert late.status(company.invitation) == late.post(company.invitation, name="Late").status_code == 404
    assert "The invitation link expired on" in company.organizer.text(f"{company.club}/invite")
    assert company.people["scorer"].post(f"{company.club}/invite", renew="yes").status_code == 403
    assert company.organizer.post(f"{company.club}/invite", renew="yes").status_code == 303
    late.join(company.invitation)


def test_joining_under_a_name_that_is_on_the_list(company: Company) -> None:
    late = Person(company.app, "Late")
    for name, words in (("PAPER", "Paper is already a member"), ("former", "Former is a former member")):
        answer = late.post(company.invitation, name=name)
        assert answer.status_code == 422
        assert words in page_text(answer)
    late.join(company.invitation, "Late")
    assert late.get(company.invitation).headers["Location"] == company.club


def test_leaving_removing_and_bringing_back(company: Company) -> None:
    number = company.number("scorer")
    assert company.post("organizer", "scorer", "/remove") == 303
    assert company.people["scorer"].status(company.club) == 404
    # The name stays where games may need it, the role is gone.
    assert "2 former members Former Scorer" in company.organizer.text(company.club)
    assert company.organizer.post(f"{company.club}/members/{number}/role", role="scorer").status_code == 404
    assert company.post("organizer", "scorer", "/back") == 303
    assert company.people["scorer"].status(company.club) == 200
    assert company.people["scorer"].status(f"{company.club}/invite") == 403
    assert "Scorer you" in company.people["scorer"].text(company.club)
    # Whoever left may follow the invitation again, as the same member.
    company.people["former"].join(company.invitation)
    with company.app.app_context():
        assert db.session.query(Member).filter_by(name="Former").one().left_at is None


def test_forgetting_a_name(company: Company) -> None:
    paper = company.number("paper")
    assert company.post("organizer", "member", "/forget") == 422
    assert company.post("organizer", "paper", "/forget") == 303
    for page in (company.club, f"{company.club}/log", f"{company.club}/members/{paper}"):
        assert "Paper" not in company.organizer.text(page)
    assert "Former member was added." in company.organizer.text(f"{company.club}/log")
    for deed in ("back", "forget", "release", "remove"):
        assert company.organizer.post(f"{company.club}/members/{paper}/{deed}").status_code == 404


HOSTILE = {
    "": "Enter at least one name",
    " \n\t\n ": "Enter at least one name",
    "x" * 41: "This one has 41",
    "paper\n PAPER ": "Paper is already a member",
    "\u200b\u200b": "invisible characters",
    "\u200d": "Enter a name.",
    "evil\u202eeman": "invisible characters",
    "a\x07b": "invisible characters",
    "\n".join(f"Name {number}" for number in range(600)): "A club can have at most 500 members",
}


@each_row("names", HOSTILE, ids=lambda names: repr(names[:12]))
def test_hostile_names_are_refused_all_or_none(company: Company, names: str) -> None:
    before = company.state()
    answer = company.organizer.post(f"{company.club}/members", names=names)
    assert answer.status_code == 422
    assert HOSTILE[names] in page_text(answer)
    assert company.state() == before


def test_names_that_are_on_the_list_already_do_not_keep_the_others_out(company: Company) -> None:
    answer = company.organizer.post(f"{company.club}/members", names="Zoe\npaper\nYan\nzoe")
    assert answer.status_code == 303
    page = company.organizer.text(company.club)
    assert "Added Zoe, Yan. Paper is already on the list." in page


def test_odd_names_are_shown_as_they_are(company: Company) -> None:
    odd = ["<b>Bo</b>", "'); DROP TABLE member;--", "👩‍👩‍👧 Ma", "Zoë  van   Dyk", "{{ 7*7 }}", "山田"]
    company.organizer.add(company.club, *odd)
    page = company.organizer.get(company.club).text
    assert "<b>Bo" not in page
    words = company.organizer.text(company.club)
    for name in ("'); DROP TABLE member;--", "👩‍👩‍👧 Ma", "Zoë van Dyk", "{{ 7*7 }}", "山田"):
        assert name in words, name
    with company.app.app_context():
        assert "<b>Bo</b>" in {member.name for member in db.session.query(Member)}


def test_odd_club_names(company: Company) -> None:
    for name in ("", "   ", "x" * 61, "\u202e"):
        assert company.organizer.post("/clubs", name=name).status_code == 422
        assert company.organizer.post(f"{company.club}/name", name=name).status_code == 422
    other = company.organizer.create_club("<i>Rooks</i> & 🐦")
    assert "<i>Rooks" not in company.organizer.get(other).text
    assert "&lt;i&gt;Rooks&lt;/i&gt; &amp; 🐦" in company.organizer.get(other).text


def test_the_clubs_of_an_account(company: Company) -> None:
    assert "You are not in a club yet" in company.people["stranger"].text("/clubs")
    assert "You are not in a club yet" in company.people["former"].text("/clubs")
    assert "The Tuesday Rooks Scorer, scorer" in company.people["scorer"].text("/clubs")
    assert "Sign up" in Person(company.app).text("/clubs")


def test_an_erased_account_is_out_at_once(company: Company) -> None:
    tablet = Person(company.app)
    tablet.post("/account/in", name="Member", password=PASSWORD)
    assert tablet.status(company.club) == 200
    assert company.people["member"].post("/account/erase", password=PASSWORD).status_code == 303
    assert tablet.get(company.club).headers["Location"].startswith("/account/in")


def test_the_settings_of_a_club(company: Company) -> None:
    path = f"{company.club}/settings"
    statuses = {role: person.status(path) for role, person in company.people.items()}
    assert statuses == {"organizer": 200, "scorer": 200, "member": 200, "former": 404, "stranger": 404}
    assert "Save name" in company.organizer.text(path)
    assert "Save name" not in company.people["scorer"].text(path)
    answer = company.organizer.post(f"{company.club}/name", name=" ")
    assert (answer.status_code, page_text(answer).count("Enter a name.")) == (422, 1)
    assert 'aria-invalid="true"' in answer.text
    assert "Make another member an organizer before you leave." in page_text(
        company.organizer.post(f"{company.club}/leave")
    )


def test_a_club_page_has_one_primary_action(company: Company) -> None:
    new = company.organizer.create_club("New club")
    assert re.findall(r'class="btn[^"]* primary">([^<]+)', company.organizer.get(new).text) == ["Add members"]
    pages = {role: company.people[role].get(company.club).text for role in ("organizer", "scorer", "member")}
    primary = {role: re.findall(r'class="btn[^"]*primary"[^>]*>([^<]+)', page) for role, page in pages.items()}
    assert primary == {"organizer": ["Open a club night"], "scorer": ["Open a club night"], "member": []}


def test_the_log_is_written_in_plain_sentences(company: Company) -> None:
    company.organizer.invitation(company.club)
    company.organizer.post(f"{company.club}/invite/revoke")
    log = company.organizer.text(f"{company.club}/log")
    for sentence in (
        "Organizer created The Tuesday Rooks.",
        "An invitation link was created.",
        "The invitation link was reset.",
        "The invitation link was turned off.",
        "Paper was added.",
        "Member joined with the invitation link.",
        "Former left the club.",
    ):
        assert sentence in log, sentence
