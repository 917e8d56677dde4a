"""What may be typed at the clock, and its keys."""

import pytest

from access_chess.conversation.calibration_dialogue import Nudge
from access_chess.conversation.time_control_dialogue import SettingWord
from access_chess.edge.packs.clock_words import load_clock_words
from access_chess.edge.packs.voice_packs import voice_pack_names
from access_chess.notation.vocabulary import folded
from access_chess.requests.names import RequestName
from access_chess.requests.row import RequestAuthor
from access_chess.requests.table import ROWS

#: What the clock answers; a PIN is a number after the word "arbiter", without a word of its own.
HERE = {name for name, row in ROWS.items() if row.is_at_clock} - {RequestName.ARBITER_PIN}


@pytest.mark.parametrize("pack", voice_pack_names())
def test_everything_has_words_or_a_key_and_a_line_of_help(pack: str) -> None:
    words = load_clock_words(pack)
    assert set(words.requests.commands.values()) | {request for request, _ in words.keys.values()} == HERE
    assert all(words.requests.help[name] for name in HERE)
    rulings = {name for name in HERE if ROWS[name].author is RequestAuthor.ARBITER}
    assert rulings <= set(words.requests.arbiter.values()), "they are understood after the word arbiter as well"
    assert all(words.words[word.value] for word in (*SettingWord, *Nudge))


def test_no_key_means_two_things_and_both_players_have_theirs() -> None:
    words = load_clock_words("en")
    by_request = {request: [color for other, color in words.keys.values() if other is request] for request in HERE}
    assert by_request[RequestName.PRESS] == by_request[RequestName.MY_CLOCK] == [True, False]
    assert len(words.keys) == sum(len(colors) for colors in by_request.values())
    assert load_clock_words("fide").keys == words.keys


@pytest.mark.parametrize(("pack", "typed", "latin"), [("ru", "фдйЙ", "alqQ"), ("mr", "ोतौ", "alq")])
def test_a_key_is_known_in_both_alphabets_of_a_keyboard(pack: str, typed: str, latin: str) -> None:
    keys = load_clock_words(pack).keys
    assert [keys[letter] for letter in typed] == [keys[letter] for letter in latin]


@pytest.mark.parametrize(
    ("pack", "phrase", "name"),
    [
        ("en", "how much time", RequestName.MY_CLOCK),
        ("en", "his time", RequestName.OPPONENT_CLOCK),
        ("en", "control", RequestName.CLOCK_TO_CONTROL),
        ("en", "moves", RequestName.CLOCK_MOVES),
        ("de", "wie viel zeit noch", RequestName.MY_CLOCK),
        ("de", "noch mal", RequestName.REPEAT),
        ("de", "remis", None),
        ("de", "p", None),
    ],
)
def test_what_is_said_in_a_game_is_understood_at_the_clock_too(
    pack: str, phrase: str, name: RequestName | None
) -> None:
    """Where the clock means nothing else by it; a single letter is a key, and a draw is none of its business."""
    assert load_clock_words(pack).requests.commands.get(folded(phrase)) is name
