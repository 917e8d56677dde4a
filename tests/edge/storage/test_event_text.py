"""Events as text: every kind comes back as it was written, under words that never change, and nothing else is read."""

import json
from datetime import timedelta
from typing import get_args

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from access_chess.edge.storage.event_text import FORMAT, KINDS, UPCASTERS, EventTextError, read_event, write_event
from access_chess.laws.by_color import ByColor
from access_chess.laws.events import (
    ClaimMade,
    Event,
    GameSetUp,
    MoveMade,
    MoveSealed,
    PositionRestored,
)
from access_chess.laws.events.reasons import ClaimKind
from access_chess.laws.setup import Player, Setup
from access_chess.laws.time_control import parse_time_control

MADE = {
    "event": "move_made", "color": True, "move": "e7e8q", "legal": True, "two_hands": False, "written": True,
    "announced": True, "castling_intended": False, "at": "PT1.5S",
}  # fmt: skip


def test_every_event_has_a_word_of_its_own() -> None:
    """A new kind of event needs a row in `event_words`; a word that is in use is never taken away."""
    assert set(KINDS.values()) == set(get_args(Event))
    assert len(set(KINDS.values())) == len(KINDS)


def test_words_in_use() -> None:
    """These stand in users' journals."""
    assert KINDS.keys() >= {
        "game_set_up", "refused", "player_arrived", "player_left", "player_returned", "pieces_touched",
        "piece_lifted", "piece_put_back", "piece_brushed", "pieces_adjusted", "piece_removed", "piece_released",
        "promotion_chosen", "move_made", "move_completed", "move_announced", "slip_corrected",
        "announcement_repeated", "move_written", "offer_written", "executed_on_other_board", "question_asked",
        "told", "clock_started", "clock_pressed", "clock_handed_back", "clocks_stopped", "period_begun",
        "flag_fell", "time_set", "move_counter_set", "time_added", "extra_delay_granted", "draw_offered",
        "draw_declined", "draw_accepted", "claim_made", "claim_accepted", "claim_rejected", "claim_postponed",
        "arbiter_asked", "irregularity_found", "position_restored", "promoted_to_queen", "warning_given",
        "penalty_imposed", "board_turned", "colors_stay", "boards_compared", "correction_agreed", "sealing_called",
        "move_sealed", "game_adjourned", "game_resumed", "envelope_opened", "envelope_lost", "appeal_made",
        "appeal_ruled", "moves_taken_back", "game_ended", "command_taken",
    }  # fmt: skip


def test_a_move_is_uci_and_every_field_is_written() -> None:
    event = MoveMade(at=timedelta(seconds=1.5), color=chess.WHITE, move=chess.Move.from_uci("e7e8q"))
    assert json.loads(write_event(event)) == MADE
    assert read_event(json.dumps(MADE)) == event


@pytest.mark.parametrize(
    "event",
    [
        GameSetUp(
            setup=Setup(
                fen="bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                is_chess960=True,
                moves=("f4e5",),
                time=parse_time_control("40/7200, 20/3600d5, 900+30"),
                times=ByColor(timedelta(minutes=3), None),
                players=ByColor(Player(name="Ána \u200f\t\x1b[2J♞"), Player(is_blind=True)),
            )
        ),
        MoveSealed(color=True, text="Te1", moves=(chess.Move(4, 5), chess.Move(60, 4)), article="1.a"),
        ClaimMade(color=False, kind=ClaimKind.THREEFOLD, article="9.2", move=None),
        PositionRestored(
            at=timedelta(), ply=3, article="7.5.1", touches=(12, 28), released=chess.Move(12, 28),
            times=ByColor(timedelta(seconds=-1), timedelta(days=1)),
        ),
        MoveMade(at=timedelta(), color=True, move=chess.Move.null(), legal=False),
    ],
)  # fmt: skip
def test_events_come_back(event: Event) -> None:
    assert read_event(write_event(event)) == event


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"event": "moon"}, "no kind of event is called 'moon'"),
        ({"event": None}, "no kind of event"),
        ({"move": "e7e9"}, "e9"),
        ({"move": {"from_square": 12, "to_square": 28, "promotion": None, "drop": None}}, "was read as"),
        ({"move": None}, "move"),
        ({"color": 1}, "bool"),
        ({"color": "white"}, "bool"),
        ({"at": "tomorrow"}, "at"),
        ({"at": "P99999D"}, "99999 days"),
        ({"at": None}, "at"),
        ({"flavour": "sweet"}, "the field 'flavour' is not known"),
    ],
)
def test_what_is_no_event(change: dict[str, object], problem: str) -> None:
    with pytest.raises(EventTextError, match=problem):
        read_event(json.dumps(MADE | change))


@pytest.mark.parametrize(
    "text",
    ["", "null", "7", "[]", "[" * 100_000, '{"event":' * 100_000, "{}", '{"event":"promotion_chosen"}', "\ud800"]
    + [
        json.dumps({"event": "promotion_chosen", "color": True, "piece_type": piece, "article": ""})
        for piece in (0, 7, 9**99)
    ]
    + [json.dumps({"event": "piece_lifted", "color": True, "square": square}) for square in (-1, 64, 9**5000 % 10**600)]
    + [json.dumps({"event": "moves_taken_back", "color": True, "at": "P0D", "ply": 2_000_000})],
)
def test_garbage_is_told_as_such(text: str) -> None:
    with pytest.raises(EventTextError):
        read_event(text)


def test_what_an_earlier_program_wrote_is_brought_up_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(UPCASTERS, 1, lambda fields: MADE | {"move": fields["from"] + fields["to"]})
    assert read_event('{"event": "move", "from": "e7", "to": "e8q"}', 1) == read_event(json.dumps(MADE))


def test_a_format_of_tomorrow() -> None:
    with pytest.raises(EventTextError, match=f"format {FORMAT + 1} is not known"):
        read_event("{}", FORMAT + 1)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["PT1S", "e2e4"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*MADE, "setup", "fen"]), inner),
    max_leaves=6,
)


@given(word=st.sampled_from([*KINDS, "x"]), fields=st.dictionaries(st.sampled_from([*MADE, "square"]), JSON))
def test_whatever_is_read_is_written_again_as_it_was(word: str, fields: dict[str, object]) -> None:
    """Any text is either refused or an event that says the same."""
    text = json.dumps(fields | {"event": word})
    try:
        event = read_event(text)
    except EventTextError:
        return
    assert read_event(write_event(event)) == event
