"""`challenge.toml`: the rules as people write them; what is not known there is refused with its place."""

import re
import tomllib
from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import ValidationError

from anaphor.challenge.rules import ADAPTER, Rules
from anaphor.errors import AnaphorError, FormatError, InputError, Place
from anaphor.files import read_object, regular_bytes

RULES_FILE = "challenge.toml"
"""The file that holds the rules."""
PUBLISHED = "rules.json"
"""The rules as they stand beside a challenge's pages."""
_LARGEST = 2**20
_UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
_SAID = {**dict.fromkeys(_UNKNOWN, "there is no such rule"), "missing": "this is missing"}
_LINE = re.compile(r"at line (\d+)")


def read_rules(folder: Path) -> Rules:
    """The rules of the challenge in a folder, or of one that was published there."""
    path = folder / RULES_FILE
    if not path.exists() and (folder / PUBLISHED).is_file():
        return _published(folder / PUBLISHED)
    if not path.is_file():
        raise InputError(f"there is no {RULES_FILE} in {folder}", todo="Make one: anaphor challenge new FOLDER.")
    try:
        text = regular_bytes(path, _LARGEST).decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError("the file is not UTF-8", where=Place(file=str(path))) from error
    return rules_of(text, str(path))


def _published(path: Path) -> Rules:
    return rules_from(read_object(path, _LARGEST, "these are no rules"), str(path))


def rules_of(text: str, name: str = RULES_FILE) -> Rules:
    """The rules in a text; `name` says where it comes from."""
    try:
        # Decimals, not floats: 0.9 in a rules file means nine tenths.
        found = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        line = _LINE.search(str(error))
        where = Place(file=name, line=int(line[1]) if line else None)
        raise FormatError(f"this is no TOML ({error})", where=where) from error
    except (RecursionError, ValueError, ArithmeticError) as error:  # nested without end; a number of 5,000 digits
        why = "it is nested too deeply" if isinstance(error, RecursionError) else "a number has too many digits"
        raise FormatError(f"this cannot be read: {why}", where=Place(file=name)) from error
    return rules_from(found, name)


def rules_from(found: Mapping[str, Any], name: str) -> Rules:
    """The rules in a document of JSON or TOML types."""
    zone = _zone(found.get("time_zone", "UTC"), name)
    dates = found.get("dates")
    if isinstance(dates, Mapping):
        found = {**found, "dates": {key: _placed(value, zone) for key, value in dates.items()}}
    try:
        return ADAPTER.validate_python(found)
    except ValidationError as error:
        # A misspelt rule is both unknown and missing: the first says more.
        first = min(error.errors(), key=lambda each: each["type"] not in _UNKNOWN)
        field = ".".join(str(part) for part in first["loc"])
        what = _SAID.get(first["type"], first["msg"].removeprefix("Value error, "))
        todo = "`anaphor challenge new` writes an example with every rule."
        raise FormatError(what, where=Place(file=name, field=field or None), todo=todo) from error
    except AnaphorError as error:
        raise FormatError(error.what, where=Place(file=name), todo=error.todo) from error


def _zone(text: object, name: str) -> ZoneInfo:
    try:
        return ZoneInfo(str(text))
    except (KeyError, ValueError, OSError) as error:
        where = Place(file=name, field="time_zone")
        raise FormatError(f"no time zone is called {text!r}", where=where, todo="Write e.g. Europe/Paris.") from error


def _placed(value: object, zone: ZoneInfo) -> object:
    """A date in the challenge's zone: what names no zone is meant there, other zones are the same instant."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return value
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime.combine(value, time())
    if not isinstance(value, datetime):
        return value
    try:
        # By way of UTC: an hour that the clocks skip becomes the one after it, which is read back as itself.
        return (value.replace(tzinfo=zone) if value.tzinfo is None else value).astimezone(UTC).astimezone(zone)
    except OverflowError:  # the year 9999 is refused with all others that no challenge takes place in
        return value
