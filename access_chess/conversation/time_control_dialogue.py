"""The dialogue in which a player or an arbiter sets a time control alone: pure, one question at a time; and all that a
chess clock needs to understand and to answer.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from enum import Enum, StrEnum, auto

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.conversation.calibration_dialogue import CalibrationLanguage
from access_chess.laws.time_control import ZERO, Period, PeriodAdd, TimeControl, TimeControlError
from access_chess.notation.typed_time import LONGEST, SHOWN, possible, read_time_control
from access_chess.notation.vocabulary import folded
from access_chess.phrased_error import PhrasedError
from access_chess.requests.names import RequestName
from access_chess.requests.spoken_times import TimeWords, Words, read_duration, read_number
from access_chess.requests.words import PlayerLanguage
from access_chess.speech.answers.clock import control_words
from access_chess.speech.language.voice_pack import VoicePack, trouble_words
from access_chess.speech.utterance import SpokenPart

MOST_MOVES = 200
MOST_PERIODS = 5
MOST_BYO_YOMI = 30
MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)
EMPTY = Period(time=ZERO)  # a period of which nothing has been said yet
COUNT_UP = TimeControl(periods=(Period(time=ZERO, counts_up=True),))


class SettingWord(StrEnum):
    """The answers with a meaning of their own; the values are the keys of `[words]` in `clock.toml`."""

    OWN = "own"
    LIST = "list"
    BACK = "back"
    ALL = "all"
    INCREMENT = "increment"
    DELAY = "delay"
    SANDGLASS = "sandglass"
    BYO_YOMI = "byo_yomi"
    COUNT_UP = "count_up"
    OTHER = "other"
    HELP = "help"
    NONE = "none"
    ZERO = "zero"
    MOVES = "moves"
    YES = "yes"
    NO = "no"


class NamedControl(Struct, frozen=True, kw_only=True):
    """A time control with the name that it is chosen by."""

    name: str
    control: TimeControl


class SettingLanguage(Struct, frozen=True, kw_only=True):
    """What the dialogue speaks and understands; a word may answer several questions."""

    pack: VoicePack
    words: Mapping[SettingWord, frozenset[Words]]
    times: TimeWords

    def is_said(self, text: str, word: SettingWord) -> bool:
        """Whether this is what was said."""
        return folded(text) in self.words[word]


class TimeControlQuestion(Enum):
    """What the dialogue waits for; with the last two it is over."""

    CHOOSE = auto()
    MOVES = auto()
    TIME = auto()
    ADDITION = auto()
    SECONDS = auto()
    BYO_YOMI = auto()
    ADDED = auto()
    CONFIRM = auto()
    NAME = auto()
    SET = auto()
    DROPPED = auto()


_ASKED = {
    TimeControlQuestion.CHOOSE: "setting_choose",
    TimeControlQuestion.TIME: "setting_time",
    TimeControlQuestion.ADDITION: "setting_addition",
    TimeControlQuestion.SECONDS: "setting_seconds",
    TimeControlQuestion.BYO_YOMI: "setting_byo_yomi",
    TimeControlQuestion.ADDED: "setting_added",
    TimeControlQuestion.NAME: "setting_name",
    TimeControlQuestion.DROPPED: "setting_dropped",
}


_HELP = {
    TimeControlQuestion.CHOOSE: "setting_help_choose",
    TimeControlQuestion.MOVES: "setting_help_moves",
    TimeControlQuestion.TIME: "setting_help_time",
    TimeControlQuestion.ADDITION: "setting_help_addition",
    TimeControlQuestion.SECONDS: "setting_help_seconds",
    TimeControlQuestion.BYO_YOMI: "setting_help_byo_yomi",
    TimeControlQuestion.ADDED: "setting_help_added",
    TimeControlQuestion.CONFIRM: "setting_help_confirm",
    TimeControlQuestion.NAME: "setting_help_name",
}


class Setting(Struct, frozen=True, kw_only=True):
    """The dialogue so far. `known` are the time controls to choose from; `kept_as` is the name to keep it by.

    `addition` is what is asked about when the seconds are; `first` is White's time while Black's other one is made.
    """

    known: tuple[NamedControl, ...]
    question: TimeControlQuestion = TimeControlQuestion.CHOOSE
    periods: tuple[Period, ...] = ()
    draft: Period = EMPTY
    addition: SettingWord = SettingWord.INCREMENT
    first: TimeControl | None = None
    control: TimeControl | None = None
    is_own: bool = False
    kept_as: str | None = None
    notes: tuple[SpokenPart, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether nothing more is asked."""
        return self.question in (TimeControlQuestion.SET, TimeControlQuestion.DROPPED)


def asked(setting: Setting, language: SettingLanguage) -> SpokenPart:
    """The question, or how it ended."""
    pack = language.pack
    match setting.question:
        case TimeControlQuestion.MOVES:
            key = "setting_moves" if setting.first is None else "setting_moves_black"
            return pack.phrase(key, number=len(setting.periods) + 1)
        case TimeControlQuestion.CONFIRM:
            return pack.phrase("setting_confirm", control=control_words(setting.control, pack))
        case TimeControlQuestion.SET if setting.kept_as:
            return pack.phrase("setting_kept", name=setting.kept_as)
        case TimeControlQuestion.SET:
            return pack.phrase("clock_set_by_oneself", control=control_words(setting.control, pack))
    return pack.phrase(_ASKED[setting.question])


def listed(known: Sequence[NamedControl], pack: VoicePack) -> tuple[SpokenPart, ...]:
    """Every time control that can be chosen, with its number."""
    return tuple(
        pack.phrase("setting_line", number=number, name=named.name, control=control_words(named.control, pack))
        for number, named in enumerate(known, start=1)
    )


def answered(setting: Setting, text: str, language: SettingLanguage) -> Setting:
    """The dialogue after an answer; `notes` is what is to be said before the next question."""
    setting = replace(setting, notes=())
    if language.is_said(text, SettingWord.BACK):
        return replace(setting, question=TimeControlQuestion.DROPPED)
    if language.is_said(text, SettingWord.HELP):
        return replace(setting, notes=(language.pack.phrase(_HELP[setting.question]),))
    try:
        following = _following(setting, text, language)
    except TimeControlError as error:
        return replace(setting, notes=(trouble_words(PhrasedError("time_unread", error=error), language.pack),))
    return following or replace(setting, notes=(language.pack.phrase("setting_not_read"),))


def _following(setting: Setting, text: str, language: SettingLanguage) -> Setting | None:
    """The dialogue after what is an answer; None where it is none. Raises TimeControlError for an impossible time."""
    return {
        TimeControlQuestion.CHOOSE: _chosen,
        TimeControlQuestion.MOVES: _moves,
        TimeControlQuestion.TIME: _time,
        TimeControlQuestion.ADDITION: _addition,
        TimeControlQuestion.SECONDS: _seconds,
        TimeControlQuestion.BYO_YOMI: _byo_yomi,
        TimeControlQuestion.ADDED: _added,
        TimeControlQuestion.CONFIRM: _confirmed,
        TimeControlQuestion.NAME: _named,
    }[setting.question](setting, text, language)


def find(text: str, known: Sequence[NamedControl], times: TimeWords) -> NamedControl | None:
    """A known time control by its number or its name."""
    number = read_number(text, times)
    if number is not None and 1 <= number <= len(known):
        return known[number - 1]
    return next((named for named in known if folded(named.name) == folded(text)), None)


def _chosen(setting: Setting, text: str, language: SettingLanguage) -> Setting | None:
    if language.is_said(text, SettingWord.OWN):
        return replace(setting, question=TimeControlQuestion.MOVES, is_own=True)
    if language.is_said(text, SettingWord.LIST):
        return replace(setting, notes=listed(setting.known, language.pack))
    named = find(text, setting.known, language.times)
    if named is not None:
        return replace(setting, question=TimeControlQuestion.CONFIRM, control=named.control)
    if setting.known and read_number(text, language.times) is not None:
        return replace(setting, notes=(language.pack.phrase("setting_no_number", number=len(setting.known)),))
    control = _said_at_once(text, language)
    return None if control is None else replace(setting, question=TimeControlQuestion.CONFIRM, control=control)


def _said_at_once(text: str, language: SettingLanguage) -> TimeControl | None:
    """A whole time control in one answer: "15+10", "5:00+3 / 3:00", "fifteen plus ten", "half an hour".

    None for what is no time at all. Raises TimeControlError, with the reason, for a time that cannot be set.
    """
    try:
        return read_time_control(text)
    except TimeControlError as error:
        if error.phrase != "time_unlike":
            raise
        unread = error
    said = folded(text)
    for at, joining in _joints(said, language):
        time = read_duration(" ".join(said[:at]), language.times, unit=MINUTE)
        seconds = read_duration(" ".join(said[at + len(joining) :]), language.times, unit=SECOND)
        if time is not None and seconds is not None:
            return possible(TimeControl(periods=(Period(time=time, increment=seconds),)), text)
    if language.is_said(text, SettingWord.COUNT_UP):
        return COUNT_UP
    if (time := read_duration(text, language.times, unit=MINUTE)) is not None:
        return possible(TimeControl(periods=(Period(time=time),)), text)
    if any(character.isdecimal() for character in text):  # who types figures means a time
        raise unread
    return None


def _joints(said: Words, language: SettingLanguage) -> list[tuple[int, Words]]:
    """Where a word for an increment stands between other words, and which."""
    joining = language.words[SettingWord.INCREMENT]
    spans = ((start, said[start:end]) for start in range(1, len(said)) for end in range(start + 1, len(said)))
    return [(start, words) for start, words in spans if words in joining]


def _moves(setting: Setting, text: str, language: SettingLanguage) -> Setting | None:
    if language.is_said(text, SettingWord.COUNT_UP) and not setting.periods:
        return _to_confirm(replace(setting, periods=COUNT_UP.periods), PeriodAdd.ON_ZERO)
    if language.is_said(text, SettingWord.ALL):
        return replace(setting, question=TimeControlQuestion.TIME, draft=EMPTY)
    number = read_number(text, language.times)
    if number is None or not 1 <= number <= MOST_MOVES:
        return None if number is None else _beyond(setting, MOST_MOVES, language)
    return replace(setting, question=TimeControlQuestion.TIME, draft=replace(EMPTY, moves=number))


def _beyond(setting: Setting, most: int, language: SettingLanguage) -> Setting:
    """The question once more, after which numbers answer it."""
    return replace(setting, notes=(language.pack.phrase("setting_number_range", most=most),))


def _some_time(text: str, unit: timedelta, language: SettingLanguage) -> timedelta | None:
    """None for what is no time. Raises TimeControlError for none at all, and for one that is too long."""
    time = read_duration(text, language.times, unit=unit)
    if time is not None and not ZERO < time <= LONGEST:
        raise TimeControlError("time_too_long" if time else "time_needs_some", text=repr(text.strip()[:SHOWN]))
    return time


def _time(setting: Setting, text: str, language: SettingLanguage) -> Setting | None:
    time = _some_time(text, MINUTE, language)
    return (
        None
        if time is None
        else replace(setting, question=TimeControlQuestion.ADDITION, draft=replace(setting.draft, time=time))
    )


def _addition(setting: Setting, text: str, language: SettingLanguage) -> Setting | None:
    for word in (SettingWord.INCREMENT, SettingWord.DELAY, SettingWord.BYO_YOMI):
        if language.is_said(text, word):
            return replace(setting, question=TimeControlQuestion.SECONDS, addition=word)
    if language.is_said(text, SettingWord.SANDGLASS):
        return _with_period(replace(setting, draft=replace(setting.draft, sandglass=True)))
    return _with_period(setting) if language.is_said(text, SettingWord.NONE) else None


def _seconds(setting: Setting, text: str, language: SettingLanguage) -> Setting | None:
    time = _some_time(text, SECOND, language)
    if time is None:
        return None
    if setting.addition is SettingWord.BYO_YOMI:
        periods = (*setting.periods, setting.draft)
        draft = Period(time=time, renewed=True)
        return replace(setting, periods=periods, draft=draft, question=TimeControlQuestion.BYO_YOMI)
    is_delay = setting.addition is SettingWord.DELAY
    draft = replace(setting.draft, delay=time) if is_delay else replace(setting.draft, increment=time)
    return _with_period(replace(setting, draft=draft))


def _byo_yomi(setting: Setting, text: str, language: SettingLanguage) -> Setting | None:
    number = read_number(text, language.times)
    if number is None or not 1 <= number <= MOST_BYO_YOMI:
        return None if number is None else _beyond(setting, MOST_BYO_YOMI, language)
    return _with_last_period(replace(setting, periods=setting.periods + (setting.draft,) * number))


def _with_period(setting: Setting) -> Setting:
    """The period is done; one with a number of moves is followed by another."""
    setting = replace(setting, periods=(*setting.periods, setting.draft))
    if setting.draft.moves is not None and len(setting.periods) < MOST_PERIODS:
        return replace(setting, question=TimeControlQuestion.MOVES)
    return _with_last_period(setting)


def _with_last_period(setting: Setting) -> Setting:
    """All periods are there; that of byo-yomi is never added before zero."""
    if sum(not period.renewed for period in setting.periods) > 1:
        return replace(setting, question=TimeControlQuestion.ADDED)
    return _to_confirm(setting, PeriodAdd.ON_ZERO)


def _added(setting: Setting, text: str, language: SettingLanguage) -> Setting | None:
    if language.is_said(text, SettingWord.ZERO):
        return _to_confirm(setting, PeriodAdd.ON_ZERO)
    return _to_confirm(setting, PeriodAdd.ON_QUOTA) if language.is_said(text, SettingWord.MOVES) else None


def _to_confirm(setting: Setting, added: PeriodAdd) -> Setting:
    """The whole is read back; where Black has another time than White, both."""
    control = TimeControl(periods=setting.periods, period_add=added)
    if (first := setting.first) is not None:
        both = PeriodAdd.ON_QUOTA if PeriodAdd.ON_QUOTA in (first.period_add, added) else PeriodAdd.ON_ZERO
        black = () if first.periods == setting.periods else setting.periods
        control = TimeControl(periods=first.periods, period_add=both, black=black)
    return replace(setting, question=TimeControlQuestion.CONFIRM, control=control, first=None)


def _confirmed(setting: Setting, text: str, language: SettingLanguage) -> Setting | None:
    if language.is_said(text, SettingWord.YES):
        return replace(setting, question=TimeControlQuestion.NAME if setting.is_own else TimeControlQuestion.SET)
    if language.is_said(text, SettingWord.OTHER) and setting.control is not None:
        other = Setting(known=setting.known, is_own=True, first=setting.control)
        return replace(other, question=TimeControlQuestion.MOVES)
    return Setting(known=setting.known) if language.is_said(text, SettingWord.NO) else None


def _named(setting: Setting, text: str, language: SettingLanguage) -> Setting | None:
    name = text.strip()
    if not name or language.is_said(name, SettingWord.NONE):
        return replace(setting, question=TimeControlQuestion.SET)
    if any(folded(named.name) == folded(name) for named in setting.known):
        return replace(setting, notes=(language.pack.phrase("setting_name_taken"),))
    return replace(setting, question=TimeControlQuestion.SET, kept_as=name)


class ClockLanguage(Struct, frozen=True, kw_only=True):
    """What is typed as lines (`player`), what each single key asks for and whose it is, and the two dialogues.

    `has_keys`: a key alone asks for something; else it takes a line, and help tells words.
    """

    player: PlayerLanguage
    keys: Mapping[str, tuple[RequestName, chess.Color | None]]
    has_keys: bool
    setting: SettingLanguage
    calibration: CalibrationLanguage
