"""What a player is told of their board, and who tests one, as words of a voice pack."""

from collections.abc import Iterable
from typing import assert_never

import chess

from access_chess.board.contact_trial import TrialKind, TrialNotice
from access_chess.board.pegs.occupancy import SetupStep
from access_chess.board.pegs.players_board import BoardNoticeKind, Notice
from access_chess.board.wire.frames import (
    FIRST_BUTTON,
    RESET_BROWN_OUT,
    RESET_PIN,
    RESET_POWER_ON,
    RESET_WATCHDOG,
    WHITE_LEVER,
    Hello,
)
from access_chess.board.wire.reports import (
    LEVERS,
    SQUARES,
    BoardReport,
    ButtonPressed,
    ButtonReleased,
    ClockLeapt,
    CommandRefused,
    Connected,
    Disconnected,
    LeverPressed,
    LeverReleased,
    Lifted,
    Placed,
    Quiet,
    ReportsLost,
)
from access_chess.speech.answers.position import color_name
from access_chess.speech.language.voice_pack import VoicePack, listed
from access_chess.speech.utterance import SpokenPart

#: So many squares are named at once; where more differ, the player asks for them.
NAMED = 4


def notice_words(notice: Notice, pack: VoicePack, owner: chess.Color | None = None) -> tuple[SpokenPart, ...]:
    """The sentences of a notice; none for the question after a new piece, which the place asks.

    Where each player has a board, it is said whose it is: the `owner`'s.
    """
    words = _sentences(notice, pack)
    return words if not words or owner is None else (pack.phrase("board_of", color=color_name(owner, pack)), *words)


def _sentences(notice: Notice, pack: VoicePack) -> tuple[SpokenPart, ...]:
    steps = notice.steps
    match notice.kind:
        case BoardNoticeKind.FOUND:
            return (pack.phrase("board_found"), *(_left(steps, pack) if steps else (pack.phrase("board_correct"),)))
        case BoardNoticeKind.LOST:
            return (pack.phrase("board_lost"),)
        case BoardNoticeKind.NOT_FOUND:
            return (pack.phrase("board_not_found"),)
        case BoardNoticeKind.PROTOCOL:
            return (pack.phrase("board_protocol"),)
        case BoardNoticeKind.CLOCK_LEAPT:
            return (pack.phrase("board_clock_leapt"),)
        case BoardNoticeKind.KNOCKED_OR_TOUCHED:
            squares = tuple(pack.square(square) for square in notice.squares)
            return (pack.phrase("board_knocked_or_touched"), *squares)
        case BoardNoticeKind.NOT_EXECUTED:
            return (pack.phrase("board_not_executed"), *(step_words(step, pack) for step in steps))
        case BoardNoticeKind.KNOCKED:
            return (pack.phrase("board_knocked"),)
        case BoardNoticeKind.DIFFERS:
            named = steps if len(steps) <= NAMED else ()
            differs = pack.phrase("board_differs", count=len(steps))
            return (*_to_move(notice, pack), differs, *(step_words(step, pack) for step in named))
        case BoardNoticeKind.NOT_ON_MOVE:
            return (*_to_move(notice, pack), *(step_words(step, pack) for step in steps))
        case BoardNoticeKind.STEP:
            return (step_words(steps[0], pack), *_left(steps, pack))
        case BoardNoticeKind.ALL_STEPS:
            return tuple(step_words(step, pack) for step in steps)
        case BoardNoticeKind.CORRECT:
            return (pack.phrase("board_correct"),)
        case BoardNoticeKind.WHICH_PIECE:
            return ()
        case _:
            return _at_drill(notice, pack)


def _at_drill(notice: Notice, pack: VoicePack) -> tuple[SpokenPart, ...]:
    """What is told of a board that belongs to a drill; "left" and "right" are those of White's side."""
    match notice.kind:
        case BoardNoticeKind.THERE:
            return (pack.phrase("board_found"),)
        case BoardNoticeKind.CLEAR:
            return (pack.phrase("board_clear"),)
        case BoardNoticeKind.RIGHT:
            return (pack.phrase("drill_right"),)
        case BoardNoticeKind.ASTRAY:
            start, *meant = notice.squares
            here = pack.phrase("board_that_is", square=pack.square(start))
            ways = (_way(start, goal, pack) for goal in meant)
            return (here, *ways, pack.phrase("board_take_out_again"))
        case BoardNoticeKind.TAKE_OUT_AGAIN:
            return (pack.phrase("board_take_out_again"),)
    step = notice.steps[0]
    assert step.piece is not None, "the others are of a man"
    square, kind = pack.square(step.square), step.piece.piece_type
    if notice.kind is BoardNoticeKind.IS_MARKED:
        return (pack.phrase("board_unmarked" if step.piece.color else "board_marked"),)
    if notice.kind is BoardNoticeKind.PUT_BACK:
        return (pack.phrase("board_put_back", piece=pack.piece(kind), square=square),)
    return (pack.phrase("board_stands", square=square), pack.phrase(f"board_has_{chess.piece_name(kind)}"))


def _way(start: chess.Square, goal: chess.Square, pack: VoicePack) -> SpokenPart:
    """ "Bella one is one hole further left."."""
    files = chess.square_file(goal) - chess.square_file(start)
    ranks = chess.square_rank(goal) - chess.square_rank(start)
    steps = (("left", -files), ("right", files), ("up", ranks), ("down", -ranks))
    way = listed(pack.phrase(f"board_{name}", count=count) for name, count in steps if count > 0)
    return pack.phrase("board_way", square=pack.square(goal), way=way)


def _to_move(notice: Notice, pack: VoicePack) -> tuple[SpokenPart, ...]:
    color = notice.to_move
    return () if color is None else (pack.phrase("is_to_move", color=color_name(color, pack)),)


def step_words(step: SetupStep, pack: VoicePack) -> SpokenPart:
    """One thing to do: "Take out what is on Eva vier."."""
    square = pack.square(step.square)
    if step.piece is None:
        return pack.phrase("board_take_out", square=square)
    color, piece = color_name(step.piece.color, pack), pack.piece(step.piece.piece_type)
    return pack.phrase("board_put", square=square, color=color, piece=piece)


def _left(steps: tuple[SetupStep, ...], pack: VoicePack) -> tuple[SpokenPart, ...]:
    return (pack.phrase("board_steps_left", count=len(steps)),)


_STARTS = {
    RESET_POWER_ON: "test_start_power",
    RESET_PIN: "test_start_reset",
    RESET_BROWN_OUT: "test_start_supply",
    RESET_WATCHDOG: "test_start_watchdog",
}


def report_words(report: BoardReport, pack: VoicePack) -> SpokenPart:
    """One sentence a report, or less: what a hand does is told in as few words as there are."""
    match report:
        case Connected():
            pegs = _pegs(report.state.occupancy, pack)
            board, causes = _board(report.identity, pack), _causes(report.identity, pack)
            return pack.phrase("test_connected", port=report.port, board=board, causes=causes, pegs=pegs)
        case Disconnected():
            reason = pack.phrase(f"test_away_{report.reason.name.lower()}")
            key = "test_disconnected_at" if report.port else "test_disconnected"
            return pack.phrase(key, port=report.port, reason=reason)
        case ReportsLost():
            reason = pack.phrase(f"test_loss_{report.reason.name.lower()}")
            return pack.phrase("test_lost", reason=reason, pegs=_pegs(report.state.occupancy, pack))
        case Lifted() | Placed():
            key = "trial_heard_peg_out" if isinstance(report, Lifted) else "trial_heard_peg_in"
            return pack.phrase(key, contact=pack.square(report.square))
        case LeverPressed() | LeverReleased():
            lever = pack.phrase("trial_lever", color=color_name(report.color, pack))
            return _key(lever, pack, is_pressed=isinstance(report, LeverPressed))
        case ButtonPressed() | ButtonReleased():
            button = pack.phrase("trial_button", number=report.button)
            return _key(button, pack, is_pressed=isinstance(report, ButtonPressed))
        case ClockLeapt():
            return pack.phrase("test_leapt", seconds=f"{report.by.total_seconds():+.3f}")
        case Quiet():
            return pack.phrase("test_quiet", seconds=f"{report.at.total_seconds():.3f}")
        case CommandRefused():
            reason = pack.phrase(f"test_refusal_{report.reason.name.lower()}")
            return pack.phrase("test_refused", command=report.command, reason=reason)
        case _:
            assert_never(report)


def _key(contact: SpokenPart, pack: VoicePack, *, is_pressed: bool) -> SpokenPart:
    return pack.phrase("trial_heard_key_in" if is_pressed else "trial_heard_key_out", contact=contact)


def _board(hello: Hello, pack: VoicePack) -> SpokenPart:
    version = f"{hello.major}.{hello.minor}.{hello.patch}"
    firmware = pack.phrase("test_firmware", version=version, protocol=str(hello.protocol))
    if not hello.number:
        return firmware
    return pack.phrase("test_numbered", number=str(hello.number), firmware=firmware)


def _causes(hello: Hello, pack: VoicePack) -> SpokenPart:
    causes = [key for bit, key in _STARTS.items() if hello.reset_cause & bit]
    return listed(pack.phrase(key) for key in causes or ["test_start_unknown"])


def _pegs(squares: chess.SquareSet, pack: VoicePack) -> SpokenPart:
    if not squares:
        return pack.phrase("test_no_pegs")
    return pack.phrase("test_pegs", count=len(squares), squares=listed(map(pack.square, squares)))


def trial_words(notice: TrialNotice, pack: VoicePack) -> SpokenPart:
    """The sentence of a notice."""
    contacts = notice.contacts
    match notice.kind:
        case TrialKind.TAKE_ALL_OUT:
            return pack.phrase("trial_take_all_out", contacts=_contacts(contacts, pack))
        case TrialKind.CLOSE | TrialKind.OPEN:
            return _change(contacts[0], pack, "trial_order", is_closed=notice.kind is TrialKind.CLOSE)
        case TrialKind.WRONG:
            assert notice.heard is not None, "a wrong answer is one"
            number, is_closed = notice.heard
            heard = _change(number, pack, "trial_heard", is_closed=is_closed)
            return pack.phrase("trial_wrong", contact=_contact(contacts[0], pack), heard=heard)
        case TrialKind.LEFT_OUT:
            return pack.phrase("trial_left_out", contacts=_contacts(contacts, pack))
        case TrialKind.SOME_WRONG:
            return pack.phrase("trial_some_wrong", contacts=_contacts(contacts, pack))
        case TrialKind.GONE:
            return pack.phrase("board_lost")
        case TrialKind.BACK:
            return pack.phrase("board_found")
        case TrialKind.ALL_RIGHT:
            return pack.phrase("trial_all_right")
        case _:
            assert_never(notice.kind)


def _change(number: int, pack: VoicePack, phrase: str, *, is_closed: bool) -> SpokenPart:
    kind = "peg" if number < SQUARES else "key"
    return pack.phrase(f"{phrase}_{kind}_{'in' if is_closed else 'out'}", contact=_contact(number, pack))


def _contacts(numbers: Iterable[int], pack: VoicePack) -> SpokenPart:
    return listed(_contact(number, pack) for number in numbers)


def _contact(number: int, pack: VoicePack) -> SpokenPart:
    if number < SQUARES:
        return pack.square(number)
    if number in LEVERS:
        return pack.phrase("trial_lever", color=color_name(chess.WHITE if number == WHITE_LEVER else chess.BLACK, pack))
    return pack.phrase("trial_button", number=number - FIRST_BUTTON + 1)
