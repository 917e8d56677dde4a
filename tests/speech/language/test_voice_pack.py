"""Phrases with slots, their way back to English, and what a foreign voice gets."""

from datetime import timedelta

import chess
import msgspec
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.speech.announcement import Form, announce
from access_chess.speech.language.durations import Counted
from access_chess.speech.language.voice_pack import (
    Phrase,
    VoicePack,
    fallen_back,
    joined,
    listed,
    plain_slots,
    slots_of,
)
from access_chess.speech.utterance import SpokenPart

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
    assert pack.phrase("moves_left", count=2, name="").text == "две партии"


def test_shown_and_spoken_differ_in_spelling(english: VoicePack) -> None:
    pack = pack_over(english, "fide", {"time_left": "Für dich: {time}, {move}."})
    said = pack.phrase("time_left", time=timedelta(seconds=5), move=pack.square(chess.C5))
    assert said.text == "Fuer dich: fuenf Sekunden, Cesar fuenf."
    assert said.spoken == "Für dich: fünf Sekunden, Cäsar fünf."
    assert said.language == "de"


def test_a_missing_phrase_is_english_with_english_numbers(english: VoicePack) -> None:
    pack = pack_over(english, "sq", {})
    said = pack.phrase("moves_left", count=3, name=pack.square(chess.E4))
    assert (said.text, said.language) == ("three moves, Eva four", "en")
    assert fallen_back(pack) == ("time_left", "moves_left")


def test_a_sentence_of_another_pack_has_that_packs_words_for_what_is_in_it() -> None:
    """In a pack that has names and no sentences a name alone is Spanish, in a sentence it is English."""
    pack = msgspec.structs.replace(load_voice_pack("es"), phrases={})
    board = chess.Board("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    capture = announce(board, chess.Move.from_uci("e4d5"), pack)
    assert (capture.text, capture.language) == ("peón Eva cuatro por David cinco", "es")
    assert pack.phrase("practice_hint", move=capture).text == "Perhaps pawn Eva four takes David five."
    assert pack.phrase("answer_square_empty", square=pack.square(chess.C3)).text == "Cesar three is empty."
    squares = listed(map(pack.square, (chess.A1, chess.H8)))
    assert (squares.text, squares.language) == ("Ana uno, Héctor ocho", "es")
    assert pack.phrase("answer_pieces", piece=pack.piece(chess.ROOK), squares=squares).text == (
        "rook: Anna one, Hector eight."
    )
    moved = pack.phrase("answer_move", number=joined((pack.number(12), pack.phrase("white"))), move=capture)
    assert moved.text == "twelve White: pawn Eva four takes David five."
    san = announce(board, chess.Move.from_uci("g1f3"), pack, form=Form.SAN)
    assert (san.text, pack.phrase("practice_hint", move=san).text) == ("Cf3", "Perhaps Nf3.")


def test_a_sentence_within_one_that_falls_back_falls_back_with_it(english: VoicePack) -> None:
    both = msgspec.structs.replace(english, phrases={"who": "White", "turn": "{color} to move."})
    pack = pack_over(both, "es", {"who": "Blancas"})
    assert pack.phrase("who").text == "Blancas"
    assert pack.phrase("turn", color=pack.phrase("who")).text == "White to move."
    assert joined((pack.phrase("who"), pack.phrase("turn", color=pack.phrase("who")))).text == "White White to move."


@pytest.mark.parametrize("name", ["es", "et", "fr", "is", "mr", "pt", "ru", "sq", "sw"])
def test_every_name_of_a_pack_has_its_counterpart(name: str) -> None:
    pack, english = load_voice_pack(name), load_voice_pack("en")
    for square in chess.SQUARES:
        assert pack.square(square).instead == english.square(square)
    for piece in chess.PIECE_TYPES:
        assert pack.piece(piece).instead == english.piece(piece)


def test_an_unknown_phrase_and_an_empty_slot_are_errors_of_the_program(english: VoicePack) -> None:
    with pytest.raises(KeyError, match="no_such_phrase"):
        load_voice_pack("fide").phrase("no_such_phrase")
    with pytest.raises(KeyError, match="time"):
        english.phrase("time_left")


def test_slots_of_all_forms() -> None:
    assert slots_of(PHRASES["moves_left"]) == {"count", "name"}


def test_a_word_stands_in_the_case_that_its_slot_asks_for(english: VoicePack) -> None:
    """What the pack declines not, such as a list, stays as it is."""
    genitive = {"white": "Белые", "flag": "Флажок {color_genitive}, {color}."}
    russian = msgspec.structs.replace(
        load_voice_pack("ru"), phrases=genitive, cases={"genitive": {"Белые": "белых"}}, fallback=english
    )
    assert russian.phrase("flag", color=russian.phrase("white")).text == "Флажок белых, Белые."
    assert russian.phrase("flag", color="Вы").spoken == "Флажок Вы, Вы."
    assert plain_slots(genitive["flag"], ("genitive",)) == {"color"}
