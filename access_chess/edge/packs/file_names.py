"""Other names of the files for a voice pack, from `voices/file_names.toml`: the Laws', NATO's, or the bare letters."""

from enum import Enum

import msgspec

from access_chess.edge.packs.voice_packs import BROKEN_TOML, VoicePackError
from access_chess.edge.storage.resources import data_folder
from access_chess.notation.names import Eight, Name
from access_chess.speech.language.voice_pack import VoicePack


class FileNames(Enum):
    """What the files are called: as the pack does (FIDE's names as its language has them), or otherwise."""

    PACK = "pack"
    FIDE = "fide"
    NATO = "nato"
    LETTERS = "letters"


class _Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str
    spoken: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fide: list[str | _Written]
    nato: list[str | _Written]
    letters: list[str | _Written]


def with_file_names(pack: VoicePack, names: FileNames) -> VoicePack:
    """The pack, with these names for the files in all that it says. Raises VoicePackError.

    What is understood stays the same: every name of a file is understood anyway.
    """
    if names is FileNames.PACK:
        return pack
    file = data_folder("voices") / "file_names.toml"
    try:
        listed = getattr(msgspec.toml.decode(file.read_bytes(), type=_File), names.value)
        files = msgspec.convert([_name(each) for each in listed], Eight)
    except BROKEN_TOML as error:
        raise VoicePackError(f"{file}: {error}.") from error
    return msgspec.structs.replace(pack, names=msgspec.structs.replace(pack.names, files=files))


def _name(written: str | _Written) -> Name:
    if isinstance(written, str):
        return Name(text=written, spoken=written)
    return Name(text=written.text, spoken=written.spoken)
