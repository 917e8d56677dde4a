"""The dialogues at the clock: choosing or making a time control, and calibrating the clock unit."""

from collections.abc import Callable, Mapping
from enum import StrEnum

from access_chess.board.clock_unit.calibrating import FLAG_DOWN, QUARTERS, Calibrating, accepted, nudged
from access_chess.board.clock_unit.clock_servos import Calibration
from access_chess.conversation.time_control_dialogue import (
    NamedControl,
    Question,
    Setting,
    SettingLanguage,
    answered,
    asked,
)
from access_chess.laws.time_control import TimeControl
from access_chess.notation.vocabulary import folded
from access_chess.requests.spoken_times import Words, read_number
from access_chess.session.ports import ClockUnit, StorageError
from access_chess.speech.answers.clock import mark_words
from access_chess.speech.answers.position import color_name
from access_chess.speech.utterance import SpokenPart


class Setter:
    """Asks for a time control until it has one or is dropped; a control of the user's own is kept under its name.

    `known` gives the controls to choose from, `keep` keeps one of his own; both may raise StorageError.
    `control` is the outcome, None as long as there is none.
    """

    def __init__(
        self,
        known: Callable[[], tuple[NamedControl, ...]],
        language: SettingLanguage,
        *,
        keep: Callable[[NamedControl], None],
    ) -> None:
        self._known = known
        self._keep = keep
        self._language = language
        self._setting = Setting(known=())

    @property
    def is_over(self) -> bool:
        """Whether nothing more is asked."""
        return self._setting.is_over

    @property
    def control(self) -> TimeControl | None:
        """What was set."""
        return self._setting.control if self._setting.question is Question.SET else None

    def begin(self) -> tuple[SpokenPart, ...]:
        """From the first question on. What cannot be read of the user's own controls is said."""
        try:
            self._setting = Setting(known=self._known())
        except StorageError as error:
            self._setting = Setting(known=(), question=Question.DROPPED)
            return (self._trouble(error),)
        return (asked(self._setting, self._language),)

    def answer(self, text: str) -> tuple[SpokenPart, ...]:
        """What is said to an answer, the next question at its end; of a control that is set the clock itself tells."""
        self._setting = answered(self._setting, text, self._language)
        is_told = self.control is not None and self._setting.kept_as is None
        said = [*self._setting.notes, *(() if is_told else (asked(self._setting, self._language),))]
        if self._setting.kept_as is not None and self.control is not None:
            try:
                self._keep(NamedControl(name=self._setting.kept_as, control=self.control))
            except StorageError as error:
                said = [self._trouble(error)]
        return tuple(said)

    def _trouble(self, error: StorageError) -> SpokenPart:
        return self._language.pack.phrase("trouble", problem=str(error).rstrip("."))


class Nudge(StrEnum):
    """The answers in a calibration; the values are the keys of `[words]` in `clock.toml`."""

    MORE = "more"
    LESS = "less"
    GOOD = "good"
    BACK = "back"


class Calibrator:
    """Moves each hand and flag where it should stand, and asks until the player finds it good."""

    def __init__(
        self,
        unit: ClockUnit,
        language: SettingLanguage,
        words: Mapping[str, frozenset[Words]],
        *,
        keep: Callable[[Calibration], None],
    ) -> None:
        self._unit = unit
        self._keep = keep
        self._pack = language.pack
        self._times = language.times
        self._words = words
        self._state = Calibrating(calibration=unit.calibration)
        self._is_over = True

    @property
    def is_over(self) -> bool:
        """Whether nothing more is asked."""
        return self._is_over

    def begin(self) -> tuple[SpokenPart, ...]:
        """From White's hand at the full hour on."""
        self._state, self._is_over = Calibrating(calibration=self._unit.calibration), False
        return self._ask()

    def answer(self, text: str) -> tuple[SpokenPart, ...]:
        """What is said to an answer, the next place or question at its end."""
        if self._is_said(text, Nudge.BACK):
            return self._end("setting_dropped")
        steps = {Nudge.MORE: 1, Nudge.LESS: -1}
        step = next((steps[word] for word in steps if self._is_said(text, word)), None)
        number = read_number(text.removeprefix("-"), self._times)
        if step is None and number is not None:
            step = -number if text.startswith("-") else number
        if step is not None:
            self._state = nudged(self._state, step)
        elif self._is_said(text, Nudge.GOOD):
            self._state = accepted(self._state)
        else:
            return (self._pack.phrase("setting_not_read"), self._pack.phrase("calibration_ask"))
        return self._done() if self._state.is_done else self._ask()

    def _ask(self) -> tuple[SpokenPart, ...]:
        state = self._state
        self._unit.hold(state.channel, state.pulse)
        if state.is_refused:
            return (self._pack.phrase("calibration_wrong"), self._pack.phrase("calibration_ask"))
        color = color_name(state.color, self._pack)
        if state.place < FLAG_DOWN:
            place = self._pack.phrase(
                "calibration_hand", color=color, mark=mark_words(QUARTERS[state.place], self._pack)
            )
        else:
            key = "calibration_flag_down" if state.place == FLAG_DOWN else "calibration_flag_up"
            place = self._pack.phrase(key, color=color)
        return (place, self._pack.phrase("calibration_ask"))

    def _done(self) -> tuple[SpokenPart, ...]:
        self._unit.calibration = self._state.calibration
        try:
            self._keep(self._state.calibration)
        except StorageError as error:
            said = self._end("calibration_done")
            return (*said, self._pack.phrase("trouble", problem=str(error).rstrip(".")))
        return self._end("calibration_done")

    def _end(self, phrase: str) -> tuple[SpokenPart, ...]:
        self._is_over = True
        self._unit.release()
        return (self._pack.phrase(phrase),)

    def _is_said(self, text: str, word: Nudge) -> bool:
        return folded(text) in self._words[word.value]
