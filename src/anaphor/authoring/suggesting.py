"""The other half of a schema: words that would flip the answer, the most promising first; nothing is ever saved."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from anaphor.answer import Answer
from anaphor.authoring.alternates import Alternates, alternates_of
from anaphor.authoring.company import place_of
from anaphor.authoring.settings import SuggestSettings
from anaphor.collection import Compared, LoadSettings, load
from anaphor.errors import InputError, UnknownNameError
from anaphor.language import LANGUAGES, NoReading, read_all
from anaphor.parameters import act, group_of
from anaphor.provenance import plain
from anaphor.resolver import MaskedResolver, Resolver, make
from anaphor.result import Result
from anaphor.schema import Collection, Item, Mark, Problem, Question, Schema, Span
from anaphor.text import text

_ASKED = 50
"""Words that a model is asked about."""
_BITS = 1.4426950408889634
"""Bits of a natural logarithm's unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A word in the place of the special word that may flip the answer: for a person to judge, not to be trusted."""

    item: str
    """Id of the item whose special word it would replace."""
    cue: str
    """That special word."""
    word: str
    text: str
    """The sentence with the word in it."""
    answer: str
    """The candidate that the word should make right."""
    readings: tuple[str | None, ...]
    """The sentence with each candidate for the anaphor; None where there is no reading."""
    opposite: bool
    """Whether the word is known as an opposite of the special word."""
    towards: float
    """Bits by which it attracts that candidate more than the right one; 0 also where neither is listed."""
    likely: float
    """Logarithm to the base 2 of its probability at that place, by the shipped LSTM, or by a masked model if asked."""
    flip: float | None = None
    """By how much a model leans more to that candidate than it does with the special word, in the model's own score."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Suggestions(Result):
    """Suggested words for the special words of a collection; nothing of it is saved."""

    collection: Collection
    suggestions: tuple[Suggestion, ...]
    """Item by item, the most promising first."""
    without: tuple[str, ...]
    """Ids of the items for which nothing can be suggested: no key, no special word, or a language without a model."""

    def to_dict(self) -> dict[str, Any]:
        """The document that `collection suggest --json` prints."""
        rows = [plain(suggestion) for suggestion in self.suggestions]
        return {"collection": self.collection.name, "suggestions": rows, "without": list(self.without)}


@act(SuggestSettings)
def suggest(source: Compared, settings: SuggestSettings) -> Suggestions:
    """Words that could be the alternate of each special word, with the sentences that they make.

    The source is a collection, or whatever `load` takes, with its settings; `id` is that of a schema, a problem or an
    item, all where it is not given. `word` names the special word where the file does not mark it. The figures come
    from the shipped table of pairs, a list of opposites and the shipped LSTM. `model` is a resolver that scores
    readings: `masked:FOLDER` also says how well each word fits between what stands on either side; another
    (`causal:FOLDER`, `lstm`) ranks the first fifty anew by how much each word makes it lean to the other candidate.
    Whether a word really flips the answer is for people to say.

    >>> [each.word for each in suggest("anaphor-fr", "plafond.1", most=2).suggestions]
    ['plancher', 'sol']
    """
    wanted, most, word, model = settings.id, settings.most, settings.word, settings.model
    if most < 1:
        raise InputError("authoring-most", most=most)
    collection = load(source, **group_of(LoadSettings, settings))
    parts = chosen_parts(collection, wanted)
    if word is not None and len(parts) != 1:
        raise InputError("authoring-word-of-one", word=word)
    resolver = None if model is None else make(model)
    suggestions: list[Suggestion] = []
    without = []
    for part in parts:
        for entry in part.entries:
            if wanted not in (None, part.id, entry.id):
                continue
            ranked = (
                list(suggestions_for(entry, most=most, word=word, model=resolver)) if isinstance(entry, Item) else []
            )
            suggestions += ranked
            without += [] if ranked else [entry.id]
    if word is not None and not suggestions:
        raise InputError("authoring-no-such-word", word=word, id=parts[0].id)
    return Suggestions(collection=collection, suggestions=tuple(suggestions), without=tuple(without))


def chosen_parts(collection: Collection, id: str | None) -> list[Schema | Problem]:
    """The schemas and problems that are meant: all, or the one of an id, its own or that of one of its items."""
    parts = [part for part in collection.parts if id is None or id in (part.id, *(entry.id for entry in part.entries))]
    if id is not None and not parts:
        raise UnknownNameError(text("authoring-word-item"), id, [part.id for part in collection.parts])
    return parts


def suggestions_for(
    item: Item, *, most: int = 10, word: str | None = None, model: Resolver | None = None
) -> Iterator[Suggestion]:
    """The words that could be the alternate of an item's special word, the most promising first."""
    question, key = item.question, item.key
    if not isinstance(key, int) or question.language not in LANGUAGES.names() or len(question.candidates) < 2:
        return
    place = place_of(LANGUAGES.get(question.language), question, word)
    filling = model if isinstance(model, MaskedResolver) else None
    alternates = alternates_of(question, key, place, filling) if place else None
    if alternates is None:
        return
    ranked, flips = alternates.ranked(), dict[int, float]()
    if model is not None and filling is None:
        first, scores = ranked[: max(most, _ASKED)], alternates.scores
        flips = dict(zip(first, _flips(question, key, alternates, first, model), strict=True))
        ranked = sorted(first, key=lambda number: -scores[number] - flips[number])
    for number in ranked[:most]:
        yield _suggestion(question, key, alternates, number, flips.get(number))


def _flips(
    question: Question, key: int, alternates: Alternates, numbers: Sequence[int], model: Resolver
) -> Iterator[float]:
    """By how much a model leans more to another candidate with each word than with the special word."""
    changed = [with_word(question, alternates.place, alternates.words[number]) for number in numbers]
    named = [replace(wording, id=f"{question.id}-{number}") for number, wording in enumerate([question, *changed])]

    def lean(answer: Answer) -> float:
        others = [score for at, score in enumerate(answer.scores) if at != key and score is not None]
        right = answer.scores[key] if others else None
        return max(others) - right if right is not None else 0.0

    before, *after = map(lean, model.resolve(named))
    return (leaning - before for leaning in after)


def _suggestion(question: Question, key: int, alternates: Alternates, number: int, flip: float | None) -> Suggestion:
    place, figures = alternates.place, alternates.figures[number]
    changed = with_word(question, place, alternates.words[number])
    return Suggestion(
        item=question.id,
        cue=place.of(question.text),
        word=alternates.words[number],
        text=changed.text,
        answer=next(candidate.text for at, candidate in enumerate(question.candidates) if at != key),
        readings=tuple(None if isinstance(reading, NoReading) else reading.text for reading in read_all(changed)),
        opposite=bool(figures[0]),
        towards=round(float(figures[4]), 2),
        likely=round(float(figures[alternates.best_likely]) * _BITS, 2),
        flip=None if flip is None else round(flip, 2),
    )


def with_word(question: Question, place: Span, word: str) -> Question:
    """A question with another word at a place of its text; what is marked behind it moves along."""
    old, text = place.of(question.text), question.text
    written = word[:1].upper() + word[1:] if old[:1].isupper() and not word[:1].isupper() else word
    shift = len(written) - len(old)

    def moved(at: int) -> int:
        return at + shift if at >= place.end else at

    mark = question.anaphor
    if isinstance(mark, Mark):
        mark = replace(mark, start=moved(mark.start), end=moved(mark.end))
    cues = tuple(Span(start=moved(cue.start), end=moved(cue.end)) for cue in question.cues)
    candidates = tuple(replace(candidate, span=None) for candidate in question.candidates)
    text = text[: place.start] + written + text[place.end :]
    return replace(question, text=text, anaphor=mark, cues=cues, candidates=candidates, readings=())
