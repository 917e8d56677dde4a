"""What somebody who cannot see the demonstration is told besides the game: who sits where, and what the hands do."""

from collections.abc import Iterator
from typing import assert_never

import chess
from msgspec import Struct

from access_chess.board.pegs.occupancy import movements
from access_chess.laws.by_color import ByColor
from access_chess.speech.answers.position import color_name
from access_chess.speech.language.voice_pack import VoicePack, joined, listed
from access_chess.speech.utterance import SpokenPart

UNKNOWN = ("", "?", "White", "Black")  # a player's name in a PGN that has none


class SeatedPlayers(Struct, frozen=True):
    """The players, before the first move."""

    names: ByColor[str]


class HandsMove(Struct, frozen=True):
    """A move is about to be carried out on White's board: White's own, or Black's as it was announced."""

    board: chess.Board
    move: chess.Move


class ClocksAsked(Struct, frozen=True):
    """A player is about to ask how the clocks stand."""

    color: chess.Color


Scene = SeatedPlayers | HandsMove | ClocksAsked


def scene_words(scene: Scene, pack: VoicePack) -> SpokenPart:
    """The sentences of a scene.

    >>> from access_chess.edge.packs.voice_packs import load_voice_pack
    >>> scene_words(HandsMove(chess.Board(), chess.Move.from_uci("g1f3")), load_voice_pack("en")).text
    "White's hand: knight out of Gustav one, into Felix three."
    """
    match scene:
        case SeatedPlayers(names):
            seats = pack.phrase("demo_seats")
            if names.white in UNKNOWN or names.black in UNKNOWN:
                return seats
            return joined((pack.phrase("demo_names", white=names.white, black=names.black), seats))
        case HandsMove(board, move):
            key = "demo_own_move" if board.turn is chess.WHITE else "demo_move_of_black"
            return pack.phrase(key, steps=listed(_steps(board, move, pack)))
        case ClocksAsked(color):
            return pack.phrase("demo_clocks", color=color_name(color, pack))
        case _:
            assert_never(scene)


def _steps(board: chess.Board, move: chess.Move, pack: VoicePack) -> Iterator[SpokenPart]:
    for movement in movements(board, move):
        square = pack.square(movement.square)
        if not movement.is_lift:
            if move.promotion is None:
                yield pack.phrase("demo_in", square=square)
            else:  # another man is placed than was lifted
                yield pack.phrase("demo_new_in", piece=pack.piece(move.promotion), square=square)
            continue
        lifted = board.piece_at(movement.square)
        assert lifted is not None, "a hand lifts what stands there"
        key = "demo_out" if lifted.color is board.turn else "demo_captured_out"
        yield pack.phrase(key, piece=pack.piece(lifted.piece_type), square=square)
