"""Who may ask for what, and when: one row for each request, from which help, listening and rights are made.

To add a request: a name, a row here, its words in the voice packs, and a function that does it.
"""

from functools import partial

from access_chess.laws.game import Game
from access_chess.profile import Profile
from access_chess.requests import row
from access_chess.requests.names import DRILL_ANSWERS, DRILLS, NUMBERS
from access_chess.requests.names import RequestName as Name
from access_chess.requests.row import Asker, Confirmed, Here, RequestAuthor, RequestRow, Slot, Topic, Unspoken


def is_available(name: Name, profile: Profile) -> bool:
    """Whether this profile knows the request at all."""
    return profile in ROWS[name].profiles and ROWS[name].is_at_game


def is_known(name: Name, here: Here) -> bool:
    """Whether this place knows the request at all: a game in its profile, or a chess clock alone in any."""
    row = ROWS[name]
    is_of_profile = here.profile in row.profiles or (row.is_judged and here.has_arbiter)
    is_of_profile |= row.is_agreed_on and here.opponent_is_away
    if here.is_assistants:
        is_of_profile = row.is_assistants and (is_of_profile or row.author is RequestAuthor.ASSISTANT)
    return row.is_at_clock if here.is_clock else is_of_profile and row.is_at_game


def refusal(name: Name, game: Game, here: Here) -> str | None:
    """The phrase that refuses a request as the game stands; None where it is in place.

    In blindfold events a player is told the last moves and the clocks, and nothing else of what stands on the board;
    an arbiter may see it. An assistant plays, announces, writes, presses, tells and claims; the rest is the player's.
    """
    if here.is_assistants and not ROWS[name].is_assistants:
        return "refused_not_a_duty"
    if not is_known(name, here) or not ROWS[name].agreed(game):
        return "not_in_profile"
    is_hidden = ROWS[name].shows and row.blindfold(game) and not here.is_arbiters
    return "blindfold" if is_hidden else None


def is_possible(name: Name, game: Game, here: Here) -> bool:
    """Whether the request can be of use as the game stands."""
    return ROWS[name].when(game, here)


def said_in(profile: Profile) -> frozenset[Name]:
    """The requests of players and assistants that a profile listens for; an arbiter types, after the PIN."""
    return frozenset(
        name
        for name, row in ROWS.items()
        if row.author is not RequestAuthor.ARBITER
        and row.unspoken is None
        and (is_available(name, profile) or (row.is_agreed_on and profile is Profile.ONLINE))
    )


_PRACTICE = frozenset({Profile.PRACTICE})
_COMPETITION = frozenset({Profile.TOURNAMENT, Profile.ASSISTED})
#: The board answers nothing about the position to a player in competition (11.3.a, E.2.9.d): only their own board does.
_NOT_TOURNAMENT = frozenset({Profile.PRACTICE, Profile.ASSISTED, Profile.ONLINE})
_ONLINE = frozenset({Profile.ONLINE})
#: What only a person can judge: over a network there need be none, and the clocks would stand for ever.
_WITH_ARBITER = frozenset(Profile) - _ONLINE

_game = partial(RequestRow, topic=Topic.GAME, when=row.playing)
_going_back = partial(_game, slot=Slot.NUMBER_IF_ANY, profiles=_PRACTICE | _ONLINE, agreed=row.take_backs)
_claim = partial(RequestRow, topic=Topic.CLAIMS, when=row.playing)
_judged = partial(_claim, profiles=_WITH_ARBITER, is_judged=True)
_on_server = partial(_claim, profiles=_ONLINE, agreed=row.elsewhere, confirmed=Confirmed.HEARD)
_record = partial(RequestRow, topic=Topic.GAME, when=row.playing, profiles=_COMPETITION)
_hand = partial(RequestRow, topic=Topic.HANDS, when=row.playing)
_by_hand = partial(_hand, unspoken=Unspoken.BY_HAND)
_touching = partial(_by_hand, shows=True)
_about = partial(RequestRow, topic=Topic.BOARD, when=row.always, is_assistants=True)
_position = partial(_about, shows=True)
_practice = partial(RequestRow, topic=Topic.PRACTICE, when=row.playing, profiles=_PRACTICE)
_explore = partial(RequestRow, topic=Topic.EXPLORING, when=row.always, profiles=_PRACTICE, shows=True)
_train = partial(RequestRow, topic=Topic.TRAINING, when=row.training, profiles=_PRACTICE)
_time = partial(RequestRow, topic=Topic.CLOCK, when=row.timed, is_at_clock=True, is_assistants=True)
_clock = partial(RequestRow, topic=Topic.CLOCK, when=row.always, is_at_game=False, is_at_clock=True)
_program = partial(RequestRow, topic=Topic.PROGRAM, when=row.always, is_assistants=True)
_answer = partial(_program, is_hidden=True)
_arbiter = partial(RequestRow, topic=Topic.ARBITER, author=RequestAuthor.ARBITER, when=row.playing)
_assistant = partial(
    RequestRow,
    topic=Topic.ASSISTANT,
    author=RequestAuthor.ASSISTANT,
    when=row.assisted,
    profiles=_COMPETITION,
    is_assistants=True,
)

#: In the order in which help tells them within their topic.
ROWS: dict[Name, RequestRow] = {
    Name.MOVE: _game(unspoken=Unspoken.ITSELF, is_assistants=True),
    Name.PRESS: _game(when=row.pressing, is_at_clock=True, is_assistants=True),
    Name.OFFER_DRAW: _game(
        slot=Slot.CONDITION_IF_ANY, when=row.not_offered, asker=Asker.MOVER, confirmed=Confirmed.ALWAYS
    ),
    Name.ACCEPT_DRAW: _game(when=row.offered, asker=Asker.OFFERED, confirmed=Confirmed.ALWAYS),
    Name.DECLINE_DRAW: _game(when=row.offered, asker=Asker.OFFERED),
    Name.RESIGN: _game(confirmed=Confirmed.ALWAYS),
    Name.TAKE_BACK: _going_back(when=row.moved, asker=Asker.LAST_MOVER, confirmed=Confirmed.ALWAYS),
    Name.TAKE_BACK_TO: _going_back(
        slot=Slot.NUMBER,
        profiles=_PRACTICE,
        when=row.moved,
        asker=Asker.LAST_MOVER,
        confirmed=Confirmed.ALWAYS,
        unspoken=Unspoken.NUMBER,
    ),
    Name.ABORT: _on_server(topic=Topic.GAME),
    Name.CLAIM_VICTORY: _on_server(),
    Name.CLAIM_DRAW: _on_server(),
    Name.NEW_GAME: _game(when=row.always, confirmed=Confirmed.ALWAYS, profiles=_PRACTICE),
    Name.PAUSE: _game(when=row.running, profiles=_PRACTICE, is_agreed_on=True),
    Name.RESUME: _game(when=row.standing, profiles=_PRACTICE, is_agreed_on=True),
    Name.QUIT: _game(when=row.always, is_at_clock=True, confirmed=Confirmed.HEARD, is_assistants=True),
    Name.CALL_ARBITER: _judged(when=row.supervised),
    Name.CLAIM_THREEFOLD: _claim(slot=Slot.CLAIMED_MOVE_IF_ANY, confirmed=Confirmed.HEARD),
    Name.CLAIM_FIFTY: _claim(slot=Slot.CLAIMED_MOVE_IF_ANY, confirmed=Confirmed.HEARD),
    Name.CLAIM_FLAG: _claim(confirmed=Confirmed.HEARD, when=row.flag, asker=Asker.NOT_ON_MOVE, is_assistants=True),
    Name.CLAIM_ILLEGAL: _judged(slot=Slot.NUMBER_COLOR_IF_ANY, confirmed=Confirmed.HEARD),
    Name.CLAIM_TOUCH: _judged(slot=Slot.SQUARE, confirmed=Confirmed.HEARD, is_assistants=True),
    Name.CLAIM_MEANS: _judged(when=row.quickplay, confirmed=Confirmed.HEARD),
    Name.CLAIM_EFFORT: _judged(when=row.quickplay, confirmed=Confirmed.HEARD),
    Name.EXTRA_TIME: _judged(when=row.extra_time, confirmed=Confirmed.HEARD),
    Name.APPEAL: _judged(when=row.ruled, confirmed=Confirmed.HEARD),
    Name.AGREE_CORRECTION: _judged(confirmed=Confirmed.HEARD),
    Name.WITHDRAW_OFFER: _claim(when=row.offered, asker=Asker.OFFERER),
    Name.WITHDRAW_CLAIM: _claim(when=row.claim_stands, asker=Asker.CLAIMANT),
    Name.BORROW_SHEET: _record(when=row.unwritten, asker=Asker.RECORDER, confirmed=Confirmed.HEARD),
    Name.RETURN_SHEET: _record(when=row.borrowed, asker=Asker.BORROWER),
    Name.SHEET: _record(when=row.unwritten, asker=Asker.RECORDER),
    Name.DICTATE_BACK: _record(when=row.always),
    Name.COMPLETE_SHEET: _record(when=row.unwritten, asker=Asker.RECORDER, confirmed=Confirmed.HEARD),
    Name.SIGN: _record(slot=Slot.RESULT, when=row.ended, asker=Asker.SIGNER, unspoken=Unspoken.IN_WRITING),
    Name.LEAVE: _record(slot=Slot.ANYWAY_IF_ANY, asker=Asker.NOT_ON_MOVE, confirmed=Confirmed.HEARD),
    Name.LEAVE_VENUE: _record(slot=Slot.ANYWAY_IF_ANY, asker=Asker.NOT_ON_MOVE, confirmed=Confirmed.HEARD),
    Name.RETURN: _record(when=row.away, asker=Asker.AWAY),
    Name.ADJUST: _hand(slot=Slot.SQUARES_IF_ANY),
    Name.TOUCH: _touching(slot=Slot.SQUARE),
    Name.TOUCH_AT_ONCE: _touching(slot=Slot.SQUARE, profiles=_COMPETITION),
    Name.FEEL: _touching(slot=Slot.SQUARE),
    Name.TWO_HANDS: _by_hand(slot=Slot.MOVE, asker=Asker.HAVING_MOVE, profiles=_COMPETITION),
    Name.OTHER_HAND: _by_hand(when=row.pressing, profiles=_COMPETITION),
    Name.AGAINST_RULES: _by_hand(slot=Slot.ANY_MOVE, asker=Asker.HAVING_MOVE, profiles=_COMPETITION),
    Name.PUT_BACK: _by_hand(when=row.moved, asker=Asker.MOVER, profiles=_COMPETITION),
    Name.UNWRITTEN: _by_hand(slot=Slot.MOVE, asker=Asker.HAVING_MOVE, profiles=_COMPETITION),
    Name.BREACH: _by_hand(slot=Slot.MOVE, asker=Asker.HAVING_MOVE, profiles=_COMPETITION),
    Name.KNOCK_OVER: _touching(slot=Slot.SQUARE, profiles=_COMPETITION),
    Name.SET_UP: _hand(when=row.knocked_over, asker=Asker.RESTORER, profiles=_COMPETITION, unspoken=Unspoken.BY_HAND),
    Name.ECHO: _hand(slot=Slot.MOVE, asker=Asker.REPEATER, unspoken=Unspoken.ANOTHER_BOARD),
    Name.CORRECT: _hand(slot=Slot.MOVE, asker=Asker.ANNOUNCER, unspoken=Unspoken.ANOTHER_BOARD),
    Name.SEAL: _hand(slot=Slot.WRITTEN_MOVE, when=row.sealing, asker=Asker.SEALER, unspoken=Unspoken.SECRET),
    Name.CLOSE_ENVELOPE: _hand(when=row.sealing, asker=Asker.SEALER, confirmed=Confirmed.HEARD),
    Name.LAST_MOVE: _about(exploring="l"),
    Name.LAST_FIVE: _about(),
    Name.MOVES: _position(),
    Name.MOVE_COUNT: _about(),
    Name.LEGAL_MOVES: _position(slot=Slot.PIECE_IF_ANY, profiles=_NOT_TOURNAMENT),
    Name.WHAT_IS_ON: _position(slot=Slot.SQUARE, profiles=_NOT_TOURNAMENT),
    Name.WHERE_IS: _position(slot=Slot.PIECE, profiles=_NOT_TOURNAMENT),
    Name.WHOSE_TURN: _about(profiles=_NOT_TOURNAMENT),
    Name.BOARD: _position(profiles=_NOT_TOURNAMENT, exploring="e"),
    Name.MATERIAL: _position(profiles=_NOT_TOURNAMENT, exploring="w"),
    Name.FEN: _position(profiles=_PRACTICE, unspoken=Unspoken.IN_WRITING),
    Name.PIECE_VALUE: _about(slot=Slot.PIECE, profiles=_PRACTICE),
    Name.CHECK_BOARD: _position(when=row.board_there),
    Name.WHY: _about(when=row.always),
    Name.EXPLORE: _explore(key="F2"),
    Name.EXPLORE_END: _explore(exploring="escape"),
    Name.EXPLORE_KEYS: _explore(exploring="?", unspoken=Unspoken.KEYS),
    Name.GO_TO: _explore(slot=Slot.SQUARE),
    Name.GO_TO_LAST: _explore(when=row.moved, exploring="g"),
    Name.NEXT_MAN: _explore(slot=Slot.PIECE),
    Name.REACH: _explore(slot=Slot.SQUARE_IF_ANY, exploring="m"),
    Name.CAPTURES: _explore(slot=Slot.SQUARE_IF_ANY, exploring="M"),
    Name.ATTACKERS: _explore(slot=Slot.SQUARE_IF_ANY, exploring="a"),
    Name.DEFENDERS: _explore(slot=Slot.SQUARE_IF_ANY, exploring="d"),
    Name.FIGHT: _explore(slot=Slot.SQUARE_IF_ANY),
    Name.HANGING: _explore(exploring="h"),
    Name.PINS: _explore(exploring="x"),
    Name.CHANGED: _explore(exploring="v"),
    Name.READ_RANK: _explore(slot=Slot.NUMBER),
    Name.READ_FILE: _explore(slot=Slot.FILE_IF_ANY),
    Name.READ_DIAGONAL: _explore(slot=Slot.SQUARES_IF_ANY),
    Name.SQUARE_COLOR: _explore(slot=Slot.SQUARE_IF_ANY, exploring="c"),
    Name.MARK: _explore(slot=Slot.SQUARE_IF_ANY, exploring=" "),
    Name.GO_TO_MARK: _explore(exploring="backspace"),
    Name.BOARD_BY_RANK: _explore(),
    Name.BOARD_BY_FILE: _explore(),
    Name.BOARD_MINE_FIRST: _explore(),
    Name.BOARD_FROM_KING: _explore(),
    Name.BOARD_NEW: _explore(),
    Name.READ_ON: _explore(slot=Slot.SQUARES_ASKED, exploring="."),
    Name.PAWNS: _practice(shows=True, slot=Slot.FILE_IF_ANY),
    Name.WHAT_IF: _practice(shows=True, slot=Slot.MOVE),
    Name.HINT: _practice(shows=True),
    Name.LEVEL: _practice(slot=Slot.NUMBER, when=row.always, unspoken=Unspoken.NUMBER),
    **dict.fromkeys((Name.NEXT, Name.SOLUTION), _train()),
    **dict.fromkeys((Name.REVIEW, Name.TODAY), _train(when=row.ended)),
    **dict.fromkeys((Name.EXPLAIN, Name.COMPARE), _practice(shows=True, when=row.moved)),
    **dict.fromkeys((Name.GRAPH, Name.GRAPH_IN_WORDS, Name.GO_ON_FROM_HERE, *DRILLS), _train()),
    Name.MY_CLOCK: _time(),
    Name.OPPONENT_CLOCK: _time(),
    Name.BOTH_CLOCKS: _time(exploring="t"),
    Name.CLOCK_DIFFERENCE: _time(),
    Name.CLOCK_EXACT: _time(),
    Name.CLOCK_USED: _time(),
    Name.CLOCK_TO_CONTROL: _time(),
    Name.CLOCK_CONTROL: _time(),
    Name.CLOCK_MOVES: _clock(),
    Name.CLOCK_DIAL: _clock(),
    Name.CLOCK_LINE: _clock(),
    Name.CLOCK_TOGGLE: _clock(when=row.by_key),
    Name.CLOCK_SET: _clock(when=row.not_started),
    Name.CLOCK_NEW: _clock(when=row.started, confirmed=Confirmed.ALWAYS),
    Name.CLOCK_SCHEDULE: _clock(slot=Slot.STEPS),
    Name.CLOCK_CALIBRATE: _clock(when=row.board_there),
    Name.CLOCK_ENTRY: _clock(when=row.by_key),
    Name.HELP: _program(slot=Slot.TOPIC, is_at_clock=True),
    Name.MORE: _program(is_at_clock=True),
    Name.WHAT_CAN_I_SAY: _program(is_hidden=True),
    Name.REPEAT: _program(is_at_clock=True),
    Name.REPEAT_SLOWER: _program(),
    Name.STOP: _program(is_at_clock=True),
    Name.LISTEN: _program(when=row.microphone_there, key="F1"),
    Name.LANGUAGE: _program(
        slot=Slot.TEXT_IF_ANY,
        when=row.languages_there,
        profiles=_WITH_ARBITER,
        is_at_clock=True,
        unspoken=Unspoken.OTHER_LANGUAGE,
    ),
    Name.LAWS: _program(slot=Slot.TEXT_IF_ANY, is_at_clock=True, unspoken=Unspoken.IN_WRITING),
    Name.LEARN: _program(
        slot=Slot.TEXT_IF_ANY, profiles=_PRACTICE, confirmed=Confirmed.ALWAYS, unspoken=Unspoken.IN_WRITING
    ),
    Name.SOUND_ON: _program(),
    Name.SOUND_OFF: _program(),
    Name.YES: _answer(),
    Name.NO: _answer(),
    **dict.fromkeys(NUMBERS, _answer()),
    **dict.fromkeys(DRILL_ANSWERS, _answer(when=row.training, profiles=_PRACTICE, unspoken=Unspoken.AWAITED)),
    Name.ARBITER_PIN: _arbiter(when=row.always, is_hidden=True, is_at_clock=True),
    Name.ARBITER_ACCEPT: _arbiter(when=row.claimed),
    Name.ARBITER_REJECT: _arbiter(when=row.claimed),
    Name.ARBITER_POSTPONE: _arbiter(when=row.claimed),
    Name.ARBITER_RESUME: _arbiter(when=row.standing, is_at_clock=True),
    Name.ARBITER_START: _arbiter(when=row.not_started, is_at_clock=True),
    Name.ARBITER_STOP: _arbiter(when=row.running, is_at_clock=True),
    Name.ARBITER_ADD_TIME: _arbiter(slot=Slot.COLOR_TIME, when=row.flag, is_at_clock=True),
    Name.ARBITER_SET_CLOCK: _arbiter(slot=Slot.COLOR_TIME, when=row.flag, is_at_clock=True),
    Name.ARBITER_PENALTY: _arbiter(slot=Slot.PENALTY, is_at_clock=True),
    Name.ARBITER_ILLEGAL_MOVE: _arbiter(slot=Slot.NUMBER_COLOR, when=row.moved),
    Name.ARBITER_COUNT_GAP: _arbiter(when=row.standing, is_at_clock=True),
    Name.ARBITER_DECLARE: _arbiter(slot=Slot.RESULT, is_at_clock=True),
    Name.ARBITER_ADJOURN: _arbiter(slot=Slot.TEXT_IF_ANY, when=row.running),
    Name.ARBITER_OPEN_ENVELOPE: _arbiter(when=row.envelope),
    Name.ARBITER_ENVELOPE_LOST: _arbiter(when=row.envelope),
    Name.ARBITER_ARRIVE: _arbiter(slot=Slot.COLOR, when=row.absent),
    Name.ARBITER_DISPLACED: _arbiter(slot=Slot.SQUARES_IF_ANY),
    Name.ARBITER_WRONG_SETUP: _arbiter(slot=Slot.SQUARE_IF_ANY),
    Name.ARBITER_WRONG_CLOCK: _arbiter(slot=Slot.COLOR_TIMES, when=row.flag),
    Name.ARBITER_BOARD_TURNED: _arbiter(),
    Name.ARBITER_COLORS_REVERSED: _arbiter(),
    Name.ARBITER_BOARDS_DIFFER: _arbiter(slot=Slot.SCORES),
    Name.ARBITER_COMPARE: _arbiter(slot=Slot.SCORES, when=row.moved),
    Name.ARBITER_DICTATE: _arbiter(when=row.unwritten),
    Name.ARBITER_PROOF: _arbiter(when=row.moved),
    Name.ARBITER_COUNTER: _arbiter(slot=Slot.COLOR_NUMBER, when=row.flag, is_at_clock=True),
    Name.ARBITER_GRANT_LEAVE: _arbiter(slot=Slot.COLOR),
    Name.ARBITER_DEVICE: _arbiter(slot=Slot.COLOR),
    Name.ARBITER_REFUSAL: _arbiter(slot=Slot.COLOR_OR_BOTH),
    Name.ARBITER_APPEAL_UPHELD: _arbiter(when=row.appealed),
    Name.ARBITER_APPEAL_DISMISSED: _arbiter(when=row.appealed),
    Name.ARBITER_RECONSTRUCT: _arbiter(when=row.in_doubt),
    Name.ARBITER_RECONSTRUCT_IMPOSSIBLE: _arbiter(when=row.in_doubt),
    Name.ARBITER_BOTH_RESIGN: _arbiter(),
    Name.ASSISTANT_TELL_TIMES: _assistant(),
    Name.ASSISTANT_TELL_MOVES: _assistant(),
    Name.ASSISTANT_PRESS: _assistant(confirmed=Confirmed.HEARD),
    Name.ASSISTANT_CLAIM_FLAG: _assistant(confirmed=Confirmed.HEARD),
    Name.ASSISTANT_ANNOUNCE: _assistant(slot=Slot.MOVE, confirmed=Confirmed.HEARD),
    Name.ASSISTANT_WRITE: _assistant(slot=Slot.MOVE, confirmed=Confirmed.HEARD),
    Name.ASSISTANT_PLAY: _assistant(slot=Slot.MOVE, is_hidden=True, confirmed=Confirmed.HEARD),
}

#: The most used ones, in the order in which help tells those that can be of use.
MOST_USED = (
    Name.MOVE, Name.SEAL, Name.CLOSE_ENVELOPE,
    Name.PRESS, Name.ACCEPT_DRAW, Name.DECLINE_DRAW, Name.RESUME, Name.NEXT, Name.SOLUTION, Name.MY_CLOCK,
    Name.LAST_MOVE, Name.REPEAT, Name.WHAT_IS_ON, Name.BOARD, Name.QUIT, Name.STOP, Name.OFFER_DRAW, Name.RESIGN,
    Name.TAKE_BACK, Name.CALL_ARBITER, Name.HINT, Name.NEW_GAME,
)  # fmt: skip
MOST_USED_AT_CLOCK = (
    Name.ARBITER_START, Name.ARBITER_RESUME, Name.PRESS, Name.ARBITER_STOP, Name.MY_CLOCK, Name.BOTH_CLOCKS,
    Name.CLOCK_SET, Name.CLOCK_NEW, Name.REPEAT, Name.QUIT, Name.STOP, Name.CLOCK_CONTROL,
)  # fmt: skip
#: The same where each key is a request: words have to be typed after a colon there.
MOST_USED_BY_KEY = (
    Name.PRESS, Name.CLOCK_TOGGLE, Name.MY_CLOCK, Name.BOTH_CLOCKS, Name.CLOCK_SET, Name.CLOCK_NEW, Name.REPEAT,
    Name.CLOCK_ENTRY, Name.QUIT, Name.STOP, Name.CLOCK_CONTROL,
)  # fmt: skip

#: The keys that ask for something at any time, and what each asks for.
KEYS: dict[str, Name] = {row.key: name for name, row in ROWS.items() if row.key is not None}
#: Those that do while a position is explored, beside arrows, digits and the letters of the men.
EXPLORING_KEYS: dict[str, Name] = {row.exploring: name for name, row in ROWS.items() if row.exploring is not None}

#: Requests that something may or must follow. All others are requests only when they are the whole line, so that
#: "b 4" is a move and not the question for the board.
FOLLOWED = frozenset(name for name, row in ROWS.items() if row.slot is not None)
