"""What is said when a text is no legal move, or not yet one: the reason, or the smallest question. And the answer to
"why?": the article that was applied, and in one sentence the rule behind it.
"""

from collections.abc import Callable, Sequence
from typing import Any, assert_never

import chess

from access_chess.laws import events as happened
from access_chess.laws.editions import Edition
from access_chess.laws.events import Event, article_of
from access_chess.laws.time_control import ZERO
from access_chess.notation.distinction import distinctions
from access_chess.notation.illegality import Illegal
from access_chess.notation.reading import Ambiguous, PromotionMissing, Unreadable
from access_chess.speech.language.voice_pack import VoicePack, listed
from access_chess.speech.telling.narration import article_words
from access_chess.speech.telling.narrator import winning_chances
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


def why(event: Event | None, edition: Edition, pack: VoicePack) -> tuple[SpokenPart, ...]:
    """The article and the rule of a ruling (`game.ruling`) or of a refusal, and who could still give mate."""
    article = article_of(event) if event is not None else None
    if event is None or not article:  # what is only recorded, on a sheet from elsewhere, has none
        return (pack.phrase("answer_no_ruling"),)
    parts = [article_words(article, edition, pack)]
    if (reason := reason_of(event)) is not None:
        parts.append(pack.phrase(reason))
    if isinstance(event, happened.GameEnded):
        parts.extend(winning_chances(event, pack))
    return tuple(parts)


def reason_of(event: Event) -> str | None:
    """The key of the phrase that gives the reason for a ruling; None where its article says enough."""
    key = _KEYS.get(type(event))
    return None if key is None else key(event)


_Claim = happened.ClaimMade | happened.ClaimAccepted | happened.ClaimRejected | happened.ArbiterAsked


def _claim(event: _Claim) -> str:
    return f"why_claim_{event.kind.value}"


def _offence(event: happened.IrregularityFound | happened.WarningGiven) -> str:
    return f"why_offence_{event.offence.value}"


_KEYS: dict[type, Callable[[Any], str]] = {
    happened.Refused: lambda event: f"refused_{event.reason.value}",
    happened.ClaimMade: _claim,
    happened.ClaimAccepted: _claim,
    happened.ClaimRejected: _claim,
    happened.ClaimPostponed: _claim,
    happened.ArbiterAsked: _claim,
    happened.IrregularityFound: _offence,
    happened.WarningGiven: _offence,
    happened.PositionRestored: lambda event: "why_restored",
    happened.FlagFell: lambda event: "why_flag_fell",
    happened.TimeAdded: lambda event: "why_time_added" if event.time >= ZERO else "why_time_taken",
    happened.PromotedToQueen: lambda event: "why_promoted_to_queen",
    happened.PenaltyImposed: lambda event: "why_penalty",
    happened.BoardTurned: lambda event: "why_board_turned",
    happened.CastlingRightLost: lambda event: "why_castling_right_lost",
    happened.ColorsStay: lambda event: "why_colors_stay",
    happened.BoardsCompared: lambda event: "why_scores_agree" if event.agree else "why_scores_differ",
    happened.GameEnded: lambda event: f"why_ending_{event.ending.value}",
}
