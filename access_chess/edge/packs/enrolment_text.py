"""Reads the sentences of an enrolment, and what is said around them, from `voices/<pack>/enrolment.toml`."""

from functools import cache
from pathlib import Path

import msgspec

from access_chess.edge.packs.typed_words import lineage
from access_chess.edge.packs.voice_packs import BROKEN_TOML, REFERENCE, VoicePackError, voice_pack_names
from access_chess.edge.storage.places import data_folder
from access_chess.listening.lexicon import Lexicon, Words, folded


class EnrolmentText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`enrolment.toml` of a language. The `sentences` are moves. Slots: `begin` {count}, `sentence` {number}
    {sentence}, `saved` {understood} {count}, `too_few` {understood} {count} {least}.
    """

    language: str  # BCP 47, of the voice that says all this
    sentences: tuple[str, ...]
    begin: str
    sentence: str
    again: str
    passed_over: str
    recording_passed_over: str
    working: str
    saved: str
    too_few: str
    broken: str


@cache
def load_enrolment_text(pack: str, folder: Path | None = None) -> EnrolmentText:
    """The text of the pack, of one that it builds on, or the English one. Raises VoicePackError in a sentence."""
    voices = folder or data_folder("voices")
    if pack not in voice_pack_names(voices):
        raise VoicePackError(f"There is no voice pack {pack!r}. There are: {', '.join(voice_pack_names(voices))}.")
    places = [voices / name / "enrolment.toml" for name in (*lineage(pack, voices), REFERENCE)]
    file = next(place for place in places if place.exists())
    try:
        return msgspec.toml.decode(file.read_bytes(), type=EnrolmentText)
    except BROKEN_TOML as error:
        raise VoicePackError(f"{file}: {error}.") from error


def spoken_words(sentence: str, text: EnrolmentText, lexicon: Lexicon) -> Words:
    """The sentence in the lexicon's words; a single letter is a file in the text's language."""
    lettered = [(word, f"{word}.{text.language}") for word in folded(sentence).split()]
    return tuple(letter if letter in lexicon.phones else word for word, letter in lettered)
