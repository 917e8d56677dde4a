"""How far each kind of evidence counts for a reading: logistic regressions of development voices.

Written by `python -m tests.benchmarks.hearing.judging`; `readings.signs` tells what the names mean. Those of a square
alone were fitted on words of strangers as well, in tongues that nobody plays in here; those of longer moves and of
commands in noise on voices of an unheard kind. How far an answer counts as a whole (`as_whole`) was chosen beside the
fit, on digits of development, words of strangers and voices of that kind. Since then there are more rivals and
pronunciations, and weights fitted anew were no better. Those of commands were fitted with the verifier (`likeness`), on
half of the utterances. What the letters and numbers of a move tell (`spelt`, `names`, `weakest_name`), and that both
squares are named (`two_squares`), was fitted beside the rest (`--beside` each, `--seed 12 --seed 5 --share 0.4`), each
person being heard by a network of squares' names that has not met this person (`--squares`). Those of answers
are of an earlier run, as later ones understood less of people, and `likeness` and `at_rest` were chosen beside them.
"""

from collections.abc import Mapping
from types import MappingProxyType

OF_MOVES: Mapping[str, float] = MappingProxyType(
    {
        "at_rest": -3.31,
        "model_agrees": 0.36,
        "network_agrees": 0.67,
        "before_rival": 0.8,
        "before_rival_by_model": -0.0,
        "before_rival_by_network": 0.33,
        "behind_model": -0.04,
        "behind_network": -0.09,
        "before_phones": 0.5,
        "noise": -0.38,
        "model_agrees_in_noise": 0.2,
        "before_rival_in_noise": 0.18,
        "before_phones_in_noise": 0.09,
        "weakest_word": 0.92,
        "legal_rival": 0.11,
        "voiced": 0.31,
        "word_seconds": 0.43,
        "drawn_out": 0.13,
        "one_word": -0.55,
        "names_square": 0.0,
        "clear": 1.17,
        "as_whole": 0.0,
        "likeness": 0.0,
        "spelt": 1.63,
        "names": 0.33,
        "weakest_name": 0.43,
        "two_squares": 0.0,
    }
)

OF_LONGER_MOVES: Mapping[str, float] = MappingProxyType(
    {
        "at_rest": 0.1,
        "model_agrees": 0.72,
        "network_agrees": 0.85,
        "before_rival": 0.43,
        "before_rival_by_model": -0.06,
        "before_rival_by_network": 0.18,
        "behind_model": -0.02,
        "behind_network": -0.12,
        "before_phones": 0.48,
        "noise": 0.53,
        "model_agrees_in_noise": -0.1,
        "before_rival_in_noise": 0.11,
        "before_phones_in_noise": 0.39,
        "weakest_word": 1.07,
        "legal_rival": -0.49,
        "voiced": 0.28,
        "word_seconds": 0.6,
        "drawn_out": -0.01,
        "one_word": 0.0,
        "names_square": 0.0,
        "clear": 0.0,
        "as_whole": 0.0,
        "likeness": 0.0,
        "spelt": 0.51,
        "names": 0.21,
        "weakest_name": 0.66,
        "two_squares": 1.23,
    }
)

OF_COMMANDS: Mapping[str, float] = MappingProxyType(
    {
        "at_rest": 0.16,
        "model_agrees": 0.75,
        "network_agrees": 0.18,
        "before_rival": -0.05,
        "before_rival_by_model": 0.4,
        "before_rival_by_network": 0.11,
        "behind_model": -0.03,
        "behind_network": 0.32,
        "before_phones": 1.06,
        "noise": -0.21,
        "model_agrees_in_noise": 0.23,
        "before_rival_in_noise": -0.96,
        "before_phones_in_noise": -0.04,
        "weakest_word": 0.58,
        "legal_rival": 0.0,
        "voiced": 1.22,
        "word_seconds": -0.17,
        "drawn_out": -0.75,
        "one_word": -0.36,
        "names_square": -0.4,
        "clear": 0.03,
        "as_whole": 1.06,
        "likeness": 0.68,
        "spelt": 0.0,
        "names": 0.0,
        "weakest_name": 0.0,
        "two_squares": 0.0,
    }
)

OF_COMMANDS_IN_NOISE: Mapping[str, float] = MappingProxyType(
    {
        "at_rest": 3.42,
        "model_agrees": 0.08,
        "network_agrees": -0.37,
        "before_rival": 0.55,
        "before_rival_by_model": -0.33,
        "before_rival_by_network": -0.37,
        "behind_model": 0.32,
        "behind_network": 0.17,
        "before_phones": 0.39,
        "noise": 0.31,
        "model_agrees_in_noise": 0.24,
        "before_rival_in_noise": 0.52,
        "before_phones_in_noise": -0.03,
        "weakest_word": 0.71,
        "legal_rival": 0.0,
        "voiced": -0.12,
        "word_seconds": 0.16,
        "drawn_out": 0.67,
        "one_word": -0.8,
        "names_square": -0.7,
        "clear": -0.67,
        "as_whole": 0.23,
        "likeness": 1.05,
        "spelt": 0.0,
        "names": 0.0,
        "weakest_name": 0.0,
        "two_squares": 0.0,
    }
)

OF_ANSWERS: Mapping[str, float] = MappingProxyType(
    {
        "at_rest": -2.3,
        "model_agrees": -0.14,
        "network_agrees": 0.03,
        "before_rival": 0.04,
        "before_rival_by_model": 0.18,
        "before_rival_by_network": 0.19,
        "behind_model": 0.47,
        "behind_network": 0.17,
        "before_phones": 0.64,
        "noise": -0.11,
        "model_agrees_in_noise": -0.25,
        "before_rival_in_noise": 0.1,
        "before_phones_in_noise": 0.32,
        "weakest_word": 0.48,
        "legal_rival": -0.0,
        "voiced": 2.26,
        "word_seconds": 0.02,
        "drawn_out": 0.18,
        "one_word": 0.88,
        "names_square": 0.0,
        "clear": 0.0,
        "as_whole": 3.0,
        "likeness": 0.5,
        "spelt": 0.0,
        "names": 0.0,
        "weakest_name": 0.0,
        "two_squares": 0.0,
    }
)
