"""Voice at a place: one recogniser for all games of a sitting, loaded while the first words are said."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import chess

from access_chess.board.wire.reports import ButtonPressed, ControllerFound, ControllerLost, ControllerReport
from access_chess.conversation.state import Dialogue, MovesHeard
from access_chess.edge.packs.lexicons import DEFAULT_LANGUAGES, is_heard_well, language_names, load_lexicon
from access_chess.edge.packs.typed_words import lineage
from access_chess.edge.packs.voice_packs import REFERENCE
from access_chess.edge.recognisers.learned import LearnedSpeech, learned_speech
from access_chess.edge.recognisers.registry import Model
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.places import data_folder
from access_chess.laws.events import GameSetUp
from access_chess.laws.game import new_game
from access_chess.laws.setup import Setup
from access_chess.listening.gate import Activation
from access_chess.machine_clock import monotonic_clock
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.row import Here
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.inbox import SpokenWords
from access_chess.speech.utterance import Channel

if TYPE_CHECKING:
    from access_chess.edge.controllers import GameControllers
    from access_chess.session.ports import Recogniser
    from access_chess.session.voice_input import VoiceInput


class VoiceSetup:
    """Makes the voice input of each game; `put` takes what is to be done at the console."""

    def __init__(
        self,
        language: PlayerLanguage,
        announcer: Announcer,
        speaker: Speaker,
        put: Callable[[SpokenWords], None],
        *,
        pack_name: str,
        activation: Activation,
        device: str | None,
        user: str,
        arbiter_allows_learning: bool,
        with_controllers: bool,
        model: Model | None = None,
    ) -> None:
        self._user = user
        self._arbiter_allows_learning = arbiter_allows_learning
        self._pack_name = pack_name
        self._languages = languages_of(pack_name)
        self._language = language
        self._announcer = announcer
        self._speaker = speaker
        self._put = put
        self._activation = activation
        self._device = device
        self._model = model
        self._with_controllers = with_controllers
        self._controllers: GameControllers | None = None
        self._speech: LearnedSpeech | None = None
        self._recogniser: Recogniser | None = None
        self._input: VoiceInput | None = None
        self._is_told_off = False  # that this language is not heard well enough

    def attend(self) -> None:
        """Hear the next utterance."""
        if self._input is not None:
            self._input.attend()

    def close(self) -> None:
        """Let the controllers go."""
        if self._controllers is not None:
            self._controllers.close()

    def next(self, profile: Profile, color: chess.Color | None) -> "VoiceInput | None":
        """The voice input of the next game; None where the language is not heard well enough, which is said once."""
        if not is_heard_well(self._languages[0]):
            if not self._is_told_off:
                self._is_told_off = True
                self._announcer.reply(self._language.pack.phrase("hearing_language_off"), None)
            return None
        # these take their time, which the first words need not wait for.
        from access_chess.edge.microphone.capture import Microphone
        from access_chess.edge.microphone.ear import MicrophoneEar
        from access_chess.edge.recognisers.registry import recogniser_of
        from access_chess.session.voice_input import VoiceInput

        speech = self._speech = self._speech or self._learned_speech(profile)
        self._recogniser = self._recogniser or recogniser_of(speech, self._languages, self._model)
        ear = MicrophoneEar(
            self._recogniser,
            Microphone(self._device),
            is_speaking=lambda: not self._speaker.is_silent(Channel.ROOM),
            on_stop=lambda: self._announcer.silence(color),
            activation=self._activation,
        )
        self._input = VoiceInput(
            ear, speech.lexicon, self._language, self._announcer, self._put,
            profile=profile, color=color, activation=self._activation,
        )  # fmt: skip
        if self._with_controllers and self._controllers is None:
            self._controllers = self._watched_controllers()
        return self._input

    @contextmanager
    def between_games(self, answers: frozenset[RequestName]) -> Iterator[None]:
        """Meanwhile these are heard as answers to what is asked there, which waits without a key or the wake word."""
        voice = self.next(Profile.PRACTICE, None)
        if voice is None:
            yield
            return
        dialogue = Dialogue(
            here=Here(profile=Profile.PRACTICE, trains=True), color=None, moves_heard=MovesHeard.NONE,
            asked_aside="between games", answers_aside=answers, heard_aside=answers,
        )  # fmt: skip
        game = new_game(GameSetUp(setup=Setup()))
        with closing(voice):
            voice.sit(lambda: (dialogue, game))
            asked = SpokenWords(said=Request(name=RequestName.LEARN), at=monotonic_clock(), board=game.board)
            voice.heed(asked, is_asked=True)
            voice.join()
            yield

    def _learned_speech(self, profile: Profile) -> LearnedSpeech:
        speech = learned_speech(
            load_lexicon(self._languages), self._user, profile,
            arbiter_allows=self._arbiter_allows_learning, pack_name=self._pack_name,
        )  # fmt: skip
        if speech.trouble is not None:
            self._announcer.reply(speech.trouble, None)
        return speech

    def _watched_controllers(self) -> "GameControllers":
        """Game controllers, whose lower button opens the microphone."""
        from access_chess.edge.controllers import LISTEN_BUTTON, GameControllers

        def take(report: ControllerReport) -> None:
            match report:
                case ButtonPressed(button=button) if button == LISTEN_BUTTON:
                    self._put(SpokenWords(said=Request(name=RequestName.LISTEN), at=monotonic_clock()))
                case ControllerFound(name=name):
                    self._announcer.reply(self._language.pack.phrase("clock_controller_found", name=name), None)
                case ControllerLost():
                    self._announcer.reply(self._language.pack.phrase("clock_controller_lost"), None)

        return GameControllers(take, clock=monotonic_clock)


def languages_of(pack_name: str) -> tuple[str, ...]:
    """What is listened for: the pack's own languages first, since questions are put in their words, then the others.

    Beside languages whose names of files are those of the Laws in a form of their own, only English is listened for:
    the German forms of the same names sound too much alike.
    """
    own = [name for name in lineage(pack_name, data_folder("voices")) if name in language_names()]
    if own and not set(own) & set(DEFAULT_LANGUAGES):
        return (*own, REFERENCE)
    return tuple(dict.fromkeys((*(own or [REFERENCE]), *DEFAULT_LANGUAGES)))
