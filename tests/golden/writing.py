"""Write golden files anew, all or those whose name begins with a given word, and say which changed."""

import argparse
import tempfile
import time
from pathlib import Path

from tests.golden.storing import FILES, compare, path_of, write
from tests.golden.workshop import PIECES, Workshop


def main() -> None:
    """Compare, and with --write replace, golden files."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("--write", action="store_true", help="replace what differs, and remove what no case makes")
    parser.add_argument("--times", action="store_true", help="say how much processor time each case took")
    parser.add_argument("only", nargs="*", help="beginnings of names, such as score/ or collection/check")
    asked = parser.parse_args()
    chosen = [piece for piece in PIECES if not asked.only or piece.name.startswith(tuple(asked.only))]
    kept: set[Path] = set()
    with tempfile.TemporaryDirectory(prefix="golden-") as folder:
        workshop = Workshop(Path(folder).resolve())
        for piece in chosen:
            begun = time.process_time()
            content = workshop.content_of(piece)
            kept.add(path_of(piece.name, content))
            difference = compare(piece.name, content)
            if asked.times:
                print(f"{time.process_time() - begun:6.2f} {piece.name}")
            if difference and asked.write:
                write(piece.name, content)
            if difference:
                print(f"{piece.name}: written" if asked.write else difference)
    if asked.write and not asked.only:
        for path in sorted(FILES.rglob("*.*")):
            if path not in kept and "real-data" not in path.parts:
                path.unlink()
                print(f"{path.relative_to(FILES)}: removed, no case makes it")
