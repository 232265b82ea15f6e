"""The words and extra trials that the package brings, in French and English; an experimenter may replace them.

A file of one's own has the same shape as the package's: `[words]` with any of its fields, and `[[practice]]`,
`[[attention]]`, `[[control]]` or `[[filler]]` with `text`, `prompt`, `candidates` and `key` (from 0).
"""

import tomllib
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from anaphor.errors import AnaphorError, FormatError, Place
from anaphor.experiment.design.design import Trial, TrialKind, Words
from anaphor.files import regular_bytes

_KINDS = (TrialKind.PRACTICE, TrialKind.ATTENTION, TrialKind.CONTROL, TrialKind.FILLER)
_LARGEST = 10_000_000
_STRICT = {"extra": "forbid"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _GivenTrial:
    """A trial as a file has it."""

    __pydantic_config__ = _STRICT
    text: str
    candidates: tuple[str, ...]
    key: int
    prompt: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _GivenWords:
    """Words as a file has them: those that are absent stay the package's."""

    __pydantic_config__ = _STRICT
    title: str | None = None
    consent: str | None = None
    instructions: str | None = None
    debrief: str | None = None
    contact: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Given:
    """A file of words and trials."""

    __pydantic_config__ = _STRICT
    words: _GivenWords = _GivenWords()
    practice: tuple[_GivenTrial, ...] | None = None
    attention: tuple[_GivenTrial, ...] | None = None
    control: tuple[_GivenTrial, ...] | None = None
    filler: tuple[_GivenTrial, ...] | None = None


_ADAPTER: TypeAdapter[_Given] = TypeAdapter(_Given)


@dataclass(frozen=True, slots=True, kw_only=True)
class Extras:
    """What a study shows besides its items."""

    words: Words
    """What people read."""
    trials: tuple[Trial, ...]
    """Practice, attention, control and filler trials."""


def _trials(given: _Given) -> tuple[Trial, ...]:
    return tuple(
        Trial(
            id=f"{kind.value}-{number}",
            kind=kind,
            text=each.text,
            prompt=each.prompt,
            candidates=each.candidates,
            key=each.key,
        )
        for kind in _KINDS
        for number, each in enumerate(getattr(given, kind.value) or (), 1)
    )


@cache
def _package(interface: str) -> _Given:
    text = files("anaphor").joinpath(f"data/experiment/{interface}.toml").read_text("utf-8")
    return _ADAPTER.validate_python(tomllib.loads(text))


def default_words(interface: str) -> Words:
    """What people read besides the items."""
    return Words(**asdict(_package(interface).words))


def extra_trials(interface: str) -> tuple[Trial, ...]:
    """Practice, attention and control trials."""
    return _trials(_package(interface))


def read_extras(path: Path, interface: str) -> Extras:
    """Words and trials from a file; a kind of trial or a text that it does not have is the package's."""
    where = Place(file=str(path))
    try:
        given = _ADAPTER.validate_python(tomllib.loads(regular_bytes(path, _LARGEST).decode("utf-8")))
        own = _trials(given)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise FormatError(
            "experiment-bad-words", where=Place(file=str(path), field=field or None), why=first["msg"]
        ) from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise FormatError("experiment-no-toml", where=where, why=str(error)) from error
    except AnaphorError as error:
        raise FormatError(error.what, where=error.where or where, todo=error.todo) from error
    said = {name: text for name, text in asdict(given.words).items() if text is not None}
    replaced = {kind for kind in _KINDS if getattr(given, kind.value) is not None}
    kept = [trial for trial in extra_trials(interface) if trial.kind not in replaced]
    return Extras(words=Words(**{**asdict(default_words(interface)), **said}), trials=(*own, *kept))
