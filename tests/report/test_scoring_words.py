"""The words of scoring: every one in both languages, with the same fields."""

import re
import tomllib
from importlib.resources import files

import pytest

from anaphor.answer import AbstentionReason
from anaphor.collection.catalogue import domains
from anaphor.errors import InputError
from anaphor.language.protocol import AnaphorKind
from anaphor.report.sections.scoring_words import Tongue
from anaphor.scoring.published import literature

TEXTS: dict[str, dict[str, dict[str, str]]] = tomllib.loads(
    files("anaphor").joinpath("data/report/scoring.toml").read_text("utf-8")
)
EVERY = {f"{kind}.{name}": text for kind, group in TEXTS.items() for name, text in group.items()}


@pytest.mark.parametrize("name", EVERY)
def test_every_text_has_both_languages_with_the_same_fields(name: str) -> None:
    text = EVERY[name]
    assert set(text) == {"en", "fr"}
    fields = [sorted(re.findall(r"\{(\w+)\}", text[language])) for language in ("en", "fr")]
    assert fields[0] == fields[1]


def test_every_reason_and_kind_of_pronoun_has_its_words() -> None:
    assert {each.value for each in AbstentionReason} <= TEXTS["reasons"].keys()
    assert {each.value for each in AnaphorKind} <= TEXTS["labels"].keys()


def test_every_domain_has_a_french_name_of_its_own() -> None:
    french = [Tongue("fr").label("domain", name) for name in domains()]
    assert len(set(french)) == len(french) > 20
    assert [Tongue("en").label("domain", name) for name in domains()] == list(domains())


def test_every_translated_system_is_published() -> None:
    assert all(text["en"] == name for name, text in TEXTS["systems"].items())
    assert TEXTS["systems"].keys() <= {row.system for row in literature()}


def test_what_is_not_in_the_taxonomy_is_as_given() -> None:
    assert Tongue("fr").label("domain", "physical") == "physique"
    assert Tongue("fr").label("domain", "right") == "right"
    assert Tongue("fr").label("mine", "physical") == "physical"
    assert Tongue("fr").system("BLOOM 3b") == "BLOOM 3b"


def test_numbers_are_written_as_each_language_writes_them() -> None:
    french, english = Tongue("fr"), Tongue("en")
    assert (french.percent(0.50936), english.percent(0.50936), french.percent(None)) == ("50,94", "50.94", "–")
    assert (french.whole(12345), english.whole(12345)) == ("12\u202f345", "12,345")
    assert (french.points(-0.019), french.points(0.02), english.points(0.019)) == (
        "−1,9 point",
        "2,0 points",
        "1.9 points",
    )
    assert (french.chance(1.5e-7), english.chance(0.04321)) == ("1,5e-07", "0.0432")


def test_names_from_files_are_not_changed_by_typography() -> None:
    assert "a ; b : c" in Tongue("fr").title("ranked", name="a ; b : c")
    assert Tongue("fr").label("domain", "right") == "right"
    assert Tongue("fr").label("author", "yes") == "yes"


def test_another_language_is_refused() -> None:
    with pytest.raises(InputError, match="no language 'de'"):
        Tongue("de")
