"""OWASP ASVS 5.0, level 1: one test for each requirement that applies to the hall, by its number.

Each is an attempt against a hall that really serves; what is only written stands in `edge/hall/safety.md`.
"""

import html
import re
import sqlite3
import ssl
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import chess
import httpx
import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers

from access_chess.hall.people.database import CODE_LASTS, HallDatabase, Role
from access_chess.hall.rules.codes import CODE_ALPHABET, LONGEST_NAME, digested, plain_code
from access_chess.hall.web import app, certificate, guards, server
from access_chess.hall.web.pages import play
from tests.hall.web import test_rights
from tests.support.hall_server import ServedHall, served
from tests.support.hall_visitor import Visitor

ROOM = Path(app.__file__).parent
SCRIPTS = tuple((ROOM / "static").glob("*.js"))
#: The requirements that apply (hall and pages, no passwords, no uploads, no accounts).
LINES = (
    "1.2.1", "1.2.2", "1.2.3", "1.2.4", "1.3.2", "2.1.1", "2.2.1", "2.2.2", "2.3.1", "3.2.1", "3.2.2", "3.3.1", "3.4.1",
    "3.4.2", "3.5.1", "3.5.2", "3.5.3", "4.1.1", "4.4.1", "6.1.1", "6.3.1", "6.3.2", "6.4.1", "7.2.1", "7.2.2", "7.2.3",
    "7.2.4", "7.4.1", "7.4.2", "8.1.1", "8.2.1", "8.2.2", "8.3.1", "12.1.1", "12.2.1", "13.4.1", "14.2.1", "14.3.1",
    "15.1.1", "15.3.1",
)  # fmt: skip


@pytest.fixture(scope="module", name="hall")
def served_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHall]:
    with served(tmp_path_factory.mktemp("hall"), ("e7e5",)) as running:
        yield running


def written() -> str:
    return (ROOM / "safety.md").read_text(encoding="utf-8")


def test_there_is_one_test_a_line() -> None:
    tests = [name for name in (*globals(), *vars(test_rights)) if name.startswith("test_v")]
    for line in LINES:
        assert [name for name in tests if name.startswith(f"test_v{line.replace('.', '_')}_")], line


def test_v1_2_1_names_are_escaped_in_html(anna: Visitor) -> None:
    anna.begin(name="<script>alert(1)</script>")
    assert "<script>alert" not in anna.client.get("/").text
    assert "&lt;script&gt;alert" in anna.client.get("/").text
    for name in ("a" * 61, "Anna\u202egnikcah", "An\u0000na", "\u200b"):
        assert anna.post("/new", name=name).status_code == 400, repr(name)


def test_v1_2_2_nobody_is_sent_elsewhere(anna: Visitor) -> None:
    """No answer leads to an address that came with the request."""
    anna.begin()
    for path in ("/in?next=//evil.example", "/settings?saved=//evil.example", "/new?to=https://evil.example"):
        answer = anna.client.post(path, data={"csrf": anna.csrf}, follow_redirects=False)
        assert "evil" not in answer.headers.get("location", "/") + answer.text
    game = anna.begin()
    moved = anna.client.post(f"{game}/square", data={"csrf": anna.csrf, "square": "//evil"}, follow_redirects=False)
    assert moved.status_code == 400


def test_v1_2_3_what_a_script_reads_is_encoded(anna: Visitor) -> None:
    """A name stands in the attributes from which the script reads its JSON."""
    page = anna.client.get(anna.begin(name="\"'></body><img src=x onerror=alert(1)>")).text
    assert "<img" not in page
    assert "onerror=alert(1)&gt;" in page or "onerror" not in page


def test_v1_2_4_queries_have_parameters(anna: Visitor) -> None:
    anna.begin(name="Robert'); DROP TABLE people;--")
    assert anna.hall.database.name_of(anna.person) == "Robert'); DROP TABLE people;--"
    assert anna.post("/in", code="' OR 1=1 --").status_code == 400


def test_v1_3_2_nothing_is_evaluated() -> None:
    """Neither in the page, where the policy forbids it as well, nor in the templates."""
    for script in SCRIPTS:
        assert not re.search(r"\beval\(|new Function|setTimeout\(['\"`]", script.read_text(encoding="utf-8")), script
    assert "unsafe" not in guards.POLICY
    for template in (ROOM / "templates").glob("*.html"):
        unescaped = re.findall(r"\{\{([^}]*\|\s*safe[^}]*)\}\}", template.read_text(encoding="utf-8"))
        assert [each.strip() for each in unescaped] in ([], ["qr|safe"]), template


def test_v2_1_1_the_rules_of_what_is_accepted_are_written_down() -> None:
    text = written()
    for number in (play.LONGEST_LINE, guards.MOST_BYTES, LONGEST_NAME):
        assert f" {number} " in text


@pytest.mark.parametrize(
    "fields", [{"level": "11"}, {"level": "0x3"}, {"other_time": "soon"}, {"level": "9" * 9}, {"name": "a" * 61}]
)
def test_v2_2_1_what_is_not_on_the_list_is_refused(anna: Visitor, fields: dict[str, str]) -> None:
    assert anna.post("/new", **fields).status_code == 400


@pytest.mark.parametrize(
    ("time", "why"),
    [
        ("soon", "a time is written like 15+10, 40/90, 30+30 or 1:30:00+30: &#39;soon&#39;."),
        ("90+30/30", "behind the stroke may be more time or Black&#39;s; write 40/90+30, 30+30, or 90+30 / 30"),
        ("40/90, 0", "a time control needs some time: &#39;40/90, 0&#39;."),
        ("25h", "no time is longer than twenty-four hours: &#39;25h&#39;."),
        ("30 / 20 / 10", "there are times of two players at most"),
        (", ".join(["15"] * 20), "only the last period may be without a number of moves"),
    ],
)
def test_v2_2_1_why_a_time_is_none_is_told_where_a_game_begins(anna: Visitor, time: str, why: str) -> None:
    """At the form for any game, which keeps what was typed, and at the arbiter's desk."""
    anna.client.headers["accept-language"] = "en"
    form = anna.post("/new", name="Anna", other_time=time)
    assert form.status_code == 400
    assert f"The time cannot be read: {why}" in form.text
    assert f'value="{html.escape(time)}" aria-invalid="true"' in form.text
    anna.sign_in(Role.ARBITER)
    desk = anna.post("/arbiter/pairing", white="Anna", black="Boris", time=time)
    assert desk.status_code == 400
    assert f"The time cannot be read: {why}" in desk.text


def test_v2_2_2_the_server_judges_and_not_the_page(anna: Visitor) -> None:
    """What no button offers: a square that is none, a request that is not the page's, a move of the other side."""
    game = anna.begin()
    assert anna.post(f"{game}/square", square="z9").status_code == 400
    assert anna.post(f"{game}/line", request="quit").status_code == 400
    anna.post(f"{game}/square", **{"from": "e7", "square": "e5"})
    number = int(game.rpartition("/")[2])
    assert anna.hall.games.game(number, 3).game.plies == ()


def test_v2_3_1_a_move_from_a_page_that_does_not_show_the_last_one_is_asked_about(
    anna: Visitor, stranger: Visitor
) -> None:
    """Without a script a page stands still: what was meant for another position is played when it is sent again."""
    game = anna.begin(opponent="person")
    number = int(game.rpartition("/")[2])
    stranger.post("/in", code=anna.hall.database.new_code(Role.PLAYER, game=number, color=chess.BLACK))
    anna.post(f"{game}/line", line="e4", seen="0")
    played = anna.hall.games.game(number, 3)
    for path, fields in (("line", {"line": "e5"}), ("square", {"from": "e7", "square": "e5"})):
        answer = stranger.client.post(
            f"{game}/{path}", data={"csrf": stranger.csrf, "seen": "0", **fields}, headers={"accept-language": "en"}
        )
        assert answer.status_code == 409
        assert "Meanwhile: one White: pawn Eva two Eva four." in answer.text
        assert len(played.game.plies) == 1
    assert answer.text.count('name="seen" value="1"') == 2, "the page is as the game is now"
    assert stranger.post(f"{game}/line", line="last", seen="0").status_code == 200, "a question is no move"
    assert stranger.post(f"{game}/line", line="e5", seen="1").status_code == 200
    assert len(played.game.plies) == 2
    anna.post(f"{game}/line", line="resign")
    anna.post(f"{game}/line", line="yes")
    assert stranger.post(f"{game}/line", line="Nf6", seen="2").status_code == 409, "the game is over"


def test_v2_3_1_steps_come_in_their_order(anna: Visitor) -> None:
    game = anna.begin()
    assert anna.post(f"{game}/again").status_code == 409
    assert anna.post(f"{game}/invite").status_code == 409  # a robot sits there
    for line in ("e4", "e5", "d4"):  # the second is not his to make, and the third comes too soon or in its turn
        anna.post(f"{game}/line", line=line)
    plies = anna.hall.games.game(int(game.rpartition("/")[2]), 3).game.plies
    assert [ply.color for ply in plies] == [chess.WHITE, chess.BLACK, chess.WHITE, chess.BLACK][: len(plies)]


def test_v3_2_1_what_is_fetched_is_shown_as_what_it_is(anna: Visitor) -> None:
    game = anna.begin()
    for path in ("/", game, "/static/hall.js", "/nowhere", f"{game}/game.pgn"):
        headers = anna.client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
    assert anna.client.get(f"{game}/game.pgn").headers["content-disposition"].startswith("attachment")


def test_v3_2_2_text_is_shown_as_text() -> None:
    for script in SCRIPTS:
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write", script.read_text()), script


def test_v3_3_1_cookies_are_held_to_the_host(anna: Visitor) -> None:
    """Over TLS, where a prefix can be kept; on plain loopback there is no Secure cookie."""
    began = anna.client.post("/new", data={"name": ""}, follow_redirects=False).headers["set-cookie"]
    assert {"HttpOnly", "Path=/", "SameSite=strict"} <= set(began.split("; "))
    assert "Domain" not in began
    anna.hall.hall.is_secure = True
    assert anna.hall.hall.cookie == "__Host-hall"
    secure = httpx.post(f"{anna.hall.address}/new", data={"name": ""}, headers={"origin": anna.hall.address})
    anna.hall.hall.is_secure = False
    assert secure.headers["set-cookie"].startswith("__Host-hall=")
    assert "Secure" in secure.headers["set-cookie"]


def test_v3_4_1_with_a_certificate_that_is_believed_browsers_stay_with_tls() -> None:
    own = guards.Guard(Starlette(), hosts=(), posts=guards.Rate(burst=1, a_second=1), hsts=True)
    assert own._headers["strict-transport-security"] == "max-age=31536000"
    assert "strict-transport-security" not in guards.HEADERS  # with one of its own nobody could go past the warning


def test_v3_4_2_no_other_origin_may_read(anna: Visitor) -> None:
    for path in ("/", anna.begin(), "/stream?boards=1"):
        answer = anna.client.get(path, headers={"origin": "https://evil.example"})
        assert not [name for name in answer.headers if name.startswith("access-control-")]


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"}, {"origin": "null"}, {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}, {},
    ],
)  # fmt: skip
def test_v3_5_1_a_form_of_another_page_is_refused(anna: Visitor, headers: dict[str, str]) -> None:
    game = anna.begin()
    cookies, fields = {"hall": anna.client.cookies["hall"]}, {"csrf": anna.csrf, "line": "e4"}
    sent = httpx.post(f"{anna.hall.address}{game}/line", data=fields, headers=headers, cookies=cookies)
    assert sent.status_code == 403
    assert "Eva two Eva four" not in anna.client.get(game).text


OWN, EVIL = "same-origin", "https://evil.example"


@pytest.mark.parametrize(
    ("scheme", "host", "origin", "site", "is_own"),
    [
        ("https", "hall.local", "https://hall.local", None, True),
        ("https", "hall.local:443", "https://HALL.local", None, True),
        ("https", "hall.local", "http://hall.local", None, False),
        ("https", "hall.local:8064", "http://hall.local:8064", None, False),
        ("https", "hall.local:8064", "https://hall.local", None, False),
        ("http", "127.0.0.1:8064", "http://127.0.0.1:8064", None, True),
        ("http", "127.0.0.1:8064", "https://127.0.0.1:8064", None, False),
        ("http", "hall.example", "https://hall.example", OWN, True),  # a proxy has ended TLS
        ("http", "hall.example", "https://hall.example", "same-site", False),
        ("https", "hall.local", "http://hall.local", "cross-site", False),
        ("http", "hall.example", EVIL, OWN, False),
        ("http", "hall.example", None, OWN, True),
        ("http", "hall.example", None, "none", False),
        ("http", "hall.example", None, None, False),
        ("http", "hall.example", "null", OWN, False),
        ("http", "hall.example", "null", None, False),
        ("http", "hall.example", "http://hall.example@evil.example", None, False),
        ("http", "hall.example:x", "http://hall.example:x", None, False),
        ("http", "hall.example", "http://hall.example/path", None, False),
        ("http", "", "http://", None, False),
    ],
)
def test_v3_5_1_an_origin_is_scheme_host_and_port(
    scheme: str, host: str, origin: str | None, site: str | None, is_own: bool
) -> None:
    sent = {"host": host, "origin": origin, "sec-fetch-site": site}
    headers = Headers({name: value for name, value in sent.items() if value is not None})
    assert guards.is_own_page(headers, scheme) is is_own


def test_v3_5_1_a_form_without_its_token_is_refused(anna: Visitor) -> None:
    game = anna.begin()
    for path in (f"{game}/line", f"{game}/square", f"{game}/again", "/settings", "/new", "/out", "/in"):
        assert anna.client.post(path, data={"line": "e4", "csrf": "x" * 22}).status_code == 403, path
    assert anna.client.get(game).status_code == 200


def test_v3_5_2_what_needs_no_preflight_is_refused_as_well(anna: Visitor) -> None:
    """A page elsewhere may send these types without asking first."""
    for kind in ("text/plain", "application/json", ""):
        answer = anna.client.post("/new", content=b"level=3", headers={"content-type": kind})
        assert answer.status_code == 415, kind


def test_v3_5_3_reading_changes_nothing(anna: Visitor) -> None:
    game = anna.begin()
    for path in (f"{game}/line?line=e4", f"{game}/again", "/out", "/arbiter/line?line=1+stop"):
        assert anna.client.get(path).status_code in (404, 405), path
    for path in ("/new?name=Anna", "/settings?voices=de", "/in?code=AAAAA-AAAAA"):
        assert "set-cookie" not in anna.client.get(path).headers
    assert anna.client.get(game).status_code == 200


def test_v4_1_1_every_answer_says_what_it_is(anna: Visitor) -> None:
    game = anna.begin()
    for path in ("/", game, "/nowhere", "/static/hall.js", "/static/hall.css", f"{game}/game.pgn"):
        assert re.search(r"; charset=utf-8$", anna.client.get(path).headers["content-type"]), path


def test_v4_4_1_and_v12_2_1_in_a_network_nothing_goes_without_tls(tmp_path: Path) -> None:
    """WebSockets go through the same port: there is no second one without TLS (`serve --lan` has no such option)."""
    files = certificate.own_certificate(tmp_path, ("localhost",), ("127.0.0.1",))
    config = server.server_of(Starlette(), lambda: None, certificate=files).config
    assert isinstance(config.ssl, ssl.SSLContext)  # what is not encrypted is answered by one sentence, test_network.py


test_v12_2_1_in_a_network_nothing_goes_without_tls = test_v4_4_1_and_v12_2_1_in_a_network_nothing_goes_without_tls


def test_v6_1_1_how_guessing_is_slowed_down_is_written_down() -> None:
    assert "sixty a minute" in written()
    assert "Nobody is locked out by others" in written()


def test_v6_3_1_guessing_is_slowed_down(hall: ServedHall, anna: Visitor) -> None:
    """Five wrong codes a minute and address: what comes then is not even looked at."""
    before = hall.hall.codes_by_address
    hall.hall.codes_by_address = guards.Rate(burst=5, a_second=0, clock=lambda: 0.0)
    statuses = [anna.post("/in", code="00000-00000").status_code for _ in range(6)]
    right = anna.post("/in", code=hall.database.new_code(Role.ARBITER)).status_code
    hall.hall.codes_by_address = before
    assert statuses == [400] * 5 + [429]
    assert right == 429


def test_v6_3_1_the_arbiter_hears_once_that_nobody_can_sign_in(
    hall: ServedHall, anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    arbiter = Visitor(hall)
    arbiter.sign_in(Role.ARBITER)
    assert arbiter.client.get("/arbiter").status_code == 200
    monkeypatch.setattr(hall.hall, "codes_in_all", guards.Rate(burst=2, a_second=0))
    monkeypatch.setattr(hall.hall, "told_of_codes", guards.Rate(burst=1, a_second=0))
    assert [anna.post("/in", code="00000-00000").status_code for _ in range(4)] == [400, 400, 429, 429]
    page = arbiter.client.get("/arbiter", headers={"accept-language": "en"}).text
    assert page.count("nobody can sign in for a moment") == 1
    arbiter.client.close()


def test_v6_3_2_nobody_is_there_from_the_beginning(tmp_path: Path) -> None:
    with closing(HallDatabase(tmp_path / "hall.sqlite")) as fresh:
        assert fresh.signed_in() == ()
        assert fresh.visitor("") is None


def test_v6_4_1_codes_are_drawn_by_chance_count_once_and_run_out(tmp_path: Path) -> None:
    now = [datetime(2026, 11, 22, tzinfo=UTC)]
    with closing(HallDatabase(tmp_path / "hall.sqlite", wall=lambda: now[0])) as fresh:
        fresh.keep_game(7, 3, {})
        codes = {fresh.new_code(Role.PLAYER, game=7, color=chess.BLACK) for _ in range(50)}
        assert len(codes) == 50
        assert all(len(plain_code(code)) == 10 and set(plain_code(code)) <= set(CODE_ALPHABET) for code in codes)
        code = codes.pop()
        grant = fresh.use_code(digested(plain_code(code.lower().replace("-", " "))))
        assert grant is not None
        assert (grant.role, grant.game, grant.color) == (Role.PLAYER, 7, chess.BLACK)
        assert fresh.use_code(digested(plain_code(code))) is None
        now[0] += CODE_LASTS
        assert fresh.use_code(digested(plain_code(codes.pop()))) is None


def test_v7_2_1_the_server_looks_a_session_up(anna: Visitor) -> None:
    game = anna.begin()
    for token in ("", "x", "null", "0" * 43, anna.client.cookies["hall"][:-1], anna.client.cookies["hall"] + "x"):
        assert httpx.get(f"{anna.hall.address}{game}", cookies={"hall": token}).status_code == 404


def test_v7_2_2_and_v7_2_3_tokens_are_long_random_and_not_kept_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "hall.sqlite"
    with closing(HallDatabase(file)) as fresh:
        tokens = {fresh.sign_in("Anna") for _ in range(20)}
        code = fresh.new_code(Role.ARBITER)
        with closing(sqlite3.connect(file)) as copy:
            kept = "\n".join(copy.iterdump())
    assert len(tokens) == 20
    assert min(map(len, tokens)) >= 43  # 256 bits
    assert not [token for token in (*tokens, plain_code(code)) if token in kept]
    assert file.stat().st_mode & 0o077 == 0


test_v7_2_3_tokens_are_long_random_and_not_kept = test_v7_2_2_and_v7_2_3_tokens_are_long_random_and_not_kept_as_they_are


def test_v7_2_4_signing_in_makes_the_session_anew(anna: Visitor, stranger: Visitor) -> None:
    """Nobody can be given a session beforehand and then be followed into it."""
    stranger.begin()
    before = stranger.client.cookies["hall"]
    stranger.sign_in(Role.ARBITER)
    assert stranger.client.cookies["hall"] != before
    assert stranger.hall.database.visitor(before) is None


def test_v7_4_1_signing_out_ends_the_session_on_the_server(anna: Visitor) -> None:
    game, stolen = anna.begin(), anna.client.cookies["hall"]
    anna.post("/out")
    assert httpx.get(f"{anna.hall.address}{game}", cookies={"hall": stolen}).status_code == 404


def test_v7_4_2_an_arbiter_ends_all_sessions_of_somebody(anna: Visitor, stranger: Visitor) -> None:
    game = anna.begin()
    stranger.sign_in(Role.ARBITER)
    with anna.client.stream("GET", anna.stream_of(game)) as answer:
        lines = answer.iter_lines()
        while not next(lines).startswith("data: "):
            pass
        assert stranger.post(f"/arbiter/sessions/{anna.person}/end").status_code == 200
        assert "event: reload" in list(lines)
    assert anna.client.get(game).status_code == 404


def test_v8_1_1_who_may_do_what_is_written_down() -> None:
    for role in Role:
        assert role.value in written()


def test_v12_1_1_old_versions_of_tls_are_refused(tmp_path: Path) -> None:
    files = certificate.own_certificate(tmp_path, ("localhost",), ("127.0.0.1",))
    config = server.server_of(Starlette(), lambda: None, certificate=files).config
    assert config.ssl is not None
    assert config.ssl.minimum_version >= ssl.TLSVersion.TLSv1_2


def test_v13_4_1_only_what_is_meant_is_served(anna: Visitor) -> None:
    for path in (
        "/.git/HEAD",
        "/static/../app.py",
        "/static/%2e%2e/database.py",
        "/static/",
        "/hall.sqlite",
        "/static/.git",
    ):
        assert anna.client.get(path).status_code == 404, path


def test_v14_2_1_nothing_secret_stands_in_an_address(anna: Visitor) -> None:
    """Codes and tokens go in forms and cookies; the link of an invitation hides its code behind a hash."""
    page = anna.post(f"{anna.begin(opponent='person')}/invite")
    code = page.text.partition('id="code">')[2].partition("<")[0].replace("-", "")
    assert len(code) == 10
    assert code not in str(page.url)
    assert f"/in#{code}" in page.text
    addresses = re.findall(r'(?:href|action|src)="([^"]*)"', page.text)
    assert not [each for each in addresses if code in each or anna.csrf in each]


def test_v14_3_1_signing_out_clears_what_the_browser_keeps(anna: Visitor) -> None:
    anna.begin()
    out = anna.client.post("/out", data={"csrf": anna.csrf}, follow_redirects=False)
    assert out.headers["clear-site-data"] == '"cache", "storage"'
    assert anna.client.get("/").headers["cache-control"] == "no-store"


def test_v15_1_1_how_soon_parts_of_others_are_mended_is_written_down() -> None:
    assert "within seven days" in written()


def test_v15_3_1_a_page_gets_the_fields_that_it_shows_and_no_others(anna: Visitor) -> None:
    game = anna.begin()
    with anna.client.stream("GET", anna.stream_of(game)) as answer:
        data = next(line for line in answer.iter_lines() if line.startswith("data: "))
    shown = set(re.findall(r'"(\w+)":', data))
    private = {"person", "session", "csrf", "digest", "token", "events", "at", "author", "ruling", "hand"}
    assert not shown & private
    assert not set(anna.client.get("/health").json()) & private
