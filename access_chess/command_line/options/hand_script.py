"""What the hand of an emulated board is told to do, by typed lines or a file."""

import chess

from access_chess.board.ports import Hand


def move_hand(hand: Hand, words: list[str]) -> None:
    """One typed command; raises ValueError when it is none."""
    match words:
        case ["lift", square]:
            hand.lift(chess.parse_square(square))
        case ["place", square]:
            hand.place(chess.parse_square(square))
        case ["press", "white" | "black" as color]:
            hand.press(color == "white")
        case ["release", "white" | "black" as color]:
            hand.release(color == "white")
        case ["press" | "release" as verb, "1" | "2" | "3" | "4" as button]:
            hand.push(int(button), down=verb == "press")
        case []:
            pass
        case _:
            raise ValueError(f"expected a command of the hand, got {words!r}")
