"""The candidate that meets the cue more often than chance would have it.

Co-occurrence is paper 1's test turned into a respondent. It needs the cue, the word in which an item differs from its
twin. It never looks at the twin: it takes the words that the collection marks in the question itself, and abstains
(`atypical`) where none is marked, where they hold no content word, or where the question is not about them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from anaphor.answer import AbstentionReason, Answer
from anaphor.corpus import SENTENCE, Counts, PairCount, Undefined, Within, measure_named
from anaphor.language import Cue, Language, candidate_lemmas, in_clause, lemma_at, own_cue
from anaphor.provenance import Signature
from anaphor.resolver.choosing import abstain, choose
from anaphor.resolver.protocol import Resolver, Spec, TracedAnswer
from anaphor.resolver.sentences import language_of
from anaphor.resolver.words.corpus_choice import CorpusChoice, corpus_of, counted, without_counts
from anaphor.schema import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class CooccurrenceResolver:
    """Chooses the candidate whose head has the highest association with the cue."""

    corpus: CorpusChoice
    """Where words are counted."""
    measure: str = "mi"
    """Name of the measure of association."""
    threshold: float = 0.0
    """How far the first must lead; paper 1 sweeps it from 0 to 4."""
    within: Within = SENTENCE
    """How near the words must stand."""
    any_shape: bool = False
    """Whether items are taken whose question is not about the cue."""

    @property
    def name(self) -> str:
        """Name in tables."""
        settings = [f"{self.measure}>={self.threshold:g}"] if self.threshold else [self.measure]
        return f"cooccurrence({', '.join([self.corpus.label, *settings])})"

    @property
    def signature(self) -> Signature:
        """The corpus, the measure, the window, the threshold and the shape asked for."""
        window = "sentence" if self.within.words is None else str(self.within.words)
        return Signature.of(
            resolver="cooccurrence",
            measure=self.measure,
            window=window,
            threshold=self.threshold,
            shape="any" if self.any_shape else "asked",
            **self.corpus.parts,
        )

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """One answer for each question."""
        for question in questions:
            yield self._answer(question)

    def _answer(self, question: Question) -> Answer:
        language, counts = language_of(question), self.corpus.of(question)
        if language is None or counts is None:
            return without_counts(self.name, question)
        cue = own_cue(language, question)
        if cue is None:
            detail = "No content word is marked in which the item differs from its twin."
            return abstain(self.name, question, AbstentionReason.ATYPICAL, detail)
        if not self.any_shape and not is_asked(language, question, cue):
            return abstain(self.name, question, AbstentionReason.ATYPICAL, "The question is not about the marked word.")
        return self._counted(question, counts, lemma_at(language, question.text, cue.head), language)

    def _counted(self, question: Question, counts: Counts, cue: str, language: Language) -> Answer:
        measure = measure_named(self.measure)
        words = candidate_lemmas(language, question)
        found = [counted(partial(counts.pair, word, cue, within=self.within)) for word in words]
        scores: list[float] = []
        for word, pair in zip(words, found, strict=True):
            if isinstance(pair, str):
                return abstain(self.name, question, AbstentionReason.UNKNOWN_WORDS, f"{word[:80]} and {cue}: {pair}")
            score = measure(pair)
            if isinstance(score, Undefined):
                return abstain(self.name, question, AbstentionReason.NO_COUNT, f"{word[:80]} and {cue}: {score.reason}")
            scores.append(score)
        pairs = [pair for pair in found if isinstance(pair, PairCount)]
        return self._chosen(
            question, scores, [_trace(pair, word, cue) for pair, word in zip(pairs, words, strict=True)]
        )

    def _chosen(self, question: Question, scores: list[float], traces: list[dict[str, object]]) -> Answer:
        reply = choose(scores, margin=self.threshold)
        return TracedAnswer(
            respondent=self.name,
            question=question.id,
            reply=reply,
            scores=tuple(scores),
            candidate_traces=tuple(traces),
        )


def _trace(pair: PairCount, word: str, cue: str) -> dict[str, object]:
    return {"pair": [word, cue], "a": pair.a, "b": pair.b, "both": pair.both, "total": pair.total}


def is_asked(language: Language, question: Question, cue: Cue) -> bool:
    """True where the question is about the cue, so that an answer contains it: the shape that paper 1 tests.

    The prompt names its lemma; without a prompt, the cue stands in the anaphor's clause.
    """
    if question.prompt is None:
        return in_clause(language, question, cue)
    head = cue.head.of(question.text)
    words = [token.text for token in language.tokens(question.prompt) if token.is_word]
    known = {language.lemma(word).casefold() for word in words} | {word.casefold() for word in words}
    return head.casefold() in known or language.lemma(head).casefold() in known


def make_cooccurrence(spec: Spec) -> Resolver:
    """The candidate that meets the cue most (`cooccurrence[:INDEX],threshold=2.5,measure=mi,window=5`)."""
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
