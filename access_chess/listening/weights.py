"""How far each kind of evidence counts for a reading: logistic regressions of development voices.

Written by `python -m tests.benchmarks.hearing.judging`; `readings.signs` tells what the names mean.
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
        "word_seconds": 0.7,
        "drawn_out": -0.23,
        "one_word": 0.0,
    }
)

OF_COMMANDS: Mapping[str, float] = MappingProxyType(
    {
        "at_rest": 1.63,
        "model_agrees": -0.0,
        "network_agrees": -0.45,
        "before_rival": 0.77,
        "before_rival_by_model": 0.06,
        "before_rival_by_network": 0.12,
        "behind_model": 0.31,
        "behind_network": -0.06,
        "before_phones": 1.38,
        "noise": 0.17,
        "model_agrees_in_noise": 0.18,
        "before_rival_in_noise": 0.28,
        "before_phones_in_noise": 0.38,
        "word_seconds": 0.06,
        "drawn_out": -1.71,
        "one_word": 0.22,
    }
)
