"""The output that speaks and writes: events become utterances, heard by the players whom they concern and read by
everyone; also of something that went wrong.
"""

import threading
from collections.abc import Callable, Iterable
from datetime import timedelta

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.conversation.state import Say, Sign
from access_chess.laws.clock import Instant
from access_chess.laws.events import DrawOffered, GameEnded, Refused, SealingCalled
from access_chess.machine_clock import monotonic_clock
from access_chess.session.offers import Offers
from access_chess.session.ports import Pointing, Recorded, Screen, SpeechOut
from access_chess.speech.answers.position import color_name
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.telling.narrator import narrate
from access_chess.speech.utterance import Channel, Earcon, Priority, SpokenPart, Utterance

JUST_BEGUN = timedelta(seconds=1)  # an announcement of the clock that a key cuts so early was not understood


_EARCONS = {
    Sign.LISTENING: Earcon.LISTENING,
    Sign.UNDERSTOOD: Earcon.UNDERSTOOD,
    Sign.NOT_UNDERSTOOD: Earcon.NOT_UNDERSTOOD,
}


def sound_of(sign: Sign) -> Utterance:
    """What is heard of a sign that is no word."""
    return Utterance(parts=(), priority=Priority.NEXT, earcon=_EARCONS[sign])


class Read(Struct, frozen=True, kw_only=True):
    """Something long that is read out part by part to who asked."""

    parts: tuple[SpokenPart, ...]
    color: chess.Color | None = None


class ReadOn(Struct, frozen=True, kw_only=True):
    """Go on with what a key has cut; where there is nothing, something else is said."""

    if_over: Say


class LookAt(Struct, frozen=True, kw_only=True):
    """Show this square where the board is seen, and where the man on it may go; None: none any more."""

    square: chess.Square | None
    targets: frozenset[chess.Square] = frozenset()


class ShowMove(Struct, frozen=True, kw_only=True):
    """Show this move, which is only thought of, where the board is seen."""

    move: chess.Move


#: What a player who asks is told, in words or otherwise.
Told = Say | Read | ReadOn | LookAt | ShowMove | Utterance


class Announcer:
    """Says what happens, and answers; may be used from any thread.

    `screen` gets each utterance as one line, for a screen reader or a braille display. With `is_private` an answer
    goes only to the ear of the player who asked. `after_end` is said when a game has ended. With `asks` the player to
    whom a draw is offered is asked for an answer. Without `hears_rulings` what is refused to the arbiter is not told:
    the arbiter hears it elsewhere. Where one player listens, what is for the other's ear reaches
    nobody: no screen, no voice.
    """

    def __init__(
        self,
        speaker: SpeechOut,
        settings: NarrationSettings,
        *,
        screen: Screen | None,
        is_private: bool = False,
        after_end: SpokenPart | None = None,
        asks: bool = False,
        hears_rulings: bool = True,
        clock: Callable[[], Instant] = monotonic_clock,
    ) -> None:
        self._speaker = speaker
        self._settings = settings
        self._screen = screen
        self._is_private = is_private
        self._after_end = after_end
        self._asks = asks
        self._hears_rulings = hears_rulings
        #: What is offered to somebody who is new here.
        self.offers: Offers | None = None
        #: Who sees what is told otherwise than in words.
        self.pointing: Pointing | None = None
        self._order = threading.Lock()
        self._is_shared = settings.listener is None
        self._last: Utterance | None = None
        self._clock = clock
        self._waits: Callable[[], Iterable[SpokenPart]] = tuple
        self._time_told: tuple[Utterance, Instant] | None = None
        self._cut: Utterance | None = None
        self._unread: tuple[Utterance, ...] = ()
        self._sounding: tuple[Utterance, Callable[[], None]] | None = None

    def sit_down(self, color: chess.Color) -> None:
        """The player who listens has this color: what is for the other's ear reaches nobody from now on."""
        self._settings = replace(self._settings, listener=color)
        self._is_shared = False

    def ask_by(self, waits: Callable[[], Iterable[SpokenPart]]) -> None:
        """`waits` has the question that was asked before an offer came and is not answered: it goes on waiting."""
        self._waits = waits

    def speak(self, pack: VoicePack) -> None:
        """Tell what happens in another language from now on."""
        self._settings = replace(self._settings, pack=pack)

    def tell(self, told: Told) -> None:
        """Tell who asked."""
        match told:
            case Say(shown=part, color=color):
                self.reply(part, color)
            case Read(parts=parts, color=color):
                self.read(parts, color)
            case ReadOn(if_over=otherwise):
                if not self.read_on():
                    self.tell(otherwise)
            case Utterance():
                self.say(told)
            case LookAt(square=square, targets=targets) if self.pointing is not None:
                self.pointing.look_at(square, targets)
            case ShowMove(move=move) if self.pointing is not None:
                self.pointing.show_hint(move)

    def on_event(self, recorded: Recorded) -> None:
        """Say what concerns the listeners of an event."""
        self.announce(recorded)

    def announce(self, recorded: Recorded) -> bool:
        """The same; whether anything was said of it here."""
        if isinstance(recorded.event, Refused) and recorded.event.color is None and not self._hears_rulings:
            return False
        said = narrate(
            recorded.event,
            before=recorded.before,
            after=recorded.after,
            settings=self._settings,
            number=recorded.number,
        )
        heard = [utterance for utterance in said if self._hears(utterance.channel)]
        for utterance in heard:
            self.say(utterance)
        if said and isinstance(recorded.event, DrawOffered) and self._asks:
            self._ask_after(recorded.event)
        if isinstance(recorded.event, SealingCalled) and self._is_shared:
            self.reply(self._settings.pack.phrase("seal_unseen"), recorded.event.color)
        if isinstance(recorded.event, GameEnded) and self._after_end is not None:
            self.reply(self._after_end, None)
        for part in () if self.offers is None else self.offers.after(recorded, self._settings.listener):
            self.reply(part, None)
        return bool(heard)

    def _ask_after(self, offer: DrawOffered) -> None:
        """The announcement of an offer does not say how it is answered."""
        opponent = not offer.color
        if self._settings.listener in (None, opponent):
            pack = self._settings.pack
            asked = pack.phrase("draw_offer_waits", color=color_name(opponent, pack))
            for part in tuple(self._waits()) or (asked,):
                self.reply(part, opponent)

    def reply(self, part: SpokenPart, color: chess.Color | None) -> None:
        """Answer the player who asked; None: all who listen."""
        self.say(Utterance(parts=(part,), priority=Priority.NEXT, channel=self._channel(color)))

    def say(self, utterance: Utterance) -> None:
        """Write it now, and say it in its turn: heard in the order in which it is written, no matter what tells it."""
        if not self._hears(utterance.channel):
            return
        with self._order:
            if utterance.parts:
                self._last = utterance
            self._show(utterance)
            self._speaker.say(utterance)

    def repeat(self, color: chess.Color | None, *, slower: bool = False) -> None:
        """Say again what was said last."""
        if self._last is not None:
            self._show(self._last)
        self._speaker.repeat(self._channel(color), slower=slower)

    def tell_time(self, utterance: Utterance) -> None:
        """Say what the clock shows, which nobody has asked for."""
        self._cut, self._time_told = None, (utterance, self._clock())
        self.say(utterance)

    def make_up(self) -> None:
        """Say again what the clock showed, if a key has cut it as soon as it began; a line has been entered since."""
        cut, self._cut = self._cut, None
        if cut is not None:
            self.say(cut)

    def silence(self, color: chess.Color | None) -> None:
        """Be silent at once in this player's ears; a key does so, which cuts what a screen reader says as well."""
        if self._time_told is not None:
            utterance, at = self._time_told
            self._time_told = None
            self._cut = utterance if self._clock() - at < JUST_BEGUN else None
        gone = self._speaker.silence(self._channel(color))
        self._unread = tuple(each for each in gone if each.is_reading) or self._unread
        sounding, self._sounding = self._sounding, None
        if sounding is not None and any(each.sound is sounding[0].sound for each in gone):
            sounding[1]()

    def silence_listener(self) -> None:
        """Be silent at once in the ears of the player who listens here; where two do, in all."""
        self.silence(self._settings.listener)

    def read(self, parts: Iterable[SpokenPart], color: chess.Color | None) -> None:
        """Read something long out to the player who asked, part by part: where it is cut, it can be gone on with."""
        self._unread = ()
        for part in parts:
            self.say(Utterance(parts=(part,), priority=Priority.NEXT, channel=self._channel(color), is_reading=True))

    def read_on(self) -> bool:
        """Go on with the reading that was cut, from the beginning of the part that was; False: there is none."""
        unread, self._unread = self._unread, ()
        for utterance in unread:
            self.say(utterance)
        return bool(unread)

    def sound(self, utterance: Utterance, *, on_cut: Callable[[], None]) -> None:
        """Let something sound that is no word; `on_cut` is called where a key cuts it short."""
        self._sounding = utterance, on_cut
        self.say(utterance)

    def set_sound(self, is_on: bool) -> None:
        """Speak, or only write."""
        self._speaker.set_sound(is_on)

    def _show(self, utterance: Utterance) -> None:
        """What is for one player's ears only is not on a screen that both may read; a sound alone may be told there."""
        shown = utterance.shown if self._is_shared or not utterance.parts else None
        self._write(utterance.text if shown is None else shown.text)

    def _write(self, line: str) -> None:
        if self._screen is not None and line:
            print(line, file=self._screen, flush=True)

    def _hears(self, channel: Channel) -> bool:
        listener = self._settings.listener
        return listener is None or channel is not (Channel.BLACK if listener else Channel.WHITE)

    def _channel(self, color: chess.Color | None) -> Channel:
        if color is None or not self._is_private:
            return Channel.ROOM
        return Channel.WHITE if color else Channel.BLACK
