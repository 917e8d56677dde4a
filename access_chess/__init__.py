"""Audio chess for blind and visually impaired players, built on the FIDE Laws of Chess."""

import gc


def first_word_is_out() -> None:
    """Look for garbage from now on, but not in what there is by now; and hear no remarks of libraries."""
    import logging  # none of them is loaded before

    gc.freeze()
    gc.enable()
    logging.lastResort = logging.NullHandler()  # their remarks are for nobody's ears
