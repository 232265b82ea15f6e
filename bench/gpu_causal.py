"""How many items a second a causal model of 7 billion parameters answers on one GPU; weights are random.

    python -m bench.gpu_causal COLLECTION [--small]

The shape is Llama's (32 layers of 4,096, vocabulary 32,000, bf16). Readings, tokens and answers are counted in.
"""

import argparse
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import torch

from anaphor.collection import load
from anaphor.resolver import Spec
from anaphor.resolver.transformers import CausalResolver, Loaded
from anaphor.schema import Question

ITEMS = 273
SHAPE = {"hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers": 32, "num_attention_heads": 32}
SMALL = {"hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4}


def tokenizer_of(texts: list[str], size: int) -> Any:
    """A byte-level tokenizer with a start mark."""
    transformers: Any = import_module("transformers")
    tokenizers: Any = import_module("tokenizers")
    raw = tokenizers.Tokenizer(tokenizers.models.BPE())
    raw.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet()
    raw.train_from_iterator(
        texts, tokenizers.trainers.BpeTrainer(vocab_size=size, special_tokens=["<s>"], initial_alphabet=alphabet)
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tokenizer.json"
        raw.save(str(path))
        return transformers.PreTrainedTokenizerFast(tokenizer_file=str(path), bos_token="<s>")


def resolver_of(questions: tuple[Question, ...], *, small: bool) -> CausalResolver:
    """The resolver on a model made on the device itself."""
    transformers: Any = import_module("transformers")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
    config = transformers.LlamaConfig(vocab_size=32000, **(SMALL if small else SHAPE))
    with device:
        torch.set_default_dtype(dtype)
        model = transformers.LlamaForCausalLM(config).eval()
        torch.set_default_dtype(torch.float32)
    loaded = Loaded(
        name="llama-7b-shape",
        model=model,
        tokenizer=tokenizer_of([q.text for q in questions], 32000),
        device=device,
        dtype=str(dtype).removeprefix("torch."),
        files="random",
    )
    return CausalResolver(loaded, Spec(name="causal"))


def main() -> None:
    """Ask the items three times and print the best rate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("collection")
    parser.add_argument("--small", action="store_true", help="A toy shape, to try the script.")
    given = parser.parse_args()
    questions = load(given.collection).questions[:ITEMS]
    resolver = resolver_of(questions, small=given.small)
    parameters = sum(each.numel() for each in resolver.loaded.model.parameters())
    print(f"{parameters / 1e9:.2f} billion parameters, {resolver.loaded.device}, packed rows: {resolver.packed}")
    for budget in (8192, 16384, 32768):
        resolver.budget = budget
        for _ in range(3):
            begun = time.perf_counter()
            answers = list(resolver.resolve(questions))
            seconds = time.perf_counter() - begun
            print(f"budget {budget}: {len(answers) / seconds:,.0f} items/s ({seconds:.3f} s)", flush=True)


if __name__ == "__main__":
    main()
