"""The trial of a sensor board by ear: every aperture, lever and button in turn, answered by tones and words."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import chess

from access_chess.board.ports import SensorBoard
from access_chess.board.wire.reports import (
    BoardReport,
    ButtonPressed,
    ButtonReleased,
    Connected,
    LeverPressed,
    LeverReleased,
    Lifted,
    Placed,
    ReportsLost,
)

RIGHT_TONE = (1000, 80)  # hertz, milliseconds
WRONG_TONE = (250, 400)
TRIES = 3
BUTTONS = (1, 2, 3, 4)

Say = Callable[[str], None]
Describe = Callable[[BoardReport], str]


@dataclass(frozen=True)
class Step:
    """What the tester is asked to do, and the report that must follow."""

    contact: str
    order: str
    is_right: Callable[[BoardReport], bool]


def _aperture_steps(square: chess.Square) -> tuple[Step, Step]:
    name = chess.square_name(square)
    return (
        Step(name, f"Put a peg into {name}.", lambda report: isinstance(report, Placed) and report.square == square),
        Step(name, f"Take it out of {name}.", lambda report: isinstance(report, Lifted) and report.square == square),
    )


def _lever_steps(color: chess.Color) -> tuple[Step, Step]:
    name = f"{chess.COLOR_NAMES[color].capitalize()}'s lever"
    return (
        Step(name, f"Press {name}.", lambda report: isinstance(report, LeverPressed) and report.color == color),
        Step(name, f"Release {name}.", lambda report: isinstance(report, LeverReleased) and report.color == color),
    )


def _button_steps(button: int) -> tuple[Step, Step]:
    name = f"button {button}"
    return (
        Step(name, f"Press {name}.", lambda report: isinstance(report, ButtonPressed) and report.button == button),
        Step(name, f"Release {name}.", lambda report: isinstance(report, ButtonReleased) and report.button == button),
    )


STEPS: tuple[tuple[Step, Step], ...] = (
    *map(_aperture_steps, chess.SQUARES),
    *map(_lever_steps, chess.COLORS),
    *map(_button_steps, BUTTONS),
)


def try_contacts(tested: SensorBoard, reports: Iterator[BoardReport], say: Say, describe: Describe) -> bool:
    """Ask for every contact, a1, b1 to h8, levers and buttons; True when all answered rightly.

    A wrong answer is sounded and said, and the contact is asked for again; after the third it is left out. False too
    when the reports end before the trial does.
    """
    if not _is_emptied(reports, say, describe):
        return False
    wrong = []
    for steps in STEPS:
        if not all(_answered(tested, reports, say, describe, step) for step in steps):
            say(f"{steps[0].contact} is left out.")
            wrong.append(steps[0].contact)
    say(
        f"These did not answer rightly: {', '.join(wrong)}."
        if wrong
        else "All apertures, levers and buttons are right."
    )
    return not wrong


def _is_emptied(reports: Iterator[BoardReport], say: Say, describe: Describe) -> bool:
    pegs = chess.SquareSet()
    for report in reports:
        match report:
            case Connected() | ReportsLost():
                pegs = report.state.occupancy
            case Lifted():
                pegs.discard(report.square)
            case Placed():
                pegs.add(report.square)
            case _:
                say(describe(report))
                continue
        if not pegs:
            return True
        say(f"Take out all pegs. Left: {' '.join(map(chess.square_name, pegs))}.")
    return False


def _answered(tested: SensorBoard, reports: Iterator[BoardReport], say: Say, describe: Describe, step: Step) -> bool:
    """Did the contact answer, at the third try at the latest?"""
    for _ in range(TRIES):
        say(step.order)
        report = next(reports, None)
        if report is None:
            return False
        if step.is_right(report):
            tested.buzz(*RIGHT_TONE)
            return True
        tested.buzz(*WRONG_TONE)
        say(f"Expected {step.contact}, but: {describe(report)}")
    return False
