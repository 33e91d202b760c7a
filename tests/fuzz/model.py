"""What a game must be after every change: plain lists and sums, written without the store, the actions or the engine.

It knows what the README promises: a change names the version that it was made from; what is sent twice is saved once;
another phone's version is a conflict; a change that ends the game earlier is asked about; nothing is ever lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tests.second_scorer import second_score

Facts = dict[str, Any]
SCORER, WATCHER = "scorer", "watcher"
SAVED, AGAIN, CONFLICT, ENDS_EARLIER, REFUSED = "saved", "again", "conflict", "ends_earlier", "refused"
#: There is no such hand, or a player cannot take over from it on.
MISSING = "missing"
#: The role of a link, and how often it had been reset when it was followed.
Right = tuple[str, int]
#: The players of each seat in order, each with the first hand.
Seats = tuple[tuple[tuple[int, str], ...], ...]


#: A version that no hand has.
NO_VERSION = -1


@dataclass(frozen=True)
class Sent:
    """A change as a phone sends it."""

    hand: int
    base: int
    facts: Facts | None
    token: str
    confirmed: bool = False
    replaces: tuple[str, ...] = ()


@dataclass(frozen=True)
class Version:
    """One version of a hand; deleted if it has no facts."""

    hand: int
    number: int
    facts: Facts | None
    token: str


@dataclass(frozen=True)
class Naming:
    """One change of names."""

    before: Seats
    token: str


@dataclass
class GameModel:
    """A game: all versions of its hands, its names, its links."""

    slug: str
    seats: Seats
    options: Facts
    dealer: int = 0
    opening: list[int] | None = None
    versions: list[Version] = field(default_factory=list)
    namings: list[Naming] = field(default_factory=list)
    revision: int = 0
    #: The last change was one of names.
    names_last: bool = False
    #: How often each link was reset, and by which link each phone came.
    resets: dict[str, int] = field(default_factory=lambda: {SCORER: 0, WATCHER: 0})
    rights: dict[int, Right] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays now, in seat order."""
        return tuple(stints[-1][1] for stints in self.seats)

    def names_in(self, hand: int) -> list[str]:
        """Who played a hand: whoever sat down last before it, or the first one of all."""
        return [[name for first, name in stints if first <= max(hand, stints[0][0])][-1] for stints in self.seats]

    def role(self, phone: int) -> str | None:
        """What a phone may do: a reset link is worth nothing."""
        return self.worth(self.rights.get(phone))

    def worth(self, right: Right | None) -> str | None:
        """What a link allows that was followed after so many resets."""
        return right[0] if right is not None and self.resets[right[0]] == right[1] else None

    def let_in(self, phone: int, role: str) -> None:
        """A phone follows a link; a scorer stays one."""
        if role == SCORER or self.role(phone) is None:
            self.rights[phone] = (role, self.resets[role])

    def reset(self, phone: int, role: str) -> None:
        """A scorer resets a link and stays in."""
        self.resets[role] += 1
        self.revision += 1
        if role == SCORER:
            self.rights[phone] = (SCORER, self.resets[SCORER])

    def current(self, hand: int) -> Version | None:
        """The version of a hand in force."""
        return next((version for version in reversed(self.versions) if version.hand == hand), None)

    @property
    def next_hand(self) -> int:
        """The number of a new hand; a deleted one leaves its number behind."""
        return max((version.hand for version in self.versions), default=0) + 1

    @property
    def hands(self) -> dict[int, Facts]:
        """The hands of the record, by their numbers."""
        newest = {version.hand: version.facts for version in self.versions}
        return {hand: facts for hand in sorted(newest) if (facts := newest[hand]) is not None}

    def document(self, hands: Sequence[Facts]) -> Facts:
        """The game as a record, for the second scorer."""
        head = {"game": self.slug, "players": list(self.names), "options": self.options, "dealer": self.dealer}
        return head | ({"opening": self.opening} if self.opening else {}) | {"hands": list(hands)}

    @property
    def totals(self) -> list[int]:
        """The score of the finished hands."""
        return list(second_score(self.document([hand for hand in self.hands.values() if "open" not in hand]))["totals"])

    def set_opening(self, opening: list[int]) -> str:
        """Other totals before the first hand, unless a hand would then come after the end."""
        before, self.opening = self.opening, opening if any(opening) else None
        if any(self.surplus(self.hands)):
            self.opening = before
            return REFUSED
        self.revision += 1
        return SAVED

    def surplus(self, hands: dict[int, Facts]) -> Iterator[int]:
        """The hands that come after the end."""
        played: list[Facts] = []
        over = False
        for number, hand in hands.items():
            if over:
                yield number
            elif "open" not in hand:
                played.append(hand)
                over = second_score(self.document(played))["over"]

    @property
    def is_over(self) -> bool:
        """Somebody has won."""
        played = [facts for facts in self.hands.values() if "open" not in facts]
        return bool(second_score(self.document(played))["over"])

    def catch_up(self, sent: Sent) -> str:
        """A phone sends what it kept: once, however often it is sent."""
        if any((version.hand, version.token) == (sent.hand, sent.token) for version in self.versions):
            return AGAIN
        current = self.current(sent.hand)
        if current is not None and current.token in sent.replaces:
            sent = replace(sent, base=current.number)
        if sent.facts is None:
            if current is None:
                return AGAIN if sent.replaces else REFUSED
            if current.facts is None:
                return AGAIN
        return REFUSED if (state := self.save(sent)) == MISSING else state

    def add(self, facts: Facts, token: str, revision: int | None) -> str:
        """A program adds a hand without its number, perhaps only if nothing has changed since it looked."""
        same = [version for version in self.versions if version.token == token]
        if same:
            return AGAIN if same[0].facts == facts else REFUSED
        if revision not in (None, self.revision):
            return CONFLICT
        return self.save(Sent(self.next_hand, 0, facts, token))

    def change(self, sent: Sent) -> str:
        """A program changes or deletes the version of a hand that it names."""
        current = self.current(sent.hand)
        is_named = current is not None and current.number == sent.base
        sent = replace(sent, base=sent.base if is_named else NO_VERSION)
        return self.save(sent) if sent.facts is not None else self.delete(sent)

    def delete(self, sent: Sent) -> str:
        """Delete a hand that is there; the same form sent twice deletes it once."""
        current = self.current(sent.hand)
        if current is None or (current.facts is None and current.token != sent.token):
            return MISSING
        return self.save(sent)

    def save(self, sent: Sent) -> str:
        """One change, if nothing speaks against it."""
        current = self.current(sent.hand)
        if not 1 <= sent.hand <= self.next_hand or (current is None and sent.base):
            return MISSING
        number = current.number if current is not None else 0
        if current is not None and current.facts == sent.facts and (number != sent.base or sent.replaces):
            return AGAIN
        if number != sent.base:
            return CONFLICT
        hands = {hand: facts for hand, facts in (self.hands | {sent.hand: sent.facts}).items() if facts is not None}
        hands = {hand: hands[hand] for hand in sorted(hands)}
        dropped = [*self.surplus(hands)]
        if sent.hand in dropped or any("open" in facts for facts in [*hands.values()][:-1]):
            return REFUSED
        if dropped and not sent.confirmed:
            return ENDS_EARLIER
        self.write([(sent.hand, sent.facts), *((hand, None) for hand in dropped)], sent.token)
        return SAVED

    def write(self, changes: list[tuple[int, Facts | None]], token: str) -> None:
        """New versions of some hands in one change."""
        for hand, facts in changes:
            current = self.current(hand)
            self.versions.append(Version(hand, current.number + 1 if current is not None else 1, facts, token))
        self.revision += 1
        self.names_last = False

    def undo_hands(self, last: Version, token: str) -> bool:
        """Undo the change that this version was part of, if it is still the last one and no hand is after the end."""
        if not self.versions or self.versions[-1] != last:
            return bool(self.versions) and self.versions[-1].token == token
        together = [version for version in self.versions if version.token == last.token]
        before = {(version.hand, version.number + 1): version.facts for version in self.versions}
        changes = [(version.hand, before.get((version.hand, version.number))) for version in together]
        hands = {hand: facts for hand, facts in sorted((self.hands | dict(changes)).items()) if facts is not None}
        if any(self.surplus(hands)):
            return False
        self.write(changes, token)
        return True

    def rename(self, names: tuple[str, ...], base: int, token: str, hand: int | None = None) -> str:
        """Other spellings, or other players from a hand on, made from the names after so many changes."""
        if any(naming.token == token for naming in self.namings):
            return AGAIN
        if base != len(self.namings):
            return CONFLICT
        if hand is None:
            seats = [(*stints[:-1], (stints[-1][0], name)) for stints, name in zip(self.seats, names, strict=True)]
        elif hand in self.takeover_hands:
            pairs = zip(self.seats, names, strict=True)
            seats = [stints if stints[-1][1] == name else (*stints, (hand, name)) for stints, name in pairs]
        else:
            return MISSING
        if len({name.casefold() for name in names}) < len(names):
            return REFUSED
        self._name(tuple(seats), token)
        return SAVED

    @property
    def takeover_hands(self) -> list[int]:
        """The hands from which somebody new can play: not the first, none before somebody else sat down."""
        latest = max(stints[-1][0] for stints in self.seats)
        played = [hand for hand in [*self.hands][1:] if hand >= max(2, latest)]
        return [*played, self.next_hand] if self.hands and not self.is_over else []

    def undo_names(self, base: int, token: str) -> bool:
        """Undo the last change of names, if it is still that one."""
        if any(naming.token == token for naming in self.namings):
            return True
        if base != len(self.namings):
            return False
        self._name(self.namings[-1].before, token)
        return True

    def _name(self, seats: Seats, token: str) -> None:
        if seats != self.seats:
            self.namings.append(Naming(self.seats, token))
            self.seats, self.names_last = seats, True
            self.revision += 1
