"""From the sounds that espeak-ng writes for a word (IPA) to the phones of the acoustic model (ARPAbet).

Foreign sounds have no phone of their own: where two are near, a word has two pronunciations, one of all first choices
and one of all second ones.
"""

import re
import unicodedata
from collections.abc import Mapping
from itertools import islice, product

from access_chess.listening.lexicon import Phones

#: "A/B": A in the first pronunciation, B in the second.
PHONES = {
    "a": "AA/AH", "aː": "AA", "ɑ": "AA", "ɑː": "AA", "æ": "AE/EH", "ɐ": "AH", "ə": "AH/IH", "ʌ": "AH",
    "ɜ": "ER/AH", "ɜː": "ER", "ɚ": "ER", "ɒ": "AA/AO", "ɔ": "AO", "ɔː": "AO", "ɵ": "UH/AH",
    "e": "EY/EH", "eː": "EY/IY", "ɛ": "EH", "ɛː": "EH", "ɪ": "IH", "ɪː": "IY", "ᵻ": "IH", "ɨ": "IH", "i": "IY",
    "iː": "IY", "o": "OW/AO", "oː": "OW/AO", "ø": "ER/UH", "øː": "ER/UH", "œ": "ER/UH", "y": "UW/IY", "yː": "UW/IY",
    "u": "UW", "uː": "UW", "ʊ": "UH/UW",
    "aɪ": "AY", "aʊ": "AW", "eɪ": "EY", "ɛɪ": "EY", "oʊ": "OW", "əʊ": "OW", "ɔø": "OY", "ɔɪ": "OY", "oɪ": "OY",
    "ɛʊ": "EH UW", "iʊ": "IY UW", "uɪ": "UW IY", "eʊ": "EY UW", "iə": "IY AH", "aɪə": "AY AH", "aɪɚ": "AY ER",
    "ɪə": "IH R/IH AH", "eə": "EH R/EH AH", "ʊə": "UH R/UH AH", "ɪɹ": "IH R", "ɛɹ": "EH R", "ʊɹ": "UH R",
    "oːɹ": "AO R", "ɔːɹ": "AO R", "ɑːɹ": "AA R", "əl": "AH L", "l̩": "AH L", "n̩": "AH N",
    "œ̃": "AE N/AH N", "ɑ̃": "AA N", "ɔ̃": "AO N", "ɛ̃": "AE N", "ɐ̃": "AH N", "ɐ̃ʊ̃": "AW N",
    "b": "B", "β": "B/V", "d": "D", "d̪": "D", "ð": "DH/D", "f": "F", "ɡ": "G", "ɣ": "G", "h": "HH", "ç": "HH/SH",
    "x": "HH/K", "j": "Y", "ʝ": "Y/JH", "k": "K", "kː": "K", "l": "L", "ʎ": "L Y/Y", "m": "M", "n": "N", "ŋ": "NG",
    "ɲ": "N Y", "p": "P", "pː": "P", "pf": "P F/F", "r": "R", "ɹ": "R", "rr": "R", "ɾ": "R/AH", "ʁ": "R/HH", "s": "S",
    "ss": "S", "ʃ": "SH", "t": "T", "tː": "T", "t̪": "T", "θ": "TH/S", "ts": "T S", "tʃ": "CH", "dʒ": "JH", "dz": "D Z",
    "ã": "AA N", "ẽ": "EY N", "õ": "OW N", "ũ": "UW N", "ja": "Y AA/Y AH", "ju": "Y UW", "æi": "AY/EY", "yi": "UW IY",
    "yɛ": "UW EH", "øy": "OY/AY", "œy": "OY/AY", "ʌʊ": "AW/OW", "yʊ": "UW", "r̝": "ZH/R", "r̝̊": "SH/R", "c": "CH/K",
    "ɟ": "JH/G", "tɕ": "CH", "dʑ": "JH", "ɕ": "SH", "ʑ": "ZH", "ɫ": "L",
    "ɭ": "L", "ɳ": "N", "ʈ": "T", "ɖ": "D",
    "v": "V", "ʋ": "V/W", "w": "W", "z": "Z", "ʒ": "ZH", "??": "", "ʔ": "",
}  # fmt: skip
#: What a sound has besides: softened, breathed, voiceless, long or said alone; the phones do not know it.
_BESIDES = re.compile('[ʲʰ#^"ː̩]|(?<=(.))\\1')
_PRODUCTS = 4096  # long words have more; what is left out is near to what is there
#: Between vowels the English "t" and "d" are one short sound; elsewhere that sound is an "r".
ENGLISH = {**PHONES, "ɾ": "D/T"}


def pronunciations(ipa: str, *, is_english: bool) -> tuple[Phones, ...]:
    """One or two; none where a sound is not known. `ipa` has a blank or a hyphen between its sounds."""
    choices = _choices(ipa, ENGLISH if is_english else PHONES)
    both = [tuple(phone for choice in choices for phone in choice[place].split()) for place in (0, -1)]
    return tuple(dict.fromkeys(phones for phones in both if phones))


def all_pronunciations(ipa: str, most: int) -> tuple[Phones, ...]:
    """As `pronunciations`, with any choice beside any other: about `most` of them, the first and last ones, too."""
    ways = [
        tuple(phone for choice in way for phone in choice.split())
        for way in islice(product(*_choices(ipa, PHONES)), _PRODUCTS)
    ]
    found = [*dict.fromkeys(phones for phones in ways if phones)]
    step = max(1, -(-(len(found) - 1) // max(most - 1, 1)))
    return tuple(dict.fromkeys((*found[::step], *found[-1:])))


def _choices(ipa: str, table: Mapping[str, str]) -> list[list[str]]:
    """Of each sound what it may be; nothing where one is not known."""
    bare = re.sub(r"[ˈˌ]|\([a-z-]+\)", "", unicodedata.normalize("NFC", ipa))
    sounds = [sound if sound in table else _BESIDES.sub("", sound) for sound in bare.replace("-", " ").split()]
    return [table[sound].split("/") for sound in sounds] if all(sound in table for sound in sounds) else []
