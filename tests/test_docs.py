"""The documentation says what the code does."""

import doctest
import functools
import importlib
import importlib.util
import itertools
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import click
import pytest

from anaphor.cli.command import Command, Group
from anaphor.cli.main import AnaphorGroup, app
from anaphor.collection.protocol import FORMATS
from anaphor.text import text

ROOT = Path(__file__).resolve().parents[1]
HISTORY = ROOT / "docs" / "before-0.2.md"
"""What was said of earlier versions: it names commands that are gone."""
PAGES = sorted({*ROOT.glob("README*.md"), *(ROOT / "docs").rglob("*.md")} - {HISTORY})

_FENCED = re.compile(r"^```[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`([^`\n]+(?:\n[^`\n]+)?)`")
_SHELL = {"|", "||", "&&", ";", ">", "<", "&"}
_OPTIONS_OF_ENGINES = {
    "--build-arg",
    "--cap-drop",
    "--cgroup-manager",
    "--privileged",
    "--read-only",
    "--runtime",
    "--seccomp",
    "--ulimit",
    "--userns",
}
"""Options of container engines and of bubblewrap, which a page may name by themselves."""


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    """The program that makes the reference pages."""
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_the_reference_pages_are_what_the_code_would_make(generator: ModuleType) -> None:
    assert generator.stale() == [], "run: make docs"


def test_everything_that_a_door_offers_is_documented_and_listed(generator: ModuleType) -> None:
    listed = dict(re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", generator.door_list(), re.M | re.S))
    every = generator.every_door()
    assert set(listed) == set(every)
    for door, names in every.items():
        assert generator.documentation(door).strip(), f"{door} does not say what it is"
        rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", listed[door], re.M))
        assert sorted(rows) == sorted(names)
        silent = [name for name, text in rows.items() if not re.search(r"[.:?…)`]$", text)]
        assert silent == [], f"{door}: nothing is said of these, or no whole sentence"


@pytest.mark.slow
def test_a_constant_shows_the_sentence_under_it(generator: ModuleType) -> None:
    assert "| `CATALOGUE` | " in generator.door_list()
    assert generator.documentation("anaphor.collection", "CATALOGUE").endswith(".")
    with pytest.raises(AttributeError):
        generator.documentation("anaphor.collection", "CATALOG")


@pytest.mark.parametrize("module", ["docs.docstrings", "docs.notebooks"])
def test_the_examples_of_the_programs_that_make_the_pages_run(module: str) -> None:
    done = doctest.testmod(importlib.import_module(module))
    assert done.attempted
    assert not done.failed


@functools.cache
def _commands() -> dict[str, click.Command]:
    """Every command and group by its whole name."""
    return dict(_below("anaphor", app))


def _below(path: str, command: object) -> Iterator[tuple[str, click.Command]]:
    assert isinstance(command, click.Command)
    yield path, command
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            yield from _below(f"{path} {name}", command.get_command(click.Context(command), name))


def _options(command: click.Command) -> set[str]:
    return {"--help", *(name for each in command.params for name in (*each.opts, *each.secondary_opts))}


def _code(text: str) -> Iterator[str]:
    """Lines of code on a page, in blocks and within sentences."""
    for block in _FENCED.findall(text):
        yield from block.replace("\\\n", " ").splitlines()
    for span in _SPAN.findall(_FENCED.sub("", text)):
        yield span.replace("\n", " ")


def _calls(text: str) -> Iterator[list[str]]:
    """The calls of `anaphor` on a page: the words behind the program's name."""
    for line in _code(text):
        called = re.search(r"(?:^|[\s/])anaphor ([a-z].*)", line.partition(" # ")[0])
        if called is None or re.match(r"(?:>>> |\.\.\. )?\s*(import|from|class|def)\b", line):
            continue
        words = shlex.shlex(called[1], posix=False, punctuation_chars="|&;<>")
        words.whitespace_split = True
        yield list(itertools.takewhile(lambda word: word != "--" and word not in _SHELL, words))


def _faults(words: list[str], known: dict[str, click.Command]) -> Iterator[str]:
    """What a call names that does not exist."""
    path = "anaphor"
    for word in words:
        if not isinstance(known[path], click.Group) or not re.fullmatch(r"[a-z][a-z-]*", word):
            break
        path = f"{path} {word}"
        if path not in known:
            yield f"no command {path}"
            return
    wanted = (word.partition("=")[0] for word in words if word.startswith("--"))
    yield from (f"{path} has no {option}" for option in wanted if option not in _options(known[path]))


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_every_command_and_option_that_a_page_names_exists() -> None:
    known = _commands()
    faults = [
        f"{_name(path)}: {fault}"
        for path in PAGES
        for words in _calls(path.read_text("utf-8"))
        for fault in _faults(words, known)
    ]
    assert faults == []


@pytest.mark.slow
def test_every_option_in_a_sentence_belongs_to_some_command() -> None:
    known = set().union(*map(_options, _commands().values())) | _OPTIONS_OF_ENGINES
    unknown = {}
    for path in PAGES:
        spans = (span for span in _SPAN.findall(_FENCED.sub("", path.read_text("utf-8"))) if span.startswith("--"))
        named = {option for span in spans for option in re.findall(r"(?<![\w-])--[a-z][a-z0-9-]+", span)}
        if named - known:
            unknown[_name(path)] = named - known
    assert unknown == {}


def test_a_wrong_command_and_a_wrong_option_would_be_found() -> None:
    page = "Say `anaphor collection chek my.yaml`, or:\n\n```\nanaphor audit x.yaml --corpse y | tee --z\n```\n"
    faults = [fault for words in _calls(page) for fault in _faults(words, _commands())]
    assert faults == ["anaphor audit has no --corpse", "no command anaphor collection chek"]


def test_the_front_page_names_every_group_of_commands() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    hidden = {"model", "resolver", "account"}  # found from the pages that need them
    groups = {path.split()[1] for path in _commands() if path.count(" ") == 1} - hidden
    assert {group for group in groups if f"anaphor {group}" not in text and f"make {group}" not in text} == set()


def test_every_command_has_help_that_begins_with_a_verb() -> None:
    for path, command in _commands().items():
        assert isinstance(command, AnaphorGroup | Command | Group), path
        assert text(command.code)[0].isupper(), path


def test_every_argument_and_option_says_what_it_is_for() -> None:
    for path, command in _commands().items():
        for each in command.params:
            sentence = getattr(each, "sentence", None) or ""
            assert sentence.endswith((".", "…", "?")), f"{path} {each.name}: {sentence!r}"


def test_the_architecture_page_names_every_package_and_every_group_of_plug_ins() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    packages = [path.name for path in (ROOT / "src" / "anaphor").iterdir() if path.is_dir() and path.name[0] != "_"]
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    assert [
        name
        for name in (*(f"`{package}/`" for package in packages), *(f"`{group}`" for group in groups))
        if name not in text
    ] == []


def test_the_front_pages_count_the_formats_rightly() -> None:
    words = {22: ("twenty-two formats", "vingt-deux formats")}
    english, french = words[len(FORMATS.names())]
    assert english in (ROOT / "README.md").read_text("utf-8")
    assert french in (ROOT / "README.fr.md").read_text("utf-8")


def test_every_licence_file_is_there_and_every_licence_has_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    texts = [(ROOT / name).read_text("utf-8") for name in project["license-files"]]
    assert len(texts) == len(project["license"].split(" AND "))
    for sign in ("Apache License", "CC BY 4.0", "CC BY-SA 4.0"):
        assert any(sign in text for text in texts), sign


GUIDES = sorted(set((ROOT / "docs").glob("*.md")) - {ROOT / "docs" / "performance.md", HISTORY})
BY_HAND = [path for path in PAGES if "reference" not in path.parts]
"""The pages that are not made from the code."""
_MEASURING = re.compile(r"^#+ (?:measured|speed|figures|how fast|benchmarks?)\b.*$", re.MULTILINE | re.IGNORECASE)
_LEFT_BEHIND = (
    "made-up people",
    "made up people",
    "you will love",
    "is at hand",
    "à portée de main",
    "mot alternatif",
    "nécessaire de départ",
    "order turned",
    "beside people",
)
"""Words that readers of the field took for something else, or for advertising."""


def test_measurements_stand_on_the_performance_page() -> None:
    headings = {_name(path): _MEASURING.findall(path.read_text("utf-8")) for path in GUIDES}
    assert {name: found for name, found in headings.items() if found} == {}


def test_a_page_uses_the_words_of_the_field() -> None:
    prose = {path: re.sub(r"\s+", " ", _FENCED.sub("", path.read_text("utf-8"))).lower() for path in BY_HAND}
    assert [f"{_name(path)}: {words}" for path, text in prose.items() for words in _LEFT_BEHIND if words in text] == []


def test_a_heading_that_measures_would_be_found() -> None:
    assert _MEASURING.findall("# Serve\n\n## Measured\n\n## How fast\n\n## Figures under load\n") == [
        "## Measured",
        "## How fast",
        "## Figures under load",
    ]
