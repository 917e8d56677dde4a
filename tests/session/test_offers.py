"""What a newcomer is offered: one thing, when it is of use, once in all their use of the program."""

from collections.abc import MutableSet
from datetime import timedelta
from pathlib import Path

import chess
import pytest

from access_chess.edge.packs.typed_words import told_words
from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.edge.storage.settings import ToldOnce
from access_chess.laws.by_color import both
from access_chess.laws.commands import Command, PlayMove, Resign, StartClock
from access_chess.laws.decide import decide
from access_chess.laws.events import GameSetUp
from access_chess.laws.evolve import evolve
from access_chess.laws.game import new_game
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.requests.names import RequestName
from access_chess.session.offers import Offers
from access_chess.session.ports import Recorded

GAME = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "d2d3", "f8c5")
BOARD = "Type board to hear where all pieces stand."
REVIEW = "Type review to hear which of your moves could be better."
MOST_WORDS = 12
NOW = timedelta()


def offered(told: MutableSet[str], listener: bool | None, arbiter: ArbiterMode = ArbiterMode.PROGRAM) -> list[str]:
    """What is offered in a game that White resigns, each with the number of moves that were made until then."""
    offers = Offers(load_voice_pack("en"), told_words("en"), told)
    game, heard = new_game(GameSetUp(Setup(presses_for=both(True), arbiter=arbiter))), []
    moves = [PlayMove(color=n % 2 == 0, move=chess.Move.from_uci(uci)) for n, uci in enumerate(GAME)]
    commands: list[Command] = [StartClock(), *moves, Resign(color=chess.WHITE)]
    for command in commands:
        for event in decide(game, command, at=NOW):
            before, game = game, evolve(game, event)
            recorded = Recorded(number=1, at=NOW, before=before, event=event, after=game)
            heard += [f"{len(game.plies)}: {part.text}" for part in offers.after(recorded, listener)]
    assert game.is_over and len(game.plies) == len(GAME)
    return heard


@pytest.mark.parametrize(
    ("listener", "moves"),
    [
        pytest.param(chess.WHITE, 6, id="White: when Black has answered the third move"),
        pytest.param(chess.BLACK, 7, id="Black: when White has answered the third move"),
        pytest.param(None, 6, id="both at one keyboard: after three moves each"),
    ],
)
def test_after_three_moves_the_board_is_offered_and_at_the_end_a_review(listener: bool | None, moves: int) -> None:
    told: set[str] = set()
    assert offered(told, listener) == [f"{moves}: {BOARD}", f"8: {REVIEW}"]
    assert offered(told, listener) == []  # in the next game


def test_where_there_is_an_arbiter_nothing_is_offered() -> None:
    assert offered(set(), chess.WHITE, ArbiterMode.HUMAN) == []


def test_what_was_offered_is_remembered_on_another_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    assert len(offered(ToldOnce(), chess.WHITE)) == 2
    assert offered(ToldOnce(), chess.WHITE) == []
    told = ToldOnce()
    told.discard(RequestName.BOARD)
    assert offered(ToldOnce(), chess.WHITE) == [f"6: {BOARD}"]


def test_where_nothing_can_be_kept_it_is_offered_once_a_sitting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "file"))
    told = ToldOnce()
    assert len(offered(told, chess.WHITE)) == 2
    assert offered(told, chess.WHITE) == []


@pytest.mark.parametrize("pack", voice_pack_names())
def test_an_offer_has_at_most_twelve_words_in_every_language(pack: str) -> None:
    language, typed = load_voice_pack(pack), told_words(pack)
    parts = [
        language.phrase("offer_board", word=typed[RequestName.BOARD]),
        language.phrase("offer_review", word=typed[RequestName.REVIEW]),
        language.phrase("help_hint"),
    ]
    assert [part.text for part in parts if max(len(part.text.split()), len(part.spoken.split())) > MOST_WORDS] == []
