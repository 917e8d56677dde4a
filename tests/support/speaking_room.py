"""A desk to which somebody speaks: what is heard is a script, or real speech through the real recogniser."""

import io
import queue
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache

import chess
import speech_recognition

from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.recognisers.pocketsphinx import PocketsphinxRecogniser
from access_chess.edge.sound.speaker import Speaker
from access_chess.laws.by_color import ByColor, both
from access_chess.laws.setup import Player, Regulations, Setup
from access_chess.listening.gate import Activation
from access_chess.listening.heard import Asked, HeardNothing, Nothing
from access_chess.listening.short_answers import Expected, HeardAnswer
from access_chess.profile import Profile
from access_chess.session.announcer import Announcer
from access_chess.session.inbox import SpokenWords
from access_chess.session.ports import MicrophoneError
from access_chess.session.voice_input import VoiceInput
from access_chess.speech.telling.narration import NarrationSettings
from tests.support.spoken import RECOGNISER_RATE
from tests.support.typed_place import AtLoop

PATIENCE = 20.0  # seconds until a test gives up waiting for a thread
NOTHING_SAID = HeardNothing(reason=Nothing.SILENCE)


class Ear:
    """Hears what it is told to, one thing after the other; sound is read by the real recogniser."""

    def __init__(self, languages: tuple[str, ...]) -> None:
        self.coming: queue.SimpleQueue[Asked | bytes | None] = queue.SimpleQueue()
        self.read_already: queue.SimpleQueue[Expected] = queue.SimpleQueue()
        self.is_gone = False
        self.is_held = False
        self.is_too_loud = False
        self.failure: Exception | None = None
        self._languages = languages
        self._now: Asked | bytes | None = None

    def open(self) -> None:
        if self.is_gone:
            raise MicrophoneError("No device.")

    def hold(self, held: bool) -> None:
        self.is_held = held

    def listen(self, expected: Callable[[], Expected], /) -> speech_recognition.AudioData | None:
        self._now = self.coming.get()
        if self.is_gone:
            raise MicrophoneError("The cable was pulled.")
        if self._now is None:
            return None
        sound = self._now if isinstance(self._now, bytes) else bytes(2)
        return speech_recognition.AudioData(sound, RECOGNISER_RATE, 2)

    def read(self, audio: speech_recognition.AudioData, expected: Expected) -> HeardAnswer:
        assert self._now is not None
        if self.failure is not None:
            raise self.failure
        if isinstance(self._now, bytes):
            recogniser = recogniser_of(self._languages)
            recogniser.expect(expected)
            heard = recogniser.hear(audio)
        else:
            heard = HeardAnswer(asked=self._now, seconds=0)
        self.read_already.put(expected)
        return heard

    def close(self) -> None:
        self.coming.put(None)


@dataclass
class Room:
    """A desk, its game, and what is written there."""

    ear: Ear
    voice: VoiceInput
    desk: AtLoop
    screen: io.StringIO
    said: "queue.SimpleQueue[SpokenWords]" = field(default_factory=queue.SimpleQueue)
    expected: list[Expected] = field(default_factory=list)

    def hear(self, said: Asked | bytes) -> list[str]:
        """What is written because this was heard, once all that follows from it has been carried out."""
        self.screen.seek(0)
        self.screen.truncate()
        self.ear.coming.put(said)
        self.ear.coming.put(NOTHING_SAID)  # when this is read, the other is done with
        for _ in range(2):
            self.expected.append(self.ear.read_already.get(timeout=PATIENCE))
        while not self.said.empty():
            self.desk.hear(spoken := self.said.get())
            self.voice.heed(spoken, is_asked=self.desk.is_asked)
        return self.screen.getvalue().splitlines()

    def moves(self) -> str:
        """The moves of the game."""
        return " ".join(ply.move.uci() for ply in self.desk.game.plies)


def furnished(
    profile: Profile = Profile.PRACTICE,
    fen: str = chess.STARTING_FEN,
    *,
    pack_name: str = "en",
    activation: Activation = Activation.OPEN,
) -> Iterator[Room]:
    """A room, until it is left; both players share the microphone."""
    pack, is_practice = load_voice_pack(pack_name), profile is Profile.PRACTICE
    language = load_language(pack_name)
    screen, speaker = io.StringIO(), Speaker(voice=None, outputs=())
    announcer = Announcer(speaker, NarrationSettings(pack=pack, volunteers=is_practice), screen=screen)
    players = ByColor(Player(is_blind=not is_practice), Player())
    regulations = Regulations(take_backs=is_practice)
    setup = Setup(fen=fen, players=players, regulations=regulations, presses_for=both(is_practice))
    languages = tuple(dict.fromkeys((pack_name, "fide")))
    ear, said = Ear(languages), queue.SimpleQueue[SpokenWords]()
    voice = VoiceInput(
        ear,
        load_lexicon(languages),
        language,
        announcer,
        said.put,
        profile=profile,
        color=None,
        activation=activation,
    )
    desk = AtLoop(setup, announcer, screen, language, profile, lexicon=voice.lexicon, sees=(voice,))
    voice.sit(desk.look)
    voice.join()
    try:
        yield Room(ear, voice, desk, screen, said)
    finally:
        desk.close()
        speaker.close()


@cache
def recogniser_of(languages: tuple[str, ...]) -> PocketsphinxRecogniser:
    """One for all tests."""
    return PocketsphinxRecogniser(load_lexicon(languages))
