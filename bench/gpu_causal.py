"""How many items a second language models answer on one GPU, beside a plain loop and beside bare matrix products.

    python -m bench.gpu_causal COLLECTION [--items 273] [--shapes 7b,350m,masked] [--compile] [--profile]

Weights are random, in Llama's shape (7 billion and 350 million parameters, vocabulary 32,000, bf16) and BERT's large
one. *Bare products* are the matrix products that the distinct tokens of all sentences need, and nothing else. The
*plain loop* is the usual way: right-padded batches of 64 sentences, all logits. Readings, tokens and answers count.
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import torch

from anaphor.answer import Abstention
from anaphor.collection import load
from anaphor.resolver import MaskedResolver, Spec
from anaphor.resolver.transformers.answering import Tokens
from anaphor.resolver.transformers.causal_models import CausalResolver
from anaphor.resolver.transformers.loading import Loaded
from anaphor.resolver.transformers.rows import pack
from anaphor.schema import Question

SHAPES: dict[str, dict[str, int]] = {
    "7b": {"hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers": 32, "num_attention_heads": 32},
    "350m": {"hidden_size": 1024, "intermediate_size": 2816, "num_hidden_layers": 24, "num_attention_heads": 16},
    "masked": {"hidden_size": 1024, "intermediate_size": 4096, "num_hidden_layers": 24, "num_attention_heads": 16},
    "toy": {"hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4},
}
WORDS = 32000
BATCH = 64
BEST_OF = 5


def tokenizer_of(texts: list[str]) -> Any:
    """A byte-level tokenizer with a start mark and a mask."""
    transformers: Any = import_module("transformers")
    tokenizers: Any = import_module("tokenizers")
    raw = tokenizers.Tokenizer(tokenizers.models.BPE())
    raw.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet()
    marks = ["<s>", "<mask>"]
    raw.train_from_iterator(
        texts, tokenizers.trainers.BpeTrainer(vocab_size=WORDS, special_tokens=marks, initial_alphabet=alphabet)
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tokenizer.json"
        raw.save(str(path))
        return transformers.PreTrainedTokenizerFast(tokenizer_file=str(path), bos_token="<s>", mask_token="<mask>")


def resolver_of(
    shape: str, questions: Sequence[Question], *, compiled: bool = False
) -> CausalResolver | MaskedResolver:
    """The resolver on a model made on the device itself."""
    transformers: Any = import_module("transformers")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
    with device:
        torch.set_default_dtype(dtype)
        if shape == "masked":
            model = transformers.BertForMaskedLM(transformers.BertConfig(vocab_size=WORDS, **SHAPES[shape])).eval()
        else:
            model = transformers.LlamaForCausalLM(transformers.LlamaConfig(vocab_size=WORDS, **SHAPES[shape])).eval()
        torch.set_default_dtype(torch.float32)
    loaded = Loaded(
        name=shape,
        model=model,
        tokenizer=tokenizer_of([q.text for q in questions]),
        device=device,
        dtype=str(dtype).removeprefix("torch."),
        files="random",
    )
    settings = {"compile": "yes"} if compiled and shape != "masked" else {}
    spec = Spec(name="masked" if shape == "masked" else "causal", settings=settings)
    return MaskedResolver(loaded, spec) if shape == "masked" else CausalResolver(loaded, spec)


def wait() -> None:
    """Until the device has done everything."""
    if torch.cuda.is_available():
        torch.cuda.synchronize()


def best(work: Callable[[], object]) -> float:
    """Seconds of the quickest of some tries, after one that warms up."""
    work()
    found = []
    for _ in range(BEST_OF):
        wait()
        begun = time.perf_counter()
        work()
        wait()
        found.append(time.perf_counter() - begun)
    return min(found)


def bare_products(model: Any, tokens: int, scored: int) -> tuple[float, float]:
    """Seconds and operations of the model's matrix products for so many tokens."""
    weights = [each.weight for name, each in model.named_modules() if isinstance(each, torch.nn.Linear)]
    head = model.get_output_embeddings().weight
    body = [weight for weight in weights if weight is not head]
    given = {
        width: torch.randn(tokens, width, dtype=head.dtype, device=head.device) for width in {w.shape[1] for w in body}
    }
    last = torch.randn(scored, head.shape[1], dtype=head.dtype, device=head.device)

    def work() -> None:
        for weight in body:
            given[weight.shape[1]] @ weight.T
        last @ head.T

    with torch.inference_mode():
        return best(work), 2.0 * (tokens * sum(weight.numel() for weight in body) + scored * head.numel())


def plain_loop(resolver: CausalResolver, questions: Sequence[Question]) -> None:
    """Padded batches of sentences, and all logits of each."""
    flat = sentences_of(resolver, questions)
    model, device = resolver.loaded.model, resolver.loaded.device
    order = sorted(range(len(flat)), key=lambda number: -len(flat[number].ids))
    found: dict[int, float] = {}
    with torch.inference_mode():
        for start in range(0, len(order), BATCH):
            part = [flat[number] for number in order[start : start + BATCH]]
            width = max(len(each.ids) for each in part)
            ids = torch.tensor([[*each.ids, *[0] * (width - len(each.ids))] for each in part], device=device)
            real = torch.tensor([[1] * len(each.ids) + [0] * (width - len(each.ids)) for each in part], device=device)
            logs = model(ids, attention_mask=real, use_cache=False).logits.float().log_softmax(-1)
            for number, each in enumerate(part):
                first = max(1, each.first)
                wanted = torch.tensor(each.ids[first : each.end], device=device)
                values = logs[number, first - 1 : each.end - 1].gather(1, wanted[:, None])
                found[order[start + number]] = float(values.sum())


def sentences_of(resolver: CausalResolver | MaskedResolver, questions: Sequence[Question]) -> list[Tokens]:
    """The tokens of all sentences."""
    asked = resolver.preparer.some(questions, resolver.score)
    return [each for found in asked if not isinstance(found, Abstention) for each in found.tokens]


def report(shape: str, questions: Sequence[Question], *, compiled: bool, profiled: bool) -> None:
    """Print what one shape reaches."""
    resolver = resolver_of(shape, questions, compiled=compiled)
    model = resolver.loaded.model
    flat = sentences_of(resolver, questions)
    begun = time.perf_counter()
    sentences_of(resolver, questions)
    alone = time.perf_counter() - begun
    parameters = sum(each.numel() for each in model.parameters())
    count, read = len(questions), sum(len(each.ids) for each in flat)
    print(f"## {shape}: {parameters / 1e9:.2f} billion parameters, {count} items, {read:,} tokens")
    print(f"readings and tokens on one processor: {count / alone:,.0f} items/s ({1000 * alone:.0f} ms)")
    if isinstance(resolver, CausalResolver):
        rows = pack([each.ids[: each.end - 1] for each in flat], longest=256)
        nodes, scored = sum(len(row.tokens) for row in rows), sum(each.end - max(1, each.first) for each in flat)
        bare, operations = bare_products(model, nodes, scored)
        rate = operations / bare / 1e12
        print(
            f"bare products of {nodes:,} distinct tokens: {count / bare:,.0f} items/s"
            f" ({1000 * bare:.1f} ms, {rate:.0f} TFLOP/s)"
        )
        print(f"flat rows: {resolver.flat}, packed: {resolver.packed}")
        plain = best(lambda: plain_loop(resolver, questions))
        print(f"plain loop: {count / plain:,.0f} items/s ({1000 * plain:.0f} ms)")
        sequences = [each.ids[: each.end] for each in flat]
        firsts = [each.first for each in flat]
        device = best(lambda: list(resolver._batched(sequences, firsts)))
        print(
            f"ours, prepared: {count / device:,.0f} items/s ({1000 * device:.1f} ms),"
            f" {bare / device:.0%} of bare products"
        )
    if resolver.pool:
        for each in resolver.pool._ready:
            each.result()
    ours = best(lambda: list(resolver.resolve(questions)))
    print(f"ours, from questions to answers: {count / ours:,.0f} items/s ({1000 * ours:.0f} ms)", flush=True)
    if profiled and resolver.loaded.device.type == "cuda":
        from torch.profiler import ProfilerActivity, profile

        with profile(activities=[ProfilerActivity.CUDA, ProfilerActivity.CPU]) as found:
            list(resolver.resolve(questions))
            wait()
        print(found.key_averages().table(sort_by="self_cuda_time_total", row_limit=14, max_name_column_width=50))


def main() -> None:
    """Print what each shape reaches."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collection")
    parser.add_argument("--items", type=int, default=273)
    parser.add_argument("--shapes", default="7b,350m,masked")
    parser.add_argument("--compile", action="store_true", help="Let the layers be compiled.")
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    questions = load(given.collection).questions[: given.items]
    for shape in given.shapes.split(","):
        report(shape, questions, compiled=given.compile, profiled=given.profile)
        torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
