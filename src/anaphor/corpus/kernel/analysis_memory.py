"""Analyses of words kept on disk, so that the next corpus does not ask the lexicon for the same ones again.

It only saves time: a file that is missing, broken or of other rules is as good as none.
"""

import hashlib
import os
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path

from platformdirs import user_cache_path

from anaphor.corpus.kernel.analysis_scan import RawWord
from anaphor.corpus.kernel.analysis_types import KnownWords, Word
from anaphor.errors import OutputError
from anaphor.files import atomic_file

_LARGEST = 1 << 26


def memory_path(fingerprint: str) -> Path:
    """Where the analyses of one definition of words, carried out by the rules of this installation, are kept."""
    chosen = os.environ.get("ANAPHOR_CACHE")
    folder = Path(chosen) if chosen else user_cache_path("anaphor")
    return folder / "words" / f"{fingerprint}-{_rules()}.txt"


@cache
def _rules() -> str:
    """A hash of the code that analyses words: a change of its rules must not be hidden by what it said before."""
    digest = hashlib.sha256()
    package = Path(str(files("anaphor")))
    for file in sorted([*package.glob("language/**/*.py"), *package.glob("corpus/kernel/analysis*.py")]):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def write_memory(path: Path, known: KnownWords) -> None:
    """Keep analyses; where that is not possible, nothing happens."""
    joined = ("\t".join(_cells(raw, words)) for raw, words in known.joined.items())
    parts = (known.small, known.small.values(), known.capital, known.capital.values(), joined)
    body = "\0".join("\n".join(part) for part in parts).encode("utf-8")
    with suppress(OSError, OutputError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_file(path) as file:
            file.write(_seal(body) + body)


def read_memory(path: Path) -> KnownWords:
    """The analyses that were kept; none where there are none, or the file is not as it was written."""
    try:
        data = path.read_bytes() if path.stat().st_size <= _LARGEST else b""
    except OSError:
        return KnownWords()
    seal, newline, body = data.partition(b"\n")
    if seal + newline != _seal(body):
        return KnownWords()
    forms, lemmas, capitals, names, joined = (
        part.split("\n") if part else [] for part in body.decode("utf-8").split("\0")
    )
    return KnownWords(
        small=dict(zip(forms, lemmas, strict=True)),
        capital=dict(zip(capitals, names, strict=True)),
        joined=dict(map(_entry, joined)),
    )


def _seal(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode() + b"\n"


def _cells(raw: RawWord, words: Iterable[Word]) -> list[str]:
    cells = [raw.form, "1" if raw.capital else ""]
    for word in words:
        cells += [word.form, "1" if word.capital else "", word.lemma]
    return cells


def _entry(line: str) -> tuple[RawWord, tuple[Word, ...]]:
    form, capital, *rest = line.split("\t")
    words = tuple(Word(rest[at], bool(rest[at + 1]), rest[at + 2]) for at in range(0, len(rest), 3))
    return RawWord(form, bool(capital)), words
