"""One night of a season exchanged for another version of it, without a look at the others.

Sums are lessened by what went and raised by what came. Two things cannot be lessened: the highest bid,
and the best or worst nights that a scheme keeps. Whose account would need them is named, so that it
can be made anew from the nights.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scorekeeper.league.results.result import Entrant
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.totals.season import Account, Season, added, both, less, rank

#: What went and what came; an empty season for nothing.
Swap = tuple[Season, Season]


def exchanged(whole: Season, swaps: Iterable[Swap]) -> tuple[Season, frozenset[Entrant]]:
    """The season with nights exchanged, and whose accounts are left as they were and must be made anew."""
    accounts, held = dict(whole.accounts), whole.held
    unknown: set[Entrant] = set()
    for old, new in swaps:
        held += new.held - old.held
        for who in sorted({*old.accounts, *new.accounts} - unknown):
            found = _exchanged(whole.scheme, accounts.get(who), old.accounts.get(who), new.accounts.get(who))
            if found is None:
                unknown.add(who)
            else:
                accounts[who] = found
    left = {who: account for who, account in accounts.items() if account.nights}
    return replace(whole, held=held, accounts=left), frozenset(unknown)


def _exchanged(scheme: Scheme, account: Account | None, gone: Account | None, come: Account | None) -> Account | None:
    left = account if account is None or gone is None else _without(scheme, account, gone, come)
    if left is None and account is not None:
        return None
    if left is None or not left.nights:
        return come or Account()
    return both(scheme, left, come) if come is not None else left


def _without(scheme: Scheme, account: Account, gone: Account, come: Account | None) -> Account | None:
    """An account less a night; None if others would have to tell what is the highest or the best now."""
    if account.nights == 1:
        return Account()
    ends = tuple(part for part in account.ends if part not in gone.ends)
    if _highest_went(account, gone, come) or (len(ends) < len(account.ends) and _end_went(scheme, account, come)):
        return None
    return Account(
        account.nights - 1,
        account.tally.less(gone.tally),
        account.margin - gone.margin,
        less(account.total, gone.total),
        ends,
        added(*ends),
    )


def _highest_went(account: Account, gone: Account, come: Account | None) -> bool:
    highest = account.tally.bidding.highest
    back = come.tally.bidding.highest if come is not None else 0
    return gone.tally.bidding.highest == highest > back


def _end_went(scheme: Scheme, account: Account, come: Account | None) -> bool:
    """A night that is not among the kept ones may have to take the place of the one that went."""
    order = rank(scheme)
    stays = come is not None and order(come.ends[0]) <= order(account.ends[-1])
    return account.nights > len(account.ends) and not stays
