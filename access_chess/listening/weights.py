"""How far each kind of evidence counts for a reading: logistic regressions of development voices.

Written by `python -m tests.benchmarks.hearing.judging`; `readings.signs` tells what the names mean. Those of moves
are of an earlier run, before the signs that count nothing here: later ones understood less of a person in noise.
"""

from collections.abc import Mapping
from types import MappingProxyType

OF_MOVES: Mapping[str, float] = MappingProxyType(
    {
        "at_rest": -1.5,
        "model_agrees": 1.36,
        "network_agrees": 1.07,
        "before_rival": -0.18,
        "before_rival_by_model": 0.33,
        "before_rival_by_network": 0.74,
        "behind_model": -0.15,
        "behind_network": -0.86,
        "before_phones": 0.45,
        "noise": 0.24,
        "model_agrees_in_noise": 0.51,
        "before_rival_in_noise": 0.08,
        "before_phones_in_noise": 0.21,
        "weakest_word": 0.0,
        "legal_rival": 0.0,
        "voiced": 0.0,
        "word_seconds": 0.7,
        "drawn_out": -0.23,
        "one_word": 0.0,
    }
)

OF_COMMANDS: Mapping[str, float] = MappingProxyType(
    {
        "at_rest": -4.2,
        "model_agrees": 0.32,
        "network_agrees": 0.13,
        "before_rival": 0.17,
        "before_rival_by_model": 0.19,
        "before_rival_by_network": 0.54,
        "behind_model": 0.42,
        "behind_network": 0.32,
        "before_phones": 0.79,
        "noise": 0.26,
        "model_agrees_in_noise": -0.51,
        "before_rival_in_noise": 0.28,
        "before_phones_in_noise": 0.37,
        "weakest_word": 1.13,
        "legal_rival": -0.0,
        "voiced": 2.92,
        "word_seconds": 0.07,
        "drawn_out": 0.33,
        "one_word": 0.79,
    }
)

OF_ANSWERS: Mapping[str, float] = MappingProxyType(
    {
        "at_rest": -2.7,
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
    }
)
