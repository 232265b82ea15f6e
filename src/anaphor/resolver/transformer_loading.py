"""A pretrained model from a local folder, a GGUF file or a hub name; whatever is wrong with it is one sentence."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from anaphor.errors import InputError, MissingExtraError
from anaphor.resolver.protocol import Spec

if TYPE_CHECKING:
    import torch

_WEIGHTS = (".safetensors", ".bin", ".gguf", ".json", ".model", ".txt")
_EDGE = 1 << 20

Task = Literal["causal", "masked"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A model ready to be asked."""

    name: str
    """Short name for tables."""
    model: Any  # transformers' model classes are made at run time
    """The model, in evaluation mode, on its device."""
    tokenizer: Any
    """Its tokenizer, with offsets."""
    device: "torch.device"
    """Where it runs."""
    dtype: str
    """Type of its numbers."""
    files: str
    """Sixteen digits of its files: their names, sizes, first and last megabyte."""


def load(spec: Spec, task: Task) -> Loaded:
    """The model that a spec names, for one of the two tasks."""
    if not spec.argument:
        raise InputError(
            f"the resolver {spec.name} needs a model", todo=f"Write {spec.name}:FOLDER, a .gguf file or a hub name."
        )
    torch, transformers = _libraries(spec.name)
    device = _device(torch, spec)
    wanted = spec.setting("dtype", "auto", ("auto", "float32", "bfloat16", "float16"))
    dtype = ("bfloat16" if device.type == "cuda" else "float32") if wanted == "auto" else wanted
    path = Path(spec.argument)
    kind = transformers.AutoModelForCausalLM if task == "causal" else transformers.AutoModelForMaskedLM
    where, extra = _place(path, spec)
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(where, **extra)
        model = kind.from_pretrained(where, dtype=getattr(torch, dtype), **extra).to(device).eval()
    except Exception as error:  # transformers raises whatever its parts raise; the user needs the sentence
        reason = str(error).strip().partition("\n")[0][:200] or type(error).__name__
        raise InputError(
            f"the model {spec.argument!r} cannot be loaded ({reason})",
            todo="Give a folder made by save_pretrained, a .gguf file, or a hub name while the network is there.",
        ) from error
    if not getattr(tokenizer, "is_fast", False):
        raise InputError(
            f"the tokenizer of {spec.argument!r} gives no offsets", todo="Use a model with tokenizer.json."
        )
    name = path.stem if path.is_file() else path.name
    return Loaded(
        name=name, model=model, tokenizer=tokenizer, device=device, dtype=dtype, files=_files(path, spec.argument)
    )


def _libraries(name: str) -> tuple[Any, Any]:
    try:
        import torch
        import transformers
    except ImportError:
        raise MissingExtraError(f"the resolver {name}", "lm") from None
    quiet: Any = transformers.logging  # its functions carry no types
    quiet.set_verbosity_error()
    quiet.disable_progress_bar()
    return torch, transformers


def _device(torch: Any, spec: Spec) -> Any:
    wanted = spec.setting("device", "auto")
    named = ("cuda" if torch.cuda.is_available() else "cpu") if wanted == "auto" else wanted
    try:
        device = torch.device(named)
    except RuntimeError:
        raise InputError(f"there is no device {wanted!r}", todo="Write device=cpu or device=cuda.") from None
    if device.type == "cuda" and not torch.cuda.is_available():
        raise InputError("there is no CUDA device here", todo="Write device=cpu.")
    return device


def _place(path: Path, spec: Spec) -> tuple[str, dict[str, str]]:
    """Where transformers looks, and the GGUF file in that place if there is one."""
    if path.is_file():
        if path.suffix != ".gguf":
            raise InputError(f"{path} is no model", todo="Give a folder made by save_pretrained, or a .gguf file.")
        return str(path.parent), {"gguf_file": path.name}
    if path.is_dir():
        if not (path / "config.json").is_file():
            raise InputError(f"the folder {path} holds no model: it has no config.json")
        return str(path), {}
    if path.is_absolute() or str(path).startswith("."):
        raise InputError(f"there is no model folder {path}")
    return str(spec.argument), {}


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
