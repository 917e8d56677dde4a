"""Every lesson of the course is gone through by sentences that are listened for where they are said; in a game none of
them is listened for that was not before.
"""

from contextlib import closing

import chess
import pytest
from msgspec.structs import replace

from access_chess.edge.packs.lessons import load_course
from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.listening.sentences import sentences
from access_chess.practice.course import Lesson
from access_chess.practice.lesson_drills import TellDrill
from access_chess.practice.round import MOST_STARS
from access_chess.profile import Profile
from access_chess.requests.names import DRILL_ANSWERS
from access_chess.requests.table import said_in
from tests.support.said_answers import Sayings
from tests.support.spoken_lesson import UNSAID, asked_about, spoken

LESSONS = load_course().lessons
LANGUAGES = ("en", "de")
MOST_ANSWERS = 120


@pytest.mark.parametrize("voices", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_is_learnt_by_word_of_mouth(lesson: Lesson, voices: str) -> None:
    sayings, said = Sayings(load_lexicon((voices, "fide"))), list[str]()
    with closing(spoken(lesson, voices)) as at:
        while not at.training.is_over and len(said) < MOST_ANSWERS:
            drill = at.training.round.drill
            if at.training.is_asking and (drill.name, voices) in UNSAID:
                at.type(UNSAID[drill.name, voices])
                continue
            answer = sayings.right(drill) if at.training.is_asking else sayings.next()
            said.append(f"{answer}: {at.write(answer)}")
        stars = [attempt.stars for attempt in at.training.round.attempts]
    assert at.training.has_ended, said
    assert stars == [MOST_STARS] * asked_about(lesson), said


@pytest.mark.parametrize("voices", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_wrong_answer_is_heard_as_one(lesson: Lesson, voices: str) -> None:
    sayings = Sayings(load_lexicon((voices, "fide")))
    unheard = []
    with closing(spoken(lesson, voices)) as at:
        while not at.training.is_over:
            state = at.training.round
            if at.training.is_asking and not isinstance(state.drill, TellDrill):
                heard = at.write(wrong := sayings.wrong(state.drill))
                if at.training.round.missed == 0:
                    unheard.append((state.drill.name, wrong, heard))
            at.write(sayings.next())
    assert unheard == []


@pytest.mark.parametrize("languages", [("en", "fide"), ("de", "fide"), ("fide", "de", "en")])
@pytest.mark.parametrize("fen", [chess.STARTING_FEN, "r3k2r/pP3ppp/8/3pP3/8/8/PPP2PPP/R3K2R w KQkq d6 0 1"])
def test_in_a_game_nothing_of_it_is_listened_for(languages: tuple[str, ...], fen: str) -> None:
    lexicon, board = load_lexicon(languages), chess.Board(fen)
    tongues = tuple(replace(tongue, numbers={}, awaited={}) for tongue in lexicon.tongues)
    without = replace(lexicon, numbers={}, awaited={}, tongues=tongues)
    for profile in Profile:
        asked = said_in(profile) - DRILL_ANSWERS
        assert sentences(lexicon, board, asked).graph == sentences(without, board, asked).graph
