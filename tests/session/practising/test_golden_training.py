"""Whole sessions of practice, word by word, in English and German."""

from datetime import timedelta
from pathlib import Path

import pytest

from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.sound.speaker import Speaker, SpeechSettings
from access_chess.listening.short_answers import Awaited, answer_sentences
from access_chess.practice.drill import Answer, AnswerKind, Outcome
from access_chess.requests.names import NUMBERS
from access_chess.requests.request import Request
from access_chess.session.announcer import Announcer
from access_chess.session.practising.answers import answer_words
from access_chess.session.practising.trainer import Trainer
from access_chess.speech.telling.narration import NarrationSettings
from tests.support.golden_training import FOLDER, TRAININGS, Kept, built_in, read, transcript

FILES = sorted(FOLDER.glob("*.txt"))
WORDS_A_SECOND = 200 / 60
LONGEST_ANSWER = 12.0  # seconds
READINGS = {"board", "brett", "again", "nochmal", "moves", "züge", ""}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_session_is_told_as_it_is_written(file: Path) -> None:
    assert transcript(file) == file.read_text(encoding="utf-8")


def test_every_training_is_told_in_both_languages() -> None:
    there = {(read(file)[0]["train"], read(file)[0]["voices"]) for file in FILES}
    assert there == {(name, voices) for name in TRAININGS for voices in ("de", "en")}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_answer_takes_no_longer_than_can_be_listened_to(file: Path) -> None:
    """A question reads a position, and may take its time; each line of it can be cut."""
    for part in file.read_text(encoding="utf-8").split("\n> ")[1:]:
        line, _, said = part.partition("\n")
        longest = max((len(each.split()) / WORDS_A_SECOND for each in said.splitlines()), default=0.0)
        assert longest <= LONGEST_ANSWER, (line, said)


@pytest.mark.parametrize(
    ("voices", "kind", "words"),
    [
        ("en", AnswerKind.SQUARE_COLOR, ("light", "white", "dark", "black")),
        ("de", AnswerKind.SQUARE_COLOR, ("hell", "weiss", "dunkel", "schwarz")),
        ("en", AnswerKind.NUMBER, ("one", "two", "three", "four")),
        ("de", AnswerKind.NUMBER, ("eins", "zwei", "drei", "vier")),
        ("de", AnswerKind.MOVE, ()),
    ],
)
def test_the_few_words_that_answer_a_drill_are_listened_for(
    voices: str, kind: AnswerKind, words: tuple[str, ...]
) -> None:
    assert answer_words(kind, load_language(voices)) == words
    spoken = answer_sentences(load_lexicon(("de", "fide", "en")), Awaited(commands=frozenset(), options=words))
    assert {arc.word for arc in spoken.graph.arcs} >= set(words)


def test_a_word_that_was_heard_answers_the_drill() -> None:
    language, kept = load_language("en"), Kept()
    speaker = Speaker(voice=None, outputs=(), transcript=None, settings=SpeechSettings())
    announcer = Announcer(speaker, NarrationSettings(pack=language.pack), screen=None)
    drills = TRAININGS["colours"]()
    trainer = Trainer(drills, announcer, language, keeper=kept, refuter=built_in, clock=timedelta)
    for drill in drills[:4]:
        is_light = drill.accepts(Answer(is_light=True)).outcome is Outcome.SOLVED
        assert trainer.does(Request(name=NUMBERS[1 if is_light else 3], is_heard=True))  # "white", "black"
    assert [attempt.is_right for attempt in kept.attempts] == [True] * 4
    speaker.close()
