"""The place at a chess clock alone: keys, lines, levers and buttons become requests, and go through one conversation.

A press goes to the Laws with the time stamp of its device; answers go to the ears of the player who asked.
"""

from collections.abc import Callable
from datetime import timedelta
from enum import Enum, auto

import chess

from access_chess.board.clock_unit.dial_line import Pulse, braille_line, rumble, text_line
from access_chess.conversation.answers import ABOUT_THE_CLOCK
from access_chess.conversation.dialogue import after
from access_chess.conversation.reading import typed
from access_chess.conversation.rights import HIS_OWN, ArbiterRights, ruled
from access_chess.conversation.ruling import may_mean_clocks
from access_chess.conversation.state import CarryOut, Dialogue, Moment, Said, Say
from access_chess.laws.clock import DelayDisplay, Instant
from access_chess.laws.commands import CountGap, PressClock, Resume, StartClock, StopClocks, StopReason
from access_chess.laws.dial import dial_of
from access_chess.profile import Profile
from access_chess.requests.arbiter import arbiter_command
from access_chess.requests.names import RequestName
from access_chess.requests.phases import Here
from access_chess.requests.request import Request
from access_chess.requests.row import RequestAuthor
from access_chess.requests.table import ROWS
from access_chess.session.announcer import Announcer
from access_chess.session.clock.dialogues import Calibrator, Setter
from access_chess.session.clock.language import SpokenLanguage
from access_chess.session.kept_time import gap_told
from access_chess.session.ports import Gap
from access_chess.session.session import Session
from access_chess.session.timekeeper import Timekeeper
from access_chess.speech.answers.clock import clock_answer, pressed
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


ESCAPE = "escape"  # pressed by habit to silence a screen reader; it silences here, too
#: What starts the clocks, from the beginning or again: who stands before a clock says either.
_SET_GOING = frozenset({RequestName.ARBITER_START, RequestName.ARBITER_RESUME})
#: What belongs to the arbiter where there is one, though a key or a word alone asks for it.
_AS_ARBITER = frozenset({RequestName.CLOCK_TOGGLE, RequestName.CLOCK_NEW})
#: What means something only once the clocks have been started.
_FROM_START_ON = frozenset({RequestName.CLOCK_NEW, RequestName.ARBITER_STOP})


class ClockLeaving(Enum):
    """How the clock is left."""

    QUIT = auto()
    NEW_CONTROL = auto()
    ONCE_MORE = auto()


class ClockConsole:
    """Keyboard, levers and buttons of one clock. For one thread at a time.

    `feel` plays a rumble; `setter` and `calibrator` are the dialogues, the second only where there is a clock unit.
    Where the levers are emulated, `lever` moves one for a key, and its report comes back as from a real one.
    `rights` tell whether an arbiter may rule from here.
    """

    def __init__(
        self,
        session: Session,
        announcer: Announcer,
        language: SpokenLanguage,
        timekeeper: Timekeeper,
        *,
        setter: Setter,
        profile: Profile = Profile.PRACTICE,
        rights: ArbiterRights = HIS_OWN,
        calibrator: Calibrator | None = None,
        feel: Callable[[tuple[Pulse, ...]], None] = lambda pulses: None,
        display: DelayDisplay = DelayDisplay.SIMPLE,
        lever: Callable[[chess.Color], None] | None = None,
    ) -> None:
        self._session = session
        self._announcer = announcer
        self._language = language
        self._timekeeper = timekeeper
        self._setter = setter
        self._rights = rights
        self._calibrator = calibrator
        self._feel = feel
        self._display = display
        self._lever = lever
        here = Here(
            profile=profile,
            has_board=calibrator is not None,
            has_languages=True,
            is_clock=True,
            has_keys=language.now.has_keys,
        )
        self._dialogue = Dialogue(here=here, color=None)
        self._setting: Setter | Calibrator | None = None
        self._leaving: ClockLeaving | None = None
        self._wants_line = False
        self._last_key: tuple[str, Instant] = ("", timedelta())

    @property
    def wants_line(self) -> bool:
        """Whether a whole line is awaited, not a key."""
        return self._wants_line or self._setting is not None or self._dialogue.pending is not None

    def key(self, key: str, at: Instant) -> ClockLeaving | None:
        """A single key was pressed."""
        name, color = self._language.now.keys.get(key, (None, None))
        is_held = name is RequestName.PRESS and self._is_held(key, color, at)
        self._last_key = (key, at)
        if is_held:
            return None
        if key == ESCAPE:
            self._announcer.silence(None)
            return None
        if name is None:
            self._say("clock_key_unknown")
            return None
        return self.converse(Request(name=name, color=color), at, stamp=at)

    def _is_held(self, key: str, color: chess.Color | None, at: Instant) -> bool:
        """Whether a key that stays down repeats itself: a terminal tells no more of it than that."""
        self._session.wait_until_decided(DECIDED)
        last, before = self._last_key
        may_press = self._session.game.clock.running is color
        return key == last and at - before < (REPEATED if may_press else FIRST_REPEATED)

    def line(self, line: str, at: Instant) -> ClockLeaving | None:
        """A whole line was typed, which may be a key alone.

        Two keys go down together as two levers do; two lines do not, and bear no stamp.
        """
        self._wants_line = False
        if self._setting is not None:
            return self._answer(self._setting, line)
        if not line.strip():
            self._announcer.silence(None)
            return None
        name, color = self._language.now.keys.get(line.strip(), (None, None))
        if name is not None and self._dialogue.pending is None:
            return self.converse(Request(name=name, color=color), at)
        said = typed(line, self._dialogue, self._moment)
        leaving = self.converse(said, at)
        if self._session.game.is_clock_on and may_mean_clocks(line, said, self._language.now.player):
            self._say("clocks_run_pause")
        return leaving

    def press(self, color: chess.Color, at: Instant) -> None:
        """A lever or its key went down."""
        self._session.submit(PressClock(color=color, stamp=at), at=at)

    def button(self, button: int, at: Instant, *, is_felt: bool = False) -> None:
        """A button was pressed; on a controller the time is felt as well as heard."""
        name, color = BUTTONS.get(button, (None, None))
        if name is None:
            return
        if is_felt and color is not None:
            felt = dial_of(self._session.game, color, at, display=self._display)
            self._feel(rumble(felt, is_exact=name is RequestName.CLOCK_EXACT))
        self.converse(Request(name=name, color=color), at)

    def converse(self, said: Said, at: Instant, *, stamp: Instant | None = None) -> ClockLeaving | None:
        """Go on with the conversation; how the clock is left, if it is that. `stamp` is that of a key."""
        self._session.wait_until_decided(DECIDED)  # a press just before is part of the answer
        self._leaving = None
        self._dialogue, steps = after(self._dialogue, said, self._moment)
        for step in steps:
            match step:
                case Say():
                    self._announcer.reply(step.shown, None)
                case CarryOut(request=request, color=color):
                    self._carry_out(request, color, at, stamp)
                case _:
                    pass  # a sign or a lesson for an ear, which no clock has
        return self._leaving

    @property
    def _moment(self) -> Moment:
        return Moment(game=self._session.game, language=self._language.now.player)

    def _carry_out(self, request: Request, color: chess.Color, at: Instant, stamp: Instant | None) -> None:
        """Do what was asked for, by the player of this color; what is told goes to that player if one was named."""
        if request.name is RequestName.PRESS and request.color is None and not self._session.game.started:
            color = chess.BLACK  # whose press starts White's clock, as is told
        if request.name in ABOUT_THE_CLOCK:
            question = ABOUT_THE_CLOCK[request.name]
            now = max(at, self._session.now())
            self._session.keep_time(DECIDED)
            answer = clock_answer(question, self._session.game, color, now, self._language.pack, display=self._display)
            self._tell(answer, request.color)
        elif request.name is RequestName.PRESS and self._lever is not None:
            self._lever(color)
        elif request.name is RequestName.PRESS:
            self._press(color, at, stamp)
        elif request.name is RequestName.CLOCK_LINE:
            self._show_line(color, at)
        elif request.name in _AS_ARBITER or ROWS[request.name].author is RequestAuthor.ARBITER:
            self._rule(request, at)
        else:
            self._manage(request)

    def _press(self, color: chess.Color, at: Instant, stamp: Instant | None) -> None:
        """A press by a key or a word, which makes no noise of its own as a lever does."""
        before = self._session.game
        self._session.submit(PressClock(color=color, stamp=stamp), at=at)
        self._session.wait_until_decided(DECIDED)
        if before.clock.running is color and self._session.game.clock.running is (not color):
            self._announcer.say(pressed(before, color, self._language.pack))

    def _rule(self, request: Request, at: Instant) -> None:
        """The arbiter's word; nobody else's counts."""
        found = ruled(self._rights, request, at, self._language.pack)
        self._rights = found.rights
        for part in found.said:
            self._tell(part, None)
        if not found.counts:
            return
        if request.name in _FROM_START_ON and not self._session.game.started:
            self._say("clock_waits")
        elif request.name is RequestName.CLOCK_NEW:
            self._leaving = ClockLeaving.ONCE_MORE
        elif request.name is RequestName.CLOCK_TOGGLE or (request.name in _SET_GOING and self._stands):
            self._toggle(at)
        elif request.name is RequestName.ARBITER_COUNT_GAP:
            self._count_gap(at)
        elif request.name is RequestName.ARBITER_RESUME and self._session.game.is_clock_on:
            self._say("clock_runs_already")
        else:
            self._session.submit(arbiter_command(request), at=at)

    def _manage(self, request: Request) -> None:
        match request.name:
            case RequestName.QUIT:
                self._leaving = ClockLeaving.QUIT
            case RequestName.LANGUAGE:
                self._change_language(request.words)
            case RequestName.CLOCK_SCHEDULE:
                assert request.schedule is not None, "a schedule is asked for until it is there"
                self._timekeeper.follow(request.schedule)
            case RequestName.CLOCK_SET if self._session.game.started:
                self._say("refused_already_started")
            case RequestName.CLOCK_SET:
                self._begin(self._setter)
            case RequestName.CLOCK_CALIBRATE if self._calibrator is not None:
                self._begin(self._calibrator)
            case RequestName.CLOCK_CALIBRATE:
                self._say("not_now")
            case RequestName.REPEAT:
                self._announcer.repeat(request.color)
            case RequestName.STOP:
                self._announcer.silence(request.color)
            case RequestName.CLOCK_ENTRY:
                self._wants_line = True

    @property
    def _stands(self) -> bool:
        """Whether a word for going on means this clock, whichever word it is."""
        return not self._session.game.is_clock_on

    def _toggle(self, at: Instant) -> None:
        game = self._session.game
        if not game.started:
            self._session.submit(StartClock(), at=at)
        elif game.is_clock_on:
            self._session.submit(StopClocks(reason=StopReason.ARBITER), at=at)
        else:
            self._session.submit(Resume(), at=at)

    def tell_gap(self, gap: Gap) -> None:
        """Time has passed of which nobody knows whether it is to be counted: the arbiter decides."""
        self._announcer.reply(gap_told(gap, "clock_gap", self._language.pack), None)

    def _count_gap(self, at: Instant) -> None:
        """The arbiter has the time counted that passed while the program did not run."""
        gap = self._session.take_gap()
        if gap is None or gap.time is None:
            self._say("clock_no_gap")
        else:
            self._session.submit(CountGap(color=gap.color, time=gap.time), at=at)

    def _begin(self, dialogue: Setter | Calibrator) -> None:
        self._setting = dialogue
        self._tell_all(dialogue.begin())

    def _change_language(self, words: str) -> None:
        """The clock goes on as it is; it is told in the language that was asked for."""
        self._language.change(words)
        self._timekeeper.speak(self._language.pack)

    def _answer(self, dialogue: Setter | Calibrator, line: str) -> ClockLeaving | None:
        """What is no wish for another language, in which the question is asked again, answers it."""
        words = self._language.asked(line)
        if words is not None:
            self._change_language(words)
        self._tell_all(dialogue.answer(line) if words is None else dialogue.again())
        if not dialogue.is_over:
            return None
        self._setting = None
        is_new = isinstance(dialogue, Setter) and dialogue.control is not None
        return ClockLeaving.NEW_CONTROL if is_new else None

    def _show_line(self, color: chess.Color, at: Instant) -> None:
        """The dial for a braille display or a reader of text; nothing is spoken."""
        felt = dial_of(self._session.game, color, max(at, self._session.now()), display=self._display)
        for line in (braille_line(felt), text_line(felt)):
            self._announcer.reply(spoken_part(line, spoken="", language=self._language.pack.language), None)

    def _tell_all(self, parts: tuple[SpokenPart, ...]) -> None:
        for part in parts:
            self._announcer.reply(part, None)

    def _say(self, phrase: str) -> None:
        self._tell(self._language.pack.phrase(phrase), None)

    def _tell(self, part: SpokenPart, color: chess.Color | None) -> None:
        channel = Channel.ROOM if color is None else Channel.WHITE if color else Channel.BLACK
        utterance = Utterance(parts=(part,), priority=Priority.NEXT, channel=channel, role=VoiceRole.CLOCK)
        self._announcer.say(utterance)
