"""Two secrets that the organiser commits to by their hashes before opening, and reveals when they have been used.

From the first come the questions that are drawn and their order, from the second the order, the names and the hour
of the second run. Nobody, the organiser included, can choose them afterwards.
"""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from anaphor.challenge.rules import Commitments, Dates
from anaphor.errors import FormatError, InputError, OutputError, Place
from anaphor.files import read_json, regular_bytes, write_text
from anaphor.provenance import canonical_json

SECRET_FILE = "secret.json"
_BYTES = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrets:
    """What is drawn from."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012  # pydantic reads it from the class; nothing writes to it
    run: str
    """The secret of the run."""
    rerun: str
    """The secret of the second run."""

    @property
    def commitments(self) -> Commitments:
        """Their hashes, which the rules hold."""
        return Commitments(run=commitment(self.run), rerun=commitment(self.rerun))


_ADAPTER: TypeAdapter[Secrets] = TypeAdapter(Secrets)


def commitment(secret: str) -> str:
    """The hash of a secret.

    >>> commitment("x")[:8]
    '2d711642'
    """
    return hashlib.sha256(secret.encode("utf-8")).hexdigest()


def new_secrets() -> Secrets:
    """Secrets that nobody can guess."""
    return Secrets(run=secrets.token_hex(_BYTES), rerun=secrets.token_hex(_BYTES))


def save_secrets(found: Secrets, folder: Path) -> None:
    """Write the secrets into a challenge's folder, for its owner's eyes."""
    path = folder / SECRET_FILE
    try:
        path.touch(mode=0o600)
    except OSError as error:
        raise OutputError(f"the secrets cannot be written ({error.strerror})", where=Place(file=str(path))) from error
    write_text(path, canonical_json(found) + "\n")


def load_secrets(folder: Path) -> Secrets:
    """The secrets of the challenge in a folder."""
    path = folder / SECRET_FILE
    try:
        return _ADAPTER.validate_python(read_json(regular_bytes(path, 4096)))
    except (ValidationError, ValueError) as error:
        raise FormatError("these are no secrets of a challenge", where=Place(file=str(path))) from error
    except InputError as error:
        todo = "Only the organiser has it; without it nothing can be drawn, but everything can be verified."
        raise InputError(error.what, where=error.where, todo=todo) from error


def seed_of(secret: str, purpose: str) -> int:
    """A seed for a purpose; it says nothing about the secret or about other seeds.

    >>> seed_of("x", "order") == seed_of("x", "order") != seed_of("x", "names")
    True
    """
    return int.from_bytes(hashlib.sha256(f"{purpose}\0{secret}".encode()).digest()[:6], "big")


def rerun_hour(secret: str, dates: Dates) -> datetime:
    """When the second run is due: drawn evenly between the provisional results and the last day for it."""
    span = (dates.rerun - dates.provisional).total_seconds()
    share = seed_of(secret, "hour") / 2**48
    return dates.provisional + timedelta(seconds=int(span * share))
