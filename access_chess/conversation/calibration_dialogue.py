"""The dialogue in which the clock unit is calibrated by ear and finger: pure, one place of a hand or flag at a time."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from access_chess.board.clock_unit.clock_servos import FLAG_DOWN, QUARTERS, Calibrating, accepted, nudged
from access_chess.notation.vocabulary import folded
from access_chess.requests.spoken_times import TimeWords, Words, read_number
from access_chess.speech.answers.clock import mark_words
from access_chess.speech.answers.position import color_name
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart


class Nudge(StrEnum):
    """The answers in a calibration; the values are the keys of `[words]` in `clock.toml`."""

    MORE = "more"
    LESS = "less"
    GOOD = "good"
    BACK = "back"


class CalibrationLanguage(Struct, frozen=True, kw_only=True):
    """What the dialogue speaks and understands."""

    pack: VoicePack
    words: Mapping[str, frozenset[Words]]
    times: TimeWords


class Calibration(Struct, frozen=True, kw_only=True):
    """The dialogue so far: `is_dropped` ends it without a result, `is_read` tells whether the last answer was one."""

    state: Calibrating
    is_dropped: bool = False
    is_read: bool = True

    @property
    def is_over(self) -> bool:
        """Whether nothing more is asked."""
        return self.is_dropped or self.state.is_done


def answered(calibration: Calibration, text: str, language: CalibrationLanguage) -> Calibration:
    """The dialogue after an answer: so many steps more or less, good, or back."""
    state = calibration.state
    word = next((word for word in Nudge if folded(text) in language.words[word.value]), None)
    match word:
        case Nudge.BACK:
            return Calibration(state=state, is_dropped=True)
        case Nudge.GOOD:
            return Calibration(state=accepted(state))
        case Nudge.MORE:
            return Calibration(state=nudged(state, 1))
        case Nudge.LESS:
            return Calibration(state=nudged(state, -1))
    number = read_number(text.removeprefix("-"), language.times)
    if number is None:
        return Calibration(state=state, is_read=False)
    return Calibration(state=nudged(state, -number if text.startswith("-") else number))


def asked(calibration: Calibration, language: CalibrationLanguage) -> tuple[SpokenPart, ...]:
    """The place and the question, or how it ended."""
    pack, state = language.pack, calibration.state
    if calibration.is_dropped:
        return (pack.phrase("setting_dropped"),)
    if state.is_done:
        return (pack.phrase("calibration_done"),)
    return (_place(calibration, language), pack.phrase("calibration_ask"))


def _place(calibration: Calibration, language: CalibrationLanguage) -> SpokenPart:
    pack, state = language.pack, calibration.state
    if not calibration.is_read:
        return pack.phrase("setting_not_read")
    if state.is_refused:
        return pack.phrase("calibration_wrong")
    color = color_name(state.color, pack)
    if state.place < FLAG_DOWN:
        return pack.phrase("calibration_hand", color=color, mark=mark_words(QUARTERS[state.place], pack))
    return pack.phrase("calibration_flag_down" if state.place == FLAG_DOWN else "calibration_flag_up", color=color)
