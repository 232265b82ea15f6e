"""Batches that are halved until they fit into memory; a row that does not fit alone is one sentence."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from anaphor.errors import InputError
from anaphor.resolver.transformers.loading import Loaded

Part = TypeVar("Part")
Result = TypeVar("Result")


def within_memory(
    work: Callable[[Sequence[Part]], list[Result]], batch: Sequence[Part], loaded: Loaded
) -> list[Result]:
    """The results of the work on a batch, done in halves where the whole does not fit."""
    import torch

    try:
        with torch.inference_mode():
            return work(batch)
    except (torch.OutOfMemoryError, RuntimeError, MemoryError) as error:
        if not _is_lack_of_memory(error):
            raise
        if len(batch) == 1:
            what = f"the model {loaded.name} and a text do not fit into memory together"
            raise InputError(what, todo="Try a smaller model or dtype.") from error
    if loaded.device.type == "cuda":
        torch.cuda.empty_cache()
    middle = len(batch) // 2
    return within_memory(work, batch[:middle], loaded) + within_memory(work, batch[middle:], loaded)


def _is_lack_of_memory(error: Exception) -> bool:
    """True for the errors of GPUs, of processors (which have no class of their own) and of Python."""
    import torch

    return isinstance(error, (torch.OutOfMemoryError, MemoryError)) or "memory" in str(error)
