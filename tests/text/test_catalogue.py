"""The catalogue of messages: every language says the same things, nothing is missing, nothing lies unused."""

import ast
import re
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from anaphor.text import Interface, message, number, percent, speaking
from anaphor.text.catalogue import Entry, entries, rendered

pytestmark = pytest.mark.slow

SOURCE = Path(__file__).resolve().parents[2] / "src" / "anaphor"
CATALOGUE = SOURCE / "data" / "text"
FILES = sorted(path.stem for path in (CATALOGUE / "en").glob("*.ftl"))
CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")
NOT_YET = ("text-",)
"""Files whose messages are not all used: `text` holds examples."""
HELP = re.compile(r"[a-z]+-help(-[a-z-]+)?")
"""Messages that `cli.command.explain` finds by the path of a command."""


def catalogue(language: Interface) -> dict[str, Entry]:
    """All messages of one language."""
    return {code: entry for name in FILES for code, entry in entries(name, language).items()}


@cache
def literals() -> tuple[frozenset[str], tuple[str, ...]]:
    """Strings in the code and in templates that may be codes, and the beginnings of codes that are put together."""
    whole: set[str] = set()
    beginnings: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.Constant):
                beginnings.add(str(node.values[0].value))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", "") in ("choice", "words", "words_of")
                and node.args
            ):
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    beginnings.add(str(first.value))
    for path in (SOURCE / "data").rglob("*"):
        if path.suffix in (".jinja", ".html", ".js"):
            whole.update(re.findall(r"[\"']([a-z0-9]+(?:-[a-z0-9]+)+)[\"']", path.read_text("utf-8")))
    named = tuple(sorted(start for start in beginnings if re.fullmatch(r"[a-z]+-[a-z0-9-]*", start)))
    return frozenset(whole), named


def test_the_files_of_every_language_are_the_same() -> None:
    for language in Interface:
        assert sorted(path.stem for path in (CATALOGUE / language).glob("*.ftl")) == FILES


def test_every_language_has_every_message_with_the_same_fields() -> None:
    for name, language in product(FILES, Interface):
        english, other = entries(name, Interface.EN), entries(name, language)
        assert (name, sorted(other)) == (name, sorted(english))
        unlike = [
            code
            for code, entry in english.items()
            if other[code].fields != entry.fields or sorted(other[code].attributes) != sorted(entry.attributes)
        ]
        assert unlike == []


def test_a_code_begins_with_the_name_of_its_file_and_is_there_once() -> None:
    for name, language in product(FILES, Interface):
        text = (CATALOGUE / language / f"{name}.ftl").read_text("utf-8")
        found = re.findall(r"^([a-zA-Z][\w-]*) *=", text, re.MULTILINE)
        assert [code for code in found if not code.startswith(f"{name}-")] == []
        assert sorted(found) == sorted(set(found)) == sorted(entries(name, language))


@pytest.mark.parametrize("language", list(Interface))
def test_every_message_can_be_written(language: Interface) -> None:
    for entry in catalogue(language).values():
        for count in (1, 2):
            values = dict.fromkeys(entry.fields, count)
            for attribute in (None, *entry.attributes):
                assert rendered(entry, values, language, attribute)


def test_every_message_is_used() -> None:
    whole, beginnings = literals()
    unused = [
        code
        for code in catalogue(Interface.EN)
        if code not in whole and not HELP.fullmatch(code) and not code.startswith((*beginnings, *NOT_YET))
    ]
    assert unused == []


def calls() -> list[tuple[str, str, frozenset[str] | None]]:
    """(place, code, names of the values) of every message that the code writes or raises; None: values by `**`."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            name = getattr(node.func, "id", "")
            code = str(node.args[0].value)
            if (name in ("message", "text") or name.endswith("Error")) and CODE.fullmatch(code):
                names = {keyword.arg for keyword in node.keywords}
                given = None if None in names else frozenset(filter(None, names))
                found.append((f"{path.relative_to(SOURCE)}:{node.lineno}", code, given))
    return found


def test_every_code_in_the_code_has_a_message_that_takes_its_values() -> None:
    known = catalogue(Interface.EN)
    wrong = [
        f"{place}: {code} {sorted(given or ())}"
        for place, code, given in calls()
        if code not in known or (given is not None and not known[code].fields <= given)
    ]
    assert wrong == []


def test_a_message_is_written_in_the_language_that_is_spoken() -> None:
    found = message("text-example", count=0)
    with speaking("fr"):
        assert str(found) == "Il manque 0 étiquette."
    assert str(found) == "0 labels are missing."


def test_a_value_that_is_missing_is_an_error_of_the_programmer() -> None:
    with pytest.raises(LookupError, match="text-example"):
        str(message("text-example"))


NUMBERS = (0, 1, 2, -1, 1200, 1_000_000, 0.5, 1.0, 1.5, 0.12345, 0.0125, -2.25, 0.0004, 1234567.891)


@pytest.mark.parametrize("language", Interface)
def test_messages_are_written_as_mozillas_own_library_writes_them(language: Interface) -> None:
    from fluent.runtime import FluentBundle, FluentResource
    from fluent.runtime.types import fluent_number

    def num(value: Any, digits: Any = None, **form: Any) -> str:
        if isinstance(value, str):
            return value
        plain = int(value) if isinstance(value, int) else float(value)
        return number(plain, form.get("as") if digits is None else int(digits), language)

    def percentage(value: Any, sign: Any = 1) -> str:
        return value if isinstance(value, str) else percent(float(value), sign=bool(int(sign)), language=language)

    def p_value(value: Any) -> str:
        return f"= {num(value, 3)}" if isinstance(value, str) or float(value) >= 0.001 else f"< {num(0.001, 3)}"

    functions: Any = {"NUM": num, "PERCENT": percentage, "PVALUE": p_value}
    bundle = FluentBundle([language.value], use_isolating=False, functions=functions)
    all_entries = catalogue(language)
    bundle.add_resource(FluentResource("".join(entry.source for entry in all_entries.values())))
    for code, entry in all_entries.items():
        found = bundle.get_message(code)
        keys = re.findall(r"^ *\*?\[([a-z][\w-]*)\]", entry.source, re.MULTILINE)
        for value in (*NUMBERS, "a word", *(key for key in keys if key not in ("one", "other"))):
            given = dict.fromkeys(entry.fields, value)
            shown = value if isinstance(value, str) else fluent_number(value, useGrouping=False)
            theirs = dict.fromkeys(given, shown)
            parts: dict[Any, Any] = {None: found.value, **found.attributes}
            for name, pattern in parts.items():
                if pattern is not None:
                    wanted, problems = bundle.format_pattern(pattern, theirs)
                    assert not problems
                    assert rendered(entry, given, language, name) == wanted, (code, value)
