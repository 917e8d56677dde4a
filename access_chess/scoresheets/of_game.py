"""The record and the players' sheets of a game in the journal; and the sentences that stand on a record beside the
moves: rulings, claims, offers, how it ended.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date

import chess
from msgspec.structs import replace

from access_chess.laws import events as happened
from access_chess.laws.commands import Result
from access_chess.laws.events import Event, GameSetUp
from access_chess.laws.evolve import evolve
from access_chess.laws.game import Game, Ply, new_game
from access_chess.laws.scoresheet import missing_plies
from access_chess.laws.setup import Occasion
from access_chess.notation.written import Letters
from access_chess.scoresheets.reading import read_braille_file, read_sheet
from access_chess.scoresheets.sheet import Heading, Sheet, SheetPly, Whose
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.telling.narrator import narrate
from access_chess.speech.utterance import SpokenPart

#: the sentence for an event, empty where it belongs on no sheet; with the game before and after it
Note = Callable[[Event, Game, Game], str]


def sheet_of(
    events: Iterable[Event],
    day: date | None,
    *,
    whose: Whose = Whose.RECORD,
    note: Note,
    letters: Sequence[Letters] = (),
) -> Sheet:
    """The sheet of a game, from all its events. Rulings and claims are noted on the record alone.

    A player's sheet that was handed in is read as it is, in the language of these `letters`.

    Raises ValueError when the events do not begin with `GameSetUp`.
    """
    stream = iter(events)
    first = next(stream, None)
    if not isinstance(first, GameSetUp):
        raise ValueError(f"a game begins with GameSetUp, got: {first!r}")
    reading = _Reading(first)
    for event in stream:
        reading.read(event, note)
    return reading.sheet(day, whose, letters)


class _Reading:
    """The events read so far: notes and offers by the number of plies after which they stand."""

    def __init__(self, first: GameSetUp) -> None:
        self._game = new_game(first)
        self._notes: dict[int, list[str]] = {}
        self._offers: set[int] = set()
        self._in_advance: happened.MoveWritten | None = None
        self._handed_in: dict[chess.Color, happened.SheetHandedIn] = {}

    def read(self, event: Event, note: Note) -> None:
        before, self._game = self._game, evolve(self._game, event)
        plies = len(self._game.plies)
        if plies < len(before.plies):
            self._forget(plies)
        if sentence := note(event, before, self._game):
            self._notes.setdefault(plies, []).append(sentence)
        match event:
            case happened.MoveWritten() if event.in_advance:
                self._in_advance = event
            case happened.MoveMade():
                self._in_advance = None
            case happened.SheetHandedIn(color=color):
                self._handed_in[color] = event
            case happened.DrawOffered(color=color) if plies and self._game.plies[-1].color is color:
                self._offers.add(plies)

    def _forget(self, plies: int) -> None:
        """The position was restored: what was noted stays, behind the last move that still stands."""
        for number in sorted(number for number in self._notes if number > plies):
            self._notes.setdefault(plies, []).extend(self._notes.pop(number))
        self._offers = {number for number in self._offers if number <= plies}
        self._in_advance = None

    def sheet(self, day: date | None, whose: Whose, letters: Sequence[Letters]) -> Sheet:
        """The record, or what a player has written: on the sheet that they handed in, or as it was told here."""
        setup = self._game.setup
        own = None if whose is Whose.RECORD else self._handed_in.get(whose is Whose.WHITE)
        if own is not None:
            reader = read_braille_file if own.is_braille else read_sheet
            read = reader(own.text, whose=whose, letters=letters, fen=setup.fen, is_chess960=setup.is_chess960)
            return replace(read.sheet, heading=_heading(self._game, day))
        is_record = whose is Whose.RECORD
        lines = [self._line(index, ply, with_notes=is_record) for index, ply in enumerate(self._game.plies)]
        if not is_record:
            lines = self._as_written(lines, whose is Whose.WHITE)
        return Sheet(
            whose=whose,
            heading=_heading(self._game, day),
            fen=setup.fen,
            is_chess960=setup.is_chess960,
            lines=tuple(lines),
            notes=tuple(self._notes.get(0, ())) if is_record else (),
        )

    def _line(self, index: int, ply: Ply, *, with_notes: bool) -> SheetPly:
        is_timed = ply.clock is not None and self._game.setup.time is not None
        return SheetPly(
            number=ply.before.fullmove_number,
            color=ply.color,
            move=ply.move,
            before=ply.before,
            text="" if ply.legal else ply.move.uci(),
            is_legal=ply.legal,
            clock=ply.clock.remaining(ply.color, ply.clock.since) if is_timed and ply.clock is not None else None,
            has_offer=index + 1 in self._offers,
            notes=tuple(self._notes.get(index + 1, ())) if with_notes else (),
        )

    def _as_written(self, lines: list[SheetPly], color: chess.Color) -> list[SheetPly]:
        """What this player has on their sheet. What they have not yet answered they need not have written (8.1)."""
        missing = frozenset(missing_plies(self._game, color))
        is_answered = self._game.end is not None or not lines or lines[-1].color is color
        sheet = [
            SheetPly(number=line.number, color=line.color) if index in missing else line
            for index, line in enumerate(lines if is_answered else lines[:-1])
        ]
        ahead = self._in_advance
        if ahead is not None and ahead.color is color:  # for a claim (9.2)
            board = self._game.board
            sheet += lines[len(sheet) :]
            sheet.append(SheetPly(number=board.fullmove_number, color=board.turn, move=ahead.move, before=board))
        while sheet and sheet[-1].is_gap:
            sheet.pop()
        return sheet


def _heading(game: Game, day: date | None) -> Heading:
    setup = game.setup
    return Heading(
        white=setup.players.white.name,
        black=setup.players.black.name,
        event=setup.occasion.event,
        site=setup.occasion.site,
        round=setup.occasion.round,
        date=_day(setup.occasion, day),
        result=game.end.result if game.end is not None else Result.NONE,
        ending=game.end.ending if game.end is not None else None,
        edition=setup.edition.value,
        time=setup.time,
        programs=tuple(color for color in chess.COLORS if setup.players[color].is_program),
        signed=game.signed,
        tags=setup.occasion.tags,
    )


def _day(occasion: Occasion, day: date | None) -> date | None:
    """Of a game that was played elsewhere the whole day that its file gives, if any; else when it was kept."""
    of_file = dict(occasion.tags).get("Date")
    if of_file is None:
        return day
    return None if "?" in of_file else date(*map(int, of_file.split(".")))


#: What an arbiter would write down. Moves, clocks and touches stand in the lines themselves, or nowhere.
NOTED = frozenset(
    {
        happened.SlipCorrected,
        happened.DrawOffered,
        happened.DrawDeclined,
        happened.DrawAccepted,
        happened.ClaimMade,
        happened.ClaimAccepted,
        happened.ClaimRejected,
        happened.ClaimPostponed,
        happened.IrregularityFound,
        happened.PositionRestored,
        happened.PromotedToQueen,
        happened.WarningGiven,
        happened.PenaltyImposed,
        happened.BoardTurned,
        happened.ColorsStay,
        happened.BoardsCompared,
        happened.CorrectionAgreed,
        happened.TimeSet,
        happened.FlagFell,
        happened.GameAdjourned,
        happened.GameResumed,
        happened.EnvelopeOpened,
        happened.EnvelopeLost,
        happened.AppealMade,
        happened.AppealRuled,
        happened.GameEnded,
    }
)


class Notes:
    """Notes in the language of a pack: the sentences in which the events were told; `words` has them for the voice."""

    def __init__(self, pack: VoicePack) -> None:
        self._settings = NarrationSettings(pack=pack, volunteers=True)
        self.words: dict[str, tuple[SpokenPart, ...]] = {}

    def __call__(self, event: Event, before: Game, after: Game) -> str:
        """The note on an event, empty where it belongs on no sheet."""
        if type(event) not in NOTED:
            return ""
        told = narrate(event, before=before, after=after, settings=self._settings)
        utterances = {utterance.text: utterance.parts for utterance in told}
        note = " ".join(utterances)
        self.words[note] = tuple(part for parts in utterances.values() for part in parts)
        return note


def noted(pack: VoicePack) -> Note:
    """Notes of which only the text is wanted."""
    return Notes(pack)
