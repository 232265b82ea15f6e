"""The door to numba: what is compiled, and how its results are kept between runs."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """The function, compiled when it is first called and kept on disk where that is possible.

    Without numba it stays what it is: Python over arrays, and slow.
    """
    try:
        from numba import njit
    except ImportError:
        return function
    try:
        return cast(Function, njit(cache=True, nogil=True)(function))
    except RuntimeError:  # no folder to keep it in is writable: compile in every process
        return cast(Function, njit(nogil=True)(function))
