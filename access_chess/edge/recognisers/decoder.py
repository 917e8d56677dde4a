"""pocketsphinx's decoder with its own model and the words of a lexicon."""

import pocketsphinx

from access_chess.listening.lexicon import Lexicon

MODEL_FOLDER = f"{pocketsphinx.get_model_path()}/en-us/en-us"


def decoder_of(lexicon: Lexicon, **settings: object) -> pocketsphinx.Decoder:
    """A decoder that knows the words by all their pronunciations; `settings` are pocketsphinx's own options.

    Raises RuntimeError when it does not start.
    """
    decoder = pocketsphinx.Decoder(hmm=MODEL_FOLDER, dict=None, lm=None, loglevel="FATAL", **settings)
    for word, sounds in lexicon.phones.items():
        for number, phones in enumerate(sounds, start=1):
            decoder.add_word(word if number == 1 else f"{word}({number})", " ".join(phones), False)
    return decoder
