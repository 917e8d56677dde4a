"""The grammar of a position: the time to switch to it, and whether it says every legal move and no other.

    python -m tests.benchmarks.grammar [POSITIONS]

Times are milliseconds of the processor: sentences built and given to pocketsphinx, in 300 positions of random games
and in 50 full of queens. Beside it, in the same positions, what others take: python-chess for the SAN of every legal
move, and pocketsphinx for one plain sentence a move in its own grammar format, JSGF.

Then every phrase of tests/listening/phrase_forms.py for every legal move of POSITIONS random positions (default 2,000)
is asked for its meaning, and so are 50 random walks through each graph. The exit status is 1 when one is wrong.
"""

import random
import statistics
import sys
from collections.abc import Callable, Iterable, Iterator
from time import perf_counter, process_time

import chess

from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.edge.recognisers.pocketsphinx import PocketsphinxRecogniser, decoder_of
from access_chess.listening.lexicon import folded
from access_chess.listening.sentences import sentences
from access_chess.listening.short_answers import Expected
from access_chess.profile import Profile
from access_chess.requests.table import said_in
from tests.listening.phrase_forms import TONGUES, faults, full_sentences
from tests.listening.random_walks import random_walks
from tests.notation.random_positions import random_positions

WALKS = 50
LEXICON = load_lexicon()


def crowded_positions(count: int, *, seed: int) -> Iterator[chess.Board]:
    """Boards with nine pieces of White, mostly queens, and more than sixty legal moves."""
    chance = random.Random(seed)
    while count:
        board = chess.Board(None)
        kings, white, black = [chess.KING, chess.KING], chance.choices(range(2, 6), (1, 1, 1, 4), k=9), [5, 4]
        pieces = [chess.Piece(piece, number % 2 == 0) for number, piece in enumerate(kings)]
        pieces += [chess.Piece(piece, chess.WHITE) for piece in white]
        pieces += [chess.Piece(piece, chess.BLACK) for piece in black]
        board.set_piece_map(dict(zip(chance.sample(chess.SQUARES, len(pieces)), pieces, strict=True)))
        if board.is_valid() and board.legal_moves.count() > 60:
            count -= 1
            yield board


def jsgf(board: chess.Board) -> str:
    """One sentence a move and speaker, "knight golf one to foxtrot three", as a grammar of pocketsphinx's own."""
    tongues = [tongue for tongue in TONGUES if "names" in tongue.name]  # the others have other spellings
    lines = {folded(line) for tongue in tongues for line in full_sentences(board, tongue)}
    return f"#JSGF V1.0; grammar position; public <move> = {' | '.join(sorted(lines))};"


def milliseconds(work: Callable[[chess.Board], object], boards: Iterable[chess.Board]) -> str:
    """The times of the work on each board."""
    times = []
    for board in boards:
        started = process_time()
        work(board)
        times.append((process_time() - started) * 1000)
    return spread(times)


def spread(times: list[float]) -> str:
    """Median, 99th percentile and worst of times in milliseconds."""
    ordered = sorted(times)
    percentile = ordered[len(ordered) * 99 // 100]
    return f"median {statistics.median(ordered):.2f}, 99 % {percentile:.2f}, worst {ordered[-1]:.2f} ms"


def print_times() -> None:
    """The times of this program and of its peers."""
    recogniser, commands = PocketsphinxRecogniser(LEXICON), said_in(Profile.PRACTICE)
    recogniser.expect(Expected(board=chess.Board(), commands=commands))
    peer = decoder_of(LEXICON)
    works: dict[str, Callable[[chess.Board], object]] = {
        "switching": lambda board: recogniser.expect(Expected(board=board, commands=commands)),
        "  of it building": lambda board: sentences(LEXICON, board, commands),
        "python-chess, SAN of every legal move": lambda board: [board.san(move) for move in board.legal_moves],
        "pocketsphinx, JSGF of plain sentences": lambda board: peer.add_jsgf_string("position", jsgf(board)),
    }
    for kind, boards in (
        ("games", list(random_positions(300, seed=0))),
        ("queens", list(crowded_positions(50, seed=0))),
    ):
        for name, work in works.items():
            print(f"{kind}: {name}: {milliseconds(work, boards)}", flush=True)


def main(positions: int) -> int:
    """Print the times and what is wrong; the exit status."""
    print_times()
    chance, wrong, begun = random.Random(0), 0, perf_counter()
    first: list[float] = []
    later: list[float] = []
    for board in random_positions(positions, seed=1):
        spoken = sentences(LEXICON, board, ())
        legal = set(board.legal_moves)
        for number, words in enumerate(random_walks(spoken.graph, WALKS, chance)):
            started = process_time()
            meaning = spoken.meaning(words)
            (later if number else first).append((process_time() - started) * 1000)
            if meaning is None or not meaning.moves or not set(meaning.moves) <= legal:
                wrong += 1
                print(f"{board.fen()}: {' '.join(words)!r} means {meaning}")
        for fault in faults(board, spoken):
            wrong += 1
            print(fault)
    print(f"meaning of the first sentence in a position: {spread(first)}; of a later one: {spread(later)}")
    print(f"{positions} positions, {len(first) + len(later)} walks, {wrong} wrong, in {perf_counter() - begun:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000))
