"""Resolvers that only count words in a corpus: the more frequent candidate, and the one that meets the cue more often.

Co-occurrence is paper 1's test turned into a respondent. It needs the cue, the word in which an item differs from its
twin. It never looks at the twin: it takes the words that the collection marks in the question itself, and abstains
(`atypical`) where none is marked, where they hold no content word, or where the question is not about them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from anaphor.answer import AbstentionReason, Answer
from anaphor.corpus import (
    SENTENCE,
    Counts,
    PairCount,
    Undefined,
    Within,
    is_counts_file,
    measure_named,
    read_counts,
    shipped,
    shipped_languages,
)
from anaphor.errors import InputError
from anaphor.language import (
    Cue,
    Language,
    asked_as,
    candidate_lemmas,
    in_clause,
    is_closed,
    lemma_at,
    own_cue,
    shown_word,
)
from anaphor.provenance import Signature, fingerprint
from anaphor.resolver.protocol import Resolver, Spec, abstain, answer_from_scores
from anaphor.resolver.sentences import language_of
from anaphor.schema import Question

Number = TypeVar("Number", int, PairCount)


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusChoice:
    """Which counts answer for a question: one corpus, or what the package carries for each language."""

    own: Counts | None
    """The user's corpus; None: the package's counts."""

    def of(self, question: Question) -> Counts | None:
        if self.own is not None:
            return self.own if self.own.language == question.language else None
        return shipped(question.language) if question.language in shipped_languages() else None

    @property
    def label(self) -> str:
        return self.own.name if self.own else "shipped"

    @property
    def parts(self) -> dict[str, str]:
        if self.own is not None:
            return {"corpus": str(self.own.signature)}
        # The package's counts come from several corpora: their digits stand for the list, which the counts file holds.
        signatures = {code: str(shipped(code).signature) for code in shipped_languages()}
        return {f"corpus_{code}": f"shipped#{fingerprint(signature)}" for code, signature in signatures.items()}


def corpus_of(spec: Spec) -> CorpusChoice:
    """The counts that a spec names: an index, a file of counts, or nothing for what the package carries."""
    if spec.argument is None:
        return CorpusChoice(own=None)
    path = Path(spec.argument)
    if is_counts_file(path):
        return CorpusChoice(own=read_counts(path))
    from anaphor.corpus import open_index

    index = open_index(path)
    index.frequency("a")  # an index that cannot be asked at all says so here, not at every question
    return CorpusChoice(own=index)


def _counted(ask: Callable[[], Number | None]) -> Number | str:
    """What was counted; where it was not, or cannot be, why not: an emoji is no word, some indexes keep no text."""
    try:
        found = ask()
    except InputError as error:
        return error.what
    return "not counted in this corpus" if found is None else found


def _without_counts(name: str, question: Question) -> Answer:
    detail = f"There are no counts for the language {question.language[:20]!r}."
    return abstain(name, question, AbstentionReason.UNKNOWN_WORDS, detail)


@dataclass(frozen=True, slots=True, kw_only=True)
class FrequencyResolver:
    """Chooses the candidate whose head stands in more sentences of a corpus; only the answers are read."""

    corpus: CorpusChoice

    @property
    def name(self) -> str:
        return f"most_frequent({self.corpus.label})"

    @property
    def signature(self) -> Signature:
        return Signature.of(resolver="most_frequent", **self.corpus.parts)

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        for question in questions:
            language, counts = language_of(question), self.corpus.of(question)
            if language is None or counts is None:
                yield _without_counts(self.name, question)
                continue
            words = [asked_as(language, word) or word for word in candidate_lemmas(language, question)]
            found = [(word, _counted(partial(counts.frequency, word))) for word in words]
            missing = [f"{shown_word(word)[:80]}: {count}" for word, count in found if isinstance(count, str)]
            if missing:
                yield abstain(self.name, question, AbstentionReason.UNKNOWN_WORDS, missing[0])
            else:
                scores = [float(count) for _, count in found if not isinstance(count, str)]
                traces = tuple({"word": word} for word in words)
                yield answer_from_scores(self.name, question, scores, candidate_traces=traces)


@dataclass(frozen=True, slots=True, kw_only=True)
class CooccurrenceResolver:
    """Chooses the candidate whose head has the highest association with the cue."""

    corpus: CorpusChoice
    measure: str = "mi"
    threshold: float = 0.0
    """How far the first must lead; paper 1 sweeps it from 0 to 4."""
    within: Within = SENTENCE
    any_shape: bool = False
    """Whether items are taken whose question is not about the cue."""

    @property
    def name(self) -> str:
        measure = f"{self.measure}>={self.threshold:g}" if self.threshold else self.measure
        return f"cooccurrence({self.corpus.label}, {measure})"

    @property
    def signature(self) -> Signature:
        return Signature.of(
            resolver="cooccurrence",
            measure=self.measure,
            window="sentence" if self.within.words is None else str(self.within.words),
            threshold=self.threshold,
            shape="any" if self.any_shape else "asked",
            **self.corpus.parts,
        )

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        return (self._answer(question) for question in questions)

    def _answer(self, question: Question) -> Answer:
        language, counts = language_of(question), self.corpus.of(question)
        if language is None or counts is None:
            return _without_counts(self.name, question)
        cue = own_cue(language, question)
        if cue is None:
            detail = "No content word is marked in which the item differs from its twin."
            return abstain(self.name, question, AbstentionReason.ATYPICAL, detail)
        if not self.any_shape and not _is_asked(language, question, cue):
            return abstain(self.name, question, AbstentionReason.ATYPICAL, "The question is not about the marked word.")
        head, measure = lemma_at(language, question.text, cue.head), measure_named(self.measure)
        if is_closed(language, head):
            detail = "The marked word is a function word, which goes with everything."
            return abstain(self.name, question, AbstentionReason.ATYPICAL, detail)
        head = asked_as(language, head) or head
        scores: list[float] = []
        traces: list[dict[str, object]] = []
        for noun in candidate_lemmas(language, question):
            word = asked_as(language, noun) or noun
            pair = _counted(partial(counts.pair, word, head, within=self.within))
            both = f"{shown_word(word)[:80]} and {shown_word(head)}"
            if isinstance(pair, str):
                return abstain(self.name, question, AbstentionReason.UNKNOWN_WORDS, f"{both}: {pair}")
            score = measure(pair)
            if isinstance(score, Undefined):
                return abstain(self.name, question, AbstentionReason.NO_COUNT, f"{both}: {score.reason}")
            scores.append(score)
            traces.append({"pair": [word, head], "a": pair.a, "b": pair.b, "both": pair.both, "total": pair.total})
        return answer_from_scores(self.name, question, scores, margin=self.threshold, candidate_traces=tuple(traces))


def _is_asked(language: Language, question: Question, cue: Cue) -> bool:
    """True where the prompt names the cue, or without a prompt it stands in the anaphor's clause: paper 1's shape."""
    if question.prompt is None:
        return in_clause(language, question, cue)
    head = cue.head.of(question.text)
    words = [token.text for token in language.tokens(question.prompt) if token.is_word]
    known = {language.lemma(word).casefold() for word in words} | {word.casefold() for word in words}
    return head.casefold() in known or language.lemma(head).casefold() in known


def make_most_frequent(spec: Spec) -> Resolver:
    """The candidate that is more frequent in a corpus."""
    spec.allow()
    return FrequencyResolver(corpus=corpus_of(spec))


def make_cooccurrence(spec: Spec) -> Resolver:
    """The candidate that meets the cue most."""
    spec.allow("threshold", "measure", "window", "shape")
    measure = spec.setting("measure", "mi")
    measure_named(measure)
    words = spec.whole("window", 0, at_least=0)
    return CooccurrenceResolver(
        corpus=corpus_of(spec),
        measure=measure,
        threshold=spec.number("threshold", 0.0, at_least=0.0),
        within=Within(words=words) if words else SENTENCE,
        any_shape=spec.setting("shape", "asked", ("asked", "any")) == "any",
    )
