"""Someone who types at a real terminal, and the game that is played there in the golden transcript."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

from access_chess.edge.storage.places import HOME_VARIABLE

PATIENCE = 60.0  # seconds until a test gives up waiting for a line
ROOT = Path(__file__).parents[2]

#: what is typed, and the last line of what is written because of it
GAME = [
    ("", "Die Partie beginnt. Weiss am Zug."),
    ("?", "? und eines dieser Woerter: partie, forderungen, brett, figuren, erkunden, ueben, programm."),
    ("e5", "e5: Nicht erlaubt: so zieht keine Ihrer Figuren."),
    ("Eva vier", "Bauer Eva zwei Eva vier"),
    ("e7e5", "Bauer Eva sieben Eva fuenf"),
    ("springer gustav eins felix drei", "Springer Gustav eins Felix drei"),
    ("Sc6", "Springer Bella acht Cesar sechs"),
    ("was steht auf f3", "Felix drei: Weiss, Springer."),
    ("remis", "Schwarz bietet Remis an? Ja oder nein."),
    ("nein", "Verworfen."),
    ("6134", "Laeufer Felix eins Cesar vier"),
    ("Nd4", "Springer Cesar sechs David vier"),
    ("Sxe5", "Springer Felix drei schlaegt Eva fuenf"),
    ("Dg5", "Dame David acht Gustav fuenf"),
    ("letzter Zug", "vier Schwarz: Dame David acht Gustav fuenf."),
    ("knight takes f7", "Springer Eva fuenf schlaegt Felix sieben"),
    ("dame gustav zwei", "Dame Gustav fuenf schlaegt Gustav zwei"),
    ("Tf1", "Turm Hector eins Felix eins"),
    ("Dxe4+", "Dame Gustav zwei schlaegt Eva vier Schach"),
    ("d3", "d3: Nicht erlaubt: Schach durch Dame auf Eva vier."),
    ("Le2", "Laeufer Cesar vier Eva zwei"),
    ("wo sind meine Springer", "Springer: David vier, Gustav acht."),
    ("Sf3#", "Neue Partie, Durchsicht oder Ende?"),
    ("warum", "Artikel fuenf Punkt eins a."),
    ("ende", "Die Partie ist unter Nummer eins aufbewahrt."),
]


class Player:
    """Someone who types at a terminal and reads what is written there."""

    def __init__(self, home: Path, *arguments: str, program: str = "play") -> None:
        command = [sys.executable, "-m", "access_chess", *program.split(), "--no-sound", *arguments]
        self._begin(command, {**os.environ, HOME_VARIABLE: str(home)}, ROOT)

    @classmethod
    def of(cls, command: list[str], environment: dict[str, str], folder: Path) -> Self:
        """Who types a command as it stands, in a folder and with variables of their own."""
        player = cls.__new__(cls)
        player._begin(command, environment, folder)
        return player

    def _begin(self, command: list[str], environment: dict[str, str], folder: Path) -> None:
        self._terminal, theirs = pty.openpty()
        self._program = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env={**environment, "TERM": "dumb"}, cwd=folder,
            start_new_session=True, preexec_fn=heed_control_c,
        )  # fmt: skip
        os.close(theirs)
        self.seen = ""

    def type(self, line: str) -> None:
        """A line and Enter."""
        os.write(self._terminal, f"{line}\n".encode())

    def press(self, keys: str) -> None:
        """Single keys."""
        os.write(self._terminal, keys.encode())

    def interrupt(self) -> None:
        """Press Control-C."""
        self._program.send_signal(signal.SIGINT)

    def wait_for(self, pattern: str) -> str:
        """All that has been written until the pattern, which counts from the last one waited for."""
        while (found := re.search(pattern, self.seen)) is None:
            ready, _, _ = select.select([self._terminal], [], [], PATIENCE)
            assert ready, f"waited in vain for {pattern!r}, after {self.seen!r}"
            self.seen += os.read(self._terminal, 4096).decode(errors="replace").replace("\r\n", "\n")
        before, self.seen = self.seen[: found.end()], self.seen[found.end() :]
        return before

    def go_home(self) -> None:
        """Nothing of him is left."""
        self.kill()
        os.close(self._terminal)

    def leave(self) -> int:
        """The exit status, once the program has ended."""
        return self._program.wait(PATIENCE)

    def kill(self) -> None:
        """The power fails."""
        self._program.kill()
        self._program.wait(PATIENCE)


def heed_control_c() -> None:
    """A shell that runs the tests in the background has its children ignore Control-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def played(player: Player) -> int:
    """Type the game, each line when the answer to the last one has been read; the exit status."""
    for line, answer in GAME:
        if line:
            player.type(line)
        player.wait_for(re.escape(f"{answer}\n"))
    return player.leave()
