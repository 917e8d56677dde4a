"""Where the program keeps what belongs to the user: the journal, and nothing else that is needed to play."""

import os
from pathlib import Path

import platformdirs

HOME_VARIABLE = "ACCESS_CHESS_HOME"


def user_folder() -> Path:
    """The folder of the user's data; it may not exist yet.

    The environment variable `ACCESS_CHESS_HOME` names another one, for a USB stick or a test.
    """
    chosen = os.environ.get(HOME_VARIABLE)
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("access-chess", appauthor=False))


def journal_file() -> Path:
    """The file of the journal, with all games; it may not exist yet."""
    return user_folder() / "journal.sqlite"


def pages_file() -> Path:
    """The journal of the games that are played at the pages of this machine's hall; it may not exist yet."""
    return user_folder() / "hall-games.sqlite"
