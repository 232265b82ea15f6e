"""Causal models behind an endpoint: `/completions` gives a text back with the log-probability of each of its tokens.

What is scored is what a model on this machine scores (`causal:`), so the scores are the same where the models are. The
endpoint must know `echo` and `logprobs`, as vLLM, llama-cpp-python and the older services do.
"""

import os
import threading
import time
from collections.abc import Callable, Sequence

from anaphor.answer import Abstention, AbstentionReason, Answer
from anaphor.errors import InputError
from anaphor.provenance import Signature
from anaphor.resolver.chat.client import ECHO, Endpoint, NoCompletion, address, complete, key_of
from anaphor.resolver.chat.remote import RemoteResolver
from anaphor.resolver.protocol import (
    LONGEST_WAIT_S,
    TRACED_TOKENS,
    Resolver,
    Spec,
    TracedAnswer,
    abstain,
    choose,
)
from anaphor.resolver.sentences import NOTHING_FOLLOWS, SentencePolicy, candidate_sentences, policy_of
from anaphor.resolver.transformers.preparing import Norm, Score, Tokens, scored_span
from anaphor.schema import Question, Span
from anaphor.text import message

_NOISE = 1e-4
_NORMS = [norm.value for norm in Norm if norm is not Norm.PMI]


class EndpointResolver(RemoteResolver):
    """A causal model behind an address, which scores the sentence of each candidate."""

    def __init__(self, endpoint: Endpoint, spec: Spec) -> None:
        self.endpoint, self.model = endpoint, spec.needed(message("resolver-needs-model-name"))
        self.score = Score(spec.setting("score", Score.AUTO, tuple(Score)))
        self.norm = Norm(spec.setting("norm", Norm.NONE, _NORMS))
        self.policy = policy_of(spec, SentencePolicy.WHOLE)
        self.margin = spec.number("margin", 0.0, at_least=0)
        self.concurrency = spec.whole("concurrency", 4, at_least=1, at_most=256)

    @property
    def name(self) -> str:
        norm = "" if self.norm is Norm.NONE else f"/{self.norm.value}"
        return f"{self.model.rstrip('/').rpartition('/')[2]} {self.score.value}{norm}"

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
        return lambda one: self._answer(one, stop)

    def _answer(self, question: Question, stop: threading.Event) -> Answer:
        begun, found = time.monotonic(), candidate_sentences(question, self.policy)
        if isinstance(found, Abstention):
            return abstain(self.name, question, found)
        score = self.score
        if score is Score.AUTO:
            score = Score.PARTIAL if found.has_suffix else Score.FULL
        if score is Score.PARTIAL and not found.has_suffix:
            return abstain(self.name, question, NOTHING_FOLLOWS)
        scores, traces = [], []
        for number, sentence in enumerate(found.sentences):
            body = {"model": self.model, "prompt": sentence.text, "max_tokens": 1, "temperature": 0}
            heard = complete(self.endpoint, {**body, "echo": True, "logprobs": 1}, stop, path=ECHO)
            if isinstance(heard, NoCompletion):
                return abstain(self.name, question, heard.reason, heard.detail)
            span = scored_span(found, number, score)
            total, count = _total(heard.tokens, len(sentence.text), span)
            if not count:
                detail = "The endpoint gives no log-probability of what is scored."
                return abstain(self.name, question, AbstentionReason.UNREADABLE, detail)
            part = span.of(sentence.text)
            scored = Tokens(ids=(), offsets=(), words=(), first=0, end=count, part=part)
            scores.append(round(scored.normalised(total, self.norm), 6))
            traces.append(sentence.trace(scored=part, **{TRACED_TOKENS: count}))
        return TracedAnswer(
            respondent=self.name,
            question=question.id,
            reply=choose(scores, margin=self.margin, tie=_NOISE),
            scores=tuple(scores),
            seconds=round(time.monotonic() - begun, 3),
            trace={"norm": self.norm.value, "aligned": found.aligned, "several": found.several},
            candidate_traces=tuple(traces),
        )


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
    spec.allow("url", "key", "timeout", "retries", "backoff", "concurrency", "score", "norm", "sentences", "margin")
    url = spec.setting("url", os.environ.get("OPENAI_BASE_URL", ""))
    if not url:
        raise InputError("resolver-chat-no-endpoint")
    endpoint = Endpoint(
        url=address(url),
        key_variable=spec.setting("key", "OPENAI_API_KEY"),
        timeout=spec.number("timeout", 60.0, at_least=0.001, at_most=LONGEST_WAIT_S),
        retries=spec.whole("retries", 5, at_least=0, at_most=1000),
        backoff=spec.number("backoff", 1.0, at_least=0.0, at_most=LONGEST_WAIT_S),
        stream=False,
    )
    key_of(endpoint)
    return EndpointResolver(endpoint, spec)
