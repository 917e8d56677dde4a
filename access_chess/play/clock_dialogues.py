"""The dialogues at a clock, which lines answer before all else: which time control, and how the clock unit stands."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from access_chess.board.clock_unit.clock_servos import Calibration as UnitCalibration
from access_chess.conversation.calibration_dialogue import Calibration
from access_chess.conversation.calibration_dialogue import asked as asked_to_calibrate
from access_chess.conversation.state import Say
from access_chess.conversation.time_control_dialogue import (
    ClockLanguage,
    NamedControl,
    Setting,
    TimeControlQuestion,
    asked,
)
from access_chess.laws.time_control import TimeControl
from access_chess.play.messages import AtOnce, Effects
from access_chess.requests.names import RequestName
from access_chess.requests.slots import split_phrase
from access_chess.session.ports import StorageError, TactileClock
from access_chess.speech.language.voice_pack import trouble_words
from access_chess.speech.utterance import SpokenPart


class ClockKept(Struct, frozen=True, kw_only=True):
    """What is read of the machine, and kept there.

    `known` are the time controls to choose from, as a language (BCP 47) calls them, `keep_control` and
    `keep_calibration` keep what is the user's own; the three may raise StorageError. `find_language` gives the language
    that is meant by these words, and tells it; None where they mean none, which it tells too.
    """

    known: Callable[[str], tuple[NamedControl, ...]]
    keep_control: Callable[[NamedControl], None]
    keep_calibration: Callable[[UnitCalibration], None]
    find_language: Callable[[str], ClockLanguage | None]


def language_asked(line: str, language: ClockLanguage) -> str | None:
    """What follows the word that asks for another language; None where a line is something else."""
    name, words = split_phrase(line, language.player.words.commands)
    return words if name is RequestName.LANGUAGE else None


def begun_setting(
    language: ClockLanguage, kept: ClockKept, setting: Setting | None = None
) -> tuple[Setting | None, SpokenPart]:
    """The question which time control, or the one that was asked, with the names to choose from in this language.

    What cannot be read of the user's own controls is said, and nothing is asked.
    """
    pack = language.player.pack
    try:
        found = replace(setting or Setting(known=()), known=kept.known(pack.language))
    except StorageError as error:
        return None, trouble_words(error, pack)
    return found, asked(found, language.setting)


def setting_step(
    setting: Setting, language: ClockLanguage, kept: ClockKept
) -> tuple[Setting | None, TimeControl | None, Effects]:
    """What follows from an answer: the next question, or the outcome, which is kept where it has a name.

    Of a control that is set the clock itself tells.
    """
    control = setting.control if setting.question is TimeControlQuestion.SET else None
    is_told = control is not None and setting.kept_as is None
    parts = (*setting.notes, *(() if is_told else (asked(setting, language.setting),)))
    effects: Effects = tuple(Say(part=part) for part in parts)
    if control is not None and setting.kept_as is not None:
        named = NamedControl(name=setting.kept_as, control=control)
        effects = (AtOnce(do=lambda: kept.keep_control(named)), *effects)
    return None if setting.is_over else setting, control, effects


def calibration_step(
    calibration: Calibration, unit: TactileClock, language: ClockLanguage, kept: ClockKept
) -> tuple[Calibration | None, Effects]:
    """The place and the question; at the end the hands show the time, and the outcome is used at once and kept."""
    state = calibration.state
    said = tuple(Say(part=part) for part in asked_to_calibrate(calibration, language.calibration))
    if not calibration.is_over:
        return calibration, (AtOnce(do=lambda: unit.hold(state.channel, state.pulse)), *said)

    def use() -> None:
        unit.calibration = state.calibration
        kept.keep_calibration(state.calibration)

    return None, (AtOnce(do=unit.release), *said, *(() if calibration.is_dropped else (AtOnce(do=use),)))
