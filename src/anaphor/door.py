"""The door of a package: the names that its stub lists, each imported when it is first used.

A stub has two parts. Above its line "For the other packages of anaphor" stand the names that users need: these are what
`dir` and completion show, and what the reference explains. Below it stand the names that only anaphor itself uses.
"""

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import lazy_loader  # type: ignore[import-untyped]

FOR_OTHER_PACKAGES = "# For the other packages of anaphor"
"""How the line begins that parts a stub."""


def open_door(package: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """`__getattr__`, `__dir__` and `__all__` of a package whose names stand in the stub beside its file."""
    attribute, _, names = lazy_loader.attach_stub(package, file)
    promised = set(names_for_users(Path(file).with_suffix(".pyi").read_text("utf-8")))
    public = [name for name in names if name in promised]
    return attribute, lambda: list(public), public


def names_for_users(stub: str) -> list[str]:
    """The names that the first part of a stub lists.

    >>> names_for_users("from .one import a as a\\n# For the other packages of anaphor\\nfrom .two import b as b\\n")
    ['a']
    """
    body = ast.parse(stub.partition(FOR_OTHER_PACKAGES)[0]).body
    imports = [
        node for node in body if isinstance(node, ast.ImportFrom) and node.module
    ]  # not `from . import agreement`
    return [alias.asname or alias.name for node in imports for alias in node.names]
