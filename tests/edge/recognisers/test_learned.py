"""What was learned is heard with: real sound, the real recogniser, and a user's files."""

import os
import subprocess
import sys
from pathlib import Path

import chess
import pytest
from msgspec.structs import replace

from access_chess.edge.packs.lexicons import load_enrolment_text, load_lexicon
from access_chess.edge.recognisers.learned import LearnedSpeech, learned_speech
from access_chess.edge.recognisers.pocketsphinx import PocketsphinxRecogniser
from access_chess.edge.storage.own_voice import keep_enrolment, voice_file
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.listening.heard import HeardMove
from access_chess.listening.short_answers import Expected
from access_chess.profile import Profile
from access_chess.recognition.adaptation.speaker_adaptation import UnitScales
from tests.support.adaptation import UNCHANGED
from tests.support.spoken import audio_of

LEXICON = load_lexicon(("de", "fide"))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))


def speech(user: str = "anna", profile: Profile = Profile.PRACTICE, *, allowed: bool = False) -> LearnedSpeech:
    return learned_speech(LEXICON, user, profile, arbiter_allows=allowed, pack_name="de")


@pytest.mark.parametrize(
    ("profile", "allowed", "is_used"),
    [(Profile.PRACTICE, False, True), (Profile.TOURNAMENT, False, False), (Profile.TOURNAMENT, True, True)],
)
def test_a_voice_is_used_where_that_is_allowed(profile: Profile, allowed: bool, is_used: bool) -> None:
    keep_enrolment("anna", [], UNCHANGED)
    assert speech("anna", profile, allowed=allowed) == LearnedSpeech(
        lexicon=LEXICON, adaptation=UNCHANGED if is_used else None
    )


@pytest.mark.parametrize(
    "scales",
    [
        replace(UNCHANGED.scales, network="0123456789abcdef"),
        replace(UNCHANGED.scales, layers=UNCHANGED.scales.layers[:-1]),
    ],
    ids=["other weights", "another shape"],
)
def test_a_voice_that_was_learned_for_another_network_is_told_of(scales: UnitScales) -> None:
    keep_enrolment("anna", [], replace(UNCHANGED, scales=scales))
    found = speech()
    assert found.adaptation is None
    assert found.trouble is not None
    assert found.trouble.text == load_enrolment_text("de").broken


def test_a_broken_voice_is_told_of_and_hearing_goes_on() -> None:
    keep_enrolment("anna", [], UNCHANGED)
    voice_file("anna").write_text("1\n3\n13\n0.9")
    found = speech()
    assert found.adaptation is None
    assert found.trouble is not None
    assert (found.trouble.text, found.trouble.language) == (load_enrolment_text("de").broken, "de")
    recogniser = PocketsphinxRecogniser(found.lexicon, adaptation=found.adaptation)
    recogniser.expect(Expected(board=chess.Board(), commands=frozenset()))
    assert isinstance(recogniser.hear(audio_of("Springer Gustav eins Felix drei", "de")).asked, HeardMove)


@pytest.mark.parametrize("profile", ["practice", "tournament"])
def test_a_game_begins_with_a_broken_voice(profile: str) -> None:
    """It is told of once, and not at all where nothing that was learned is used."""
    keep_enrolment("anna", [], UNCHANGED)
    voice_file("anna").write_text("1\n")
    finished = subprocess.run(
        [
            *(sys.executable, "-m", "access_chess", "play", "--no-sound", "--voices", "en", "--opponent", "human"),
            *("--input", "both", "--name", "anna", "--profile", profile),
        ],
        input="quit\n", capture_output=True, text=True, timeout=60, env={**os.environ, "SDL_AUDIODRIVER": "dummy"},
    )  # fmt: skip
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.count(load_enrolment_text("en").broken) == (profile == "practice")
