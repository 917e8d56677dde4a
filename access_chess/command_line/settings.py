"""`access-chess settings`: what is remembered from one game to the next; read and changed by ear."""

import contextlib
import sys
from typing import Any

import click
from msgspec.structs import replace

from access_chess.command_line.options.errors import wrong
from access_chess.command_line.options.talking import sound_options
from access_chess.command_line.options.told_help import ToldCommand, wrong_value
from access_chess.command_line.play import play
from access_chess.command_line.serve import serve
from access_chess.edge.packs.voice_packs import REFERENCE, load_voice_pack, voice_pack_names
from access_chess.edge.storage.settings import Value, keep_settings, kept_settings
from access_chess.session.announcer import Announcer
from access_chess.speech.language.voice_pack import Slot
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.wiring.sound import LAST_WORDS, SoundOptions, open_sound

SOUND = "sound"
KEYS = (
    "voices", "names", "rate", "speech", SOUND, "verbosity", "form", "level", "color", "name", "input", "listen",
    "microphone", "controllers", "tell", "edition", "ui", "ledger",
)  # fmt: skip
_SWITCH = click.Choice(("on", "off"))
FORGOTTEN = "default"  # the value with which a setting is remembered no more


@click.command(cls=ToldCommand)
@click.argument("key", required=False)
@click.argument("value", required=False)
@click.option("--voices", default=REFERENCE, show_default=True)
@sound_options
def settings(
    key: str | None,
    value: str | None,
    voices: str,
    sound: SoundOptions,
) -> None:
    """Tell what is remembered; with KEY one setting, with KEY and VALUE remember it, as in: settings voices de."""
    if key is not None and key not in KEYS:
        raise wrong("no_setting", name=repr(key), known=", ".join(KEYS))
    kept = kept_settings()
    if key is not None and value is not None:
        kept = _changed(kept, key, value)
        voices = str(kept.get("voices", voices))  # heard as it will be
        sound = replace(sound, rate=int(kept.get("rate", sound.rate)))
        keep_settings(kept)
    pack = load_voice_pack(voices)
    speaker = open_sound(pack, sound)
    with contextlib.closing(speaker):
        announcer = Announcer(speaker, NarrationSettings(pack=pack), screen=sys.stdout)
        for name in KEYS if key is None else (key,):
            if name in kept:
                announcer.reply(pack.phrase("remembered", name=name, value=_said(kept[name])), None)
            elif key is not None:
                announcer.reply(pack.phrase("remembered_default", name=name), None)
        if not kept and key is None:
            announcer.reply(pack.phrase("remembered_nothing"), None)
        if key is None:
            announcer.reply(pack.phrase("remembered_how"), None)
        speaker.drain(LAST_WORDS)


def _changed(kept: dict[str, Value], key: str, value: str) -> dict[str, Value]:
    """The settings with this one changed. Raises InputError when it has no such value."""
    rest = {each: before for each, before in kept.items() if each != key}
    return rest if value == FORGOTTEN else {**rest, key: _checked(key, value)}


def _checked(key: str, value: str) -> Value:
    """The value as the option of `play` takes it, or of `serve`."""
    if key == "voices" and value not in voice_pack_names():
        raise wrong("no_voice_pack", name=repr(value), known=", ".join(voice_pack_names()))
    if key in (SOUND, "controllers"):
        parameter_type: click.ParamType[Any] = click.BOOL
    else:
        options = (*play.params, *serve.params)
        parameter_type = next(each.type for each in options if f"--{key}" in each.opts)
    try:
        checked = parameter_type.convert(value, None, None)
    except click.BadParameter as error:
        kind = _SWITCH if parameter_type is click.BOOL else parameter_type
        raise wrong_value(key, kind, error, "access-chess settings --help") from error
    return checked if isinstance(checked, int) else str(checked)


def _said(value: Value) -> Slot:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
