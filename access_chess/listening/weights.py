"""How far each kind of evidence counts: logistic regressions of development voices.

Written by `python -m tests.benchmarks.hearing.judging`; `readings.signs` tells what the names mean.
"""

from collections.abc import Mapping
from types import MappingProxyType

OF_MOVES: Mapping[str, float] = MappingProxyType(
    {
        "at_rest": -0.5,
        "model_agrees": 1.04,
        "network_agrees": 0.76,
        "before_rival": 0.18,
        "before_rival_by_model": 0.1,
        "before_rival_by_network": 0.02,
        "behind_model": 0.11,
        "behind_network": -0.63,
        "before_phones": 0.71,
        "noise": 0.03,
        "model_agrees_in_noise": 0.04,
        "before_rival_in_noise": 0.12,
        "before_phones_in_noise": 0.29,
        "word_seconds": 1.29,
        "one_word": 0.0,
    }
)

OF_COMMANDS: Mapping[str, float] = MappingProxyType(
    {
        "at_rest": 0.65,
        "model_agrees": -0.51,
        "network_agrees": 0.09,
        "before_rival": 1.24,
        "before_rival_by_model": -0.15,
        "before_rival_by_network": 0.02,
        "behind_model": 0.34,
        "behind_network": -1.17,
        "before_phones": 1.22,
        "noise": -0.33,
        "model_agrees_in_noise": -0.25,
        "before_rival_in_noise": -0.27,
        "before_phones_in_noise": -0.39,
        "word_seconds": 0.24,
        "one_word": 0.12,
    }
)
