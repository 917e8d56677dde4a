"""`why` after a refused move: the rule that it would break, in full."""

import chess
import pytest

from access_chess.edge.packs.laws import has_laws, load_laws
from access_chess.edge.packs.voice_packs import voice_pack_names
from access_chess.laws.editions import Edition
from access_chess.notation.illegality import Illegal, Reason
from access_chess.speech.answers.broken_rules import broken_rules

LAWS = load_laws("en")


def told(
    reason: Reason, man: chess.PieceType | None, edition: Edition = Edition.FIDE_2009, *, is_blindfold: bool = False
) -> list[str]:
    """The numbers of the rules."""
    parts = broken_rules(Illegal(reason=reason), man, edition, LAWS, is_blindfold=is_blindfold)
    return [part.text.partition(". ")[0] for part in parts]


@pytest.mark.parametrize(
    ("reason", "man", "numbers"),
    [
        (Reason.CANNOT_REACH, chess.KNIGHT, ["Article three point six"]),
        (Reason.CANNOT_REACH, chess.BISHOP, ["Article three point two"]),
        (Reason.CANNOT_REACH, chess.ROOK, ["Article three point three"]),
        (Reason.CANNOT_REACH, chess.QUEEN, ["Article three point four"]),
        (Reason.CANNOT_REACH, chess.KING, ["Article three point eight a"]),
        (Reason.CANNOT_REACH, chess.PAWN, ["Article three point seven a", "Article three point seven b"]),
        (Reason.BLOCKED, chess.ROOK, ["Article three point five"]),
        (Reason.BLOCKED, chess.PAWN, ["Article three point seven a", "Article three point seven b"]),
        (Reason.OWN_PIECE_THERE, chess.KING, ["Article three point one"]),
        (Reason.NOTHING_TO_CAPTURE, chess.PAWN, ["Article three point seven c"]),
        (Reason.PINNED, chess.KNIGHT, ["Article three point nine"]),
        (Reason.IN_CHECK, chess.PAWN, ["Article three point nine"]),
        (Reason.INTO_CHECK, chess.KING, ["Article three point nine"]),
        (Reason.CASTLING_LOST, chess.KING, ["Article three point eight b point one"]),
        (Reason.CASTLING_BLOCKED, chess.KING, ["Article three point eight b point two"]),
        (Reason.CASTLING_THROUGH_CHECK, chess.KING, ["Article three point eight b point two"]),
        (Reason.PROMOTION_PIECE, chess.PAWN, ["Article three point seven e"]),
    ],
    ids=lambda value: str(value) if isinstance(value, Reason) else None,
)
def test_each_refusal_has_its_rule(reason: Reason, man: chess.PieceType, numbers: list[str]) -> None:
    assert told(reason, man) == numbers


NO_RULE = (
    Reason.EMPTY_SQUARE, Reason.NOT_YOUR_PIECE, Reason.ANOTHER_PIECE, Reason.NO_SUCH_PIECE, Reason.NO_PROMOTION
)  # fmt: skip


@pytest.mark.parametrize("reason", NO_RULE)
def test_a_man_that_is_not_there_breaks_no_rule(reason: Reason) -> None:
    assert told(reason, chess.KNIGHT) == []


def test_the_number_is_that_of_the_edition() -> None:
    assert told(Reason.PINNED, chess.KNIGHT, Edition.FIDE_2023) == ["Article three point nine point two"]


@pytest.mark.parametrize("reason", Reason)
def test_in_a_blindfold_game_nothing_of_the_board_is_told(reason: Reason) -> None:
    assert told(reason, chess.KNIGHT, is_blindfold=True) == ["Article three point six"]
    assert told(reason, None, is_blindfold=True) == []


@pytest.mark.parametrize("pack", [each for each in voice_pack_names() if has_laws(each)])
@pytest.mark.parametrize("edition", Edition)
def test_each_rule_is_told_in_each_language_and_edition(pack: str, edition: Edition) -> None:
    laws = load_laws(pack)
    for reason in Reason:
        for man in chess.PIECE_TYPES:
            broken_rules(Illegal(reason=reason), man, edition, laws)
