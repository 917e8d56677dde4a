"""How espeak-ng would say words, as sounds in writing: whether a listener tells them apart, and in which language."""

import ctypes
import re
from functools import cache

from access_chess.edge.sound.speech_engine import DO_NOT_EXIT, load_espeak_library

_RETRIEVAL, _NO_BUFFER = 2, 0  # espeak_AUDIO_OUTPUT: nothing sounds
_IPA = 0x02 | (ord("_") << 8)  # IPA, with a line between sounds
_UTF8 = 1
_SWITCH = re.compile(r"\([a-z-]+\)")  # where espeak-ng goes over to the voice of another language
_STRESS = re.compile("[ˈˌ]")
_SHORT = 3  # of two letters, their names may well be the word: Russian "во"
_NAMED = 1.5  # sounds a letter, at least, where letters are named; Russian "какую" is what its letters sound like


class NoPhonesError(Exception):
    """There is no espeak-ng here, or it has no voice of this language."""


def phones(text: str, language: str) -> tuple[str, ...]:
    """The sounds of a text in the voice of a language (BCP 47), without stress; () where nothing would be heard.

    Raises NoPhonesError.
    """
    plain = _STRESS.sub("", _SWITCH.sub("", _ipa(text, language)))
    return tuple(sound for sound in re.split(r"[_\s]+", plain) if sound)


def is_switched(text: str, language: str) -> bool:
    """Whether a part of a text is said by the voice of another language. Raises NoPhonesError."""
    return bool(_SWITCH.search(_ipa(text, language)))


def is_spelled(word: str, language: str) -> bool:
    """Whether a word is said letter by letter, as abbreviations are. Raises NoPhonesError."""
    said = phones(word, language)
    is_long = len(word) >= _SHORT and len(said) >= _NAMED * len(word)
    return is_long and said == phones(" ".join(word), language)


def _ipa(text: str, language: str) -> str:
    library = _voice(language)
    rest, clauses = ctypes.c_char_p(text.encode()), []
    while rest.value:
        clauses.append((library.espeak_TextToPhonemes(ctypes.byref(rest), _UTF8, _IPA) or b"").decode())
    return " ".join(clauses)


_chosen: list[str] = []  # the language of the voice that espeak-ng has now; choosing Russian takes a millisecond


def _voice(language: str) -> ctypes.CDLL:
    library = _library()
    if _chosen != [language]:
        _chosen.clear()
        if library.espeak_SetVoiceByName(language.encode()) != 0:
            raise NoPhonesError(f"espeak-ng has no voice of the language {language!r}")
        _chosen.append(language)
    return library


@cache
def _library() -> ctypes.CDLL:
    try:
        load_espeak_library()
        library = ctypes.CDLL("libespeak-ng.so.1")
    except (ImportError, OSError) as error:
        raise NoPhonesError("espeak-ng is not here") from error
    if library.espeak_Initialize(_RETRIEVAL, _NO_BUFFER, None, DO_NOT_EXIT) <= 0:
        raise NoPhonesError("espeak-ng does not start")
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    library.espeak_TextToPhonemes.argtypes = [ctypes.POINTER(ctypes.c_char_p), ctypes.c_int, ctypes.c_int]
    return library
