"""What is asked of the Laws at one place, by its player, an assistant or the arbiter, and what answers it there.

The Laws decide. Here is who has asked, what is said where nothing else tells of it, and what is read after a ruling.
"""

import chess
from msgspec.structs import replace as replace_fields

from access_chess.conversation.rights import may_rule, ruled
from access_chess.laws.commands import BeginReconstruction, Command, CountGap
from access_chess.laws.commands.base import ByPlayer
from access_chess.laws.decide import decide
from access_chess.laws.events import Refused
from access_chess.laws.game import Game
from access_chess.requests.commands import arbiter_command
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.table import is_available
from access_chess.session.announcer import Announcer
from access_chess.session.game_in_play import GameInPlay
from access_chess.session.seat_setup import SeatSetup
from access_chess.session.sheet_desk import Say, SheetDesk
from access_chess.speech.answers.clock import pressed
from access_chess.speech.answers.position import adjournment, color_name, what_is_on
from access_chess.speech.language.voice_pack import VoicePack

DECIDED = 0.2  # seconds that an answer waits for the disk, which takes a few thousandths


class LawsDesk:
    """Takes commands to the Laws from one place. `say` is how that place is answered."""

    def __init__(
        self,
        session: GameInPlay,
        announcer: Announcer,
        pack: VoicePack,
        seat: SeatSetup,
        *,
        sheets: SheetDesk,
        say: Say,
    ) -> None:
        self._session = session
        self._announcer = announcer
        self._pack = pack
        self._color = seat.color
        self._profile = seat.profile
        self._rights = seat.rights
        self._author = seat.author
        self._sheets = sheets
        self._say = say

    @property
    def is_for_arbiter(self) -> bool:
        """Whether what only an arbiter may decide can be decided now: nobody has a PIN here, or it was just said."""
        rights = self._rights
        return rights.pin is None or may_rule(rights, None, self._session.now())

    def given(self, command: Command) -> Command:
        """What is done at a place of one's own is given by the player there: the Laws refuse what is not for them."""
        if self._author is None or not isinstance(command, ByPlayer) or command.author is not None:
            return command
        return replace_fields(command, author=self._author)

    def submit(self, command: Command, request: Request, color: chess.Color) -> None:
        """Ask the Laws; what is typed and changes or tells nothing gets a word nevertheless."""
        game, command = self._session.game, self.given(command)
        events = decide(game, command, at=self._session.now())
        self._session.submit(command)
        if not events and request.name is not RequestName.FEEL:
            phrase = "refused_game_over" if game.is_over else "changes_nothing"
            self._say(adjournment(game, self._pack) or self._pack.phrase(phrase), self._color)
        elif not request.is_heard and not self._announcer.tells(game, events):
            self._acknowledge(request, color, game)

    def rule(self, request: Request) -> None:
        """The word of the arbiter, if it is theirs: nobody else's counts."""
        found = ruled(self._rights, request, self._session.now(), self._pack)
        self._rights = found.rights
        for part in found.said:
            self._say(part, self._color)
        if not found.counts:
            return
        if request.name is RequestName.ARBITER_COUNT_GAP:
            self._count_gap(request)
        elif request.name is RequestName.ARBITER_COMPARE:
            self._sheets.compare(request, self._color)
        elif request.name is RequestName.ARBITER_PROOF:
            self._sheets.prove(self._color)
        elif request.name is RequestName.ARBITER_DICTATE:
            self.read_sheets(BeginReconstruction(), request, self._session.game.turn, self._color)
        elif request.name is RequestName.ARBITER_BOARDS_DIFFER:
            if (by_the_sheets := self._sheets.by_the_sheets(request, self._color)) is not None:
                self.submit(arbiter_command(by_the_sheets), request, self._session.game.turn)
        else:
            self.submit(arbiter_command(request), request, self._session.game.turn)

    def read_sheets(self, command: Command, request: Request, color: chess.Color, listener: chess.Color | None) -> None:
        """The moves that are missing are read, where the Laws allow it: from the other's sheet, or by the arbiter."""
        game = self._session.game
        gaps = sorted({*game.gaps.white, *game.gaps.black}) if request.color is None else game.gaps[color]
        events = decide(game, self.given(command), at=self._session.now())
        self.submit(command, request, color)
        if gaps and not any(isinstance(event, Refused) for event in events):
            self._session.wait_until_decided(DECIDED)  # what was ruled is told before what is read
            self._sheets.dictate(gaps, listener)

    def _acknowledge(self, request: Request, color: chess.Color, game: Game) -> None:
        match request.name:
            case RequestName.FEEL if is_available(RequestName.WHAT_IS_ON, self._profile):
                for square in request.squares:
                    self._say(what_is_on(game.board, square, self._pack), self._color)
            case RequestName.ECHO:
                self._say(self._pack.phrase("echo_right"), self._color)
            case RequestName.PRESS | RequestName.ASSISTANT_PRESS:
                click = pressed(game, color, self._pack)
                self._session.once_told(self._announcer, lambda: self._announcer.say(click))
            case RequestName.ADJUST:
                self._say(self._pack.phrase("adjusts", color=color_name(color, self._pack)), self._color)
            case _:
                self._say(self._pack.phrase("noted"), self._color)

    def _count_gap(self, request: Request) -> None:
        """The arbiter has the time counted that passed while the program did not run."""
        gap = self._session.take_gap()
        if gap is None or gap.time is None:
            self._say(self._pack.phrase("clock_no_gap"), self._color)
        else:
            self.submit(CountGap(color=gap.color, time=gap.time), request, gap.color)
