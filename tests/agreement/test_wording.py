"""The sentences: every one in both languages, with the same fields, and French as French is printed."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest

from anaphor.agreement.wording import Interface, in_language, percent, remark, told

CONTENT = tomllib.loads(files("anaphor").joinpath("data/agreement/sentences.toml").read_text("utf-8"))
PHRASES: list[dict[str, str]] = CONTENT.pop("phrase")
FILE: dict[str, dict[str, str]] = CONTENT
SOURCE = Path(str(files("anaphor")))


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def specs(text: str) -> dict[str, set[str]]:
    return {name: {spec or ""} for _, name, spec, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("name", sorted(FILE))
def test_a_sentence_says_the_same_in_both_languages(name: str) -> None:
    words = FILE[name]
    assert set(words) == {"en", "fr"}
    assert fields(words["fr"]) - fields(words["en"]) <= {"points"}
    assert fields(words["en"]) <= fields(words["fr"])


@pytest.mark.parametrize("name", sorted(FILE))
def test_french_signs_are_bound_by_no_break_spaces(name: str) -> None:
    values = {
        field: ("x" if all(not spec for spec in found) else 3) for field, found in specs(FILE[name]["fr"]).items()
    }
    said = told(Interface.FR, name, **values)
    assert not re.search(r" [;:!?%»]|« ", said)
    assert not re.search(r"\d%", said)
    assert not re.search(r"\w[;!?»]", said), "a French sign stands apart from its word"


@pytest.mark.parametrize("phrase", PHRASES, ids=[str(number) for number in range(len(PHRASES))])
def test_a_phrase_is_known_in_french_and_keeps_its_fields(phrase: dict[str, str]) -> None:
    values = dict.fromkeys(fields(phrase["en"]), "7")
    said = in_language(phrase["en"].format_map(values), Interface.FR)
    assert said.replace("\u00a0", " ").replace("\u202f", " ").replace("’", "'") == phrase["fr"].format_map(values)
    assert not re.search(" [:;]", said)
    assert in_language(phrase["en"], Interface.EN) == phrase["en"]


def test_an_unknown_phrase_stays_as_it_is() -> None:
    assert in_language("something new", Interface.FR) == "something new"


def used_keys() -> set[str]:
    """Names of sentences that the code uses literally."""
    pattern = re.compile(r'(?:remark\(|told\(\s*interface,|told\(Interface\.\w+,)\s*f?"([a-z_]+)"')
    texts = [path.read_text("utf-8") for room in ("agreement", "cli") for path in (SOURCE / room).glob("*.py")]
    return {key for text in texts for key in pattern.findall(text)}


def test_every_sentence_that_the_code_names_is_in_the_file() -> None:
    found = used_keys()
    assert len(found) > 40
    assert not found - FILE.keys()


def test_numbers_are_written_as_each_language_writes_them() -> None:
    assert percent(0.1243) == "12.4 %"
    assert percent(0.1243, Interface.FR) == "12,4\u00a0%"
    assert told(Interface.EN, "whole", value=12345) == "12,345"
    assert told(Interface.FR, "whole", value=12345) == "12\u202f345"


@pytest.mark.parametrize(
    ("count", "english", "french"),
    [
        (0, "0 labels are missing.", "0 étiquette manque."),
        (1, "1 label is missing.", "1 étiquette manque."),
        (2, "2 labels are missing.", "2 étiquettes manquent."),
    ],
)
def test_one_and_many_are_told_apart_as_each_language_does(count: int, english: str, french: str) -> None:
    note = remark("holes", count=count)
    assert (note.told(), note.told(Interface.FR)) == (english, french)
    assert str(note) == english


def test_what_users_write_is_not_changed_by_french_spacing() -> None:
    assert "« a : b »" in told(Interface.FR, "left_out_names", column="a : b").replace("\u00a0", " ")
    assert "a : b" in told(Interface.FR, "left_out_names", column="a : b")
