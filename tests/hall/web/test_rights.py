"""Who may do what: every route for every role, and nobody at another's game."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import chess
import pytest
from starlette.routing import Route

from access_chess.hall.games.seat_state import Terms
from access_chess.hall.people.database import Role
from access_chess.hall.rules.simul import Style
from access_chess.hall.web import app
from tests.hall.games.test_hosted_games import ENGLISH
from tests.support.hall_server import ServedHall, served
from tests.support.hall_visitor import Visitor
from tests.support.station_table import until


@pytest.fixture(scope="module", name="hall")
def served_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHall]:
    with served(tmp_path_factory.mktemp("hall"), ("e7e5",)) as running:
        yield running


ALL = frozenset({"nobody", "player", "assistant", "other", "arbiter", "display"})
SEAT, PLACE, DESK, SIGNED_IN = (
    frozenset({"player"}),
    frozenset({"player", "assistant"}),
    frozenset({"arbiter"}),
    ALL - {"nobody"},
)
#: Every route, and who gets anything else than "there is no such page".
MAY = {
    "/": ALL, "/new": ALL, "/settings": ALL, "/help": ALL, "/guide": ALL, "/guide/{topic}": ALL, "/in": ALL,
    "/learn": ALL - PLACE, "/learn/{lesson}": ALL - PLACE, "/learn/{lesson}/{act}": ALL - PLACE,
    "/learn/{lesson}/stream": ALL - PLACE, "/learn/{lesson}/said/{line}.wav": ALL - PLACE,
    "/laws": ALL - PLACE, "/laws/{edition}": ALL - PLACE, "/laws/{edition}/{word}": ALL - PLACE,
    "/out": ALL, "/boards": ALL, "/board/{board}": ALL, "/board/{board}/moves": ALL,
    "/wall": ALL, "/stream": ALL, "/health": ALL, "/static/{name}": ALL,
    "/clock": ALL, "/clock/worker.js": ALL, "/manifest.webmanifest": ALL,
    "/games": SIGNED_IN, "/games/feed": SIGNED_IN, "/feed/{token}": ALL,  # who knows the token
    "/game/{game}": PLACE, "/game/{game}/line": PLACE, "/game/{game}/square": PLACE, "/game/{game}/again": SEAT,
    "/game/{game}/invite": SEAT, "/game/{game}/watched": SEAT,
    "/game/{game}/stream": PLACE, "/game/{game}/game.pgn": PLACE,
    "/game/{game}/game.brf": PLACE, "/game/{game}/said/{line}.wav": PLACE,
    "/simul": ALL, "/simul/{simul}": SEAT, "/simul/{simul}/line": SEAT,  # his who gives the exhibition
    "/arbiter": DESK, "/arbiter/line": DESK, "/arbiter/board/{board}": DESK, "/arbiter/codes": DESK,
    "/arbiter/pairing": DESK, "/arbiter/sessions/{person}/end": DESK, "/arbiter/stream": DESK,
    "/arbiter/log": DESK, "/arbiter/orders/{order}/recall": DESK,
}  # fmt: skip


def test_v8_2_1_every_route_is_for_its_roles_alone(tmp_path: Path) -> None:
    with served(tmp_path) as hall:
        hall.hall.aloud = lambda utterance: b"RIFF"
        visitors = {name: Visitor(hall) for name in sorted(ALL)}
        visitors["other"].begin()
        game = assisted(visitors["player"], visitors["assistant"])
        visitors["arbiter"].sign_in(Role.ARBITER)
        visitors["display"].sign_in(Role.DISPLAY)
        ruled = hall.games.begin(Terms(has_arbiter=True)).number
        number = game.rpartition("/")[2]
        giver = hall.database.visitor(visitors["player"].client.cookies["hall"])
        assert giver is not None
        simul = hall.database.simuls.begin(giver.person, chess.WHITE, Style.WALK, [int(number)])
        slots = {
            "game": number,
            "simul": str(simul),
            "line": "1",
            "person": "99",
            "topic": "practice",
            "edition": "fide-2023",
            "word": "castling",
            "lesson": "rook",
            "act": "line",
            "name": "hall.css",
            "order": "order-1",
            "token": hall.database.new_feed(99),  # nobody here, so that it stays the same
        }
        routes = {re.sub(r":\w+", "", route.path): route for route in app.ROUTES if isinstance(route, Route)}
        assert set(routes) == set(MAY), "a new route has to be thought about here"
        for path, route in routes.items():
            board = ruled if path.startswith("/arbiter") else number
            asked = path.format(board=board, **slots) + {
                "/wall": f"?boards={number}",
                "/stream": f"?boards={number}",
            }.get(path, "")
            method = "POST" if route.methods == {"POST"} else "GET"
            if path == "/out":
                continue  # it ends the session, which the others still need: 7.4.1
            for name, visitor in visitors.items():
                fields = {"csrf": visitor.csrf, "white": "", "role": "display"} if method == "POST" else None
                with visitor.client.stream(method, asked, data=fields) as answer:
                    is_there = answer.status_code not in (404, 403)
                assert is_there is (name in MAY[path]), (path, name, answer.status_code)
        for visitor in visitors.values():
            visitor.client.close()


def assisted(player: Visitor, assistant: Visitor) -> str:
    """The path of a game that others may watch, of a player of White and his assistant; Black's code is still out."""
    hall = player.hall
    game = hall.games.begin(Terms(has_arbiter=True, assisted=frozenset({chess.WHITE}))).number
    hall.database.keep_game(game, 3, {}, is_public=True, is_ruled=True, assisted=frozenset({chess.WHITE}))
    for role, visitor in ((Role.PLAYER, player), (Role.ASSISTANT, assistant)):
        code = hall.database.new_code(role, game=game, color=chess.WHITE, takes_over=True)
        assert visitor.post("/in", code=code, name=role.value).url.path == f"/game/{game}"
    hall.games.game(game, 3).seat(chess.BLACK, ENGLISH)
    return f"/game/{game}"


def test_v8_2_2_an_assistant_acts_at_one_seat_in_one_game(
    anna: Visitor, stranger: Visitor, third: Visitor, hall: ServedHall
) -> None:
    """And nobody assists where he plays, or where no assistant was agreed on; an arbiter who assists stays one."""
    game, other = assisted(anna, stranger), assisted(anna, third)
    assert "you assist White" in stranger.client.get(game, headers={"accept-language": "en"}).text
    assert stranger.client.get(other).status_code == 404
    number = int(game.rpartition("/")[2])
    own = hall.database.new_code(Role.ASSISTANT, game=number, color=chess.WHITE)
    assert anna.post("/in", code=own).url.path == game
    assert hall.database.assisted_by(anna.person, number) is None
    assert hall.database.assisted_by(stranger.person, number) is chess.WHITE
    none = hall.database.new_code(Role.ASSISTANT, game=number, color=chess.BLACK)
    assert third.post("/in", code=none).status_code == 404
    third.sign_in(Role.ARBITER)
    third.post("/in", code=hall.database.new_code(Role.ASSISTANT, game=number, color=chess.WHITE))
    assert third.client.get("/arbiter").status_code == 200
    assert third.client.get(game).status_code == 200
    assert stranger.client.get(game).status_code == 404, "another has taken his place"
    taken = hall.database.new_code(Role.PLAYER, game=number, color=chess.BLACK)
    third.post("/in", code=taken)
    assert hall.database.assisted_by(third.person, number) is None, "who plays assists no more"


def test_v8_3_1_what_an_assistant_may_is_asked_at_each_request(
    anna: Visitor, stranger: Visitor, third: Visitor
) -> None:
    game = assisted(anna, stranger)
    third.post("/in", code=third.hall.database.new_code(Role.PLAYER, game=int(game[6:]), color=chess.BLACK))
    third.client.get(game)
    for request in ("resign", "offer_draw", "accept_draw", "call_arbiter", "yes"):
        stranger.post(f"{game}/line", request=request)
    stranger.post(f"{game}/line", line="yes")
    found = stranger.hall.games.game(int(game[6:]), 3).game
    assert (found.is_over, found.offer, found.plies) == (False, None, ())
    stranger.post(f"{game}/square", **{"from": "e2", "square": "e4"})
    assert len(stranger.hall.games.game(int(game[6:]), 3).game.plies) == 1
    for path in ("/again", "/invite"):
        assert stranger.post(f"{game}{path}").status_code == 404
    stranger.post("/out")
    assert stranger.post(f"{game}/line", line="e4").status_code == 404


SEAT_PATHS = ("", "/line", "/square", "/again", "/invite", "/stream", "/game.pgn", "/game.brf", "/said/1.wav")


@pytest.mark.parametrize("path", SEAT_PATHS)
def test_v8_2_2_nobody_learns_of_a_game_that_is_not_theirs(anna: Visitor, stranger: Visitor, path: str) -> None:
    """A game of others and a game that is not are answered alike, to who is signed in and to who is not."""
    game, answers = anna.begin(), set()
    method = "POST" if path in ("/line", "/square", "/again", "/invite") else "GET"
    for _ in range(2):
        for number in (game, "/game/99999", "/game/999999999"):
            data = {"csrf": stranger.csrf} if method == "POST" else None
            sent = stranger.client.request(method, number + path, data=data)
            answers.add((sent.status_code, re.sub(r"(?s)<nav.*</nav>|<footer.*</footer>", "", sent.text)))
        stranger.begin()
    assert {status for status, _ in answers} == {404}
    assert len(answers) == 1


def test_v8_3_1_rights_are_asked_of_the_server_at_each_request(anna: Visitor, stranger: Visitor) -> None:
    """Whose seat is taken over has lost it with the next request, whatever his page still shows."""
    game = anna.begin()
    number = int(game.rpartition("/")[2])
    code = anna.hall.database.new_code(Role.PLAYER, game=number, color=chess.WHITE, takes_over=True)
    stranger.post("/in", code=code)
    assert anna.post(f"{game}/line", line="e4").status_code == 404
    assert stranger.post(f"{game}/line", line="e4").status_code == 200


def test_who_begins_a_game_invites_their_own_assistant(anna: Visitor, stranger: Visitor, third: Visitor) -> None:
    """He says so in the form; in the next game he has one again; the opponent, who has none, can invite none."""
    english = {"accept-language": "en"}
    path = anna.begin(opponent="person", assisted="yes")
    number = int(path.rpartition("/")[2])
    code = anna.hall.database.new_code(Role.PLAYER, game=number, color=chess.BLACK)
    stranger.post("/in", code=code, name="Boris")
    assert stranger.post(f"{path}/invite", whom="assistant").status_code == 404
    assert "assistant" not in stranger.client.get(path, headers=english).text
    assert "New code for the assistant" in anna.client.get(path, headers=english).text
    shown = anna.post(f"{path}/invite", whom="assistant").text
    assert "/in#" in shown
    found = re.search('<strong id="code">([^<]*)</strong>', shown)
    assert found is not None
    assert third.post("/in", code=found[1], name="Maria").url.path == path
    assert third.post(f"{path}/invite", whom="assistant").status_code == 404
    third.post(f"{path}/line", line="e4")
    assert "pawn Eva two Eva four" in anna.client.get(path, headers=english).text
    anna.post(f"{path}/line", line="resign")
    anna.post(f"{path}/line", line="yes")
    again = anna.post(f"{path}/again").url.path
    assert anna.post(f"{again}/invite", whom="assistant").status_code == 200


def test_a_blind_player_and_their_assistant_by_forms_alone(anna: Visitor, stranger: Visitor, third: Visitor) -> None:
    """The arbiter gives him one with the game; both hear what he does, and his page has no buttons of theirs."""
    english = {"accept-language": "en"}
    arbiter, assistant, boris = anna, stranger, third
    player = Visitor(arbiter.hall)
    arbiter.sign_in(Role.ARBITER)
    paired = arbiter.client.post(
        "/arbiter/pairing", data={"csrf": arbiter.csrf, "white": "Anna", "assisted_white": "yes"}, headers=english
    ).text
    codes = re.findall(r'<strong class="code">([^<]*)</strong>', paired)
    assert re.findall(r"Game \d+, ([\w ]+):", paired) == ["White", "Black", "assistant of White"]
    paths = [
        visitor.post("/in", code=code, name=name).url.path
        for visitor, code, name in zip((player, boris, assistant), codes, ("Anna", "Boris", "Maria"), strict=True)
    ]
    assert len(set(paths)) == 1
    assistant.post(f"{paths[0]}/line", line="e4")
    for visitor in (player, boris):
        look = partial(visitor.client.get, paths[0], headers=english)
        page = until(lambda: look().text, lambda page: "pawn Eva two Eva four" in page)  # noqa: B023  at once
        assert "Maria has joined, as assistant of White." in page
    page = assistant.client.get(paths[0], headers=english).text
    assert not re.search('value="(?:resign|offer_draw|call_arbiter)"|/again|/invite', page)
    assert re.search("<h1>Game \\d+: you assist White against Boris</h1>", page)
    assert paths[0] in assistant.client.get("/games").text
    player.client.close()
