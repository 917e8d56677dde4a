"""The answer to "why?": the article that was applied, and in one sentence the rule behind it."""

from collections.abc import Callable
from typing import Any

from access_chess.laws import events as happened
from access_chess.laws.editions import Edition
from access_chess.laws.events import Event, article_of
from access_chess.laws.time_control import ZERO
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.telling.article_words import article_words
from access_chess.speech.telling.endings import winning_chances
from access_chess.speech.utterance import SpokenPart


def why(event: Event | None, edition: Edition, pack: VoicePack) -> tuple[SpokenPart, ...]:
    """The article and the rule of a ruling (`game.ruling`) or of a refusal, and who could still give mate."""
    article = article_of(event) if event is not None else None
    if event is None or not article:  # what is only recorded, on a sheet from elsewhere, has none
        return (pack.phrase("answer_no_ruling"),)
    parts = [article_words(article, edition, pack)]
    if (key := _KEYS.get(type(event))) is not None:
        parts.append(pack.phrase(key(event)))
    if isinstance(event, happened.GameEnded):
        parts.extend(winning_chances(event, pack))
    return tuple(parts)


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
