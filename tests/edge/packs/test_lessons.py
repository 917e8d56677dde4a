"""The words of the course: each lesson whole or not at all, and short enough for the ear."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from access_chess.edge.packs.lessons import has_lessons, load_course, load_lessons, long_sentences
from access_chess.edge.packs.translated_from import left_to_english
from access_chess.edge.packs.voice_packs import VoicePackError, voice_pack_names
from access_chess.practice.course import AskTask, Lesson
from access_chess.speech.language.durations import Counted
from access_chess.speech.language.voice_pack import Phrase
from tests.edge.packs.conftest import edit

LESSONS = pytest.mark.parametrize("lesson", load_course().lessons, ids=lambda lesson: lesson.name)
_SENTENCE_ENDS = re.compile(r"(?<=[.!?।])\s+")
_HEARD = re.compile(r"title$|(?:parts|goal|choices|why)_")


def words_of(lesson: str, pack: str = "en") -> dict[str, Phrase]:
    return {key: text for key, text in load_lessons(pack).pack.phrases.items() if key.startswith(f"{lesson}.")}


def forms(phrase: Phrase) -> tuple[str, ...]:
    return phrase.forms if isinstance(phrase, Counted) else (phrase,)


@pytest.mark.parametrize("pack", voice_pack_names())
def test_sentences_and_parts_are_short_enough(pack: str) -> None:
    lessons = load_lessons(pack)
    texts = {
        key: form
        for key, phrase in lessons.pack.phrases.items()
        if key.partition(".")[0] in (*lessons.titles, "said") and "." in key
        for form in forms(phrase)
    }
    most = 20 if pack == "en" else 25
    long = {key: each for key, text in texts.items() for each in _SENTENCE_ENDS.split(text) if len(each.split()) > most}
    assert long == {}
    assert {key: len(text) for key, text in texts.items() if ".parts_" in key and len(text) > 330} == {}
    assert long_sentences(pack) == ()


@LESSONS
def test_a_lesson_is_short(lesson: Lesson) -> None:
    """What somebody hears who makes no mistake."""
    heard = {key: text for key, text in words_of(lesson.name).items() if _HEARD.match(key.partition(".")[2])}
    count = sum(len(form.split()) for text in heard.values() for form in forms(text))
    assert count <= 300


@LESSONS
@pytest.mark.parametrize("pack", [each for each in voice_pack_names() if has_lessons(each)])
def test_how_long_a_lesson_takes_is_told_in_minutes(lesson: Lesson, pack: str) -> None:
    assert timedelta(minutes=2) <= load_lessons(pack).length(lesson) <= timedelta(minutes=lesson.minutes)


@LESSONS
def test_never_many_words_stand_between_two_answers(lesson: Lesson) -> None:
    texts = words_of(lesson.name)
    for place, task in lesson.questions:
        choices = [f"{lesson.name}.choices_{place}_{number}" for number in range(1, getattr(task, "choices", 0) + 1)]
        asked = [texts[key] for key in (f"{lesson.name}.goal_{place}", *choices)]
        assert sum(len(form.split()) for text in asked for form in forms(text)) <= 60


def test_a_choice_has_as_many_answers_as_words() -> None:
    for lesson in load_course().lessons:
        for place, task in lesson.questions:
            if isinstance(task, AskTask) and task.choices:
                texts = [words_of(lesson.name)[f"{lesson.name}.choices_{place}_{n + 1}"] for n in range(task.choices)]
                assert len(set(map(str, texts))) == task.choices


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('hint_3 = "Which of them', 'hint_99 = "Which of them', r"lesson rook: it lacks hint_3\."),
        ("\n[rook]\n", '\n[rook]\ngoal_99 = "No."\n', r"lesson rook: no task has goal_99\."),
        ("Coins lie on {targets}. Three", "Coins lie on {square}. Three", r"key rook\.goal_3: .*\{men\}, \{targets\}"),
        ("Coins lie on {targets}. Three", "Coins lie on {targets. Three", r"key rook\.goal_3: its braces"),
        ("\n[rook]\n", "\n[bridge]\n", r"the course has no lesson 'bridge'"),
        ('    "The rook is the tower', '    "One more.",\n    "The rook is the tower', r"key rook\.parts"),
        ("\n[rook]\n", "\n[rook\n", r"lessons\.toml: "),
    ],
    ids=["missing", "unknown", "other slots", "braces", "no lesson", "a part too many", "no TOML"],
)
def test_words_that_do_not_fit_the_course_are_refused_with_their_key(
    folder: Path, old: str, new: str, fault: str
) -> None:
    own = (folder / "en" / "lessons.toml").read_text(encoding="utf-8")
    (folder / "de" / "lessons.toml").write_text(own, encoding="utf-8")
    edit(folder / "de" / "lessons.toml", old, new)
    with pytest.raises(VoicePackError, match=fault):
        load_lessons("de", folder)


def test_a_language_without_the_course_leaves_each_lesson_to_english(folder: Path) -> None:
    (folder / "de" / "lessons.toml").unlink(missing_ok=True)
    assert load_lessons("de", folder).titles == {}
    titles = [key for key in left_to_english("de", "lessons.toml", folder) if key.endswith(".title")]
    assert titles == [f"{lesson.name}.title" for lesson in load_course().lessons]


def test_a_sentence_that_is_too_long_for_the_ear_is_named(folder: Path) -> None:
    edit(folder / "en" / "lessons.toml", "It does not jump.", "It does not jump" + " and goes on" * 9 + ".")
    assert long_sentences("en", folder) == ("rook.parts_2",)
