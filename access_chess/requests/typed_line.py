"""What a typed line asks for, if it is no move: a name, and what is typed after it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

import chess

from access_chess.edge.packs.typed_words import TypedWords, Words
from access_chess.notation.vocabulary import Vocabulary, folded


class TypedName(StrEnum):
    """Everything that a player may type besides moves. The values are the keys of `[commands]` in `terminal.toml`."""

    HELP = "help"
    PRESS = "press"
    OFFER_DRAW = "offer_draw"
    ACCEPT_DRAW = "accept_draw"
    DECLINE_DRAW = "decline_draw"
    RESIGN = "resign"
    CLAIM_THREEFOLD = "claim_threefold"
    CLAIM_FIFTY = "claim_fifty"
    CLAIM_FLAG = "claim_flag"
    CLAIM_ILLEGAL = "claim_illegal"
    CLAIM_TOUCH = "claim_touch"
    CLAIM_MEANS = "claim_means"
    CLAIM_EFFORT = "claim_effort"
    EXTRA_TIME = "extra_time"
    ADJUST = "adjust"
    TOUCH = "touch"
    FEEL = "feel"
    ECHO = "echo"
    CORRECT = "correct"
    CALL_ARBITER = "call_arbiter"
    APPEAL = "appeal"
    AGREE_CORRECTION = "agree_correction"
    SEAL = "seal"
    CLOSE_ENVELOPE = "close_envelope"
    TAKE_BACK = "take_back"
    REPEAT = "repeat"
    REPEAT_SLOWER = "repeat_slower"
    STOP = "stop"
    LAST_MOVE = "last_move"
    LAST_FIVE = "last_five"
    MOVES = "moves"
    LEGAL_MOVES = "legal_moves"
    MY_CLOCK = "my_clock"
    OPPONENT_CLOCK = "opponent_clock"
    BOTH_CLOCKS = "both_clocks"
    CLOCK_DIFFERENCE = "clock_difference"
    CLOCK_EXACT = "clock_exact"
    CLOCK_USED = "clock_used"
    CLOCK_TO_CONTROL = "clock_to_control"
    CLOCK_CONTROL = "clock_control"
    MOVE_COUNT = "move_count"
    WHAT_IS_ON = "what_is_on"
    WHERE_IS = "where_is"
    WHOSE_TURN = "whose_turn"
    BOARD = "board"
    MATERIAL = "material"
    CHECK_BOARD = "check_board"
    WHY = "why"
    ATTACKERS = "attackers"
    PAWNS = "pawns"
    WHAT_IF = "what_if"
    HINT = "hint"
    LEVEL = "level"
    SOUND_ON = "sound_on"
    SOUND_OFF = "sound_off"
    NEW_GAME = "new_game"
    QUIT = "quit"
    YES = "yes"
    NO = "no"
    WHAT_CAN_I_SAY = "what_can_i_say"
    LISTEN = "listen"
    ARBITER = "arbiter"
    ASSISTANT = "assistant"


#: Words that something may or must follow. All others are commands only when they are the whole line, so that
#: "b 4" is a move and not the question for the board.
FOLLOWED = frozenset(
    {
        TypedName.CLAIM_THREEFOLD, TypedName.CLAIM_FIFTY, TypedName.CLAIM_TOUCH, TypedName.ADJUST, TypedName.TOUCH,
        TypedName.FEEL, TypedName.ECHO, TypedName.CORRECT, TypedName.SEAL, TypedName.WHAT_IS_ON, TypedName.WHERE_IS,
        TypedName.ATTACKERS, TypedName.PAWNS, TypedName.WHAT_IF, TypedName.LEVEL,
    }
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Typed:
    """One command: its name, the text after it as it was typed, and the player if one was named before it.

    With `ARBITER` and `ASSISTANT` the rest begins with the verb.
    """

    name: TypedName
    rest: str = ""
    color: chess.Color | None = None


_TIME = re.compile(r"(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,6}(?:\.\d+)?)")  # longer ones are slips of a key


def typed_command(line: str, words: TypedWords) -> Typed | None:
    """The command that a line asks for; None when it is none, and so perhaps a move.

    The name of a color before a command says who asks: "black resign".
    """
    color, rest = split_color(line, words)
    who, after = split_phrase(rest, words.words)
    if who in ("arbiter", "assistant"):
        return Typed(name=TypedName(who), rest=after, color=color)
    key, after = split_phrase(rest, words.commands)
    if key is None or (after and key not in FOLLOWED):
        return None
    return Typed(name=TypedName(key), rest=after, color=color) if key in set(TypedName) else None


def yes_or_no(line: str, words: TypedWords) -> TypedName | None:
    """The answer to a question after yes or no: a letter, a word or a spoken phrase; None when it is neither."""
    answer, rest = split_phrase(line, words.answers)
    if answer is not None and not rest:
        return TypedName(answer)
    typed = typed_command(line, words)
    return typed.name if typed is not None and typed.name in (TypedName.YES, TypedName.NO) else None


def split_phrase(line: str, phrases: Mapping[Words, str]) -> tuple[str | None, str]:
    """What the longest known phrase at the beginning of the line means, and the rest of the line."""
    typed = line.split()
    for length in range(len(typed), 0, -1):
        if (name := phrases.get(folded(" ".join(typed[:length])))) is not None:
            return name, " ".join(typed[length:])
    return None, line.strip()


def split_color(line: str, words: TypedWords) -> tuple[chess.Color | None, str]:
    """The color named at the beginning of a line, and the rest."""
    name, rest = split_phrase(line, words.words)
    return (name == "white", rest) if name in ("white", "black") else (None, line.strip())


def read_squares(text: str, vocabulary: Vocabulary) -> tuple[chess.Square, ...] | None:
    """The squares that are typed, "e4 d5" or "Eva vier David fünf"; None when something else is among them."""
    signs = signs_of(text, vocabulary)
    if re.fullmatch(r"(?:[a-h][1-8])*", signs) is None:
        return None
    return tuple(chess.parse_square(signs[index : index + 2]) for index in range(0, len(signs), 2))


def read_file(text: str, vocabulary: Vocabulary) -> int | None:
    """A file, "e" or "Eva", from 0; None when it is none."""
    signs = signs_of(text, vocabulary)
    return chess.FILE_NAMES.index(signs) if signs in chess.FILE_NAMES else None


def read_piece(text: str, words: TypedWords, vocabulary: Vocabulary) -> chess.PieceType | None:
    """A kind of man, in the singular or the plural."""
    named = words.pieces.get(folded(text))
    if named is not None:
        return chess.PIECE_NAMES.index(named)
    sign = signs_of(text, vocabulary)
    return chess.PIECE_SYMBOLS.index(sign.lower()) if sign and sign in "KQRBNP" else None


def read_time(text: str) -> timedelta | None:
    """A time as it is typed: "90" seconds, "5:00", "1:30:00"; None when it is none."""
    match = _TIME.fullmatch(text.strip())
    if match is None:
        return None
    hours, minutes, seconds = match.groups()
    return timedelta(hours=int(hours or 0), minutes=int(minutes or 0), seconds=float(seconds))


def signs_of(text: str, vocabulary: Vocabulary) -> str:
    """Names turned into signs ("Eva vier" is "e4"), everything else in lower case as it stands."""
    return "".join(vocabulary.words.get(folded(word), word.lower()) for word in text.split())
