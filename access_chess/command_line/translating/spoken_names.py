"""Whether the voice of a language says a pack's words as they should be heard, by the sounds of espeak-ng."""

from itertools import combinations

import chess

from access_chess.edge.packs.dictionaries import unlisted_words
from access_chess.edge.sound.phones import is_spelled, is_switched, phones
from access_chess.listening.lexicon import distance
from access_chess.notation.names import Name
from access_chess.speech.language.voice_pack import VoicePack

#: Two names are told apart when at least this part of their sounds differs; Albanian "shtatë" and "tetë" are 0.4 apart.
LEAST_APART = 0.33


def nearest_names(pack: VoicePack) -> tuple[str, str, float]:
    """The two files, ranks or pieces that sound most alike, and which part of their sounds differs, 0 to 1.

    Raises NoPhonesError.
    """
    return min(
        (
            (one.text, other.text, distance(_sounds(one, pack), _sounds(other, pack)))
            for names in (pack.names.files, pack.names.ranks, map(pack.names.pieces.of, chess.PIECE_TYPES))
            for one, other in combinations(names, 2)
        ),
        key=lambda pair: pair[2],
    )


def badly_said(pack: VoicePack) -> list[str]:
    """What a listener would stumble over, in sentences and names, a sentence each.

    Words that stand in `words.toml` are as they should be. Raises NoPhonesError.
    """
    one, other, apart = nearest_names(pack)
    faults = [f"Heard, {one} and {other} are hardly told apart."] if apart < LEAST_APART else []
    doubtful = sorted(unlisted_words(pack.name))
    wrong = {
        "not heard at all": [word for word in doubtful if not phones(word, pack.language)],
        "spelled letter by letter": [word for word in doubtful if is_spelled(word, pack.language)],
        "said by the voice of another language": [word for word in doubtful if is_switched(word, pack.language)],
    }
    return faults + [f"Spoken, {', '.join(found)}: {how}." for how, found in wrong.items() if found]


def _sounds(name: Name, pack: VoicePack) -> tuple[str, ...]:
    return phones(name.spoken, pack.language)
