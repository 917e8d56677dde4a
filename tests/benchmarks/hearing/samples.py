"""What the speakers say: moves of random positions in each vocabulary, commands, and talk that means nothing here.

The phrases are written here apart from the grammar under test, so that the two check each other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import chess
import numpy as np

Thing = TypeVar("Thing")

FIDE_FILES = ("Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav", "Hektor")
NATO_FILES = ("Alfa", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel")
# The letter "a" alone would be read as an article by the voices.
LETTER_FILES = ("eh", "B", "C", "D", "E", "F", "G", "H")
GERMAN_RANKS = ("eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht")
ENGLISH_RANKS = ("one", "two", "three", "four", "five", "six", "seven", "eight")
GERMAN_PIECES = {1: "Bauer", 2: "Springer", 3: "Läufer", 4: "Turm", 5: "Dame", 6: "König"}
ENGLISH_PIECES = {1: "pawn", 2: "knight", 3: "bishop", 4: "rook", 5: "queen", 6: "king"}


@dataclass(frozen=True, kw_only=True)
class Vocabulary:
    """How one kind of player says moves: tongue, files, ranks, pieces, the words "to" and "takes", castling."""

    tongue: str
    files: tuple[str, ...]
    ranks: tuple[str, ...]
    pieces: dict[int, str]
    to: str
    takes: str
    castling: tuple[str, str]


GERMAN = Vocabulary(
    tongue="de",
    files=FIDE_FILES,
    ranks=GERMAN_RANKS,
    pieces=GERMAN_PIECES,
    to="nach",
    takes="schlägt",
    castling=("kurze Rochade", "lange Rochade"),
)


def _english(files: tuple[str, ...]) -> Vocabulary:
    return Vocabulary(
        tongue="en",
        files=files,
        ranks=ENGLISH_RANKS,
        pieces=ENGLISH_PIECES,
        to="to",
        takes="takes",
        castling=("castle short", "castle long"),
    )


VOCABULARIES = {
    "german": GERMAN,
    "english fide": _english(FIDE_FILES),
    "english nato": _english(NATO_FILES),
    "english letters": _english(LETTER_FILES),
}

COMMANDS = {
    "commands english": {
        "repeat": "repeat", "repeat_slower": "repeat slower", "last_move": "last move", "last_five": "last five moves",
        "my_clock": "my clock", "opponent_clock": "opponent's clock", "both_clocks": "both clocks",
        "move_count": "how many moves", "whose_turn": "whose turn", "offer_draw": "offer a draw",
        "accept_draw": "accept the draw", "decline_draw": "decline the draw", "resign": "I resign",
        "claim_threefold": "claim threefold repetition", "claim_fifty": "claim fifty moves", "adjust": "I adjust",
        "call_arbiter": "call the arbiter", "why": "why", "stop": "stop", "yes": "yes", "no": "no",
        "take_back": "take back", "new_game": "new game", "help": "help", "what_can_i_say": "what can I say",
        "what_is_on": "what is on echo four", "where_is": "where are my rooks",
    },
    "commands german": {
        "repeat": "bitte wiederholen", "repeat_slower": "langsam wiederholen", "last_move": "letzter Zug",
        "last_five": "letzte fünf Züge", "my_clock": "meine Uhr", "opponent_clock": "gegnerische Uhr",
        "both_clocks": "beide Uhren", "move_count": "wie viele Züge", "whose_turn": "wer ist am Zug",
        "offer_draw": "Remis anbieten", "accept_draw": "Remis annehmen", "decline_draw": "Remis ablehnen",
        "resign": "ich gebe auf", "claim_threefold": "dreimalige Stellung", "claim_fifty": "fünfzig Züge Regel",
        "adjust": "ich rücke zurecht", "call_arbiter": "Schiedsrichter bitte", "why": "warum", "stop": "stopp",
        "yes": "ja", "no": "nein", "take_back": "Zug zurücknehmen", "new_game": "neue Partie", "help": "Hilfe",
        "what_can_i_say": "was kann ich sagen", "what_is_on": "was steht auf Eva vier",
        "where_is": "wo sind meine Türme",
    },
}  # fmt: skip

TALK = {
    "en": (
        "I think it is going to rain today", "would you like some tea", "where did you put my jacket",
        "the train leaves at half past nine", "he has been playing very well this year", "good morning everybody",
        "please be quiet in the playing hall", "my phone is ringing, sorry", "that was a nice opening",
        "excuse me, is this seat free", "I forgot my glasses at home", "let us go for lunch after the round",
        "did you see the football match", "the coffee is too hot", "hello", "thank you very much", "ten minutes left",
        "hmm, let me think about that", "what a strange idea", "open the window a little", "I am not sure at all",
        "see you tomorrow", "the weather is nice", "who won the second game", "one moment please", "oh dear",
        "we will start in five minutes", "the results are on the wall", "is there any sugar", "great",
    ),
    "de": (
        "ich glaube heute regnet es noch", "möchtest du einen Tee", "wo hast du meine Jacke hingelegt",
        "der Zug fährt um halb zehn ab", "er spielt dieses Jahr sehr gut", "guten Morgen zusammen",
        "bitte Ruhe im Turniersaal", "mein Telefon klingelt, Entschuldigung", "das war eine schöne Eröffnung",
        "ist dieser Platz noch frei", "ich habe meine Brille vergessen", "gehen wir nach der Runde essen",
        "hast du das Fußballspiel gesehen", "der Kaffee ist zu heiß", "hallo", "vielen Dank", "noch zehn Minuten",
        "hm, da muss ich nachdenken", "was für eine seltsame Idee", "mach bitte das Fenster auf",
        "ich bin nicht sicher",
        "bis morgen dann", "das Wetter ist schön", "wer hat die zweite Partie gewonnen", "einen Moment bitte",
        "wir fangen gleich an", "die Ergebnisse hängen an der Wand", "gibt es noch Zucker", "ach so", "na gut",
    ),
}  # fmt: skip


def random_board(chance: np.random.Generator) -> chess.Board:
    """A position after 4 to 60 random plies with at least two legal moves."""
    while True:
        board = chess.Board()
        for _ in range(int(chance.integers(4, 60))):
            moves = list(board.legal_moves)
            if not moves:
                break
            captures = [move for move in moves if board.is_capture(move)]
            board.push(any_of(chance, captures if captures and chance.random() < 0.25 else moves))
        if board.legal_moves.count() >= 2:
            return chess.Board(board.fen())


def legal_move(board: chess.Board, chance: np.random.Generator) -> chess.Move:
    """A legal move; castling, captures and pawn moves a little more often than by chance."""
    moves = list(board.legal_moves)
    wanted: list[Callable[[chess.Move], bool]] = [board.is_castling, board.is_capture, lambda _: True, lambda _: True]
    chosen = [move for move in moves if wanted[int(chance.integers(4))](move)]
    return any_of(chance, chosen or moves)


def illegal_move(board: chess.Board, chance: np.random.Generator) -> chess.Move:
    """A move that a piece of that kind might make, but not here: a piece of the mover's, a target it does not reach."""
    while True:
        source = int(chance.choice(list(chess.SquareSet(board.occupied_co[board.turn]))))
        target = int(chance.integers(64))
        piece = board.piece_type_at(source)
        reachable = {move.to_square for move in board.legal_moves if board.piece_type_at(move.from_square) == piece}
        if target == source or target in reachable:
            continue
        # A bare square is a pawn move, and any piece's where no pawn can go: an illegal one must miss them all.
        if piece == chess.PAWN and any(move.to_square == target for move in board.legal_moves):
            continue
        return chess.Move(source, target)


def phrase(board: chess.Board, move: chess.Move, words: Vocabulary, chance: np.random.Generator) -> str:
    """How a player says the move: mostly short, sometimes with the departure, "to" or "takes"."""
    if board.is_castling(move):
        return words.castling[0] if board.is_kingside_castling(move) else words.castling[1]
    piece = board.piece_type_at(move.from_square)
    assert piece is not None
    named = piece != chess.PAWN or chance.random() < 0.2
    parts = [words.pieces[piece]] if named else []
    rivals = [
        other
        for other in board.legal_moves
        if other.to_square == move.to_square
        and other.from_square != move.from_square
        and board.piece_type_at(other.from_square) == piece
    ]
    captures = board.is_capture(move)
    if rivals or chance.random() < 0.3:
        parts.append(_square(move.from_square, words))
    if captures and parts and chance.random() < 0.5:
        parts.append(words.takes)
    elif not captures and len(parts) and chance.random() < 0.15:
        parts.append(words.to)
    parts.append(_square(move.to_square, words))
    if move.promotion:
        parts.append(words.pieces[move.promotion])
    return " ".join(parts)


def _square(square: chess.Square, words: Vocabulary) -> str:
    return f"{words.files[chess.square_file(square)]} {words.ranks[chess.square_rank(square)]}"


def any_of(chance: np.random.Generator, things: Sequence[Thing]) -> Thing:
    """One of them, each as likely as the others."""
    return things[int(chance.integers(len(things)))]
