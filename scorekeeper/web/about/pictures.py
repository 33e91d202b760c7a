"""The pictures of the app: `make pictures` takes them, the About page shows them."""

from __future__ import annotations

#: File name without its end, and what the picture shows.
PICTURES = {
    "start": "Resume your game, or start one of sixteen.",
    "new": "Type the names, and start.",
    "bid": "A hand takes six taps: bidder, bid and trump first.",
    "result": "See who gets what before you save.",
    "individual": "In games without partners, every player has a row.",
    "finish": "The winner, the chart and a rematch.",
    "ruling": "Settle a dispute: the ruling, and what it does to this hand.",
    "rules": "Search the rules of all games.",
    "night": "A club night: who sits where, and which tables are still playing.",
    "standings": "Season standings, with every point explained.",
}
SCHEMES = ("light", "dark")


def file_name(picture: str, scheme: str) -> str:
    """Where a picture lies in the static folder."""
    return f"pictures/{picture}-{scheme}.png"
