"""One declaration per parameter: what follows from a field that is added to an act."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import pytest
from click.testing import CliRunner
from docs.generate import every_command, keyword_table

from anaphor.cli.command import Argument, Command, Option
from anaphor.errors import UnknownNameError
from anaphor.parameters import ONLY_PYTHON, Parameter, act, act_of_many, declarations
from anaphor.section import Section
from anaphor.text import speaking


class Corner(StrEnum):
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, kw_only=True)
class BeforeSettings:
    """An act as it was: the names are those of options of `anaphor audit`, of which the catalogue has the sentences."""

    seed: int = 0


@dataclass(frozen=True, kw_only=True)
class AfterSettings(BeforeSettings):
    """The same act with one field more."""

    smoothing: Annotated[float, Parameter(least=0)] = 0.5


def an_act(record: type[BeforeSettings]) -> tuple[Any, Command]:
    """A call and its command, which only hand on what they are told."""
    call: Any = act(record)(lambda name, settings: (name, settings))

    def work(name: Annotated[str, Argument("NAME")], settings: Any) -> Section:
        return Section(
            id="output", title=name, parts=(), data={"settings": vars(call.with_settings(name, settings)[1])}
        )

    work.__annotations__["settings"] = record
    return call, Command(("audit",), work)


def run(command: Command, *words: str) -> Any:
    done = CliRunner().invoke(command, [*words])
    return done.stdout if done.exit_code == 0 else done.stderr


def test_option_call_signature_and_reference_follow_from_one_field() -> None:
    (call, command), (_, former) = an_act(AfterSettings), an_act(BeforeSettings)
    # the keyword of the call, with its default, as help() shows it
    assert call("x", smoothing=2.0)[1] == AfterSettings(smoothing=2.0)
    assert str(inspect.signature(call)) == "(name, *, smoothing: float = 0.5, seed: int = 0)"
    # the option of the command, with its default and its limits, in both languages
    assert "--smoothing <number>" not in run(former, "--help")
    assert "Added to each count" in " ".join(run(command, "--help").split())
    assert "[default: 0.5; x>=0]" in run(command, "--help")
    with speaking("fr"):
        assert "Ajouté à chaque compte" in " ".join(run(command, "--help").split())
    assert '"smoothing": 2.0' in run(command, "x", "--smoothing", "2", "--json")
    assert '"smoothing": 0.5' in run(command, "x", "--json")
    assert "greater than or equal to 0" in run(command, "x", "--smoothing", "-1")
    # the page of the reference
    with speaking("en"):
        page = keyword_table("anaphor.audit.run", AfterSettings, command.code)
    assert "| `smoothing` | `0.5` | Added to each count" in page


def test_a_call_takes_its_record_as_well_as_keywords() -> None:
    call, _ = an_act(AfterSettings)
    assert call("x", seed=3) == call.with_settings("x", AfterSettings(seed=3))
    assert call(name="x") == ("x", AfterSettings())


def test_a_keyword_that_is_none_is_refused_with_one_that_is_near() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean smoothing"):
        an_act(AfterSettings)[0]("x", smoothin=1)


def test_a_call_takes_any_number_of_subjects() -> None:
    @act_of_many(AfterSettings)
    def call(*names: str, settings: AfterSettings) -> tuple[tuple[str, ...], AfterSettings]:
        return names, settings

    assert call() == ((), AfterSettings())
    assert call("a", "b", seed=1) == (("a", "b"), AfterSettings(seed=1))
    assert call.with_settings(*["a"] * 6, settings=AfterSettings())[0] == ("a",) * 6


@dataclass(frozen=True, kw_only=True)
class EverySettings:
    """One field of each kind."""

    corner: Corner | str = Corner.LEFT
    names: tuple[str, ...] = ()
    file: Path | str | None = None
    ends: tuple[int, int] | None = None
    keep: bool = False
    draw: bool = True
    post: bool | None = None
    tables: Annotated[bool, Parameter(flags=("--no-tables",))] = True
    rule: Annotated[Callable[[str], str] | None, ONLY_PYTHON] = None


KINDS = {
    "corner": (Corner, False, ("--corner",)),
    "names": (str, True, ("--names",)),
    "file": (Path, False, ("--file",)),
    "ends": (int, False, ("--ends",)),
    "keep": (bool, False, ("--keep",)),
    "draw": (bool, False, ("--draw", "--no-draw")),
    "post": (bool, False, ("--post", "--no-post")),
    "tables": (bool, False, ("--no-tables",)),
}


def test_what_an_option_takes_follows_from_the_type_of_its_field() -> None:
    assert {each.name: (each.kind, each.repeated, each.flags) for each in declarations(EverySettings)} == KINDS


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--corner", "right"), {"corner": Corner.RIGHT}),
        (("--names", "a", "--names", "b"), {"names": ("a", "b")}),
        (("--ends", "3", "4"), {"ends": (3, 4)}),
        (("--no-draw", "--no-tables"), {"draw": False, "tables": False}),
        (("--no-post",), {"post": False}),
        ((), {}),
    ],
    ids=" ".join,
)
def test_what_is_typed_is_in_the_record_and_all_else_is_as_declared(
    words: tuple[str, ...], said: dict[str, Any]
) -> None:
    heard: list[EverySettings] = []

    def work(settings: EverySettings) -> None:
        heard.append(settings)

    CliRunner().invoke(Command(("audit",), work), [*words], catch_exceptions=False)
    assert heard == [EverySettings(**said)]


def test_every_option_has_its_sentence_in_both_languages() -> None:
    silent = []
    for language in ("en", "fr"):
        with speaking(language):
            silent += [
                (language, path, option.opts[0])
                for path, command in every_command()
                for option in command.params
                if isinstance(option, Option) and not option.hidden and not option.sentence
            ]
    assert silent == []
