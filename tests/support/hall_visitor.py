"""Somebody who asks a hall for pages and sends forms as a browser does, with cookies of his own."""

import httpx

from access_chess.hall.people.database import Role
from tests.support.hall_server import ServedHall


class Visitor:
    """A visitor without a browser: fast, and free to send what no browser would."""

    def __init__(self, hall: ServedHall) -> None:
        self.hall = hall
        origin = {"origin": hall.address}
        # nothing is encrypted here, and each time it would read all certificates of the system
        self.client = httpx.Client(base_url=hall.address, headers=origin, follow_redirects=True, verify=False)

    @property
    def csrf(self) -> str:
        """The token of his session's forms; empty where he has no session."""
        found = self.hall.database.visitor(self.client.cookies.get("hall") or "")
        return "" if found is None else found.csrf

    @property
    def person(self) -> int:
        """His number among the people of the hall."""
        found = self.hall.database.visitor(self.client.cookies.get("hall") or "")
        assert found is not None, "he is signed in"
        return found.person

    def post(self, path: str, **fields: str) -> httpx.Response:
        """Send a form."""
        return self.client.post(path, data={"csrf": self.csrf, **fields})

    def begin(self, **fields: str) -> str:
        """A new game; its path."""
        return self.post("/new", **fields).url.path

    def sign_in(self, role: Role) -> None:
        """Come by a code of this role."""
        self.post("/in", code=self.hall.database.new_code(role))

    def stream_of(self, game: str) -> str:
        """The path of the stream of a page that has just been opened."""
        return f"{game}/stream?after=" + self.client.get(game).text.partition('data-after="')[2].partition('"')[0]
