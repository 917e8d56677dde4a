"""Which drills a round is made of: out of the file of practice, the puzzles of the program and those of the user."""

from access_chess.edge.practising.puzzle_files import own_puzzles
from access_chess.edge.practising.store import PracticeStore
from access_chess.machine_clock import utc_now
from access_chess.practice.day import chosen
from access_chess.practice.drill import Drill
from access_chess.practice.puzzle_drill import KIND as PUZZLES
from access_chess.practice.puzzle_drill import PuzzleDrill


def puzzle_round(store: PracticeStore, *, most: int) -> tuple[Drill, ...]:
    """Puzzles that are due, then new ones: those of the user's files first, since he has chosen them."""
    own = {puzzle.name: PuzzleDrill(puzzle=puzzle, number=place) for place, puzzle in enumerate(own_puzzles(), start=1)}
    due = store.due(PUZZLES, utc_now())
    of_user = store.new_puzzles(most) | store.puzzles([name for name in due if name not in own])
    users = {puzzle.name: PuzzleDrill(puzzle=puzzle, number=len(own) + place) for place, puzzle in of_user.items()}
    known = store.known(PUZZLES)
    new = [name for name in (*users, *own) if name not in known]
    return chosen(due, new, (own | users).get, most=most)
