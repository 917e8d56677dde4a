"""The real decoder on speech of the bundled synthesiser: the same sound always gives the same answer."""

from functools import cache

import chess
import pytest
import speech_recognition
from hypothesis import given, settings
from hypothesis import strategies as st

from access_chess.edge.packs.lexicons import load_language
from access_chess.edge.recognisers import pocketsphinx
from access_chess.edge.recognisers.pocketsphinx import PocketsphinxRecogniser, examine
from access_chess.listening.heard import HeardMove, HeardNothing
from access_chess.listening.short_answers import Awaited, Expected
from access_chess.profile import Profile
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.phone_network import PhoneNetwork
from access_chess.requests.names import DRILL_ANSWERS, NUMBERS
from access_chess.requests.table import said_in
from tests.support.spoken import audio_of

COMMANDS = said_in(Profile.PRACTICE)
NOTHING = speech_recognition.AudioData(b"", 16_000, 2)


@cache
def recogniser() -> PocketsphinxRecogniser:
    """One for all tests: that is how the program uses it."""
    return PocketsphinxRecogniser()


def heard(audio: speech_recognition.AudioData, fen: str = chess.STARTING_FEN) -> object:
    recogniser().expect(Expected(board=chess.Board(fen), commands=COMMANDS))
    return recogniser().hear(audio).asked


def test_a_move_is_heard() -> None:
    asked = heard(audio_of("springer gustav eins felix drei", "de"))
    assert isinstance(asked, HeardMove), asked
    assert asked.move == chess.Move.from_uci("g1f3")


def test_the_grammar_follows_the_position() -> None:
    asked = heard(audio_of("springer gustav eins felix drei", "de"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert isinstance(asked, HeardNothing), asked


@pytest.mark.parametrize(
    ("said", "fen"),
    [
        ("Anna one", "rnbq2nr/3k2p1/p3p3/1p2B2p/P7/3P1PPN/1PP1P2P/R2QKBb1 w Q - 0 13"),  # a3 is a move, "Anna drei"
        ("David one", "4kbnr/p3ppp1/1p6/2n2q1p/2PPB3/4P3/P2K1PP1/RNBQ2NR b k - 0 13"),
        ("Cesar one", "r1bqkb1Q/3pppp1/n1p4n/4P3/p4P2/8/PPPPB1PP/R1B1K1NR w KQq - 2 11"),
        ("Gustav four", "1n1k3r/4ppnp/1pp4p/r7/1P2N1b1/2P5/3N1K1P/5R2 w - - 3 26"),
    ],
)
def test_what_is_not_legal_in_one_tongue_is_no_move_of_another(said: str, fen: str) -> None:
    assert not isinstance(heard(audio_of(said, "en"), fen), HeardMove)


@pytest.mark.parametrize("sound", [b"", bytes(32_000), bytes([1, 0]) * 16_000], ids=["empty", "silence", "constant"])
def test_no_sound_is_no_move(sound: bytes) -> None:
    assert isinstance(heard(speech_recognition.AudioData(sound, 16_000, 2)), HeardNothing)


LONG = "springer gustav eins nach felix drei"


@cache
def long_sound() -> bytes:
    """It, said slowly."""
    sound: bytes = audio_of(LONG, "de", rate=100).get_raw_data(convert_rate=16_000)
    return sound


def part(share: float) -> speech_recognition.AudioData:
    """A long move from its beginning: so much of it that the rest is read while it is said."""
    sound = long_sound()
    return speech_recognition.AudioData(sound[: 2 * int(share * len(sound) / 2)], 16_000, 2)


@settings(max_examples=3)
@given(st.lists(st.floats(0.1, 1), max_size=4))
def test_a_sound_is_understood_alike_in_whatever_pieces_it_comes(shares: list[float]) -> None:
    recogniser().expect(Expected(board=chess.Board(), commands=COMMANDS))
    recogniser().hear(NOTHING)  # so that nothing of it was followed before
    whole = recogniser().evidence(part(1))
    assert whole.best is not None and whole.best.meaning.moves == (chess.Move.from_uci("g1f3"),)
    recogniser().hear(NOTHING)
    for number, share in enumerate(sorted(shares)):
        recogniser().follow(part(share))
        if number == 1:
            recogniser().hear(part(share))  # a pause after which speech goes on
    assert recogniser().evidence(part(1)) == whole


def test_most_of_a_long_sentence_is_read_before_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    frames, scores = [0], PhoneNetwork.scores

    def counted(network: PhoneNetwork, seen: Floats) -> Floats:
        frames[-1] += len(seen)
        return scores(network, seen)

    monkeypatch.setattr(PhoneNetwork, "scores", counted)
    heard(NOTHING)
    recogniser().follow(part(0.9))
    frames.append(0)
    heard(part(1))
    assert frames[0] > frames[1] > 0


def test_what_was_said_before_the_position_changed_is_read_anew() -> None:
    heard(NOTHING, "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    recogniser().follow(part(0.8))
    asked = heard(part(1))
    assert isinstance(asked, HeardMove) and asked.move == chess.Move.from_uci("g1f3")


def test_whoever_judges_an_answer_is_told_what_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monkeypatch.setattr(pocketsphinx, "asked_of", lambda evidence, awaited, commands: told.append(awaited))
    question = Awaited(commands=frozenset(NUMBERS), options=("bella", "felix"), is_asked=True)
    for awaited in (question, None):
        recogniser().expect(Expected(board=chess.Board(), commands=frozenset(), awaited=awaited))
        recogniser().hear(speech_recognition.AudioData(b"", 16000, 2))
    assert told == [question, None]


def test_talk_is_no_move() -> None:
    assert isinstance(heard(audio_of("I think it is going to rain this afternoon", "en")), HeardNothing)


def test_it_must_be_told_what_to_expect() -> None:
    with pytest.raises(ValueError, match="must be told what to expect"):
        PocketsphinxRecogniser().hear(speech_recognition.AudioData(b"", 16_000, 2))


def test_the_doctor_finds_it_working() -> None:
    own, *others = examine()
    assert own.works
    assert [other.part for other in others] == ["doctor_part_vosk", "doctor_part_whisper"]


def test_the_same_commands_have_words_in_german_and_english() -> None:
    said = {each.value for profile in Profile for each in said_in(profile)} - {each.value for each in NUMBERS}
    german, english = (set(load_language(name).grammar.commands) for name in ("de", "en"))
    assert german == english <= said | DRILL_ANSWERS  # which a drill awaits
