"""`python -m bench [--write] [NAME…]`: run the benchmarks, print a table each, keep them in docs/performance.md."""

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


def main() -> None:
    """Run every module of this folder that has a `run` function, or those named; `--write` keeps the tables.

    One that fails, or has no data, keeps its old table and does not stop the others; the exit code is then 1.
    """
    wanted = [each for each in sys.argv[1:] if each != "--write"]
    names = [each.name for each in pkgutil.iter_modules(bench.__path__) if each.name not in ("__main__", "table")]
    failed = [name for name in wanted or names if not _ran(name, write="--write" in sys.argv)]
    sys.exit(f"no table from: {', '.join(failed)}" if failed else 0)


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
