"""Draw offers, claims and answers at one keyboard in every order: whose each is, and that every line is answered."""

import copy
from collections.abc import Iterator

import chess
import pytest

from access_chess.laws.commands import PlayMove
from access_chess.laws.events import Ending
from access_chess.profile import Profile
from tests.conversation.golden_dialogues import Place

NAMES = {chess.WHITE: "white", chess.BLACK: "black"}
VERBS = ("draw", "yes", "no", "accept", "decline", "threefold")
LINES = tuple(f"{name}{verb}" for verb in VERBS for name in ("", "white ", "black "))
DEEP = 3  # an offer, its confirmation and its answer


def typed(place: Place, depth: int) -> Iterator[tuple[str, Place, Place, tuple[str, ...]]]:
    """Each line after each, with what stood before and after it, and what was said."""
    for line in LINES:
        after = copy.copy(place)
        said = after.type(line)
        yield line, place, after, said
        if depth > 1 and not after.game.is_over:
            yield from typed(after, depth - 1)


@pytest.mark.parametrize("profile", [Profile.PRACTICE, Profile.TOURNAMENT])
def test_9_1_nobody_offers_answers_or_claims_for_the_other(profile: Profile) -> None:
    start = Place(profile=profile)
    for uci in ("e2e4", "e7e5", "g1f3"):
        start.submit(PlayMove(color=start.game.turn, move=chess.Move.from_uci(uci)))
    ends = set()
    for line, before, after, said in typed(start, DEEP):
        assert said, f"{line!r} is answered by nothing"
        offerer, author = before.game.offer, line.split()[0]
        if after.game.offer not in (offerer, None):
            assert author != NAMES[not after.game.offer], f"{line!r} made an offer of the other's"
        if offerer is not None and after.game.offer is None:
            assert author != NAMES[offerer], f"{line!r} answered an offer of his own"
        if after.game.end is not None:
            ends.add(after.game.end.ending)
            assert offerer is not None or after.game.end.ending is not Ending.AGREEMENT
    assert ends == {Ending.AGREEMENT}
