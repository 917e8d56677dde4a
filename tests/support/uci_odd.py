"""UCI engines that go wrong, for the tests: `python uci_odd.py HOW`.

They say that they are engines, and then do not answer, end, or name what is no move; or describe their options as the
protocol does not have them. With a second argument their process id is written into that file.
"""

import os
import sys
import time
from pathlib import Path

#: What `go` is answered with.
MOVES = {
    "illegal": "bestmove a1a8",
    "nothing": "bestmove (none)",
    "null": "bestmove 0000",
    "empty": "bestmove",
    "words": "bestmove e7 to e5",
    "rook": "bestmove e8h1",
}
#: Options that cannot be read; the engine plays a7a6 all the same.
OPTIONS = {
    "no-default": "option name Threads type spin",
    "no-number": "option name Hash type spin default many min 1 max 64",
    "too-much": "option name Hash type spin default 128 min 1 max 64",
    "no-choice": "option name Style type combo default Wild var Calm var Solid",
    "no-type": "option name Odd default 1",
    "new-type": "option name Colour type palette default 1",
    "small-skill": "option name Skill Level type spin default 1 min 0 max 1",
    "odd-elo": "option name UCI_LimitStrength type check default false\noption name UCI_Elo type spin default 1500",
}
FLOOD = "info string wait\n" * 1000


def main() -> None:
    """Answer until it is time to go wrong."""
    how = sys.argv[1]
    if len(sys.argv) > 2:
        Path(sys.argv[2]).write_text(str(os.getpid()))
    for line in sys.stdin:
        match line.split():
            case ["uci"]:
                say("id name Odd", *OPTIONS.get(how, "").splitlines(), *elo(how), "uciok")
            case ["isready"]:
                say("readyok")
            case ["go", *_] if how in MOVES:
                say(MOVES[how])
            case ["go", *_] if how in OPTIONS:
                say("bestmove a7a6")
            case ["go", *_] if how == "dies":
                sys.exit(3)
            case ["go", *_] if how == "crashes":
                os.abort()
            case ["go", *_] if how == "floods":
                while True:
                    sys.stdout.write(FLOOD)
            case ["go", *_]:  # hangs, with or without a strength that can be told
                while True:
                    time.sleep(1)
            case ["quit"]:
                return


def elo(how: str) -> tuple[str, ...]:
    """An engine whose strength can be told thinks by nodes, without a time; one that judges has several lines."""
    if how == "hangs-as-judge":
        return ("option name MultiPV type spin default 1 min 1 max 9",)
    if how != "hangs-by-nodes":
        return ()
    return ("option name UCI_LimitStrength type check default false", "option name UCI_Elo type spin default 1500")


def say(*lines: str) -> None:
    """Lines of the protocol."""
    for line in lines:
        sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
