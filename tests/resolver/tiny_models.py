"""Small models with random weights and a real tokenizer, made on the spot: the scores are meaningless and exact."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

MODELS: Any = import_module("transformers")
"""The library makes its model classes at run time; they carry no types."""

TEXT = [
    "The trophy does not fit in the brown suitcase because it is too large.",
    "Anna did a lot better than her good friend Lucy on the test.",
    "La coupe n'entre pas dans la valise marron, car elle est trop grande.",
    "Le chien dort, le chat court, et la sculpture est sur l'étagère encombrée.",
]


def _byte_level(folder: Path, text: Sequence[str], size: int) -> Any:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=size, special_tokens=["<s>"], initial_alphabet=alphabet)
    tokenizer.train_from_iterator(text, trainer)
    fast = MODELS.PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token="<s>", eos_token="<s>", pad_token="<s>")
    fast.save_pretrained(folder)
    return fast


def _word_pieces(folder: Path) -> Any:
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer.train_from_iterator(TEXT, trainers.WordPieceTrainer(vocab_size=200, special_tokens=special))
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    fast = MODELS.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token="[MASK]",
    )
    fast.save_pretrained(folder)
    return fast


def causal_folder(folder: Path, family: str = "gpt2", *, text: Sequence[str] = TEXT, tokens: int = 400) -> Path:
    """A causal model of a family (gpt2, llama, mamba) with the tokens of a text, saved as its users save theirs."""
    size = len(_byte_level(folder, text, tokens))
    torch.manual_seed(1)
    small = {"vocab_size": size, "hidden_size": 48, "num_hidden_layers": 2, "num_attention_heads": 4}
    shapes: dict[str, dict[str, int]] = {
        "gpt2": {"vocab_size": size, "n_embd": 48, "n_layer": 2, "n_head": 4, "n_positions": 256},
        "llama": {**small, "intermediate_size": 96, "num_key_value_heads": 2, "max_position_embeddings": 256},
        "mamba": {"vocab_size": size, "hidden_size": 32, "num_hidden_layers": 2},
    }
    _save(MODELS.AutoModelForCausalLM, family, shapes[family], folder)
    return folder


def masked_folder(folder: Path, family: str = "bert") -> Path:
    """A masked model of a family (bert, roberta), saved as its users save theirs."""
    size = len(_word_pieces(folder))
    torch.manual_seed(2)
    shape = {"hidden_size": 48, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 96}
    _save(MODELS.AutoModelForMaskedLM, family, {"vocab_size": size, "pad_token_id": 0, **shape}, folder)
    return folder


def _save(kind: Any, family: str, shape: dict[str, int], folder: Path) -> None:
    model = kind.from_config(MODELS.AutoConfig.for_model(family, **shape))
    _spread(model)
    model.save_pretrained(folder)


def _spread(model: torch.nn.Module) -> None:
    """Weights larger than a fresh model's, so that a wrong mask or position moves the scores visibly."""
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.mul_(8)
