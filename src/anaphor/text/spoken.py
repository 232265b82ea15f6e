"""The language in which anaphor speaks to its user; no result depends on it.

One rule decides it: `--interface`, else the variable ANAPHOR_INTERFACE, else the locale (LC_ALL, LC_MESSAGES, LANG, the
first that is set), else English. A web page sets it for each request.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum


class Interface(StrEnum):
    """A language of the interface."""

    EN = "en"
    """English."""
    FR = "fr"
    """French."""


_SPOKEN: ContextVar[Interface] = ContextVar("interface", default=Interface.EN)


def interface() -> Interface:
    """The language that is spoken here and now."""
    return _SPOKEN.get()


def set_interface(language: str) -> None:
    """Speak a language from now on."""
    _SPOKEN.set(Interface(language))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language within the block."""
    token = _SPOKEN.set(Interface(language))
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def interface_of_user(environment: Mapping[str, str] = os.environ) -> Interface:
    """The language that the user's environment asks for.

    >>> interface_of_user({"LANG": "fr_CA.UTF-8"}), interface_of_user({"LC_ALL": "C", "LANG": "fr_FR"})
    (<Interface.FR: 'fr'>, <Interface.EN: 'en'>)
    """
    for name in ("ANAPHOR_INTERFACE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := environment.get(name):
            return Interface.FR if wanted.lower().startswith("fr") else Interface.EN
    return Interface.EN
