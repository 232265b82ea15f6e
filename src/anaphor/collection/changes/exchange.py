"""The two candidates of an item exchanged in its text, with every marked stretch where it then stands."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from anaphor.collection.changes.perturbation import (
    ChangedEntry,
    Paraphrase,
    Perturbed,
    WordingChange,
    Wordings,
    changed_by,
    paraphrase,
    switch_order,
    with_question,
    write_origins,
)
from anaphor.collection.formats.tables import comma_rows
from anaphor.collection.loading import load, read_source, table_source
from anaphor.collection.native.marks import parse_marks
from anaphor.collection.saving import refuse_overwriting, save
from anaphor.collection.settings import LoadSettings, PerturbSettings
from anaphor.errors import FormatError, InputError, member_of
from anaphor.files import MemoryTable, is_path
from anaphor.language import LANGUAGES, FoundBy, Gender, Language, LanguageRules, plain_letters, rules_of
from anaphor.parameters import act, group_of
from anaphor.schema import Annotations, Candidate, Collection, Entry, Item, Mark, Question, Span, question_of
from anaphor.text import Message, message

_WORD = re.compile(r"\w+")
# A part of a longer name: Dr. [Martin], [Anne] Martin; not the first word of a sentence before it.
_JOINED = re.compile(r"[\w.]*+")
_CAPITAL_BEFORE = re.compile(r"(?<![.!?…:»\"] )\b[A-ZÀ-Þ]")
_CAPITAL_AFTER = re.compile(r"[ -][A-ZÀ-Þ]")
_OPENING = " \n\t«\"“‘'([—–-"
_BEFORE_QUOTATION = ("«", '"', "“", "‘", ":")


@dataclass(frozen=True, slots=True)
class Exchange:
    """A stretch of a text and what takes its place."""

    span: Span
    text: str


def exchanged(text: str, exchanges: Sequence[Exchange]) -> str:
    """The text with the stretches exchanged; they may not overlap.

    >>> exchanged("Ann met Eve.", [Exchange(Span(start=0, end=3), "Joan")])
    'Joan met Eve.'
    """
    parts, last = [], 0
    for exchange in sorted(exchanges, key=lambda one: one.span.start):
        parts += [text[last : exchange.span.start], exchange.text]
        last = exchange.span.end
    return "".join([*parts, text[last:]])


def moved(span: Span, exchanges: Sequence[Exchange]) -> Span:
    """Where a stretch stands afterwards; one that ends inside an exchanged stretch takes all of it in.

    >>> moved(Span(start=8, end=11), [Exchange(Span(start=0, end=3), "Joan")])
    Span(start=9, end=12)
    """

    def place(old: int, *, end: bool) -> int:
        shift = 0
        for exchange in sorted(exchanges, key=lambda one: one.span.start):
            if exchange.span.start < old < exchange.span.end:
                return exchange.span.start + shift + (len(exchange.text) if end else 0)
            if exchange.span.end <= old and exchange.span.start < old:
                shift += len(exchange.text) - (exchange.span.end - exchange.span.start)
        return old + shift

    return Span(start=place(span.start, end=False), end=place(span.end, end=True))


def question_with(question: Question, exchanges: Sequence[Exchange], candidates: Sequence[Candidate]) -> Question:
    """The question with stretches of its text exchanged; marks, cues and candidates' places move along."""
    mark = question.anaphor
    if isinstance(mark, Mark):
        place = moved(mark.span, exchanges)
        mark = Mark(start=place.start, end=place.end, blank=mark.blank)
    return replace(
        question,
        text=exchanged(question.text, exchanges),
        anaphor=mark,
        candidates=tuple(
            replace(candidate, span=candidate.span and moved(candidate.span, exchanges)) for candidate in candidates
        ),
        cues=tuple(moved(cue, exchanges) for cue in question.cues),
    )


def fitted_exchange(text: str, span: Span, words: str, language: str) -> Exchange | None:
    """Words in the place of a stretch, the word before fitted to them; None where that cannot be known (l').

    >>> fitted_exchange("le fils d'Anne", Span(start=10, end=14), "Sandrine", "fr")
    Exchange(span=Span(start=8, end=14), text='de Sandrine')
    """
    rules = _installed_rules(language)
    fit = rules.replace_words(text, span, words) if rules and rules.replace_words else (span, words)
    return fit and Exchange(*fit)


def _installed_rules(language: str) -> LanguageRules | None:
    return rules_of(LANGUAGES.get(language)) if language in LANGUAGES.names() else None


def exchange_candidates(collection: Collection) -> Perturbed:
    """The collection with the two candidates of each item exchanged in the text; the right answer is then the other.

    Only items that their source calls switchable, and, where it says nothing, items whose candidates are two names of
    the same gender.
    """

    def exchange(entry: Entry) -> ChangedEntry | Message:
        question = question_of(entry)
        notes = entry.annotations if isinstance(entry, Item) else Annotations()
        if len(question.candidates) != 2:
            return message("collection-skipped-not-two")
        if question.language not in LANGUAGES.names():
            return message("collection-skipped-no-rules", language=question.language)
        if notes.switchable is False:
            return message("collection-skipped-not-switchable")
        if any(candidate.text.casefold() in (question.prompt or "").casefold() for candidate in question.candidates):
            return message("collection-skipped-named-in-prompt")
        language = LANGUAGES.get(question.language)
        one, other = (language.concord(candidate.text) for candidate in question.candidates)
        like_names = one.is_name and other.is_name and one.gender == other.gender is not None
        if not notes.switchable and not like_names:
            return message("collection-skipped-no-like-names")
        switched = _by_places(question, language)
        if switched is None and notes.switched:
            switched = _as_written(question, notes.switched, language)
        return message("collection-skipped-no-places") if switched is None else with_question(entry, switched, (1, 0))

    return changed_by(collection, WordingChange.EXCHANGE, exchange)


def _by_places(question: Question, language: Language) -> Question | None:
    """The question with the candidates exchanged where they stand."""
    first, second = (_sole_place(question.text, candidate, language) for candidate in question.candidates)
    if first is None or second is None or not (first.end <= second.start or second.end <= first.start):
        return None
    parts: list[_Part] = []
    for candidate, span in zip(question.candidates, (first, second), strict=True):
        # It begins with a name, or with the article or determiner before one (le Dr. Martin).
        concord = language.concord(candidate.text)
        after_article = any(sign.startswith("determiner") for sign in concord.evidence)
        parts.append(_Part(span, concord.is_name and not after_article and candidate.text[:1].isupper()))
    exchanges = []
    for part, there in (parts[::-1], parts):
        words = part.span.of(question.text)
        if _begins(question.text, there, language):
            words = words[:1].upper() + words[1:]
        elif _begins(question.text, part, language) and not part.own_capital:
            words = words[:1].lower() + words[1:]
        exchanges.append(fitted_exchange(question.text, there.span, words, language.code))
    whole = [exchange for exchange in exchanges if exchange is not None]
    if len(whole) < 2:
        return None
    bare = [replace(candidate, span=None) for candidate in question.candidates]
    return replace(question_with(question, whole, bare), readings=())


def _as_written(question: Question, switched: str, language: Language) -> Question | None:
    """The question with the source's own switched sentence, if it is the same but for the candidates' places."""
    try:
        plain = parse_marks(switched).expand(0)
    except FormatError:
        return None
    before = [_sole_place(question.text, candidate, language) for candidate in question.candidates]
    after = [_sole_place(plain.text, candidate, language) for candidate in question.candidates]
    places = [span.start for span in (*before, *after) if span is not None]
    same_words = sorted(_WORD.findall(question.text.lower())) == sorted(_WORD.findall(plain.text.lower()))
    if len(places) < 4 or len(plain.anaphors) != 1 or not same_words:
        return None
    if (places[0] < places[1]) == (places[2] < places[3]):
        return None
    bare = tuple(replace(candidate, span=None) for candidate in question.candidates)
    return replace(question, text=plain.text, anaphor=plain.anaphors[0], candidates=bare, cues=(), readings=())


def _sole_place(text: str, candidate: Candidate, language: Language) -> Span | None:
    """Where a candidate stands, if in one place only, word for word, and not as a part of a longer name."""
    if candidate.span and candidate.span.of(text).casefold() == candidate.text.casefold():
        return candidate.span
    places = language.find(candidate.text, text)
    if len(places) != 1 or places[0].by is not FoundBy.FORM:
        return None
    span = places[0].span
    part = _has_name_before(text[: span.start]) or _CAPITAL_AFTER.match(text[span.end :])
    return None if part and candidate.text[:1].isupper() else span


def _has_name_before(text: str) -> bool:
    """Whether a text ends with a capitalised word, or several that points join, and a space or hyphen behind it."""
    if not text.endswith((" ", "-")):
        return False
    run = _JOINED.match(text[-2::-1])  # from its end
    start = len(text) - 1 - (run.end() if run else 0)
    return _CAPITAL_BEFORE.search(text, start, len(text) - 1) is not None


class _Part(NamedTuple):
    """A candidate where it stands."""

    span: Span
    own_capital: bool
    """Whether its first word has a capital wherever it stands."""


def _begins(text: str, part: _Part, language: Language) -> bool:
    """Whether a sentence begins there, or a quotation whose first word has a capital for no other reason."""
    before = [
        text[sentence.start : part.span.start]
        for sentence in language.sentences(text)
        if sentence.start <= part.span.start
    ]
    if not (before or [text])[-1].strip(_OPENING):
        return True
    quoted = text[: part.span.start].rstrip()[-1:] in _BEFORE_QUOTATION
    return quoted and part.span.of(text)[:1].isupper() and not part.own_capital


def frequent_names(language: str) -> Mapping[Gender, tuple[str, ...]]:
    """First names in common use by gender; none for a language that has no list."""
    rules = _installed_rules(language)
    return rules.frequent_names() if rules and rules.frequent_names else {}


_NAME = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def exchange_names(collection: Collection, seed: int = 0) -> Perturbed:
    """The collection with other first names of the same gender; all items of a schema get the same ones.

    A French name is exchanged for one before which words elide alike (d'Anne, d'Élise), so that the text stays French.
    """
    rng = np.random.default_rng(seed)
    chosen: dict[str, dict[str, str] | Message] = {}
    for part in collection.parts:
        names = _names_for([question_of(entry) for entry in part.entries], rng)
        chosen |= {entry.id: names for entry in part.entries}

    def rename(entry: Entry) -> ChangedEntry | Message:
        question = question_of(entry)
        names = chosen[question.id]
        if isinstance(names, Message):
            return names

        def renamed(text: str) -> str:
            return _NAME.sub(lambda name: names.get(name[0], name[0]), text)

        called = [match for match in _NAME.finditer(question.text) if match[0] in names]
        exchanges = [Exchange(Span(start=match.start(), end=match.end()), names[match[0]]) for match in called]
        candidates = [replace(candidate, text=renamed(candidate.text)) for candidate in question.candidates]
        renamed_question = replace(
            question_with(question, exchanges, candidates),
            prompt=question.prompt and renamed(question.prompt),
            readings=tuple(reading and renamed(reading) for reading in question.readings),
        )
        return with_question(entry, renamed_question, range(len(candidates)))

    return changed_by(collection, WordingChange.NAMES, rename, seed=seed)


def _names_for(questions: Sequence[Question], rng: np.random.Generator) -> dict[str, str] | Message:
    """New names for all first names among the candidates of a schema, or why there are none."""
    language = questions[0].language
    pool, rules = frequent_names(language), _installed_rules(language)
    if not pool or rules is None:
        return message("collection-skipped-no-names", language=language)
    texts = [
        text
        for question in questions
        for text in (question.text, question.prompt or "", *(r for r in question.readings if r))
    ]
    whole = "\n".join(texts)
    old: dict[str, None] = {}
    for text in [candidate.text for question in questions for candidate in question.candidates]:
        concord = rules.concord(text)
        called = [word for word in _NAME.findall(text) if f"first name {word}" in concord.evidence]
        titled = any(sign.startswith("title") for sign in concord.evidence)
        if concord.is_name and not called and not titled:  # perhaps no person
            return message("collection-skipped-no-person", name=text)
        old |= dict.fromkeys(called)
    used = {plain_letters(word) for word in _NAME.findall(whole)}
    new: dict[str, str] = {}
    for name in old:
        gender = rules.first_name_gender(name) if rules.first_name_gender else None
        if gender is None:
            return message("collection-skipped-any-gender", name=name)
        # James' books: the new name would need its s.
        if name.endswith("s") and re.search(rf"\b{re.escape(name)}[’'](?!s\b)", whole):
            return message("collection-skipped-possessive", name=name)
        free = [other for other in pool[gender] if plain_letters(other) not in used]
        fits = [other for other in free if rules.begin_alike is None or rules.begin_alike(other, name)]
        if not fits:
            return message("collection-skipped-no-name-left", name=name)
        new[name] = fits[int(rng.integers(len(fits)))]
        used.add(plain_letters(new[name]))
    return new or message("collection-skipped-no-first-name")


@act(PerturbSettings)
def perturb(source: str | Path | Collection | MemoryTable, settings: PerturbSettings) -> Perturbed:
    """The collection asked otherwise, with the way back; scoring then says how steady a respondent is.

    `how`: the candidates in the opposite `order`; `exchange`d in the text, so that the answer follows them; people
    under other `names`, drawn with `seed`; or a `paraphrase`. The `wordings` of a paraphrase are a table with the
    columns item, text (its anaphor in `[…]`) and perhaps prompt, as a file or in memory, or texts by item. The source
    is whatever `load` takes, with its settings. With `output` the collection is written there, and the way back
    beside it.

    >>> perturb("anaphor-fr", how="order").collection.name
    'anaphor-fr~order'
    """
    output, wordings, seed = settings.output, settings.wordings, settings.seed
    change = member_of(WordingChange, settings.how, "how")
    if output is not None:
        refuse_overwriting(source, Path(output), "collection-overwritten")
    collection = load(source, **group_of(LoadSettings, settings))
    if (change is WordingChange.PARAPHRASE) != (wordings is not None):
        raise InputError("collection-wordings-of-paraphrase")
    if wordings is not None:
        perturbed = paraphrase(collection, _wordings(wordings))
    elif change is WordingChange.NAMES:
        perturbed = exchange_names(collection, seed)
    else:
        perturbed = switch_order(collection) if change is WordingChange.ORDER else exchange_candidates(collection)
    if output is None:
        return perturbed
    save(perturbed.collection, output)
    return replace(perturbed, output=Path(output), origins_file=write_origins(perturbed, Path(output)))


def _wordings(source: Any) -> Wordings:
    """Other wordings by item, from texts by item or from a table."""
    wordings: dict[str, list[Paraphrase]] = {}
    if isinstance(source, Mapping) and not {"item", "text"} <= source.keys():
        for item, texts in source.items():
            listed = [texts] if isinstance(texts, str) else texts
            wordings[item] = [Paraphrase(text=wording) if isinstance(wording, str) else wording for wording in listed]
        return wordings
    table = read_source(Path(source)) if is_path(source) else table_source(source, "wordings")
    for row in comma_rows(table):
        item, text = row.name("item"), row.optional_text("text")
        if not item or not text:
            raise row.source.error("collection-no-wording", line=row.line)
        wordings.setdefault(item, []).append(Paraphrase(text=text, prompt=row.optional_text("prompt")))
    if not wordings:  # below the header stand empty rows, if any
        raise table.error("collection-no-wording", line=2)
    return wordings
