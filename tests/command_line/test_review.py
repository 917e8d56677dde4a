"""`train review`, and `review` in a game, from an imported file to the last answer; the judge is one of the tests'."""

from contextlib import ExitStack
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from access_chess.cli import main
from access_chess.edge.practising import analysts
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.session.announcer import Announcer
from access_chess.session.inbox import Inbox
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.wiring.language import language_of
from access_chess.wiring.sitting import Sitting, Talk
from access_chess.wiring.trainings import TRAININGS, TrainingOptions
from tests.support.plain_analyst import PlainAnalyst
from tests.support.typed_in import entered

CHESS960 = """[White "Anna"]
[Black "Boris"]
[Result "*"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1"]

1. b3 c5 2. Nf3 d5 3. O-O Nf6 4. Ne5 Qxe5 *
"""
FROM_A_POSITION = """[White "Anna"]
[Black "Boris"]
[Result "*"]
[SetUp "1"]
[FEN "4krr1/PPP5/7R/8/8/8/6pp/R3K3 w Q - 3 40"]

40. O-O-O g1={piece} 41. a8={piece} Ke7 42. b8={piece} h1={piece} 43. Re6 Kxe6 *
"""


class Closable(PlainAnalyst):
    name = "Plain"

    def close(self) -> None:
        """Nothing is open."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.setattr(analysts, "open_analyst", Closable)
    return tmp_path


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, [*arguments, "--voices", "en"], input=typed)


def reviewed(folder: Path, pgn: str, *typed: str) -> list[str]:
    (folder / "game.pgn").write_text(pgn)
    assert run("import", str(folder / "game.pgn")).exit_code == 0
    result = run("train", "review", "1", "--no-sound", typed="\n".join(typed) + "\n")
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def test_a_game_of_chess960_in_which_somebody_castled_is_reviewed(home: Path) -> None:
    lines = reviewed(home, CHESS960, "solution")
    assert "What was better?" in lines and lines[-1].startswith("Better was ")


def test_one_plays_on_from_a_position_of_chess960_by_its_rules(home: Path) -> None:
    """Black may castle there as only Chess960 knows it: the king of f8, the rook of g8."""
    lines = reviewed(home, CHESS960, "go on from here", "O-O", "quit", "quit")
    begun = lines.index("From here against level seven; leaving brings you back.")
    assert any("castle" in line.lower() for line in lines[begun + 1 :])
    assert not any("not possible" in line or "cannot" in line for line in lines[begun + 1 :])


@pytest.mark.parametrize("piece", "QRBN")
def test_a_game_from_a_position_with_promotions_to_all_pieces_is_reviewed(piece: str, home: Path) -> None:
    lines = reviewed(home, FROM_A_POSITION.format(piece=piece), *["solution"] * 5)
    assert lines[0].startswith("Mistakes: ") and lines[-1].startswith(("Better was ", "No move was bad"))


class Typist:
    """A terminal at which somebody types `early` lines while the game is looked at, and the others at questions."""

    is_typed = True

    def __init__(self, inbox: Inbox, early: tuple[str, ...], late: tuple[str, ...]) -> None:
        self._inbox, self._early, self._late = inbox, list(early), list(late)
        self.lines: list[str] = []

    def proceed(self, *, with_line: bool = True) -> None:
        if self._early:
            self._inbox.put(entered(self._early.pop(0)))

    def write(self, text: str, /) -> None:
        self.lines += filter(None, text.splitlines())
        if text == "What was better?":
            self._inbox.put(entered(self._late.pop(0)) if self._late else None)

    def flush(self) -> None: ...


def typed_while_looking(folder: Path, early: tuple[str, ...], late: tuple[str, ...]) -> list[str]:
    (folder / "game.pgn").write_text(CHESS960)
    assert run("import", str(folder / "game.pgn")).exit_code == 0
    language, inbox = language_of("en", "fide", "fide"), Inbox()
    typist = Typist(inbox, early, late)
    with ExitStack() as closing:
        speaker = Speaker(voice=None, outputs=())
        closing.callback(speaker.close)
        announcer = Announcer(speaker, NarrationSettings(pack=language.pack), screen=typist)
        sitting = Sitting(
            Talk(language=language, announcer=announcer, speaker=speaker, inbox=inbox, reader=typist), closing
        )
        TRAININGS["review"](sitting, TrainingOptions(names=("1",)))
    return typist.lines


def test_what_is_typed_before_the_question_is_no_answer_to_it(home: Path) -> None:
    lines = typed_while_looking(home, ("Nf6", "solution"), ("solution",))
    so_far = "Looking at the game: one of eight moves."
    assert lines[:2] == [so_far, so_far]
    assert lines[2].startswith("Mistakes: ")
    question = lines.index("What was better?")
    assert lines[question + 1].startswith("Better was ")


def test_who_leaves_while_the_game_is_looked_at_is_asked_nothing(home: Path) -> None:
    assert typed_while_looking(home, ("quit",), ()) == []
