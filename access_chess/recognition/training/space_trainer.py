"""Finds the space in which one answer by one person stays near to itself in any room (`recognition.own_answers`)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from access_chess.recognition.filterbank import Floats
from access_chess.recognition.own_answers import SIZE, AnswerSpace

_LEAST = 1e-3  # of the usual variance: no direction counts without end


def space_of(seen: Floats, groups: Sequence[NDArray[np.int64]]) -> AnswerSpace:
    """Of what is seen of many sounds (sounds × inputs), the directions in which they differ most, each shortened as
    far as the sounds of a group, one answer by one person in many rooms, differ there.
    """
    usual = seen.mean(0)
    apart = seen - usual
    _, directions = np.linalg.eigh(apart.T @ apart)
    most = directions[:, : -SIZE - 1 : -1]
    laid = [apart[own] @ most for own in groups]
    within = sum((own - own.mean(0)).T @ (own - own.mean(0)) for own in laid) / sum(map(len, laid))
    within = within + _LEAST * np.mean(np.concatenate(laid) ** 2) * np.eye(SIZE)
    shortened = np.linalg.cholesky(np.linalg.inv(within.astype(np.float64)))
    return AnswerSpace(usual=usual.astype(np.float32), directions=(most @ shortened).astype(np.float32))
