"""The answer to "why?"."""

from datetime import timedelta

import chess
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.laws import events
from access_chess.laws.commands import Result
from access_chess.laws.editions import Edition
from access_chess.laws.winnability import Proof
from access_chess.speech.answers.reading_reply import why

NOW = timedelta()


@pytest.mark.parametrize(
    ("event", "sentences"),
    [
        pytest.param(None, ["There has been no ruling."], id="no ruling"),
        pytest.param(
            events.GameEnded(
                at=NOW,
                result=Result.DRAW,
                ending=events.Ending.FLAG_DRAW,
                article="6.9",
                color=chess.BLACK,
                reason=Proof.KING_UNREACHABLE,
            ),
            [
                "Article six point nine.",
                "A fallen flag loses only if the opponent can give mate by some legal moves; otherwise it is a draw.",
                "No piece of White can ever reach the region of Black's king.",
            ],
            id="6.9",
        ),
        pytest.param(
            events.IrregularityFound(offence=events.Offence.ILLEGAL_MOVE, article="7.4.a", color=chess.WHITE),
            [
                "Article seven point four a.",
                "A move that the Laws do not allow was completed by pressing the clock.",
            ],
            id="7.4.a",
        ),
        pytest.param(
            events.ClaimRejected(color=chess.WHITE, kind=events.ClaimKind.FIFTY, article="9.5.b"),
            [
                "Article nine point five b.",
                "A draw may be claimed when each player has made fifty moves without a capture or a pawn move.",
            ],
            id="9.5.b",
        ),
        pytest.param(
            events.Refused(color=chess.WHITE, reason=events.Refusal.CLAIM_LOST, article="9.4"),
            [
                "Article nine point four.",
                "You have touched a piece, so you can no longer claim on this move.",
            ],
            id="9.4",
        ),
        pytest.param(
            events.ClockStarted(at=NOW, color=chess.WHITE, article="6.5"), ["Article six point five."], id="6.5"
        ),
    ],
)
def test_article_and_rule(event: events.Event | None, sentences: list[str]) -> None:
    assert [part.text for part in why(event, Edition.FIDE_2009, load_voice_pack("en"))] == sentences
