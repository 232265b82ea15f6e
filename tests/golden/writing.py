"""Write golden files anew, all or those whose name begins with a given word, and say which changed."""

import argparse
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.golden.real_data import REAL_CASES, figures_of
from tests.golden.storing import FILES, compare, path_of, write
from tests.golden.workshop import PIECES, Workshop


def main() -> None:
    """Compare, and with --write replace, golden files."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("--write", action="store_true", help="replace what differs, and remove what no case makes")
    parser.add_argument("--times", action="store_true", help="say how much processor time each golden file took")
    parser.add_argument("--data", type=Path, help="the folder of published data sets; without it their files stay")
    parser.add_argument("only", nargs="*", help="beginnings of names, such as score/ or collection/check")
    asked = parser.parse_args()
    kept: set[Path] = set()
    with tempfile.TemporaryDirectory(prefix="golden-") as folder:
        begun = time.process_time()
        for name, content in _contents(Path(folder).resolve(), asked.data, tuple(asked.only)):
            kept.add(path_of(name, content))
            difference = compare(name, content)
            if asked.times:
                print(f"{time.process_time() - begun:6.2f} {name}")
            if difference and asked.write:
                write(name, content)
            if difference:
                print(f"{name}: written" if asked.write else difference)
            begun = time.process_time()
    if asked.write and not asked.only:
        _remove_others(kept, real_too=asked.data is not None)


def _contents(folder: Path, data: Path | None, only: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    workshop = Workshop(folder)
    for piece in PIECES:
        if not only or piece.name.startswith(only):
            yield piece.name, workshop.content_of(piece)
    for case in REAL_CASES if data else ():
        name = f"real-data/{case.id}"
        if data and (not only or name.startswith(only)):
            yield name, figures_of(case, data.resolve(), workshop.inputs, folder / case.id)


def _remove_others(kept: set[Path], *, real_too: bool) -> None:
    for path in sorted(FILES.rglob("*.*")):
        if path not in kept and (real_too or "real-data" not in path.parts):
            path.unlink()
            print(f"{path.relative_to(FILES)}: removed, no case makes it")
