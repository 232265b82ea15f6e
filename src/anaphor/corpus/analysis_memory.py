"""Analyses of words kept on disk, so that the next corpus does not ask the lexicon for the same ones again.

It only saves time: a file that is missing, broken or of other rules is as good as none.
"""

import hashlib
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path

from platformdirs import user_cache_path

from anaphor.corpus.analysis_scan import RawWord
from anaphor.corpus.analysis_types import Word
from anaphor.errors import OutputError
from anaphor.storage.files import atomic_file

_LARGEST = 1 << 26

Known = Mapping[RawWord, tuple[Word, ...]]


def memory_path(fingerprint: str) -> Path:
    """Where the analyses of one definition of words, carried out by the rules of this installation, are kept."""
    chosen = os.environ.get("ANAPHOR_CACHE")
    folder = Path(chosen) if chosen else user_cache_path("anaphor")
    return folder / "words" / f"{fingerprint}-{_rules()}.tsv"


@cache
def _rules() -> str:
    """A hash of the code that analyses words: a change of its rules must not be hidden by what it said before."""
    digest = hashlib.sha256()
    for room, beginning in (("linguistics", ""), ("corpus", "analysis")):
        for file in sorted(files("anaphor").joinpath(room).iterdir(), key=lambda each: each.name):
            if file.name.endswith(".py") and file.name.startswith(beginning):
                digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def write_memory(path: Path, known: Known) -> None:
    """Keep analyses; where that is not possible, nothing happens."""
    body = "".join(map(_line, known.items())).encode("utf-8")
    with suppress(OSError, OutputError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_file(path) as file:
            file.write(_seal(body) + body)


def read_memory(path: Path) -> dict[RawWord, tuple[Word, ...]]:
    """The analyses that were kept; none where there are none, or the file is not as it was written."""
    try:
        if path.stat().st_size > _LARGEST:
            return {}
        data = path.read_bytes()
    except OSError:
        return {}
    seal, newline, body = data.partition(b"\n")
    if seal + newline != _seal(body):
        return {}
    return dict(map(_entry, body.decode("utf-8").split("\n")[:-1]))


def _seal(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode() + b"\n"


def _line(entry: tuple[RawWord, Iterable[Word]]) -> str:
    raw, words = entry
    parts = [raw.form, "1" if raw.capital else ""]
    for word in words:
        parts += [word.form, "1" if word.capital else "", word.lemma]
    return "\t".join(parts) + "\n"


def _entry(line: str) -> tuple[RawWord, tuple[Word, ...]]:
    form, capital, *rest = line.split("\t")
    words = tuple(Word(rest[at], bool(rest[at + 1]), rest[at + 2]) for at in range(0, len(rest), 3))
    return RawWord(form, bool(capital)), words
