"""How far each kind of evidence counts for a reading: logistic regressions of development voices.

Written by `python -m tests.benchmarks.hearing.judging`; `readings.signs` tells what the names mean.
"""

from collections.abc import Mapping
from types import MappingProxyType

OF_MOVES: Mapping[str, float] = MappingProxyType(
    {
        "at_rest": -4.67,
        "model_agrees": 0.91,
        "network_agrees": 0.75,
        "before_rival": 0.27,
        "before_rival_by_model": 0.26,
        "before_rival_by_network": 0.28,
        "behind_model": 0.01,
        "behind_network": -0.38,
        "before_phones": 0.34,
        "noise": 0.84,
        "model_agrees_in_noise": 0.17,
        "before_rival_in_noise": 0.08,
        "before_phones_in_noise": 0.54,
        "weakest_word": 1.28,
        "legal_rival": -0.33,
        "voiced": 0.83,
        "words": 0.61,
        "letters": 1.3,
        "phones": 1.45,
        "phone_seconds": 0.58,
    }
)

OF_COMMANDS: Mapping[str, float] = MappingProxyType(
    {
        "at_rest": -6.34,
        "model_agrees": 0.25,
        "network_agrees": 0.13,
        "before_rival": 0.11,
        "before_rival_by_model": 0.26,
        "before_rival_by_network": 0.7,
        "behind_model": 0.37,
        "behind_network": 0.27,
        "before_phones": 0.79,
        "noise": 0.17,
        "model_agrees_in_noise": -0.54,
        "before_rival_in_noise": 0.46,
        "before_phones_in_noise": 0.4,
        "weakest_word": 0.98,
        "legal_rival": -0.0,
        "voiced": 3.06,
        "words": -0.1,
        "letters": -0.14,
        "phones": 0.18,
        "phone_seconds": 1.55,
    }
)

OF_ANSWERS: Mapping[str, float] = MappingProxyType(
    {
        "at_rest": -3.97,
        "model_agrees": -0.16,
        "network_agrees": 0.0,
        "before_rival": -0.02,
        "before_rival_by_model": 0.2,
        "before_rival_by_network": 0.33,
        "behind_model": 0.43,
        "behind_network": 0.12,
        "before_phones": 0.62,
        "noise": -0.1,
        "model_agrees_in_noise": -0.23,
        "before_rival_in_noise": 0.11,
        "before_phones_in_noise": 0.34,
        "weakest_word": 0.45,
        "legal_rival": -0.0,
        "voiced": 2.39,
        "words": -0.21,
        "letters": 0.0,
        "phones": -0.44,
        "phone_seconds": 1.21,
    }
)
