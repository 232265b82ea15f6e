"""The sketches of published texts that the checker knows copies by; `python -m bench.published` writes the file."""

import sys
from collections.abc import Iterator
from pathlib import Path

import anaphor
from anaphor.collection.checks.published import packed
from anaphor.schema import question_of

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
FILE = Path(anaphor.__file__).parent / "data" / "literature" / "published.bin"
SETS = {
    "wsc-fr": ("wsc-fr/French_Wino_Schemas.xml",),
    "fwsc285": ("fwsc285/wsc_285_v3.json",),
    "wsc-en": ("wsc-en/WSCollection-285.xml",),
    "pdp": ("pdp/PDPChallenge2016.xml",),
    "dpr": ("dpr/train.c.txt", "dpr/test.c.txt"),
    "knowref": ("knowref/knowref_test.json",),
    "winogrande": ("winogrande/train_m.jsonl", "winogrande/train-debiased.jsonl.xz"),
}


def texts(paths: tuple[str, ...]) -> Iterator[str]:
    """One text of each schema and problem: the twins of a copy are near to it both."""
    for path in paths:
        for part in anaphor.load(DATA / path).parts:
            yield question_of(part.entries[0]).text


if __name__ == "__main__":
    FILE.write_bytes(packed({name: texts(paths) for name, paths in SETS.items()}))
    print(FILE.stat().st_size, "bytes", file=sys.stderr)
