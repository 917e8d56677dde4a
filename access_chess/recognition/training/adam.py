"""Stochastic steps whose length follows how steady each slope is (Adam, Kingma and Ba 2015)."""

from collections.abc import Sequence

import numpy as np

from access_chess.recognition.filterbank import Floats


class Adam:
    """Steps for some parameters, which are changed in place."""

    def __init__(self, parameters: Sequence[Floats]) -> None:
        self._parameters = parameters
        self._moments = [(np.zeros_like(each), np.zeros_like(each)) for each in parameters]
        self._steps = 0

    def step(self, slopes: Sequence[Floats], rate: float) -> None:
        """Down the slopes, one for each parameter."""
        self._steps += 1
        for parameter, slope, (mean, square) in zip(self._parameters, slopes, self._moments, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            unbiased = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-7
            parameter -= rate * mean / (1 - 0.9**self._steps) / unbiased
