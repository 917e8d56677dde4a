"""What `--version` tells: the version, and which of the libraries and programs that help are installed.

Nothing is loaded for it: what is installed is looked up by its name.
"""

import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from access_chess.command_line.options.told_help import help_texts
from access_chess.edge.engines import places

PACKAGE = "access-chess"
#: Libraries by the names of their distributions and of their modules; a part of the program works without each.
LIBRARIES = {
    "pyttsx3": "pyttsx3", "SpeechRecognition": "speech_recognition", "pocketsphinx": "pocketsphinx",
    "pyserial": "serial", "pygame": "pygame", "starlette": "starlette", "nats-py": "nats", "httpx": "httpx",
    "typst": "typst", "soundfile": "soundfile",
}  # fmt: skip
STOCKFISH = "stockfish"


def version_told() -> Iterator[str]:
    """The lines, in the user's language."""
    yield f"access-chess {version(PACKAGE)}"
    texts = help_texts()
    found = [_named(*each) for each in LIBRARIES.items() if find_spec(each[1]) is not None]
    absent = [name for name, module in LIBRARIES.items() if find_spec(module) is None]
    (found if which_engine() else absent).append("Stockfish")
    if sys.platform == "linux" and find_spec("espeakng_loader") is not None:
        found.insert(0, _named("espeakng-loader", "espeakng_loader"))
    for key, names in (("installed", found), ("absent", absent)):
        if names:
            yield texts.text(f"words.{key}", names=", ".join(names))


def which_engine() -> str | None:
    """Where Stockfish is, where it is."""
    return shutil.which(STOCKFISH, path=places())


def _named(distribution: str, module: str) -> str:
    try:
        return f"{distribution} {version(distribution)}"
    except PackageNotFoundError:  # the one-folder program has the module and not what is told of it
        return module
