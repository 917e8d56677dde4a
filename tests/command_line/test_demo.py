"""Whole games, word by word: the golden transcripts fail on silence, on repetition and on changed words.

`python -m tests.support.write_golden` writes them anew; read the difference before you commit it.
"""

from pathlib import Path

import chess.pgn
import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.command_line.demo import SAMPLE
from access_chess.edge.boards.in_process import in_process_board
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.laws.events import Ending, MoveMade, Refused
from access_chess.laws.game import Game
from access_chess.play.demonstration.demonstration import demonstrate
from access_chess.session.ports import Recorded
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.telling.narrator import SILENT, SILENT_AT_TIMES, narrate
from tests.support.golden import GAMES, GOLDEN, transcript


@pytest.mark.parametrize(("name", "pgn", "voices"), GAMES)
def test_golden_transcript(name: str, pgn: Path, voices: str, tmp_path: Path) -> None:
    assert transcript(pgn, voices, tmp_path) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


ENDINGS = [
    (SAMPLE, Ending.MATE),
    (GAMES[1][1], Ending.AGREEMENT),
    (GAMES[2][1], Ending.THREEFOLD),
]


class _Tellings:
    def __init__(self) -> None:
        self.all: list[Recorded] = []

    def on_event(self, recorded: Recorded) -> None:
        self.all.append(recorded)


def record_of(pgn: Path) -> chess.pgn.Game:
    with pgn.open(encoding="utf-8") as file:
        record = chess.pgn.read_game(file)
    assert record is not None
    return record


def demonstrated(record: chess.pgn.Game, heard: _Tellings) -> Game:
    return demonstrate(
        record,
        output=heard,
        say=lambda board, move: board.san(move),
        pause=lambda: None,
        open_board=in_process_board,
    )


@pytest.mark.parametrize(("pgn", "ending"), ENDINGS, ids=lambda value: getattr(value, "stem", None))
def test_the_game_is_the_record_and_nothing_in_it_is_refused(pgn: Path, ending: Ending) -> None:
    record, heard = record_of(pgn), _Tellings()
    game = demonstrated(record, heard)
    assert [ply.move for ply in game.plies] == list(record.mainline_moves())
    assert game.end is not None
    assert game.end.ending is ending
    assert not [recorded.event for recorded in heard.all if isinstance(recorded.event, Refused)]


@pytest.mark.parametrize(("pgn", "ending"), ENDINGS, ids=lambda value: getattr(value, "stem", None))
def test_every_event_is_told_or_has_its_reason_not_to(pgn: Path, ending: Ending) -> None:
    record, heard = record_of(pgn), _Tellings()
    demonstrated(record, heard)
    settings = NarrationSettings(pack=load_voice_pack("fide"), volunteers=True)
    for recorded in heard.all:
        said = narrate(
            recorded.event, before=recorded.before, after=recorded.after, settings=settings, number=recorded.number
        )
        assert said or type(recorded.event) in SILENT or type(recorded.event) in SILENT_AT_TIMES, recorded.event
        if isinstance(recorded.event, MoveMade):
            assert len(said) == 1


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["demo", "--no-sound", "--fast", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_a_record_that_is_not_there(tmp_path: Path) -> None:
    code, _, error = run("--pgn", str(tmp_path / "none.pgn"))
    assert code == 2
    assert error == f"The file {tmp_path / 'none.pgn'} cannot be read: No such file or directory.\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not a scoresheet: it is empty."),
        ("{only words}", "Game 1 has neither moves nor a result."),
        ("zz", "This is not understood: zz."),
        ("1. e4 e5 2. Ke3", "Move two of White is not readable: K, e, 3."),
        ("1. e4 e5 {a remark 2. Nf3 *", "A remark is not closed"),
    ],
)
def test_a_file_that_is_no_record(text: str, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "record.pgn"
    file.write_text(text)
    code, _, error = run("--pgn", str(file))
    assert code == 2
    assert sentence in error


def test_a_voice_pack_that_is_not_there() -> None:
    code, _, error = run("--voices", "klingon")
    assert code == 2
    assert "klingon" in error


def test_what_is_written_is_what_is_in_the_transcript(tmp_path: Path) -> None:
    code, screen, _ = run("--transcript", str(tmp_path / "transcript.txt"))
    assert code == 0
    assert screen == (tmp_path / "transcript.txt").read_text(encoding="utf-8")


def test_the_game_can_be_written_as_sound(tmp_path: Path) -> None:
    file = tmp_path / "opera.wav"
    moves = tmp_path / "short.pgn"
    moves.write_text("1. f3 e5 2. g4 Qh4# 0-1")
    result = CliRunner().invoke(main, ["demo", "--wav", str(file), "--pgn", str(moves), "--rate", "400"])
    assert result.exit_code == 0, result.output
    assert file.stat().st_size > 100_000  # four moves are seconds of sound, at 44 kilobytes a second and more


def test_what_the_hands_do_leads_from_each_position_to_the_next(tmp_path: Path) -> None:
    """Of castling, capturing, en passant and promotion, what is said is what leaves its aperture and what goes in."""
    code, screen, _ = run("--pgn", str(GAMES[1][1]), "--voices", "en")
    hands = [line.partition(": ")[2] for line in screen.splitlines() if line.startswith("White's hand")]
    assert code == 0
    assert len(hands) == len(list(record_of(GAMES[1][1]).mainline_moves()))
    assert {
        "pawn out of Eva five, taken pawn out of David five, into David six.",
        "pawn out of Cesar seven, taken knight out of Bella eight, knight into Bella eight.",
        "king out of Eva eight, into Gustav eight, rook out of Hector eight, into Felix eight.",
    } <= set(hands)


def test_it_is_said_who_sits_where_before_the_first_move() -> None:
    _, screen, _ = run("--voices", "en")
    assert screen.startswith("White: Paul Morphy. Black: Duke Karl and Count Isouard. White is blind. ")
    assert "White asks for the clocks; here both do so every tenth move.\nWhite: one hour" in screen


def test_a_record_is_read_as_every_other_pgn_is(tmp_path: Path) -> None:
    """An empty line inside a game, German letters and a number that stands twice end nothing."""
    file = tmp_path / "record.pgn"
    file.write_text('[White "Anna"]\n[Black "Bert"]\n[Result "0-1"]\n\n1. f3 e5 {see\n\nthere}\n\n2. g4 2. Dh4# 0-1\n')
    code, screen, error = run("--pgn", str(file), "--voices", "de")
    assert (code, error) == (0, "")
    assert screen.startswith("Zeile 9: Die Nummer 2 steht zweimal da.\n")
    assert "Weiß: Anna. Schwarz: Bert." in screen
    assert "Dame aus David acht, in Hektor vier." in screen


DEAD = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1"]\n\n1. Kxe2 Kd7 *\n'
PLAYED_ON = [
    ("en", "The game in {path} cannot be played: the Laws do not allow its move 1, Kd7."),
    ("de", "Die Partie in {path} kann nicht gespielt werden: die Regeln erlauben ihren 1. Zug nicht, Kd7."),
]


@pytest.mark.parametrize(("language", "sentence"), PLAYED_ON)
def test_a_record_that_goes_on_after_the_end_is_refused_with_its_reason(
    language: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}_{language.upper()}.UTF-8")
    file = tmp_path / "record.pgn"
    file.write_text(DEAD)
    code, _, error = run("--pgn", str(file), "--voices", language)
    assert code == 2
    assert error == sentence.format(path=file) + "\n"
