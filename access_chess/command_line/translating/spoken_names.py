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


def badly_said(pack: VoicePack) -> dict[str, tuple[str, ...]]:
    """The words of a pack, its names too, that a listener would stumble over, by the phrase that tells of them.

    Words that stand in `words.toml` are as they should be. Raises NoPhonesError.
    """
    doubtful = sorted(unlisted_words(pack.name))
    wrong = {
        "check_not_heard": tuple(word for word in doubtful if not phones(word, pack.language)),
        "check_spelled_out": tuple(word for word in doubtful if is_spelled(word, pack.language)),
        "check_other_voice": tuple(word for word in doubtful if is_switched(word, pack.language)),
    }
    return {phrase: words for phrase, words in wrong.items() if words}


def _sounds(name: Name, pack: VoicePack) -> tuple[str, ...]:
    return phones(name.spoken, pack.language)
