"""A UCI engine for the tests: plays the first legal move in alphabetical order, and dies when asked for `die`.

`python uci_stand_in.py [MOVES]`: after so many moves it dies without a word.
"""

import sys

import chess

LIFE = int(sys.argv[1]) if len(sys.argv) > 1 else 1000


def main() -> None:
    """Answer on standard output what the protocol asks on standard input."""
    board, left = chess.Board(), LIFE
    for line in sys.stdin:
        match line.split():
            case ["uci"]:
                say("id name Stand-in", "option name Skill Level type spin default 20 min 0 max 20", "uciok")
            case ["isready"]:
                say("readyok")
            case ["position", "startpos", *rest]:
                board = chess.Board()
                for uci in rest[1:]:
                    board.push_uci(uci)
            case ["position", "fen", *rest]:
                board = chess.Board(" ".join(rest[:6]))
                for uci in rest[7:]:
                    board.push_uci(uci)
            case ["go", *_]:
                left -= 1
                if left < 0:
                    sys.exit(1)
                say(f"bestmove {min(move.uci() for move in board.legal_moves)}")
            case ["quit"]:
                return


def say(*lines: str) -> None:
    """Lines of the protocol."""
    for line in lines:
        sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
