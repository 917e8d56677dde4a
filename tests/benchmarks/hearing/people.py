"""Hearing a person: `python -m tests.benchmarks.hearing.people`.

Debian's `asterisk-core-sounds-en-g722` holds one woman's letters, NATO names and digits, read one by one; two of them
with a moment between make a pawn move. She was neither trained nor tuned on. It needs ffmpeg. It is one voice and
spliced speech; `judging` shows what is made of eight more people, on whom the judge was fitted, but not the network.
"""

import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import chess
import numpy as np

from access_chess.edge.recognisers.pocketsphinx import Recogniser
from access_chess.listening.expected import Expected
from access_chess.profile import Profile
from access_chess.requests.table import said_in
from tests.benchmarks.hearing.conditions import hall_voices, heard_in
from tests.benchmarks.hearing.development import ANSWERS, Said
from tests.benchmarks.hearing.judging import AWAITED, audio, outcome
from tests.benchmarks.hearing.samples import illegal_move, random_board
from tests.benchmarks.hearing.voices import RATE, Samples, read, trimmed

PROMPTS = Path("/usr/share/asterisk/sounds/en_US_f_Allison")
FILES = {"letters": "letters/{}.g722", "NATO": "phonetic/{}_p.g722"}
CONDITIONS = ("quiet", "pink 20", "babble 20", "pink 10")
MOVES, ILLEGAL, TALK = 60, 20, 40  # of a vocabulary
BETWEEN = 0.06  # seconds


def main() -> None:
    """Prints the figures."""
    if not PROMPTS.is_dir():
        raise SystemExit("The recordings are missing: apt install asterisk-core-sounds-en-g722 ffmpeg")
    recogniser, valid = Recogniser(), said_in(Profile.PRACTICE)
    for condition in CONDITIONS:
        outcomes: dict[str, Counter[str]] = {}
        for said in _said(condition):
            recogniser.expect(Expected(board=chess.Board(said.fen), commands=valid, awaited=AWAITED))
            heard = outcome(said, recogniser.hear(audio(said.sound)).asked)
            outcomes.setdefault(said.group, Counter())[heard] += 1
        for group, counts in outcomes.items():
            told = ", ".join(f"{name} {count}" for name, count in counts.most_common())
            print(f"{condition}: {group}, {counts.total()}: {told}", flush=True)


def _said(condition: str) -> Iterator[Said]:
    """Moves, moves that are not legal, digits as answers, and what is nothing to a chess program."""
    chance, babble = np.random.default_rng(1), hall_voices()

    def said(group: str, board: chess.Board, sound: Samples, meaning: str | None) -> Said:
        heard = heard_in(condition, sound, babble, chance)
        return Said(group=group, voice="Allison", condition=condition, fen=board.fen(), sound=heard, meaning=meaning)

    for name, file in FILES.items():
        for _ in range(MOVES):
            board, move = _pawn_move(chance)
            yield said(name, board, _square(chess.square_name(move.to_square), file), move.uci())
        for _ in range(ILLEGAL):
            board = random_board(chance)
            target = chess.square_name(illegal_move(board, chance).to_square)
            if not any(chess.square_name(move.to_square) == target for move in board.legal_moves):
                yield said(f"{name}, not legal", board, _square(target, file), None)
    for number, answer in enumerate(ANSWERS, start=1):
        yield said("digits", random_board(chance), _prompt(f"digits/{number}.g722"), answer)
    talk = sorted(path.name for path in PROMPTS.glob("*.g722"))
    for place in chance.permutation(len(talk))[:TALK]:
        yield said("talk", random_board(chance), _prompt(talk[place]), None)


def _pawn_move(chance: np.random.Generator) -> tuple[chess.Board, chess.Move]:
    """A position, and a move of a pawn that its square names."""
    while True:
        board = random_board(chance)
        moves = [
            move for move in board.legal_moves
            if board.piece_type_at(move.from_square) == chess.PAWN and not board.is_capture(move) and not move.promotion
        ]  # fmt: skip
        if moves:
            return board, moves[int(chance.integers(len(moves)))]


def _square(square: str, file: str) -> Samples:
    return np.concatenate(
        [_prompt(file.format(square[0])), np.zeros(int(BETWEEN * RATE)), _prompt(f"digits/{square[1]}.g722")]
    )


@cache
def _prompt(name: str) -> Samples:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "prompt.wav"
        command = ["ffmpeg", "-loglevel", "error", "-f", "g722", "-i", str(PROMPTS / name), str(path)]
        subprocess.run(command, check=True, capture_output=True)
        return trimmed(read(path))[: 8 * RATE]


if __name__ == "__main__":
    main()
