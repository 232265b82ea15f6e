"""The people of a collection under other first names, in common use and of the same gender."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from anaphor.collection.changes.exchange import Exchange, exchanged, question_with
from anaphor.collection.changes.perturbation import ChangedEntry, Perturbed, WordingChange, perturb, with_question
from anaphor.language import LANGUAGES, Gender, first_name_gender, plain_letters
from anaphor.language.french import elides
from anaphor.schema import Collection, Entry, Question, Span, question_of
from anaphor.text import Message, message

# Short on purpose: a name that nobody knows would change more than the name. Some of each begin with a vowel, so that
# elision stays as it is (d'Anne, d'Élise). The genders are those of the lists under `data/`, which a test compares.
FREQUENT_NAMES: Mapping[str, Mapping[Gender, tuple[str, ...]]] = {
    language: {gender: tuple(names.split()) for gender, names in by_gender.items()}
    for language, by_gender in {
        "fr": {
            Gender.FEMININE: """
                Alice Amélie Anne Aurélie Élise Émilie Inès Isabelle Béatrice Caroline Catherine Florence Julie Laure
                Marie Nathalie Pauline Sophie Valérie Virginie
            """,
            Gender.MASCULINE: """
                Adrien Alain Antoine Arnaud Étienne Émile Éric Olivier Benoît Bernard Christophe Daniel Fabrice Julien
                Laurent Marc Paul Philippe Thierry Vincent
            """,
        },
        "en": {
            Gender.FEMININE: """
                Abigail Alice Amanda Anna Emily Emma Olivia Ursula Barbara Caroline Deborah Julia Laura Margaret Rachel
                Rebecca Sarah Susan Victoria Wendy
            """,
            Gender.MASCULINE: """
                Adam Alan Andrew Edward Eric Ian Isaac Oscar Brian Daniel David George John Kevin Howard Peter Richard
                Robert Stephen William
            """,
        },
    }.items()
}
"""By code of the language and gender."""
TABLES = {"fr": "french", "en": "english"}
"""Name of the list of first names of a language."""
_NAME = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def exchange_names(collection: Collection, seed: int = 0) -> Perturbed:
    """The collection with other first names of the same gender; all items of a schema get the same ones.

    A French name is exchanged for one before which words elide alike (d'Anne, d'Élise), so that the text stays French.
    """
    rng = np.random.default_rng(seed)
    chosen: dict[str, dict[str, str] | Message] = {}
    groups = [schema.variants for schema in collection.schemas] + [(problem.item,) for problem in collection.problems]
    for entries in groups:
        found = _names_for([question_of(entry) for entry in entries], rng)
        chosen |= {question_of(entry).id: found for entry in entries}

    def rename(entry: Entry) -> ChangedEntry | Message:
        names = chosen[question_of(entry).id]
        return names if isinstance(names, Message) else _renamed(entry, names)

    return perturb(collection, WordingChange.NAMES, rename, seed=seed)


def _names_for(questions: Sequence[Question], rng: np.random.Generator) -> dict[str, str] | Message:
    """New names for all first names among the candidates of a schema, or why there are none."""
    language = questions[0].language
    pool = FREQUENT_NAMES.get(language)
    if pool is None or language not in LANGUAGES.names():
        return message("collection-skipped-no-names", language=language)
    texts = [text for each in questions for text in (each.text, each.prompt or "", *(r for r in each.readings if r))]
    whole = "\n".join(texts)
    old = _first_names([candidate.text for each in questions for candidate in each.candidates], language)
    if isinstance(old, Message):
        return old
    used = {plain_letters(word) for word in _NAME.findall(whole)}
    new: dict[str, str] = {}
    for name in old:
        gender = first_name_gender(name, TABLES[language])
        if gender is None:
            return message("collection-skipped-any-gender", name=name)
        # James' books: the new name would need its s.
        if name.endswith("s") and re.search(rf"\b{re.escape(name)}[’'](?!s\b)", whole):
            return message("collection-skipped-possessive", name=name)
        free = [each for each in pool[gender] if plain_letters(each) not in used]
        fits = [each for each in free if language != "fr" or elides(each) == elides(name)]
        if not fits:
            return message("collection-skipped-no-name-left", name=name)
        new[name] = fits[int(rng.integers(len(fits)))]
        used.add(plain_letters(new[name]))
    return new or message("collection-skipped-no-first-name")


def _first_names(candidates: Sequence[str], language: str) -> tuple[str, ...] | Message:
    """The first names by which candidates are called, or why they may not be people."""
    rules = LANGUAGES.get(language)
    names: dict[str, None] = {}
    for text in candidates:
        found = rules.concord(text)
        called = [word for word in _NAME.findall(text) if f"first name {word}" in found.evidence]
        titled = any(each.startswith("title") for each in found.evidence)
        if found.is_name and not called and not titled:
            return message("collection-skipped-no-person", name=text)
        names |= dict.fromkeys(called)
    return tuple(names)


def _renamed(entry: Entry, names: Mapping[str, str]) -> ChangedEntry:
    def exchanges(text: str) -> Iterator[Exchange]:
        for match in _NAME.finditer(text):
            if match.group() in names:
                yield Exchange(Span(start=match.start(), end=match.end()), names[match.group()])

    def renamed(text: str) -> str:
        return exchanged(text, list(exchanges(text)))

    question = question_of(entry)
    candidates = [replace(each, text=renamed(each.text)) for each in question.candidates]
    made = replace(
        question_with(question, list(exchanges(question.text)), candidates),
        prompt=question.prompt and renamed(question.prompt),
        readings=tuple(each and renamed(each) for each in question.readings),
    )
    return with_question(entry, made, range(len(candidates)))
