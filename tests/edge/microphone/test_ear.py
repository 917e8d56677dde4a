"""The ear while the program speaks: "stop" is heard, own speech never is."""

from array import array
from dataclasses import dataclass, field
from itertools import pairwise
from math import pi, sin

import chess
import pytest
import speech_recognition

from access_chess.edge.microphone.ear import EarlyReader, MicrophoneEar
from access_chess.listening.gate import Activation
from access_chess.listening.heard import HeardMove, HeardNothing, Nothing
from access_chess.listening.short_answers import Expected, HeardAnswer
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


RATE = 16_000
LOUD = (2000).to_bytes(2, "little") + (-2000).to_bytes(2, "little", signed=True)
BEGINNING = Expected(board=chess.Board(), commands=frozenset())
LATER = Expected(board=chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), commands=frozenset())


@dataclass
class Clerk:
    """A recogniser that answers with how many seconds it was given."""

    is_quick: bool = True
    told: list[Expected] = field(default_factory=list)
    given: list[float] = field(default_factory=list)
    followed: list[bytes] = field(default_factory=list)

    def expect(self, expected: Expected, /) -> None:
        if not self.told or self.told[-1] != expected:
            self.told.append(expected)

    def follow(self, audio: speech_recognition.AudioData, /) -> None:
        self.followed.append(audio.frame_data)

    def hear(self, audio: speech_recognition.AudioData, /) -> HeardAnswer:
        self.given.append(round(len(audio.frame_data) / 2 / RATE, 1))
        return HeardAnswer(asked=HeardNothing(reason=Nothing.UNSURE, heard=str(self.given[-1])), seconds=1.0)


def sound(*parts: tuple[float, bool]) -> bytes:
    """So many seconds each, loud or quiet."""
    return b"".join((LOUD if is_loud else bytes(4)) * int(seconds * RATE / 2) for seconds, is_loud in parts)


def listened(clerk: Clerk, recording: bytes, *, then: Expected = BEGINNING) -> HeardAnswer:
    """What is read of the first utterance, if by then something else may be said."""
    with RecordedMicrophone([(bytes(2 * RATE) + recording, False)]) as microphone:
        reader = EarlyReader(clerk, microphone)
        audio = reader.listen(lambda: BEGINNING)
        assert audio is not None
        return reader.read(audio, then)


SAID = sound((1, True), (1, False))


def test_the_answer_is_there_when_the_pause_is_over() -> None:
    clerk = Clerk()
    heard = listened(clerk, SAID)
    assert (clerk.told, len(clerk.given)) == ([BEGINNING], 1)
    assert heard.seconds == 0.0
    assert clerk.given[0] < 1.9  # the pause was not waited for


def test_speech_that_goes_on_is_read_to_its_end() -> None:
    clerk = Clerk()
    heard = listened(clerk, sound((1, True), (0.35, False), (1, True), (1, False)))
    assert len(clerk.given) == 2
    assert isinstance(heard.asked, HeardNothing) and heard.asked.heard == str(max(clerk.given))


def test_speech_is_followed_from_its_beginning_until_it_may_be_over() -> None:
    clerk = Clerk()
    listened(clerk, SAID)
    assert len(clerk.followed) > 10
    assert all(later.startswith(earlier) for earlier, later in pairwise(clerk.followed))
    assert len(clerk.followed[-1]) / 2 / RATE == pytest.approx(clerk.given[0], abs=0.1)


def test_an_answer_to_another_question_does_not_count() -> None:
    clerk = Clerk()
    heard = listened(clerk, SAID, then=LATER)
    assert clerk.told == [BEGINNING, LATER]
    assert len(clerk.given) == 2 and heard.seconds == 1.0


def test_who_is_slow_is_asked_once_at_the_end() -> None:
    clerk = Clerk(is_quick=False)
    assert listened(clerk, SAID).seconds == 1.0
    assert len(clerk.given) == 1
