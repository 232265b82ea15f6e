"""The small models that come with the package, found by language and read when they are first asked."""

import hashlib
from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path

from anaphor.provenance import Signature
from anaphor.resolver.words.model_words import WordModel

_FOLDER = files("anaphor").joinpath("data", "models")


def shipped_file(name: str) -> Path:
    """The path of a shipped model; the package is installed as files."""
    with as_file(_FOLDER.joinpath(name)) as path:
        return path


def shipped_names() -> tuple[str, ...]:
    """The file names of all shipped models."""
    return tuple(sorted(each.name for each in _FOLDER.iterdir())) if _FOLDER.is_dir() else ()


class ShippedModels:
    """One model per language."""

    def __init__(self, *, name: str, prefix: str, suffix: str, load: Callable[[str], WordModel]) -> None:
        self.name = name
        self._load = load
        self._loaded: dict[str, WordModel] = {}
        self._files = {
            each.removeprefix(prefix).removesuffix(suffix): each
            for each in shipped_names()
            if each.startswith(prefix) and each.endswith(suffix)
        }

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages for which there is a model."""
        return tuple(self._files)

    @property
    def signature(self) -> Signature:
        """The digest of every language's file: which one answers follows from the question."""
        parts = {language: _digest(shipped_file(name)) for language, name in self._files.items()}
        return Signature.of(model=f"shipped {self.name}", **parts)

    def model(self, language: str, /) -> WordModel | None:
        """The model of a language; None where none is shipped."""
        if language not in self._files:
            return None
        if language not in self._loaded:
            self._loaded[language] = self._load(language)
        return self._loaded[language]


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
