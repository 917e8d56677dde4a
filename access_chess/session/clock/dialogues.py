"""The dialogues at the clock: choosing or making a time control, and calibrating the clock unit."""

from collections.abc import Callable

from msgspec.structs import replace

from access_chess.board.clock_unit.calibrating import Calibrating
from access_chess.board.clock_unit.clock_servos import Calibration as UnitCalibration
from access_chess.conversation.calibration_dialogue import Calibration
from access_chess.conversation.calibration_dialogue import answered as calibrated
from access_chess.conversation.calibration_dialogue import asked as asked_to_calibrate
from access_chess.conversation.time_control_dialogue import NamedControl, Setting, TimeControlQuestion, answered, asked
from access_chess.laws.time_control import TimeControl
from access_chess.session.clock.language import SpokenLanguage
from access_chess.session.ports import StorageError, TactileClock
from access_chess.speech.language.voice_pack import trouble_words
from access_chess.speech.utterance import SpokenPart


class Setter:
    """Asks for a time control until it has one or is dropped; a control of the user's own is kept under its name.

    `known` gives the controls to choose from, as a language (BCP 47) calls them, and `keep` keeps a new one; both
    may raise StorageError.
    `control` is the outcome, None as long as there is none.
    """

    def __init__(
        self,
        known: Callable[[str], tuple[NamedControl, ...]],
        language: SpokenLanguage,
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
        return self._setting.control if self._setting.question is TimeControlQuestion.SET else None

    def begin(self) -> tuple[SpokenPart, ...]:
        """From the first question on. What cannot be read of the user's own controls is said."""
        self._setting = Setting(known=())
        return self.again()

    def again(self) -> tuple[SpokenPart, ...]:
        """The same question, and the names to choose from, in the language of now."""
        try:
            self._setting = replace(self._setting, known=self._known(self._language.pack.language))
        except StorageError as error:
            self._setting = Setting(known=(), question=TimeControlQuestion.DROPPED)
            return (self._trouble(error),)
        return (asked(self._setting, self._language.now.setting),)

    def answer(self, text: str) -> tuple[SpokenPart, ...]:
        """What is said to an answer, the next question at its end; of a control that is set the clock itself tells."""
        language = self._language.now.setting
        self._setting = answered(self._setting, text, language)
        is_told = self.control is not None and self._setting.kept_as is None
        said = [*self._setting.notes, *(() if is_told else (asked(self._setting, language),))]
        if self._setting.kept_as is not None and self.control is not None:
            try:
                self._keep(NamedControl(name=self._setting.kept_as, control=self.control))
            except StorageError as error:
                said = [self._trouble(error)]
        return tuple(said)

    def _trouble(self, error: StorageError) -> SpokenPart:
        return trouble_words(error, self._language.pack)


class Calibrator:
    """Moves each hand and flag where it should stand, and asks until the player finds it good.

    `keep` keeps the outcome; it may raise StorageError.
    """

    def __init__(
        self, unit: TactileClock, language: SpokenLanguage, *, keep: Callable[[UnitCalibration], None]
    ) -> None:
        self._unit = unit
        self._keep = keep
        self._language = language
        self._calibration = Calibration(state=Calibrating(calibration=unit.calibration), is_dropped=True)

    @property
    def is_over(self) -> bool:
        """Whether nothing more is asked."""
        return self._calibration.is_over

    def begin(self) -> tuple[SpokenPart, ...]:
        """From White's hand at the full hour on."""
        self._calibration = Calibration(state=Calibrating(calibration=self._unit.calibration))
        return self.again()

    def answer(self, text: str) -> tuple[SpokenPart, ...]:
        """What is said to an answer, the next place or question at its end."""
        self._calibration = calibrated(self._calibration, text, self._language.now.calibration)
        return self.again()

    def again(self) -> tuple[SpokenPart, ...]:
        """The place and the question, in the language of now."""
        said, state = asked_to_calibrate(self._calibration, self._language.now.calibration), self._calibration.state
        if not self.is_over:
            self._unit.hold(state.channel, state.pulse)
            return said
        self._unit.release()
        return said if self._calibration.is_dropped else (*said, *self._kept(state))

    def _kept(self, state: Calibrating) -> tuple[SpokenPart, ...]:
        """The outcome is used at once; what cannot be kept is said."""
        self._unit.calibration = state.calibration
        try:
            self._keep(state.calibration)
        except StorageError as error:
            return (trouble_words(error, self._language.pack),)
        return ()
