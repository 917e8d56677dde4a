"""Phrases with slots, their way back to English, and what a foreign voice gets."""

from datetime import timedelta

import chess
import msgspec
import pytest

from access_chess.edge.voice_packs import load_voice_pack
from access_chess.speech.plurals import Counted
from access_chess.speech.utterance import SpokenPart
from access_chess.speech.voice_pack import Phrase, VoicePack, fallen_back, slots_of

PHRASES: dict[str, Phrase] = {
    "time_left": "You have {time}.",
    "moves_left": Counted(one="{count} move, {name}", other="{count} moves, {name}"),
}


@pytest.fixture
def english() -> VoicePack:
    return msgspec.structs.replace(load_voice_pack("en"), phrases=PHRASES)


def pack_over(english: VoicePack, name: str, phrases: dict[str, Phrase]) -> VoicePack:
    return msgspec.structs.replace(load_voice_pack(name), phrases=phrases, fallback=english)


def test_numbers_and_times_become_words(english: VoicePack) -> None:
    assert english.phrase("time_left", time=timedelta(minutes=4, seconds=30)) == SpokenPart(
        text="You have four minutes thirty seconds.", spoken="You have four minutes thirty seconds.", language="en"
    )


@pytest.mark.parametrize(("count", "text"), [(1, "one move, Eva"), (12, "twelve moves, Eva")])
def test_a_phrase_goes_by_its_count(english: VoicePack, count: int, text: str) -> None:
    assert english.phrase("moves_left", count=count, name="Eva").text == text


def test_a_count_takes_the_gender_of_its_noun(english: VoicePack) -> None:
    moves = Counted(one="{count} партия", few="{count} партии", other="{count} партий", gender="feminine")
    pack = pack_over(english, "ru", {"moves_left": moves})
    assert pack.phrase("moves_left", count=2).text == "две партии"


def test_shown_and_spoken_differ_in_spelling(english: VoicePack) -> None:
    pack = pack_over(english, "fide", {"time_left": "Für dich: {time}, {move}."})
    said = pack.phrase("time_left", time=timedelta(seconds=5), move=pack.square(chess.C5))
    assert said.text == "Fuer dich: fuenf Sekunden, Cesar fuenf."
    assert said.spoken == "Für dich: fünf Sekunden, Cäsar fünf."
    assert said.language == "de"


def test_a_missing_phrase_is_english_with_english_numbers(english: VoicePack) -> None:
    pack = pack_over(english, "sq", {})
    said = pack.phrase("moves_left", count=3, name=pack.square(chess.E4))
    assert (said.text, said.language) == ("three moves, Eva katër", "en")
    assert fallen_back(pack) == ("time_left", "moves_left")


def test_an_unknown_phrase_and_an_empty_slot_are_errors_of_the_program(english: VoicePack) -> None:
    with pytest.raises(KeyError, match="no_such_phrase"):
        load_voice_pack("fide").phrase("no_such_phrase")
    with pytest.raises(KeyError, match="time"):
        english.phrase("time_left")


def test_slots_of_all_forms() -> None:
    assert slots_of(PHRASES["moves_left"]) == {"count", "name"}


def test_a_foreign_voice_gets_respelled_words() -> None:
    pack = load_voice_pack("fide")
    move = pack.name_of(pack.names.pieces.bishop, *pack.names.square(chess.E5))
    assert pack.for_voice(move, "en-GB") == "loyfer ayfa foonf"
    assert pack.for_voice(move, "de") == "Läufer Eva fünf"
