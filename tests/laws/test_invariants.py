"""Whatever players and arbiter ask, in any order: nothing breaks, and the record tells the game."""

from datetime import timedelta

import chess
import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec.structs import replace

from access_chess.laws import commands
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import Command, DrawGround, PenaltyKind, Question, QuickplayGround, Result, Verdict
from access_chess.laws.decide import advance, next_deadline, set_up
from access_chess.laws.editions import Edition
from access_chess.laws.events import CommandTaken, Ending, Event, Refused
from access_chess.laws.evolve import evolve, replay
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Duty, Player, Regulations, Setup, Supervision
from access_chess.laws.time_control import parse_time_control
from access_chess.laws.touch_move import legal_moves

decoder = msgspec.json.Decoder(tuple[Event, ...])
squares = st.sampled_from(chess.SQUARES)
colors = st.booleans()
seconds = st.integers(0, 400).map(lambda number: timedelta(seconds=number))
some_moves = st.builds(chess.Move, squares, squares)
texts = st.just("Nf3")

hands = st.one_of(
    st.builds(commands.TouchPieces, color=colors, squares=st.lists(squares, min_size=1, max_size=3).map(tuple)),
    st.builds(commands.BrushPiece, color=colors, square=squares),
    st.builds(commands.AdjustPieces, color=colors, squares=st.lists(squares, max_size=2).map(tuple)),
    st.builds(commands.FeelSquares, color=colors, squares=st.lists(squares, min_size=1, max_size=3).map(tuple)),
    st.builds(commands.LiftPiece, color=colors, square=squares),
    st.builds(commands.PlacePiece, color=colors, square=squares),
    st.builds(commands.RemovePiece, color=colors, square=squares),
    st.builds(commands.ReleasePiece, color=colors, square=squares),
    st.builds(commands.ChoosePromotion, color=colors, piece_type=st.sampled_from([2, 3, 4, 5])),
    st.builds(commands.PlayIllegalMove, color=colors, move=some_moves),
    st.builds(
        commands.PlayMove,
        color=colors,
        move=some_moves,
        two_hands=st.booleans(),
        written=st.booleans(),
        against_touch=st.booleans(),
    ),
    st.builds(commands.PutBackMove, color=colors),
    st.builds(commands.KnockPiecesOver, color=colors, squares=st.lists(squares, min_size=1, max_size=2).map(tuple)),
    st.builds(commands.SetPiecesUp, color=colors),
)
words = st.one_of(
    st.builds(commands.AnnounceMove, color=colors, text=texts, move=st.none() | some_moves),
    st.builds(commands.CorrectAnnouncement, color=colors, text=texts, move=st.none() | some_moves),
    st.builds(commands.RepeatAnnouncement, color=colors, text=texts, move=st.none() | some_moves),
    st.builds(commands.WriteMove, color=colors, move=some_moves),
    st.builds(commands.WriteOffer, color=colors),
    st.builds(commands.Ask, color=colors, question=st.sampled_from(Question)),
    st.builds(commands.SealMove, color=colors, text=texts, moves=st.lists(some_moves, max_size=2).map(tuple)),
)
rights = st.one_of(
    *(
        st.builds(kind, color=colors)
        for kind in (
            commands.Arrive,
            commands.Leave,
            commands.Return,
            commands.OfferDraw,
            commands.AcceptDraw,
            commands.DeclineDraw,
            commands.ClaimIllegalMove,
            commands.ClaimFlag,
            commands.RequestExtraTime,
            commands.Appeal,
            commands.AgreeCorrection,
            commands.TakeBack,
            commands.PressClock,
            commands.CompleteScoresheet,
            commands.WithdrawClaim,
            commands.WithdrawOffer,
        )
    ),
    st.builds(commands.ClaimTouch, color=colors, square=squares),
    st.builds(
        commands.ClaimDraw,
        color=colors,
        ground=st.sampled_from(DrawGround),
        move=st.none() | some_moves,
        await_answer=st.booleans(),
        written=st.booleans(),
        by_display=st.booleans(),
    ),
    st.builds(commands.ClaimQuickplay, color=colors, ground=st.sampled_from(QuickplayGround)),
    st.builds(commands.ClaimClock, color=colors, noted=st.builds(ByColor, seconds, st.none())),
    st.builds(
        commands.StopClocks,
        color=st.none() | colors,
        reason=st.sampled_from(commands.StopReason),
    ),
)
assistants = st.builds(
    lambda act, color: replace(act, author=commands.assistant_of(color)),
    st.one_of(
        st.builds(commands.PressClock, color=colors),
        st.builds(commands.Tell, color=colors, question=st.sampled_from(Question)),
        st.builds(commands.ClaimFlag, color=colors),
        st.builds(commands.PlayMove, color=colors, move=some_moves),
        st.builds(commands.AnnounceMove, color=colors, text=texts, move=some_moves),
    ),
    colors,
)
arbiter = st.one_of(
    *(
        st.builds(kind)
        for kind in (
            commands.StartClock,
            commands.Adjourn,
            commands.Resume,
            commands.OpenEnvelope,
            commands.LoseEnvelope,
            commands.FindWrongSetup,
            commands.FindBoardTurned,
            commands.FindColorsReversed,
            commands.FindDisplaced,
            commands.Reconstruct,
        )
    ),
    st.builds(commands.Reconstruct, possible=st.booleans()),
    st.builds(commands.GrantLeave, color=colors),
    st.builds(commands.FindWrongSetup, square=squares),
    st.builds(commands.FindWrongClock, noted=st.builds(ByColor, seconds, st.none()), schedule_suffers=st.booleans()),
    st.builds(commands.SetMoveCounter, color=colors, moves=st.integers(0, 3)),
    st.builds(commands.Rule, verdict=st.sampled_from(Verdict)),
    st.builds(commands.FindIllegalMove, number=st.integers(1, 3), color=colors),
    st.builds(
        commands.CompareBoards,
        scores=st.builds(ByColor, st.just(("e4", "e5")), st.sampled_from([("e4", "e5"), ("d4",), ("e4", "zz")])),
    ),
    st.builds(commands.SetClock, color=colors, time=seconds),
    st.builds(commands.AddTime, color=colors, time=seconds),
    st.builds(
        commands.ImposePenalty,
        color=colors,
        kind=st.sampled_from([PenaltyKind.WARNING, PenaltyKind.OPPONENT_TIME, PenaltyKind.OWN_TIME]),
        time=seconds,
    ),
    st.builds(commands.RuleAppeal, upheld=st.booleans()),
)
ends = st.one_of(
    st.builds(commands.HearBothResign),
    st.builds(commands.SignResult, color=colors, result=st.sampled_from(Result)),
    st.builds(commands.Resign, color=colors),
    st.builds(commands.FindDevice, color=colors),
    st.builds(commands.FindRefusal, color=st.none() | colors),
    st.builds(commands.Declare, result=st.sampled_from(Result)),
)

authors = st.sampled_from(
    [
        *(author(color) for author in (commands.player, commands.assistant_of) for color in chess.COLORS),
        commands.ARBITER,
        commands.CLOCK,
        commands.PROGRAM,
        commands.SPECTATOR,
    ]
)

setups = st.builds(
    Setup,
    edition=st.sampled_from(Edition),
    fen=st.sampled_from(
        [
            chess.STARTING_FEN,
            "r3k2r/P6p/8/8/8/8/p6P/R3K2R w KQkq - 0 1",
            "8/8/4k3/8/8/4K3/R7/7r w - - 90 39",
            "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1",
        ]
    ),
    time=st.sampled_from([None, "600", "40/7200, 900+30", "300d5", "2/60, 60+5"]).map(
        lambda text: None if text is None else parse_time_control(text)
    ),
    supervision=st.sampled_from(Supervision),
    arbiter=st.sampled_from(ArbiterMode),
    players=st.builds(
        ByColor,
        st.sampled_from([Player(), Player(is_blind=True), Player(is_blind=True, assistant=tuple(Duty))]),
        st.sampled_from([Player(), Player(is_blind=True)]),
    ),
    regulations=st.sampled_from([Regulations(), Regulations(take_backs=True, default_time=timedelta(hours=1))]),
    presses_for=st.sampled_from([ByColor(False, False), ByColor(True, True), ByColor(False, True)]),
    absent=st.sampled_from([ByColor(False, False), ByColor(False, True)]),
)


class AnyGame(RuleBasedStateMachine):
    """Commands in any order against the whole of the Laws."""

    game: Game
    events: list[Event]
    at: timedelta

    @initialize(setup=setups)
    def begin(self, setup: Setup) -> None:
        self.events = list(set_up(setup))
        self.game = replay(self.events)
        self.at = timedelta()

    def ask(self, command: Command) -> None:
        before = self.game
        after, events = advance(before, command, at=self.at)
        folded = before
        for event in events:
            folded = evolve(folded, event)
        assert folded == after, "the events alone lead to the new game"
        assert decoder.decode(msgspec.json.encode(events)) == events, "the journal keeps every event as it is"
        if all(isinstance(event, Refused) for event in events):
            assert after is before, "a refused command changes nothing"
        elif all(isinstance(event, (CommandTaken, Refused)) for event in events):
            assert replace(after, taken=before.taken) == before, "but that its id is known"
        if before.end is not None and not self._is_ruled_after_the_end(before) and not _is_take_back(command):
            assert after.end == before.end or _is_signed(after), "a finished game stays finished"
        self.game = after
        self.events += events

    def _is_ruled_after_the_end(self, game: Game) -> bool:
        """The arbiter still rules on no result, and on one that the players signed or signed differently (8.7)."""
        is_open = game.end is not None and (game.end.result is Result.NONE or game.end.ending is Ending.SIGNED)
        return is_open or game.is_result_disputed

    @rule(command=st.one_of(hands, words, rights, assistants, arbiter))
    def anything(self, command: Command) -> None:
        self.ask(command)

    @rule(command=st.one_of(hands, words, rights, assistants, arbiter), author=authors)
    def anything_by_anybody(self, command: Command, author: commands.Author) -> None:
        self.ask(replace(command, author=author))

    @rule(command=st.one_of(hands, words, rights, assistants, arbiter), elapsed=st.sampled_from([0, 30, 7200]))
    def repeated(self, command: Command, elapsed: int) -> None:
        numbered = replace(command, id=f"order {len(self.events)}")
        self.ask(numbered)
        later = self.at + timedelta(seconds=elapsed)
        assert advance(self.game, numbered, at=later) == (self.game, ()), "a repeated id changes nothing"
        assert advance(replay(self.events), numbered, at=later)[1] == (), "nor does it after a restart"

    @rule(command=ends, is_due=st.integers(0, 9))
    def end(self, command: Command, is_due: int) -> None:
        if is_due == 0:
            self.ask(command)

    @rule(index=st.integers(0, 500))
    def play_and_press(self, index: int) -> None:
        moves = legal_moves(self.game)
        if moves:
            color = self.game.turn
            self.ask(commands.PlayMove(color=color, move=moves[index % len(moves)]))
            self.ask(commands.PressClock(color=color))

    @rule(index=st.integers(0, 500))
    def touch_and_release(self, index: int) -> None:
        moves = legal_moves(self.game)
        if moves:
            move, color = moves[index % len(moves)], self.game.turn
            self.ask(commands.TouchPieces(color=color, squares=(move.from_square,)))
            self.ask(commands.LiftPiece(color=color, square=move.from_square))
            self.ask(commands.ReleasePiece(color=color, square=move.to_square))

    @rule(elapsed=st.sampled_from([0.001, 1.5, 40, 700]))
    def wait(self, elapsed: float) -> None:
        running, before = self.game.clock.running, self.game
        start = self.at
        self.at += timedelta(seconds=elapsed)
        deadline = next_deadline(self.game)
        self.ask(commands.TimePassed())
        if deadline is None or deadline > self.at:
            assert self.game is before, "time alone changes nothing before the deadline"
            self._check_time_is_conserved(before, running, start)

    def _check_time_is_conserved(self, game: Game, running: chess.Color | None, start: timedelta) -> None:
        for color in chess.COLORS:
            used = game.remaining(color, start) - game.remaining(color, self.at)
            free = game.clock.delay_left(color, start) - game.clock.delay_left(color, self.at)
            expected = self.at - start if running is color and game.clock.control is not None else timedelta()
            if game.remaining(color, self.at):
                assert used + free == expected

    @invariant()
    def the_record_tells_the_game(self) -> None:
        if hasattr(self, "events") and len(self.events) % 7 == 0:
            assert replay(self.events) == self.game

    @invariant()
    def nobody_has_less_than_no_time(self) -> None:
        if hasattr(self, "game"):
            assert all(self.game.remaining(color, self.at) >= timedelta() for color in chess.COLORS)
            assert self.game.phase is not None


def _is_signed(game: Game) -> bool:
    """What both have signed stands, whatever was played or ruled before (8.7)."""
    return game.end is not None and game.end.ending is Ending.SIGNED


def _is_take_back(command: Command) -> bool:
    return isinstance(command, commands.TakeBack)


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(max_examples=80, stateful_step_count=40, deadline=None)
