"""Chat models over any OpenAI-compatible endpoint.

Candidates are lettered; which of them is A is drawn from a hash of the question, or both orders are asked and must
agree. What cannot be read as one of the letters is an abstention, and so is what did not come back.
"""

import hashlib
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice, Reply
from anaphor.errors import AnaphorError, InputError
from anaphor.provenance import Signature
from anaphor.resolver.asking import limit_failures
from anaphor.resolver.chat.budget import Price, Purse, Reservation
from anaphor.resolver.chat.client import Completion, Endpoint, NoCompletion, address, complete, key_of, without_key
from anaphor.resolver.chat.prompt import ChatPrompt, prompt_in, read_prompt, read_reply
from anaphor.resolver.choosing import abstain
from anaphor.resolver.protocol import LONGEST_WAIT_S, Resolver, Spec, TracedAnswer
from anaphor.schema import Mark, Question
from anaphor.text import message

Thing = TypeVar("Thing")
Result = TypeVar("Result")

_AHEAD = 4
"""How many rounds of all workers the work may run ahead of its reader."""
_MOST_FAILURES = 5
"""So many questions in a row without a reply: the run stops instead of filling with failures."""
_LONGEST_SAID = 500
_PASSING = frozenset({AbstentionReason.FAILED, AbstentionReason.TIMEOUT})


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatSettings:
    """How a chat model is asked."""

    model: str
    """The model's name at the endpoint."""
    parameters: tuple[tuple[str, float | int], ...]
    """What goes into each request beside the messages: temperature, the limit of tokens, the seed."""
    both_orders: bool
    """Whether each question is asked in both orders of its candidates."""
    prompt: ChatPrompt | None
    """The user's own prompt; None: the package's, in the question's language."""
    concurrency: int
    """How many requests are under way at once."""
    price: Price
    """What tokens cost."""
    budget: float | None
    """What the requests of one start may cost in all; one that could exceed it is not sent."""

    @property
    def longest_reply(self) -> int:
        """The most tokens that a reply may have; 0 where there is no limit."""
        given = dict(self.parameters)
        return int(given.get("max_completion_tokens", given.get("max_tokens", 0)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatResolver:
    """A chat model that is asked for a letter."""

    endpoint: Endpoint
    """Where it is asked."""
    settings: ChatSettings
    """How it is asked."""

    @property
    def name(self) -> str:
        return f"chat({self.settings.model.rstrip('/').rpartition('/')[2]})"

    @property
    def signature(self) -> Signature:
        """Everything that could change an answer; the key is no part of it."""
        own = self.settings.prompt
        embedded = {code: prompt.fingerprint for code in ("en", "fr") if (prompt := prompt_in(code))}
        prompts = own.fingerprint if own else ",".join(f"{code}#{digest}" for code, digest in embedded.items())
        return Signature.of(
            resolver="chat",
            model=self.settings.model,
            url=self.endpoint.url,
            prompt=prompts,
            orders="both" if self.settings.both_orders else "hash",
            **dict(self.settings.parameters),
        )

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The model's answers; several questions are under way at once, their answers come in order."""
        stop, purse = threading.Event(), Purse(self.settings.budget)
        given = in_order(lambda one: self._answer(one, stop, purse), questions, self.settings.concurrency, stop)
        return limit_failures(given, _has_failed, _MOST_FAILURES, self._hopeless)

    def as_they_come(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The model's answers, each as soon as it is there; when the run must stop, those under way still come."""
        stop, purse = threading.Event(), Purse(self.settings.budget)
        given = as_they_come(lambda one: self._answer(one, stop, purse), questions, self.settings.concurrency, stop)
        return limit_failures(given, _has_failed, _MOST_FAILURES, self._hopeless, stop.set)

    def _hopeless(self, answer: Answer, failures: int) -> AnaphorError:
        detail = answer.reply.detail if isinstance(answer.reply, Abstention) else None
        return AnaphorError("resolver-chat-failures", url=self.endpoint.url, count=failures, detail=str(detail))

    def _answer(self, question: Question, stop: threading.Event, purse: Purse) -> Answer:
        prompt = self.settings.prompt or prompt_in(question.language) or prompt_in("en")
        if prompt is None or (not isinstance(question.anaphor, Mark) and question.prompt is None):
            detail = "The anaphor has no place, and nothing else says what is asked."
            return abstain(self.name, question, AbstentionReason.ATYPICAL, detail)
        order = drawn_order(question)
        orders = [order, order[::-1]] if self.settings.both_orders else [order]
        asked = [_Request(order=each, messages=prompt.messages(question, each)) for each in orders]
        worst = sum(self._worst(each) for each in asked)
        reserved = purse.reserve(worst)
        if reserved is None:
            code = "resolver-chat-budget-spent" if purse.spent else "resolver-chat-budget-small"
            raise AnaphorError(code, budget=float(self.settings.budget or 0), worst=worst, spent=purse.spent)
        began = time.monotonic()
        try:
            heard = [self._ask(question, prompt, each, stop, reserved) for each in asked]
        finally:
            reserved.settle()
        return replace(self._judged(question, orders, heard), seconds=round(time.monotonic() - began, 3))

    def _worst(self, request: "_Request") -> float:
        return self.settings.price.at_most(request.messages, self.settings.longest_reply)

    def _ask(
        self, question: Question, prompt: ChatPrompt, request: "_Request", stop: threading.Event, reserved: Reservation
    ) -> tuple[Reply, Completion | NoCompletion]:
        """The reply, its choice an index of the question, and what came back."""
        body = {"model": self.settings.model, "messages": request.messages, **dict(self.settings.parameters)}
        worst = self._worst(request)
        heard = complete(self.endpoint, body, stop, lambda: reserved.more(worst))
        if isinstance(heard, NoCompletion):
            reserved.pay(heard.lost * worst)
            return Abstention(reason=heard.reason, detail=heard.detail), heard
        # The worst case where the endpoint does not count tokens.
        paid = self.settings.price.of(heard.usage) if "prompt_tokens" in heard.usage else worst
        reserved.pay(heard.lost * worst + paid)
        if heard.refusal:
            detail = without_key(self.endpoint, heard.refusal)[:200]
            return Abstention(reason=AbstentionReason.DECLINED, detail=detail), heard
        texts = [question.candidates[index].text for index in request.order]
        reply = read_reply(heard.text, prompt, texts, quoted=without_key(self.endpoint, heard.text))
        return (Choice(candidate=request.order[reply.candidate]) if isinstance(reply, Choice) else reply), heard

    def _judged(
        self,
        question: Question,
        orders: Sequence[Sequence[int]],
        heard: Sequence[tuple[Reply, Completion | NoCompletion]],
    ) -> TracedAnswer:
        """The answer that follows from the replies; the trace has the model's words, the tokens, tries and cost."""
        replies = [reply for reply, _ in heard]
        choices = [reply.candidate for reply in replies if isinstance(reply, Choice)]
        scores = tuple(choices.count(index) / len(replies) for index in range(len(question.candidates)))
        shown = [[question.candidates[index].text for index in order] for order in orders]
        came = [each for _, each in heard if isinstance(each, Completion)]
        usage: dict[str, float] = {"tries": sum(each.tries for _, each in heard if isinstance(each, NoCompletion))}
        for each in came:
            for name, number in each.usage.items():
                usage[name] = usage.get(name, 0) + number
        if self.settings.price != Price():
            usage["cost"] = self.settings.price.of(usage)
        models = sorted({each.model for each in came if each.model})
        return TracedAnswer(
            respondent=self.name,
            question=question.id,
            reply=agreed(replies),
            scores=scores if len(replies) > 1 and choices else (),
            trace={
                "said": [without_key(self.endpoint, each.text)[:_LONGEST_SAID] for each in came],
                "model": without_key(self.endpoint, models[0]) if models else "",
                "usage": usage,
                "shown": shown,
            },
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Request:
    """One way to ask a question."""

    order: tuple[int, ...]
    """The candidates' indices in the order in which they are lettered."""
    messages: list[dict[str, str]]
    """What is said to the model."""


def agreed(replies: Sequence[Reply]) -> Reply:
    """The one choice that all replies make; the first abstention, or a tie where the choices differ."""
    first = next((reply for reply in replies if isinstance(reply, Abstention)), None)
    if first:
        return first
    if len(set(replies)) > 1:
        return Abstention(reason=AbstentionReason.TIE, detail="the choice changes with the order of the candidates")
    return replies[0]


def drawn_order(question: Question) -> tuple[int, ...]:
    """The candidates' indices in the order in which they are lettered: drawn from a hash of their words and the text.

    The letter of the right answer is so balanced over a collection and is not tied to how the source lists candidates.
    """
    keys = [f"letters\0{question.text}\0{candidate.text}" for candidate in question.candidates]
    hashes = [hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest() for key in keys]
    return tuple(sorted(range(len(keys)), key=lambda index: (hashes[index], index)))


def _has_failed(answer: Answer) -> bool:
    return isinstance(answer.reply, Abstention) and answer.reply.reason in _PASSING


def in_order(
    work: Callable[[Thing], Result], things: Sequence[Thing], workers: int, stop: threading.Event
) -> Iterator[Result]:
    """The results of the work on each thing, in order, several under way at once; `stop` is set when this ends.

    >>> list(in_order(lambda n: n * n, [1, 2, 3], 2, threading.Event()))
    [1, 4, 9]
    """
    known: dict[int, Result] = {}
    wanted = 0
    for number, result in _numbered(work, things, workers, stop):
        known[number] = result
        while wanted in known:
            yield known.pop(wanted)
            wanted += 1


def as_they_come(
    work: Callable[[Thing], Result], things: Sequence[Thing], workers: int, stop: threading.Event
) -> Iterator[Result]:
    """The results of the work on each thing, each as soon as it is there, several under way at once.

    >>> sorted(as_they_come(lambda n: n * n, [1, 2, 3], 2, threading.Event()))
    [1, 4, 9]
    """
    return (result for _, result in _numbered(work, things, workers, stop))


def _numbered(
    work: Callable[[Thing], Result], things: Sequence[Thing], workers: int, stop: threading.Event
) -> Iterator[tuple[int, Result]]:
    """Numbers and results as they come, from threads that end with the program: an executor's would hold it back.

    The first error, a `stop` that someone sets, or Ctrl-C ends the taking of things; what is under way then is waited
    for and its results still come, so that nothing that was paid for is lost. The error is raised behind them. A second
    Ctrl-C waits for nothing.
    """
    todo, one_at_a_time = enumerate(things), threading.Lock()
    room = threading.Semaphore(workers * _AHEAD)
    done: SimpleQueue[tuple[int, Result] | BaseException | None] = SimpleQueue()

    def serve() -> None:
        while room.acquire():
            with one_at_a_time:
                taken = None if stop.is_set() else next(todo, None)
            if taken is None:
                break
            try:
                done.put((taken[0], work(taken[1])))
            except BaseException as error:  # handed to the reader, who raises it
                done.put(error)
        room.release()  # for the next one, who finds nothing to do either
        done.put(None)

    busy = min(workers, len(things))
    for _ in range(busy):
        threading.Thread(target=serve, daemon=True).start()
    failure: BaseException | None = None
    try:
        while busy:
            try:
                found = done.get()
            except KeyboardInterrupt as interrupt:
                if failure is not None:
                    raise
                found = interrupt
            if found is None:
                busy -= 1
                continue
            room.release()
            if isinstance(found, BaseException):
                failure = failure or found
                stop.set()
            else:
                yield found
    finally:
        stop.set()
        room.release()
    if failure is not None:
        raise failure


def make_chat(spec: Spec) -> Resolver:
    """A chat model at an OpenAI-compatible endpoint."""
    asking = ("orders", "prompt", "temperature", "max_tokens", "max_completion_tokens", "seed")
    sending = ("url", "key", "concurrency", "timeout", "retries", "backoff", "stream")
    spec.allow(*sending, *asking, "price_in", "price_out", "budget")
    model = spec.needed(message("resolver-needs-model-name"))
    url = spec.setting("url", os.environ.get("OPENAI_BASE_URL", ""))
    if not url:
        raise InputError("resolver-chat-no-endpoint")
    endpoint = Endpoint(
        url=address(url),
        key_variable=spec.setting("key", "OPENAI_API_KEY"),
        timeout=spec.number("timeout", 60.0, at_least=0.001, at_most=LONGEST_WAIT_S),
        retries=spec.whole("retries", 5, at_least=0, at_most=1000),
        backoff=spec.number("backoff", 1.0, at_least=0.0, at_most=LONGEST_WAIT_S),
        stream=spec.flag("stream", False),
    )
    own = spec.settings.get("prompt")
    parameters: dict[str, float | int] = {}
    # `none` leaves a parameter out, for models that refuse it.
    if spec.settings.get("temperature") != "none":
        parameters["temperature"] = spec.number("temperature", 0.0, at_least=0.0)
    if "max_completion_tokens" in spec.settings:
        parameters["max_completion_tokens"] = spec.whole("max_completion_tokens", 0, at_least=1, at_most=10**9)
    elif spec.settings.get("max_tokens") != "none":
        parameters["max_tokens"] = spec.whole("max_tokens", 64, at_least=1, at_most=10**9)
    if "seed" in spec.settings:
        parameters["seed"] = spec.whole("seed", 0)
    settings = ChatSettings(
        model=model,
        parameters=tuple(parameters.items()),
        both_orders=spec.setting("orders", "hash", ("hash", "both")) == "both",
        prompt=read_prompt(Path(own)) if own else None,
        concurrency=spec.whole("concurrency", 4, at_least=1, at_most=256),
        price=Price(
            prompt=spec.number("price_in", 0.0, at_least=0.0, at_most=1e12),
            completion=spec.number("price_out", 0.0, at_least=0.0, at_most=1e12),
        ),
        budget=spec.number("budget", 0.0, at_least=0.0) if "budget" in spec.settings else None,
    )
    # A budget could not hold without prices, when nothing costs anything, or without a limit, when everything may.
    if settings.budget is not None and settings.price == Price():
        raise InputError("resolver-chat-no-prices")
    if settings.budget is not None and settings.price.completion and not settings.longest_reply:
        raise InputError("resolver-chat-no-limit")
    key_of(endpoint)  # one that cannot be sent is refused before anything is asked
    return ChatResolver(endpoint=endpoint, settings=settings)
