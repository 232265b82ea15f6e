"""Compiled functions of scipy without the packages around them, which take up to twenty times as long to load.

They are the very objects that `scipy.special`, `scipy.linalg.lapack` and `scipy.optimize` offer, not copies; `sparse`
are the products that `scipy.sparse` is made of.
"""

import sys
import threading
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scipy import special as special
    from scipy.linalg import lapack as lapack
    from scipy.optimize import nnls as nnls

    sparse: Any

_PARTS = {
    "special": ("scipy.special", "_ufuncs", "scipy.special"),
    "lapack": ("scipy.linalg", "_flapack", "scipy.linalg.lapack"),
    "nnls": ("scipy.optimize", "_nnls", "scipy.optimize"),
    "sparse": ("scipy.sparse", "_sparsetools", "scipy.sparse._sparsetools"),
}
"""Each with its package, the module in it that has the functions, and the documented place that hands them on."""


def __getattr__(name: str) -> Any:
    if name not in _PARTS:
        raise AttributeError(name)
    module = _without_package(*_PARTS[name])
    return globals().setdefault(name, getattr(module, name, module))


def root(function: Callable[[float], float], low: float, high: float, tolerance: float = 2e-12) -> float:
    """Where a function that changes its sign between two numbers is zero: `scipy.optimize.brentq`.

    >>> round(root(lambda x: x * x - 2, 0.0, 2.0), 9)
    1.414213562
    """
    solver = _without_package("scipy.optimize", "_zeros", "scipy.optimize")
    if hasattr(solver, "brentq"):
        return float(solver.brentq(function, low, high, xtol=tolerance))
    return float(solver._brentq(function, low, high, tolerance, 4 * sys.float_info.epsilon, 100, (), False, True))


@cache
def _without_package(package: str, inner: str, public: str) -> ModuleType:
    """A module whose package is not run; the documented one where another thread could meet the package half made."""
    if package not in sys.modules and threading.active_count() == 1:
        import scipy

        empty = ModuleType(package)
        empty.__path__ = [str(Path(scipy.__file__).with_name(package.rpartition(".")[2]))]
        sys.modules[package] = empty
        try:
            return import_module(f"{package}.{inner}")
        except ImportError:
            pass  # another version of scipy keeps them elsewhere
        finally:
            del sys.modules[package]
    return import_module(public)
