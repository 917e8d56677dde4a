"""The searches for a mate that stories ask for, each made once for all processes of a run of the tests."""

import pickle
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

import chess
import pytest

from access_chess.laws import winnability
from tests.support.once_a_run import made_once


@pytest.fixture(scope="module")
def _searched_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The editions of a story ask for the chances in the same positions, and so do other tests of the stories."""
    full = winnability.full

    @cache
    def known(fen: str, is_chess960: bool, winner: chess.Color, nodes: int) -> winnability.WinnabilityVerdict:
        def search(folder: Path) -> None:
            folder.mkdir()
            found = full(chess.Board(fen, chess960=is_chess960), winner, nodes=nodes)
            (folder / "verdict").write_bytes(pickle.dumps(found))

        name = sha256(f"{fen} {is_chess960} {winner} {nodes}".encode()).hexdigest()[:16]
        found: winnability.WinnabilityVerdict = pickle.loads(
            (made_once(tmp_path_factory, name, search) / "verdict").read_bytes()
        )
        return found

    def once(board: chess.Board, winner: chess.Color, *, nodes: int) -> winnability.WinnabilityVerdict:
        return known(board.fen(en_passant="fen"), board.chess960, winner, nodes)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(winnability, "full", once)
        yield
