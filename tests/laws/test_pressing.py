"""What a press completes, and what it turns into an offence, by edition and by who rules (6.7, 7.4, E.2.3)."""

from datetime import timedelta

import chess
import pytest

from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import (
    AnnounceMove,
    ChoosePromotion,
    Command,
    FindDisplaced,
    KnockPiecesOver,
    LiftPiece,
    PlacePiece,
    PlayIllegalMove,
    PlayMove,
    PressClock,
    ReleasePiece,
    StartClock,
    TouchPieces,
)
from access_chess.laws.decide import advance, set_up
from access_chess.laws.editions import Edition
from access_chess.laws.events import (
    ClockHandedBack,
    ClockPressed,
    Event,
    IrregularityFound,
    Offence,
    PeriodBegun,
    PromotedToQueen,
    Refusal,
    Refused,
)
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Player, Setup
from access_chess.laws.time_control import PeriodAdd, parse_time_control

W, B = chess.WHITE, chess.BLACK
PROMOTES = "8/4P2k/8/8/8/8/8/4K3 w - - 0 1"
CAPTURES = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
SECOND = timedelta(seconds=1)
LIFTED, PLACED = LiftPiece(color=W, square=chess.E2), PlacePiece(color=W, square=chess.E4)
SAID = AnnounceMove(color=W, text="e4", move=chess.Move.from_uci("e2e4"))


def game_of(edition: Edition = Edition.FIDE_2009, *, fen: str = chess.STARTING_FEN, **fields: object) -> Game:
    setup = Setup(edition=edition, fen=fen, time=parse_time_control("5400+30"), **fields)  # type: ignore[arg-type]
    return advance(replay(set_up(setup)), StartClock(), at=timedelta())[0]


def after(game: Game, *commands: Command) -> tuple[Game, list[Event]]:
    events: list[Event] = []
    for number, command in enumerate(commands, start=1):
        game, events[:] = advance(game, command, at=number * SECOND)
    return game, events


def offences(events: list[Event]) -> list[Offence]:
    return [event.offence for event in events if isinstance(event, IrregularityFound)]


def on_last_rank() -> tuple[Command, ...]:
    return (TouchPieces(color=W, squares=(chess.E7,)), ReleasePiece(color=W, square=chess.E8), PressClock(color=W))


@pytest.mark.parametrize(
    ("edition", "arbiter", "warnings", "illegal", "runs"),
    [
        (Edition.FIDE_2009, ArbiterMode.PROGRAM, 1, 0, W),
        (Edition.FIDE_2018, ArbiterMode.PROGRAM, 0, 1, W),
        (Edition.FIDE_2023, ArbiterMode.PROGRAM, 0, 1, W),
        (Edition.FIDE_2018, ArbiterMode.HUMAN, 0, 0, B),
        (Edition.FIDE_2009, ArbiterMode.NONE, 0, 0, B),
    ],
)
def test_7_5_3_a_press_without_a_move(
    edition: Edition, arbiter: ArbiterMode, warnings: int, illegal: int, runs: chess.Color
) -> None:
    game, events = after(game_of(edition, arbiter=arbiter), PressClock(color=W))
    assert (game.warnings.white, game.illegal_count.white, game.clock.running) == (warnings, illegal, runs)
    if illegal:
        assert offences(events) == [Offence.PRESS_WITHOUT_MOVE]
        assert game.remaining(B, SECOND) == timedelta(seconds=5400 + 30 + 120)


@pytest.mark.parametrize(
    ("done", "refusal"),
    [
        ((), Refusal.NOT_ANNOUNCED),
        ((LIFTED, PLACED), Refusal.NOT_ANNOUNCED),
        ((SAID,), Refusal.NOT_MADE),
        ((LIFTED, SAID), Refusal.NOT_MADE),
    ],
)
def test_e_2_3_a_blind_player_s_press_is_refused_for_what_is_lacking(
    done: tuple[Command, ...], refusal: Refusal
) -> None:
    game = game_of(players=ByColor(Player(is_blind=True), Player()))
    _, (refused,) = after(game, *done, PressClock(color=W))
    assert isinstance(refused, Refused) and (refused.reason, refused.article) == (refusal, "E.2.3")


def test_6_7_a_a_press_completes_the_move() -> None:
    game, events = after(game_of(), PlayMove(color=W, move=chess.Move.from_uci("e2e4")), PressClock(color=W))
    assert [type(event) for event in events] == [ClockPressed]
    assert (game.completed, game.uncompleted, game.clock.running) == (ByColor(1, 0), ByColor(0, 0), B)


def test_only_who_thinks_can_press() -> None:
    move = PlayMove(color=W, move=chess.Move.from_uci("e2e4"))
    _, (refused,) = after(game_of(), move, PressClock(color=B))
    assert isinstance(refused, Refused) and refused.reason is Refusal.CLOCK_NOT_RUNNING


@pytest.mark.parametrize(
    ("edition", "moves", "on_e8", "illegal", "offence"),
    [
        (Edition.FIDE_2009, 0, None, 1, Offence.UNFINISHED_PROMOTION),
        (Edition.FIDE_2018, 1, chess.QUEEN, 1, Offence.UNFINISHED_PROMOTION),
    ],
)
def test_7_5_2_a_pawn_on_the_last_rank(
    edition: Edition, moves: int, on_e8: chess.PieceType | None, illegal: int, offence: Offence
) -> None:
    """In 2009 it is undone, since 2018 it is a queen."""
    game, events = after(game_of(edition, fen=PROMOTES), *on_last_rank())
    assert offences(events) == [offence] and game.illegal_count.white == illegal
    assert (game.completed.white, game.board.piece_type_at(chess.E8)) == (moves, on_e8)
    assert game.clock.running is (B if moves else W)
    assert any(isinstance(event, PromotedToQueen) for event in events) is bool(moves)


def test_6_7_a_the_new_piece_is_let_go_by_the_press() -> None:
    touch, release, press = on_last_rank()
    game, events = after(
        game_of(fen=PROMOTES), touch, release, ChoosePromotion(color=W, piece_type=chess.KNIGHT), press
    )
    assert (game.board.piece_type_at(chess.E8), game.completed.white, game.clock.running) == (chess.KNIGHT, 1, B)
    assert isinstance(events[-1], ClockPressed) and game.illegal_count == ByColor(0, 0)


@pytest.mark.parametrize(("arbiter", "runs"), [(ArbiterMode.PROGRAM, W), (ArbiterMode.HUMAN, B)])
def test_7_3_a_press_with_pieces_knocked_over(arbiter: ArbiterMode, runs: chess.Color) -> None:
    """The program has the clock changed over at once; a person who rules does it himself."""
    move = PlayMove(color=W, move=chess.Move.from_uci("e2e4"))
    knocked = KnockPiecesOver(color=W, squares=(chess.A2,))
    game, _ = after(game_of(arbiter=arbiter), knocked, move, PressClock(color=W))
    assert (game.clock.running, game.completed.white) == (runs, 1)


def test_7_3_players_restore_pieces_on_their_own_time() -> None:
    """White has displaced a piece and pressed: his own clock runs until it is up, and his second press is no move."""
    displaced = FindDisplaced(squares=(chess.A2,))
    move = PlayMove(color=W, move=chess.Move.from_uci("e2e4"))
    game, _ = after(game_of(), move, PressClock(color=W), displaced)
    assert (game.restoring, game.clock.running, game.turn) == (W, W, B)
    game, events = advance(game, PressClock(color=W), at=9 * SECOND)
    assert [type(event) for event in events] == [ClockHandedBack]
    assert (game.restoring, game.clock.running, game.completed) == (None, B, ByColor(1, 0))


@pytest.mark.parametrize("arbiter", [ArbiterMode.HUMAN, ArbiterMode.NONE])
def test_a_pawn_on_the_last_rank_stands_until_somebody_finds_it(arbiter: ArbiterMode) -> None:
    game, _ = after(game_of(Edition.FIDE_2018, fen=PROMOTES, arbiter=arbiter), *on_last_rank())
    assert (game.plies[-1].legal, game.completed.white, game.clock.running) == (False, 1, B)
    assert game.board.piece_type_at(chess.E8) == chess.PAWN


@pytest.mark.parametrize(("arbiter", "stands", "runs"), [(ArbiterMode.PROGRAM, False, W), (ArbiterMode.HUMAN, True, B)])
def test_7_4_a_an_illegal_move_is_completed_by_the_press(arbiter: ArbiterMode, stands: bool, runs: chess.Color) -> None:
    illegal = PlayIllegalMove(color=W, move=chess.Move.from_uci("e2e5"))
    game, events = after(game_of(arbiter=arbiter), illegal, PressClock(color=W))
    assert (bool(game.plies), game.clock.running) == (stands, runs)
    assert game.illegal_count.white == (0 if stands else 1)
    if stands:
        assert not game.plies[-1].legal and isinstance(events[-1], ClockPressed)


def test_the_captured_piece_still_stands() -> None:
    touched = TouchPieces(color=W, squares=(chess.E4, chess.D5))
    game, (refused,) = after(
        game_of(fen=CAPTURES), touched, ReleasePiece(color=W, square=chess.D5), PressClock(color=W)
    )
    assert isinstance(refused, Refused) and refused.reason is Refusal.CAPTURED_PIECE_STANDS
    assert (refused.article, game.clock.running) == ("4.6", W)


def test_e_2_3_a_blind_player_announces_before_the_press() -> None:
    blind = game_of(players=ByColor(Player(is_blind=True), Player()))
    hand = (LiftPiece(color=W, square=chess.E2), PlacePiece(color=W, square=chess.E4))
    for commands in ((), hand[:1], hand):
        game, (refused,) = after(blind, *commands, PressClock(color=W))
        assert isinstance(refused, Refused) and refused.reason is Refusal.NOT_ANNOUNCED
        assert game.warnings == ByColor(0, 0)


@pytest.mark.parametrize(
    ("edition", "arbiter", "illegal", "runs"),
    [
        (Edition.FIDE_2009, ArbiterMode.PROGRAM, 0, B),
        (Edition.FIDE_2018, ArbiterMode.PROGRAM, 1, W),
        (Edition.FIDE_2018, ArbiterMode.HUMAN, 0, B),
    ],
)
def test_7_5_4_two_hands(edition: Edition, arbiter: ArbiterMode, illegal: int, runs: chess.Color) -> None:
    two_hands = PlayMove(color=W, move=chess.Move.from_uci("e2e4"), two_hands=True)
    game, _ = after(game_of(edition, arbiter=arbiter), two_hands, PressClock(color=W))
    assert (game.illegal_count.white, game.clock.running) == (illegal, runs)


def test_6_2_3_the_hand_that_moves_presses() -> None:
    move = PlayMove(color=W, move=chess.Move.from_uci("e2e4"))
    game, _ = after(game_of(), move, PressClock(color=W, other_hand=True))
    assert (game.warnings, game.clock.running) == (ByColor(1, 0), B)


@pytest.mark.parametrize("added", PeriodAdd)
def test_6_3_a_period_that_begins_is_told_by_its_number(added: PeriodAdd) -> None:
    """By the press that reaches the quota, or when the display is at zero; the first is number 0."""
    setup = Setup(is_clock_alone=True, arbiter=ArbiterMode.HUMAN, time=parse_time_control("1/60, 1/60, 60", added))
    game, begun = replay(set_up(setup)), []
    script: list[tuple[float, Command]] = [
        (0, StartClock()),
        (10, PressClock(color=W)),
        (20, PressClock(color=B)),
        (75, PressClock(color=W)),
    ]
    script += [(85, PressClock(color=B)), (145, PressClock(color=W))]
    for at, command in script:
        game, events = advance(game, command, at=timedelta(seconds=at))
        begun += [(event.color, event.period) for event in events if isinstance(event, PeriodBegun)]
    assert [number for color, number in begun if color is W] == [1, 2]
