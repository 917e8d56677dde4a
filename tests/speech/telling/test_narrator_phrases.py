"""Every reason, ending, offence and claim has its sentence in the languages that have all."""

from enum import Enum

import pytest

from access_chess.board.wire import reports
from access_chess.board.wire.reports import Disconnection, Loss
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.laws.commands import PenaltyKind, QuickplayGround, Result
from access_chess.laws.events import ClaimKind, Ending, Offence, Refusal
from access_chess.laws.winnability import Proof


def by_value(member: Enum) -> str:
    return str(member.value)


def by_name(member: Enum) -> str:
    return member.name.lower()


@pytest.mark.parametrize("pack", ["fide", "de", "en"])
@pytest.mark.parametrize(
    ("members", "prefixes", "word"),
    [
        pytest.param(Refusal, ("refused_",), by_value, id="refusals"),
        pytest.param(Ending, ("ending_", "why_ending_"), by_value, id="endings"),
        pytest.param(Offence, ("found_", "why_offence_"), by_value, id="offences"),
        pytest.param(
            ClaimKind,
            ("claim_", "claim_accepted_", "claim_rejected_", "arbiter_asked_", "why_claim_"),
            by_value,
            id="claims",
        ),
        pytest.param(PenaltyKind, ("penalty_",), by_name, id="penalties"),
        pytest.param(QuickplayGround, ("claim_ground_",), by_value, id="grounds"),
        pytest.param(Result, ("result_",), by_name, id="results"),
        pytest.param(Proof, ("chances_",), by_name, id="winnability"),
        pytest.param(Disconnection, ("test_away_",), by_name, id="disconnections"),
        pytest.param(Loss, ("test_loss_",), by_name, id="losses"),
        pytest.param(reports.CommandRefusal, ("test_refusal_",), by_name, id="refusals of the board"),
    ],
)
def test_every_member_has_its_phrases(pack: str, members: type[Enum], prefixes: tuple[str, ...], word: object) -> None:
    assert callable(word)
    keys = {prefix + word(member) for member in members for prefix in prefixes}
    assert keys <= load_voice_pack(pack).phrases.keys()
