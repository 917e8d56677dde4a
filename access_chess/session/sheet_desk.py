"""What is asked about the scoresheets during a game: what is missing, what the other's has, where the two part."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

import chess
from msgspec.structs import replace

from access_chess.laws.by_color import ByColor
from access_chess.laws.claims import proof_of_repetition
from access_chess.laws.clock import Instant
from access_chess.laws.events import Ending
from access_chess.laws.game import Game
from access_chess.laws.scoresheet import is_exempt, missing_plies
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.speech.announcement import Form, announce
from access_chess.speech.answers.position import color_name
from access_chess.speech.language.voice_pack import VoicePack, listed
from access_chess.speech.utterance import SpokenPart

if TYPE_CHECKING:  # scoresheets take their time, and most games have no use for them
    from access_chess.scoresheets.comparison import Divergence
    from access_chess.scoresheets.reading import SheetRead
    from access_chess.scoresheets.sheet import Sheet

#: What anybody may ask here.
OF_A_PLAYER = frozenset({RequestName.SHEET, RequestName.DICTATE_BACK})

_BY_REPETITION = (Ending.THREEFOLD, Ending.FIVEFOLD)
Say = Callable[[SpokenPart, chess.Color | None], None]
Pair = tuple[SpokenPart, ...]


class Table(Protocol):
    """Where a game is played or looked at."""

    @property
    def game(self) -> Game:
        """How it stands."""
        ...

    def now(self) -> Instant:
        """The instant of the game."""
        ...


class SheetDesk:
    """Answers at one place; while moves are read, an empty line reads the next pair."""

    def __init__(self, session: Table, pack: VoicePack, form: Form, say: Say) -> None:
        self._session = session
        self._pack = pack
        self._form = form
        self._say = say
        self._pairs: Sequence[Pair] = ()
        self._at = 0
        self._listener: chess.Color | None = None

    def next(self) -> bool:
        """Read the next pair; false where nothing is being read, or all has been."""
        if self._at >= len(self._pairs):
            return False
        self._read(self._at)
        return True

    def answer(self, request: Request, color: chess.Color | None) -> None:
        """One of `OF_A_PLAYER`."""
        if request.name is RequestName.SHEET:
            assert color is not None, "somebody asks"
            self._say(self._missing(color), color)
        elif not self._pairs:
            self._say(self._pack.phrase("dictation_none"), color)
        else:
            self._read(max(0, self._at - 2))

    def compare(self, request: Request, color: chess.Color | None) -> None:
        """Where the two sheets part, and why: those that the arbiter reads out, else what each has written here."""
        from access_chess.scoresheets.comparison_words import comparison_words

        sheets = [read.sheet for read in self._sheets(request)]
        for part in comparison_words(self._divergence(*sheets), sheets[0], sheets[1], ("", ""), self._pack):
            self._say(part, color)

    def by_the_sheets(self, request: Request, color: chess.Color | None) -> Request | None:
        """The request to set the boards by the sheets (E.2.7, E.2.8), with these as the player's language reads them.

        Where they differ the player hears first why. None where one cannot be read, and does not differ so far: so it
        is told.
        """
        from access_chess.scoresheets.comparison_words import reading_words

        reads = self._sheets(request)
        played = [tuple(line.move for line in read.certain) for read in reads]
        if played[0] == played[1] and not all(read.is_whole for read in reads):
            for part in (part for read in reads if not read.is_whole for part in reading_words(read, self._pack)):
                self._say(part, color)
            return None
        if self._divergence(*(read.sheet for read in reads)) is not None:
            self.compare(request, color)
        return replace(request, scores=ByColor(*map(_score, reads)))

    def _divergence(self, first: "Sheet", second: "Sheet") -> "Divergence | None":
        from access_chess.scoresheets import comparison

        return comparison.compare(first, second, letters=(self._pack.letters,))

    def _sheets(self, request: Request) -> "list[SheetRead]":
        """White's and Black's, as the arbiter has read them out, else as they were written here."""
        from access_chess.scoresheets.reading import SheetRead, read_sheet
        from access_chess.scoresheets.sheet import Whose

        game, scores = self._session.game, request.scores
        reads = []
        for player in (chess.WHITE, chess.BLACK):
            whose = Whose.WHITE if player else Whose.BLACK
            if scores is not None and scores[player]:
                setup, text = game.setup, " ".join(scores[player])
                letters = (self._pack.letters,)
                reads.append(
                    read_sheet(text, whose=whose, letters=letters, fen=setup.fen, is_chess960=setup.is_chess960)
                )
            else:
                reads.append(SheetRead(sheet=_written(game, player)))
        return reads

    def prove(self, color: chess.Color | None) -> None:
        """After which moves the present position, or the claimed one, stood (9.2)."""
        game = self._session.game
        stood = proof_of_repetition(game)
        if len(stood) < 2:
            self._say(self._pack.phrase("proof_none"), color)
            return
        moves = listed(self._after(game, plies) for plies in stood)
        self._say(self._pack.phrase("proof_of_repetition", count=len(stood), moves=moves), color)

    def explain_end(self, color: chess.Color | None) -> None:
        """A game that ended by repetition: now everybody may hear after which moves the position stood."""
        end = self._session.game.end
        if end is not None and end.ending in _BY_REPETITION:
            self.prove(color)

    def dictate(self, plies: Sequence[int], listener: chess.Color | None) -> None:
        """Begin to read the pairs of these plies."""
        game = self._session.game
        numbers = sorted({game.plies[ply].before.fullmove_number for ply in plies})
        self._pairs = tuple(self._pair(game, number) for number in numbers)
        self._at, self._listener = 0, listener
        self._say(self._pack.phrase("dictation_begins", count=len(self._pairs)), listener)

    def end(self) -> None:
        """Nothing is read any more."""
        self._pairs, self._at = (), 0

    def _read(self, at: int) -> None:
        self._at = at + 1
        for part in self._pairs[at]:
            self._say(part, self._listener)
        if self._at == len(self._pairs):
            self._say(self._pack.phrase("dictation_ends"), self._listener)

    def _pair(self, game: Game, number: int) -> Pair:
        plies = [ply for ply in game.plies if ply.before.fullmove_number == number]
        return tuple(
            self._pack.phrase(
                "dictated",
                number=number,
                color=color_name(ply.color, self._pack),
                move=announce(ply.before, ply.move, self._pack, form=self._form if ply.legal else Form.FIDE),
            )
            for ply in plies
        )

    def _missing(self, color: chess.Color) -> SpokenPart:
        game = self._session.game
        gaps = game.gaps[color]
        if gaps:
            return self._pack.phrase(
                "gaps_are", moves=listed(self._pack.number(number) for number in _numbers(game, gaps))
            )
        return self._pack.phrase("gaps_exempt" if is_exempt(game, color, self._session.now()) else "gaps_none")

    def _after(self, game: Game, plies: int) -> SpokenPart:
        if plies == 0:
            return self._pack.phrase("proof_start")
        before = game.plies[plies - 1].before if plies <= len(game.plies) else game.board
        return self._pack.phrase("proof_at", number=before.fullmove_number, color=color_name(before.turn, self._pack))


def _score(read: "SheetRead") -> tuple[str, ...]:
    """The moves in the notation of the Laws' own words, and what follows as it stands there."""
    certain = read.certain
    known = tuple(line.before.san(line.move) for line in certain if line.before is not None and line.move is not None)
    return (*known, *(line.text for line in read.sheet.lines[len(certain) :] if line.text))


def _numbers(game: Game, gaps: Sequence[int]) -> list[int]:
    return [game.plies[ply].before.fullmove_number for ply in gaps]


def _written(game: Game, color: chess.Color) -> "Sheet":
    """What this player has written here; what was not written is a gap."""
    from access_chess.scoresheets.sheet import Sheet, SheetPly, Whose

    missing = frozenset(missing_plies(game, color))
    lines = tuple(
        SheetPly(number=ply.before.fullmove_number, color=ply.color)
        if index in missing
        else SheetPly(
            number=ply.before.fullmove_number, color=ply.color, move=ply.move, before=ply.before, is_legal=ply.legal
        )
        for index, ply in enumerate(game.plies)
    )
    whose = Whose.WHITE if color else Whose.BLACK
    return Sheet(whose=whose, fen=game.setup.fen, is_chess960=game.setup.is_chess960, lines=lines)
