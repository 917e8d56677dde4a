"""Every way to say a move and what it means, written without the program's grammar: the words stand here.

What a phrase may mean follows from what it tells of the move; a SAN text, read out character by character, means its
move alone (C.10).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import chess

from access_chess.listening.lexicon import folded
from access_chess.listening.sentences import Sentences


@dataclass(frozen=True, kw_only=True)
class Tongue:
    """The words of one speaker; `pieces` from pawn to king, files and ranks in their order."""

    name: str
    files: str
    ranks: str
    pieces: str
    to: str
    takes: str
    on: str
    becomes: str
    check: str
    mate: str
    short: tuple[str, ...]
    long: tuple[str, ...]
    castle: str

    def square(self, square: chess.Square) -> str:
        """A square by its file and rank."""
        return f"{self.file(square)} {self.rank(square)}"

    def file(self, square: chess.Square) -> str:
        """The file of a square."""
        return self.files.split()[chess.square_file(square)]

    def rank(self, square: chess.Square) -> str:
        """The rank of a square."""
        return self.ranks.split()[chess.square_rank(square)]

    def piece(self, piece: chess.PieceType) -> str:
        """A kind of piece."""
        return self.pieces.split()[piece - 1]


_FIDE = "Anna Bella Cesar David Eva Felix Gustav Hector"
_GERMAN = Tongue(
    name="FIDE names, German",
    files=_FIDE,
    ranks="eins zwei drei vier fünf sechs sieben acht",
    pieces="Bauer Springer Läufer Turm Dame König",
    to="nach",
    takes="schlägt",
    on="auf",
    becomes="wird",
    check="Schach",
    mate="matt",
    short=("kurze Rochade", "kleine Rochade", "Rochade kurz"),
    long=("lange Rochade", "große Rochade", "Rochade lang"),
    castle="Rochade",
)
_ENGLISH = Tongue(
    name="NATO names, English",
    files="alfa bravo charlie delta echo foxtrot golf hotel",
    ranks="one two three four five six seven eight",
    pieces="pawn knight bishop rook queen king",
    to="to",
    takes="takes",
    on="on",
    becomes="promotes to",
    check="check",
    mate="mate",
    short=("castle short", "short castle", "castles kingside", "castle king side"),
    long=("castle long", "long castle", "castles queenside", "castle queen side"),
    castle="castle",
)
TONGUES = (
    _GERMAN,
    replace(
        _GERMAN,
        name="other German words",
        files="Anna Bella Caesar David Eva Felix Gustav Hektor",
        ranks="eins zwo drei vier fuenf sechs sieben acht",
        pieces="Bauer Pferd Laeufer Turm Dame Koenig",
        to="zieht nach",
        takes="nimmt",
        becomes="Umwandlung in",
        mate="Schachmatt",
    ),
    replace(_GERMAN, name="German letters", files="a b c d e f g h", ranks="eins zwo drei vier fünf sechs sieben acht"),
    replace(_ENGLISH, name="FIDE names, English", files=_FIDE, to="moves to", becomes="equals", takes="captures"),
    _ENGLISH,
    replace(_ENGLISH, name="English letters", files="a b c d e f g h", takes="x", becomes="becomes", mate="checkmate"),
)


@dataclass(frozen=True, kw_only=True)
class Told:
    """What a phrase tells of a move; None is left open. `castling` is True for the king's side."""

    piece: chess.PieceType | None = None
    from_file: int | None = None
    from_rank: int | None = None
    takes: bool = False
    captured: chess.PieceType | None = None
    to_file: int | None = None
    to_rank: int | None = None
    promotion: chess.PieceType | None = None
    en_passant: bool = False
    castling: bool | None = None
    castles: bool = False


@dataclass(frozen=True, kw_only=True)
class Fact:
    """What is so of a legal move. `target` is where the moved piece stands afterwards; None of a castling king that
    could go there without castling."""

    move: chess.Move
    piece: chess.PieceType
    source: chess.Square
    target: chess.Square | None
    captured: chess.PieceType | None
    en_passant: bool
    castling: bool | None
    check: bool


@dataclass(frozen=True)
class _Part:
    words: str = ""
    told: Mapping[str, int] = field(default_factory=dict)


def facts_of(board: chess.Board) -> tuple[Fact, ...]:
    """The facts of each legal move."""
    walks = {move.to_square for move in board.legal_moves if not board.is_castling(move) and _is_kings(board, move)}
    return tuple(_fact(board, move, walks) for move in board.legal_moves)


def phrases(fact: Fact, facts: tuple[Fact, ...], tongue: Tongue) -> Iterator[tuple[str, Told]]:
    """Every phrase of the speaker for the move, with what it tells."""
    if fact.castling is not None:
        for name in tongue.short if fact.castling else tongue.long:
            yield name, Told(castling=fact.castling, castles=True)
        yield tongue.castle, Told(castles=True)
    if fact.target is None:
        return
    for departure in _departures(fact, facts, tongue):
        for place in _arrivals(fact, fact.target, departure, tongue):
            for end in _ends(fact, tongue):
                words = " ".join(part.words for part in (departure, place, end) if part.words)
                yield words, Told(**{**departure.told, **place.told, **end.told})  # type: ignore[arg-type]


def meant(facts: tuple[Fact, ...], told: Told) -> frozenset[chess.Move]:
    """The legal moves that a phrase may mean. A square without a piece is a pawn's where a pawn can go there (C.4)."""
    fitting = [fact for fact in facts if _is_told(fact, told)]
    pawns = [fact for fact in fitting if fact.piece == chess.PAWN]
    if not told.castles and told.piece is None and told.from_rank is None:
        fitting = pawns if told.from_file is not None else pawns or fitting
    return frozenset(fact.move for fact in fitting)


def read_out(board: chess.Board, move: chess.Move, tongue: Tongue) -> str:
    """The SAN of the move, character by character: "Nbxd2+" is "knight bravo takes delta two check"."""
    san = board.san(move)
    if san.startswith("O-O"):
        name = tongue.long if san.startswith("O-O-O") else tongue.short
        return " ".join([name[0], *(_character(sign, tongue) for sign in san.lstrip("O-"))])
    return " ".join(word for word in (_character(sign, tongue) for sign in san) if word)


def faults(board: chess.Board, sentences: Sentences) -> Iterator[str]:
    """A sentence for each phrase of each legal move that is not understood as what it tells."""
    facts, known = facts_of(board), dict[Told, frozenset[chess.Move]]()
    for fact in facts:
        for tongue in TONGUES:
            for words, told in phrases(fact, facts, tongue):
                if told not in known:
                    known[told] = meant(facts, told)
                assert fact.move in known[told], (board.fen(), fact.move.uci(), words)
                yield from _fault(board, sentences, words, known[told])
            yield from _fault(board, sentences, read_out(board, fact.move, tongue), frozenset([fact.move]))


def phrases_of(board: chess.Board, move: chess.Move) -> Iterator[str]:
    """Every phrase of every speaker for the move."""
    facts = facts_of(board)
    for fact in facts:
        for tongue in TONGUES if fact.move == move else ():
            yield from (words for words, _ in phrases(fact, facts, tongue))


def full_sentences(board: chess.Board, tongue: Tongue) -> Iterator[str]:
    """Each legal move in its fullest form: the piece, its square, "to" and where it goes."""
    for fact in facts_of(board):
        if fact.target is not None:
            departure = f"{tongue.piece(fact.piece)} {tongue.square(fact.source)}"
            yield f"{departure} {tongue.to} {tongue.square(fact.target)}"


def _fault(board: chess.Board, sentences: Sentences, words: str, expected: frozenset[chess.Move]) -> Iterator[str]:
    meaning = sentences.meaning(tuple(folded(words).split()))
    moves = frozenset(() if meaning is None else meaning.moves)
    if moves != expected:
        names = [" ".join(sorted(move.uci() for move in each)) or "nothing" for each in (expected, moves)]
        yield f"{board.fen()}: {words!r} should mean {names[0]}, and means {names[1]}"


def _fact(board: chess.Board, move: chess.Move, walks: set[chess.Square]) -> Fact:
    piece = board.piece_type_at(move.from_square)
    assert piece is not None
    castling = board.is_kingside_castling(move) if board.is_castling(move) else None
    target: chess.Square | None = move.to_square
    captured = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    if castling is not None:
        target = chess.square(6 if castling else 2, chess.square_rank(move.from_square))
        target, captured = None if target in walks else target, None
    return Fact(
        move=move,
        piece=piece,
        source=move.from_square,
        target=target,
        captured=captured,
        en_passant=board.is_en_passant(move),
        castling=castling,
        check=board.gives_check(move),
    )


def _is_kings(board: chess.Board, move: chess.Move) -> bool:
    return board.piece_type_at(move.from_square) == chess.KING


def _departures(fact: Fact, facts: tuple[Fact, ...], tongue: Tongue) -> Iterator[_Part]:
    piece, source, named = fact.piece, fact.source, tongue.piece(fact.piece)
    file = {"from_file": chess.square_file(source)}
    rank = {"from_rank": chess.square_rank(source)}
    alike = [other for other in facts if other.target == fact.target]
    if piece == chess.PAWN or not any(other.piece == chess.PAWN for other in alike):
        yield _Part()  # the square alone is a pawn's where a pawn can go there
    yield _Part(tongue.square(source), {**file, **rank})
    if piece == chess.PAWN:
        yield _Part(tongue.file(source), {**file})
    yield _Part(named, {"piece": piece})
    yield _Part(f"{named} {tongue.file(source)}", {"piece": piece, **file})
    yield _Part(f"{named} {tongue.square(source)}", {"piece": piece, **file, **rank})
    equals = {other.source for other in alike if other.piece == piece} - {source}
    if any(chess.square_file(other) == chess.square_file(source) for other in equals):  # C.10.a
        yield _Part(f"{named} {tongue.rank(source)}", {"piece": piece, **rank})


def _arrivals(fact: Fact, target: chess.Square, departure: _Part, tongue: Tongue) -> Iterator[_Part]:
    square, takes = tongue.square(target), {"takes": True}
    place = {"to_file": chess.square_file(target), "to_rank": chess.square_rank(target)}
    yield _Part(square, place)
    if not departure.words:
        return
    yield _Part(f"{tongue.to} {square}", place)
    if fact.captured is None:
        return
    victim, captured = f"{tongue.takes} {tongue.piece(fact.captured)}", {"captured": fact.captured, **takes}
    yield _Part(f"{tongue.takes} {square}", {**place, **takes})
    yield _Part(victim, {**captured})
    yield _Part(f"{victim} {square}", {**captured, **place})
    yield _Part(f"{victim} {tongue.on} {square}", {**captured, **place})
    if fact.piece == chess.PAWN and "from_file" in departure.told and "from_rank" not in departure.told:
        file = {"to_file": chess.square_file(target), "takes": True}
        yield _Part(tongue.file(target), file)
        yield _Part(f"{tongue.takes} {tongue.file(target)}", file)


def _ends(fact: Fact, tongue: Tongue) -> Iterator[_Part]:
    ends = [_Part()]
    if fact.move.promotion is not None:
        named, told = tongue.piece(fact.move.promotion), {"promotion": fact.move.promotion}
        ends += [_Part(named, {**told}), _Part(f"{tongue.becomes} {named}", {**told})]
    if fact.en_passant:
        ends.append(_Part("en passant", {"en_passant": True}))
    yield from ends
    if fact.check:
        for end in ends:
            yield _Part(f"{end.words} {tongue.check}".strip(), end.told)


def _is_told(fact: Fact, told: Told) -> bool:
    if told.castles:
        return fact.castling is not None and told.castling in (None, fact.castling)
    return (
        fact.target is not None
        and told.piece in (None, fact.piece)
        and told.from_file in (None, chess.square_file(fact.source))
        and told.from_rank in (None, chess.square_rank(fact.source))
        and told.to_file in (None, chess.square_file(fact.target))
        and told.to_rank in (None, chess.square_rank(fact.target))
        and told.captured in (None, fact.captured)
        and told.promotion in (None, fact.move.promotion)
        and (not told.takes or fact.captured is not None)
        and (not told.en_passant or fact.en_passant)
    )


def _character(sign: str, tongue: Tongue) -> str:
    match sign:
        case "x":
            return tongue.takes
        case "+":
            return tongue.check
        case "#":
            return tongue.mate
        case "=":
            return ""
        case _ if sign in chess.FILE_NAMES:
            return tongue.files.split()[chess.FILE_NAMES.index(sign)]
        case _ if sign in chess.RANK_NAMES:
            return tongue.ranks.split()[chess.RANK_NAMES.index(sign)]
        case _:
            return tongue.piece(chess.Piece.from_symbol(sign).piece_type)
