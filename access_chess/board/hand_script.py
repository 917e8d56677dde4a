"""What the hand of an emulated board is to do, by typed lines."""

import chess

from access_chess.board.ports import HandDeed, SimulatedHand


def hand_of(line: str) -> HandDeed | None:
    """What a typed command has the hand do; None where it is none."""
    match line.split():
        case ["lift", name] if name in chess.SQUARE_NAMES:
            return lambda hand: hand.lift(chess.parse_square(name))
        case ["place", name] if name in chess.SQUARE_NAMES:
            return lambda hand: hand.place(chess.parse_square(name))
        case ["press", "white" | "black" as color]:
            return lambda hand: hand.press(color == "white")
        case ["release", "white" | "black" as color]:
            return lambda hand: hand.release(color == "white")
        case ["press" | "release" as verb, "1" | "2" | "3" | "4" as button]:
            return lambda hand: hand.push(int(button), down=verb == "press")
    return None


def move_hand(hand: SimulatedHand, words: list[str]) -> None:
    """One typed command, or nothing; raises ValueError when it is none."""
    deed = hand_of(" ".join(words))
    if deed is not None:
        deed(hand)
    elif words:
        raise ValueError(f"expected a command of the hand, got {words!r}")
