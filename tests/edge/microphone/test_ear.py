"""The ear while the program speaks: "stop" is heard, own speech never is."""

from array import array
from math import pi, sin

import chess
import pytest

from access_chess.edge.microphone.ear import MicrophoneEar
from access_chess.listening.expected import Expected
from access_chess.listening.gate import Activation
from access_chess.listening.heard import HeardMove
from access_chess.requests.names import RequestName
from tests.support.recorded_microphone import RecordedMicrophone
from tests.support.speaking_room import recogniser_of
from tests.support.spoken import RECOGNISER_RATE, sound_of

QUIET = bytes(2 * RECOGNISER_RATE)  # one second
LANGUAGES = ("de", "fide")


def hum(seconds: float) -> bytes:
    """A tone of 100 hertz, as loud as speech that leaks out of headphones."""
    wave = (int(250 * sin(2 * pi * 100 * number / RECOGNISER_RATE)) for number in range(int(seconds * RECOGNISER_RATE)))
    return array("h", wave).tobytes()


def sound_over(longer: bytes, shorter: bytes, after: float) -> bytes:
    """Both at once, the shorter one after so many seconds."""
    mixed, start = array("h", longer), int(after * RECOGNISER_RATE)
    for place, value in enumerate(array("h", shorter)[: len(mixed) - start], start):
        mixed[place] = max(-32_768, min(32_767, mixed[place] + value))
    return mixed.tobytes()


def heard(
    said_meanwhile: list[str], *, overheard: bytes = b"", activation: Activation = Activation.OPEN
) -> tuple[int, chess.Move | None]:
    """How often "stop" was heard among what was said while the program spoke; and the move that was said after it."""
    meanwhile = [*((QUIET + sound_of(each, "de"), True) for each in said_meanwhile), (overheard, True)]
    recording = [
        (QUIET + QUIET, False),
        *meanwhile,
        (QUIET, True),
        (QUIET + sound_of("Springer Gustav eins Felix drei", "de") + QUIET, False),
    ]
    stops: list[None] = []
    ear = MicrophoneEar(
        recogniser_of(LANGUAGES), RecordedMicrophone(recording),
        is_speaking=lambda: False, on_stop=lambda: stops.append(None), activation=activation,
    )  # fmt: skip
    ear.open()
    expected = Expected(board=chess.Board(), commands=frozenset(RequestName))
    audio = ear.listen(lambda: expected)
    ear.close()
    assert audio is not None
    asked = ear.read(audio, expected).asked
    return len(stops), asked.move if isinstance(asked, HeardMove) else None


KNIGHT = chess.Move.from_uci("g1f3")


def test_stop_is_heard_into_own_speech() -> None:
    assert heard(["Stopp"]) == (1, KNIGHT)


@pytest.mark.parametrize(
    "own",
    ["Dame Gustav zwei schlägt Eva vier Schach", "Felix drei", "Bitte wiederholen.", "Matt.", "ja oder nein", "Remis"],
)
def test_own_speech_is_never_heard(own: str) -> None:
    assert heard([own]) == (0, KNIGHT)


def test_stop_is_heard_over_what_leaks_out_of_headphones() -> None:
    overheard = QUIET + sound_over(hum(5), sound_of("Stopp", "de"), 2.0)
    assert heard([], overheard=overheard) == (1, KNIGHT)


def test_a_shut_microphone_hears_nothing_at_all() -> None:
    assert heard(["Stopp"], activation=Activation.PUSH_TO_TALK)[0] == 0
