"""Reads the words of the course from `voices/<pack>/lessons.toml`: a table a lesson, and `said` for all of them.

A lesson is in a pack whole or not at all: with the words of each task of `course.toml`, and the slots of the English
ones. What names no lesson and no text of it is refused, with file and key.
"""

import re
from collections.abc import Iterator
from datetime import timedelta
from functools import cache, partial
from pathlib import Path

import msgspec
from msgspec import Struct

from access_chess.edge.packs.typed_words import nearest_file, told_words
from access_chess.edge.packs.voice_packs import (
    BROKEN_TOML,
    REFERENCE,
    VoicePackError,
    check_slots,
    kept,
    load_voice_pack,
)
from access_chess.edge.storage.places import data_folder
from access_chess.practice.course import (
    WORDS_OF_SAID,
    AskTask,
    BeginnersCourse,
    Lesson,
    TellTask,
    keys_of,
    read_course,
)
from access_chess.practice.lesson_drills import answers_of
from access_chess.speech.language.durations import Counted
from access_chess.speech.language.voice_pack import Phrase, VoicePack

FILE = "lessons.toml"
_COURSE = Path(__file__).resolve().parents[2] / "practice" / "course.toml"
LONG = 25  # words; a longer sentence is hard to keep in the ear
WORDS_A_MINUTE = 180  # as a voice reads them to somebody who listens for the first time
ANSWER = timedelta(seconds=20)
_SENTENCE_ENDS = re.compile(r"(?<=[.!?।])\s+")

_Text = str | tuple[str, ...] | Counted
_Table = dict[str, _Text]


class _Texts(Struct, frozen=True, kw_only=True):
    """The sentences of the lessons that a pack has, by lesson and key, and what is typed for a request."""

    phrases: dict[str, Phrase]
    typed: dict[str, str]


class LessonWords(Struct, frozen=True, kw_only=True):
    """The course in one language: the lessons that it has, by their names, with their titles.

    `pack` says them: its phrases are those of the program and, as "rook.goal_3", those of the lessons. `typed` is what
    a player types for a request.
    """

    titles: dict[str, str]
    pack: VoicePack
    typed: dict[str, str]

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """Those lessons, in the order of the course."""
        return tuple(each for each in load_course().lessons if each.name in self.titles)

    def length(self, lesson: Lesson) -> timedelta:
        """About how long a lesson takes, in whole minutes: its words, and the answers of who makes no mistake."""
        heard = re.compile(rf"{lesson.name}\.(?:title$|(?:parts|goal|choices|why)_)")
        texts = (text for key, text in self.pack.phrases.items() if heard.match(key))
        words = sum(len((text.other if isinstance(text, Counted) else text).split()) for text in texts)
        minutes = words / WORDS_A_MINUTE + answers_of(lesson) * ANSWER / timedelta(minutes=1)
        return timedelta(minutes=max(1, round(minutes)))


@cache
def load_course() -> BeginnersCourse:
    """The course of the program."""
    return kept(data_folder("voices"), "course", BeginnersCourse, lambda: read_course(_COURSE.read_bytes()))


def has_lessons(pack: str, folder: Path | None = None) -> bool:
    """Whether there are lessons in a pack's language."""
    return nearest_file(FILE, pack, folder or data_folder("voices")) is not None


@cache
def load_lessons(pack: str, folder: Path | None = None) -> LessonWords:
    """The course as far as a pack, or the one that it builds on, has it. Raises VoicePackError."""
    own = folder or data_folder("voices")
    read = partial(_texts, pack, own)
    texts = kept(own, f"{pack}.lessons", _Texts, read) if folder is None else read()
    spoken, titles = load_voice_pack(pack, own), {each.name: f"{each.name}.title" for each in load_course().lessons}
    return LessonWords(
        titles={name: str(texts.phrases[title]) for name, title in titles.items() if title in texts.phrases},
        pack=msgspec.structs.replace(spoken, phrases=spoken.phrases | texts.phrases),
        typed=texts.typed,
    )


def _texts(pack: str, folder: Path) -> _Texts:
    spoken = load_voice_pack(pack, folder)
    file, tables = _tables(pack, folder)
    for name, table in tables.items():
        _check(file, name, table, _reference(name, folder), spoken)
    phrases = {key: phrase for name, table in tables.items() for key, phrase in _phrases(name, table)}
    return _Texts(phrases=phrases, typed={name.value: words for name, words in told_words(pack, folder).items()})


def long_sentences(pack: str, folder: Path | None = None) -> tuple[str, ...]:
    """The keys of a pack's own texts of lessons that have a sentence of more than `LONG` words."""
    _, tables = _tables(pack, folder or data_folder("voices"))
    return tuple(
        key
        for name, table in tables.items()
        for key, phrase in _phrases(name, table)
        for form in (phrase.forms if isinstance(phrase, Counted) else (phrase,))
        if any(len(sentence.split()) > LONG for sentence in _SENTENCE_ENDS.split(form))
    )


def _tables(pack: str, folder: Path) -> tuple[Path, dict[str, _Table]]:
    """The file that a pack speaks by, and its tables; none where there is no such file."""
    file = nearest_file(FILE, pack, folder)
    return (folder / pack / FILE, {}) if file is None else (file, _read(file))


@cache
def _read(file: Path) -> dict[str, _Table]:
    try:
        return msgspec.toml.decode(file.read_bytes(), type=dict[str, _Table])
    except BROKEN_TOML as error:
        raise VoicePackError(f"{file}: {error}.") from error


def _reference(name: str, folder: Path) -> _Table:
    return _read(folder / REFERENCE / FILE).get(name, {})


def _check(file: Path, name: str, table: _Table, reference: _Table, spoken: VoicePack) -> None:
    lesson = load_course().lesson(name)
    if lesson is None and name != WORDS_OF_SAID:
        raise VoicePackError(f"{file}: the course has no lesson {name!r}.")
    wanted = set(keys_of(lesson)) if lesson else set(reference)
    if missing := sorted(wanted - table.keys()):
        raise VoicePackError(f"{file}, lesson {name}: it lacks {', '.join(missing)}.")
    if unknown := sorted(table.keys() - wanted):
        raise VoicePackError(f"{file}, lesson {name}: no task has {', '.join(unknown)}.")
    own = dict(_phrases(name, table))
    if lesson and (wrong := _wrongly_many(lesson, table)):
        raise VoicePackError(f"{file}, key {name}.{wrong}: as many texts are expected as the course has.")
    english = dict(_phrases(name, reference))
    for key, phrase in own.items():
        check_slots(file, key, phrase, english[key], spoken.cases)


def _wrongly_many(lesson: Lesson, table: _Table) -> str | None:
    counts = {"parts": sum(isinstance(task, TellTask) for task in lesson.tasks)}
    counts |= {f"choices_{place}": task.choices for place, task in lesson.questions if isinstance(task, AskTask)}
    return next((key for key, count in counts.items() if count and len(_listed(table[key])) != count), None)


def _listed(text: _Text) -> tuple[str, ...]:
    return text if isinstance(text, tuple) else ()


def _phrases(name: str, table: _Table) -> Iterator[tuple[str, Phrase]]:
    """The texts of a table, each under its own key; those of a list are counted from one."""
    for key, text in table.items():
        if isinstance(text, tuple):
            for place, each in enumerate(text, 1):
                yield f"{name}.{key}_{place}", _plain(each)
        else:
            yield f"{name}.{key}", _plain(text) if isinstance(text, str) else text


def _plain(text: str) -> str:
    """What is typed stands between backticks in the file, in quotation marks when it is said."""
    return text.replace("`", '"')
