"""Readers of the corpus room: megabytes per second and core of every source format, beside the plain way to do it."""

import io
import json
import tarfile
import tempfile
import unicodedata
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from anaphor.corpus import FileReader, ReadingSettings
from anaphor.corpus.sources.protocol import Lines
from bench.table import Row, best_of
from tests.conftest import SHARED
from tests.corpus.written import FORMATS, PACKERS, Sentence

_NOVELS = SHARED / "corpus-fr" / "eltec-fra.tar.xz"
_CHARACTERS = 8_000_000


def run() -> list[Row]:
    """Rates of reading, from the page cache, best of three."""
    sentences = _sentences()
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: Path(folder) / name for name in FORMATS}
        for name, path in paths.items():
            path.write_bytes(_written(name, sentences))
        text = paths["text"].read_bytes()
        packed = [_row(Path(folder), f"text, {name}", pack(text), len(text)) for name, pack in PACKERS.items()]
        others = [_row(Path(folder), name, path.read_bytes(), path.stat().st_size) for name, path in paths.items()]
        return [*packed, *(row for row in others if row["work"] != "text"), *_peers(paths)]


def _sentences() -> list[Sentence]:
    """Paragraphs of the French novels, as words."""
    with tarfile.open(_NOVELS) as archive:
        texts = (archive.extractfile(member) for member in archive if member.isfile())
        whole = "".join(file.read().decode() for file in texts if file)[:_CHARACTERS]
    return [tuple(words) for line in whole.split("\n") if (words := line.split())]


def _written(name: str, sentences: list[Sentence]) -> bytes:
    """The sentences in a format: wiki pages with markup, Parquet in row groups of ten thousand."""
    if name == "mediawiki":
        return FORMATS[name]([_marked_up(words) for words in sentences])
    if name == "parquet":
        buffer = io.BytesIO()
        table = import_module("pyarrow").table({"text": [" ".join(words) for words in sentences]})
        import_module("pyarrow.parquet").write_table(table, buffer, row_group_size=10_000, compression="zstd")
        return buffer.getvalue()
    return FORMATS[name](sentences)


def _marked_up(words: Sentence) -> Sentence:
    return (
        "{{Infobox|nom=a|habitants={{nombre|3}}}}",
        f"'''{words[0]}'''<ref>{{{{Ouvrage|titre=b}}}}</ref>",
        *(f"[[{word}|{word}]]" if place % 9 == 0 else word for place, word in enumerate(words[1:])),
    )


def _row(folder: Path, work: str, data: bytes, size: int) -> Row:
    path = folder / "measured"
    path.write_bytes(data)
    return {"work": work, "ours": f"{size / _seconds(path) / 1e6:.0f} MB/s"}


def _seconds(path: Path) -> float:
    reader = FileReader(ReadingSettings(lines=Lines.LINE))
    return best_of(3, lambda: [None for _ in reader.blocks(str(path))])


def _peers(paths: dict[str, Path]) -> list[Row]:
    plain: dict[str, tuple[str, Callable[[], object]]] = {
        "text": ("decode, normalise, encode", lambda: _normalised(paths["text"])),
        "jsonl": ("json.loads line by line", lambda: [json.loads(line)["text"] for line in paths["jsonl"].open("rb")]),
        "mediawiki": ("mwparserfromhell's strip_code", lambda: _stripped(paths["mediawiki"])),
    }
    rows: list[Row] = []
    for name, (peer, work) in plain.items():
        ours, theirs, size = _seconds(paths[name]), best_of(1, work), paths[name].stat().st_size / 1e6
        rows.append(
            {
                "work": f"{name}, unpacked",
                "ours": f"{size / ours:.0f} MB/s",
                "peer": f"{peer}: {size / theirs:.1f} MB/s",
                "ratio": theirs / ours,
            }
        )
    return rows


def _normalised(path: Path) -> bytes:
    return unicodedata.normalize("NFC", path.read_bytes().decode()).encode()


def _stripped(path: Path) -> list[str]:
    parse = import_module("mwparserfromhell").parse
    pages = path.read_text("utf-8").split("</text>")
    return [str(parse(page.rpartition(">")[2]).strip_code()) for page in pages]
