"""Where the program's data folders are: inside the installed wheel, or in the checkout it is run from."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[2]


def data_folder(name: str) -> Path:
    """The folder `voices` or `hardware`.

    A wheel carries them under `access_chess/_data`; an editable install reads the live files beside the package.
    Raises FileNotFoundError when neither is there (a broken installation).
    """
    for candidate in (_PACKAGE / "_data" / name, _PACKAGE.parent / name):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"data folder of access_chess is missing, expected in {_PACKAGE / '_data'}: {name!r}")
