"""Runs a story through the referee with a simulated clock, and says which expectation does not hold."""

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta

import chess
from msgspec import Struct

from access_chess.laws.by_color import ByColor
from access_chess.laws.clock import Instant
from access_chess.laws.commands import Command, Result, StartClock
from access_chess.laws.decide import advance, set_up
from access_chess.laws.decision import SEARCH_NODES
from access_chess.laws.events import Event, Refused, article_of
from access_chess.laws.evolve import evolve, replay
from access_chess.laws.game import Game
from access_chess.laws.position import parse_san
from access_chess.laws.results import points
from access_chess.laws.touch_move import legal_moves
from access_chess.stories.scene import Reader, Scene
from access_chess.stories.story import COLORS, PairText, StepText, Story, StoryError, seconds
from access_chess.stories.verbs import commands_of

#: What the program says of an event, given the game before and after it.
Narrator = Callable[[Event, Game, Game], Sequence[str]]

#: Clocks are compared to a hundredth of a second (more by what a binary fraction loses).
TOLERANCE = 0.0051


class Failure(Struct, frozen=True, kw_only=True):
    """The first expectation of a story that does not hold; steps are counted from one."""

    step: int
    key: str
    expected: object
    got: object


class StepOutcome(Struct, frozen=True, kw_only=True):
    """One step as it went; `commands` are those that were given, which may be fewer than the step has."""

    before: Game
    after: Game
    commands: tuple[Command, ...]
    events: tuple[Event, ...]
    says: tuple[str, ...]
    at: Instant


def read_plainly(text: str, board: chess.Board) -> Sequence[chess.Move]:
    """The reader without a language: SAN only."""
    move = parse_san(board, text)
    return () if move is None else (move,)


def run_story(story: Story, *, reader: Reader = read_plainly, narrator: Narrator | None = None) -> Failure | None:
    """The first failure, or None when all holds. Raises StoryError when a step is none."""
    outcomes = outcomes_of(story, reader=reader, narrator=narrator)
    for number, (step, outcome) in enumerate(zip(story.steps, outcomes, strict=True), 1):
        failure = _check(step, outcome, number)
        if failure is not None:
            return failure
    return None


def outcomes_of(
    story: Story, *, reader: Reader = read_plainly, narrator: Narrator | None = None, nodes: int = SEARCH_NODES
) -> Iterator[StepOutcome]:
    """How each step went, one after the other; nothing is checked. Who cannot be seen within so many `nodes` to have no
    mate can give it. Raises StoryError when a step is none.
    """
    game = replay(set_up(story.setup))
    at = timedelta()
    if not story.steps or story.steps[0].do != "start":
        game, _ = advance(game, StartClock(), at=at)
    for number, step in enumerate(story.steps, 1):
        following = story.steps[number] if number < len(story.steps) else None
        try:
            at = _instant(step, at)
            is_accepted = following is not None and _is_accepted_at_once(game, step, following, at)
            outcome = _take(game, step, at, is_accepted, reader, narrator, nodes)
        except StoryError as error:
            raise StoryError("story_step", number=str(number), step=repr(step.do), error=error) from error
        yield outcome
        game = outcome.after


def _instant(step: StepText, before: Instant) -> Instant:
    """When a step happens: time never runs backwards."""
    at = before if step.at is None else seconds(step.at)
    if at < before:
        raise StoryError("story_early")
    return at


def _is_accepted_at_once(game: Game, step: StepText, following: StepText, at: Instant) -> bool:
    """Whether the opponent accepts a claim as the draw offer that it is, before it is checked (9.1.b)."""
    claimant = game.turn if step.by is None else COLORS.get(step.by)
    is_by_opponent = claimant is not None and following.by == chess.COLOR_NAMES[not claimant]
    return following.do.split() == ["accept-draw"] and is_by_opponent and _instant(following, at) == at


def _take(
    game: Game,
    step: StepText,
    at: Instant,
    is_accepted_at_once: bool,
    reader: Reader,
    narrator: Narrator | None,
    nodes: int,
) -> StepOutcome:
    before, events, says, given = game, list[Event](), list[str](), list[Command]()
    scene = Scene(step=step, game=game, reader=reader, is_accepted_at_once=is_accepted_at_once)
    for command in commands_of(scene):
        if game.end is not None and events:
            break
        after, new = advance(game, command, at=at, nodes=nodes)
        given.append(command)
        if narrator is not None:
            says += _narrate(narrator, game, new)
        events += new
        game = after
        if any(isinstance(event, Refused) for event in new):
            break
    return StepOutcome(before=before, after=game, commands=tuple(given), events=tuple(events), says=tuple(says), at=at)


def _narrate(narrator: Narrator, game: Game, events: Sequence[Event]) -> list[str]:
    said: list[str] = []
    for event in events:
        after = evolve(game, event)
        said += narrator(event, game, after)
        game = after
    return said


# expectations


def _check(step: StepText, outcome: StepOutcome, number: int) -> Failure | None:
    for key, holds in _EXPECTATIONS.items():
        expected = getattr(step, key)
        if expected is not None:
            is_held, got = holds(expected, outcome)
            if not is_held:
                return Failure(step=number, key=key, expected=_plain(expected), got=got)
    return None


def _plain(expected: object) -> object:
    if isinstance(expected, PairText):
        return {key: value for key in ("white", "black") if (value := getattr(expected, key)) is not None}
    return expected


def _legal(expected: list[str], outcome: StepOutcome) -> tuple[bool, object]:
    game = outcome.after
    allowed = set() if game.end is not None else set(legal_moves(game))
    wanted = {parse_san(game.board, san) for san in expected}
    return wanted == allowed, sorted(game.board.san(move) for move in allowed)


def _color_name(color: chess.Color | None) -> str:
    return "none" if color is None else chess.COLOR_NAMES[color]


def _clock(expected: PairText, outcome: StepOutcome) -> tuple[bool, object]:
    got = {name: outcome.after.remaining(color, outcome.at).total_seconds() for name, color in COLORS.items()}
    held = all(
        shown is None or abs(got[name] - shown) <= TOLERANCE
        for name, shown in (("white", expected.white), ("black", expected.black))
    )
    return held, got


def _pair(expected: PairText, got: ByColor[int] | ByColor[float] | None) -> tuple[bool, object]:
    if got is None:
        return False, None
    held = all(
        number is None or number == count
        for number, count in ((expected.white, got.white), (expected.black, got.black))
    )
    return held, {"white": got.white, "black": got.black}


def _same(expected: object, got: object) -> tuple[bool, object]:
    return expected == got, got


def _result(outcome: StepOutcome) -> str:
    end = outcome.after.end
    return Result.NONE.value if end is None else end.result.value


def _article(expected: str, outcome: StepOutcome) -> tuple[bool, object]:
    """Whether that article was applied, named as a whole ("9.2") or to its letter ("9.2.a"; F09 "9.1.b(1)", too)."""
    articles = [article for event in outcome.events if (article := article_of(event))]
    named = expected.partition("(")[0]
    return any(article == named or article.startswith(f"{named}.") for article in articles), articles


def _says(expected: str, outcome: StepOutcome) -> tuple[bool, object]:
    return expected in outcome.says or expected == " ".join(outcome.says), list(outcome.says)


def placement(game: Game) -> str:
    """What stands on the board: captured pieces taken off, a piece let go where it may not stand included."""
    hand, board = game.hand, game.board.copy(stack=False)
    for square in hand.removed:
        board.remove_piece_at(square)
    move = hand.illegal if hand.illegal is not None else hand.released if hand.released_on else None
    if move is None:
        return board.board_fen()
    piece = board.remove_piece_at(move.from_square)
    if piece is not None:
        board.set_piece_at(hand.released_on[0] if hand.released_on else move.to_square, piece)
    return board.board_fen()


_EXPECTATIONS: dict[str, Callable[..., tuple[bool, object]]] = {
    "refused": lambda expected, outcome: _same(expected, any(isinstance(event, Refused) for event in outcome.events)),
    "result": lambda expected, outcome: _same(expected, _result(outcome)),
    "ending": lambda expected, outcome: _same(
        expected, "none" if outcome.after.end is None else outcome.after.end.ending.value
    ),
    "article": _article,
    "to_move": lambda expected, outcome: _same(expected, _color_name(outcome.after.turn)),
    "running": lambda expected, outcome: _same(expected, _color_name(outcome.after.clock.running)),
    "clock": _clock,
    "legal": _legal,
    "board": lambda expected, outcome: _same(expected.split()[0], placement(outcome.after)),
    "phase": lambda expected, outcome: _same(expected, outcome.after.phase.value),
    "offer": lambda expected, outcome: _same(expected, _color_name(outcome.after.offer)),
    "illegal_count": lambda expected, outcome: _pair(expected, outcome.after.illegal_count),
    "points": lambda expected, outcome: _pair(expected, points(outcome.after)),
    "warnings": lambda expected, outcome: _pair(expected, outcome.after.warnings),
    "says": _says,
}
