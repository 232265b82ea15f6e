"""`python -m bench [NAME…]`: run the benchmarks and print one table each."""

import importlib
import pkgutil
import sys
from collections.abc import Callable

import bench
from bench.table import Row, print_rows


def main() -> None:
    """Run every module of this folder that has a `run` function, or those named."""
    wanted = sys.argv[1:]
    names = [each.name for each in pkgutil.iter_modules(bench.__path__) if each.name not in ("__main__", "table")]
    for name in wanted or names:
        run: Callable[[], list[Row]] | None = getattr(importlib.import_module(f"bench.{name}"), "run", None)
        if run is not None:  # others only help one that measures
            print_rows(name, run())


if __name__ == "__main__":
    main()
