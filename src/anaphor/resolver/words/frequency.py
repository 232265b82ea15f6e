"""The candidate that is more frequent in a corpus: what remains of a question when only its answers are read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from anaphor.answer import AbstentionReason, Answer
from anaphor.language import candidate_lemmas
from anaphor.provenance import Signature
from anaphor.resolver.choosing import abstain, choose
from anaphor.resolver.protocol import Resolver, Spec, TracedAnswer
from anaphor.resolver.sentences import language_of
from anaphor.resolver.words.corpus_choice import CorpusChoice, corpus_of, counted, without_counts
from anaphor.schema import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class FrequencyResolver:
    """Chooses the candidate whose head stands in more sentences of a corpus."""

    corpus: CorpusChoice
    """Where words are counted."""

    @property
    def name(self) -> str:
        """Name in tables."""
        return f"most_frequent({self.corpus.label})"

    @property
    def signature(self) -> Signature:
        """The corpus."""
        return Signature.of(resolver="most_frequent", **self.corpus.parts)

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """One answer for each question."""
        for question in questions:
            yield self._answer(question)

    def _answer(self, question: Question) -> Answer:
        language, counts = language_of(question), self.corpus.of(question)
        if language is None or counts is None:
            return without_counts(self.name, question)
        words = candidate_lemmas(language, question)
        found = [counted(partial(counts.frequency, word)) for word in words]
        for word, count in zip(words, found, strict=True):
            if isinstance(count, str):
                return abstain(self.name, question, AbstentionReason.UNKNOWN_WORDS, f"{word[:80]}: {count}")
        scores = [float(count) for count in found if isinstance(count, int)]
        reply = choose(scores)
        return TracedAnswer(
            respondent=self.name,
            question=question.id,
            reply=reply,
            scores=tuple(scores),
            candidate_traces=tuple({"word": word} for word in words),
        )


def make_most_frequent(spec: Spec) -> Resolver:
    """The candidate that is more frequent in a corpus (`most_frequent[:INDEX]`)."""
    spec.allow()
    return FrequencyResolver(corpus=corpus_of(spec))
