"""The French lexicon: what it knows, how it folds spellings, and that several threads may ask at once."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.language import Gender, Number, lookup
from anaphor.language.french.lexicon import (
    Category,
    _packed_analyses,
    _table,
    feminine_uses,
    fold,
    frequency,
    of_category,
)

pytestmark = pytest.mark.slow


def test_a_noun_has_its_gender_and_number() -> None:
    entry = of_category("marmites", Category.NOUN)[0]
    assert (entry.lemma, entry.gender, entry.number) == ("marmite", Gender.FEMININE, Number.PLURAL)


def test_a_verb_has_its_traits() -> None:
    (entry,) = lookup("galopaient")
    assert (entry.lemma, entry.category, entry.traits) == ("galoper", Category.VERB, ("ind:imp:3p",))


@pytest.mark.parametrize(("written", "plain"), [("Œuf", "oeuf"), ("AUJOURD’HUI", "aujourd'hui"), ("Cœurs", "coeurs")])
def test_capitals_ligatures_and_apostrophes_do_not_matter(written: str, plain: str) -> None:
    assert lookup(written) == lookup(plain) != ()


def test_the_most_frequent_analysis_comes_first() -> None:
    frequencies = [entry.frequency for entry in lookup("porte")]
    assert len(frequencies) > 1
    assert frequencies == sorted(frequencies, reverse=True)


def test_homographs_keep_all_their_lemmas() -> None:
    assert {entry.lemma for entry in lookup("fils")} == {"fils", "fil"}


def test_an_epicene_noun_has_no_gender() -> None:
    assert {entry.gender for entry in of_category("élève", Category.NOUN)} == {None}


@pytest.mark.parametrize("form", ["", "xqzt", "\u0000", "🐴", "l''", "\t", ";|"])
def test_what_is_unknown_has_no_analysis(form: str) -> None:
    assert lookup(form) == ()


def test_frequency_can_be_asked_by_part_of_speech() -> None:
    assert frequency("montre") == pytest.approx(frequency("montre", Category.NOUN) + frequency("montre", Category.VERB))


@pytest.mark.parametrize(
    "form", ["le", "la", "les", "l'", "mon", "sa", "leurs", "cette", "du", "aux", "une", "quelques"]
)
def test_every_determiner_is_known_as_one(form: str) -> None:
    assert of_category(form, Category.DETERMINER)


def test_our_corrections_are_read_and_replace() -> None:
    assert [entry.lemma for entry in lookup("suis")][:1] == ["être"]
    assert of_category("main", Category.NOUN)[0].gender is Gender.FEMININE


def test_eight_threads_that_ask_first_agree() -> None:
    program = (
        "from concurrent.futures import ThreadPoolExecutor as Pool\n"
        "from anaphor.language.french.lexicon import lookup\n"
        "with Pool(8) as pool:\n"
        "    found = list(pool.map(lambda n: len(lookup('porte')), range(64)))\n"
        "print(len(set(found)), found[0] > 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "True"]


def test_threads_share_one_answer() -> None:
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(lambda _: lookup("cheval"), range(100)))) == 1


def test_every_line_of_the_tables_can_be_read() -> None:
    lines = files("anaphor").joinpath("data", "french", "lexicon_corrections.tsv").read_text("utf-8").splitlines()
    forms = [line.split("\t")[0] for line in lines if line and not line.startswith("#")]
    assert len(forms) == len(set(forms)) > 100
    assert all(lookup(form) for form in forms)


def test_the_notice_names_source_and_licence() -> None:
    notice = files("anaphor").joinpath("data", "NOTICE.md").read_text("utf-8")
    assert "Lexique 3.83" in notice
    assert "Attribution-ShareAlike 4.0" in notice


@given(st.text())
def test_any_text_can_be_looked_up(form: str) -> None:
    assert all(entry.form == fold(form) for entry in lookup(form))


def test_the_mapped_file_and_the_dict_of_all_forms_say_the_same() -> None:
    forms = [*list(_table())[::997], "", "a", "zzz", "çà et là", "cheval", "le", "été"]
    assert [_packed_analyses(form) for form in forms] == [_table().get(form) for form in forms]


def test_the_table_of_feminine_uses_is_made_from_the_lexicon() -> None:
    """To make it anew: write what is found here, sorted by noun."""
    feminine = re.compile(r"(?:^[^\t]+\t|;)([^|;]+)\|n\|f\|[^|]*\|[^|]*\|([^;]+)")
    found: dict[str, float] = {}
    for form, packed in _table().items():
        for noun, uses in feminine.findall(f"{form}\t{packed}"):
            if noun != form.removesuffix("s"):  # filed under another form, not its own singular
                found[noun] = found.get(noun, 0.0) + float(uses)
    assert feminine_uses() == found
    assert list(feminine_uses()) == sorted(found)
