"""`python -m bench` writes docs/performance.md; `--quick` prints what changes every day; `NAME…` prints some tables."""

import importlib
import pkgutil
import re
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

import bench
from bench.table import Row, table_of

PAGE = Path(__file__).resolve().parents[1] / "docs" / "performance.md"


_QUICK = ("startup", "collection", "readings", "library", "scoring", "corpus_audit", "resolving", "sandbox", "ngram")
"""The tables of every day, the soonest done first."""
_OPTIONS = ("--quick", "--write")
_USAGE = """python -m bench                  measure everything (up to an hour) and write docs/performance.md
python -m bench --quick          print the tables of every day, in at most five minutes
python -m bench NAME…            print the tables of these names
python -m bench --write NAME…    write them to docs/performance.md, too
python -m bench --quick NAME…    print them from fewer rounds, where the bench draws some"""
_LONGEST_S = {"--quick": 4 * 60, "": 58 * 60}
"""No further table is begun after this."""


def main() -> None:
    """Run every module of this folder that has a `run` function, and write the page; or those named, and print them.

    `--quick` prints the tables of every day in at most five minutes; `--write` keeps the tables of those named too. One
    that fails, or has no data, keeps its old table and does not stop the others; the exit code is then 1. `--help`, or
    an option or name that is not known, runs nothing.
    """
    options = {each for each in sys.argv[1:] if each.startswith("-")}
    wanted = [each for each in sys.argv[1:] if each not in options]
    found = [each.name for each in pkgutil.iter_modules(bench.__path__) if each.name not in ("__main__", "table")]
    if options & {"-h", "--help"}:
        print(f"{_USAGE}\n\nNames: {', '.join(sorted(found))}.")
        return
    if unknown := [each for each in sys.argv[1:] if each not in {*_OPTIONS, *found}]:
        sys.exit(f"{unknown[0]} is neither a table nor an option: `python -m bench --help` lists them.")
    names = wanted or ([*_QUICK] if "--quick" in options else sorted(found, key=_place))
    write = "--write" in options or not (wanted or "--quick" in options)
    start, failed = time.monotonic(), []
    for name in names:
        late = not wanted and time.monotonic() - start > _LONGEST_S["--quick" if "--quick" in options else ""]
        if late or not _ran(name, write=write):
            failed.append(name)
    print(f"{len(names) - len(failed)} tables in {(time.monotonic() - start) / 60:.1f} minutes", file=sys.stderr)
    sys.exit(f"no table from: {', '.join(failed)}" if failed else 0)


def _place(name: str) -> int:
    """Where a table stands on the page: new ones come last, and the order stays."""
    place = PAGE.read_text("utf-8").find(f"<!-- bench {name} -->")
    return place if place >= 0 else sys.maxsize


def _ran(name: str, *, write: bool) -> bool:
    run: Callable[[], list[Row]] | None = getattr(importlib.import_module(f"bench.{name}"), "run", None)
    if run is None:  # it only helps one that measures
        return True
    start = time.monotonic()
    try:
        rows = run()
    except Exception:
        traceback.print_exc()
        return False
    print(f"{name}: {time.monotonic() - start:.0f} s", file=sys.stderr)
    table = table_of(name, rows)
    print(table, flush=True)
    if write and rows:
        PAGE.write_text(kept(PAGE.read_text("utf-8"), name, table), "utf-8")
    return bool(rows)


def kept(page: str, name: str, table: str) -> str:
    """The page with a table in the place of the one of that name, or at its end.

    >>> kept("# P", "a", "| 1 |")
    '# P\\n\\n<!-- bench a -->\\n| 1 |\\n<!-- end -->\\n'
    """
    block = f"<!-- bench {name} -->\n{table.strip()}\n<!-- end -->"
    place = re.compile(rf"<!-- bench {name} -->.*?<!-- end -->", re.DOTALL)
    if place.search(page):
        return place.sub(lambda _: block, page)
    return f"{page.rstrip()}\n\n{block}\n"


if __name__ == "__main__":
    main()
