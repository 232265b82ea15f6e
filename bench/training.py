"""Training speed on made-up text: words per second of each preset, batches made and moved included.

    python -m bench.training --device cuda --presets paper,paper-adaptive,context2vec-paper,context2vec-program

Words follow Zipf's law and sentences have the lengths of the open French corpora, so that no corpus is needed.
"""

import argparse
import time
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from anaphor.resolver.networks.context2vec_network import Context2vecNetwork
from anaphor.resolver.networks.lstm_network import LstmNetwork
from anaphor.resolver.networks.settings import context2vec_preset, lstm_preset
from anaphor.resolver.training.loop import Optimizer, Training, take_step
from anaphor.resolver.training.models import device_of
from anaphor.resolver.training.store import Units, epoch_order, prefetched
from bench.gpu_training import PEAK, adaptive_flops, context_flops, lstm_flops
from bench.table import Row


def made_up(sentences: int, vocabulary: int, seed: int = 1) -> Units:
    """Sentences of Zipfian words, their lengths gamma distributed around 17."""
    rng = np.random.default_rng(seed)
    lengths = np.clip(rng.gamma(1.6, 11.0, sentences).astype(np.int64) + 2, 2, 128)
    weight = 1.0 / np.arange(3, vocabulary)
    edges = np.cumsum(weight) / weight.sum()
    tokens = (3 + np.searchsorted(edges, rng.random(int(lengths.sum())))).clip(max=vocabulary - 1).astype(np.int32)
    starts = np.cumsum(lengths) - lengths
    tokens[starts + lengths - 1] = 2
    return Units(tokens=tokens, starts=starts, lengths=lengths)


def network_of(preset: str, batch: int | None, device: torch.device) -> tuple[Any, Any, float]:
    """The network of a preset, its settings, and its operations per word."""
    if preset.startswith("context2vec-"):
        settings: Any = context2vec_preset(preset.removeprefix("context2vec-"))
        network: Any = Context2vecNetwork(settings, _zipf(settings.vocabulary), device)
        flops = context_flops(settings)
    else:
        settings = lstm_preset(preset)
        network = LstmNetwork(settings, settings.vocabulary, device)
        count = adaptive_flops if settings.softmax == "adaptive" else lstm_flops
        flops = count(settings, settings.vocabulary)
    if batch:
        settings = replace(settings, training=replace(settings.training, batch=batch))
    return network, settings, flops


def _zipf(size: int) -> Any:
    return (1e7 / np.arange(1, size + 1)).astype(np.int64) + 1


def measure(preset: str, batch: int | None, device: torch.device, seconds: float, profile: bool) -> float:
    """The words per second of a preset, printed too; on a processor, per second of its own time."""
    clock = time.perf_counter if device.type == "cuda" else time.process_time
    network, settings, flops = network_of(preset, batch, device)
    units = made_up(120_000 if device.type == "cuda" else 2_000, settings.vocabulary)
    training = Training(
        network=network,
        units=units,
        held_out=units,
    )
    optimizer = Optimizer(network.named_parameters(), settings.optimizer)
    order = epoch_order(units, settings.training.batch, 1, 0) * 20
    loss, counted = torch.zeros((), device=device), 0
    began, words, steps, warm = clock(), 0, 0, 10 if device.type == "cuda" else 1
    profiler = _profiler() if profile else None
    for number, each in enumerate(prefetched(lambda chosen: network.prepare(units, chosen), order)):
        loss += take_step(training, optimizer, each, (number, len(order)))
        counted += each.words
        if number == warm:
            _wait(device)
            began, words, steps = clock(), 0, 0
            if profiler:
                profiler.start()
        words += each.words if number != warm else 0
        steps += number != warm
        if number % 10 == 0 and number > warm:
            _wait(device)
            if clock() - began > seconds:
                break
    _wait(device)
    took = clock() - began
    if profiler:
        profiler.stop()
        print(profiler.key_averages().table(sort_by="self_cuda_time_total", row_limit=16, max_name_column_width=60))
    rate = words * flops / took
    print(
        f"{preset} batch {settings.training.batch}: {words / took:,.0f} words/s, {1000 * took / steps:.1f} ms a step, "
        f"{rate / 1e12:.0f} Tflop/s, {100 * rate / PEAK:.1f} % of the peak, loss {float(loss) / max(counted, 1):.2f}",
        flush=True,
    )
    return words / took


def _profiler() -> Any:
    from torch.profiler import ProfilerActivity
    from torch.profiler import profile as profiled

    return profiled(activities=[ProfilerActivity.CUDA, ProfilerActivity.CPU])


def _wait(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize()


def run() -> list[Row]:
    """Words per second of the presets for one processor, here."""
    torch.set_num_threads(1)
    rates = {name: measure(name, None, torch.device("cpu"), 5.0, False) for name in ("small", "context2vec-small")}
    return [{"work": f"{name}: training, one core", "ours": f"{rate:,.0f} words/s"} for name, rate in rates.items()]


def main() -> None:
    """Measure the presets that are asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="auto")
    parser.add_argument("--presets", default="tiny,context2vec-tiny")
    parser.add_argument("--batches", default="0")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--profile", action="store_true")
    arguments = parser.parse_args()
    device = device_of(arguments.device)
    for preset in arguments.presets.split(","):
        for batch in arguments.batches.split(","):
            measure(preset, int(batch) or None, device, arguments.seconds, arguments.profile)
            if device.type == "cuda":
                torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
