"""One declaration per parameter: the field of a settings record.

A settings record is a frozen, keyword-only dataclass in the `settings.py` of the package whose act it is; that module
imports no library. A field says the parameter's name, type and default; `Parameter` adds what these leave open. From
the field follow the keyword of the Python call (`act`), the option of the command (`cli/command.py`) and the row of
the reference (`docs/generate.py`). What people read about it stands in the catalogue, once per language, under
`GROUP-help-COMMAND` or `cli-help-shared`.
"""

import inspect
import types
import typing
from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache, wraps
from pathlib import Path
from typing import Annotated, Any, Concatenate, ParamSpec, Protocol, TypeVar, cast, get_args, get_origin, overload

from anaphor.errors import InputError, UnknownNameError
from anaphor.text import attribute, text

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
S = TypeVar("S")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
T_contra = TypeVar("T_contra", contravariant=True)
S_contra = TypeVar("S_contra", contravariant=True)
P = ParamSpec("P")
Q = ParamSpec("Q")

Kind = type[bool] | type[int] | type[float] | type[str] | type[Path] | type[StrEnum]
"""What the words of a command line become."""


SHARED_HELP = "cli-help-shared"
"""Where the catalogue has the sentences about options that several commands have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """What the name, the type and the default of a field leave open."""

    flags: tuple[str, ...] = ()
    """Names of the option, where it is not called as the field: `("--from",)`, `("-k", "--annotators")`."""
    least: float | None = None
    most: float | None = None
    kind: Kind | None = None
    """What a word becomes, where the field also takes what only Python can give, such as a function or a data frame."""
    repeated: bool | None = None
    """Whether the option may be repeated; None: as the type says."""
    parse: Callable[[Any], Any] | None = None
    """Makes the value out of the option's word, or out of its words where it may be repeated."""
    metavar: str | None = None
    """What help shows in the place of a value, where its kind says too little: `N H THETA`."""
    hidden: bool = False
    """Whether help leaves it out: former names of options."""
    variable: str | None = None
    """The variable of the environment that is asked where the option is not given."""
    required: bool = False
    """Whether a command must be given it although the call has a default: where to write, for example."""
    is_option: bool = True
    """Whether the command has an option for it; False where only Python can say it."""


ONLY_PYTHON = Parameter(is_option=False)
"""A parameter that the command has no option for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """A parameter as its field, or the argument of a command's function, declares it."""

    name: str
    kind: Kind
    repeated: bool
    count: int = 1
    """How many words make one value: 3 for `tuple[int, int, int]`."""
    default: Any = MISSING
    """`MISSING`: it must be given."""
    parameter: Parameter = Parameter()

    @property
    def is_required(self) -> bool:
        return self.default is MISSING or self.parameter.required

    @property
    def flags(self) -> tuple[str, ...]:
        """The names of its option; of one that is switched off, too."""
        if self.parameter.flags:
            return self.parameter.flags
        long = f"--{self.name.strip('_').replace('_', '-')}"
        # What is not switched off anyway can be switched off.
        return (long, f"--no-{long[2:]}") if self.kind is bool and self.default is not False else (long,)

    @property
    def key(self) -> str:
        """The name under which the catalogue has its sentence: the option's long name, in small letters."""
        long = next((flag for flag in self.flags if flag.startswith("--")), self.name)
        return long.lstrip("-").replace("_", "-").lower()

    def sentence(self, code: str) -> str | None:
        """What the catalogue says of it in the language that is spoken: with the command, or for all commands."""
        return attribute(code, self.key) or attribute(SHARED_HELP, self.key)

    def value(self, words: Any) -> Any:
        """The value that words of a command line stand for; each is of the declared kind by now."""
        return self.parameter.parse(words) if self.parameter.parse else words


def declared(name: str, annotation: Any, default: Any = MISSING) -> Declaration:
    """A parameter from its annotation: `int`, `Path | None`, `Sequence[str]`, `Annotated[…, Parameter(…)]`.

    >>> found = declared("runs", Annotated[Sequence[str], Parameter(flags=("--run",))], ())
    >>> found.kind, found.repeated, found.flags
    (<class 'str'>, True, ('--run',))
    """
    more = Parameter()
    if get_origin(annotation) is Annotated:
        annotation, *notes = get_args(annotation)
        more = next((note for note in notes if isinstance(note, Parameter)), more)
    kind, repeated, count = _shape(annotation)
    return Declaration(
        name=name,
        kind=more.kind or kind,
        repeated=repeated if more.repeated is None else more.repeated,
        count=count,
        default=default,
        parameter=more,
    )


def _shape(annotation: Any) -> tuple[Kind, bool, int]:
    """The kind of a value, whether there may be several, and how many words make one."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        shapes = [_shape(part) for part in arguments if part is not type(None)]
        # A choice also takes its word and a path also takes text: the particular kind is what a word becomes.
        kind = min((shape[0] for shape in shapes), key=_generality)
        return kind, any(shape[1] for shape in shapes), max(shape[2] for shape in shapes)
    if origin is tuple and arguments[-1] is not Ellipsis:
        return _shape(arguments[0])[0], False, len(arguments)
    if inspect.isclass(origin) and issubclass(origin, Sequence):
        return _shape(arguments[0])[0], True, 1
    if inspect.isclass(annotation) and issubclass(annotation, bool | int | float | str | Path):
        return annotation, False, 1
    return str, False, 1


def _generality(kind: Kind) -> int:
    return 0 if issubclass(kind, StrEnum) else 1 if kind is not str else 2


@cache
def declarations(record: type) -> tuple[Declaration, ...]:
    """The parameters of a record that commands have: its own first, then those that it shares with other acts."""
    hints = typing.get_type_hints(record, include_extras=True)
    own = inspect.get_annotations(record)
    ordered = sorted(fields(record), key=lambda field: field.name not in own)
    every = (
        declared(
            field.name,
            hints[field.name],
            field.default if field.default_factory is MISSING else field.default_factory(),
        )
        for field in ordered
    )
    return tuple(each for each in every if each.parameter.is_option)


def is_record(annotation: Any) -> bool:
    """Whether an annotation is a settings record."""
    return inspect.isclass(annotation) and is_dataclass(annotation)


# ------------------------------------------------------------------------------------------- what words stand for


def pairs(option: str) -> Callable[[Sequence[str]], dict[str, str]]:
    """Reads `NAME=VALUE` as often as the option is given.

    >>> pairs("--where")(["round=2", "set = a"])
    {'round': '2', 'set': 'a'}
    """

    def parse(words: Sequence[str]) -> dict[str, str]:
        return dict(pair(option, word) for word in words)

    return parse


def pair(option: str, word: str) -> tuple[str, str]:
    """The two sides of one `NAME=VALUE`."""
    name, equals, value = word.partition("=")
    if not (name and equals):
        raise InputError("agreement-no-equals", option=option, given=word)
    return name.strip(), value.strip()


def numbers(code: str) -> Callable[[str], tuple[float, ...]]:
    """Reads numbers with commas between; `code` is the message about anything else.

    >>> numbers("agreement-no-shares")("0.5,0.3,0.2")
    (0.5, 0.3, 0.2)
    """

    def parse(word: str) -> tuple[float, ...]:
        try:
            return tuple(float(part) for part in word.split(","))
        except ValueError:
            raise InputError(code, given=word) from None

    return parse


def names(word: str) -> tuple[str, ...]:
    """Reads names with commas between."""
    return tuple(part.strip() for part in word.split(",")) if word else ()


# ------------------------------------------------------------------------------------------------------- the call


class SettingsCall(Protocol[P, Q, R_co]):
    """A call of the library: with keywords, or with the record that holds them."""

    __name__: str
    record: type
    """The settings record, of which every field is a keyword."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Call with keywords, which are the fields of the settings record."""

    def with_settings(self, *args: Q.args, **kwargs: Q.kwargs) -> R_co:
        """Call with a settings record, as the last argument."""


class SettingsCallOfMany(Protocol[T_contra, S_contra, P, R_co]):
    """A call of the library on any number of subjects, such as runs."""

    __name__: str
    record: type

    @overload
    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co: ...
    @overload
    def __call__(self, one: T_contra, /, *args: P.args, **kwargs: P.kwargs) -> R_co: ...
    @overload
    def __call__(self, one: T_contra, two: T_contra, /, *args: P.args, **kwargs: P.kwargs) -> R_co: ...
    @overload
    def __call__(self, one: T_contra, two: T_contra, three: T_contra, /, *args: P.args, **kwargs: P.kwargs) -> R_co: ...
    @overload
    def __call__(
        self, one: T_contra, two: T_contra, three: T_contra, four: T_contra, /, *args: P.args, **kwargs: P.kwargs
    ) -> R_co: ...

    def with_settings(self, *subjects: T_contra, settings: S_contra) -> R_co:
        """Call with a settings record."""


class _ManyWork(Protocol[T_contra, S_contra, R_co]):
    def __call__(self, *subjects: T_contra, settings: S_contra) -> R_co: ...


class _Decorator(Protocol[P, S]):
    @overload
    def __call__(self, work: Callable[[S], R], /) -> SettingsCall[P, [S], R]: ...
    @overload
    def __call__(self, work: Callable[[A, S], R], /) -> SettingsCall[Concatenate[A, P], [A, S], R]: ...
    @overload
    def __call__(self, work: Callable[[A, B, S], R], /) -> SettingsCall[Concatenate[A, B, P], [A, B, S], R]: ...
    @overload
    def __call__(
        self, work: Callable[[A, B, C, S], R], /
    ) -> SettingsCall[Concatenate[A, B, C, P], [A, B, C, S], R]: ...


def act(record: Callable[P, S]) -> _Decorator[P, S]:
    """Make a function of subjects and a settings record a call that takes the record's fields as keywords.

    >>> @dataclass(frozen=True, kw_only=True)
    ... class GreetSettings:
    ...     mark: str = "!"
    >>> @act(GreetSettings)
    ... def greet(name: str, settings: GreetSettings) -> str:
    ...     return name + settings.mark
    >>> greet("Léa", mark="?"), greet.with_settings("Léa", GreetSettings()), str(inspect.signature(greet))
    ('Léa?', 'Léa!', "(name: str, *, mark: str = '!') -> str")
    """
    return cast("_Decorator[P, S]", _calling(record))


def act_of_many(
    record: Callable[P, S],
) -> Callable[[_ManyWork[A, S, R]], SettingsCallOfMany[A, S, P, R]]:
    """The same for a function of any number of subjects: `def score(*runs, settings)`."""
    return cast("Callable[[_ManyWork[A, S, R]], SettingsCallOfMany[A, S, P, R]]", _calling(record))


def _calling(record: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def decorate(work: Callable[..., Any]) -> Callable[..., Any]:
        signature = _signature(work, record)
        subjects = [name for name in inspect.signature(work).parameters if name != "settings"]

        @wraps(work)
        def call(*args: Any, **kwargs: Any) -> Any:
            if strange := next((name for name in kwargs if name not in signature.parameters), None):
                raise UnknownNameError(text("text-kind-setting"), strange, signature.parameters)
            given = signature.bind(*args, **kwargs).arguments
            positional: list[Any] = []
            for name in subjects:
                several = signature.parameters[name].kind is inspect.Parameter.VAR_POSITIONAL
                positional += given.pop(name, ()) if several else [given.pop(name)]
            return work(*positional, settings=record(**given))

        call.__signature__ = signature  # type: ignore[attr-defined]  # functions may carry one
        call.with_settings = work  # type: ignore[attr-defined]
        call.record = record  # type: ignore[attr-defined]
        return call

    return decorate


def _signature(work: Callable[..., Any], record: Callable[..., Any]) -> inspect.Signature:
    """The subjects of the function, then the record's fields: what can be given by place first."""
    own = inspect.signature(work)
    before = [parameter for parameter in own.parameters.values() if parameter.name != "settings"]
    taken = inspect.signature(record).parameters.values()
    ordered = [parameter for parameter in taken if parameter.kind is not inspect.Parameter.KEYWORD_ONLY]
    ordered += sorted(
        (parameter for parameter in taken if parameter.kind is inspect.Parameter.KEYWORD_ONLY),
        key=lambda parameter: parameter.name not in inspect.get_annotations(record),
    )
    shown = [parameter.replace(annotation=_plain(parameter.annotation)) for parameter in ordered]
    return own.replace(parameters=[*before, *shown])


def _plain(annotation: Any) -> Any:
    """The type without what is only said to the command line."""
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def group_of(record: type, settings: object) -> dict[str, Any]:
    """What a settings record says of a group of parameters that it shares, such as how labels are read."""
    return {field.name: getattr(settings, field.name) for field in fields(record)}
