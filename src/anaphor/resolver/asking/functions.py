"""A plain function as a resolver, `question -> answer` or `questions -> answers`; it sees what every resolver sees."""

import inspect
import math
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias, get_origin

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice
from anaphor.errors import InputError
from anaphor.files import digest
from anaphor.provenance import Signature
from anaphor.resolver.protocol import Resolver, abstain, answer_from_scores, make
from anaphor.schema import Candidate, Question
from anaphor.text import joined

Answering: TypeAlias = Callable[[Question], Any] | Callable[[list[Question]], Iterable[Any]]
"""A function that answers one question, or a list of them in their order.

An answer is a candidate, its text or its index; a score for each candidate (a list, or a mapping from their texts);
None or an `AbstentionReason` to abstain; or a `Choice`, `Abstention` or `Answer`.
"""
_MANY = re.compile(r"(\w+\.)*(list|List|tuple|Tuple|Sequence|Iterable|Collection)\b")
_LONGEST = 80
"""Most letters of a strange answer that an error repeats."""


class FunctionError(Exception):
    """A function that broke or gave a strange answer: the sentence's code, and the question by the id that it saw."""

    def __init__(self, code: str, question: str, **values: Any) -> None:
        super().__init__(code)
        self.code, self.question, self.values = code, question, values


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionResolver:
    """A function that answers questions."""

    function: Callable[[Any], Any]
    name: str
    batch: int = 0
    """Most questions in a call; 0: one question, not in a list."""
    version: str | None = None
    """What could change an answer, in the user's words, instead of a digest of the code: a model, a prompt."""

    @property
    def signature(self) -> Signature:
        """The name, and a version or a digest of the code: an edited function does not go on with another's run."""
        made = Signature.of(resolver="function", name=self.name, version=self.version)
        if self.version is not None:
            return made
        inner: Any = self.function
        while isinstance(inner, partial):
            inner = inner.func
        try:
            code = inspect.getsource(inner if inspect.isroutine(inner) else type(inner))
        except (OSError, TypeError):  # typed into a shell that keeps no lines, or compiled
            parts = getattr(inner, "__code__", None)
            code = repr((parts.co_code, parts.co_names)) if parts else ""
        return made | Signature.of(code=digest(code))

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """One answer for each question, in their order."""
        for start in range(0, len(questions), self.batch or 1):
            part, began = list(questions[start : start + (self.batch or 1)]), time.perf_counter()
            answers = self._given(part)
            for question in part:
                with_failure = partial(FunctionError, question=question.id, name=self.name)
                try:
                    given = next(answers)
                except StopIteration:
                    raise with_failure("resolver-function-few", count=len(part)) from None
                except (FunctionError, MemoryError):
                    raise
                # It is the user's own code: whatever it raises is one sentence, and the cause below it.
                except (Exception, SystemExit) as error:
                    raise with_failure("resolver-function-broke", reason=f"{type(error).__name__}: {error}") from error
                answer = read_answer(self.name, question, given)
                if answer is None:
                    known = joined(repr(each.text) for each in question.candidates)
                    shown = repr(given) if len(repr(given)) <= _LONGEST else f"{repr(given)[:_LONGEST]}…"
                    raise with_failure("resolver-function-strange", given=shown, candidates=known)
                if not self.batch and answer.seconds is None:
                    answer = replace(answer, seconds=round(time.perf_counter() - began, 6))
                yield answer
            if self.batch and next(answers, self) is not self:
                raise FunctionError("resolver-function-many", question=part[0].id, name=self.name, count=len(part))

    def _given(self, part: list[Question]) -> Iterator[Any]:
        """What the function says to some questions, as it comes."""
        if not self.batch:
            yield self.function(part[0])
            return
        given = self.function(list(part))
        if isinstance(given, str | Mapping | Set) or not isinstance(given, Iterable):
            kind = type(given).__name__
            raise FunctionError("resolver-function-no-list", question=part[0].id, name=self.name, kind=kind)
        yield from given


def read_answer(name: str, question: Question, given: Any) -> Answer | None:
    """What a function answered to a question; None where that cannot be told.

    >>> from anaphor.schema import Mark
    >>> boxes = (Candidate(text="the box"), Candidate(text="the bag"))
    >>> asked = Question(id="1", language="en", text="It is full.", anaphor=Mark(start=0, end=2), candidates=boxes)
    >>> [read_answer("me", asked, given).reply.candidate for given in ("The bag", 1, {"the box": 0.1, "the bag": 0.9})]
    [1, 1, 1]
    """
    texts = [_form(each.text) for each in question.candidates]
    if given is None or isinstance(given, AbstentionReason):
        return abstain(name, question, given or AbstentionReason.DECLINED)
    if isinstance(given, Answer):
        return replace(given, respondent=name) if given.question == question.id else None
    if isinstance(given, Choice | Abstention):
        return Answer(respondent=name, question=question.id, reply=given)
    if isinstance(given, Candidate):
        given = given.text
    if isinstance(given, str):
        given = texts.index(_form(given)) if texts.count(_form(given)) == 1 else None
    elif isinstance(given, Mapping):  # by text, or by index
        by_key = {_form(each.text if isinstance(each, Candidate) else str(each)): given[each] for each in given}
        keys = texts if set(by_key) == set(texts) else [str(place) for place in range(len(texts))]
        given = [by_key[key] for key in keys] if set(by_key) == set(keys) else None
    elif hasattr(given, "tolist"):  # a number or an array of numpy, or of a library that follows it
        given = given.tolist()
    if isinstance(given, int) and not isinstance(given, bool) and 0 <= given < len(texts):
        return Answer(respondent=name, question=question.id, reply=Choice(candidate=given))
    if isinstance(given, list | tuple) and len(given) == len(texts):
        numbers = [each.item() if hasattr(each, "item") else each for each in given]
        if all(
            isinstance(each, int | float) and not isinstance(each, bool) and math.isfinite(each) for each in numbers
        ):
            return answer_from_scores(name, question, [float(each) for each in numbers])
    return None


def _form(written: str) -> str:
    return " ".join(written.replace("’", "'").casefold().split())


def as_resolver(
    given: str | Resolver | Answering,
    *,
    name: str | None = None,
    batch: int | bool | None = None,
    version: str | None = None,
) -> Resolver:
    """The resolver that is meant: one that a spec describes, one that is there already, or a function as one."""
    own = {"name": name, "batch": batch, "version": version}
    idle = [setting for setting, value in own.items() if value is not None]
    is_resolver = not isinstance(given, type) and all(hasattr(given, each) for each in ("name", "signature", "resolve"))
    if idle and (isinstance(given, str) or is_resolver):
        raise InputError("resolver-function-setting", setting=idle[0])
    if isinstance(given, str):
        return make(given)
    if is_resolver:
        return given  # type: ignore[return-value]  # it has all that the protocol asks for
    if isinstance(given, type) or not callable(given):
        raise InputError("resolver-function-none", kind=given.__name__ if isinstance(given, type) else repr(given)[:80])
    inner: Any = given
    while isinstance(inner, partial):
        inner = inner.func
    called = name or str(getattr(inner, "__name__", type(inner).__name__)).strip("<>")
    if inspect.iscoroutinefunction(inner):
        raise InputError("resolver-function-async", name=called)
    try:
        parameters = list(inspect.signature(given).parameters.values())
    except (TypeError, ValueError):  # compiled code may say nothing of itself
        parameters = []
    needed = [each for each in parameters if each.default is each.empty and each.kind not in _REST]
    if parameters and (len(needed) > 1 or any(each.kind is each.KEYWORD_ONLY for each in needed)):
        raise InputError("resolver-function-parameters", name=called, names=joined(each.name for each in needed))
    if batch is None:
        kind = parameters[0].annotation if parameters else None
        several = get_origin(kind) or kind  # such as the `list` of `list[Question]`
        is_many = isinstance(several, type) and several is not inspect.Parameter.empty and issubclass(several, Iterable)
        batch = bool(_MANY.match(kind)) if isinstance(kind, str) else is_many
    if not isinstance(batch, bool) and batch < 1:
        raise InputError("resolver-function-batch", batch=str(batch))
    size = (_ALL if batch else 0) if isinstance(batch, bool) else batch
    return FunctionResolver(function=given, name=called, batch=size, version=version)


_REST = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_ALL = 2**31
