"""A pretrained model from a local folder, a GGUF file or a hub name; whatever is wrong with it is one sentence."""

import hashlib
from contextlib import redirect_stderr, suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from anaphor.errors import InputError, MissingExtraError
from anaphor.resolver.protocol import Spec
from anaphor.text import text

if TYPE_CHECKING:
    import torch

_WEIGHTS = (".safetensors", ".bin", ".gguf", ".json", ".model", ".txt")
_EDGE = 1 << 20
_SAME_SIGHT = 0.02
"""Share of the largest logit below which two logits are the same but for rounding, in 16 bits too."""

Task = Literal["causal", "masked"]
LOADING = (
    "device",
    "device_map",
    "dtype",
    "load_in_8bit",
    "load_in_4bit",
    "revision",
    "batch_tokens",
    "fetch",
)
"""Settings of how a model is loaded and computed."""


def budget_of(spec: Spec, usual: int) -> int:
    """Tokens of a batch: `batch_tokens`, else what is usual on the device."""
    return spec.whole("batch_tokens", usual, at_least=1, at_most=2**24)


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A model ready to be asked."""

    name: str
    model: Any  # transformers' model classes are made at run time
    tokenizer: Any
    device: "torch.device"
    dtype: str
    files: str
    """Sixteen digits of its files (names, sizes, first and last megabyte), or of a hub's name and revision."""
    longest: int | None = None
    """Most tokens that it reads; None where it does not say."""
    bits: int | None = None
    """Bits of its weights where they were rounded on loading."""


def load(spec: Spec, task: Task) -> Loaded:
    """The model that a spec names, for one of the two tasks; one made for the other task is refused."""
    if not spec.argument:
        raise InputError("resolver-no-model", name=spec.name)
    try:
        import torch
        import transformers
    except ImportError:
        raise MissingExtraError(text("resolver-part-resolver", name=spec.name), "lm") from None
    quiet: Any = transformers.logging  # its functions carry no types
    quiet.set_verbosity_error()
    quiet.disable_progress_bar()
    wanted = spec.setting("device", "auto")
    try:
        device = torch.device(("cuda" if torch.cuda.is_available() else "cpu") if wanted == "auto" else wanted)
    except RuntimeError:
        raise InputError("resolver-no-device", device=wanted) from None
    if device.type == "cuda" and not torch.cuda.is_available():
        raise InputError("resolver-no-cuda")
    wanted = spec.setting("dtype", "auto", ("auto", "float32", "bfloat16", "float16"))
    dtype = ("bfloat16" if device.type == "cuda" else "float32") if wanted == "auto" else wanted
    path = Path(spec.argument)
    tokenizer, model = _read(torch, transformers, spec, task, dtype)
    if any(name in spec.settings for name in ("device_map", "load_in_8bit", "load_in_4bit")):
        # Spread over devices, or in a few bits: it stands where the library put it.
        device = model.device
    else:
        model = model.to(device)
    _refuse_other_sight(torch, model.eval(), spec, task)
    return Loaded(
        name=path.stem if path.is_file() else path.name,
        model=model,
        tokenizer=tokenizer,
        device=device,
        dtype=dtype,
        files=_files(path, f"{spec.argument}@{getattr(model.config, '_commit_hash', None)}"),
        bits=8 if spec.flag("load_in_8bit", False) else 4 if spec.flag("load_in_4bit", False) else None,
        longest=_longest(model),
    )


def _read(torch: Any, transformers: Any, spec: Spec, task: Task, dtype: str) -> tuple[Any, Any]:
    """The tokenizer and the model, whole and of the right kind; code that comes with a model is not run."""
    where, extra = _place(Path(str(spec.argument)), spec)
    extra["trust_remote_code"] = False
    kind = transformers.AutoModelForCausalLM if task == "causal" else transformers.AutoModelForMaskedLM
    try:
        with redirect_stderr(StringIO()):  # progress bars of the library, which nothing turns off
            config = transformers.AutoConfig.from_pretrained(where, **extra)
            fits = {
                "causal": type(config) in transformers.MODEL_FOR_CAUSAL_LM_MAPPING,
                "masked": type(config) in transformers.MODEL_FOR_MASKED_LM_MAPPING,
            }
            made_for = " ".join(config.architectures or ())
            if "MaskedLM" in made_for:
                fits["causal"] = fits["causal"] and ("CausalLM" in made_for or "LMHead" in made_for)
            if not fits[task]:
                raise _other_kind(spec, task, next((other for other, fit in fits.items() if fit), None))
            tokenizer = transformers.AutoTokenizer.from_pretrained(where, **extra)
            more = extra | _placement(transformers, spec)
            model, info = kind.from_pretrained(where, dtype=getattr(torch, dtype), output_loading_info=True, **more)
    except InputError:
        raise
    except Exception as error:  # transformers raises whatever its parts raise; the user needs the sentence
        raise _cannot_be_loaded(spec, error) from error
    if info.get("missing_keys"):
        part = sorted(info["missing_keys"])[0]
        raise InputError("resolver-missing-weights", model=str(spec.argument), part=part, task=task)
    if not getattr(tokenizer, "is_fast", False):
        raise InputError("resolver-no-offsets", model=str(spec.argument))
    return tokenizer, model


def _placement(transformers: Any, spec: Spec) -> dict[str, Any]:
    """How the weights are spread over devices (accelerate), and in how many bits they are kept (bitsandbytes)."""
    eight, four = spec.flag("load_in_8bit", False), spec.flag("load_in_4bit", False)
    if eight and four:
        raise InputError("resolver-two-quantisations")
    given: dict[str, Any] = {}
    if "device_map" in spec.settings or eight or four:
        given["device_map"] = spec.setting("device_map", "auto")
    if eight or four:
        given["quantization_config"] = transformers.BitsAndBytesConfig(load_in_8bit=eight, load_in_4bit=four)
    return given


def _cannot_be_loaded(spec: Spec, error: Exception) -> InputError:
    reason = str(error).strip().partition("\n")[0][:200] or type(error).__name__
    return InputError("resolver-model-not-loaded", model=str(spec.argument), reason=reason)


def _other_kind(spec: Spec, task: Task, kind: str | None) -> InputError:
    if kind is None:
        return InputError("resolver-wrong-task", model=str(spec.argument), task=task)
    return InputError("resolver-other-task", model=str(spec.argument), task=task, kind=kind)


def _refuse_other_sight(torch: Any, model: Any, spec: Spec, task: Task) -> None:
    """Refuse a causal model that sees the words after a place, and a masked one that does not, whatever they say."""
    words = model.get_input_embeddings().num_embeddings
    rows = torch.tensor([[5, 6, 7, 8], [5, 6, 9, 10]], device=model.device) % words
    try:
        with torch.inference_mode():
            before, after = model(rows).logits[:, 1].float()
    except (RuntimeError, ValueError, TypeError, IndexError) as error:
        raise _cannot_be_loaded(spec, error) from error
    moved = float((before - after).abs().max() / before.abs().max().clamp(min=1e-6))
    if task == "causal" and moved > _SAME_SIGHT:
        raise _other_kind(spec, task, "masked")
    if task == "masked" and moved == 0:
        raise _other_kind(spec, task, "causal")


def _longest(model: Any) -> int | None:
    for name, module in model.named_modules():
        # Some families number their positions from behind the number of the padding token.
        if name.endswith("position_embeddings") and getattr(module, "padding_idx", None) is not None:
            return int(module.num_embeddings) - int(module.padding_idx) - 1
    config = model.config.get_text_config()
    stated = [getattr(config, name, None) for name in ("max_position_embeddings", "n_positions", "max_seq_len")]
    return next((each for each in stated if isinstance(each, int) and each > 0), None)


def _place(path: Path, spec: Spec) -> tuple[str, dict[str, Any]]:
    """Where transformers looks, and how: a GGUF file in that place; a hub name is fetched only where that is asked."""
    if path.is_file():
        if path.suffix != ".gguf":
            raise InputError("resolver-file-no-model", path=str(path))
        return str(path.parent), {"gguf_file": path.name}
    if path.is_dir():
        if not (path / "config.json").is_file():
            raise InputError("resolver-folder-no-config", path=str(path))
        return str(path), {}
    if path.is_absolute() or str(path).startswith("."):
        raise InputError("resolver-no-local-model", path=str(path))
    from huggingface_hub import try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError

    fetch, cached = spec.flag("fetch", False), None
    with suppress(HFValidationError):  # a name that no model of the hub can have
        cached = try_to_load_from_cache(str(spec.argument), "config.json", revision=spec.settings.get("revision"))
    if not fetch and not isinstance(cached, str):
        written = f"{spec.name}:{spec.argument}"
        raise InputError("resolver-not-fetched", path=str(path), written=written)
    wanted = {"revision": spec.settings["revision"]} if "revision" in spec.settings else {}
    return str(spec.argument), {"local_files_only": not fetch, **wanted}


def _files(path: Path, name: str) -> str:
    digest = hashlib.sha256(name.encode() if not path.exists() else b"")
    found = [path] if path.is_file() else sorted(each for each in path.glob("*") if each.suffix in _WEIGHTS)
    for each in found:
        size = each.stat().st_size
        digest.update(f"{each.name}:{size}\n".encode())
        with each.open("rb") as file:
            digest.update(file.read(_EDGE))
            file.seek(max(0, size - _EDGE))
            digest.update(file.read(_EDGE))
    return digest.hexdigest()[:16]
