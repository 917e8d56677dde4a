"""A hand at the real firmware in its emulator, like people's hands: it hesitates, drags, puts back; pegs bounce."""

import random
from datetime import timedelta

import chess

from access_chess.board.ports import EmulatedBoard, Listener
from access_chess.board.wire.reports import BoardReport
from tests.support.board_sim import BoardSim, LockstepHost

MS = timedelta(milliseconds=1)
SETTLED = 450 * MS  # longer than a placement waits until it counts
NOTICED = 2000 * MS  # on a noisy line a report may have to be sent again


class HumanHand:
    """The hand; what the board reports goes to the listener while it moves. Emulated time only."""

    def __init__(self, listener: Listener, occupied: chess.SquareSet, *, seed: int, noise: str = "") -> None:
        self._sim = BoardSim(squares=int(occupied))
        self._host = LockstepHost(self._sim)
        self._listener = listener
        self._chance = random.Random(seed)
        self._held: chess.Square | None = None
        self._told = 0
        self.put_backs = self.drags = 0
        self._host.run_until_live()
        self._tell_reports()
        if noise:
            self._sim.tell(f"noise {noise} {seed}")

    def lift(self, square: chess.Square) -> None:
        self._change(square, is_closed=False)
        if self._chance.random() < 0.2:
            self._put_back(square)
        elif self._chance.random() < 0.2:
            self._drag()

    def place(self, square: chess.Square) -> None:
        self._change(square, is_closed=True)

    def set_up(self, occupied: chess.SquareSet) -> None:
        self._sim.tell(f"squares {int(occupied):016x}")

    def press(self, color: chess.Color) -> None:
        self._key(f"press {chess.COLOR_NAMES[color]}", 64 + (not color), is_closed=True)

    def release(self, color: chess.Color) -> None:
        self._key(f"release {chess.COLOR_NAMES[color]}", 64 + (not color), is_closed=False)

    def push(self, button: int, *, down: bool) -> None:
        self._key(f"{'press' if down else 'release'} {button}", 65 + button, is_closed=down)

    def close(self) -> None:
        self._sim.close()

    def _put_back(self, square: chess.Square) -> None:
        self.put_backs += 1
        self._change(square, is_closed=True)
        self._run(self._chance.choice((60 * MS, SETTLED)))
        self._change(square, is_closed=False)

    def _drag(self) -> None:
        """Over an aperture or two on the way."""
        free = list(chess.SquareSet(~self._host.link.state.squares & chess.BB_ALL))
        for square in self._chance.sample(free, 2):
            self.drags += 1
            self._sim.tell(f"place {chess.square_name(square)}")
            self._run(self._chance.randrange(20, 150) * MS)
            self._sim.tell(f"lift {chess.square_name(square)}")
            self._run(self._chance.randrange(20, 150) * MS)

    def _change(self, square: chess.Square, *, is_closed: bool) -> None:
        bounce = self._chance.choice((0, 1, 3, 7, 15))
        name = chess.square_name(square)
        plain = f"{'place' if is_closed else 'lift'} {name}"
        self._key(f"bounce {name} {bounce} {self._chance.randrange(9999)}" if bounce else plain, square, is_closed)

    def _key(self, command: str, number: int, is_closed: bool) -> None:
        self._sim.tell(command)
        end = self._sim.now + NOTICED
        while self._host.link.state.is_closed(number) != is_closed:
            assert self._sim.now < end, f"{command} is not reported"
            self._run(5 * MS)
        self._run(self._chance.randrange(30) * MS)
        self._tell_reports()

    def _run(self, time: timedelta) -> None:
        self._host.run(time)
        self._tell_reports()

    def _tell_reports(self) -> None:
        new: list[BoardReport] = self._host.told[self._told :]
        self._told = len(self._host.told)
        for report in new:
            self._listener(report)


class HandsBoard:
    """The board under the hand, for whom only the hand matters."""

    def __init__(self, hand: HumanHand) -> None:
        self._hand = hand
        self.is_connected = True
        self.occupancy = chess.SquareSet()

    def servo(self, channel: int, microseconds: int, *, slew: int = 0) -> None:
        """No servo is turned here."""

    def buzz(self, hertz: int, milliseconds: int) -> None:
        """Nothing buzzes here."""

    def vouch(self) -> None:
        """The hand tells all at once."""

    def give_number(self, number: int) -> None:
        """No number is needed here."""

    def close(self) -> None:
        self._hand.close()


def board_under(hand: HumanHand) -> EmulatedBoard:
    """As the demonstration wants it."""
    return EmulatedBoard(HandsBoard(hand), hand)
