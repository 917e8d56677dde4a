"""`access-chess doctor`: what works on this machine, one line a part, and how to mend what does not."""

import sys
from importlib import import_module
from pathlib import Path

import click

from access_chess.command_line.options.told import damaged
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.edge.diagnosis import Diagnosis, installing
from access_chess.edge.packs.voice_packs import REFERENCE, load_voice_pack
from access_chess.speech.language.voice_pack import VoicePack

#: part -> the module whose `examine()` looks at it; the first is what no game can do without
PARTS: dict[str, str] = {
    "doctor_part_speech": "edge.sound.synthesiser",
    "doctor_part_sound": "edge.sound.mixer",
    "doctor_part_microphone": "edge.microphone.capture",
    "doctor_part_recogniser": "edge.recognisers.pocketsphinx",
    "doctor_part_ports": "edge.boards.serial_board",
    "doctor_part_controllers": "edge.controllers",
    "doctor_part_engine": "edge.engines.uci",
    "doctor_part_journal": "edge.storage.salvage",
    "doctor_part_pdf": "edge.paper",
    "doctor_part_audio": "edge.sound.audio_file",
    "doctor_part_pages": "hall.web.examination",
    "doctor_part_lichess": "edge.lichess.account",
}
ESSENTIAL = "doctor_part_speech"
#: What opens a device that sounds, or a voice: who uses a screen reader may leave it alone.
OF_SOUND = frozenset({"doctor_part_speech", "doctor_part_sound"})


@click.command(cls=ToldCommand)
@click.option("--voice", is_flag=True)
@click.option("--microphone", metavar="NAME")
@click.option("--no-sound", is_flag=True)
@click.option("--save-journal", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--voices", default=REFERENCE, show_default=True)
@click.pass_context
def doctor(
    context: click.Context,
    voice: bool,
    microphone: str | None,
    no_sound: bool,
    save_journal: Path | None,
    voices: str,
) -> None:
    """Say what works on this machine, and how to mend what does not."""
    pack = load_voice_pack(voices)
    if save_journal is not None:
        save(save_journal, pack)
        return
    if voice:
        from access_chess.edge.microphone.capture import try_voice

        click.echo(pack.phrase("doctor_voice_trial").text)
        sys.stdin.readline()
        diagnosis = try_voice(microphone)
        click.echo(told(diagnosis, pack))
        context.exit(0 if diagnosis.works else 1)
    is_well = True
    for part, module in PARTS.items():
        if no_sound and part in OF_SOUND:
            continue
        for diagnosis in examined(part, module):
            click.echo(told(diagnosis, pack))
            is_well = is_well and (diagnosis.works or part != ESSENTIAL)
    context.exit(0 if is_well else 1)


def told(diagnosis: Diagnosis, pack: VoicePack) -> str:
    """The line of a diagnosis in the pack's language."""
    part, found = (pack.phrase(key, **diagnosis.slots) for key in (diagnosis.part, diagnosis.found))
    line = pack.phrase("doctor_works" if diagnosis.works else "doctor_does_not_work", part=part, found=found).text
    return f"{line} {pack.phrase(diagnosis.mend, **diagnosis.slots).text}" if diagnosis.mend else line


def save(place: Path, pack: VoicePack) -> None:
    """Save the journal's games, and say of each that is damaged how much of it."""
    from access_chess.edge.storage.places import journal_file
    from access_chess.edge.storage.salvage import save_journal

    saved = save_journal(journal_file(), place)
    for game in saved:
        if game.damage is not None:
            entries = str(game.entries)
            click.echo(pack.phrase("journal_saved_part", damaged=damaged(game.damage, pack), entries=entries).text)
    whole = sum(game.damage is None for game in saved)
    part = sum(game.entries > 0 for game in saved) - whole
    click.echo(pack.phrase("journal_saved", saved=str(place), whole=str(whole), part=str(part)).text)
    click.echo(pack.phrase("journal_saved_how", path=str(journal_file()), saved=str(place)).text)


def examined(part: str, module: str) -> list[Diagnosis]:
    """What a part says of itself; where it cannot even be asked, that is what is found."""
    try:
        diagnoses: list[Diagnosis] = import_module(f"access_chess.{module}").examine()
    except ImportError as error:
        slots = {"error": str(error), "install": installing(anew=True)}
        return [
            Diagnosis(part=part, works=False, found="doctor_not_loaded", mend="doctor_mend_not_loaded", slots=slots)
        ]
    except Exception as error:  # noqa: BLE001  whatever a driver or a library does wrong is what the doctor is asked for
        slots = {"error": repr(error)}
        return [Diagnosis(part=part, works=False, found="doctor_failed", mend="doctor_mend_failed", slots=slots)]
    return diagnoses
