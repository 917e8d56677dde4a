"""`access-chess doctor`: what works on this machine, one line a part, and how to mend what does not."""

import sys
from importlib import import_module

import click

from access_chess.edge.finding import Finding

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
TRIAL = "Press Enter, be silent for two seconds, then say a move, such as: knight Gustav one Felix three."


@click.command()
@click.option("--voice", is_flag=True, help="Try the microphone with your voice: be silent, then say a move.")
@click.option("--microphone", metavar="NAME", help="The microphone to try. Default: the first there is.")
@click.pass_context
def doctor(context: click.Context, voice: bool, microphone: str | None) -> None:
    """Say what works on this machine, and how to mend what does not.

    The exit status is 1 when the program cannot speak, or with --voice when the voice cannot be heard well enough.
    """
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
