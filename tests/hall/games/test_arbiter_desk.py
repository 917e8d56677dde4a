"""The arbiter's desk: what needs him in its order, rulings by the words of the board, and two arbiters at once."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import chess
import pytest

from access_chess.conversation.state import Say
from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.storage.journal import Journal
from access_chess.hall.games.desk import ArbiterDesk
from access_chess.hall.games.desk_seat import AtBoard, DeskSeat, RuledOn, TypedAtDesk
from access_chess.hall.games.desk_words import DeskWords
from access_chess.hall.games.floor_news import Ruled
from access_chess.hall.games.running_games import RunningGame, RunningGames
from access_chess.hall.games.seat_state import Manner, Terms
from access_chess.hall.games.table import HostedTable
from access_chess.laws.commands import PlayMove, PressClock, Result, StopClocks, StopReason
from access_chess.laws.time_control import parse_time_control
from access_chess.play.messages import Give
from tests.support.hall_server import games_in

ENGLISH = Manner(language=load_language("en"))
GERMAN = Manner(language=load_language("de"))
PATIENCE = 30.0  # seconds until a test gives up waiting
REPEATED = ("Nf3", "Nf6", "Ng1", "Ng8") * 2


@pytest.fixture
def games(tmp_path: Path) -> Iterator[RunningGames]:
    with closing(Journal(tmp_path / "journal.sqlite")) as journal, closing(games_in(journal)) as games:
        yield games


def ruled_game(games: RunningGames, *moves: str) -> RunningGame:
    """A game of two under the arbiter, after these moves, of which the desks know."""
    terms = Terms(white="Anna", black="Boris", control=parse_time_control("300+2"), has_arbiter=True)
    game = games.begin(terms)
    seats = {color: game.seat(color, ENGLISH) for color in chess.COLORS}
    for place, move in enumerate(moves):
        seats[place % 2 == 0].enter(move)
    return game


def say(games: RunningGames, game: RunningGame, color: chess.Color, line: str) -> None:
    """A player's line, and what follows from it has come to the desks, which hear of it by themselves."""
    seat, known = game.seat_at(color), threading.Event()
    assert seat is not None
    before = len(games.floor.needs())
    leave = games.floor.listen(lambda: known.set() if len(games.floor.needs()) > before else None)
    seat.enter(line)
    assert known.wait(PATIENCE)
    leave()


def told(desk: ArbiterDesk, line: str, *, seen: int | None = None) -> list[str]:
    """What is said because of a line."""
    lines = desk.lines()
    after = lines[-1].number if lines else 0
    desk.enter(line, seen=desk.seen if seen is None else seen)
    return [each.text for each in desk.lines(after)]


def test_a_claim_waits_and_is_ruled_on_by_number(games: RunningGames) -> None:
    """The story of the arbiter: he hears the board and the claim, and rules with two words."""
    desk = games.desk(ENGLISH, "Maria")
    ruled_game(games)
    game = ruled_game(games, *REPEATED)
    say(games, game, chess.WHITE, "threefold")
    needed = [line for line in desk.lines() if line.need is not None]
    assert [line.text for line in needed] == ["Board 2: White claims a draw: the same position for the third time."]
    assert needed[0].is_aside
    assert game.game.clock.running is None
    assert told(desk, "2 accept") == [
        "Board 2: White's claim is right. Article nine point five a. The same position for the third time. "
        "The game is drawn. Article nine point two b."
    ]
    assert game.game.is_over
    assert desk.needs() == ()


def test_next_is_what_has_waited_longest_and_a_line_without_a_number_goes_there(games: RunningGames) -> None:
    desk = games.desk(ENGLISH, "Maria")
    first, second = ruled_game(games, "e4"), ruled_game(games, "e4")
    say(games, second, chess.BLACK, "call arbiter")
    say(games, first, chess.BLACK, "call arbiter")
    assert [need.board for need in desk.needs()] == [2, 1]
    assert told(desk, "next") == ["Board 2: Black calls the arbiter."]
    assert told(desk, "add time black 2:00") == ["Board 2: Black gets two minutes more. Article thirteen point five."]
    assert told(desk, "resume")[0].startswith("Board 2: ")
    assert [need.board for need in desk.needs()] == [1]
    assert told(desk, "next") == ["Board 1: Black calls the arbiter."]
    assert told(desk, "1 resume")[0].startswith("Board 1: ")
    assert told(desk, "next") == ["No board needs you."]


def test_while_a_move_is_sealed_the_desk_hears_who_seals_and_then_what_the_clocks_wait_for(games: RunningGames) -> None:
    desk = games.desk(ENGLISH, "Maria")
    game = ruled_game(games, "e4", "e5")
    white = game.seat_at(chess.WHITE)
    assert white is not None
    told(desk, "1 adjourn tomorrow at ten")
    sealing = ["Board 1: White is still sealing a move. The game is resumed after that."]
    assert told(desk, "1 resume") == sealing
    white.enter("seal Nf3")
    assert told(desk, "1 resume") == sealing
    white.enter("sealed")
    for color in chess.COLOR_NAMES:
        told(desk, f"1 arrived {color}")
    assert told(desk, "1 resume") != sealing
    waits = "Board 1: The sealed move waits in its envelope. The arbiter opens it."
    assert told(desk, "1 resume")[0].startswith(waits)
    assert not game.game.is_clock_on
    told(desk, "1 open envelope")
    assert game.game.clock.running is chess.BLACK


def test_german_words(games: RunningGames) -> None:
    desk = games.desk(GERMAN, "Maria")
    game = ruled_game(games, "e4")
    say(games, game, chess.BLACK, "call arbiter")
    assert told(desk, "nächste") == ["Brett 1: Schwarz ruft den Schiedsrichter."]
    assert told(desk, "brett 1")[0].startswith("Brett 1: Anna - Boris. ")
    assert told(desk, "wer fehlt") == ["Alle Bretter sind da."]
    ruled_game(games, "e4")
    assert told(desk, "alle stopp") == ["An allen zwei Brettern? Ja oder nein."]


def test_several_boards_and_all_of_them(games: RunningGames) -> None:
    desk = games.desk(ENGLISH, "Maria")
    running = [ruled_game(games, "e4") for _ in range(3)]
    stopped = "The clocks are stopped. Article six point twelve a."
    assert told(desk, "1-2 stop") == [f"Boards 1, 2: {stopped}"]
    assert [game.game.is_clock_on for game in running] == [False, False, True]
    assert told(desk, "all stop") == ["On all three boards? Yes or no."]
    told(desk, "no")
    assert [game.game.is_clock_on for game in running] == [False, False, True]
    told(desk, "all stop")
    assert [game.game.is_clock_on for game in running] == [False, False, True]
    told(desk, "yes")
    assert [game.game.is_clock_on for game in running] == [False, False, False]
    assert desk.needs() == (), "he has stopped them himself"


@pytest.mark.parametrize("order", ["pause", "1 stop", "arbiter stop", "1 pause", "all stop"])
def test_a_bare_stop_silences_and_a_ruling_stops_the_clocks(games: RunningGames, order: str) -> None:
    """Behind a board's number the word is the ruling, as after the word arbiter; so is pause, wherever he is."""
    desk = games.desk(ENGLISH, "Maria")
    game = ruled_game(games)
    told(desk, "1 start")
    told(desk, "board 1")
    assert told(desk, "stop") == ["The clocks run. Pause stops them."]
    found = [game.game.is_clock_on]
    told(desk, order)
    told(desk, "yes")
    found.append(game.game.is_clock_on)
    assert told(desk, "stop") == ["The clocks are stopped."]
    told(desk, "resume")
    assert [*found, game.game.is_clock_on] == [True, False, True]


def test_what_lacks_something_is_asked_for_and_nobody_plays_from_the_desk(games: RunningGames) -> None:
    desk = games.desk(ENGLISH, "Maria")
    game = ruled_game(games, "e4")
    assert told(desk, "stop") == ["Which board? Say its number first, or next."]
    assert "arbiter stop: stop both clocks" in told(desk, "?")[0]
    assert told(desk, "1 add time") == ["Board 1: Which player, White or Black?"]
    assert told(desk, "1 black 1:00") == ["Board 1: Black gets one minute more. Article thirteen point five."]
    before = game.game
    for line in ("1 e5", "1 resign", "1 black resign", "1 accept draw", "1 quit", "1 new game", "1 1234"):
        assert "I do not understand this" in told(desk, line)[0], line
    assert game.game == before
    assert told(desk, "9 accept") == ["There is no board 9."]
    assert told(desk, "1 whose turn")[0].startswith("Board 1: ")
    assert "arbiter stop: stop both clocks" in told(desk, "1 ?")[0]
    assert told(desk, "1 accept")[0].startswith("Board 1: ")
    assert told(desk, "1 arbiter declare 1-0")[0].startswith("Board 1: ")
    assert game.game.end is not None
    assert game.game.end.result is Result.WHITE_WINS


def test_two_arbiters_one_takes_and_nothing_is_ruled_twice(games: RunningGames) -> None:
    maria, josef = games.desk(ENGLISH, "Maria"), games.desk(ENGLISH, "Josef")
    game = ruled_game(games, *REPEATED)
    other = ruled_game(games, "e4")
    say(games, game, chess.WHITE, "threefold")
    say(games, other, chess.BLACK, "call arbiter")
    assert told(maria, "next")[0].startswith("Board 1: White claims")
    assert [need.taken_by for need in josef.needs()] == ["Maria", None]
    assert told(josef, "next") == ["Board 2: Black calls the arbiter."]
    assert "Maria is at this board." in told(josef, "board 1")[0]
    seen = josef.seen
    told(maria, "reject")
    assert game.game.claim is None
    assert told(josef, "1 accept", seen=seen)[-1].startswith(
        "Board 1: Not done: something has happened meanwhile. Rule again. White's claim is wrong"
    )
    assert not game.game.is_over
    heard = [line.text for line in josef.lines() if line.is_aside and "claim is wrong" in line.text]
    assert heard == [
        "Board 1: White's claim is wrong: this is not the third time. Article nine point five b. "
        "Black gets three minutes more. Article nine point five b."
    ], "the other hears of the ruling once, in one"
    assert told(josef, "1 stop", seen=0)[-1].startswith("Board 1: "), "stopping the clocks is never too late"


def test_a_move_that_comes_before_the_table_gets_to_the_ruling_makes_it_stale(
    games: RunningGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between Enter and the decision there is a queue: what stands in it before the ruling counts."""
    desk = games.desk(ENGLISH, "Maria")
    game = ruled_game(games, "e4")
    do = HostedTable.do

    def moved_first(table: HostedTable, act: Callable[[], Any]) -> Any:
        table.submit(PlayMove(color=chess.BLACK, move=chess.Move.from_uci("e7e5")))
        return do(table, act)

    monkeypatch.setattr(HostedTable, "do", moved_first)
    assert told(desk, "1 declare 1-0")[-1].startswith("Board 1: Not done: something has happened meanwhile")
    assert not game.game.is_over
    assert "The clocks are stopped" in told(desk, "1 stop")[-1], "this holds whatever has happened"


def test_the_sheets_are_asked_about_at_the_desk_as_at_the_board(games: RunningGames) -> None:
    desk = games.desk(ENGLISH, "Maria")
    ruled_game(games, *REPEATED)
    assert told(desk, "1 proof") == [
        "Board 1: The same position stood three times: before the first move, after move two of Black, "
        "after move four of Black."
    ]
    assert "The sheets agree" in told(desk, "1 compare")[0]
    assert told(desk, "1 dictate") == ["Board 1: Nothing has to be reconstructed."]
    assert told(desk, "1 count") == ["Board 1: There is no such time to count."]


def test_moves_that_are_missing_on_both_sheets_are_read_pair_by_pair(games: RunningGames) -> None:
    desk = games.desk(ENGLISH, "Maria")
    game = ruled_game(games)  # at a page nobody leaves a move unwritten
    for color, move in ((chess.WHITE, "e2e4"), (chess.BLACK, "e7e5")):
        game.do(PlayMove(color=color, move=chess.Move.from_uci(move), written=False), PressClock(color=color))
    assert told(desk, "1 dictate")[0].startswith("Board 1: The clocks are stopped. Article eight point five c.")
    pair = "Board 1: one, White: pawn Eva two Eva four one, Black: pawn Eva seven Eva five That was the last."
    assert told(desk, "") == [pair]
    assert told(desk, "dictate back") == [pair]
    assert "Which board" in told(desk, "")[0], "all has been read"


def test_a_blindfold_game_s_position_is_told_to_the_arbiter(games: RunningGames) -> None:
    desk = games.desk(ENGLISH, "Maria")
    game = games.begin(Terms(white="Anna", black="Boris", has_arbiter=True, is_blindfold=True))
    seats = {color: game.seat(color, ENGLISH) for color in chess.COLORS}
    seats[chess.WHITE].enter("e4")
    seats[chess.WHITE].enter("what is on e4")
    assert "blindfold" in seats[chess.WHITE].lines()[-1].utterance.text
    assert told(desk, "1 what is on e4") == ["Board 1: Eva four: White pawn."]


def test_who_rules_alone_hears_it_once(games: RunningGames) -> None:
    desk = games.desk(ENGLISH, "Maria")
    ruled_game(games, "e4")
    told(desk, "1 stop")
    assert [line.text for line in desk.lines()] == ["Board 1: The clocks are stopped. Article six point twelve a."]


def test_a_hall_that_begins_again_has_its_needs(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        with closing(games_in(journal)) as games:
            game = ruled_game(games, *REPEATED)
            say(games, game, chess.WHITE, "threefold")
        with closing(games_in(journal)) as games:
            games.game(game.number, 3)
            desk = games.desk(ENGLISH, "Maria")
            assert [(need.board, need.text) for need in desk.needs()] == [
                (1, "White claims a draw: the same position for the third time.")
            ]
            assert "The game is drawn" in told(desk, "1 accept")[0]


def test_a_game_without_an_arbiter_is_nobody_s(games: RunningGames) -> None:
    games.begin(Terms(white="Anna", black="Boris"))
    assert games.desk(ENGLISH, "Maria").boards() == ()


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_an_answer_goes_to_the_board_that_asked_wherever_the_arbiter_has_gone(games: RunningGames, answer: str) -> None:
    desk = games.desk(ENGLISH, "Maria")
    first, second = ruled_game(games, "e4", "e5"), ruled_game(games, "d4", "d5")
    assert told(desk, "1 illegal 1 black") == [
        "Board 1: pawn Eva seven Eva five was legal. Call it illegal? Yes or no."
    ]
    told(desk, "2")
    said = told(desk, answer)
    assert said[0].startswith("Board 1: ")
    assert len(first.game.plies) == (1 if answer == "yes" else 2)
    assert len(second.game.plies) == 2
    assert told(desk, answer) == ["Board 2: I do not understand this."]


def test_what_an_order_brings_is_no_news_to_the_next_of_the_same_arbiter(games: RunningGames) -> None:
    """Both were typed before the first was answered; a claim that was ruled on makes all else stale for others."""
    maria, josef = games.desk(ENGLISH, "Maria"), games.desk(ENGLISH, "Josef")
    game = ruled_game(games, *REPEATED)
    say(games, game, chess.WHITE, "threefold")
    seen = maria.seen
    assert "claim is wrong" in told(maria, "1 reject", seen=seen)[-1]
    assert "Not done" in told(josef, "1 resume", seen=seen)[-1]
    assert told(maria, "1 resume", seen=seen)[-1] == (
        "Board 1: The game is taken up again. Article six point twelve c. White's clock runs."
    )
    assert game.game.is_clock_on


def test_what_comes_too_late_at_all_its_boards_may_be_ruled_again(games: RunningGames) -> None:
    desk = games.desk(ENGLISH, "Maria")
    running = [ruled_game(games, "e4") for _ in range(2)]
    seen = desk.seen
    for game in running[:1]:
        seat = game.seat_at(chess.BLACK)
        assert seat is not None
        seat.enter("e5")
    assert not desk.enter("1 declare 1-0", seen=seen)
    assert desk.enter("1 declare 1-0", seen=seen), "it was told what had happened"
    assert [game.game.is_over for game in running] == [True, False]
    desk.enter("2 stop", seen=seen)
    seat = running[1].seat_at(chess.BLACK)
    assert seat is not None
    assert desk.enter("1-2 declare 0-1", seen=seen), "it was done at one of them, and would be twice"


def test_a_number_answers_which_number_and_then_it_is_a_board_again(games: RunningGames) -> None:
    desk = games.desk(ENGLISH, "Maria")
    ruled_game(games, "e4", "e5")
    ruled_game(games, "e4")
    assert told(desk, "1 illegal white") == ["Board 1: Which number?"]
    assert told(desk, "1") == ["Board 1: pawn Eva two Eva four was legal. Call it illegal? Yes or no."]
    assert desk.current is None
    assert told(desk, "1")[0].startswith("Board 1: Anna - Boris.")
    assert desk.current == 1


def test_an_empty_line_asks_again_what_was_asked_of_all_boards(games: RunningGames) -> None:
    desk = games.desk(ENGLISH, "Maria")
    game = ruled_game(games)
    told(desk, "1 start")
    for line in ("all pause", "", " "):
        assert told(desk, line) == ["On one board? Yes or no."]
        assert game.game.is_clock_on
    told(desk, "yes")
    assert not game.game.is_clock_on


def test_a_line_makes_the_next_place_and_does_nothing_by_itself(games: RunningGames) -> None:
    game, language = ruled_game(games, "e4"), ENGLISH.language
    words = DeskWords(ENGLISH, games.floor)
    seat = DeskSeat(floor=games.floor, key="1", name="Maria", language=language, words=words)
    typed = TypedAtDesk(line="1 arbiter stop", seen=games.floor.count)
    after, (given,) = seat.turn(typed)
    assert seat.turn(typed) == (after, (given,)), "and the same again"
    assert isinstance(given, AtBoard) and isinstance(given.effect, Give)
    assert given.effect.command == StopClocks(reason=StopReason.ARBITER)
    assert game.game.is_clock_on
    refused, said = after.turn(RuledOn(given=given, ruled=Ruled(refused="desk_was_done")))
    assert [each.effect for each in said if isinstance(each, AtBoard)] == [Say(part=words.phrase("desk_was_done"))]
    assert not refused.is_entry_open
    assert after.turn(RuledOn(given=given, ruled=Ruled(is_stale=True)))[0].is_entry_open
