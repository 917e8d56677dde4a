"""The dialogue in which a player or an arbiter sets a time control by himself: pure, one question at a time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import Enum, StrEnum, auto

from msgspec.structs import replace as changed

from access_chess.conversation.spoken_times import TimeWords, Words, read_duration, read_number
from access_chess.laws.time_control import ZERO, Period, PeriodAdd, TimeControl
from access_chess.notation.vocabulary import folded
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.telling.time_controls import control_words
from access_chess.speech.utterance import SpokenPart

LONGEST = timedelta(hours=24)  # of a period: beyond it somebody has mixed up the units
MOST_MOVES = 200
MOST_PERIODS = 5
EMPTY = Period(time=ZERO)  # a period of which nothing has been said yet


class SettingWord(StrEnum):
    """The answers with a meaning of their own; the values are the keys of `[words]` in `clock.toml`."""

    OWN = "own"
    LIST = "list"
    BACK = "back"
    ALL = "all"
    INCREMENT = "increment"
    DELAY = "delay"
    SANDGLASS = "sandglass"
    NONE = "none"
    ZERO = "zero"
    MOVES = "moves"
    YES = "yes"
    NO = "no"


@dataclass(frozen=True, kw_only=True)
class NamedControl:
    """A time control with the name that it is chosen by."""

    name: str
    control: TimeControl


@dataclass(frozen=True, kw_only=True)
class SettingLanguage:
    """What the dialogue speaks and understands; a word may answer several questions."""

    pack: VoicePack
    words: Mapping[SettingWord, frozenset[Words]]
    times: TimeWords

    def is_said(self, text: str, word: SettingWord) -> bool:
        """Whether this is what was said."""
        return folded(text) in self.words[word]


class Question(Enum):
    """What the dialogue waits for; with the last two it is over."""

    CHOOSE = auto()
    MOVES = auto()
    TIME = auto()
    ADDITION = auto()
    SECONDS = auto()
    ADDED = auto()
    CONFIRM = auto()
    NAME = auto()
    SET = auto()
    DROPPED = auto()


_ASKED = {
    Question.CHOOSE: "setting_choose",
    Question.TIME: "setting_time",
    Question.ADDITION: "setting_addition",
    Question.SECONDS: "setting_seconds",
    Question.ADDED: "setting_added",
    Question.NAME: "setting_name",
    Question.DROPPED: "setting_dropped",
}


@dataclass(frozen=True, kw_only=True)
class Setting:
    """The dialogue so far. `known` are the time controls to choose from; `kept_as` is the name to keep it by."""

    known: tuple[NamedControl, ...]
    question: Question = Question.CHOOSE
    periods: tuple[Period, ...] = ()
    draft: Period = EMPTY
    has_delay: bool = False
    control: TimeControl | None = None
    is_own: bool = False
    kept_as: str | None = None
    notes: tuple[SpokenPart, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether nothing more is asked."""
        return self.question in (Question.SET, Question.DROPPED)


def asked(setting: Setting, language: SettingLanguage) -> SpokenPart:
    """The question, or how it ended."""
    pack = language.pack
    match setting.question:
        case Question.MOVES:
            return pack.phrase("setting_moves", number=len(setting.periods) + 1)
        case Question.CONFIRM:
            return pack.phrase("setting_confirm", control=control_words(setting.control, pack))
        case Question.SET if setting.kept_as:
            return pack.phrase("setting_kept", name=setting.kept_as)
        case Question.SET:
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
        return replace(setting, question=Question.DROPPED)
    following = {
        Question.CHOOSE: _chosen,
        Question.MOVES: _moves,
        Question.TIME: _time,
        Question.ADDITION: _addition,
        Question.SECONDS: _seconds,
        Question.ADDED: _added,
        Question.CONFIRM: _confirmed,
        Question.NAME: _named,
    }[setting.question](setting, text, language)
    return following or replace(setting, notes=(language.pack.phrase("setting_not_read"),))


def find(text: str, known: Sequence[NamedControl], times: TimeWords) -> NamedControl | None:
    """A known time control by its number or its name."""
    number = read_number(text, times)
    if number is not None and 1 <= number <= len(known):
        return known[number - 1]
    return next((named for named in known if folded(named.name) == folded(text)), None)


def _chosen(setting: Setting, text: str, language: SettingLanguage) -> Setting | None:
    if language.is_said(text, SettingWord.OWN):
        return replace(setting, question=Question.MOVES, is_own=True)
    if language.is_said(text, SettingWord.LIST):
        return replace(setting, notes=listed(setting.known, language.pack))
    named = find(text, setting.known, language.times)
    return None if named is None else replace(setting, question=Question.CONFIRM, control=named.control)


def _moves(setting: Setting, text: str, language: SettingLanguage) -> Setting | None:
    if language.is_said(text, SettingWord.ALL):
        return replace(setting, question=Question.TIME, draft=EMPTY)
    number = read_number(text, language.times)
    if number is None or not 1 <= number <= MOST_MOVES:
        return None
    return replace(setting, question=Question.TIME, draft=changed(EMPTY, moves=number))


def _time(setting: Setting, text: str, language: SettingLanguage) -> Setting | None:
    time = read_duration(text, language.times, unit=timedelta(minutes=1))
    if time is None or not ZERO < time <= LONGEST:
        return None
    return replace(setting, question=Question.ADDITION, draft=changed(setting.draft, time=time))


def _addition(setting: Setting, text: str, language: SettingLanguage) -> Setting | None:
    for word in (SettingWord.INCREMENT, SettingWord.DELAY):
        if language.is_said(text, word):
            return replace(setting, question=Question.SECONDS, has_delay=word is SettingWord.DELAY)
    if language.is_said(text, SettingWord.SANDGLASS):
        return _with_period(replace(setting, draft=changed(setting.draft, sandglass=True)))
    return _with_period(setting) if language.is_said(text, SettingWord.NONE) else None


def _seconds(setting: Setting, text: str, language: SettingLanguage) -> Setting | None:
    time = read_duration(text, language.times, unit=timedelta(seconds=1))
    if time is None or not ZERO < time <= LONGEST:
        return None
    draft = changed(setting.draft, delay=time) if setting.has_delay else changed(setting.draft, increment=time)
    return _with_period(replace(setting, draft=draft))


def _with_period(setting: Setting) -> Setting:
    """The period is done; one with a number of moves is followed by another."""
    setting = replace(setting, periods=(*setting.periods, setting.draft))
    if setting.draft.moves is not None and len(setting.periods) < MOST_PERIODS:
        return replace(setting, question=Question.MOVES)
    if len(setting.periods) > 1:
        return replace(setting, question=Question.ADDED)
    return _to_confirm(setting, PeriodAdd.ON_ZERO)


def _added(setting: Setting, text: str, language: SettingLanguage) -> Setting | None:
    if language.is_said(text, SettingWord.ZERO):
        return _to_confirm(setting, PeriodAdd.ON_ZERO)
    return _to_confirm(setting, PeriodAdd.ON_QUOTA) if language.is_said(text, SettingWord.MOVES) else None


def _to_confirm(setting: Setting, added: PeriodAdd) -> Setting:
    control = TimeControl(periods=setting.periods, period_add=added)
    return replace(setting, question=Question.CONFIRM, control=control)


def _confirmed(setting: Setting, text: str, language: SettingLanguage) -> Setting | None:
    if language.is_said(text, SettingWord.YES):
        return replace(setting, question=Question.NAME if setting.is_own else Question.SET)
    return Setting(known=setting.known) if language.is_said(text, SettingWord.NO) else None


def _named(setting: Setting, text: str, language: SettingLanguage) -> Setting | None:
    name = text.strip()
    if not name or language.is_said(name, SettingWord.NONE):
        return replace(setting, question=Question.SET)
    if any(folded(named.name) == folded(name) for named in setting.known):
        return replace(setting, notes=(language.pack.phrase("setting_name_taken"),))
    return replace(setting, question=Question.SET, kept_as=name)
