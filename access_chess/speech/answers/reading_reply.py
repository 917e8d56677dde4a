"""What is said when a text is no legal move, or not yet one: the reason, or the smallest question."""

from collections.abc import Sequence
from typing import assert_never

import chess

from access_chess.notation.distinction import distinctions
from access_chess.notation.illegality import Illegal
from access_chess.notation.reading import Ambiguous, PromotionMissing, Unreadable
from access_chess.speech.language.voice_pack import VoicePack, listed
from access_chess.speech.utterance import SpokenPart

NotYetAMove = Unreadable | Ambiguous | PromotionMissing | Illegal


def reading_reply(
    reading: NotYetAMove, board: chess.Board, pack: VoicePack, *, is_blindfold: bool = False
) -> SpokenPart:
    """One sentence for every reading that is not a move, on the board on which it was read.

    Who plays blindfold is not told by what on the board a move is illegal.
    """
    match reading:
        case Unreadable(word=""):
            return pack.phrase("unreadable")
        case Unreadable(word=word):
            return pack.phrase("unreadable_word", word=_quoted(word, pack))
        case PromotionMissing():
            return pack.phrase("promotion_missing")
        case Ambiguous(moves=moves):
            return question(board, moves, pack)
        case Illegal() if is_blindfold:
            return pack.phrase("hearing_not_legal")
        case Illegal():
            return _reason(reading, board, pack)
        case _:
            assert_never(reading)


def question(board: chess.Board, moves: Sequence[chess.Move], pack: VoicePack) -> SpokenPart:
    """Which of these legal moves, two or more: "Bella or Felix?"."""
    *others, last = (pack.name_of(*names) for names in distinctions(board, moves, pack.names))
    return pack.phrase("ambiguous", choices=listed(others), last=last)


def _quoted(word: str, pack: VoicePack) -> SpokenPart:
    """A word as it was typed; a voice gets it character by character where it may be taken for something else."""
    spoken = word if word.isalpha() else " ".join(word)
    return SpokenPart(text=word, spoken=spoken, language=pack.language)


def _reason(illegal: Illegal, board: chess.Board, pack: VoicePack) -> SpokenPart:
    """The reason, with the square and the man on it that explain it, where there is one."""
    key = f"illegal_{illegal.reason}"
    if illegal.square is None:
        return pack.phrase(key)
    there = board.piece_type_at(illegal.square)
    piece = {"piece": pack.piece(there)} if there else {}
    return pack.phrase(key, square=pack.square(illegal.square), **piece)
