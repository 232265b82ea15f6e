"""Chat models over any OpenAI-compatible endpoint: candidates are lettered, in an order drawn from a hash of the
question, or both orders are asked and must agree; what cannot be read as one of the letters is an abstention."""

import math
import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from string import Template

from pydantic import ValidationError

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice, Reply
from anaphor.errors import AnaphorError, FormatError, InputError, Place
from anaphor.files import parse_toml, regular_bytes
from anaphor.provenance import Signature, adapter, fingerprint
from anaphor.resolver.asking.asking import hashed_order
from anaphor.resolver.chat.client import (
    SENDING,
    Completion,
    Endpoint,
    NoCompletion,
    Price,
    Purse,
    complete,
    endpoint_of,
    without_key,
)
from anaphor.resolver.chat.remote import RemoteResolver
from anaphor.resolver.protocol import Resolver, Spec, TracedAnswer, abstain, choose
from anaphor.schema import Mark, Question
from anaphor.text import message

_LONGEST_SAID = 500
_TOP = 20
"""First tokens whose probabilities are asked for: the most that endpoints give."""
_NOISE = 1e-6
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
    examples: tuple[tuple[str, str], ...] = ()
    """Messages with good replies to them that are shown first (few-shot)."""

    def messages(self, question: Question, order: Sequence[int]) -> list[dict[str, str]]:
        """The messages that ask a question, its candidates lettered in the order given."""
        labels = labels_of(len(order))
        texts = [question.candidates[index].text for index in order]
        lines = [f"{label}. {text}" for label, text in zip(labels, texts, strict=True)]
        is_gap = isinstance(question.anaphor, Mark) and question.anaphor.blank
        asked = question.prompt or (self.gap if is_gap and self.gap else self.question)
        words = {"text": marked(question), "question": asked, "candidates": "\n".join(lines)}
        content = Template(self.user).safe_substitute(words).strip()
        roles = [role for _ in self.examples for role in ("user", "assistant")]
        said = [words for each in self.examples for words in each]
        shown = [{"role": role, "content": words} for role, words in zip(roles, said, strict=True)]
        return [{"role": "system", "content": self.system}, *shown, {"role": "user", "content": content}]


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
        prompt = adapter(ChatPrompt).validate_python(parse_toml(data.decode("utf-8")))
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
    detail = f"{what}: {shown[:80]}" if shown else "the reply is empty"
    return Abstention(reason=AbstentionReason.UNREADABLE, detail=detail)


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
class ChatResolver(RemoteResolver):
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
    logprobs: bool
    """Whether the letters' own probabilities decide, where the endpoint gives them, instead of what is said."""
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
            logprobs="yes" if self.logprobs else None,
            **self.parameters,
        )

    def asker(self, stop: threading.Event) -> Callable[[Question], Answer]:
        purse = Purse(self.budget)
        return lambda one: self._answer(one, stop, purse)

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
                body |= {"logprobs": True, "top_logprobs": _TOP} if self.logprobs else {}
                found = complete(self.endpoint, body, stop, partial(reserved.more, most))
                reserved.pay(found.lost * most)
                if isinstance(found, Completion):  # the worst case where the endpoint does not count tokens
                    reserved.pay(self.price.of(found.usage) if "prompt_tokens" in found.usage else most)
                heard.append((self._read(question, prompt, each, found), found))
        finally:
            reserved.settle()
        answer = self._judged(question, orders, heard)
        if self.logprobs and (weighed := weighed_letters(len(question.candidates), orders, heard)):
            answer = replace(answer, reply=choose(weighed, tie=_NOISE), scores=weighed)
        return replace(answer, seconds=round(time.monotonic() - began, 3))

    def _read(
        self, question: Question, prompt: ChatPrompt, order: Sequence[int], found: Completion | NoCompletion
    ) -> Reply:
        if isinstance(found, NoCompletion):
            return Abstention(reason=found.reason, detail=found.detail)
        if found.refusal:
            detail = without_key(self.endpoint, found.refusal)[:200]
            return Abstention(reason=AbstentionReason.DECLINED, detail=detail)
        if found.cut:  # its first words are no answer: they may have been about to turn
            said = " ".join(without_key(self.endpoint, found.text).split())[:80]
            limit = f"the reply was cut off at {self.longest_reply} tokens" if self.longest_reply else "cut off"
            return Abstention(reason=AbstentionReason.CUT_OFF, detail=f"{limit}: {said}" if said else limit)
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


def weighed_letters(count: int, orders: Sequence[Sequence[int]], heard: Sequence[Received]) -> tuple[float, ...]:
    """The candidates' shares of what their letters weigh as first token, the mean over orders; empty: not told."""
    sums = [0.0] * count
    for order, (_, found) in zip(orders, heard, strict=True):
        first = found.first if isinstance(found, Completion) else {}
        weights = dict.fromkeys(order, 0.0)
        for token, log in first.items():
            label = token.strip(_DRESS).upper()
            if label in labels_of(count):
                weights[order[labels_of(count).index(label)]] += math.exp(min(log, 0.0))
        if not (total := sum(weights.values())):
            return ()
        for candidate, weight in weights.items():
            sums[candidate] += weight / total / len(orders)
    return tuple(round(each, 9) for each in sums)


def make_chat(spec: Spec) -> Resolver:
    """A chat model at an OpenAI-compatible endpoint."""
    asking = ("orders", "prompt", "temperature", "max_tokens", "max_completion_tokens", "seed")
    spec.allow(*SENDING, "stream", *asking, "logprobs", "price_in", "price_out", "budget")
    model = spec.needed(message("resolver-needs-model-name"))
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
        endpoint=endpoint_of(spec),
        model=model,
        parameters=parameters,
        logprobs=spec.flag("logprobs", False),
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
    return made
