"""A container image as the engine has it: which one exactly, what it starts by itself, what it brings along."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from anaphor.errors import AnaphorError, InputError

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/:@+-]{0,511}")
"""What an image can be called: never an option, never two words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """An image of this machine."""

    id: str
    """The engine's digest of all that is in it: the same name may be another image tomorrow."""
    environment: tuple[str, ...] = ()
    """The names of its own environment variables."""
    volumes: tuple[str, ...] = ()
    """Folders that it asks to be writable, outside every limit."""
    starts: bool = True
    """Whether it says by itself what is run in it."""


def check_image_name(name: str) -> str:
    """The name of an image, if it can be one."""
    if not _NAME.fullmatch(name):
        raise InputError(f"{name!r} cannot name a container image", todo="Write it as podman images shows it.")
    return name


def read_image(inspected: bytes) -> Image:
    """What `image inspect` of podman or docker says."""
    try:
        found: Mapping[str, Any] = json.loads(inspected)[0]
        settings: Mapping[str, Any] = found.get("Config") or {}
        return Image(
            id=str(found["Id"]),
            environment=tuple(str(pair).partition("=")[0] for pair in settings.get("Env") or ()),
            volumes=tuple(sorted(settings.get("Volumes") or ())),
            starts=bool(settings.get("Entrypoint") or settings.get("Cmd")),
        )
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        raise AnaphorError("the engine does not say which image it has") from None
