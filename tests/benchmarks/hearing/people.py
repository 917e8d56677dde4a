"""Hearing a person: `python -m tests.benchmarks.hearing.people`.

Everything else here is synthetic. Debian's `asterisk-core-sounds-en-g722` holds one woman's letters, NATO names and
digits, read one by one; two of them with a moment between make a pawn move. It needs ffmpeg. It is one voice and
spliced speech: a check that the program hears people at all, no more.
"""

import subprocess
import tempfile
from collections import Counter
from pathlib import Path

import chess
import numpy as np
import speech_recognition

from access_chess.edge.recognisers.pocketsphinx import Recogniser
from access_chess.listening.expected import Expected
from access_chess.listening.heard import HeardChoice, HeardMove
from access_chess.profile import Profile
from access_chess.requests.table import said_in
from tests.benchmarks.hearing.samples import random_board
from tests.benchmarks.hearing.voices import RATE, Samples, read, trimmed

PROMPTS = Path("/usr/share/asterisk/sounds/en_US_f_Allison")
FILES = {"letters": "letters/{}.g722", "NATO": "phonetic/{}_p.g722"}
MOVES = 60  # a vocabulary
BETWEEN = 0.06  # seconds


def main() -> None:
    """Prints the figures."""
    if not PROMPTS.is_dir():
        raise SystemExit("The recordings are missing: apt install asterisk-core-sounds-en-g722 ffmpeg")
    chance, recogniser, valid = np.random.default_rng(1), Recogniser(), said_in(Profile.PRACTICE)
    for name, file in FILES.items():
        outcomes = Counter[str]()
        for _ in range(MOVES):
            board, move = _pawn_move(chance)
            recogniser.expect(Expected(board=board, commands=valid))
            asked = recogniser.hear(_spoken(chess.square_name(move.to_square), file)).asked
            outcomes[_outcome(asked, move)] += 1
        print(f"{name}: " + ", ".join(f"{outcome} {count / MOVES:.0%}" for outcome, count in outcomes.most_common()))


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


def _outcome(asked: object, move: chess.Move) -> str:
    match asked:
        case HeardMove():
            return "right" if asked.move == move else "wrong"
        case HeardChoice() if move in asked.moves:
            return "asked"
        case _:
            return "refused"


def _spoken(square: str, file: str) -> speech_recognition.AudioData:
    pause = np.zeros(RATE // 4)
    parts = [pause, _prompt(file.format(square[0])), np.zeros(int(BETWEEN * RATE)), _prompt(f"digits/{square[1]}.g722")]
    sound = np.concatenate([*parts, pause])
    return speech_recognition.AudioData((sound * (16_000 / np.abs(sound).max())).astype("<i2").tobytes(), RATE, 2)


def _prompt(name: str) -> Samples:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "prompt.wav"
        command = ["ffmpeg", "-loglevel", "error", "-f", "g722", "-i", str(PROMPTS / name), str(path)]
        subprocess.run(command, check=True, capture_output=True)
        return trimmed(read(path))


if __name__ == "__main__":
    main()
