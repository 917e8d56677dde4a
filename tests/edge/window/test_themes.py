"""The themes that can be asked for are those that there are."""

from access_chess.command_line.options import play_options
from access_chess.edge.window.themes import BY_NAME


def test_the_names_of_the_command_line_are_those_of_the_window() -> None:
    assert list(BY_NAME) == list(play_options.THEMES)
