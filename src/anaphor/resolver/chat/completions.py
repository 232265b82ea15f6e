"""Causal models behind an endpoint: `/completions` gives a text back with the log-probability of each of its tokens.
The endpoint must know `echo` and `logprobs`, as vLLM, llama-cpp-python and the older services do."""

import threading
from collections.abc import Callable, Mapping, Sequence
from copy import copy

from anaphor.answer import Abstention, AbstentionReason, Answer
from anaphor.provenance import Signature
from anaphor.resolver.chat.client import ECHO, SENDING, NoCompletion, complete, endpoint_of
from anaphor.resolver.chat.remote import RemoteResolver
from anaphor.resolver.protocol import TRACED_TOKENS, Resolver, Spec
from anaphor.resolver.sentences import CandidateSentences, Scored
from anaphor.resolver.transformers.answering import Norm, PartResolver, Score, Tokens, part_of, scored_span
from anaphor.schema import Question, Span
from anaphor.text import message


class EndpointResolver(RemoteResolver, PartResolver):
    """A causal model behind an address, which scores the sentence of each candidate."""

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec, score=Score.AUTO, norms=[norm for norm in Norm if norm is not Norm.PMI])
        self.model = spec.needed(message("resolver-needs-model-name"))
        self.model_name = self.model.rstrip("/").rpartition("/")[2]
        self.endpoint, self.stop = endpoint_of(spec), threading.Event()
        self.concurrency = spec.whole("concurrency", 4, at_least=1, at_most=256)

    @property
    def signature(self) -> Signature:
        return Signature.of(
            resolver="causal",
            model=self.model,
            url=self.endpoint.url,
            score=self.score.value,
            norm=self.norm.value,
            sentences=self.policy.value,
            margin=self.margin or None,
        )

    def asker(self, stop: threading.Event) -> Callable[[Question], Answer]:
        asking = copy(self)
        asking.stop = stop
        return lambda question: next(PartResolver.resolve(asking, [question]))

    def scored(self, question: Question, sentences: CandidateSentences) -> Scored | Abstention:
        score = part_of(self.score, sentences)
        if isinstance(score, Abstention):
            return score
        scores: list[float] = []
        traces: list[Mapping[str, object]] = []
        for number, sentence in enumerate(sentences.sentences):
            body = {"model": self.model, "prompt": sentence.text, "max_tokens": 1, "temperature": 0}
            heard = complete(self.endpoint, {**body, "echo": True, "logprobs": 1}, self.stop, path=ECHO)
            if isinstance(heard, NoCompletion):
                return Abstention(reason=heard.reason, detail=heard.detail)
            span = scored_span(sentences, number, score)
            total, count = _total(heard.tokens, len(sentence.text), span)
            if not count:
                detail = "The endpoint gives no log-probability of what is scored."
                return Abstention(reason=AbstentionReason.UNREADABLE, detail=detail)
            part = span.of(sentence.text)
            scored = Tokens(ids=(), offsets=(), words=(), first=0, end=count, part=part)
            scores.append(round(scored.normalised(total, self.norm), 6))
            traces.append(sentence.trace(scored=part, **{TRACED_TOKENS: count}))
        return scores, self.trace(sentences), traces


def _total(tokens: Sequence[tuple[int, float | None]], length: int, span: Span) -> tuple[float, int]:
    """The sum over the tokens in a stretch of the text, and their number; what the model adds behind is left out.

    >>> _total([(0, None), (3, -1.0), (6, -0.5), (8, -9.0)], 8, Span(start=3, end=8))
    (-1.5, 2)
    """
    total, count = 0.0, 0
    ends = [start for start, _ in tokens[1:]] + [length]
    for (start, log), end in zip(tokens, ends, strict=True):
        # A token may be a part of a letter, and begin where the next one does.
        if log is not None and start < length and max(start, span.start) < min(max(end, start + 1), span.end):
            total, count = total + log, count + 1
    return total, count


def make_endpoint(spec: Spec) -> Resolver:
    """A causal model at an endpoint that gives log-probabilities."""
    spec.allow(*SENDING, "score", "norm", "sentences", "margin")
    return EndpointResolver(spec)
