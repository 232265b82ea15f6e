"""The door to numba: what is compiled, and how its results are kept between runs."""

from collections.abc import Callable
from typing import Any

Kernel = Callable[..., Any]
"""A function over arrays: numba finds the types of its arguments itself."""


def compiled(function: Kernel) -> Kernel:
    """The function, compiled when it is first called and kept on disk where that is possible.

    Without numba it stays what it is: Python over arrays, and slow.
    """
    try:
        from numba import njit
    except ImportError:
        return function
    try:
        made: Kernel = njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no folder to keep it in is writable: compile in every process
        made = njit(nogil=True)(function)
    return made
