"""The place at a chess clock alone: keys, lines, levers and buttons become commands and questions.

A press goes to the Laws with the time stamp of its device; answers go to the ears of the player who asked.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import Enum, auto

import chess

from access_chess.board.clock_unit.dial_line import braille_line, text_line
from access_chess.board.clock_unit.rumble import Pulse, rumble
from access_chess.conversation.answers import ABOUT_THE_CLOCK
from access_chess.conversation.time_control_dialogue import SettingLanguage
from access_chess.laws.clock import Instant
from access_chess.laws.commands import (
    Command,
    CountGap,
    PressClock,
    Resume,
    SetMoveCounter,
    StartClock,
    StopClocks,
    StopReason,
)
from access_chess.laws.dial import dial_of
from access_chess.notation.vocabulary import Vocabulary
from access_chess.requests.arbiter import RULINGS, arbiter_command
from access_chess.requests.names import RequestName
from access_chess.requests.request import Missing, Request, Unfinished
from access_chess.requests.slots import split_color, split_phrase
from access_chess.requests.spoken_times import read_number
from access_chess.requests.table import FOLLOWED
from access_chess.requests.typed_line import arbiter_request
from access_chess.requests.words import ClockWords, PlayerLanguage, RequestWords
from access_chess.session.announcer import Announcer
from access_chess.session.clock.dialogues import Calibrator, Setter
from access_chess.session.kept_time import Gap
from access_chess.session.session import Session
from access_chess.session.timekeeper import Timekeeper
from access_chess.speech.answers.clock import DelayDisplay, clock_answer
from access_chess.speech.answers.position import color_name
from access_chess.speech.answers.schedule import parse_schedule
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import Channel, Priority, SpokenPart, Utterance, VoiceRole, spoken_part

#: Seconds that an answer waits for what was asked for before it; the Laws and the disk take a few thousandths.
DECIDED = 0.2

#: A key that is held is repeated so fast, for the first time not before so long.
REPEATED, FIRST_REPEATED = timedelta(milliseconds=100), timedelta(milliseconds=700)

#: What the buttons of a sensor board or a controller ask for: 1 and 2 the times, 3 stop or start, 4 and 5 exact times.
BUTTONS = {
    1: (RequestName.MY_CLOCK, chess.WHITE),
    2: (RequestName.MY_CLOCK, chess.BLACK),
    3: (RequestName.CLOCK_TOGGLE, None),
    4: (RequestName.CLOCK_EXACT, chess.WHITE),
    5: (RequestName.CLOCK_EXACT, chess.BLACK),
}


class Leaving(Enum):
    """How the clock is left."""

    QUIT = auto()
    NEW_CONTROL = auto()


@dataclass(frozen=True, kw_only=True)
class ClockLanguage:
    """All that the clock needs to understand and to answer."""

    pack: VoicePack
    words: ClockWords
    typed: RequestWords
    vocabulary: Vocabulary
    setting: SettingLanguage

    @property
    def player(self) -> PlayerLanguage:
        """What is needed to read the arbiter's words."""
        return PlayerLanguage(pack=self.pack, words=self.typed, vocabulary=self.vocabulary)


class ClockConsole:
    """Keyboard, levers and buttons of one clock. For one thread at a time.

    `feel` plays a rumble; `setter` and `calibrator` are the dialogues, the second only where there is a clock unit.
    Where the levers are emulated, `lever` moves one for a key, and its report comes back as from a real one.
    """

    def __init__(
        self,
        session: Session,
        announcer: Announcer,
        language: ClockLanguage,
        timekeeper: Timekeeper,
        *,
        setter: Setter,
        calibrator: Calibrator | None = None,
        feel: Callable[[tuple[Pulse, ...]], None] = lambda pulses: None,
        display: DelayDisplay = DelayDisplay.SIMPLE,
        lever: Callable[[chess.Color], None] | None = None,
    ) -> None:
        self._session = session
        self._announcer = announcer
        self._language = language
        self._pack = language.pack
        self._timekeeper = timekeeper
        self._setter = setter
        self._calibrator = calibrator
        self._feel = feel
        self._display = display
        self._lever = lever
        self._dialogue: Setter | Calibrator | None = None
        self._wants_line = False
        self._last_key: tuple[str, Instant] = ("", timedelta())

    @property
    def wants_line(self) -> bool:
        """Whether a whole line is awaited, not a key."""
        return self._wants_line or self._dialogue is not None

    def key(self, key: str, at: Instant) -> Leaving | None:
        """A single key was pressed."""
        request, color = self._language.words.keys.get(key, (None, None))
        is_held = request is RequestName.PRESS and self._is_held(key, color, at)
        self._last_key = (key, at)
        if is_held:
            return None
        if request is None:
            self._say("clock_key_unknown", None)
            return None
        return self.perform(request, color, "", at)

    def _is_held(self, key: str, color: chess.Color | None, at: Instant) -> bool:
        """Whether a key that stays down repeats itself: a terminal tells no more of it than that."""
        self._session.wait_until_decided(DECIDED)
        last, before = self._last_key
        may_press = self._session.game.clock.running is color
        return key == last and at - before < (REPEATED if may_press else FIRST_REPEATED)

    def line(self, line: str, at: Instant) -> Leaving | None:
        """A whole line was typed."""
        self._wants_line = False
        if self._dialogue is not None:
            return self._answer(self._dialogue, line)
        if not line.strip():
            self._announcer.silence(None)
            return None
        color, rest = split_color(line, self._language.typed)
        name, after = split_phrase(rest, self._language.words.commands)
        if name is not None and (not after or name in FOLLOWED):
            return self.perform(name, color, after, at, is_line=True)
        self._arbiter(line)
        return None

    def press(self, color: chess.Color, at: Instant) -> None:
        """A lever or its key went down."""
        self._session.submit(PressClock(color=color, stamp=at), at=at)

    def button(self, button: int, at: Instant, *, is_felt: bool = False) -> None:
        """A button was pressed; on a controller the time is felt as well as heard."""
        request, color = BUTTONS.get(button, (None, None))
        if request is None:
            return
        if is_felt and color is not None:
            felt = dial_of(self._session.game, color, at)
            self._feel(rumble(felt, is_exact=request is RequestName.CLOCK_EXACT))
        self.perform(request, color, "", at)

    def perform(
        self, request: RequestName, color: chess.Color | None, rest: str, at: Instant, *, is_line: bool = False
    ) -> Leaving | None:
        """Do what was asked for, by the player of this color, or by the one whose clock runs."""
        self._session.wait_until_decided(DECIDED)  # a press just before is part of the answer
        running = self._session.game.clock.running
        player = color if color is not None else chess.WHITE if running is None else running
        if request in ABOUT_THE_CLOCK:
            question = ABOUT_THE_CLOCK[request]
            now = max(at, self._session.now())
            self._session.keep_time(DECIDED)
            answer = clock_answer(question, self._session.game, player, now, self._pack, display=self._display)
            self._tell(answer, color)
        elif request is RequestName.PRESS:
            self._press_by_keyboard(player, at, is_line=is_line)
        elif request is RequestName.CLOCK_LINE:
            self._show_line(player, at)
        elif request in _COMMANDS:
            self._session.submit(_COMMANDS[request](), at=at)
        elif request is RequestName.QUIT:
            return Leaving.QUIT
        else:
            self._manage(request, color, rest, at)
        return None

    def _press_by_keyboard(self, color: chess.Color, at: Instant, *, is_line: bool) -> None:
        """Two keys go down together as two levers do; two lines do not."""
        if self._lever is not None:
            self._lever(color)
        elif is_line:
            self._session.submit(PressClock(color=color), at=at)
        else:
            self.press(color, at)

    def _manage(self, request: RequestName, color: chess.Color | None, rest: str, at: Instant) -> None:
        match request:
            case RequestName.CLOCK_TOGGLE:
                self._toggle(at)
            case RequestName.ARBITER_RESUME:
                self._resume(at)
            case RequestName.ARBITER_COUNTER:
                self._count(rest)
            case RequestName.ARBITER_COUNT_GAP:
                self._count_gap(at)
            case RequestName.CLOCK_SCHEDULE:
                self._follow(rest)
            case RequestName.CLOCK_SET:
                self._set()
            case RequestName.CLOCK_CALIBRATE:
                self._calibrate()
            case RequestName.REPEAT:
                self._announcer.repeat(color)
            case RequestName.STOP:
                self._announcer.silence(color)
            case RequestName.CLOCK_ENTRY:
                self._wants_line = True
            case _:
                for line in self._language.words.help:
                    self._announcer.reply(spoken_part(line, language=self._pack.language), None)

    def _toggle(self, at: Instant) -> None:
        game = self._session.game
        if not game.started:
            self._session.submit(StartClock(), at=at)
        elif game.is_clock_on:
            self._session.submit(StopClocks(reason=StopReason.ARBITER), at=at)
        else:
            self._session.submit(Resume(), at=at)

    def _resume(self, at: Instant) -> None:
        if self._session.game.is_clock_on:
            self._say("clock_runs_already", None)
        else:
            self._session.submit(Resume(), at=at)

    def _count(self, rest: str) -> None:
        color, number = split_color(rest, self._language.typed)
        moves = read_number(number, self._language.setting.times)
        if color is None or moves is None:
            self._say("not_read", None)
        else:
            self._session.submit(SetMoveCounter(color=color, moves=moves))

    def tell_gap(self, gap: Gap) -> None:
        """Time has passed of which nobody knows whether it is to be counted: the arbiter decides."""
        words = self._pack.phrase("clock_gap", color=color_name(gap.color, self._pack), time=gap.time)
        self._announcer.reply(words, None)

    def _count_gap(self, at: Instant) -> None:
        """The arbiter has the time counted that passed while the program did not run."""
        gap = self._session.take_gap()
        if gap is None:
            self._say("clock_no_gap", None)
        else:
            self._session.submit(CountGap(color=gap.color, time=gap.time), at=at)

    def _follow(self, rest: str) -> None:
        try:
            self._timekeeper.follow(parse_schedule(rest))
        except ValueError:
            self._say("not_read", None)

    def _set(self) -> None:
        if self._session.game.started:
            self._say("refused_already_started", None)
        else:
            self._begin(self._setter)

    def _calibrate(self) -> None:
        if self._calibrator is None:
            self._say("not_now", None)
        else:
            self._begin(self._calibrator)

    def _begin(self, dialogue: Setter | Calibrator) -> None:
        self._dialogue = dialogue
        self._tell_all(dialogue.begin())

    def _answer(self, dialogue: Setter | Calibrator, line: str) -> Leaving | None:
        self._tell_all(dialogue.answer(line))
        if not dialogue.is_over:
            return None
        self._dialogue = None
        is_new = isinstance(dialogue, Setter) and dialogue.control is not None
        return Leaving.NEW_CONTROL if is_new else None

    def _arbiter(self, line: str) -> None:
        request = arbiter_request(line, self._session.game, self._language.player)
        match request:
            case Request(name=RequestName.ARBITER_COUNT_GAP):
                self._count_gap(self._session.now())
            case Request(name=name) if name in RULINGS:
                self._session.submit(arbiter_command(request))
            case Unfinished(missing=missing) if missing is not Missing.WORDS:
                self._announcer.reply(self._pack.phrase(missing), None)
            case _:  # a number alone, too: nobody has a PIN here
                self._announcer.reply(self._about(line), None)

    def _about(self, line: str) -> SpokenPart:
        part = self._pack.phrase("not_read")
        return replace(part, text=f"{line}: {part.text}")

    def _show_line(self, color: chess.Color, at: Instant) -> None:
        """The dial for a braille display or a reader of text; nothing is spoken."""
        felt = dial_of(self._session.game, color, max(at, self._session.now()))
        for line in (braille_line(felt), text_line(felt)):
            self._announcer.reply(spoken_part(line, spoken="", language=self._pack.language), None)

    def _tell_all(self, parts: tuple[SpokenPart, ...]) -> None:
        for part in parts:
            self._announcer.reply(part, None)

    def _say(self, phrase: str, color: chess.Color | None) -> None:
        self._tell(self._pack.phrase(phrase), color)

    def _tell(self, part: SpokenPart, color: chess.Color | None) -> None:
        channel = Channel.ROOM if color is None else Channel.WHITE if color else Channel.BLACK
        utterance = Utterance(parts=(part,), priority=Priority.NEXT, channel=channel, role=VoiceRole.CLOCK)
        self._announcer.say(utterance)


_COMMANDS: dict[RequestName, Callable[[], Command]] = {
    RequestName.ARBITER_START: StartClock,
    RequestName.ARBITER_STOP: lambda: StopClocks(reason=StopReason.ARBITER),
}
