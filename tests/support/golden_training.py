"""Sessions of practice whose every word is kept in `tests/golden/training/`.

A file begins with its settings: the language, and what is trained. Each line that begins with `>` is typed, and the
lines after it are what is said. Every entry takes so many seconds, by a clock that the test turns.
`python -m tests.support.golden_training` writes what is said now, to be read before the commit.
"""

import io
import random
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import cache, partial
from pathlib import Path

import chess
import chess.pgn
from msgspec.structs import replace

from access_chess.conversation.state import Dialogue
from access_chess.edge.packs.cases import load_case_words
from access_chess.edge.packs.lessons import LessonWords
from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.practising.games import OpenTable
from access_chess.edge.sound.speaker import Speaker, SpeechSettings
from access_chess.edge.storage.journal import Journal
from access_chess.laws.commands import player as author_of
from access_chess.play.at_boards import BoardsAwaited
from access_chess.play.deeds import DEEDS, not_now
from access_chess.play.loop import Table
from access_chess.play.messages import Act, Message, TablePlace, Typed, Work, Worked
from access_chess.play.practising import practice_deeds
from access_chess.play.seat import PlayerSeat
from access_chess.play.trainer import TrainerSeat
from access_chess.play.training import Training, TrainingHelp, begun
from access_chess.practice.analysis import best_reply
from access_chess.practice.blindfold.memory import KINDS, blindfold_round
from access_chess.practice.drill import Drill
from access_chess.practice.ending_drill import EndingDrill, JudgedEnding, RookEnding, TrainedEnding
from access_chess.practice.mistake_drill import MistakeDrill, mistake_drill
from access_chess.practice.puzzles import Puzzle, PuzzleDrill
from access_chess.practice.repertoire import decisions, of_the_day
from access_chess.practice.review import good_moves, judge, worst
from access_chess.practice.round import Attempt, round_of
from access_chess.practice.sentence import Sentence
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.row import Here
from access_chess.session.announcer import Announcer
from access_chess.session.leaving import Leaving
from access_chess.session.sheet_desk import Sheets
from access_chess.speech.practising.sentences import lesson_sentence
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.wiring.training import STANDING
from tests.support.plain_analyst import Opinion, PlainAnalyst

FOLDER = Path(__file__).parents[1] / "golden" / "training"
PACE = timedelta(seconds=10)


class TrainingRoom:
    """A player who types the lines of a file, one after what was said to the one before."""

    def __init__(
        self, voices: str, lines: Sequence[str], refuter: Callable[[chess.Board], chess.Move | None] | None = None
    ) -> None:
        self.screen = io.StringIO()
        self.attempts: list[Attempt] = []
        self.now = timedelta()
        self._lines = list(lines)
        self.works: list[tuple[int, Work]] = []
        self.asides: dict[RequestName, Act] = {}
        self._refuter = refuter or built_in
        self._completed: Callable[[Sentence], Sentence] = lambda text: text
        language = load_language(voices)
        language = self.language = replace(language, pack=load_case_words(language.pack.name))
        self._speaker = Speaker(voice=None, outputs=(), transcript=None, settings=SpeechSettings())
        self.announcer = Announcer(
            self._speaker, NarrationSettings(pack=language.pack, volunteers=True), screen=self.screen
        )

    def learns(self, words: LessonWords) -> None:
        """What is asked here are tasks of lessons, in these words."""
        pack = self.language.pack
        self.language = replace(self.language, pack=replace(pack, phrases={**pack.phrases, **words.pack.phrases}))
        self._completed = lambda text: lesson_sentence(text, words.pack, words.typed)

    def train(self, drills: Sequence[Drill], preface: Sequence[Sentence] = ()) -> str:
        """The transcript of the round."""
        training = Training(round=round_of(tuple(drills)), preface=tuple(preface))
        while not training.is_over:
            table = self.table(training)
            while table.leaving is None and self._lines:
                self.now += PACE
                line = self._lines.pop(0)
                self.screen.write(f"\n> {line}".rstrip(" ") + "\n")
                self.turn(table, Typed(line=line, at=self.now))
            if table.leaving is not Leaving.MOVED_ON:
                break
            training = seat_of(table).training
        self._speaker.close()
        return self.screen.getvalue()

    def table(self, training: Training) -> Table:
        """The table at which a training goes on, opened."""
        journal = Journal(None)
        record = begun(training.setup, journal, self.now, may_end=training.round.drill.kind not in STANDING)
        dialogue = Dialogue(here=Here(profile=Profile.PRACTICE, trains=True), color=training.color)
        player = PlayerSeat(
            language=self.language, dialogue=dialogue, author=author_of(training.color), others=not_now,
            deeds={**DEEDS, **practice_deeds(lambda is_stopped: PlainAnalyst())},
            sheets=Sheets(pack=self.language.pack, form=self.language.form),
        )  # fmt: skip
        help_ = TrainingHelp(
            keep=self.attempts.append,
            refute=lambda board, is_stopped: self._refuter(board),
            asides=self.asides,
            completed=self._completed,
        )
        seat = TrainerSeat(player=player, training=training, help=help_, at=record.at)
        table = Table(
            record, journal, [TablePlace(seat=seat, voice=self.announcer)],
            work=lambda index, work: self.works.append((index, work)), on_trouble=raised,
            awaited=None if training.board is None else BoardsAwaited(lambda board: None),
        )  # fmt: skip
        table.open(self.now)
        return table

    def turn(self, table: Table, message: Message) -> None:
        """What follows from a message, and from the works that it begins."""
        table.turn(message)
        while self.works:
            index, work = self.works.pop(0)
            table.turn(Worked(work=work, found=work.job(lambda: False), at=self.now, seat=index))


def seat_of(table: Table) -> TrainerSeat:
    """The player's seat, as it is now."""
    seat = table.seat(0)
    assert isinstance(seat, TrainerSeat)
    return seat


def raised(error: Exception) -> None:
    """Nothing may go wrong."""
    raise error


def built_in(board: chess.Board) -> chess.Move | None:
    """Refutes with the program's own engine, so that it says the same on every machine."""
    return _reply(board.fen(), board.chess960)


@cache
def _reply(fen: str, is_chess960: bool) -> chess.Move | None:
    return best_reply(chess.Board(fen, chess960=is_chess960), None)


def read(file: Path) -> tuple[dict[str, str], list[str]]:
    """The settings and the lines that are typed."""
    head, *rest = file.read_text(encoding="utf-8").split("\n>")
    settings = dict(line.split(": ", 1) for line in head.split("\n\n")[0].splitlines())
    return settings, [part.split("\n", 1)[0].removeprefix(" ") for part in rest]


#: A queen behind her king; a mate in two, whose last move is not the only one that mates.
PUZZLES = tuple(
    Puzzle(name=name, before=before, moves=tuple(map(chess.Move.from_uci, moves.split())))
    for name, before, moves in (
        ("skewer", "8/4K3/1Q6/4p3/3k4/5q2/P7/8 b - - 8 46", "d4c3 b6b3 c3d4 b3f3"),
        ("ladder", "8/8/2k4Q/R7/8/8/8/6K1 b - - 0 30", "c6c7 a5a7 c7c8 h6h8"),
    )
)


def _for_the_head(kind: str) -> Sequence[Drill]:
    """Ten questions of the second level, the same ones each time."""
    return blindfold_round(kind, 2, random.Random(4).random)


@cache
def _mistakes() -> Sequence[Drill]:
    """Those of White, who takes a pawn with his queen, and leaves a knight where a pawn takes it."""
    moves = _moves("e4 e5 Qh5 Nc6 Nf3 d6 Qxf7 Kxf7 Nc3 g6 Ng5")
    game = OpenTable(name="3", start=chess.Board(), moves=moves, color=chess.WHITE)
    moves = _moves("e4 e5 Nf3 d6 Nc3 Nf6 Ng5 h6 h3 Nc6")
    other = OpenTable(name="4", start=chess.Board(), moves=moves, color=chess.WHITE)
    return _mistakes_of([game, other], PlainAnalyst(), most=2)


def _mistakes_of(games: Sequence[OpenTable], analyst: PlainAnalyst, most: int) -> tuple[MistakeDrill, ...]:
    """The worst mistakes of games that have been looked at, so many at most."""
    found = []
    for game in games:
        judged = list(judge(game.start, game.moves, analyst))
        found += [(each.drop, game, each) for each in worst(judged, game.color)]
    found.sort(key=lambda entry: -entry[0])
    return tuple(
        mistake_drill(f"{game.name}-{each.ply}", game.start, game.moves[: each.ply], each, good_moves(each, analyst))
        for _, game, each in found[:most]
    )


def _openings() -> Sequence[Drill]:
    """Two decisions of White's that are new, and one that is due."""
    pgn = '[Event "Italian"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 (3. Bb5) 3... Bc5 4. c3 {prepares d4} *\n'
    game = chess.pgn.read_game(io.StringIO(pgn))
    assert game is not None
    found = decisions([game], chess.WHITE)
    known = frozenset({found[2].name, found[3].name})
    return of_the_day(known, [found[3].name, found[2].name], found, most=4, new=1)


#: A queen, of whose moves one gives stalemate; a rook, which mates in two; a bishop and a knight, four moves from mate;
#: a pawn, whose king must not go back.
ENDINGS = (
    EndingDrill(ending=TrainedEnding.KQK, fen="k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", shortest=1),
    EndingDrill(ending=TrainedEnding.KRK, fen="7k/8/5K2/8/8/8/8/R7 w - - 0 1", shortest=2),
    EndingDrill(ending=TrainedEnding.KBNK, fen="7k/8/6K1/6N1/5B2/8/8/8 w - - 0 1", shortest=4),
    EndingDrill(ending=TrainedEnding.KPK, fen="4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", shortest=11),
)

#: Lucena's position, one move before the pawn is through; Philidor's, once held and once given away.
ROOK_ENDINGS = (
    JudgedEnding(
        ending=RookEnding.LUCENA, fen="2K5/1P6/8/8/8/4k3/r7/2R5 w - - 0 1", analyst=Opinion(600), is_to_win=True
    ),
    JudgedEnding(
        ending=RookEnding.PHILIDOR, fen="4k3/7R/r7/3KP3/8/8/8/8 b - - 0 1", analyst=Opinion(0), is_to_win=False
    ),
    JudgedEnding(
        ending=RookEnding.PHILIDOR, fen="4k3/7R/r7/3KP3/8/8/8/8 b - - 0 1", analyst=Opinion(600), is_to_win=False
    ),
)


def _moves(san: str) -> tuple[chess.Move, ...]:
    board = chess.Board()
    return tuple(board.push_san(each) for each in san.split())


#: What the files of transcripts may train, by its name.
TRAININGS: dict[str, Callable[[], Sequence[Drill]]] = {
    **{kind: partial(_for_the_head, kind) for kind in KINDS},
    "puzzles": lambda: [PuzzleDrill(puzzle=puzzle, number=place) for place, puzzle in enumerate(PUZZLES, start=11)],
    "review": _mistakes,
    "openings": _openings,
    "endings": lambda: ENDINGS,
    "rook_endings": lambda: ROOK_ENDINGS,
}


def transcript(file: Path) -> str:
    """The whole text of a file with what is said now."""
    settings, lines = read(file)
    room = TrainingRoom(settings["voices"], lines)
    head = "".join(f"{key}: {value}\n" for key, value in settings.items())
    preface = PREFACES.get(settings["train"], ())
    return head + "\n" + room.train(TRAININGS[settings["train"]](), preface)


#: What is said before some of them begin.
PREFACES: dict[str, Sequence[Sentence]] = {}

if __name__ == "__main__":
    for each in sorted(FOLDER.glob("*.txt")):
        each.write_text(transcript(each), encoding="utf-8")
