"""The door to numba: what is compiled, and how its results are kept between runs."""

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """The function, compiled when it is first called and kept on disk where that is possible."""
    try:
        made: Function = njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no folder to keep it in is writable: compile in every process
        made = njit(nogil=True)(function)
    return made
