"""Whole sessions of practice, word by word, in English and German."""

from collections.abc import Sequence
from pathlib import Path

import chess
import pytest

from access_chess.edge.packs.cases import load_cases
from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.listening.sentences import Meaning, sentences
from access_chess.listening.short_answers import Awaited, answer_sentences
from access_chess.play.drill_answers import HEARD
from access_chess.play.training import Training
from access_chess.practice.blindfold.memory import recalled
from access_chess.practice.blindfold.squares import color_of, knight_between, reach_of
from access_chess.practice.case_drill import StrictCase, case_drills
from access_chess.practice.drill import AnswerKind, Drill
from access_chess.practice.round import round_of
from access_chess.practice.rulings import RulingKind
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.table import said_in
from access_chess.session.inbox import SpokenWords
from tests.support.golden_training import FOLDER, TRAININGS, TrainingRoom, read, seat_of, transcript

FILES = sorted(FOLDER.glob("*.txt"))
WORDS_A_SECOND = 200 / 60
LONGEST_ANSWER = 12.0  # seconds
A_KNIGHT = {chess.F7: chess.Piece.from_symbol("N")}
READINGS = {"board", "brett", "again", "nochmal", "moves", "züge", ""}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_session_is_told_as_it_is_written(file: Path) -> None:
    assert transcript(file) == file.read_text(encoding="utf-8")


def test_every_training_is_told_in_both_languages() -> None:
    there = {(read(file)[0]["train"], read(file)[0]["voices"]) for file in FILES}
    assert there == {(name, voices) for name in TRAININGS for voices in ("de", "en")}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_answer_takes_no_longer_than_can_be_listened_to(file: Path) -> None:
    """A question reads a position, and may take its time; each line of it can be cut."""
    for part in file.read_text(encoding="utf-8").split("\n> ")[1:]:
        line, _, said = part.partition("\n")
        longest = max((len(each.split()) / WORDS_A_SECOND for each in said.splitlines()), default=0.0)
        assert longest <= LONGEST_ANSWER, (line, said)


def allowed_case() -> StrictCase:
    """What may be decided is yes or no, and yes is right."""
    case = next(each for each in load_cases() if each.ruling.kind is RulingKind.ALLOWED)
    return StrictCase(case=case_drills((case,))[0])


@pytest.mark.parametrize(
    ("kind", "languages", "words", "meaning"),
    [
        (AnswerKind.SQUARE_COLOR, ("en",), "light", Meaning(command=RequestName.LIGHT)),
        (AnswerKind.SQUARE_COLOR, ("de", "fide"), "schwarz", Meaning(command=RequestName.DARK)),
        (AnswerKind.NUMBER, ("en",), "seven", Meaning(command=RequestName.THIS_NUMBER, number=7)),
        (AnswerKind.SQUARES, ("en",), "bravo three", Meaning(command=RequestName.THIS_SQUARE, square=chess.B3)),
        (AnswerKind.SQUARES, ("de", "fide"), "bella drei", Meaning(command=RequestName.THIS_SQUARE, square=chess.B3)),
        (AnswerKind.MAN, ("en",), "white knight", Meaning(command=RequestName.WHITE_MAN, piece=chess.KNIGHT)),
        (AnswerKind.MAN, ("de", "fide"), "schwarze dame", Meaning(command=RequestName.BLACK_MAN, piece=chess.QUEEN)),
        (AnswerKind.MAN, ("en",), "nobody", Meaning(command=RequestName.NOBODY)),
    ],
)
def test_what_answers_a_drill_is_listened_for_there_alone(
    kind: AnswerKind, languages: tuple[str, ...], words: str, meaning: Meaning
) -> None:
    lexicon, said = load_lexicon(languages), tuple(words.split())
    assert answer_sentences(lexicon, Awaited(commands=HEARD[kind])).meaning(said) == meaning
    elsewhere = sentences(lexicon, chess.Board(), said_in(Profile.PRACTICE)).meaning(said)
    assert elsewhere is None or elsewhere.command is None


@pytest.mark.parametrize(
    ("question", "heard"),
    [
        (color_of(chess.G5), [Request(name=RequestName.DARK)]),
        (reach_of(chess.KING, chess.A1, chess.H8), [Request(name=RequestName.THIS_NUMBER, number=7)]),
        (
            knight_between(chess.B1, chess.D5),
            [Request(name=RequestName.THIS_SQUARE, squares=(square,)) for square in (chess.C3, chess.D5)],
        ),
        (
            recalled(A_KNIGHT, [chess.F6, chess.F7])[1],
            [Request(name=RequestName.WHITE_MAN, piece=chess.KNIGHT)],
        ),
        (recalled(A_KNIGHT, [chess.F7, chess.F6])[1], [Request(name=RequestName.NOBODY)]),
        (allowed_case(), [Request(name=RequestName.THIS_NUMBER, number=allowed_case().case.played.case.right)]),
    ],
)
def test_what_was_heard_answers_the_drill(question: Drill, heard: Sequence[Request]) -> None:
    room = TrainingRoom("en", [])
    table = room.table(Training(round=round_of((question,))))
    for request in heard:
        dialogue = seat_of(table).dialogue
        assert request.name in dialogue.answers(table.game)
        asked = dialogue.question(table.game)
        room.turn(table, SpokenWords(said=request, board=table.game.board, question=asked, at=room.now))
    assert [attempt.is_right for attempt in room.attempts] == [True]
    assert ("Cesar three" in room.screen.getvalue()) is (len(heard) > 1), "a square on the way is said back"


@pytest.mark.parametrize(("name", "is_right"), [(RequestName.YES, True), (RequestName.NO, False)])
def test_yes_and_no_that_were_heard_rule_on_a_case(name: RequestName, is_right: bool) -> None:
    room = TrainingRoom("en", [])
    table = room.table(Training(round=round_of((allowed_case(),))))
    question = seat_of(table).dialogue.question(table.game)
    assert question, "yes and no are listened for"
    room.turn(table, SpokenWords(said=Request(name=name), board=table.game.board, question=question, at=room.now))
    assert [attempt.is_right for attempt in room.attempts] == [is_right]
