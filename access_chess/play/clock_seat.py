"""The place at a chess clock alone: keys, lines, levers and buttons become requests, and go through one conversation.

A press goes to the Laws with the time stamp of its device; answers go to the ears of the player who asked.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.board.clock_unit.clock_servos import Calibrating
from access_chess.board.clock_unit.dial_line import Pulse, braille_line, rumble, text_line
from access_chess.board.wire.reports import (
    BoardReport,
    ButtonPressed,
    Connected,
    ControllerFound,
    ControllerLost,
    ControllerReport,
    Disconnected,
    LeverPressed,
    ReportsLost,
)
from access_chess.conversation.answers import ABOUT_THE_CLOCK, laws_answer
from access_chess.conversation.calibration_dialogue import Calibration
from access_chess.conversation.calibration_dialogue import answered as calibrated
from access_chess.conversation.dialogue import after
from access_chess.conversation.reading import may_mean_clocks, typed
from access_chess.conversation.rights import HIS_OWN, ArbiterRights, ruled
from access_chess.conversation.state import CarryOut, Dialogue, Moment, Said, Say
from access_chess.conversation.time_control_dialogue import ClockLanguage, Setting, answered
from access_chess.laws.clock import DelayDisplay, Instant
from access_chess.laws.commands import Command, CountGap, PressClock, Resume, StartClock, StopClocks, StopReason
from access_chess.laws.dial import dial_of
from access_chess.laws.game import Game
from access_chess.laws.time_control import TimeControl
from access_chess.play.clock_dialogues import (
    ClockKept,
    begun_setting,
    calibration_step,
    language_asked,
    setting_step,
)
from access_chess.play.messages import (
    AtOnce,
    BoardReported,
    DiskFailed,
    Effects,
    Felt,
    Give,
    GoOn,
    Happened,
    KeepTime,
    KeptAfterAll,
    Key,
    LeaveGame,
    Repeat,
    Silence,
    Slept,
    ToSeat,
    Typed,
)
from access_chess.requests.commands import command_of
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.row import RequestAuthor
from access_chess.requests.table import ROWS
from access_chess.session.kept_time import gap_told
from access_chess.session.leaving import Leaving
from access_chess.session.ports import Gap, TactileClock
from access_chess.speech.answers.clock import Schedule, clock_answer, pressed
from access_chess.speech.language.voice_pack import Slot, VoicePack, trouble_words
from access_chess.speech.utterance import Channel, Priority, SpokenPart, Utterance, VoiceRole, spoken_part

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

Carried = tuple["ClockSeat", Effects]


class ClockMachine(Struct, frozen=True, kw_only=True):
    """What is done beside the clock.

    `begin_next` leaves it for one with that time control. `speak` has all that is told told in another language, and
    `follow` the time by another schedule. `feel` plays a rumble; where the levers are emulated, `lever` moves one for a
    key, and its report comes back as from a real one. `unit` has the hands.
    """

    kept: ClockKept
    begin_next: Callable[[TimeControl], Leaving]
    speak: Callable[[ClockLanguage], None]
    follow: Callable[[Schedule, Game, Instant], None]
    feel: Callable[[tuple[Pulse, ...]], None] = lambda pulses: None
    lever: Callable[[chess.Color], None] | None = None
    unit: TactileClock | None = None


class ClockSeat(Struct, frozen=True, kw_only=True):
    """Keyboard, levers and buttons of one clock. `rights` tell whether an arbiter may rule from here.

    `setting` and `calibration` are the dialogues that lines answer first. `gap` is the time that nobody has counted
    yet.
    """

    language: ClockLanguage
    dialogue: Dialogue
    machine: ClockMachine
    rights: ArbiterRights = HIS_OWN
    display: DelayDisplay = DelayDisplay.SIMPLE
    setting: Setting | None = None
    calibration: Calibration | None = None
    gap: Gap | None = None
    is_line_wanted: bool = False
    last_key: tuple[str, Instant] = ("", timedelta())

    def turn(self, message: ToSeat, game: Game) -> Carried:
        """What follows here from a message, as the game stands."""
        match message:
            case Key(key=key, at=at):
                return self._key(key, game, at)
            case Typed(line=line, at=at):
                return self._line(line, game, at)
            case BoardReported(report=report):
                return self._device(report, game, report.at)
            case Felt(report=report, at=at):
                return self._device(report, game, at, is_felt=True)
            case Happened(events=events, asked=CarryOut(request=Request(name=RequestName.PRESS), color=color)):
                return self, self._pressed(events[0].before, game, color) if events else ()
            case Slept(gap=gap):
                return replace(self, gap=gap), (Say(part=gap_told(gap, "clock_gap", self._pack)),)
            case DiskFailed(error=error):  # a clock runs on, since nobody can wait for it
                told = (Say(part=trouble_words(error, self._pack)), self._say("clock_unkept"))
                return self, (*told, GoOn(is_wanted=True))
            case KeptAfterAll():
                return self, (self._say("kept_after_all"),)
        return self, ()

    def is_due(self, _: Game) -> bool:
        """A line is taken at any time."""
        return True

    @property
    def wants_key(self) -> bool:
        """Whether the next entry is a single key, and not a line."""
        is_asked = self.setting is not None or self.calibration is not None or self.dialogue.pending is not None
        return not (self.is_line_wanted or is_asked)

    def waits_since(self, _: Game) -> tuple[SpokenPart, ...]:
        """There are no offers at a clock."""
        return ()

    @property
    def level(self) -> int:
        """There is no opponent at a clock."""
        return 0

    @property
    def _pack(self) -> VoicePack:
        return self.language.player.pack

    def _key(self, key: str, game: Game, at: Instant) -> Carried:
        name, color = self.language.keys.get(key, (None, None))
        is_held = name is RequestName.PRESS and self._is_held(key, color, game, at)
        seat = replace(self, last_key=(key, at))
        if is_held:
            return seat, ()
        if key == ESCAPE:
            return seat, (Silence(),)
        if name is None:
            return seat, (self._say("clock_key_unknown"),)
        return seat._conversed(Request(name=name, color=color), game, at, stamp=at)

    def _is_held(self, key: str, color: chess.Color | None, game: Game, at: Instant) -> bool:
        """Whether a key that stays down repeats itself: a terminal tells no more of it than that."""
        last, before = self.last_key
        return key == last and at - before < (REPEATED if game.clock.running is color else FIRST_REPEATED)

    def _line(self, line: str, game: Game, at: Instant) -> Carried:
        """A whole line was typed, which may be a key alone.

        Two keys go down together as two levers do; two lines do not, and bear no stamp.
        """
        seat = replace(self, is_line_wanted=False)
        if seat.setting is not None or seat.calibration is not None:
            return seat._answered(line)
        if not line.strip():
            return seat, (Silence(),)
        name, color = self.language.keys.get(line.strip(), (None, None))
        if name is not None and self.dialogue.pending is None:
            return seat._conversed(Request(name=name, color=color), game, at)
        said = typed(line, self.dialogue, self._moment(game))
        seat, effects = seat._conversed(said, game, at)
        if game.is_clock_on and may_mean_clocks(line, said, self.language.player):
            effects = (*effects, self._say("clocks_run_pause"))
        return seat, effects

    def _device(
        self, report: BoardReport | ControllerReport, game: Game, at: Instant, *, is_felt: bool = False
    ) -> Carried:
        """What a board or a controller reports."""
        match report:
            case LeverPressed(color=color):
                return self, (Give(command=PressClock(color=color, stamp=at), at=at),)
            case ButtonPressed(button=button):
                return self._button(button, game, max(at, game.clock.since), is_felt=is_felt)
            case Connected() | ReportsLost():
                forget = () if self.machine.unit is None else (AtOnce(do=self.machine.unit.forget),)
                return self, (self._say("clock_unit_found"), *forget)
            case Disconnected():
                return self, (self._say("clock_unit_lost"),)
            case ControllerFound(name=name):
                return self, (self._say("clock_controller_found", name=name),)
            case ControllerLost():
                return self, (self._say("clock_controller_lost"),)
        return self, ()  # a piece on the board, a lever or a button that comes up

    def _button(self, button: int, game: Game, at: Instant, *, is_felt: bool) -> Carried:
        """A button was pressed; on a controller the time is felt as well as heard."""
        name, color = BUTTONS.get(button, (None, None))
        if name is None:
            return self, ()
        felt: Effects = ()
        if is_felt and color is not None:
            shown = dial_of(game, color, at, display=self.display)
            rumbled = rumble(shown, is_exact=name is RequestName.CLOCK_EXACT)
            felt = (AtOnce(do=partial(self.machine.feel, rumbled)),)
        seat, effects = self._conversed(Request(name=name, color=color), game, at)
        return seat, (*felt, *effects)

    def _moment(self, game: Game) -> Moment:
        return Moment(game=game, language=self.language.player)

    def _conversed(self, said: Said, game: Game, at: Instant, *, stamp: Instant | None = None) -> Carried:
        """Go on with the conversation. `stamp` is that of a key."""
        dialogue, steps = after(self.dialogue, said, self._moment(game))
        seat = replace(self, dialogue=dialogue)
        effects: Effects = ()
        for step in steps:
            match step:
                case Say():
                    effects = (*effects, Say(part=step.shown))
                case CarryOut():
                    seat, done = seat._carried_out(step, game, at, stamp)
                    effects = (*effects, *done)
                case _:
                    pass  # a sign or a lesson for an ear, which no clock has
        return seat, effects

    def _carried_out(self, asked: CarryOut, game: Game, at: Instant, stamp: Instant | None) -> Carried:
        """Do what was asked for, by the player of this color; what is told goes to that player if one was named."""
        request, color = asked.request, asked.color
        if request.name is RequestName.PRESS and request.color is None and not game.started:
            color = chess.BLACK  # whose press starts White's clock, as is told
        if request.name in ABOUT_THE_CLOCK:
            question = ABOUT_THE_CLOCK[request.name]
            told = clock_answer(question, game, color, at, self._pack, display=self.display)
            return self, (KeepTime(), _told(told, request.color))
        if request.name is RequestName.PRESS and self.machine.lever is not None:
            return self, (AtOnce(do=partial(self.machine.lever, color)),)
        if request.name is RequestName.PRESS:  # by a key or a word, which makes no noise of its own as a lever does
            press = PressClock(color=color, stamp=stamp)
            return self, (Give(command=press, asked=replace(asked, color=color)),)
        if request.name is RequestName.CLOCK_LINE:
            return self, self._lines(color, game, at)
        if request.name in _AS_ARBITER or ROWS[request.name].author is RequestAuthor.ARBITER:
            return self._ruled(request, game, at)
        return self._managed(request, game, at)

    def _pressed(self, before: Game, game: Game, color: chess.Color) -> Effects:
        is_changed = before.clock.running is color and game.clock.running is (not color)
        return (pressed(before, color, self._pack),) if is_changed else ()

    def _ruled(self, request: Request, game: Game, at: Instant) -> Carried:
        """The arbiter's word; nobody else's counts."""
        found = ruled(self.rights, request, at, self._pack)
        seat, said = replace(self, rights=found.rights), tuple(_told(part, None) for part in found.said)
        if not found.counts:
            return seat, said
        if request.name in _FROM_START_ON and not game.started:
            return seat, (*said, self._say("clock_waits"))
        if request.name is RequestName.CLOCK_NEW:
            return seat, (*said, *self._next(game.setup.time))
        if request.name is RequestName.CLOCK_TOGGLE or (request.name in _SET_GOING and not game.is_clock_on):
            return seat, (*said, Give(command=_toggled(game)))
        if request.name is RequestName.ARBITER_COUNT_GAP:
            seat, counted = seat._counted_gap()
            return seat, (*said, *counted)
        if request.name is RequestName.ARBITER_RESUME:
            return seat, (*said, self._say("clock_runs_already"))
        return seat, (*said, Give(command=command_of(request, game.turn)))

    def _managed(self, request: Request, game: Game, at: Instant) -> Carried:
        match request.name:
            case RequestName.QUIT:
                return self, (LeaveGame(how=Leaving.QUIT),)
            case RequestName.LANGUAGE:
                return self._spoken_otherwise(request.words)
            case RequestName.LAWS:
                dialogue, parts = laws_answer(request.words, game, self.dialogue, self.language.player)
                return replace(self, dialogue=dialogue), tuple(_told(part, None) for part in parts)
            case RequestName.CLOCK_SCHEDULE:
                assert request.schedule is not None, "a schedule is asked for until it is there"
                return self, (AtOnce(do=partial(self.machine.follow, request.schedule, game, at)),)
            case RequestName.CLOCK_SET if game.started:
                return self, (self._say("refused_already_started"),)
            case RequestName.CLOCK_SET:
                setting, part = begun_setting(self.language, self.machine.kept)
                return replace(self, setting=setting), (Say(part=part),)
            case RequestName.CLOCK_CALIBRATE if (unit := self.machine.unit) is not None:
                begun = Calibration(state=Calibrating(calibration=unit.calibration))
                calibration, told = calibration_step(begun, unit, self.language, self.machine.kept)
                return replace(self, calibration=calibration), told
            case RequestName.CLOCK_CALIBRATE:
                return self, (self._say("not_now"),)
            case RequestName.REPEAT:
                return self, (Repeat(color=request.color),)
            case RequestName.STOP:
                return self, (Silence(color=request.color),)
            case RequestName.CLOCK_ENTRY:
                return replace(self, is_line_wanted=True), ()
        return self, ()

    def _counted_gap(self) -> Carried:
        """The arbiter has the time counted that passed while the program did not run: once."""
        gap, seat = self.gap, replace(self, gap=None)
        if gap is None or gap.time is None:
            return seat, (self._say("clock_no_gap"),)
        return seat, (Give(command=CountGap(color=gap.color, time=gap.time)),)

    def _spoken_otherwise(self, words: str) -> Carried:
        """The clock goes on as it is; it is told in the language that was asked for."""
        found = self.machine.kept.find_language(words)
        if found is None:
            return self, ()
        return replace(self, language=found), (AtOnce(do=partial(self.machine.speak, found)),)

    def _answered(self, line: str) -> Carried:
        """What is no wish for another language, in which the question is asked again, answers it."""
        words = language_asked(line, self.language)
        seat, effects = (self, ()) if words is None else self._spoken_otherwise(words)
        machine, language = self.machine, seat.language
        if seat.calibration is not None and machine.unit is not None:
            now = seat.calibration if words is not None else calibrated(seat.calibration, line, language.calibration)
            calibration, told = calibration_step(now, machine.unit, language, machine.kept)
            return replace(seat, calibration=calibration), (*effects, *told)
        if words is not None:
            setting, part = begun_setting(language, machine.kept, seat.setting)
            return replace(seat, setting=setting), (*effects, Say(part=part))
        assert seat.setting is not None, "one of the two is asked"
        setting, control, told = setting_step(answered(seat.setting, line, language.setting), language, machine.kept)
        return replace(seat, setting=setting), (*self._next(control), *told)

    def _next(self, control: TimeControl | None) -> Effects:
        return () if control is None else (AtOnce(do=partial(self.machine.begin_next, control)),)

    def _lines(self, color: chess.Color, game: Game, at: Instant) -> Effects:
        """The dial for a braille display or a reader of text; nothing is spoken."""
        shown = dial_of(game, color, at, display=self.display)
        lines = (braille_line(shown), text_line(shown))
        return tuple(Say(part=spoken_part(line, spoken="", language=self._pack.language)) for line in lines)

    def _say(self, phrase: str, **slots: Slot) -> Utterance:
        return _told(self._pack.phrase(phrase, **slots), None)


def _toggled(game: Game) -> Command:
    if not game.started:
        return StartClock()
    return StopClocks(reason=StopReason.ARBITER) if game.is_clock_on else Resume()


def _told(part: SpokenPart, color: chess.Color | None) -> Utterance:
    channel = Channel.ROOM if color is None else Channel.WHITE if color else Channel.BLACK
    return Utterance(parts=(part,), priority=Priority.NEXT, channel=channel, role=VoiceRole.CLOCK)
