"""espeak-ng's sounds of words and sentences."""

import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.edge.sound.phones import NoPhonesError, is_spelled, is_switched, phones
from access_chess.speech.language.durations import Counted


def test_a_word_is_its_sounds() -> None:
    assert phones("Dame", "de") == ("d", "ɑː", "m", "ə")
    assert phones("", "de") == phones("…", "de") == ()


@pytest.mark.parametrize(
    ("word", "language", "spelled"), [("HTML", "en", True), ("rook", "en", False), ("во", "ru", False)]
)
def test_letters_are_told_from_words(word: str, language: str, spelled: bool) -> None:
    assert is_spelled(word, language) is spelled


def test_the_voice_of_another_language_is_noticed() -> None:
    assert is_switched("चाल rook", "mr")
    assert not is_switched("चाल हत्ती", "mr")


def test_a_language_without_a_voice_is_named() -> None:
    with pytest.raises(NoPhonesError, match="'xx'"):
        phones("a", "xx")


@pytest.mark.parametrize("name", voice_pack_names())
def test_every_sentence_is_heard(name: str) -> None:
    pack = load_voice_pack(name)
    sentences = {
        (key, form)
        for key, phrase in pack.phrases.items()
        for form in (phrase.forms if isinstance(phrase, Counted) else (phrase,))
    }
    assert [key for key, sentence in sentences if not phones(sentence, pack.language)] == []
