"""Who may do what: every route for every role, and nobody at another's game."""

import re
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest
from starlette.routing import Route

from access_chess.edge.hall import app
from access_chess.edge.hall.database import Role
from access_chess.hall.simul import Style
from access_chess.session.hosting.ports import Terms
from tests.support.hall_server import ServedHall, served
from tests.support.hall_visitor import Visitor


@pytest.fixture(scope="module", name="hall")
def served_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHall]:
    with served(tmp_path_factory.mktemp("hall"), ("e7e5",)) as running:
        yield running


ALL = frozenset({"nobody", "player", "other", "arbiter", "display"})
SEAT, DESK, SIGNED_IN = frozenset({"player"}), frozenset({"arbiter"}), ALL - {"nobody"}
#: Every route, and who gets anything else than "there is no such page".
MAY = {
    "/": ALL, "/new": ALL, "/settings": ALL, "/help": ALL, "/guide": ALL, "/guide/{topic}": ALL, "/in": ALL,
    "/out": ALL, "/boards": ALL, "/board/{board}": ALL, "/wall": ALL, "/stream": ALL, "/health": ALL,
    "/games": SIGNED_IN,
    "/game/{game}": SEAT, "/game/{game}/line": SEAT, "/game/{game}/square": SEAT, "/game/{game}/again": SEAT,
    "/game/{game}/invite": SEAT, "/game/{game}/stream": SEAT, "/game/{game}/game.pgn": SEAT,
    "/game/{game}/game.brf": SEAT, "/game/{game}/said/{line}.wav": SEAT,
    "/simul": ALL, "/simul/{simul}": SEAT, "/simul/{simul}/line": SEAT,  # his who gives the exhibition
    "/arbiter": DESK, "/arbiter/line": DESK, "/arbiter/board/{board}": DESK, "/arbiter/codes": DESK,
    "/arbiter/pairing": DESK, "/arbiter/sessions/{person}/end": DESK, "/arbiter/stream": DESK,
    "/arbiter/log": DESK, "/arbiter/orders/{order}/recall": DESK,
}  # fmt: skip


def test_v8_2_1_every_route_is_for_its_roles_alone(tmp_path: Path) -> None:
    with served(tmp_path) as hall:
        hall.hall.aloud = lambda utterance: b"RIFF"
        visitors = {name: Visitor(hall) for name in sorted(ALL)}
        game = visitors["player"].begin(watched="yes")
        visitors["other"].begin()
        visitors["arbiter"].sign_in(Role.ARBITER)
        visitors["display"].sign_in(Role.DISPLAY)
        ruled = hall.games.begin(Terms(has_arbiter=True)).number
        number = game.rpartition("/")[2]
        giver = hall.database.visitor(visitors["player"].client.cookies["hall"])
        assert giver is not None
        simul = hall.database.keep_simul(giver.person, chess.WHITE, Style.WALK, [int(number)])
        slots = {
            "game": number,
            "simul": str(simul),
            "line": "1",
            "person": "99",
            "topic": "practice",
            "order": "order-1",
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


SEAT_PATHS = ("", "/line", "/square", "/again", "/invite", "/stream", "/game.pgn", "/game.brf", "/said/1.wav")


@pytest.mark.parametrize("path", SEAT_PATHS)
def test_v8_2_2_nobody_learns_of_a_game_that_is_not_his(anna: Visitor, stranger: Visitor, path: str) -> None:
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
