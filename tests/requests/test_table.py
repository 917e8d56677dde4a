"""One table: every name has its row, its words, its line of help, and somebody who answers."""

import re
from datetime import timedelta

import chess
import pytest
from msgspec.structs import replace

from access_chess.conversation.answers import QUESTIONS
from access_chess.conversation.help import PART, about, most_used, topics_of
from access_chess.edge.packs.clock_words import load_clock_language, load_clock_words
from access_chess.edge.packs.lexicons import load_language as load_spoken
from access_chess.edge.packs.typed_words import load_language, load_typed_words
from access_chess.laws import commands
from access_chess.laws.by_color import ByColor, both
from access_chess.laws.commands import Command
from access_chess.laws.decide import advance
from access_chess.laws.editions import Quickplay
from access_chess.laws.events import GameSetUp
from access_chess.laws.game import Game, new_game
from access_chess.laws.setup import ArbiterMode, Regulations, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.profile import Profile
from access_chess.requests.commands import ASSISTANT_ACTS, BESIDE_RULINGS, REQUESTS, RULINGS
from access_chess.requests.names import DRILL_ANSWERS, DRILLS, NUMBERS
from access_chess.requests.names import RequestName as Name
from access_chess.requests.request import Missing, Request, Unfinished
from access_chess.requests.row import Confirmed, Here, RequestAuthor, Topic, Unspoken
from access_chess.requests.slots import filled
from access_chess.requests.table import (
    EXPLORING_KEYS,
    FOLLOWED,
    KEYS,
    ROWS,
    is_available,
    is_known,
    is_possible,
    refusal,
    said_in,
)
from access_chess.requests.typed_line import typed_request
from access_chess.speech.answers.clock import parse_schedule

#: What the dialogue, a player's seat, and that of practice answer themselves.
_CONVERSATION = {Name.MOVE, Name.YES, Name.NO, *NUMBERS, *DRILL_ANSWERS, Name.HELP, Name.MORE, Name.WHAT_CAN_I_SAY}
_SEAT = {
    Name.REPEAT, Name.REPEAT_SLOWER, Name.STOP, Name.SOUND_ON, Name.SOUND_OFF, Name.CHECK_BOARD, Name.LISTEN,
    Name.SHEET, Name.DICTATE_BACK, *BESIDE_RULINGS, Name.QUIT, Name.NEW_GAME, Name.ARBITER_PIN, Name.REVIEW,
    Name.TODAY, Name.LAWS,
}  # fmt: skip
_PRACTICE = {Name.PAWNS, Name.WHAT_IF, Name.HINT, Name.LEVEL, Name.LANGUAGE, Name.LEARN, Name.EXPLAIN, Name.COMPARE}
_EXPLORER = {name for name, row in ROWS.items() if row.topic is Topic.EXPLORING}
_TRAINER = {Name.NEXT, Name.SOLUTION, Name.GRAPH, Name.GRAPH_IN_WORDS, Name.GO_ON_FROM_HERE, *DRILLS}
_ONLINE = {Name.ABORT, Name.CLAIM_VICTORY, Name.CLAIM_DRAW}
_CLOCK = {
    Name.CLOCK_LINE, Name.CLOCK_TOGGLE, Name.CLOCK_SET, Name.CLOCK_NEW, Name.CLOCK_SCHEDULE, Name.CLOCK_CALIBRATE,
    Name.CLOCK_ENTRY,
}  # fmt: skip


def test_every_name_has_a_row_and_one_who_answers() -> None:
    answerers = [
        REQUESTS,
        QUESTIONS,
        RULINGS,
        ASSISTANT_ACTS,
        _CONVERSATION,
        _SEAT,
        _PRACTICE,
        _EXPLORER,
        _TRAINER,
        _CLOCK,
        _ONLINE,
    ]
    assert set(ROWS) == set(Name) == set().union(*answerers)
    assert sum(map(len, answerers)) == len(Name)


#: What answers a question or is a spoken form of something else; a PIN is told of by the refusal.
UNTOLD = {Name.YES, Name.NO, *NUMBERS, *DRILL_ANSWERS, Name.WHAT_CAN_I_SAY, Name.ARBITER_PIN, Name.ASSISTANT_PLAY}


@pytest.mark.parametrize("pack", ["en", "de"])
def test_every_name_has_a_line_of_help_where_it_is_known(pack: str) -> None:
    words, clock = load_typed_words(pack), load_clock_words(pack).requests
    assert {name for name, row in ROWS.items() if row.is_at_game} - UNTOLD == set(words.help)
    assert all(words.help.values()) and all(clock.help.values())
    assert {name for name, row in ROWS.items() if row.is_hidden} == UNTOLD


@pytest.mark.parametrize("pack", ["en", "de"])
def test_what_help_names_is_understood(pack: str) -> None:
    """A line names its words before the colon, with what follows them after "and"."""
    language, game = load_language(pack), new_game(GameSetUp(setup=Setup()))
    joints = re.compile(r"(?: or | oder |, or |, oder |, auch |, | und (?!ablehnen)| and | mit )")
    for name, line in language.words.help.items():
        if name is Name.MOVE:
            continue
        named = [part.strip() for part in joints.split(line.partition(":")[0])]
        found = typed_request(named[0], game, language)
        request = found.request if isinstance(found, Unfinished) else found
        assert isinstance(request, Request), line
        assert request.name is name, line
        assert not isinstance(found, Unfinished) or found.missing is not Missing.WORDS, line


@pytest.mark.parametrize("pack", ["en", "de"])
def test_words_of_one_letter_are_told(pack: str) -> None:
    words = load_typed_words(pack)
    own = {"en": "hprstbq", "de": "hpwsq"}[pack]
    for letter in own:
        told = words.help[words.commands[(letter,)]]
        assert re.search(rf"(^|\W){letter}(\W|$)", told), (letter, told)


def game_with(setup: Setup | None = None, *given: Command) -> Game:
    game = new_game(GameSetUp(setup=setup or Setup()))
    for command in (commands.StartClock(), *given):
        game, _ = advance(game, command, at=timedelta())
    return game


RESIGNS = commands.Resign(color=chess.BLACK)
E4 = commands.PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e2e4"))


def with_quickplay(form: Quickplay) -> Setup:
    return Setup(time=parse_time_control("300"), regulations=Regulations(quickplay=form))


#: A claim that the arbiter postpones: the game goes on, and he watches (10.2.b).
WATCHED = Setup(
    time=parse_time_control("7200"),
    times=both(timedelta(seconds=100)),
    regulations=Regulations(quickplay=Quickplay.CLAIM_2009),
    arbiter=ArbiterMode.HUMAN,
)
QUICKPLAY_CLAIM = commands.ClaimQuickplay(color=chess.WHITE, ground=commands.QuickplayGround.EFFORT)
POSTPONED = commands.Rule(verdict=commands.Verdict.POSTPONE)

TIMED = Setup(time=parse_time_control("300"))
HOME, EVENT = Here(profile=Profile.PRACTICE), Here(profile=Profile.TOURNAMENT)


@pytest.mark.parametrize(
    ("name", "game", "here", "possible"),
    [
        (Name.MOVE, game_with(), HOME, True),
        (Name.MOVE, game_with(None, commands.Resign(color=chess.WHITE)), HOME, False),
        (Name.OFFER_DRAW, game_with(), HOME, True),
        (Name.OFFER_DRAW, game_with(None, commands.OfferDraw(color=chess.WHITE)), HOME, False),
        (Name.OFFER_DRAW, game_with(None, commands.Resign(color=chess.WHITE)), HOME, False),
        (Name.ACCEPT_DRAW, game_with(), HOME, False),
        (Name.ACCEPT_DRAW, game_with(None, commands.OfferDraw(color=chess.WHITE)), HOME, True),
        (Name.PRESS, game_with(), EVENT, True),
        (Name.PRESS, game_with(Setup(presses_for=both(True))), HOME, False),
        (Name.MY_CLOCK, game_with(), HOME, False),
        (Name.MY_CLOCK, game_with(TIMED), HOME, True),
        (Name.CLAIM_FLAG, game_with(TIMED), HOME, True),
        (Name.CLAIM_FLAG, game_with(TIMED, commands.Resign(color=chess.WHITE)), HOME, False),
        (Name.CLAIM_MEANS, game_with(with_quickplay(Quickplay.CLAIM)), EVENT, True),
        (Name.CLAIM_EFFORT, game_with(with_quickplay(Quickplay.CLAIM_2009)), EVENT, True),
        (Name.CLAIM_EFFORT, game_with(with_quickplay(Quickplay.OFF)), EVENT, False),
        (Name.EXTRA_TIME, game_with(with_quickplay(Quickplay.CLAIM)), EVENT, False),
        (Name.EXTRA_TIME, game_with(with_quickplay(Quickplay.EXTRA_TIME)), EVENT, True),
        (Name.EXTRA_TIME, game_with(), EVENT, False),
        (Name.CLAIM_THREEFOLD, game_with(), EVENT, True),
        (Name.CLAIM_THREEFOLD, game_with(None, commands.Resign(color=chess.WHITE)), EVENT, False),
        (Name.TOUCH, game_with(None, commands.Resign(color=chess.WHITE)), EVENT, False),
        (Name.HINT, game_with(None, commands.Resign(color=chess.WHITE)), HOME, False),
        (Name.ARBITER_DECLARE, game_with(None, commands.Resign(color=chess.WHITE)), EVENT, False),
        (Name.LAST_MOVE, game_with(None, commands.Resign(color=chess.WHITE)), EVENT, True),
        (Name.TAKE_BACK, game_with(), HOME, False),
        (Name.TAKE_BACK, game_with(None, E4), HOME, True),
        (Name.NEW_GAME, game_with(None, commands.Resign(color=chess.WHITE)), HOME, True),
        (Name.SEAL, game_with(), EVENT, False),
        (Name.SEAL, game_with(None, commands.Adjourn()), EVENT, True),
        (Name.CALL_ARBITER, game_with(), HOME, False),
        (Name.CALL_ARBITER, game_with(), EVENT, True),
        (Name.RESUME, game_with(), HOME, False),
        (Name.RESUME, game_with(None, commands.StopClocks(reason=commands.StopReason.ARBITER)), HOME, True),
        (Name.PAUSE, game_with(), HOME, True),
        (Name.PAUSE, game_with(None, commands.StopClocks(reason=commands.StopReason.ARBITER)), HOME, False),
        (Name.CHECK_BOARD, game_with(), HOME, False),
        (Name.CHECK_BOARD, game_with(), Here(profile=Profile.PRACTICE, has_board=True), True),
        (Name.LISTEN, game_with(), HOME, False),
        (Name.LISTEN, game_with(), Here(profile=Profile.PRACTICE, has_microphone=True), True),
        (Name.APPEAL, game_with(), EVENT, False),
        (Name.ARBITER_START, game_with(), EVENT, False),
        (Name.ARBITER_START, new_game(GameSetUp(setup=Setup())), EVENT, True),
        (Name.ARBITER_ACCEPT, game_with(), EVENT, False),
        (Name.ARBITER_ARRIVE, game_with(), EVENT, False),
        (Name.ARBITER_ARRIVE, new_game(GameSetUp(setup=Setup(absent=ByColor(True, False)))), EVENT, True),
        (Name.ARBITER_ARRIVE, new_game(GameSetUp(setup=Setup(absent=ByColor(False, True)))), EVENT, True),
        (Name.WITHDRAW_CLAIM, game_with(), EVENT, False),
        (Name.WITHDRAW_CLAIM, game_with(WATCHED, QUICKPLAY_CLAIM), EVENT, True),
        (Name.WITHDRAW_CLAIM, game_with(WATCHED, QUICKPLAY_CLAIM, POSTPONED), EVENT, True),
        (Name.ARBITER_APPEAL_UPHELD, game_with(), EVENT, False),
        (Name.ARBITER_OPEN_ENVELOPE, game_with(), EVENT, False),
        (Name.ASSISTANT_PRESS, game_with(), EVENT, False),
        (Name.RETURN, game_with(), EVENT, False),
        (Name.RETURN, game_with(None, commands.Leave(color=chess.BLACK)), EVENT, True),
        (Name.RETURN, game_with(None, commands.Leave(color=chess.BLACK), RESIGNS), EVENT, False),
    ],
)
def test_when_it_can_be_of_use(name: Name, game: Game, here: Here, possible: bool) -> None:
    assert is_possible(name, game, here) is possible


@pytest.mark.parametrize("name", [Name.HINT, Name.WHAT_IF, Name.LEVEL, Name.ATTACKERS, Name.PAWNS])
def test_what_only_practice_knows(name: Name) -> None:
    known = [profile for profile in Profile if is_available(name, profile)]
    assert known == [Profile.PRACTICE]


@pytest.mark.parametrize("name", [Name.BOARD, Name.WHAT_IS_ON, Name.WHERE_IS, Name.WHOSE_TURN, Name.MATERIAL])
def test_11_3_a_in_a_tournament_only_the_own_board_tells_of_the_position(name: Name) -> None:
    assert not is_available(name, Profile.TOURNAMENT)
    assert is_available(name, Profile.ASSISTED)
    assert name not in said_in(Profile.TOURNAMENT)
    assert name in said_in(Profile.PRACTICE)


def test_blindfold_only_last_moves_and_clocks_are_told_of_what_stands_on_the_board() -> None:
    setup = Setup(regulations=Regulations(is_blindfold=True))
    blindfold = game_with(setup)
    of_the_board = {name for name, row in ROWS.items() if row.topic in (Topic.BOARD, Topic.EXPLORING, Topic.PRACTICE)}
    told = {name for name in of_the_board if refusal(name, blindfold, HOME) is None}
    assert told == {
        Name.LAST_MOVE,
        Name.LAST_FIVE,
        Name.MOVE_COUNT,
        Name.WHOSE_TURN,
        Name.WHY,
        Name.LEVEL,
        Name.PIECE_VALUE,
    }
    assert {refusal(name, blindfold, HOME) for name in of_the_board - told} == {"blindfold"}
    assert not any(
        refusal(name, blindfold, HOME) for name, row in ROWS.items() if row.topic is Topic.CLOCK and row.is_at_game
    )
    ended = game_with(setup, commands.Resign(color=chess.WHITE))
    assert not any(refusal(name, ended, HOME) for name in of_the_board)


@pytest.mark.parametrize("profile", Profile)
@pytest.mark.parametrize(("name", "by_arbiter"), [(Name.CALL_ARBITER, True), (Name.SEAL, True), (Name.HINT, False)])
def test_an_arbiter_is_called_and_seals_are_made_wherever_one_is_and_that_brings_no_hints(
    name: Name, by_arbiter: bool, profile: Profile
) -> None:
    alone, judged = (Here(profile=profile, has_arbiter=has_arbiter) for has_arbiter in (False, True))
    assert is_known(name, alone) is (profile in ROWS[name].profiles)
    assert is_known(name, judged) is (by_arbiter or profile in ROWS[name].profiles)


def test_a_game_knows_nothing_of_a_clock_alone() -> None:
    assert not is_available(Name.CLOCK_DIAL, Profile.PRACTICE)


def test_a_request_without_a_key_is_asked_for_by_none() -> None:
    for keys in (KEYS, EXPLORING_KEYS):
        assert all(len(key) > 0 for key in keys)
        assert len(set(keys.values())) == len(keys)


def test_only_what_may_be_followed_is_read_with_something_behind_it() -> None:
    """ "b 4" is a move, not the question for the board."""
    language, game = load_language("en"), game_with()
    for line in ("b 4", "board e4", "resign now"):
        found = typed_request(line, game, language)
        assert not isinstance(found, Request)
    assert {name for name in FOLLOWED if ROWS[name].slot is None} == set()


def test_nobody_listens_for_rulings() -> None:
    spoken = said_in(Profile.TOURNAMENT)
    assert not any(ROWS[name].author is RequestAuthor.ARBITER for name in spoken)


def test_what_both_players_agree_on_is_listened_for_where_each_has_a_machine_of_their_own() -> None:
    heard = {profile for profile in Profile if {Name.PAUSE, Name.RESUME} & said_in(profile)}
    assert heard == {Profile.PRACTICE, Profile.ONLINE}


def test_what_cannot_be_taken_back_is_confirmed() -> None:
    always = {name for name, row in ROWS.items() if row.confirmed is Confirmed.ALWAYS}
    assert always == {
        Name.OFFER_DRAW,
        Name.ACCEPT_DRAW,
        Name.RESIGN,
        Name.TAKE_BACK,
        Name.TAKE_BACK_TO,
        Name.NEW_GAME,
        Name.LEARN,
        Name.CLOCK_NEW,
    }


@pytest.mark.parametrize("pack", ["en", "de"])
def test_whatever_a_player_or_an_assistant_may_ask_can_be_said_or_a_reason_stands_in_the_table(pack: str) -> None:
    grammar = load_spoken(pack).grammar
    asked = {name for name, row in ROWS.items() if row.is_at_game and row.author is not RequestAuthor.ARBITER}
    spoken = {Name(name) for name, phrases in grammar.commands.items() if phrases} | set(NUMBERS)
    assert spoken - DRILL_ANSWERS == asked - {name for name in asked if ROWS[name].unspoken}
    assert spoken >= DRILL_ANSWERS == {name for name in asked if ROWS[name].unspoken is Unspoken.AWAITED}
    assert not any(ROWS[name].unspoken for name in ROWS if name not in asked)


@pytest.mark.parametrize("pack", ["en", "de"])
def test_the_most_used_are_ten_lines_with_the_topics_last(pack: str) -> None:
    language, game = load_language(pack), game_with(TIMED, E4)
    told = most_used(game, HOME, language)
    assert len(told) == PART
    assert told[0].text == language.pack.spelling.shown(language.words.help[Name.MOVE])
    topics = topics_of(game, HOME)
    assert Topic.ARBITER not in topics and Topic.ASSISTANT not in topics and Topic.CLAIMS in topics
    assert all(language.words.topic_names[topic] in told[-1].text for topic in topics)
    assert all(about(topic, game, HOME, language) for topic in topics)
    assert Topic.ARBITER in topics_of(game, EVENT) and Topic.PRACTICE not in topics_of(game, EVENT)


def test_steps_of_a_schedule_are_read_and_must_be_there() -> None:
    language, game = load_language("en"), game_with()
    found = filled(Request(name=Name.CLOCK_SCHEDULE), "300, 600/60", game, language)
    assert isinstance(found, Request) and found.schedule == parse_schedule("300, 600/60")
    for text in ("", "often"):
        lacking = filled(Request(name=Name.CLOCK_SCHEDULE), text, game, language)
        assert isinstance(lacking, Unfinished) and lacking.missing is Missing.SCHEDULE


def test_a_counter_is_set_by_a_color_and_a_number() -> None:
    language, game = load_language("en"), game_with()
    found = filled(Request(name=Name.ARBITER_COUNTER), "black forty", game, language)
    assert isinstance(found, Request) and (found.color, found.number) == (chess.BLACK, 40)
    lacking = filled(Request(name=Name.ARBITER_COUNTER), "forty", game, language)
    assert isinstance(lacking, Unfinished) and lacking.missing is Missing.COLOR


@pytest.mark.parametrize(
    ("line", "missing", "answer", "complete"),
    [
        ("arbiter counter white", Missing.NUMBER, "7", "arbiter counter white 7"),
        ("arbiter counter", Missing.COLOR, "white 7", "arbiter counter white 7"),
        ("arbiter add time black", Missing.TIME, "2:00", "arbiter add time black 2:00"),
        ("arbiter illegal 14", Missing.COLOR, "black", "arbiter illegal 14 black"),
        ("arbiter illegal black", Missing.NUMBER, "14", "arbiter illegal 14 black"),
        ("arbiter illegal black", Missing.NUMBER, "14", "arbiter illegal black 14"),
        ("arbiter penalty white", Missing.PENALTY, "warning", "arbiter penalty white warning"),
        ("arbiter penalty white own time soon", Missing.TIME, "30", "arbiter penalty white own time 30"),
    ],
)
def test_what_was_lacking_alone_completes_a_ruling(line: str, missing: Missing, answer: str, complete: str) -> None:
    language, game = load_language("en"), game_with()
    asked = typed_request(line, game, language)
    assert isinstance(asked, Unfinished) and asked.missing is missing
    found, whole = filled(asked.request, answer, game, language), typed_request(complete, game, language)
    assert isinstance(found, Request) and isinstance(whole, Request)
    assert replace(found, words="") == replace(whole, words="")


AT_CLOCK = Here(profile=Profile.TOURNAMENT, is_clock=True)
ONLY_AT_CLOCK = {
    Name.CLOCK_MOVES, Name.CLOCK_DIAL, Name.CLOCK_LINE, Name.CLOCK_TOGGLE, Name.CLOCK_SET, Name.CLOCK_SCHEDULE,
    Name.CLOCK_CALIBRATE, Name.CLOCK_ENTRY, Name.CLOCK_NEW,
}  # fmt: skip


def test_what_a_chess_clock_alone_knows() -> None:
    known = {name for name in Name if is_known(name, AT_CLOCK)}
    assert known == ONLY_AT_CLOCK | {
        Name.PRESS, Name.QUIT, Name.LANGUAGE, Name.LAWS, Name.HELP, Name.MORE, Name.REPEAT, Name.STOP, Name.MY_CLOCK,
        Name.OPPONENT_CLOCK,
        Name.BOTH_CLOCKS, Name.CLOCK_DIFFERENCE, Name.CLOCK_EXACT, Name.CLOCK_USED, Name.CLOCK_TO_CONTROL,
        Name.CLOCK_CONTROL, Name.ARBITER_PIN, Name.ARBITER_START, Name.ARBITER_STOP, Name.ARBITER_RESUME,
        Name.ARBITER_SET_CLOCK, Name.ARBITER_ADD_TIME, Name.ARBITER_COUNTER, Name.ARBITER_COUNT_GAP,
        Name.ARBITER_PENALTY, Name.ARBITER_DECLARE,
    }  # fmt: skip
    assert {name for name in Name if not ROWS[name].is_at_game} == ONLY_AT_CLOCK


@pytest.mark.parametrize(
    ("game", "here", "names"),
    [
        pytest.param(
            game_with(TIMED, E4), HOME, "move press my_clock last_move repeat what_is_on board quit stop", id="practice"
        ),
        pytest.param(
            game_with(TIMED, E4),
            EVENT,
            "move press my_clock last_move repeat quit stop offer_draw resign",
            id="tournament",
        ),
        pytest.param(
            game_with(Setup(presses_for=both(True)), E4, commands.OfferDraw(color=chess.WHITE)),
            HOME,
            "move accept_draw decline_draw last_move repeat what_is_on board quit stop",
            id="an offer stands",
        ),
        pytest.param(game_with(None, RESIGNS), HOME, "last_move repeat what_is_on board quit stop new_game", id="over"),
        pytest.param(
            game_with(Setup(presses_for=both(True)), commands.StopClocks(reason=commands.StopReason.ARBITER)),
            Here(profile=Profile.PRACTICE, trains=True),
            "move resume next solution last_move repeat what_is_on board quit",
            id="training",
        ),
    ],
)
def test_help_tells_the_most_used_in_their_order(game: Game, here: Here, names: str) -> None:
    language = load_language("en")
    told = [line.text for line in most_used(game, here, language)]
    assert told[:-1] == [language.pack.spelling.shown(language.words.help[Name(name)]) for name in names.split()]


SET = new_game(GameSetUp(setup=TIMED))
RUNNING = game_with(TIMED)
STOPPED = game_with(TIMED, commands.StopClocks(reason=commands.StopReason.ARBITER))


@pytest.mark.parametrize(
    ("game", "has_keys", "names"),
    [
        (SET, False, "arbiter_start press my_clock both_clocks clock_set repeat quit stop clock_control"),
        (RUNNING, False, "press arbiter_stop my_clock both_clocks clock_new repeat quit stop clock_control"),
        (STOPPED, False, "arbiter_resume press my_clock both_clocks clock_new repeat quit stop clock_control"),
        (SET, True, "press clock_toggle my_clock both_clocks clock_set repeat clock_entry quit stop"),
        (RUNNING, True, "press clock_toggle my_clock both_clocks clock_new repeat clock_entry quit stop"),
    ],
)
def test_help_at_a_clock_alone_tells_words_or_keys_and_what_goes_on_first(
    game: Game, has_keys: bool, names: str
) -> None:
    language = load_clock_language("en", has_keys=has_keys).player
    told = [line.text for line in most_used(game, replace(AT_CLOCK, has_keys=has_keys), language)]
    assert told[:-1] == [language.pack.spelling.shown(language.words.help[Name(name)]) for name in names.split()]
    assert any("[" in line for line in told) is has_keys


def test_help_tells_an_arbiter_first_what_they_need_most() -> None:
    game = game_with(TIMED, E4, commands.ClaimTouch(color=chess.BLACK, square=chess.D2))
    here = Here(profile=Profile.TOURNAMENT, has_arbiter=True)
    told = [line.text for line in about(Topic.ARBITER, game, here, load_language("en"))]
    words = [line.removeprefix("arbiter ").replace(":", ",").partition(",")[0] for line in told]
    assert words[:7] == ["accept", "reject", "postpone", "stop", "add time", "set clock", "penalty"]


def test_what_an_assistant_may_ask_for_at_a_place_of_their_own() -> None:
    """He plays, announces, writes, presses, tells and claims for the player (E.2.9), and hears what anybody may."""
    here = Here(profile=Profile.ASSISTED, is_assistants=True)
    known = {name for name in Name if is_known(name, here)}
    acts = {name for name, row in ROWS.items() if row.topic is Topic.ASSISTANT}
    answers = {name for name, row in ROWS.items() if row.is_hidden and row.topic is Topic.PROGRAM} - DRILL_ANSWERS
    assert known == acts | answers | {
        Name.MOVE, Name.PRESS, Name.QUIT, Name.CLAIM_FLAG, Name.CLAIM_TOUCH, Name.LAST_MOVE, Name.LAST_FIVE, Name.MOVES,
        Name.MOVE_COUNT, Name.LEGAL_MOVES, Name.WHAT_IS_ON, Name.WHERE_IS, Name.WHOSE_TURN, Name.BOARD, Name.MATERIAL,
        Name.CHECK_BOARD, Name.WHY, Name.MY_CLOCK, Name.OPPONENT_CLOCK, Name.BOTH_CLOCKS, Name.CLOCK_DIFFERENCE,
        Name.CLOCK_EXACT, Name.CLOCK_USED, Name.CLOCK_TO_CONTROL, Name.CLOCK_CONTROL, Name.HELP, Name.MORE, Name.REPEAT,
        Name.REPEAT_SLOWER, Name.STOP, Name.LISTEN, Name.LANGUAGE, Name.LAWS, Name.SOUND_ON, Name.SOUND_OFF,
    }  # fmt: skip
    assert refusal(Name.RESIGN, game_with(), here) == "refused_not_a_duty"
    assert refusal(Name.PRESS, game_with(), here) is None


def test_what_is_asked_about_where_it_may_have_been_misheard() -> None:
    """Claims, whatever ends something, and what an assistant does at the board: taking it back costs the player."""
    heard = {name for name, row in ROWS.items() if row.confirmed is Confirmed.HEARD}
    claims = {name for name, row in ROWS.items() if row.topic is Topic.CLAIMS}
    assert claims - heard == {Name.CALL_ARBITER, Name.WITHDRAW_OFFER, Name.WITHDRAW_CLAIM}
    assert heard - claims == {
        Name.ABORT, Name.QUIT, Name.BORROW_SHEET, Name.COMPLETE_SHEET, Name.LEAVE, Name.LEAVE_VENUE,
        Name.CLOSE_ENVELOPE, Name.ASSISTANT_PRESS, Name.ASSISTANT_CLAIM_FLAG, Name.ASSISTANT_ANNOUNCE,
        Name.ASSISTANT_WRITE, Name.ASSISTANT_PLAY,
    }  # fmt: skip


def test_of_one_player_nobody_says_both() -> None:
    language, game = load_language("en"), game_with()
    assert filled(Request(name=Name.ARBITER_REFUSAL), "both", game, language) == Request(
        name=Name.ARBITER_REFUSAL, words="both"
    )
    lacking = filled(Request(name=Name.ARBITER_ARRIVE), "both", game, language)
    assert isinstance(lacking, Unfinished) and lacking.missing is Missing.COLOR


def test_a_claim_of_an_illegal_move_is_the_opponents_whose_move_is_named() -> None:
    for line, color in (("14 black", chess.WHITE), ("14 white", chess.BLACK)):
        found = filled(Request(name=Name.CLAIM_ILLEGAL), line, game_with(), load_language("en"))
        assert found == Request(name=Name.CLAIM_ILLEGAL, words=line, number=14, color=color)


def test_a_claim_of_an_illegal_move_needs_no_number() -> None:
    found = filled(Request(name=Name.CLAIM_ILLEGAL), "", game_with(), load_language("en"))
    assert found == Request(name=Name.CLAIM_ILLEGAL)
