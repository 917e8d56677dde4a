"""A position that a user names, as FEN or as a line of an EPD list; what is wrong with it is told by its place."""

import re

import chess

from access_chess.phrased_error import PhrasedError

LONGEST_GAME = 9999  # moves; by the fifty-move rule no game can have 6,000

#: Why no game comes to a position, the plainest reason first, and the phrase that says so.
_ILLEGAL = {
    chess.STATUS_NO_WHITE_KING: "fen_no_white_king",
    chess.STATUS_NO_BLACK_KING: "fen_no_black_king",
    chess.STATUS_TOO_MANY_KINGS: "fen_many_kings",
    chess.STATUS_TOO_MANY_WHITE_PAWNS: "fen_many_white_pawns",
    chess.STATUS_TOO_MANY_BLACK_PAWNS: "fen_many_black_pawns",
    chess.STATUS_PAWNS_ON_BACKRANK: "fen_pawn_on_last_rank",
    chess.STATUS_TOO_MANY_WHITE_PIECES: "fen_many_white_pieces",
    chess.STATUS_TOO_MANY_BLACK_PIECES: "fen_many_black_pieces",
    chess.STATUS_OPPOSITE_CHECK: "fen_opposite_check",
    chess.STATUS_BAD_CASTLING_RIGHTS: "fen_castling_place",
    chess.STATUS_INVALID_EP_SQUARE: "fen_en_passant_place",
    chess.STATUS_TOO_MANY_CHECKERS: "fen_impossible_check",
    chess.STATUS_IMPOSSIBLE_CHECK: "fen_impossible_check",
}
#: What can be left out of a position, so that a game comes to it.
IMPRECISE = (
    chess.STATUS_BAD_CASTLING_RIGHTS
    | chess.STATUS_INVALID_EP_SQUARE
    | chess.STATUS_TOO_MANY_CHECKERS
    | chess.STATUS_IMPOSSIBLE_CHECK
)
_OPERATION = re.compile(r'\s*([A-Za-z][A-Za-z0-9_]*)(?:\s+((?:"[^"]*"|[^";])*))?;')  # of an EPD line: bm Qh7; id "x";
_COUNTERS = ("hmvc", "fmvn")  # the operations of EPD that are fields of a FEN
_MEN = frozenset("pnbrqkPNBRQK")
#: The fields of a FEN after the men, and what is said of one that is none.
_FORMS = (
    (r"[wb]", "fen_turn"),
    (r"-|(?!(?:.*[KQA-H]){3})(?!(?:.*[kqa-h]){3})[KQA-Hkqa-h]+", "fen_castling"),
    (r"-|[a-h][1-8]", "fen_en_passant"),
    (r"[0-9]{1,18}", "fen_counter"),
    (r"[0-9]{1,18}", "fen_counter"),
)


def board_of(fen: str, *, chess960: bool = False) -> chess.Board:
    """The board of a FEN or of an EPD line; Chess960 is recognised by castling rights that only it has.

    Raises PhrasedError, which says what is wrong and where.
    """
    men, *fields = _fields(fen)
    _look_at_men(men, fen)
    if not fields:
        raise PhrasedError("fen_fields", fen=repr(fen))
    for (form, phrase), text in zip(_FORMS, fields, strict=False):
        if not re.fullmatch(form, text):
            raise PhrasedError(phrase, text=repr(text))
    if len(fields) > len(_FORMS):
        raise PhrasedError("fen_after", text=repr(" ".join(fields[len(_FORMS) :])))
    if any(int(text) > LONGEST_GAME for text in fields[3:]):
        raise PhrasedError("fen_long", most=str(LONGEST_GAME), fen=repr(fen))
    fields[1:2] = ["".join(sorted(text)) for text in fields[1:2]]  # White's rights first
    board = chess.Board(" ".join([men, *fields]), chess960=True)
    board.chess960 = chess960 or board.has_chess960_castling_rights()
    return board


def playable_board_of(fen: str, *, but: chess.Status = chess.STATUS_VALID) -> chess.Board:
    """The same, of a position to which a game can come; faults of the kinds `but` do not count. Raises PhrasedError."""
    board = board_of(fen)
    status = board.status() & ~but
    if status == chess.STATUS_VALID:
        return board
    phrase = next((phrase for flaw, phrase in _ILLEGAL.items() if status & flaw), "position_unplayable")
    raise PhrasedError(phrase, fen=repr(fen))


def is_remark(line: str) -> bool:
    """Whether a line of a list of positions is a remark."""
    return line.startswith("#")


def _fields(fen: str) -> list[str]:
    """The fields of a FEN: of an EPD line the first four, and the counters among its operations."""
    text = fen.strip().strip("\"'")
    fields = (text if " " in text else text.replace("_", " ")).split()  # so it stands in the addresses of pages
    for count in (4, 6):
        rest = " ".join(fields[count:])
        operations = _operations(rest)
        if operations is not None:
            return fields[:count] if count == 6 else [*fields[:4], *_counters(operations)]
    return fields or [""]


def _operations(text: str) -> dict[str, str] | None:
    """The operations of an EPD line by their names; None: the text has others, or none."""
    found, at = {}, 0
    while at < len(text):
        operation = _OPERATION.match(text, at)
        if operation is None:
            return None
        found[operation[1]], at = operation[2] or "", operation.end()
    return found or None


def _counters(operations: dict[str, str]) -> list[str]:
    return [operations.get(name, "").strip() or usual for name, usual in zip(_COUNTERS, ("0", "1"), strict=True)]


def _look_at_men(men: str, fen: str) -> None:
    """Raise PhrasedError where the first field is no position of men."""
    ranks = men.split("/")
    if len(ranks) != 8:
        raise PhrasedError("fen_ranks", count=str(len(ranks)), fen=repr(fen))
    for number, rank in zip(range(8, 0, -1), ranks, strict=True):
        signs = re.sub(r"(?<=[A-Za-z])~", "", rank)  # so some mark who was a pawn
        other = next((sign for sign in signs if sign not in _MEN and sign not in "12345678"), None)
        if other is not None:
            raise PhrasedError("fen_sign", sign=repr(other), rank=str(number))
        squares = sum(int(sign) if sign.isdigit() else 1 for sign in signs)
        if squares != 8 or re.search(r"\d\d", signs):
            raise PhrasedError("fen_rank", rank=str(number), count=str(squares), text=repr(rank))
