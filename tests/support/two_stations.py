"""Two programs, each at a terminal of its own, that play one game with each other."""

import contextlib
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.support.terminal_player import Player

REMOTE = ("--opponent", "remote", "--voices", "en")


@dataclass
class TwoStations:
    """Anna has invited and plays White, Boris has come. Each may be killed and come back."""

    folder: Path
    anna: Player
    boris: Player

    def move(self, move: str, heard: str, *, of_anna: bool) -> None:
        """A move that is typed by one, and heard by the other."""
        own, other = (self.anna, self.boris) if of_anna else (self.boris, self.anna)
        own.type(move)
        other.wait_for(f"{heard}\n")

    def kill(self, *, anna: bool) -> None:
        """The power of one of them fails."""
        (self.anna if anna else self.boris).go_home()

    def come_back(self, *, anna: bool) -> Player:
        """He begins his program again."""
        name = "anna" if anna else "boris"
        player = Player(self.folder / name, *REMOTE, "--resume")
        if anna:
            self.anna = player
        else:
            self.boris = player
        return player

    def rows(self, name: str) -> list[tuple[object, ...]]:
        """All entries of his journal, but for the chain, which begins with a number of his own."""
        with contextlib.closing(sqlite3.connect(self.folder / name / "journal.sqlite")) as database:
            query = "SELECT game, number, at, wall, author, command, form, event FROM entries ORDER BY game, number"
            return database.execute(query).fetchall()


#: who types what, and the last line that each hears because of it: Anna in English, Boris in German
GAME = [
    ("anna", "e4", "", "Bauer Eva zwei Eva vier"),
    ("boris", "e5", "pawn Eva seven Eva five", ""),
    ("anna", "Nf3", "", "Springer Gustav eins Felix drei"),
    ("boris", "pause", "Boris wants to pause. Say pause, and both clocks stop.", "es auch sagt."),
    ("anna", "pause", "The clocks are stopped. Article six point twelve a.", "Artikel sechs Punkt zwölf a."),
    ("anna", "resume", "Told. It is done when your opponent says it as well.", "und die Partie geht weiter."),
    ("boris", "weiter", "Black's clock runs.", "Die Uhr von Schwarz läuft."),
    ("boris", "Nc6", "knight Bella eight Cesar six", ""),
    ("anna", "Bb5", "", "Läufer Felix eins Bella fünf"),
    ("boris", "remis", "", "Ja oder nein."),
    ("boris", "ja", "White: yes or no\\?", "bietet Remis an."),
    ("anna", "yes", "Article .*\n", "Artikel .*\n"),
]


def whole_game(folder: Path) -> tuple[str, str]:
    """What both have heard of a game, but for the code and the address."""
    heard = folder / "anna.txt", folder / "boris.txt"
    quiet = ("--tell", "silent", "--transcript")
    anna, how = invited(folder, "--time", "15+10", *quiet, str(heard[0]))
    boris = Player(folder / "boris", *REMOTE, *how, "--name", "Boris", "--voices", "de", *quiet, str(heard[1]))
    players = {"anna": anna, "boris": boris}
    try:
        anna.wait_for("White to move.\n")
        boris.wait_for("Weiß am Zug.\n")
        for who, line, by_anna, by_boris in GAME:
            players[who].type(line)
            anna.wait_for(by_anna)
            boris.wait_for(by_boris)
        for player in (boris, anna):
            player.type("quit" if player is anna else "ende")
            player.leave()
    finally:
        anna.go_home()
        boris.go_home()
    white, black = (path.read_text(encoding="utf-8") for path in heard)
    return re.sub(r"--at \S+ --join \S+|(\w, ){9}\w\.", "CODE.", white), black


def invited(folder: Path, *options: str) -> tuple[Player, tuple[str, ...]]:
    """Anna, who invites; what her guest types, as she has heard it."""
    anna = Player(folder / "anna", *REMOTE, "--invite", "--port", "0", "--name", "Anna", *options)
    said = anna.wait_for(r"--join (\S+)\.\n")
    found = re.search(r"(--at|--hall) (\S+) --join (\S+)\.", said)
    assert found is not None, said
    return anna, (found[1], found[2], "--join", found[3])


@contextlib.contextmanager
def two_stations(folder: Path, *options: str) -> Iterator[TwoStations]:
    """Both have heard that the game begins."""
    anna, how = invited(folder, *options)
    boris = Player(folder / "boris", *REMOTE, *how, "--name", "Boris")
    stations = TwoStations(folder=folder, anna=anna, boris=boris)
    try:
        for player in (anna, boris):
            player.wait_for("The game begins. White to move.\n")
        yield stations
    finally:
        stations.anna.go_home()
        stations.boris.go_home()
