"""Two halves of the novels of a language as tables of pairs: what is made with one can be judged on the other.

Novels alternate between the halves, in the order of their names. The tables are kept in $BENCH_HALVES, else made anew.
"""

import os
import tarfile
import tempfile
from pathlib import Path

from anaphor import corpus
from anaphor.corpus import PairTable, read_pairs

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
NOVELS = {
    "fr": ("corpus-fr/eltec-fra.tar.xz", "corpus-fr/eltec-fra-ext2.tar.xz"),
    "en": ("corpus-en/eltec-eng.tar.xz",),
}


def halves(language: str) -> tuple[PairTable, PairTable]:
    """The tables of the first and of the second half."""
    kept = Path(os.environ.get("BENCH_HALVES") or tempfile.mkdtemp())
    kept.mkdir(parents=True, exist_ok=True)
    tables = [kept / f"{language}-{number}.pairs" for number in (1, 2)]
    if not all(path.is_file() for path in tables):
        with tempfile.TemporaryDirectory() as folder:
            _make(language, Path(folder), tables)
    first, second = map(read_pairs, tables)
    return first, second


def _make(language: str, folder: Path, tables: list[Path]) -> None:
    number = 0
    for packed in NOVELS[language]:
        with tarfile.open(DATA / packed) as archive:
            for member in sorted((each for each in archive if each.isfile()), key=lambda each: each.name):
                half = folder / str(number % 2 + 1)
                half.mkdir(exist_ok=True)
                content = archive.extractfile(member)
                assert content is not None
                (half / f"{number}-{Path(member.name).name}").write_bytes(content.read())
                number += 1
    for which, table in enumerate(tables, 1):
        index = corpus.build(
            [str(folder / str(which))], folder / f"{which}.idx", language=language, processes=1, counts_only=True
        )
        corpus.pair_table(index, table, frequency=5)
