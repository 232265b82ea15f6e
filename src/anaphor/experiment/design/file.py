"""A design as a file: readable JSON, refused when anything in it is unknown or impossible."""

import json
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from anaphor.errors import AnaphorError, FormatError, InputError, Place
from anaphor.experiment.design.design import Design
from anaphor.files import regular_bytes, write_text
from anaphor.provenance import plain

_LARGEST = 100_000_000
_ADAPTER: TypeAdapter[Design] = TypeAdapter(Design)


def save_design(design: Design, path: Path) -> None:
    """Write a design whole or not at all."""
    write_text(path, design_text(design))


def design_text(design: Design) -> str:
    """The design as JSON for people."""
    return json.dumps(plain(design), ensure_ascii=False, indent=1) + "\n"


def load_design(path: Path) -> Design:
    """The design in a file."""
    if not path.exists():
        raise InputError("experiment-no-such-design", where=Place(file=str(path)))
    return read_design(regular_bytes(path, _LARGEST), str(path))


def read_design(data: bytes | str, name: str) -> Design:
    """The design in some text; `name` says where it comes from."""
    try:
        return _ADAPTER.validate_json(data)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        where = Place(file=name, field=field or None)
        raise FormatError("experiment-no-design-experiment", where=where, why=first["msg"]) from error
    except AnaphorError as error:
        raise FormatError(error.what, where=Place(file=name), todo=error.todo) from error
