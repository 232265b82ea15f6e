"""The word lists and first names under `data/`, each read once, when it is first asked for."""

import hashlib
import tomllib
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files

from anaphor.language.protocol import AnaphorAnalysis, AnaphorKind, Animacy, Gender, Number

_LEMMA_LISTS = ("lexicon", "mapped_lexicon", "first_names", "word_sets")
"""How the names of the files begin that words and lemmas depend on."""
_GENDERS = {"feminine": Gender.FEMININE, "masculine": Gender.MASCULINE, "either": None}


@lru_cache(maxsize=65_536)
def plain_letters(word: str) -> str:
    """The word in lower case without accents.

    >>> plain_letters("Joëlle")
    'joelle'
    """
    parts = unicodedata.normalize("NFD", word.lower())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def word_set(listed: str) -> frozenset[str]:
    """The words of a list, separated by spaces."""
    return frozenset(listed.split())


@cache
def words(language: str, name: str) -> frozenset[str]:
    """The words of a list, e.g. `words("french", "animals")`."""
    return frozenset(word for line in lines(language, name) for word in line.split())


@cache
def word_sets(language: str, table: str = "word_sets") -> dict[str, frozenset[str]]:
    """The sets of words of a table of a language by name, e.g. `word_sets("french")["titles"]`."""
    sets: dict[str, frozenset[str]] = {}
    for line in lines(language, table):
        name, listed = line.split(":", 1)
        sets[name] = sets.get(name, frozenset()) | frozenset(listed.split())
    return sets


def is_first_name(name: str, *languages: str) -> bool:
    """Whether a name, with or without accents, is in the lists of one of the languages."""
    return any(plain_letters(name) in _first_names(language) for language in languages)


def first_name_gender(name: str, *languages: str) -> Gender | None:
    """The gender of those who bear a first name, by the first language whose list has it; None: either, or unknown.

    >>> first_name_gender("Jean", "french"), first_name_gender("Camille", "french")
    (<Gender.MASCULINE: 'masculine'>, None)
    """
    key = plain_letters(name)
    names = next((_first_names(language) for language in languages if key in _first_names(language)), None)
    return names[key] if names else None


@cache
def frequent_names(code: str) -> dict[Gender, tuple[str, ...]]:
    """First names in common use in a language, by gender."""
    listed = tomllib.loads(files("anaphor").joinpath("data/frequent_names.toml").read_text("utf-8"))
    return {Gender(gender): tuple(names.split()) for gender, names in listed[code].items()}


def lists_digest(language: str) -> str:
    """A hash of the lists that the words and lemmas of a language rest on, e.g. of `lists_digest("english")`."""
    digest = hashlib.sha256()
    for file in sorted(files("anaphor").joinpath("data", language).iterdir(), key=lambda file: file.name):
        if file.name.startswith(_LEMMA_LISTS):
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


@cache
def _first_names(language: str) -> dict[str, Gender | None]:
    table: dict[str, Gender | None] = {}
    for line in lines(language, "first_names"):
        gender, names = line.split(":", 1)
        table.update(dict.fromkeys(names.split(), _GENDERS[gender]))
    return table


def anaphor_table(language: str) -> dict[str, AnaphorAnalysis]:
    """What forms ask of their antecedents wherever they stand, anaphors of two words (`ce dernier`) among them."""
    return {
        form: AnaphorAnalysis(AnaphorKind(kind), Gender(gender) if gender else None, Number(number) if number else None)
        for form, (kind, gender, number) in _features(language, "anaphors").items()
    }


def pronoun_table(language: str) -> dict[str, tuple[Gender | None, Number | None, Animacy | None]]:
    """The gender, number and animacy of pronouns that can head a noun phrase."""
    return {
        form: (Gender(gender) if gender else None, Number(number) if number else None, Animacy(kind) if kind else None)
        for form, (gender, number, kind) in _features(language, "pronouns").items()
    }


def _features(language: str, name: str) -> dict[str, list[str]]:
    """The forms of a table with their features; empty where a form has none of that sort."""
    rows = (line.split(":", 1) for line in lines(language, name))
    return {
        form: ["" if feature == "-" else feature for feature in features.split()]
        for features, forms in rows
        for form in forms.strip().split(", ")
    }


def lines(language: str, name: str) -> list[str]:
    """The lines of a list without its comments."""
    text = files("anaphor").joinpath("data", language, f"{name}.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
