"""Two sheets of one game, one of them with an error: how often its kind, its ply and its sheet are named rightly.

    python -m tests.benchmarks.sheet_errors [ERRORS] [SEED] [PGN]

ERRORS (default 1,000) are made at random over real games, or those of the file PGN, of each of the six kinds equally
many, at any place, the first and the last ply included; each kind is made there besides in every game. The seed
(default 1) is named with the figures.
"""

import random
import sys
from collections import Counter
from pathlib import Path

from access_chess.scoresheets.comparison import Cause, Divergence, compare
from access_chess.scoresheets.sheet import Sheet
from tests.scoresheets.errors import KINDS, Error, real_games, with_error

WANTED = 0.95


def main(errors: int, seed: int, file: str = "") -> int:
    """Print a line a kind; the exit status is 1 when fewer than 95 in a hundred are named rightly."""
    games, dice = real_games(Path(file)) if file else real_games(), random.Random(seed)
    tried, named, placed, sided = Counter[Cause](), Counter[Cause](), Counter[Cause](), Counter[Cause]()
    wrong: list[str] = []
    for number, (game, error) in enumerate(_errors(games, errors, dice)):
        is_first = bool(number % 2)
        sheet = error.sheet
        divergence = compare(sheet, game) if is_first else compare(game, sheet)
        tried[error.cause] += 1
        if is_named(divergence, error, len(game.lines)):
            named[error.cause] += 1
        else:
            found = "no difference" if divergence is None else f"{divergence.cause} at {divergence.ply}"
            wrong.append(f"{error.cause} at ply {error.ply} of {len(game.lines)}, {error.count}: {found}")
        placed[error.cause] += divergence is not None and abs(divergence.ply - error.ply) <= error.count
        sided[error.cause] += divergence is not None and divergence.is_first is is_first
    for cause in KINDS:
        rate = f"{named[cause]} of {tried[cause]} named, {placed[cause]} at their ply, {sided[cause]} of their sheet"
        print(f"{cause}: {rate}")
    print(f"all: {named.total()} of {tried.total()} named, {named.total() / tried.total():.1%}, seed {seed}")
    for line in wrong[:40]:
        print(f"  {line}")
    return 0 if named.total() >= WANTED * tried.total() else 1


def is_named(divergence: Divergence | None, error: Error, plies: int) -> bool:
    """Whether the kind is right. Of a sheet without its last plies nobody can say more than that it ends there, and of
    one that becomes another game at an illegal move that this is one.
    """
    if divergence is None:
        return False
    if error.cause is Cause.OMITTED and error.ply + error.count >= plies:
        return divergence.cause in (Cause.OMITTED, Cause.SHORTER)
    if error.cause is Cause.OTHER:
        return divergence.cause in (Cause.OTHER, Cause.ILLEGAL)
    return divergence.cause is error.cause


def _errors(games: tuple[Sheet, ...], wanted: int, dice: random.Random) -> list[tuple[Sheet, Error]]:
    """At the first and the last ply of every game, then anywhere."""
    places = [(game, cause, at) for game in games for cause in KINDS for at in (0, len(game.lines) - 1)]
    made = [(game, with_error(game, cause, dice, games, at)) for game, cause, at in places]
    found = [(game, error) for game, error in made if error is not None]
    while len(found) < wanted:
        game = dice.choice(games)
        if error := with_error(game, KINDS[len(found) % len(KINDS)], dice, games):
            found.append((game, error))
    return found


if __name__ == "__main__":
    numbers = [int(each) for each in sys.argv[1:3]] + [1000, 1][len(sys.argv) - 1 :]
    sys.exit(main(numbers[0], numbers[1], *sys.argv[3:]))
