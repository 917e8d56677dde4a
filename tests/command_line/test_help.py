"""`--help` of every command: told in the user's language, each text used, no command and no option without one."""

import re
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from access_chess.cli import COMMANDS, main
from access_chess.command_line.options.told_help import FIRST_SCREEN, key_of, named, options_of, value_of
from access_chess.command_line.train import WHAT
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
    of_the_program = ("program", "begin", "usage", "commands", "others", "options", "default", "installed", "absent")
    asked = {f"words.{word}" for word in of_the_program}
    for context in contexts(main, PROGRAM):
        asked |= {key_of(option, named(context), texts) for option in options_of(context.command, context)}
        asked |= {f"commands.{named(context)}"} if named(context) else set()
        usage = " ".join([*context.command.collect_usage_pieces(context), *values_of(context)])
        asked |= {f"names.{name}" for name in re.findall(r"[A-Z]{2,}", usage)} - SAID_ALIKE
    asked |= {f"names.{name}" for name in IN_TEXTS}
    asked |= {f"commands.train {kind}" for kind in WHAT}
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
    lines = CliRunner().invoke(main, ["play", "--help-all"]).output.splitlines()
    assert "  --level 1-10                    The engine's strength. [default: 3]" in lines
    assert not [line for line in lines if "<=" in line or "RANGE" in line]


def test_what_a_user_replaces_is_named_in_their_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de.UTF-8")
    run = CliRunner().invoke
    assert "FILE" not in run(main, ["puzzles", "import", "--help"]).output
    assert "aus DATEI" in run(main, ["puzzles", "import", "--help"]).output
    assert run(main, ["export"]).output.startswith("PARTIE fehlt")


def helped(*arguments: str) -> str:
    run = CliRunner().invoke(main, arguments, prog_name="access-chess")
    assert run.exit_code == 0, run.output
    return run.output


@pytest.mark.parametrize("language", ["en", "de", "ru", "sw"])
def test_the_first_screen_of_each_command_is_short_and_all_is_told_when_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    for context in contexts(main, PROGRAM):
        words = named(context).split()
        first, whole = helped(*words, "--help"), helped(*words, "--help-all")
        assert len(first.split()) <= FIRST_SCREEN + (0 if words else len(COMMANDS) + 2), first
        for option in options_of(context.command, context):
            assert option.name == "help_all" or option.opts[0] in whole
        assert first == whole or "--help-all" in first


def test_the_help_of_the_program_begins_with_how_to_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    assert helped("--help").startswith("To begin, type: access-chess play.\n")
    assert [name for name in COMMANDS if name not in helped("--help")] == []


def test_what_most_people_want_comes_first() -> None:
    lines = [line.split()[0] for line in helped("play", "--help").splitlines() if line.startswith("  --")]
    assert lines == ["--level", "--color", "--time", "--help-all"]


@pytest.mark.parametrize("words", [[], ["play"], ["openings", "add"], ["train"], ["train", "puzzles"], ["help"]])
def test_help_before_a_command_is_the_help_behind_it(words: list[str]) -> None:
    assert helped("help", *words) == helped(*words, "--help")


def test_help_of_what_is_no_command_is_told_as_for_the_command() -> None:
    run = CliRunner().invoke(main, ["help", "fly"], prog_name="access-chess")
    assert (run.exit_code, run.stderr) == (2, "There is no command 'fly'; see access-chess --help.\n")


@pytest.mark.parametrize("kind", WHAT)
def test_each_kind_of_training_has_a_help_of_its_own(kind: str) -> None:
    told = helped("train", kind, "--help-all")
    assert told.startswith(f"Usage: access-chess train {kind} [OPTIONS]")
    assert load_help_texts("en").text(f"commands.train {kind}") in " ".join(told.split())
    assert ("--graph " in told) is (kind == "review")
    assert ("--tablebases " in told) is (kind == "endings")
    assert kind in helped("train", "--help-all")


@pytest.mark.parametrize(
    "words", [["openings", "add"], ["enrol", "list"], ["puzzles", "find"], ["voices", "say"], ["play"]]
)
def test_the_default_that_is_told_is_what_happens(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    for system, pack in (("de_DE.UTF-8", "de"), ("C.UTF-8", "en"), ("es_ES.UTF-8", "es")):
        monkeypatch.setenv("LC_ALL", system)
        default = load_help_texts(pack).text("words.default", value=pack)
        assert f"[{default}]" in " ".join(helped(*words, "--help-all").split())
