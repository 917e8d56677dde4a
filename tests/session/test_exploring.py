"""A position explored by keys and lines: each answer word for word, in English and German, and no man is touched."""

import chess
import pytest

from access_chess.practice.exploring import new_cursor
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.table import EXPLORING_KEYS
from access_chess.session.exploring_keys import NoRequest, asked_by_key
from tests.session.explored import FOLDER, explored


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_every_answer_is_as_it_was(file: object) -> None:
    text = FOLDER.joinpath(str(file)).read_text(encoding="utf-8")
    assert explored(text) == text


@pytest.mark.parametrize(
    ("key", "language", "request_or_none"),
    [
        ("4", "en", Request(name=RequestName.GO_TO, squares=(chess.E4,))),
        ("shift+3", "en", Request(name=RequestName.GO_TO, squares=(chess.C1,))),
        ("#", "en", Request(name=RequestName.GO_TO, squares=(chess.C1,))),
        ("§", "de", Request(name=RequestName.GO_TO, squares=(chess.C1,))),
        ("/", "de", Request(name=RequestName.GO_TO, squares=(chess.G1,))),
        ("/", "en", Request(name=RequestName.READ_DIAGONAL, squares=(chess.E1, chess.H4))),
        ("s", "de", Request(name=RequestName.READ_DIAGONAL, squares=(chess.E1, chess.H4))),
        ("S", "de", Request(name=RequestName.READ_DIAGONAL, squares=(chess.A5, chess.E1))),
        ("N", "en", Request(name=RequestName.NEXT_MAN, piece=chess.KNIGHT, is_opponents=True)),
        ("alt+right", "en", NoRequest.EDGE),
        ("alt+up", "en", Request(name=RequestName.GO_TO, squares=(chess.F2,))),
        ("ctrl+up", "en", Request(name=RequestName.GO_TO, squares=(chess.E2,))),
        ("shift+9", "en", NoRequest.UNKNOWN),
        ("shift+up", "en", NoRequest.UNKNOWN),
        ("\x7f", "en", Request(name=RequestName.GO_TO_MARK)),
        ("F2", "en", Request(name=RequestName.EXPLORE_END)),
        ("y", "en", NoRequest.UNKNOWN),
    ],
)
def test_keys(key: str, language: str, request_or_none: Request | NoRequest) -> None:
    board = chess.Board()
    assert asked_by_key(key, new_cursor(board, chess.WHITE), board, language) == request_or_none


def test_black_goes_up_towards_white() -> None:
    board = chess.Board()
    cursor = new_cursor(board, chess.BLACK)
    assert asked_by_key("up", cursor, board, "en") == Request(name=RequestName.GO_TO, squares=(chess.E7,))
    assert asked_by_key("down", cursor, board, "en") is NoRequest.EDGE


def test_no_key_means_two_things() -> None:
    """Keys of the table are not letters of men, digits, or other keys of the cursor."""
    board = chess.Board()
    for key, name in EXPLORING_KEYS.items():
        assert asked_by_key(key, new_cursor(board, chess.WHITE), board, "de") == Request(name=name)
