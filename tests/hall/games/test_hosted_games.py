"""Games at pages below the pages: what a place hears, what it is asked, and how it is taken up again."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path

import chess
import pytest
from msgspec.structs import replace

from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.storage.journal import Journal
from access_chess.hall.games.running_games import RunningGame, RunningGames
from access_chess.hall.games.seat import KEPT, HostedSeat, SeatLines
from access_chess.hall.games.seat_state import Leaving, Line, Manner, Terms
from access_chess.laws.time_control import parse_time_control
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.speech.announcement import Verbosity
from access_chess.speech.answers.clock import parse_schedule
from access_chess.speech.utterance import Channel, Utterance, spoken_part
from access_chess.wiring.serving import hosted_games
from tests.support.hall_server import games_in, known_robot, practised
from tests.support.station_table import until

ENGLISH = Manner(language=load_language("en"))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        yield journal


@pytest.fixture
def games(journal: Journal) -> Iterator[RunningGames]:
    with closing(games_in(journal, ("e7e5",))) as games:
        yield games


def texts(seat: HostedSeat) -> list[str]:
    return [line.utterance.text for line in seat.lines()]


def two(games: RunningGames, time: str = "") -> tuple[HostedSeat, HostedSeat]:
    game = games.begin(Terms(white="Anna", black="Boris", control=parse_time_control(time) if time else None))
    return game.seat(chess.WHITE, ENGLISH), game.seat(chess.BLACK, ENGLISH)


def test_the_clock_starts_when_both_are_there(games: RunningGames) -> None:
    game = games.begin(Terms(control=parse_time_control("300")))
    game.seat(chess.WHITE, ENGLISH)
    assert not game.game.started
    game.seat(chess.BLACK, ENGLISH)
    assert game.game.clock.running is chess.WHITE


def test_each_hears_each_move_once_and_no_answer_of_the_other(games: RunningGames) -> None:
    white, black = two(games, "300")
    white.enter("e4")
    white.enter("what is on e4")
    white.enter("time")
    black.enter("Ke9")
    black.enter("e5")
    assert texts(white)[1:3] == ["pawn Eva two Eva four", "Eva four: White pawn."]
    assert texts(white)[4:] == ["pawn Eva seven Eva five"]
    assert texts(black)[1:] == ["pawn Eva two Eva four", "I do not understand this: Ke9.", "pawn Eva seven Eva five"]


def test_a_wrong_entry_is_told_as_such_and_a_question_is_none(games: RunningGames) -> None:
    white, black = two(games)
    assert black.enter("e5").fault  # it is not his move
    assert white.enter("Ke9").fault == "I do not understand this: Ke9."
    assert white.enter("resign").fault == ""
    assert [answer.name for answer in white.state().answers] == [RequestName.YES, RequestName.NO]
    assert white.state().asked == "Resign? Yes or no."
    assert white.ask(Request(name=RequestName.NO)).fault == ""
    assert white.state().answers == ()
    assert white.enter("e4").fault == ""


def test_a_question_bears_the_ticket_of_its_line_as_soon_as_it_is_told(games: RunningGames) -> None:
    """A page looks as soon as something is said, and by the ticket knows where the focus is to go."""
    white, _ = two(games)
    seen: list[tuple[str, str]] = []
    leave = white.listen(lambda: seen.append((white.state().asked, white.state().asked_by)))
    white.enter("what is on e4", ticket="one")
    white.enter("resign", ticket="two")
    white.enter("again", ticket="three")
    white.enter("no", ticket="four")
    leave()
    by_ticket = [by for asked, by in seen if asked]
    assert by_ticket[0] == "two" and set(by_ticket) <= {"two", ""}
    assert white.state().asked_by == ""


def test_what_is_wrong_is_not_what_the_opponent_does_meanwhile(games: RunningGames) -> None:
    white, black = two(games)
    white.enter("e4")
    moves = ["e5"]
    with ThreadPoolExecutor() as other:

        def answer() -> None:
            if moves:
                other.submit(black.enter, moves.pop())

        leave = white.listen(answer)
        assert white.enter("Ke9").fault == "Black to move, move one."
        leave()
    assert texts(white)[-2:] == ["Black to move, move one.", "pawn Eva seven Eva five"]


def test_no_sentence_of_a_game_without_an_arbiter_speaks_of_one(games: RunningGames, journal: Journal) -> None:
    """Before the opponent is there, while both play, after a restart, and at the end."""
    lines = ["arbiter start", "arbiter resume", "adjust", "seal e4", "stop the clocks", "why", "e4", "draw", "no", "?"]
    game = games.begin(Terms(white="Anna", black="Boris", control=parse_time_control("300")))
    white = game.seat(chess.WHITE, ENGLISH)
    heard = [line.utterance.text for seat in [white] for line in _walked(seat, lines)]
    assert "The game has not begun." in heard and "This game has no arbiter." in heard
    assert not white.state().is_due
    black = game.seat(chess.BLACK, ENGLISH)
    assert white.state().is_due
    heard += [line.utterance.text for seat in (white, black) for line in _walked(seat, lines)]
    black.enter("e5")
    games.close()
    with closing(games_in(journal)) as again:
        white = again.game(1, 3).seat(chess.WHITE, ENGLISH)
        assert again.game(1, 3).awaited == {chess.BLACK} and not white.state().is_due
        heard += [line.utterance.text for line in _walked(white, lines)]
        assert "The clocks are stopped." in heard
        again.game(1, 3).seat(chess.BLACK, ENGLISH)
        assert again.game(1, 3).awaited == frozenset() and white.state().is_due
    assert [text for text in heard if "rbiter" in text.replace("This game has no arbiter.", "")] == []


def _walked(seat: HostedSeat, lines: list[str]) -> list[Line]:
    for line in lines:
        seat.enter(line)
        seat.enter("no")
    return [line for line in seat.lines() if "not understand" not in line.utterance.text]


def test_what_is_refused_to_the_arbiter_is_heard_by_them_alone(games: RunningGames) -> None:
    game = games.begin(Terms(white="Anna", black="Boris", control=parse_time_control("300"), has_arbiter=True))
    seats = [game.seat(color, ENGLISH) for color in chess.COLORS]
    desk = games.desk(ENGLISH, "Maria")
    before = [texts(seat) for seat in seats]
    for line, answer in (("1 start", "Board 1: That has begun already."), ("1 resume", "changes nothing")):
        desk.enter(line, seen=desk.seen)
        assert answer in desk.lines()[-1].text
    assert [texts(seat) for seat in seats] == before
    assert texts(game.seat(chess.WHITE, replace(ENGLISH, verbosity=Verbosity.FULL))) == before[0], "nor later on"


def test_what_nobody_needs_any_more_is_let_go_and_comes_again(journal: Journal) -> None:
    """Over: half a minute after its last page has gone. Still in play: not soon, and never with a question open."""
    now = timedelta(hours=1)
    games = RunningGames(
        journal, robots=known_robot(("e7e5",)), robot_name="Robot {level}", practised=practised(), clock=lambda: now
    )
    with closing(games):
        over, watched, asked, timed, still = (
            games.begin(Terms(robot=chess.BLACK, control=parse_time_control("300") if is_timed else None))
            for is_timed in (False, False, False, True, False)
        )
        seats = [game.seat(chess.WHITE, ENGLISH) for game in (over, watched, asked, timed, still)]
        for seat in seats:
            seat.enter("e4")
        for seat in seats[:2]:
            seat.enter("resign")
            seat.enter("yes")
        seats[2].enter("resign")
        leave = seats[1].listen(lambda: None)
        running = [games.running]
        for passed, left in ((0, False), (29, False), (31, False), (31, True), (31, False), (600, False)):
            now += timedelta(seconds=passed)
            if left:
                leave()
            games.let_go()
            running.append(games.running)
        assert running == [5, 5, 5, 4, 4, 3, 2]
        again = games.game(1, 3)
        assert again is not over and again.game.is_over
        assert "White resigns" in " ".join(texts(again.seat(chess.WHITE, ENGLISH)))


def test_an_offer_is_asked_of_the_opponent_alone(games: RunningGames) -> None:
    white, black = two(games)
    white.enter("e4")
    black.enter("e5")
    white.enter("Nf3(=)")
    assert [answer.name for answer in black.state().answers] == [RequestName.YES, RequestName.NO]
    assert white.state().answers == ()
    white.enter("yes")
    assert not games.game(1, 3).game.is_over
    black.enter("yes")
    assert games.game(1, 3).game.is_over


def test_who_practises_hears_hints_and_who_meets_a_person_does_not(games: RunningGames) -> None:
    alone = games.begin(Terms(robot=chess.BLACK)).seat(chess.WHITE, ENGLISH)
    white, _ = two(games)
    assert alone.enter("hint").fault == white.enter("hint").fault == ""
    assert texts(alone)[-1] != texts(white)[-1] == "That is not available in this game."


def test_squares_are_shown_to_who_practises_as_long_as_the_answer_stands(games: RunningGames) -> None:
    """Where the man goes that was asked about, and a hint; nothing to who meets a person, or to a pair of players."""

    def shown(seat: HostedSeat) -> set[str]:
        return {chess.square_name(square) for square in seat.state().shown}

    seat = games.begin(Terms(robot=chess.BLACK)).seat(chess.WHITE, ENGLISH)
    assert shown(seat) == set()
    for line, squares in (
        ("reach of g1", {"f3", "h3"}), ("last move", set()), ("reach of e2", {"e3", "e4"}), ("e4", set()),
    ):  # fmt: skip
        seat.enter(line)
        assert shown(seat) == squares, line
    until(lambda: seat.state().view.plies, lambda plies: plies == 2)
    seat.press("m", chess.F1)
    assert shown(seat) == {"e2", "d3", "c4", "b5", "a6"}
    seat.press("c", chess.F1)
    assert shown(seat) == set()
    seat.enter("hint")
    until(lambda: len(shown(seat)), lambda count: count == 2)
    for person in two(games):
        person.press("m", chess.G1 if person.color else chess.G8)
        assert shown(person) == set()


def test_who_practises_at_the_hall_has_their_last_move_explained(journal: Journal) -> None:
    with closing(hosted_games(journal)) as games:
        seat = games.begin(Terms(robot=chess.BLACK, level=1)).seat(chess.WHITE, ENGLISH)
        assert seat.enter("explain").fault == seat.enter("compare").fault == ""
        answers = ["No move has been made.", "No move was taken back and another one played."]
        until(lambda: texts(seat)[-2:], lambda said: said == answers)


def test_another_game_and_its_level(games: RunningGames) -> None:
    game = games.begin(Terms(robot=chess.BLACK, level=3))
    seat = game.seat(chess.WHITE, ENGLISH)
    seat.enter("level 7")
    assert game.next_level == 7
    seat.enter("new game")
    assert seat.enter("yes").leaving is Leaving.NEW_GAME


def test_what_was_said_stands_there_again_in_another_language(games: RunningGames) -> None:
    white, _ = two(games)
    white.enter("e4")
    game = games.game(1, 3)
    german = game.seat(chess.WHITE, Manner(language=load_language("de")))
    assert texts(german) == ["Die Partie beginnt. Weiß am Zug.", "Bauer Eva zwei Eva vier"]
    assert all(line.is_old for line in german.lines())
    assert german.birth != white.birth
    assert game.seat(chess.WHITE, Manner(language=load_language("de"))) is german


def test_a_game_is_taken_up_where_it_stood_when_both_are_back(journal: Journal) -> None:
    with closing(games_in(journal)) as games:
        white, _ = two(games, "300")
        white.enter("e4")
    with closing(games_in(journal)) as games:
        game = games.game(1, 3)
        assert not game.game.is_clock_on
        black = game.seat(chess.BLACK, ENGLISH)
        assert not game.game.is_clock_on
        game.seat(chess.WHITE, ENGLISH)
        assert game.game.clock.running is chess.BLACK
        assert black.enter("e5").fault == ""


#: Who needs a game in memory: what is agreed on, and what he does there; it can be undone, but by the Laws.
NEEDED: dict[str, tuple[Terms, Callable[[RunningGame], Callable[[], None] | None]]] = {
    "a page is open at it": (Terms(), lambda game: game.seat(chess.WHITE, ENGLISH).listen(lambda: None)),
    "an assistant's page is": (
        Terms(assisted=frozenset({chess.BLACK})),
        lambda game: game.assistants_seat(chess.BLACK, ENGLISH).listen(lambda: None),
    ),
    "somebody looks on": (Terms(), lambda game: game.board.listen(lambda: None)),
    "its clock runs": (Terms(control=parse_time_control("300")), lambda game: None),
    "an arbiter rules on it": (Terms(has_arbiter=True), lambda game: None),
    "its days count": (Terms(days=3), lambda game: None),
}


@pytest.mark.parametrize("why", NEEDED)
def test_games_that_nobody_needs_are_let_go(games: RunningGames, monkeypatch: pytest.MonkeyPatch, why: str) -> None:
    monkeypatch.setattr("access_chess.hall.games.running_games.MOST_GAMES", 2)
    monkeypatch.setattr("access_chess.hall.games.running_games.ASKED_FOR", timedelta(hours=-1))
    terms, need = NEEDED[why]
    needed, idle = games.begin(terms), games.begin(Terms())
    for color in chess.COLORS:
        needed.seat(color, ENGLISH)
    leave = need(needed)
    games.begin(Terms())
    assert games.running == 2
    assert [games.game(each.number, 3) is each for each in (needed, idle)] == [True, False]
    if leave is not None:
        leave()
        games.begin(Terms())
        assert games.game(needed.number, 3) is not needed, "he has gone"


def test_a_game_that_was_just_asked_for_is_not_let_go(games: RunningGames, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page asks for its game, and then for its seat there; between the two another game begins."""
    monkeypatch.setattr("access_chess.hall.games.running_games.MOST_GAMES", 1)
    number = games.begin(Terms()).number
    asked = games.game(number, 3)
    games.begin(Terms())
    asked.seat(chess.BLACK, ENGLISH)
    asked.seat(chess.WHITE, ENGLISH).enter("e4")
    assert len(asked.game.plies) == 1


def test_who_looks_on_sees_what_goes_on_in_a_full_hall(games: RunningGames, monkeypatch: pytest.MonkeyPatch) -> None:
    """More games than are held in memory, each looked at: nobody's board stands still."""
    monkeypatch.setattr("access_chess.hall.games.running_games.MOST_GAMES", 2)
    numbers, moved = range(1, 7), set[int]()
    for number in numbers:
        two(games)
        games.game(number, 3).board.listen(partial(moved.add, number))
    moved.clear()
    for number in numbers:
        games.game(number, 3).seat(chess.WHITE, ENGLISH).enter("e4")
    until(lambda: set(moved), lambda found: found == set(numbers))


def test_the_own_time_is_told_aside_and_the_other_s_is_not(games: RunningGames) -> None:
    game = games.begin(Terms(control=parse_time_control("3")))  # less, and a busy machine may tell nothing of it
    manner = Manner(language=load_language("en"), schedule=parse_schedule("1"))
    white, black = game.seat(chess.WHITE, manner), game.seat(chess.BLACK, manner)
    assert game.seat_at(chess.WHITE) is white
    until(lambda: game.game.is_over)
    assert any(line.is_aside for line in white.lines())
    assert not any(line.is_aside for line in black.lines())


def test_lines_are_numbered_kept_and_told_once() -> None:
    lines = SeatLines()
    said = Utterance(parts=(spoken_part("knight", language="en"),), event=7)
    lines.say(said)
    lines.say(said)
    assert [line.number for line in lines.after(0)] == [1]
    lines.repeat(Channel.ROOM)
    assert [line.number for line in lines.after(1)] == [2]
    for _ in range(KEPT):
        lines.say_aside(Utterance(parts=(spoken_part("clock", language="en"),)))
    assert (len(lines.after(0)), lines.after(0)[0].number) == (KEPT, 3)
