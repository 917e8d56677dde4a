"""A voice is learned from what is kept of it, by the real process beside a game, and heard by from then on."""

import os
import threading
from pathlib import Path

import chess
import pytest
import speech_recognition

from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.edge.recognisers import voice_learning
from access_chess.edge.recognisers.pocketsphinx import Recogniser
from access_chess.edge.recognisers.voice_learning import ENOUGH, LEAST, VoiceLearning, is_due
from access_chess.edge.storage.corrections import user_file
from access_chess.edge.storage.enrolments import enrolled, save_enrolment
from access_chess.edge.storage.own_recordings import (
    Recording,
    forget_recordings,
    keep_answer,
    keep_enrolment,
    keep_move,
)
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.listening.expected import Expected
from access_chess.listening.lexicon import Lexicon
from access_chess.recognition.adaptation.speaker_adaptation import SpeakerAdaptation
from tests.support.adaptation import UNCHANGED
from tests.support.spoken import RECOGNISER_RATE, audio_of

PATIENCE = 60.0  # seconds
LANGUAGES = ("de", "fide")
KNIGHT = ("springer", "felix", "drei")
SILENCE = speech_recognition.AudioData(bytes(RECOGNISER_RATE), RECOGNISER_RATE, 2)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))


def say(user: str, moves: int) -> None:
    for _ in range(moves):
        keep_move(user, KNIGHT, SILENCE)


def test_it_is_due_once_there_is_enough() -> None:
    say("anna", LEAST - 1)
    keep_answer("anna", ("drei",), SILENCE)
    assert not is_due("anna")
    say("anna", 1)
    assert is_due("anna")


def test_after_an_enrolment_new_moves_make_it_due() -> None:
    keep_enrolment("anna", [(KNIGHT, SILENCE)] * LEAST)
    learned = save_enrolment("anna", UNCHANGED)
    say("anna", ENOUGH - 1)
    os.utime(learned, (0, 0))
    assert not is_due("anna")
    say("anna", 1)
    assert is_due("anna")


def test_what_another_network_learned_is_learned_anew() -> None:
    keep_enrolment("anna", [(KNIGHT, SILENCE)] * LEAST)
    save_enrolment("anna", UNCHANGED)
    assert not is_due("anna")
    user_file("anna", ".mllr").write_text("1\n")
    assert is_due("anna")


def learned(user: str) -> list[SpeakerAdaptation]:
    """What the process finds."""
    found = list[SpeakerAdaptation]()
    learning = VoiceLearning(user, LANGUAGES, found.append, niceness=0)
    for thread in threading.enumerate():
        if thread.name == "voice learning":
            thread.join(PATIENCE)
    assert learning.is_over
    return found


def test_a_voice_is_learned_beside_a_game_and_heard_by() -> None:
    recogniser = Recogniser(load_lexicon(LANGUAGES))
    recogniser.expect(Expected(board=chess.Board(), commands=frozenset()))
    keep_move("jörg", KNIGHT, audio_of(" ".join(KNIGHT), "de"))
    keep_move("jörg", ("no", "word", "of", "it"), audio_of("Guten Morgen", "de"))
    (found,) = learned("jörg")
    assert found == enrolled("jörg") != UNCHANGED
    before = recogniser.evidence(audio_of("Eva vier", "de")).best
    recogniser.fit(found)
    assert recogniser.evidence(audio_of("Eva vier", "de")).best == before  # not while a position is on
    for _ in range(2):
        board = chess.Board()
        board.push_san("e4")
        recogniser.expect(Expected(board=board, commands=frozenset()))
        recogniser.expect(Expected(board=chess.Board(), commands=frozenset()))
    after = recogniser.evidence(audio_of("Eva vier", "de")).best
    assert before is not None and after is not None
    assert after.meaning == before.meaning
    assert after.score != before.score


def test_what_cannot_be_learned_changes_nothing() -> None:
    keep_move("anna", KNIGHT, SILENCE)
    assert learned("anna") == []
    assert enrolled("anna") is None


def test_who_is_forgotten_meanwhile_stays_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    def estimated(lexicon: Lexicon, recordings: list[Recording]) -> SpeakerAdaptation:
        forget_recordings("anna")
        return UNCHANGED

    monkeypatch.setattr(voice_learning, "estimated", estimated)
    keep_move("anna", KNIGHT, SILENCE)
    voice_learning.learn_voice("anna", load_lexicon(LANGUAGES))
    assert enrolled("anna") is None
