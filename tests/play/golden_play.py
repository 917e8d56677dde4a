"""What `play` says of lines that are typed into it, as it is kept: `python -m tests.play.golden_play` writes it anew.

Each script was once typed into a session, too, which said the same.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.support.golden import GOLDEN

FOLDER = GOLDEN / "play"
PLAIN = ("--voices", "en", "--no-sound")
#: How long a game has lain differs from one start to the next.
LAIN = re.compile(r"[Ss]ince then.*")
#: A busy machine is not always equally quick.
TIMES = re.compile(r"(?: (?:[\w-]+ point )?[\w-]+ (?:hours?|minutes?|seconds?))+")
#: A busy machine keeps an emulator waiting, whose clock jumps then; `test_board_clock` has when that is told.
JUMPED = re.compile(r"(?:(?:White|Black)'s board:\n)?The board's clock has jumped\..*\n")
SCRIPTS = {
    "opening moves and a take-back": "e4|e5|Nf3|Nc6|Bb5|a6|moves|last|take back|yes|material",
    "a refusal, and why": "e4|e5|Ke3|O-O|Nd4|why|take|take back|yes|take back|yes|take back|yes|why",
    "the Laws": "e5|why|Nf5|why|Ke2|why|O-O|why|rules castling|more|more|article 4.3|more|article 4.3b|laws|rules fish"
    "|article 99|article 7.4 2023|e4|why|more",
    "the rule in full, and a case of it": "Nf3|Nf6|Ng1|Ng8|Nf3|Nf6|Ng1|Ng8|threefold|why|more|more|more|more"
    "|article 9.1 changes|rules castling changes|article 9.1b changes|rules fish changes|article 99 changes",
    "ambiguity, by name": "Nf3|Nf6|d4|d5|Nd2|Nbd7|N3b3|knight d2",
    "ambiguity, by number": "Nf3|Nf6|d3|d6|Nd2|yes|1|Nd7|bella|x|2|moves",
    "resigning, and another game": "e4|resign|no|resign|yes|e5|draw|new game|d4|resign|yes|no",
    "draw offers": "e4|draw|yes|no|decline|e5|draw if you win|offer draw|yes|accept|yes|no",
    "words that mean nothing": f"xyzzy|e9|hello there my friend|??|help|more|?|e5|{600 * 'a'}|Ze4|e4e5",
    "the clock": "clock|e4|clock|both clocks|my clock|opponent clock|pause|resume|pause|e5|resume|press|",
    "questions to the clock": "e4||clock control|time used|difference|claim flag|yes|repeat|stop|sound off|sound on",
    "questions, hands and claims": "what is on e4|e2|where is|knight|legal moves|e4|last five|adjust e2|feel e2"
    "|touch e7|echo e4|claim threefold|claim fifty|withdraw offer",
    "mate, with an offer that comes too late": "f3|e5|g4|Qh4 (=)|e4|take back|yes|moves",
    "a promotion": "a4|b5|axb5|a6|bxa6|Nc6|a7|Rb8|a8|queen|what is on a8",
    "exploring and practising": "board|rank 1|pawns|what if e4|level 5|level 12|new board|attackers e4|explore|x"
    "|read on|e4|changed|hanging|pins|go to e4|mark|go to mark|language xx|check board|listen|review|today|sheet"
    "|read back",
    "a session of training is not begun in a game": "e4|drill color|train|puzzle",
    "newcomers": "xyzzy|e4|e5|Nf3|Nc6|d4|exd4|Nxd4|xyzzy|Nf6",
    "the arbiter's word": "e4|arbiter stop|e5|arbiter resume|e5|arbiter penalty white warning",
}


TOURNAMENT = ("--profile", "tournament", "--white", "Anna", "--black", "Boris", "--time", "40/90:00+30,15:00+30")
#: In competition: the profile and what else is agreed, and what is typed.
COMPETITIONS = {
    "moves, presses, and questions that the Laws rule on": (
        ("--blind", "white"), "e4||echo e4|e5|||clock|number|black number|used|to control|last|moves|why|"
        "whose turn|board|hint|take back|level 3|pawns|on e4|feel e2|touch e2|adjust e2|repeat|again|resign|yes|number",
    ),
    "the rule in full only after the end": (
        ("--blind", "none"), "Nf3||e5||threefold|why|more|article 9.1 changes|resign|yes|why|more|more|more",
    ),
    "claims, offers, penalties": (
        ("--blind", "none"), "Nf3 (=)||decline|yes|Nf6||Ng1||Ng8||Nf3||Nf6||Ng1||threefold|threefold Ng8|why|"
        "arbiter declare 1/2-1/2|yes|why|no|new game",
    ),
    "the arbiter's word by a PIN": (
        ("--arbiter-pin", "4711"), "e4||arbiter stop|arbiter 4712|arbiter 4711 stop|arbiter 4711|arbiter resume|"
        "arbiter add time black 60|arbiter penalty white warning|why|e9|arbiter dance|help",
    ),
    "a sealed move": (
        ("--blind", "none"), "e4||e5||arbiter adjourn tomorrow, ten o'clock|seal Qh5|sealed|last|again|arbiter resume|"
        "Nc6|arbiter open envelope|arbiter arrived black|arbiter open envelope|moves",
    ),
    "sheets": (
        ("--blind", "both"), "e4||e5||sheet|borrow sheet|return sheet|read back|arbiter dictate white|||read back|"
        "arbiter compare|arbiter proof|arbiter boards differ|arbiter count",
    ),
    "an assistant's acts": (
        ("--profile", "assisted"), "assistant announce e4|e4|echo e4|echo d4|press|e5|assistant press|feel e2|adjust|"
        "touch e2|assistant call|black draw|yes|white accept|yes",
    ),
    "the Laws are the arbiter's until the game is over": (
        ("--blind", "none"), "Ke2|why|article 4.3|rules castling|resign|yes|article 4.3b|rules draw|more",
    ),
    "words that mean nothing, and another language": (
        ("--blind", "none"), "xyzzy|e9|language xx|check board|listen|sound off|sound on|stop|review|today|?|more|x",
    ),
}  # fmt: skip


EMULATED = ("--board", "emulator", "--opponent", "human")
#: On a board whose firmware is emulated: what is agreed, and what is typed, the hand's deeds among it.
#: A lift that no board feels is waited for: two levers within 30 ms are pressed by one hand.
AT_BOARDS = {
    "a game by hand": (
        EMULATED, "lift e2|place e4|lift e7|place e5|last|take back|yes|lift e5|place e7|whose turn|check board|moves"
    ),
    "a blind player announces": (
        (*EMULATED, *TOURNAMENT, "--blind", "white"), "lift e2|place e4|press white|e4|press white|e5|lift e7|place e5|"
        "lift d2|place d2|lift g1|place f3|Nf3|release white|press white|why|check board|language de|listen|press 2",
    ),
    "touches, pieces knocked over, and the arbiter": (
        (*EMULATED, *TOURNAMENT, "--blind", "none"), "lift e2|place e5|lift e5|place e4|press white|lift e5|lift e7|"
        "press black|place e5|release black|press black|draw|yes|lift e4|place e4|arbiter stop|lift a2|place a2|"
        "arbiter resume|lift g1|lift f1|lift e1|lift h1|arbiter displaced|check board|number",
    ),
    "two boards": (
        ("--board", "emulator,emulator", "--opponent", "human", *TOURNAMENT),
        "check board|lift e2|place e4|e4|press white|resign|yes",
    ),
    "a new piece, and another game": (
        (*EMULATED, "--position", "3n3k/4P3/8/8/8/8/P7/K7 w - - 0 1"),
        "lift e7|place e8|queen|check board|last|new game|lift a2|place a3|x",
    ),
    "words between the deeds": (
        (*EMULATED, "--time", "5+3"), "lift b1|place c3|adjust e2|lift e2|place e2|e5|lift e7|place e5|lift c3|"
        "place b5|lift b5|place d5|press 1|level 3|board|legal moves",
    ),
    "deeds that no board feels": (
        (*EMULATED, "--profile", "assisted", "--blind", "white"), "lift e2|place e4|assistant announce e4|e5|lift e7|"
        "place e5|knight f3|lift g1|place f3|lift a4|place a4",
    ),
}  # fmt: skip


Script = tuple[str, tuple[str, ...], list[str]]


def scripts() -> Iterator[Script]:
    """What is typed by keys alone: each by the name of its file, with the options and the lines."""
    for name, typed in SCRIPTS.items():
        time = ("--time", "5+3") if "clock" in name else ()
        yield file_of(name), ("--opponent", "human", *time), typed.split("|")
    for name, (options, typed) in COMPETITIONS.items():
        yield file_of(f"competition {name}"), (*TOURNAMENT, *options), typed.split("|")


def at_boards() -> Iterator[Script]:
    """What is done on boards, too."""
    for name, (agreed, typed) in AT_BOARDS.items():
        yield file_of(f"board {name}"), agreed, typed.split("|")


def file_of(name: str) -> str:
    return re.sub(r"\W+", "_", name)


def said(options: tuple[str, ...], lines: list[str], home: Path) -> str:
    """What is said; times, which are not equally long each time, are only named."""
    environment = {**os.environ, "ACCESS_CHESS_HOME": str(home), "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-m", "access_chess", "play", *PLAIN, *options]
    typed = "".join(f"{line}\n" for line in (*lines, "quit"))
    done = subprocess.run(command, input=typed, env=environment, capture_output=True, text=True, check=True, timeout=90)
    return TIMES.sub(" (a time)", LAIN.sub("", JUMPED.sub("", done.stdout)))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, options, lines in (*scripts(), *at_boards()):
        with tempfile.TemporaryDirectory() as home:
            (FOLDER / f"{name}.txt").write_text(said(options, lines, Path(home)), encoding="utf-8")
