"""The sentences of an enrolment hold every name that is to be learned, in words that the recogniser knows."""

from pathlib import Path

import pytest

from access_chess.edge.packs.enrolment_text import EnrolmentText, load_enrolment_text, spoken_words
from access_chess.edge.packs.lexicons import load_language, load_lexicon
from access_chess.edge.packs.voice_packs import VoicePackError
from access_chess.listening.lexicon import folded

LANGUAGES = ("de", "en")
SLOTS: dict[str, dict[str, object]] = {
    "begin": {"count": 12}, "sentence": {"number": 1, "sentence": "x"}, "again": {}, "passed_over": {},
    "recording_passed_over": {}, "working": {}, "saved": {"understood": 9, "count": 12},
    "too_few": {"understood": 3, "count": 12, "least": 8}, "broken": {},
}  # fmt: skip


def words_of(language: str) -> set[str]:
    text = load_enrolment_text(language)
    return {word for sentence in text.sentences for word in spoken_words(sentence, text, load_lexicon())}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_file_rank_and_piece_is_said(language: str) -> None:
    """Of several names for one thing the first, which is the usual one; FIDE's files are for everybody."""
    grammar = load_language(language).grammar
    letters = {f"{names[0]}.{language}" for names in grammar.letters.values()}
    tables = (grammar.files, load_language("fide").grammar.files, grammar.ranks, grammar.pieces)
    wanted = {folded(names[0]) for table in tables for names in table.values()} | letters
    assert wanted <= words_of(language), wanted - words_of(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_twelve_sentences_of_known_words(language: str) -> None:
    text = load_enrolment_text(language)
    assert len(text.sentences) == 12
    assert words_of(language) <= load_lexicon().phones.keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phrase", SLOTS)
def test_phrases_have_their_slots(language: str, phrase: str) -> None:
    text: str = getattr(load_enrolment_text(language), phrase)
    said = text.format(**SLOTS[phrase])
    assert all(str(value) in said for value in SLOTS[phrase].values())


def test_the_slots_are_those_of_all_phrases() -> None:
    assert {*SLOTS, "language", "sentences"} == set(EnrolmentText.__struct_fields__)


@pytest.mark.parametrize(("pack", "language"), [("de", "de"), ("fide", "de"), ("fr", "en")])
def test_other_packs_fall_back(pack: str, language: str) -> None:
    assert load_enrolment_text(pack).language == language


def test_a_pack_that_is_not_there() -> None:
    with pytest.raises(VoicePackError, match="There is no voice pack 'xx'"):
        load_enrolment_text("xx")


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "pack.toml").write_text("")
    (tmp_path / "en" / "enrolment.toml").write_text("sentences = 3")
    with pytest.raises(VoicePackError, match=r"enrolment\.toml"):
        load_enrolment_text("en", tmp_path)


def test_a_single_letter_is_a_file_and_no_article() -> None:
    text = load_enrolment_text("en")
    assert spoken_words("queen a one h eight", text, load_lexicon()) == ("queen", "a.en", "one", "h.en", "eight")
