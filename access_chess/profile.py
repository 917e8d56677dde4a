"""Who uses the program: what it may say and do goes by that."""

from enum import StrEnum


class Profile(StrEnum):
    """At home, in competition, with somebody who assists a player, or against somebody elsewhere."""

    PRACTICE = "practice"
    TOURNAMENT = "tournament"
    ASSISTED = "assisted"
    ONLINE = "online"


#: The profiles of those who sit at this machine; a player over a network is at a page.
AT_THIS_MACHINE = (Profile.PRACTICE, Profile.TOURNAMENT, Profile.ASSISTED)
#: Where clocks and numbers of moves are in sight of both players all the time, so that nobody rules on the question.
OPEN_CLOCKS = frozenset({Profile.PRACTICE, Profile.ONLINE})
#: Where nobody rules on a game, unless an arbiter has come to it by a PIN or at a hall.
WITHOUT_ARBITER = frozenset({Profile.PRACTICE, Profile.ONLINE})
