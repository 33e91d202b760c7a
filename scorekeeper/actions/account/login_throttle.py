"""The login throttle: after a few wrong passwords for a name from one address, every further try has to wait."""

from __future__ import annotations

from scorekeeper.actions.throttle import Backoff, Throttle

FREE_TRIES = 5
#: Seconds: the first wait, doubled by every further failure up to the longest.
FIRST_WAIT, LONGEST_WAIT = 15, 15 * 60
#: Seconds after which a failure is forgotten.
FORGOTTEN_AFTER = 60 * 60

LOGIN_POLICY = Backoff(FREE_TRIES, FIRST_WAIT, LONGEST_WAIT, FORGOTTEN_AFTER)
#: By name and address.
login_throttle = Throttle(LOGIN_POLICY)
