"""Who attacks, defends, pins and reaches what, in words that take no longer than twelve seconds.

A list that would be longer is cut, and says by how much.
"""

from collections.abc import Sequence

import chess

from access_chess.practice.relations import Fight, Pin, Reach
from access_chess.speech.language.voice_pack import VoicePack, joined, listed
from access_chess.speech.practising.position_words import cut_list, man_on, sentence
from access_chess.speech.utterance import SpokenPart

MOST_MEN = 5  # in a list beside another one: two lists of five take ten seconds
MOST_SQUARES = 9  # listed one by one; a queen's are told by the ends of their lines
MOST_CHECKS = 3
MOST_PINS = 2


def attacked(board: chess.Board, men: Sequence[chess.Square], pack: VoicePack) -> SpokenPart:
    """ "Attacked two: knight Felix three, bishop Bella two." """
    return _counted("attacked", board, men, pack)


def defended(board: chess.Board, men: Sequence[chess.Square], pack: VoicePack) -> SpokenPart:
    """ "Defended one: pawn David six." """
    return _counted("defended", board, men, pack)


def fought_over(board: chess.Board, square: chess.Square, fight: Fight, pack: VoicePack) -> SpokenPart:
    """Attackers, defenders, and whether the exchange costs the man."""
    parts = [attacked(board, fight.attackers, pack), defended(board, fight.defenders, pack)]
    if fight.is_lost:
        parts.append(pack.phrase(f"would_be_lost_{chess.piece_name(board.piece_type_at(square) or chess.PAWN)}"))
    return joined(parts)


def hangs(
    board: chess.Board, own: Sequence[chess.Square], others: Sequence[chess.Square], pack: VoicePack
) -> SpokenPart:
    """ "Yours: bishop Cesar four. Theirs: none." """
    return pack.phrase("hanging", own=_men_or_none(board, own, pack), others=_men_or_none(board, others, pack))


def pinned(board: chess.Board, own: Sequence[Pin], others: Sequence[Pin], pack: VoicePack) -> tuple[SpokenPart, ...]:
    """A sentence for each pin: "Your knight on Felix three is pinned to the queen by the bishop on Gustav four." """
    told = [_pin("pinned_own", board, pin, pack) for pin in own]
    told += [_pin("pinned_other", board, pin, pack) for pin in others]
    if not told:
        return (pack.phrase("no_pins"),)
    left = len(told) - MOST_PINS
    return (*told[:MOST_PINS], *((pack.phrase("more_pins", count=left),) if left > 0 else ()))


def reached(
    board: chess.Board, square: chess.Square, reach: Reach, pinned_by: chess.Square | None, pack: VoicePack
) -> SpokenPart:
    """Where a man may go: "Seven squares: Felix six check, Gustav five. Takes: pawn Cesar five." """
    parts = []
    if pinned_by is not None:
        by = {"piece": pack.piece(board.piece_type_at(pinned_by) or chess.PAWN), "square": pack.square(pinned_by)}
        parts.append(pack.phrase("reach_pinned_no_move" if reach.is_empty else "reach_pinned", **by))
    elif reach.is_empty:
        parts.append(pack.phrase("reach_none"))
    if reach.quiet:
        parts.append(_quiet(square, reach, pack))
    if reach.captures:
        parts.append(taken(board, reach, pack))
    if len(reach.quiet) > MOST_SQUARES and reach.checks & set(reach.quiet):
        parts.append(_checks(sorted(reach.checks & set(reach.quiet)), pack))
    return joined(parts)


def taken(board: chess.Board, reach: Reach, pack: VoicePack) -> SpokenPart:
    """What a man may take: "Takes: pawn Cesar five." """
    if not reach.captures:
        return pack.phrase("takes_nothing")
    most = MOST_MEN if len(reach.quiet) > MOST_SQUARES else MOST_MEN + 1
    men = [_with_check(man_on(board, at, pack), at, reach, pack) for at in reach.captures]
    return pack.phrase("reach_takes", men=cut_list(men, most, pack))


def _quiet(square: chess.Square, reach: Reach, pack: VoicePack) -> SpokenPart:
    if len(reach.quiet) > MOST_SQUARES:
        ends = [pack.phrase("reach_to", square=pack.square(end)) for end in _ends(square, reach.quiet)]
        named = listed(ends)
    else:
        named = listed(_with_check(pack.square(at), at, reach, pack) for at in reach.quiet)
    return sentence(pack.phrase("reach_squares", count=len(reach.quiet), squares=named))


def _ends(square: chess.Square, squares: Sequence[chess.Square]) -> list[chess.Square]:
    """The farthest of these squares in each direction from a man who moves in lines."""
    farthest: dict[tuple[int, int], chess.Square] = {}
    for at in sorted(squares, key=lambda each: chess.square_distance(square, each)):
        files = chess.square_file(at) - chess.square_file(square)
        ranks = chess.square_rank(at) - chess.square_rank(square)
        farthest[_sign(files), _sign(ranks)] = at
    return sorted(farthest.values())


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _with_check(named: SpokenPart, square: chess.Square, reach: Reach, pack: VoicePack) -> SpokenPart:
    return pack.phrase("reach_check", square=named) if square in reach.checks else named


def _checks(squares: Sequence[chess.Square], pack: VoicePack) -> SpokenPart:
    if len(squares) > MOST_CHECKS:
        return pack.phrase("reach_checks", count=len(squares))
    return pack.phrase("reach_check_on", squares=listed(pack.square(at) for at in squares))


def _counted(key: str, board: chess.Board, men: Sequence[chess.Square], pack: VoicePack) -> SpokenPart:
    if not men:
        return pack.phrase(f"not_{key}")
    named = [man_on(board, at, pack) for at in men]
    return pack.phrase(key, number=len(men), men=cut_list(named, MOST_MEN, pack))


def _men_or_none(board: chess.Board, men: Sequence[chess.Square], pack: VoicePack) -> SpokenPart:
    if not men:
        return pack.phrase("hanging_none")
    return cut_list([man_on(board, at, pack) for at in men], MOST_MEN, pack)


def _pin(key: str, board: chess.Board, pin: Pin, pack: VoicePack) -> SpokenPart:
    kinds = {
        "piece": board.piece_type_at(pin.pinned),
        "behind": board.piece_type_at(pin.behind),
        "by": board.piece_type_at(pin.by),
    }
    named = {slot: pack.piece(kind or chess.PAWN) for slot, kind in kinds.items()}
    return pack.phrase(key, square=pack.square(pin.pinned), attacker=pack.square(pin.by), **named)
