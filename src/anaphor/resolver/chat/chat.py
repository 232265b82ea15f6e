"""Chat models over any OpenAI-compatible endpoint.

Candidates are lettered; which of them is A is drawn from a hash of the question, or both orders are asked and must
agree. What cannot be read as one of the letters is an abstention, and so is what did not come back.
"""

import os
import re
import threading
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from queue import SimpleQueue
from string import Template
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice, Reply
from anaphor.errors import AnaphorError, FormatError, InputError, Place
from anaphor.files import regular_bytes
from anaphor.provenance import Signature, fingerprint
from anaphor.resolver.asking import hashed_order, in_order, limit_failures
from anaphor.resolver.chat.client import (
    Completion,
    Endpoint,
    NoCompletion,
    Price,
    Purse,
    address,
    complete,
    key_of,
    without_key,
)
from anaphor.resolver.protocol import LONGEST_WAIT_S, Resolver, Spec, TracedAnswer, abstain, has_failed
from anaphor.schema import Mark, Question
from anaphor.text import message

Thing = TypeVar("Thing")
Result = TypeVar("Result")

_AHEAD = 4
"""How many rounds of all workers the work may run ahead of its reader."""
_MOST_FAILURES = 5
"""So many questions in a row without a reply: the run stops instead of filling with failures."""
_LONGEST_SAID = 500
Received = tuple[Reply, Completion | NoCompletion]
"""A reply, its choice an index of the question, and what came back."""


_STRICT = {"extra": "forbid"}
_LARGEST_PROMPT = 2**18
_THOUGHTS = re.compile(r"<(think|thinking|reasoning)>.*?(</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_DRESS = " \t\r\n*_`\"'“”«»‹›()[]{}.:;,!\u00a0\u202f"
"""What may stand around a letter without changing what it says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatPrompt:
    """The words in which a chat model is asked, in one language."""

    __pydantic_config__ = _STRICT
    system: str
    user: str
    """The message, with $text, $question and $candidates in it."""
    question: str
    """What is asked where the collection does not say."""
    gap: str | None = None
    """The same where the anaphor is a gap; None: as for a word."""
    openings: tuple[str, ...] = ()
    """What may stand before the letter in a reply."""
    declines: tuple[str, ...] = ()

    def messages(self, question: Question, order: Sequence[int]) -> list[dict[str, str]]:
        """The messages that ask a question, its candidates lettered in the order given."""
        labels = labels_of(len(order))
        texts = [question.candidates[index].text for index in order]
        lines = [f"{label}. {text}" for label, text in zip(labels, texts, strict=True)]
        is_gap = isinstance(question.anaphor, Mark) and question.anaphor.blank
        asked = question.prompt or (self.gap if is_gap and self.gap else self.question)
        words = {"text": marked(question), "question": asked, "candidates": "\n".join(lines)}
        content = Template(self.user).safe_substitute(words).strip()
        return [{"role": "system", "content": self.system}, {"role": "user", "content": content}]


_PROMPT: TypeAdapter[ChatPrompt] = TypeAdapter(ChatPrompt)


@cache
def prompt_in(language: str) -> ChatPrompt | None:
    """The package's own prompt in a language; None where it has none."""
    if not re.fullmatch(r"[a-z]{2,3}", language):  # anything else might lead out of the folder
        return None
    file = files("anaphor").joinpath(f"data/prompts/{language}.toml")
    return _parse(file.read_bytes(), Path(file.name)) if file.is_file() else None


def read_prompt(path: Path) -> ChatPrompt:
    return _parse(regular_bytes(path, _LARGEST_PROMPT), path)


def _parse(data: bytes, where: Path) -> ChatPrompt:
    try:
        prompt = _PROMPT.validate_python(tomllib.loads(data.decode("utf-8")))
    except ValidationError as error:
        problem = error.errors()[0]
        field = ".".join(map(str, problem["loc"]))
        raise FormatError(
            "resolver-prompt", reason=problem["msg"], where=Place(file=str(where), field=field)
        ) from error
    except ValueError as error:
        raise FormatError("resolver-prompt-toml", reason=str(error), where=where) from error
    missing = [f"${part}" for part in ("text", "candidates") if f"${part}" not in prompt.user]
    if missing:
        raise InputError("resolver-prompt-part", part=missing[0], where=where)
    return prompt


def labels_of(count: int) -> list[str]:
    """A, B, C … for up to 26 candidates, else 1, 2, 3 …"""
    return [chr(ord("A") + index) for index in range(count)] if count <= 26 else [str(i + 1) for i in range(count)]


def marked(question: Question) -> str:
    """The text with its anaphor between brackets."""
    if not isinstance(question.anaphor, Mark):
        return question.text
    start, end = question.anaphor.start, question.anaphor.end
    return f"{question.text[:start]}[{question.text[start:end] or '_'}]{question.text[end:]}"


def read_reply(said: str, prompt: ChatPrompt, texts: Sequence[str], *, quoted: str | None = None) -> Reply:
    """The choice that a reply makes among the candidates as they were listed, or why it makes none.

    A line counts when it is a letter, a letter behind an opening, a letter with its own candidate, or a candidate; a
    reply counts when its lines that count agree. `quoted` is what may be repeated of it; by default all.
    """
    lines = [line for line in _THOUGHTS.sub("", said).splitlines() if line.strip()]
    found = {choice for line in lines if (choice := _read_line(line, prompt, texts)) is not None}
    if len(found) == 1:
        choice = found.pop()
        return Choice(candidate=choice) if choice >= 0 else Abstention(reason=AbstentionReason.DECLINED)
    what = "two answers at once" if found else "no answer"
    shown = " ".join((said if quoted is None else quoted).split())
    return Abstention(reason=AbstentionReason.UNREADABLE, detail=f"{what}: {shown[:80]}")


def _read_line(line: str, prompt: ChatPrompt, texts: Sequence[str]) -> int | None:
    """Index of the candidate that a line names; −1 where it says that it does not know; None where it says neither."""
    plain = _bare(line)
    if plain in {_bare(words) for words in prompt.declines} or line.strip(_DRESS) == "?":
        return -1
    for opening in sorted(prompt.openings, key=len, reverse=True):
        rest = plain.removeprefix(opening.casefold())
        if rest != plain and (not rest or not rest[0].isalnum()):
            plain = _bare(rest)
            break
    labels = [label.casefold() for label in labels_of(len(texts))]
    bare_texts = [_bare(text) for text in texts]
    names = [
        index
        for index, (label, text) in enumerate(zip(labels, bare_texts, strict=True))
        if plain in (label, text) or (plain.startswith(label) and _bare(plain[len(label) :]) == text)
    ]
    return names[0] if len(names) == 1 else None


def _bare(text: str) -> str:
    return " ".join(text.strip(_DRESS).casefold().replace("’", "'").split())


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatResolver:
    """A chat model that is asked for a letter."""

    endpoint: Endpoint
    model: str
    parameters: Mapping[str, float]
    """What goes into each request beside the messages: temperature, the limit of tokens, the seed."""
    both_orders: bool
    prompt: ChatPrompt | None
    """The user's own prompt; None: the package's, in the question's language."""
    concurrency: int
    price: Price
    budget: float | None
    """What the requests of one start may cost in all; one that could exceed it is not sent."""

    @property
    def longest_reply(self) -> int:
        """The most tokens that a reply may have; 0 where there is no limit."""
        return int(self.parameters.get("max_completion_tokens", self.parameters.get("max_tokens", 0)))

    @property
    def name(self) -> str:
        return f"chat({self.model.rstrip('/').rpartition('/')[2]})"

    @property
    def signature(self) -> Signature:
        """Everything that could change an answer; the key is no part of it."""
        embedded = {code: fingerprint(prompt) for code in ("en", "fr") if (prompt := prompt_in(code))}
        shipped = ",".join(f"{code}#{digest}" for code, digest in embedded.items())
        return Signature.of(
            resolver="chat",
            model=self.model,
            url=self.endpoint.url,
            prompt=fingerprint(self.prompt) if self.prompt else shipped,
            orders="both" if self.both_orders else "hash",
            **self.parameters,
        )

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The model's answers; several questions are under way at once, their answers come in order."""
        given, _ = self._numbered(questions)
        return limit_failures(in_order(given), has_failed, _MOST_FAILURES, self._hopeless)

    def as_they_come(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The model's answers, each as soon as it is there; when the run must stop, those under way still come."""
        given, stop = self._numbered(questions)
        return limit_failures((each for _, each in given), has_failed, _MOST_FAILURES, self._hopeless, stop.set)

    def _numbered(self, questions: Sequence[Question]) -> tuple[Iterator[tuple[int, Answer]], threading.Event]:
        stop, purse = threading.Event(), Purse(self.budget)
        return numbered(lambda one: self._answer(one, stop, purse), questions, self.concurrency, stop), stop

    def _hopeless(self, answer: Answer, failures: int) -> AnaphorError:
        detail = answer.reply.detail if isinstance(answer.reply, Abstention) else None
        return AnaphorError("resolver-chat-failures", url=self.endpoint.url, count=failures, detail=str(detail))

    def _answer(self, question: Question, stop: threading.Event, purse: Purse) -> Answer:
        prompt = self.prompt or prompt_in(question.language) or prompt_in("en")
        if prompt is None or (not isinstance(question.anaphor, Mark) and question.prompt is None):
            detail = "The anaphor has no place, and nothing else says what is asked."
            return abstain(self.name, question, AbstentionReason.ATYPICAL, detail)
        # The letter of the right answer is balanced over a collection and not tied to how the source lists candidates.
        order = hashed_order(question, "letters\0")
        orders = [order, order[::-1]] if self.both_orders else [order]
        asked = [prompt.messages(question, each) for each in orders]
        worst = [self.price.at_most(each, self.longest_reply) for each in asked]
        reserved = purse.reserve(sum(worst))
        if reserved is None:
            code = "resolver-chat-budget-spent" if purse.spent else "resolver-chat-budget-small"
            raise AnaphorError(code, budget=float(self.budget or 0), worst=sum(worst), spent=purse.spent)
        began, heard = time.monotonic(), list[Received]()
        try:
            for messages, most, each in zip(asked, worst, orders, strict=True):
                body = {"model": self.model, "messages": messages, **self.parameters}
                found = complete(self.endpoint, body, stop, partial(reserved.more, most))
                reserved.pay(found.lost * most)
                if isinstance(found, Completion):  # the worst case where the endpoint does not count tokens
                    reserved.pay(self.price.of(found.usage) if "prompt_tokens" in found.usage else most)
                heard.append((self._read(question, prompt, each, found), found))
        finally:
            reserved.settle()
        return replace(self._judged(question, orders, heard), seconds=round(time.monotonic() - began, 3))

    def _read(
        self, question: Question, prompt: ChatPrompt, order: Sequence[int], found: Completion | NoCompletion
    ) -> Reply:
        if isinstance(found, NoCompletion):
            return Abstention(reason=found.reason, detail=found.detail)
        if found.refusal:
            detail = without_key(self.endpoint, found.refusal)[:200]
            return Abstention(reason=AbstentionReason.DECLINED, detail=detail)
        texts = [question.candidates[index].text for index in order]
        reply = read_reply(found.text, prompt, texts, quoted=without_key(self.endpoint, found.text))
        return Choice(candidate=order[reply.candidate]) if isinstance(reply, Choice) else reply

    def _judged(self, question: Question, orders: Sequence[Sequence[int]], heard: Sequence[Received]) -> TracedAnswer:
        """The answer that follows from the replies; the trace has the model's words, the tokens, tries and cost."""
        replies = [reply for reply, _ in heard]
        choices = [reply.candidate for reply in replies if isinstance(reply, Choice)]
        scores = tuple(choices.count(index) / len(replies) for index in range(len(question.candidates)))
        came = [each for _, each in heard if isinstance(each, Completion)]
        usage: dict[str, float] = {"tries": sum(each.tries for _, each in heard if isinstance(each, NoCompletion))}
        for each in came:
            for name, number in each.usage.items():
                usage[name] = usage.get(name, 0) + number
        if self.price != Price():
            usage["cost"] = self.price.of(usage)
        models = sorted({each.model for each in came if each.model})
        # The one choice that all replies make; the first abstention, or a tie where the choices differ.
        reply = next((each for each in replies if isinstance(each, Abstention)), replies[0])
        if isinstance(reply, Choice) and len(set(replies)) > 1:
            detail = "the choice changes with the order of the candidates"
            reply = Abstention(reason=AbstentionReason.TIE, detail=detail)
        return TracedAnswer(
            respondent=self.name,
            question=question.id,
            reply=reply,
            scores=scores if len(replies) > 1 and choices else (),
            trace={
                "said": [without_key(self.endpoint, each.text)[:_LONGEST_SAID] for each in came],
                "model": without_key(self.endpoint, models[0]) if models else "",
                "usage": usage,
                "shown": [[question.candidates[index].text for index in order] for order in orders],
            },
        )


def numbered(
    work: Callable[[Thing], Result], things: Sequence[Thing], workers: int, stop: threading.Event
) -> Iterator[tuple[int, Result]]:
    """Numbers and results as they come, from threads that end with the program: an executor's would hold it back.

    The first error, a `stop` that someone sets, or Ctrl-C ends the taking of things; what is under way then is waited
    for and its results still come, so that nothing that was paid for is lost. The error is raised behind them. A second
    Ctrl-C waits for nothing.

    >>> sorted(numbered(lambda n: n * n, [1, 2, 3], 2, threading.Event()))
    [(0, 1), (1, 4), (2, 9)]
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
    parameters: dict[str, float] = {}
    # `none` leaves a parameter out, for models that refuse it.
    if spec.settings.get("temperature") != "none":
        parameters["temperature"] = spec.number("temperature", 0.0, at_least=0.0)
    if "max_completion_tokens" in spec.settings:
        parameters["max_completion_tokens"] = spec.whole("max_completion_tokens", 0, at_least=1, at_most=10**9)
    elif spec.settings.get("max_tokens") != "none":
        parameters["max_tokens"] = spec.whole("max_tokens", 64, at_least=1, at_most=10**9)
    if "seed" in spec.settings:
        parameters["seed"] = spec.whole("seed", 0)
    made = ChatResolver(
        endpoint=endpoint,
        model=model,
        parameters=parameters,
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
    if made.budget is not None and made.price == Price():
        raise InputError("resolver-chat-no-prices")
    if made.budget is not None and made.price.completion and not made.longest_reply:
        raise InputError("resolver-chat-no-limit")
    key_of(endpoint)  # one that cannot be sent is refused before anything is asked
    return made
