"""What is asked about the scoresheets during a game: what is missing, what the other's has, where the two part."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.laws.by_color import ByColor
from access_chess.laws.claims import proof_of_repetition
from access_chess.laws.clock import Instant
from access_chess.laws.events import Ending
from access_chess.laws.game import Game
from access_chess.laws.scoresheet import missing_plies
from access_chess.requests.request import Request
from access_chess.speech.announcement import Form, announce
from access_chess.speech.answers.position import color_name
from access_chess.speech.language.voice_pack import VoicePack, listed
from access_chess.speech.utterance import SpokenPart

if TYPE_CHECKING:  # scoresheets take their time, and most games have no use for them
    from access_chess.scoresheets.comparison import Divergence
    from access_chess.scoresheets.reading import SheetRead
    from access_chess.scoresheets.sheet import Sheet

_BY_REPETITION = (Ending.THREEFOLD, Ending.FIVEFOLD)
Parts = tuple[SpokenPart, ...]


class Sheets(Struct, frozen=True, kw_only=True):
    """What is said of the scoresheets at one place: a value, whose every reading makes the next.

    `pairs` are the moves that are being read, to the `listener`, of which so many have been.
    """

    pack: VoicePack
    form: Form
    pairs: tuple[Parts, ...] = ()
    read: int = 0
    listener: chess.Color | None = None

    def next(self) -> tuple["Sheets", Parts] | None:
        """The next pair; None where nothing is being read, or all has been."""
        return None if self.read >= len(self.pairs) else self._read(self.read)

    def back(self) -> tuple["Sheets", Parts]:
        """The pair before the last once more."""
        if not self.pairs:
            return self, (self.pack.phrase("dictation_none"),)
        return self._read(max(0, self.read - 2))

    def end(self) -> "Sheets":
        """Nothing is read any more."""
        return replace(self, pairs=(), read=0)

    def dictate(self, game: Game, plies: Sequence[int], listener: chess.Color | None) -> tuple["Sheets", Parts]:
        """Begin to read the pairs of these plies."""
        numbers = sorted({game.plies[ply].before.fullmove_number for ply in plies})
        pairs = tuple(self._pair(game, number) for number in numbers)
        begun = replace(self, pairs=pairs, read=0, listener=listener)
        return begun, (self.pack.phrase("dictation_begins", count=len(pairs)),)

    def missing(self, game: Game, color: chess.Color, at: Instant) -> Parts:
        """Which moves this player has not written."""
        gaps = game.gaps[color]
        if gaps:
            moves = listed(self.pack.number(number) for number in _numbers(game, gaps))
            return (self.pack.phrase("gaps_are", moves=moves),)
        return (self.pack.phrase("gaps_exempt" if game.is_exempt(color, at) else "gaps_none"),)

    def compared(self, game: Game, request: Request) -> Parts:
        """Where the two sheets part, and why: those that the arbiter reads out, else what each has written here."""
        from access_chess.scoresheets.comparison_words import comparison_words

        sheets = [read.sheet for read in self._sheets(game, request)]
        return tuple(comparison_words(self._divergence(*sheets), sheets[0], sheets[1], ("", ""), self.pack))

    def by_the_sheets(self, game: Game, request: Request) -> tuple[Request | None, Parts]:
        """The request to set the boards by the sheets (E.2.7, E.2.8), with these as the player's language reads them.

        Where they differ the player hears first why. None where one cannot be read, and does not differ so far: so it
        is told.
        """
        from access_chess.scoresheets.comparison_words import reading_words

        reads = self._sheets(game, request)
        played = [tuple(line.move for line in read.certain) for read in reads]
        if played[0] == played[1] and not all(read.is_whole for read in reads):
            unread = (read for read in reads if not read.is_whole)
            return None, tuple(part for read in unread for part in reading_words(read, self.pack))
        differs = self._divergence(*(read.sheet for read in reads)) is not None
        told = self.compared(game, request) if differs else ()
        return replace(request, scores=ByColor(*map(_score, reads))), told

    def proof(self, game: Game) -> Parts:
        """After which moves the present position, or the claimed one, stood (9.2)."""
        stood = proof_of_repetition(game)
        if len(stood) < 2:
            return (self.pack.phrase("proof_none"),)
        moves = listed(self._after(game, plies) for plies in stood)
        return (self.pack.phrase("proof_of_repetition", count=len(stood), moves=moves),)

    def why_ended(self, game: Game) -> Parts:
        """A game that ended by repetition: now everybody may hear after which moves the position stood."""
        is_repeated = game.end is not None and game.end.ending in _BY_REPETITION
        return self.proof(game) if is_repeated else ()

    def _read(self, at: int) -> tuple["Sheets", Parts]:
        is_last = at + 1 == len(self.pairs)
        ends = (self.pack.phrase("dictation_ends"),) if is_last else ()
        return replace(self, read=at + 1), (*self.pairs[at], *ends)

    def _divergence(self, first: "Sheet", second: "Sheet") -> "Divergence | None":
        from access_chess.scoresheets import comparison

        return comparison.compare(first, second, letters=(self.pack.letters,))

    def _sheets(self, game: Game, request: Request) -> "list[SheetRead]":
        """White's and Black's, as the arbiter has read them out, else as they were written here."""
        from access_chess.scoresheets.reading import SheetRead, read_sheet
        from access_chess.scoresheets.sheet import Whose

        scores = request.scores
        reads = []
        for player in (chess.WHITE, chess.BLACK):
            whose = Whose.WHITE if player else Whose.BLACK
            if scores is not None and scores[player]:
                setup, text = game.setup, " ".join(scores[player])
                letters = (self.pack.letters,)
                reads.append(
                    read_sheet(text, whose=whose, letters=letters, fen=setup.fen, is_chess960=setup.is_chess960)
                )
            else:
                reads.append(SheetRead(sheet=_written(game, player)))
        return reads

    def _pair(self, game: Game, number: int) -> Parts:
        plies = [ply for ply in game.plies if ply.before.fullmove_number == number]
        return tuple(
            self.pack.phrase(
                "dictated",
                number=number,
                color=color_name(ply.color, self.pack),
                move=announce(ply.before, ply.move, self.pack, form=self.form if ply.legal else Form.FIDE),
            )
            for ply in plies
        )

    def _after(self, game: Game, plies: int) -> SpokenPart:
        if plies == 0:
            return self.pack.phrase("proof_start")
        before = game.plies[plies - 1].before if plies <= len(game.plies) else game.board
        return self.pack.phrase("proof_at", number=before.fullmove_number, color=color_name(before.turn, self.pack))


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
