"""The smallest question between several moves, and the answers to it: "Bella or Felix?"."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import chess
from msgspec import Struct

from access_chess.notation.distinction import distinctions
from access_chess.notation.spoken import Name
from access_chess.notation.vocabulary import folded
from access_chess.requests.names import NUMBERS, RequestName
from access_chess.requests.slots import signs_of
from access_chess.requests.words import PlayerLanguage
from access_chess.speech.announcement import announce
from access_chess.speech.language.voice_pack import joined, listed
from access_chess.speech.utterance import SpokenPart, spoken_part

if TYPE_CHECKING:  # what is only needed where somebody listens takes its time
    from access_chess.listening.lexicon import Lexicon
    from access_chess.listening.questions import MoveQuestion

NEW_PIECES = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)


class Choice(Struct, frozen=True, kw_only=True):
    """Moves on a board to choose from, the question between them, and the words to listen for, in the same order.

    There are no such words where nobody listens, or where the moves are too many to be told apart by ear.
    """

    board: chess.Board
    moves: tuple[chess.Move, ...]
    asked: SpokenPart
    options: tuple[str, ...] = ()

    def named(self, language: PlayerLanguage) -> Iterator[tuple[RequestName, SpokenPart]]:
        """What chooses each move, "one" to "four", and the move in words."""
        for name, move in zip(NUMBERS, self.moves, strict=False):
            yield name, announce(self.board, move, language.pack, form=language.form)


def promotions(pawn: chess.Move) -> tuple[chess.Move, ...]:
    """What a pawn that went to the last rank may become."""
    return tuple(chess.Move(pawn.from_square, pawn.to_square, kind) for kind in NEW_PIECES)


def choice(
    board: chess.Board, moves: tuple[chess.Move, ...], language: PlayerLanguage, lexicon: "Lexicon | None"
) -> Choice:
    """The question between two or more moves; where somebody listens, in words that can be told apart by ear."""
    by_ear = None if lexicon is None else _question(board, moves, language, lexicon)
    options = () if by_ear is None else by_ear.words
    if {move.promotion for move in moves} == set(NEW_PIECES) and len(moves) == len(NEW_PIECES):
        return Choice(board=board, moves=moves, asked=language.pack.phrase("promotion_missing"), options=options)
    if by_ear is not None and len(set(options)) == len(moves):
        return Choice(board=board, moves=moves, asked=_by_ear(board, by_ear, language), options=options)
    names = [language.pack.name_of(*each) for each in distinctions(board, moves, language.pack.names)]
    return Choice(board=board, moves=moves, asked=_either(names, language))


def chosen(asked: Choice, line: str, language: PlayerLanguage) -> chess.Move | None:
    """The move that a line chooses, by the word that tells it apart or a letter for it; None when it chooses none."""
    vocabulary = language.vocabulary
    said = {signs_of(line, vocabulary), vocabulary.letters.get(line.strip().upper(), "")} - {""}
    names = distinctions(asked.board, asked.moves, language.pack.names)
    fitting = [
        move
        for move, words in zip(asked.moves, names, strict=True)
        if signs_of(" ".join(name.text for name in words), vocabulary) in said
    ] or [
        move for move, words in zip(asked.moves, _words_of_one(names), strict=True) if " ".join(folded(line)) in words
    ]
    return fitting[0] if len(fitting) == 1 else None


def _words_of_one(names: Sequence[tuple[Name, ...]]) -> list[set[str]]:
    """For each choice the single words that only it has, in any of its spellings: "short", "kingside"."""
    words = [{word for name in each for text in name.spellings for word in folded(text)} for each in names]
    return [own - set().union(*(other for other in words if other is not own)) for own in words]


def _question(
    board: chess.Board, moves: tuple[chess.Move, ...], language: PlayerLanguage, lexicon: "Lexicon"
) -> "MoveQuestion | None":
    from access_chess.listening.questions import question

    return question(board, moves, lexicon, names=language.pack.names)


def _by_ear(board: chess.Board, asked: "MoveQuestion", language: PlayerLanguage) -> SpokenPart:
    """The question; a number is said with its move."""
    from access_chess.listening.questions import Difference

    pack = language.pack
    words = [_word(word, language) for word in asked.words]
    if asked.difference is not Difference.NUMBER:
        return _either(words, language)
    moves = (announce(board, move, pack, form=language.form) for move in asked.moves)
    named = [pack.phrase("hearing_option", number=word, move=move) for word, move in zip(words, moves, strict=True)]
    return joined((*named, _either(words, language)))


def _either(words: Sequence[SpokenPart], language: PlayerLanguage) -> SpokenPart:
    *others, last = words
    return language.pack.phrase("ambiguous", choices=listed(others), last=last)


def _word(word: str, language: PlayerLanguage) -> SpokenPart:
    """A word of the question as the voice pack writes and says it, where it knows it."""
    from access_chess.listening.questions import name_of

    name = name_of(word, language.pack.names)
    return spoken_part(word, language=language.pack.language) if name is None else language.pack.name_of(name)
