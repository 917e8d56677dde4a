"""`access-chess doctor`: what works on this machine, one line a part, and how to mend what does not."""

import sys
from importlib import import_module
from pathlib import Path

import click

from access_chess.command_line.options.errors import InputError
from access_chess.edge.finding import Finding
from access_chess.session.ports import JournalError

#: part -> the module of `access_chess.edge` whose `examine()` looks at it; the first is what no game can do without
PARTS: dict[str, str] = {
    "speech": "sound.synthesiser",
    "sound": "sound.mixer",
    "microphone": "microphone.capture",
    "recogniser": "recognisers.pocketsphinx",
    "serial ports": "boards.serial_board",
    "game controllers": "controllers.controller",
    "engine": "engines.uci",
    "journal": "storage.journal_examination",
}
ESSENTIAL = "speech"
SAVE_HELP = "Write what can be read of a damaged journal into this new file, each game as far as it is whole."
TRIAL = "Press Enter, be silent for two seconds, then say a move, such as: knight Gustav one Felix three."


@click.command()
@click.option("--voice", is_flag=True, help="Try the microphone with your voice: be silent, then say a move.")
@click.option("--microphone", metavar="NAME", help="The microphone to try. Default: the first there is.")
@click.option("--save-journal", type=click.Path(path_type=Path), metavar="FILE", help=SAVE_HELP)
@click.pass_context
def doctor(context: click.Context, voice: bool, microphone: str | None, save_journal: Path | None) -> None:
    """Say what works on this machine, and how to mend what does not.

    The exit status is 1 when the program cannot speak, or with --voice when the voice cannot be heard well enough.
    """
    if save_journal is not None:
        save(save_journal)
        return
    if voice:
        from access_chess.edge.microphone.capture import try_voice

        click.echo(TRIAL)
        sys.stdin.readline()
        finding = try_voice(microphone)
        click.echo(str(finding))
        context.exit(0 if finding.works else 1)
    is_well = True
    for part, module in PARTS.items():
        for finding in examined(part, module):
            click.echo(str(finding))
            is_well = is_well and (finding.works or part != ESSENTIAL)
    context.exit(0 if is_well else 1)


def save(place: Path) -> None:
    """Save the journal's games, and say of each that is damaged how much of it."""
    from access_chess.edge.storage.places import journal_file
    from access_chess.edge.storage.salvage import save_journal

    try:
        saved = save_journal(journal_file(), place)
    except JournalError as error:
        raise InputError(str(error)) from error
    for game in saved:
        if game.damage is not None:
            click.echo(f"{game.damage} Saved are {game.entries} entries of it.")
    whole = sum(game.damage is None for game in saved)
    click.echo(
        f"Games saved in {place}: {whole} as they were, {sum(game.entries > 0 for game in saved) - whole} in part."
    )
    click.echo(f"To go on with them, move {journal_file()} away and {place} into its place.")


def examined(part: str, module: str) -> list[Finding]:
    """What a part says of itself; where it cannot even be asked, that is what is found."""
    try:
        findings: list[Finding] = import_module(f"access_chess.edge.{module}").examine()
    except ImportError as error:
        mend = "Install the program again: pip install --force-reinstall access-chess."
        return [Finding(part=part, works=False, seen=f"It could not be loaded: {error}.", mend=mend)]
    except Exception as error:  # noqa: BLE001  whatever a driver or a library does wrong is what the doctor is asked for
        mend = "Please report this line to the makers of the program."
        return [Finding(part=part, works=False, seen=f"Looking at it failed: {error!r}.", mend=mend)]
    return findings
