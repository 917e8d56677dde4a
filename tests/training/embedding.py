"""Teaches the speech embedding what tells words apart: `python -m tests.training.embedding PATH
EMBEDDING --people FOLDER --counters FOLDER --voices FOLDER --words FOLDER`.

EMBEDDING is the file that `converted_embedding` writes. Its upper half learns from the words of the network of answers,
each in a room: which answer that is, and what a network of words makes of it that is seventy times as great and
has met the people of Common Voice (EfficientWord-Net, Apache-2.0). Needs what `answers.py` needs, and `pip
install torch`; `pip install --no-deps --target FOLDER efficientword-net==1.0.5` brings the network of words. `--kept
FOLDER` keeps what was said, and what was heard.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from itertools import islice
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from access_chess.recognition.adaptation.recordings import Samples
from access_chess.recognition.filterbank import STEP, Floats
from access_chess.recognition.speech_embedding import (
    BLOCKS,
    FIRST_UPPER,
    LAYERS,
    LEAK,
    LEAST,
    SIZE,
    SPREAD,
    UPPER,
    SpeechEmbedding,
    speech_embedding,
)
from tests.benchmarks.hearing.voices import RATE
from tests.training.answers import (
    OUTPUTS,
    SEED,
    SaidWord,
    answers_said,
    groups_of,
    in_parts,
    rooms_of,
)
from tests.training.phone_network import made_or_kept

VECTOR = 128  # numbers of what the network of words makes of a sound, those in which sounds differ most
HIDDEN = 320
STEPS, BATCH = 4800, 128
WINDOW = 1.5  # seconds that are seen, with the sound in their middle
_FRAMES = 232  # of 10 ms: the window, and what its first and last moments see beyond it
_MOMENTS = 20
_LONGEST = 4.0  # seconds
_GAP = 6  # places in time at most that are not seen
_LEARNING, _LEARNING_ABOVE, _LAST = 3e-4, 1e-3, 1e-6
_DECAY, _DECAY_ABOVE = 1e-4, 1e-3
_WARM = 200  # steps until the rate is whole
_LIKE = 2.0  # how far it counts to be like the network of words
_LEFT_OUT = 0.05
_MODEL = Path("eff_word_net") / "models" / "resnet_50_arc" / "slim_93%_accuracy_72.7390%.onnx"


@dataclass(frozen=True, kw_only=True)
class HeardWord(SaidWord):
    """A word as it is heard in its room, and its vector as 16-bit numbers."""

    vector: bytes


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.argument("embedding", type=click.Path(exists=True, path_type=Path))
@click.option("--people", required=True, type=click.Path(path_type=Path), help="The folder with labels.tsv.")
@click.option("--counters", required=True, type=click.Path(path_type=Path), help="The folder of numbers.py.")
@click.option("--voices", required=True, type=click.Path(path_type=Path), help="The folder of neural voices.")
@click.option("--words", required=True, type=click.Path(path_type=Path), help="The folder of EfficientWord-Net.")
@click.option("--kept", type=click.Path(path_type=Path), help="A folder for what is said and heard.")
def train(
    path: Path, embedding: Path, people: Path, counters: Path, voices: Path, words: Path, kept: Path | None
) -> None:
    """Train and write the embedding."""
    said = answers_said(people, counters, voices, kept)
    heard = made_or_kept(kept, "embedding-heard", lambda: in_parts(partial(_heard, words), said), HeardWord)
    print("heard:", len(heard), flush=True)
    arrays = dict(np.load(embedding))
    arrays |= taught(speech_embedding(arrays), heard)
    np.savez_compressed(path, **arrays)


class WordVectors:
    """EfficientWord-Net: what it makes of a sound of 1.5 s."""

    def __init__(self, folder: Path) -> None:
        runtime = import_module("onnxruntime")
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # always the same sums
        self._session: Any = runtime.InferenceSession((folder / _MODEL).read_bytes(), options)
        spec = spec_from_file_location("audio_utils", folder / "eff_word_net" / "audio_utils.py")
        assert spec is not None and spec.loader is not None
        self._utilities: Any = module_from_spec(spec)
        spec.loader.exec_module(self._utilities)

    def of(self, samples: Samples) -> NDArray[np.float16]:
        """2,048 numbers."""
        padded = _laid_over(np.zeros(int(WINDOW * RATE)), samples / max(1.0, np.abs(samples).max()), middle_of(samples))
        bands = self._utilities.logfbank(padded, 16_000, 0.025, 0.01, nfilt=64, nfft=512, preemph=0.0)
        (vectors,) = self._session.run(None, {"input": bands[None, None, :149].astype(np.float32)})
        vector: NDArray[np.float16] = vectors[0].astype(np.float16)
        return vector


def middle_of(samples: Samples) -> int:
    """Where the loud part of a sound has its middle, in samples."""
    frames = len(samples) // STEP
    energy = np.convolve((samples[: frames * STEP].reshape(frames, STEP) ** 2).mean(1), np.ones(3) / 3, "same")
    loud = np.flatnonzero(energy > 0.02 * energy.max())
    return int(loud[0] + loud[-1] + 1) * STEP // 2


def _heard(words: Path, said: Sequence[SaidWord], part: int) -> list[HeardWord]:
    vectors = WordVectors(words)
    found = []
    for each, room, _ in rooms_of(said, part):
        if len(room) < _LONGEST * RATE:
            sound, vector = room.astype("<i2").tobytes(), vectors.of(room).tobytes()
            found.append(HeardWord(sound=sound, output=each.output, speaker=each.speaker, vector=vector))
    return found


def taught(embedding: SpeechEmbedding, heard: Sequence[HeardWord]) -> dict[str, NDArray[Any]]:
    """The upper layers of an embedding when it has learned, as arrays of its file."""
    torch = import_module("torch")
    torch.manual_seed(SEED)
    torch.set_num_threads(2)
    heard, below = _below(embedding, heard)
    weights = [torch.nn.Parameter(_kernel(embedding, layer)) for layer in range(FIRST_UPPER, LAYERS)]
    biases = [
        torch.nn.Parameter(torch.from_numpy(embedding.biases[layer - 1].copy()))
        for layer in range(FIRST_UPPER, LAYERS - 1)
    ]
    above = _above(torch)
    vectors, outputs = _vectors(heard), np.array([each.output for each in heard])
    answers = torch.from_numpy(outputs)
    optimiser = torch.optim.AdamW(
        [
            {"params": [*weights, *biases], "lr": 0.0, "weight_decay": _DECAY, "rate": _LEARNING},
            {"params": [*above.parameters()], "lr": 0.0, "weight_decay": _DECAY_ABOVE, "rate": _LEARNING_ABOVE},
        ]
    )
    chance, groups = np.random.default_rng(SEED), groups_of(heard)
    spread = float(vectors.var(0).sum())
    for step in range(STEPS):
        for group in optimiser.param_groups:
            group["lr"] = group["rate"] * (1 - step / STEPS) * min(1, (step + 1) / _WARM) + _LAST
        drawn = np.concatenate([chance.choice(own, BATCH // 2 // len(groups)) for own in groups])
        places = np.concatenate([chance.integers(len(heard), size=BATCH // 2), drawn])
        seen = torch.from_numpy(_with_gap(below[places].astype(np.float32), chance))
        seen = torch.nn.functional.dropout2d(seen, _LEFT_OUT)
        hidden = above[0](_upper(torch, seen, weights, biases).flatten(1))
        unlike = ((above[1](hidden) - torch.from_numpy(vectors[places])) ** 2).sum(1).mean() / spread
        loss = torch.nn.functional.cross_entropy(above[2](hidden), answers[places]) + _LIKE * unlike
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 300 == 0:
            print(step, f"{loss.item():.3f}", f"{unlike.item():.3f}", flush=True)
    return _arrays(weights, biases)


def _above(torch: Any) -> Any:
    """What stands above the embedding while it learns: of all its moments, a vector and an answer."""
    hidden = torch.nn.Sequential(
        torch.nn.Dropout(0.2), torch.nn.Linear(_MOMENTS * SIZE, HIDDEN), torch.nn.ReLU(), torch.nn.Dropout(0.3)
    )
    return torch.nn.ModuleList(
        [hidden, torch.nn.Linear(HIDDEN, VECTOR), torch.nn.Linear(HIDDEN, max(OUTPUTS.values()) + 1)]
    )


def _vectors(heard: Sequence[HeardWord]) -> Floats:
    """What the network of words makes of them, along the directions in which sounds differ most: sounds × `VECTOR`."""
    vectors = np.stack([np.frombuffer(each.vector, np.float16) for each in heard]).astype(np.float32)
    vectors -= vectors.mean(0)
    _, directions = np.linalg.eigh(vectors.T @ vectors / len(vectors))
    turned = vectors @ directions[:, ::-1][:, :VECTOR]
    scaled: Floats = (turned / turned.std(0)[:8].mean()).astype(np.float32)
    return scaled


def _below(embedding: SpeechEmbedding, heard: Sequence[HeardWord]) -> tuple[list[HeardWord], NDArray[np.float16]]:
    """The sounds in another order, and what the lower layers make of each: sounds × channels × places × bands."""
    found = in_parts(partial(_lower, embedding), heard)
    return [each for each, _ in found], np.stack([below for _, below in found])


def _lower(
    embedding: SpeechEmbedding, heard: Sequence[HeardWord], part: int
) -> list[tuple[HeardWord, NDArray[np.float16]]]:
    return [
        (each, embedding.lower(_around_middle(embedding, each)).transpose(2, 0, 1).astype(np.float16)) for each in heard
    ]


def _around_middle(embedding: SpeechEmbedding, heard: HeardWord) -> Floats:
    samples = np.frombuffer(heard.sound, "<i2").astype(np.float64)
    frames = embedding.frames(samples)
    quiet = np.tile(np.percentile(frames, 10, axis=0).astype(np.float32), (_FRAMES, 1))
    return _laid_over(quiet, frames, middle_of(samples) // STEP)


def _laid_over(quiet: NDArray[Any], given: NDArray[Any], middle: int) -> NDArray[Any]:
    """What is given, its middle in that of the quiet, which is left where it ends."""
    start = middle - len(quiet) // 2
    within = given[max(0, start) : start + len(quiet)]
    quiet[max(0, -start) : max(0, -start) + len(within)] = within
    return quiet


def _with_gap(below: Floats, chance: np.random.Generator) -> Floats:
    """The same, some places in time like the one before them."""
    gap = int(chance.integers(_GAP))
    start = int(chance.integers(1, below.shape[2] - gap))
    below[:, :, start : start + gap] = below[:, :, start - 1 : start]
    return below


def _kernel(embedding: SpeechEmbedding, layer: int) -> Any:
    """The weights of a layer as torch has them: channels × channels before × frames × bands."""
    torch, weights = import_module("torch"), embedding.weights[layer]
    kernel = weights.reshape(3, -1, weights.shape[1]).transpose(2, 1, 0)
    is_over_frames = layer % 2 == 0 or layer == LAYERS - 1
    return torch.from_numpy(np.ascontiguousarray(kernel[..., None] if is_over_frames else kernel[:, :, None]))


def _upper(torch: Any, below: Any, weights: Sequence[Any], biases: Sequence[Any]) -> Any:
    """The upper layers, as `SpeechEmbedding` has them: sounds × `SIZE` × moments."""
    convolved, own = torch.nn.functional.conv2d, iter(enumerate(zip(weights[:-1], biases, strict=True), FIRST_UPPER))
    for count, pool in BLOCKS[UPPER:]:
        for layer, (kernel, bias) in islice(own, count):
            below = convolved(below, kernel, bias, padding=(0, layer % 2))
            below = torch.clamp(torch.maximum(below, float(LEAK) * below), min=float(LEAST))
        below = torch.nn.functional.max_pool2d(below, pool)
    return convolved(below, weights[-1])[..., 0] / float(SPREAD)


def _arrays(weights: Sequence[Any], biases: Sequence[Any]) -> dict[str, NDArray[Any]]:
    found: dict[str, NDArray[Any]] = {}
    for layer, kernel in enumerate(weights, FIRST_UPPER):
        flat = kernel.detach().numpy().reshape(*kernel.shape[:2], 3).transpose(2, 1, 0)
        found[f"weights{layer}"] = flat.reshape(-1, len(kernel)).astype(np.float16)
    found |= {f"biases{layer}": bias.detach().numpy() for layer, bias in enumerate(biases, FIRST_UPPER)}
    return found


if __name__ == "__main__":
    train()
