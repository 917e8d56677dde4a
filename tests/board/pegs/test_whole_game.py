"""Whole games on the real firmware in its emulator, by a human hand: exactly their moves, and every word as written."""

import io
from pathlib import Path

import chess
import chess.pgn
import pytest

from access_chess.board.ports import EmulatedBoard, Listener
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.sound.speaker import Speaker, SpeechSettings
from access_chess.laws.events import PieceReleased, Refused
from access_chess.play.demonstration.demonstration import demonstrate
from access_chess.play.demonstration.guide import Scene, scene_words
from access_chess.session.announcer import Announcer
from access_chess.session.ports import Recorded
from access_chess.speech.announcement import announce
from access_chess.speech.telling.narration import NarrationSettings
from tests.support.board_sim import built
from tests.support.golden import GAMES, GOLDEN
from tests.support.human_hand import HumanHand, board_under


class Heard:
    """The announcer, and what it was told."""

    def __init__(self, voices: str) -> None:
        self.screen = io.StringIO()
        self.tellings: list[Recorded] = []
        self._pack = load_voice_pack(voices)
        speaker = Speaker(voice=None, outputs=(), settings=SpeechSettings())
        self._announcer = Announcer(speaker, NarrationSettings(pack=self._pack, volunteers=True), screen=self.screen)

    def on_event(self, recorded: Recorded) -> None:
        self.tellings.append(recorded)
        self._announcer.on_event(recorded)

    def guide(self, scene: Scene) -> None:
        self._announcer.reply(scene_words(scene, self._pack), None)


@pytest.mark.parametrize("noise", ["", "500 200"], ids=["quiet line", "noisy line"])
@pytest.mark.parametrize(("name", "pgn", "voices"), GAMES)
def test_game_by_a_human_hand(name: str, pgn: Path, voices: str, noise: str) -> None:
    built()
    hands: list[HumanHand] = []

    def open_board(listener: Listener, occupied: chess.SquareSet) -> EmulatedBoard:
        hands.append(HumanHand(listener, occupied, seed=len(name + noise), noise=noise))
        return board_under(hands[0])

    with pgn.open(encoding="utf-8") as file:
        record = chess.pgn.read_game(file)
    assert record is not None
    pack, heard = load_voice_pack(voices), Heard(voices)
    game = demonstrate(
        record,
        output=heard,
        say=lambda board, move: announce(board, move, pack).text,
        pause=lambda: None,
        open_board=open_board,
        guide=heard.guide,
    )
    assert [ply.move for ply in game.plies] == list(record.mainline_moves())
    assert heard.screen.getvalue() == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert not [recorded.event for recorded in heard.tellings if isinstance(recorded.event, Refused)]
    released = [recorded.event for recorded in heard.tellings if isinstance(recorded.event, PieceReleased)]
    assert all(event.legal for event in released)
    assert hands[0].put_backs > 0
    assert hands[0].drags > 0
