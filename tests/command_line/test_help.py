"""`--help` of every command: told in the user's language, each text used, no command and no option without one."""

import re
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from access_chess.cli import COMMANDS, main
from access_chess.command_line.options.told_help import key_of, named, options_of, value_of
from access_chess.edge.packs.texts import load_help_texts

PROGRAM = click.Context(main, info_name="access-chess")
SAID_ALIKE = {f"names.{name}" for name in ("FEN", "PIN", "URL")}  # in every language
IN_TEXTS = ("WHAT", "COLOR")  # of arguments of which the usage tells what may be chosen


def contexts(command: click.Command, context: click.Context) -> Iterator[click.Context]:
    """A context for this command and for each below it."""
    yield context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from contexts(below, click.Context(below, info_name=name, parent=context))


def values_of(context: click.Context) -> Iterator[str]:
    """What stands behind the options of a command."""
    return (value_of(option, context) for option in options_of(context.command, context))


def test_each_command_and_option_has_its_text_and_there_are_no_others() -> None:
    texts = load_help_texts("en")
    asked = {f"words.{word}" for word in ("program", "usage", "commands", "options", "default")}
    for context in contexts(main, PROGRAM):
        asked |= {key_of(option, named(context), texts) for option in options_of(context.command, context)}
        asked |= {f"commands.{named(context)}"} if named(context) else set()
        usage = " ".join([*context.command.collect_usage_pieces(context), *values_of(context)])
        asked |= {f"names.{name}" for name in re.findall(r"[A-Z]{2,}", usage)} - SAID_ALIKE
    asked |= {f"names.{name}" for name in IN_TEXTS}
    asked |= {key for key in texts.texts if key.partition(".")[0] == "more" and f"commands.{key[5:]}" in asked}
    assert asked == set(texts.texts)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_in_the_language_of_the_system(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = {}
    for language in ("en", "de"):
        monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
        run = CliRunner().invoke(main, [command, "--help"], prog_name="access-chess")
        assert run.exit_code == 0
        told[language] = " ".join(run.output.split())
        texts = load_help_texts(language)
        assert texts.text(f"commands.{command}") in told[language]
        assert f"[{texts.text('names.OPTIONS')}]" in told[language]
        assert texts.text("words.options") in told[language]
    assert told["de"] != told["en"]


def test_what_click_says_of_values_is_said_without_formulas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en.UTF-8")
    lines = CliRunner().invoke(main, ["play", "--help"]).output.splitlines()
    assert "  --level 1-10                    The engine's strength. [default: 3]" in lines
    assert not [line for line in lines if "<=" in line or "RANGE" in line]


def test_what_a_user_replaces_is_named_in_his_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de.UTF-8")
    run = CliRunner().invoke
    assert "FILE" not in run(main, ["puzzles", "import", "--help"]).output
    assert "aus DATEI" in run(main, ["puzzles", "import", "--help"]).output
    assert run(main, ["export"]).output.startswith("PARTIE fehlt")
