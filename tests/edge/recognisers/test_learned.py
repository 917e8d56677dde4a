"""What was learned is heard with: real sound, the real recogniser, and a user's files."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from access_chess.edge.packs.enrolment_text import load_enrolment_text
from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.edge.recognisers.learned import LearnedSpeech, learned_speech
from access_chess.edge.recognisers.pocketsphinx import Recogniser
from access_chess.edge.storage.corrections import forget, save, user_file
from access_chess.edge.storage.enrolments import save_enrolment
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.listening.expected import Expected
from access_chess.listening.heard import Asked, HeardChoice, HeardMove
from access_chess.listening.learning import ENOUGH, confirmed, nothing_learned
from access_chess.profile import Profile
from access_chess.recognition.adaptation.unit_scales import UnitScales
from tests.support.adaptation import UNCHANGED
from tests.support.spoken import audio_of

LEXICON = load_lexicon(("de", "fide"))
DOUBLE_OR_SINGLE = chess.STARTING_FEN
ONLY_SINGLE = "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1"  # the pawn on e3 can go to e4, and to nowhere else
E3, E4 = chess.Move.from_uci("e2e3"), chess.Move.from_uci("e2e4")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))


def correct(user: str, times: int) -> None:
    """Anna says "vier" so that it was taken for "drei", and confirmed what she meant."""
    learned = nothing_learned(user)
    for _ in range(times):
        learned = confirmed(learned, "eva drei", "eva vier")
    save(learned)


def speech(user: str = "anna", profile: Profile = Profile.PRACTICE, *, allowed: bool = False) -> LearnedSpeech:
    return learned_speech(LEXICON, user, profile, arbiter_allows=allowed, pack_name="de")


def heard(text: str, fen: str) -> Asked:
    found = speech()
    recogniser = Recogniser(found.lexicon, adaptation=found.adaptation)
    recogniser.expect(Expected(board=chess.Board(fen), commands=frozenset()))
    return recogniser.hear(audio_of(text, "de")).asked


def test_a_move_that_was_taken_for_another_is_asked_about() -> None:
    before = heard("Bauer Eva drei", DOUBLE_OR_SINGLE)
    assert isinstance(before, HeardMove), before
    assert before.move == E3
    correct("anna", ENOUGH)
    asked = heard("Bauer Eva drei", DOUBLE_OR_SINGLE)
    assert isinstance(asked, HeardChoice), asked
    assert set(asked.moves) == {E3, E4}
    clear = heard("Bauer Eva vier", DOUBLE_OR_SINGLE)
    assert isinstance(clear, HeardMove), clear
    assert clear.move == E4
    forget("anna")
    assert heard("Bauer Eva drei", DOUBLE_OR_SINGLE) == before


def test_a_move_that_is_the_only_one_is_heard() -> None:
    assert not isinstance(heard("Bauer Eva drei", ONLY_SINGLE), HeardMove)
    correct("anna", ENOUGH)
    asked = heard("Bauer Eva drei", ONLY_SINGLE)
    assert isinstance(asked, HeardMove), asked
    assert asked.move == chess.Move.from_uci("e3e4")


@pytest.mark.parametrize(
    ("user", "times", "profile", "allowed", "is_used"),
    [
        ("anna", ENOUGH, Profile.PRACTICE, False, True),
        ("anna", ENOUGH - 1, Profile.PRACTICE, False, False),
        ("bela", ENOUGH, Profile.PRACTICE, False, False),
        ("anna", ENOUGH, Profile.ASSISTED, False, True),
        ("anna", ENOUGH, Profile.TOURNAMENT, False, False),
        ("anna", ENOUGH, Profile.TOURNAMENT, True, True),
    ],
    ids=["used", "too few", "another user", "assisted", "tournament", "tournament, allowed"],
)
def test_words_are_used_where_that_is_allowed(
    user: str, times: int, profile: Profile, allowed: bool, is_used: bool
) -> None:
    correct("anna", times)
    assert (speech(user, profile, allowed=allowed).lexicon.phones != LEXICON.phones) is is_used


@pytest.mark.parametrize(
    ("profile", "allowed", "is_used"),
    [(Profile.PRACTICE, False, True), (Profile.TOURNAMENT, False, False), (Profile.TOURNAMENT, True, True)],
)
def test_a_voice_is_used_where_that_is_allowed(profile: Profile, allowed: bool, is_used: bool) -> None:
    save_enrolment("anna", UNCHANGED)
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
    save_enrolment("anna", replace(UNCHANGED, scales=scales))
    found = speech()
    assert found.adaptation is None
    assert found.trouble is not None
    assert found.trouble.text == load_enrolment_text("de").broken


def test_a_broken_voice_is_told_of_and_hearing_goes_on() -> None:
    correct("anna", ENOUGH)
    user_file("anna", ".mllr").write_text("1\n3\n13\n0.9")
    found = speech()
    assert found.adaptation is None
    assert found.trouble is not None
    assert (found.trouble.text, found.trouble.language) == (load_enrolment_text("de").broken, "de")
    assert isinstance(heard("Springer Gustav eins Felix drei", DOUBLE_OR_SINGLE), HeardMove)


@pytest.mark.parametrize("profile", ["practice", "tournament"])
def test_a_game_begins_with_a_broken_voice(profile: str) -> None:
    """It is told of once, and not at all where nothing that was learned is used."""
    save_enrolment("anna", UNCHANGED).write_text("1\n")
    finished = subprocess.run(
        [
            *(sys.executable, "-m", "access_chess", "play", "--no-sound", "--voices", "en", "--opponent", "human"),
            *("--input", "both", "--name", "anna", "--profile", profile),
        ],
        input="quit\n", capture_output=True, text=True, timeout=60, env={**os.environ, "SDL_AUDIODRIVER": "dummy"},
    )  # fmt: skip
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.count(load_enrolment_text("en").broken) == (profile == "practice")
