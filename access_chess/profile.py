"""Who uses the program: what it may say and do goes by that."""

from enum import StrEnum


class Profile(StrEnum):
    """At home, in competition, or with somebody who assists a player."""

    PRACTICE = "practice"
    TOURNAMENT = "tournament"
    ASSISTED = "assisted"
