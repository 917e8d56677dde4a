"""Which languages may be spoken: those whose figures allow it."""

from pathlib import Path

import pytest

from access_chess.edge.packs import lexicons
from access_chess.edge.packs.lexicons import (
    EnrolmentText,
    is_heard_well,
    language_names,
    load_enrolment_text,
    load_language,
    load_lexicon,
    spoken_words,
)
from access_chess.edge.packs.voice_packs import VoicePackError
from access_chess.listening.lexicon import folded


@pytest.mark.parametrize(("share", "is_well"), [("0.84", False), ("0.85", True)])
def test_a_language_is_heard_from_85_percent_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, share: str, is_well: bool
) -> None:
    (tmp_path / "xx").mkdir()
    (tmp_path / "xx" / "grammar.toml").write_text(f"[hearing]\nmoves = {share}\n", encoding="utf-8")
    (tmp_path / "xx" / "pronunciation.toml").write_text("", encoding="utf-8")
    monkeypatch.setattr(lexicons, "load_language", lambda name: load_language(name, tmp_path))
    assert is_heard_well("xx") is is_well


@pytest.mark.parametrize("name", [name for name in language_names() if name not in ("de", "en", "fide")])
def test_every_other_language_tells_its_figure(name: str) -> None:
    assert 0 < load_language(name).grammar.hearing["moves"] <= 1


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
