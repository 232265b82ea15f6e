"""Changes inside the text: candidates that change places, people that bear other names, paraphrases of the user's."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from anaphor.collection.changes.exchanging import Exchange, exchanged, put, question_with
from anaphor.collection.changes.perturbation import (
    Changed,
    Origin,
    Perturbed,
    Skipped,
    WordingChange,
    finished,
    perturb,
    with_id,
    with_question,
)
from anaphor.collection.checks.frequent_names import FREQUENT_NAMES, table_of
from anaphor.collection.native.marks import parse_marks
from anaphor.errors import ContentError, FormatError, InputError
from anaphor.language import LANGUAGES, FoundBy, Language, first_name_gender, plain_letters
from anaphor.language.french import elides
from anaphor.schema import Annotations, Candidate, Collection, Entry, Item, Question, Schema, Span, question_of

_NAME = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_WORD = re.compile(r"\w+")
_CAPITAL_BEFORE = re.compile(r"(?<![.!?…:»\"] )\b[A-ZÀ-Þ][\w.]*[ -]$")
_CAPITAL_AFTER = re.compile(r"[ -][A-ZÀ-Þ]")
_OPENING = " \n\t«\"“‘'([—–-"
_BEFORE_QUOTATION = ("«", '"', "“", "‘", ":")
_BOTH = (1, 0)


def exchange_candidates(collection: Collection) -> Perturbed:
    """The collection with the two candidates of each item exchanged in the text; the right answer is then the other.

    Only items that their source calls switchable, and, where it says nothing, items whose candidates are two names of
    the same gender.
    """
    return perturb(collection, WordingChange.EXCHANGE, _exchanged)


def _exchanged(entry: Entry) -> Changed | str:
    question = question_of(entry)
    notes = entry.annotations if isinstance(entry, Item) else Annotations()
    why = _unfit(question, notes.switchable)
    if why:
        return why
    language = LANGUAGES.get(question.language)
    made = _by_places(question, language)
    if made is None and notes.switched:
        made = _as_written(question, notes.switched, language)
    if made is None:
        return "its candidates do not stand once each in the text, word for word"
    return Changed(with_question(entry, made, _BOTH), _BOTH)


def _unfit(question: Question, switchable: bool | None) -> str | None:
    """Why the candidates of a question cannot change places; None when they can."""
    if len(question.candidates) != 2:
        return "it does not have two candidates"
    if question.language not in LANGUAGES.names():
        return f"no rules are installed for {question.language!r}"
    if switchable is False:
        return "its source says that it cannot be switched"
    if any(each.text.casefold() in (question.prompt or "").casefold() for each in question.candidates):
        return "its prompt names a candidate"
    if switchable is None and not _are_like_names(question, LANGUAGES.get(question.language)):
        return "its source does not call it switchable, and its candidates are not two names of the same gender"
    return None


def _are_like_names(question: Question, language: Language) -> bool:
    one, other = (language.concord(each.text) for each in question.candidates)
    return one.is_name and other.is_name and one.gender == other.gender is not None


def _by_places(question: Question, language: Language) -> Question | None:
    """The question with the candidates exchanged where they stand."""
    first, second = (_sole(question.text, each, language) for each in question.candidates)
    if first is None or second is None or not (first.end <= second.start or second.end <= first.start):
        return None
    one, two = (
        _Part(span, _has_own_capital(each, language))
        for span, each in zip((first, second), question.candidates, strict=True)
    )
    moves = [
        put(question.text, there.span, _moved(question.text, part, there, language), language.code)
        for part, there in ((two, one), (one, two))
    ]
    exchanges = [each for each in moves if each is not None]
    if len(exchanges) < 2:
        return None
    bare = [replace(each, span=None) for each in question.candidates]
    return replace(question_with(question, exchanges, bare), readings=())


def _as_written(question: Question, switched: str, language: Language) -> Question | None:
    """The question with the source's own switched sentence, if it is the same but for the candidates' places."""
    try:
        plain = parse_marks(switched).expand(0)
    except FormatError:
        return None
    before = [_sole(question.text, each, language) for each in question.candidates]
    after = [_sole(plain.text, each, language) for each in question.candidates]
    places = [span.start for span in (*before, *after) if span is not None]
    same_words = sorted(_WORD.findall(question.text.lower())) == sorted(_WORD.findall(plain.text.lower()))
    if len(places) < 4 or len(plain.anaphors) != 1 or not same_words:
        return None
    bare = tuple(replace(each, span=None) for each in question.candidates)
    if (places[0] < places[1]) == (places[2] < places[3]):
        return None
    return replace(question, text=plain.text, anaphor=plain.anaphors[0], candidates=bare, cues=(), readings=())


def _sole(text: str, candidate: Candidate, language: Language) -> Span | None:
    """Where a candidate stands, if in one place only, word for word, and not as a part of a longer name."""
    if candidate.span and candidate.span.of(text).casefold() == candidate.text.casefold():
        return candidate.span
    found = language.find(candidate.text, text)
    if len(found) != 1 or found[0].by is not FoundBy.FORM:
        return None
    span = found[0].span
    part = _CAPITAL_BEFORE.search(text[: span.start]) or _CAPITAL_AFTER.match(text[span.end :])
    return None if part and candidate.text[:1].isupper() else span


@dataclass(frozen=True, slots=True)
class _Part:
    """A candidate where it stands."""

    span: Span
    """Where."""
    own_capital: bool
    """Whether its first word has a capital wherever it stands."""


def _has_own_capital(candidate: Candidate, language: Language) -> bool:
    """Whether a candidate begins with a name, and not with the article or determiner before one (le Dr. Martin)."""
    found = language.concord(candidate.text)
    after_article = any(each.startswith("determiner") for each in found.evidence)
    return found.is_name and not after_article and candidate.text[:1].isupper()


def _moved(text: str, part: _Part, there: _Part, language: Language) -> str:
    """The candidate's words with the capital that their new place asks for; a name keeps its own."""
    words = part.span.of(text)
    if _begins(text, there, language):
        return words[:1].upper() + words[1:]
    return words[:1].lower() + words[1:] if _begins(text, part, language) and not part.own_capital else words


def _begins(text: str, part: _Part, language: Language) -> bool:
    """Whether a sentence begins there, or a quotation whose first word has a capital for no other reason."""
    before = (text[each.start : part.span.start] for each in language.sentences(text) if each.start <= part.span.start)
    if not (list(before) or [text])[-1].strip(_OPENING):
        return True
    quoted = text[: part.span.start].rstrip()[-1:] in _BEFORE_QUOTATION
    return quoted and part.span.of(text)[:1].isupper() and not part.own_capital


def exchange_names(collection: Collection, seed: int = 0) -> Perturbed:
    """The collection with other first names of the same gender; all items of a schema get the same ones.

    A French name is exchanged for one before which words elide alike (d'Anne, d'Élise), so that the text stays French.
    """
    rng = np.random.default_rng(seed)
    chosen: dict[str, dict[str, str] | str] = {}
    groups = [schema.variants for schema in collection.schemas] + [(problem.item,) for problem in collection.problems]
    for entries in groups:
        found = _names_for([question_of(entry) for entry in entries], rng)
        chosen |= {question_of(entry).id: found for entry in entries}
    return perturb(
        collection, WordingChange.NAMES, lambda entry: _renamed(entry, chosen[question_of(entry).id]), seed=seed
    )


def _names_for(questions: Sequence[Question], rng: np.random.Generator) -> dict[str, str] | str:
    """New names for all first names among the candidates of a schema, or why there are none."""
    language = questions[0].language
    table, pool = table_of(language), FREQUENT_NAMES.get(language)
    if table is None or pool is None or language not in LANGUAGES.names():
        return f"no names are known in {language!r}"
    texts = [text for each in questions for text in (each.text, each.prompt or "", *(r for r in each.readings if r))]
    whole = "\n".join(texts)
    old = _first_names([candidate.text for each in questions for candidate in each.candidates], language)
    if isinstance(old, str):
        return old
    used = {plain_letters(word) for word in _NAME.findall(whole)}
    new: dict[str, str] = {}
    for name in old:
        gender = first_name_gender(name, table)
        if gender is None:
            return f"women and men are called {name}"
        if re.search(rf"\b{re.escape(name)}[’'](?!s\b)", whole) and name.endswith("s"):
            return f"the possessive of {name} is written without s"
        fits = [
            each
            for each in pool[gender]
            if plain_letters(each) not in used and (language != "fr" or elides(each) == elides(name))
        ]
        if not fits:
            return f"no other name is left for {name}"
        new[name] = fits[int(rng.integers(len(fits)))]
        used.add(plain_letters(new[name]))
    return new or "no candidate is a first name"


def _first_names(candidates: Sequence[str], language: str) -> tuple[str, ...] | str:
    """The first names by which candidates are called, or why they may not be people."""
    rules = LANGUAGES.get(language)
    names: dict[str, None] = {}
    for text in candidates:
        found = rules.concord(text)
        called = [word for word in _NAME.findall(text) if f"first name {word}" in found.evidence]
        titled = any(each.startswith("title") for each in found.evidence)
        if found.is_name and not called and not titled:
            return f"{text} may not be a person"
        names |= dict.fromkeys(called)
    return tuple(names)


def _renamed(entry: Entry, names: Mapping[str, str] | str) -> Changed | str:
    if isinstance(names, str):
        return names
    question = question_of(entry)
    candidates = [replace(each, text=_with_names(each.text, names)) for each in question.candidates]
    made = question_with(question, list(_exchanges(question.text, names)), candidates)
    made = replace(
        made,
        prompt=question.prompt and _with_names(question.prompt, names),
        readings=tuple(each and _with_names(each, names) for each in question.readings),
    )
    order = tuple(range(len(candidates)))
    return Changed(with_question(entry, made, order), order)


def _exchanges(text: str, names: Mapping[str, str]) -> Iterator[Exchange]:
    for match in _NAME.finditer(text):
        if match.group() in names:
            yield Exchange(Span(start=match.start(), end=match.end()), names[match.group()])


def _with_names(text: str, names: Mapping[str, str]) -> str:
    return exchanged(text, list(_exchanges(text, names)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Paraphrase:
    """Another wording of an item: the same candidates, the same right answer."""

    text: str
    """The text, its anaphor in `[…]`."""
    prompt: str | None = None
    """Another prompt; None: the original's."""


Wordings = Mapping[str, Sequence[Paraphrase]]
"""Other wordings by item id."""


def paraphrase(collection: Collection, given: Wordings) -> Perturbed:
    """The collection in the user's own wordings; the first ones of a schema's items make a schema, and so on."""
    known = {question_of(entry).id for entry in collection.entries}
    unknown = sorted(set(given) - known)
    if unknown:
        raise InputError(f"the collection {collection.name} has no item {unknown[0]!r}", todo="Check the ids.")
    origins: dict[str, Origin] = {}
    schemas = [
        _said_otherwise(schema, given, number, origins)
        for schema in collection.schemas
        for number in range(_most(schema.variants, given))
    ]
    problems = [
        replace(problem, id=f"{problem.id}~{number + 1}", item=_reworded(problem.item, given, number, origins))
        for problem in collection.problems
        for number in range(_most([problem.item], given))
    ]
    left = [Skipped(item=name, reason="no other wording is given") for name in sorted(known - set(given))]
    return finished(collection, WordingChange.PARAPHRASE, tuple(schemas), tuple(problems), origins, left)


def _most(entries: Sequence[Entry], given: Wordings) -> int:
    """How many wordings the entry has that has most."""
    return max(len(given.get(question_of(entry).id, ())) for entry in entries)


def _said_otherwise(schema: Schema, given: Wordings, number: int, origins: dict[str, Origin]) -> Schema:
    variants = tuple(
        _reworded(entry, given, number, origins)
        for entry in schema.variants
        if len(given.get(question_of(entry).id, ())) > number
    )
    return replace(schema, id=f"{schema.id}~{number + 1}", variants=variants, versions=())


def _reworded(entry: Entry, given: Wordings, number: int, origins: dict[str, Origin]) -> Entry:
    question = question_of(entry)
    wording = given[question.id][number]
    plain = parse_marks(wording.text).expand(0)
    if len(plain.anaphors) != 1:
        raise ContentError(f"wording {number + 1} of {question.id} must mark one anaphor", todo="Write it in [ and ].")
    made = replace(
        question,
        text=plain.text,
        anaphor=plain.anaphors[0],
        prompt=wording.prompt or question.prompt,
        cues=(),
        readings=(),
        candidates=tuple(replace(each, span=None) for each in question.candidates),
    )
    order = tuple(range(len(question.candidates)))
    name = f"{question.id}~{number + 1}"
    origins[name] = Origin(item=question.id, candidates=order)
    return with_id(with_question(entry, made, order), name)
