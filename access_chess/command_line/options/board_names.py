"""Which sensor boards are meant by the option `--board`."""

from access_chess.session.ports import NoBoardError

NONE = "none"
MOST = 2


def board_names(text: str) -> tuple[str, ...]:
    """The boards of `--board`: none, one, or two with a comma between, each a port or the emulator.

    Raises NoBoardError.

    >>> board_names("none"), board_names("emulator")
    ((), ('emulator',))
    """
    if text == NONE:
        return ()
    from access_chess.edge.boards.registry import driver_of  # takes its time, which a game without a board can save

    names = tuple(name.strip() for name in text.split(","))
    if len(names) > MOST or not all(names) or NONE in names:
        raise NoBoardError("board_names", text=repr(text))
    for name in names:
        if not driver_of(name).is_there(name):
            raise NoBoardError("board_no_port", name=repr(name))
    return names
