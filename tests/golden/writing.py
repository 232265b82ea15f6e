"""Write golden files anew, all or those whose name begins with a given word, and say which changed."""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.golden.methods import refusal, write_ledger
from tests.golden.real_data import REAL_CASES, figures_of
from tests.golden.storing import FILES, compare, path_of, write
from tests.golden.workshop import PIECES, Workshop


def main() -> None:
    """Compare, and with --write replace, golden files."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("--write", action="store_true", help="replace what differs, and remove what no case makes")
    parser.add_argument("--times", action="store_true", help="say how much processor time each golden file took")
    parser.add_argument("--same-method", metavar="WHY", help="why figures changed though their method did not")
    parser.add_argument("--data", type=Path, help="the folder of published data sets; without it their files stay")
    parser.add_argument("only", nargs="*", help="beginnings of names, such as score/ or collection/check")
    asked = parser.parse_args()
    kept: set[Path] = set()
    refused: list[str] = []
    reasons: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix="golden-") as folder:
        begun = time.process_time()
        for name, content in _contents(Path(folder).resolve(), asked.data, tuple(asked.only)):
            kept.add(path_of(name, content))
            difference = compare(name, content)
            if asked.times:
                print(f"{time.process_time() - begun:6.2f} {name}")
            path = path_of(name, content)
            before = json.loads(path.read_text("utf-8")) if path.suffix == ".json" and path.is_file() else None
            why = refusal(name, before, content) if difference else None
            if why and asked.same_method:
                reasons[name] = asked.same_method
            if why and not asked.same_method:
                refused.append(why)
            elif difference and asked.write:
                write(name, content)
            if difference:
                print(f"{name}: written" if asked.write and not (why and not asked.same_method) else difference)
            begun = time.process_time()
    if asked.write and not asked.only:
        _remove_others(kept, real_too=asked.data is not None)
    if asked.write:
        write_ledger(reasons)
    if refused:
        sys.exit("\n".join(refused))


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
