"""Asking a resolver: blinded questions in, checked answers out, one each, in order or as they come.

A collection's own ids and orders can give the key away: in a file whose answers are listed special first, item
`lamp.1` is always candidate 0. So a resolver gets opaque ids and candidates ordered by a hash of their words; its
answers are put back under the collection's ids and orders afterwards.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeVar

from anaphor.answer import Answer, Choice, TracedAnswer
from anaphor.answers import misfit
from anaphor.errors import AnaphorError
from anaphor.files import digest
from anaphor.resolver.asking.functions import FunctionError
from anaphor.resolver.protocol import MixedResolver, PromptResolver, Resolver
from anaphor.schema import Question

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True, kw_only=True)
class Blinded:
    """A question as it is shown, and how to find the way back."""

    shown: Question
    original: str
    order: tuple[int, ...]
    """For each candidate shown, its index in the collection."""

    def reveal(self, answer: Answer) -> Answer:

        def back(parts: tuple[Thing, ...]) -> tuple[Thing, ...]:
            return tuple(parts[self.order.index(place)] for place in range(len(parts)))

        reply = answer.reply
        if isinstance(reply, Choice):
            reply = Choice(candidate=self.order[reply.candidate])
        answer = replace(answer, question=self.original, reply=reply, scores=back(answer.scores))
        if isinstance(answer, TracedAnswer):
            return replace(answer, candidate_traces=back(answer.candidate_traces))
        return answer


def hashed_order(question: Question, purpose: str = "") -> tuple[int, ...]:
    """The candidates' indices in the order of a hash of text and candidate, whatever the id and the listing."""
    keys = [digest(f"{purpose}{question.text}\0{candidate.text}", 64) for candidate in question.candidates]
    return tuple(sorted(range(len(keys)), key=lambda index: (keys[index], index)))


def blind(question: Question, salt: str) -> Blinded:
    """The question under an opaque name, its candidates in the order of a hash; no resolver knows the salt."""
    order = hashed_order(question)
    shown = replace(
        question,
        id=digest(f"{salt}\0{question.id}"),
        candidates=tuple(question.candidates[index] for index in order),
        readings=tuple(question.readings[index] for index in order) if question.readings else (),
    )
    return Blinded(shown=shown, original=question.id, order=order)


def finds_by_id(resolver: Resolver) -> bool:
    """True for a resolver that looks stored answers up by the collection's ids, and so cannot be blinded."""
    return bool(getattr(resolver, "finds_by_id", False))


def _is_ours(resolver: Resolver) -> bool:
    """True for a resolver of this package: only these are known not to look at what they could see."""
    return type(resolver).__module__.partition(".")[0] == __name__.partition(".")[0]


def ask(resolver: Resolver, questions: Sequence[Question], *, salt: str, promptly: bool = False) -> Iterator[Answer]:
    """One answer for each question, under its own id; with `promptly` each as soon as it is there, so in any order."""
    promptly = promptly and isinstance(resolver, PromptResolver)
    if _is_ours(resolver) and isinstance(resolver, MixedResolver):
        resolver = resolver.salted(salt)  # it asks others and blinds them; nobody else may learn the salt
    if finds_by_id(resolver):
        yield from checked_answers(resolver, questions, promptly=promptly)
        return
    blinded = {each.shown.id: each for each in (blind(question, salt) for question in questions)}
    for answer in checked_answers(resolver, [each.shown for each in blinded.values()], blinded, promptly=promptly):
        yield blinded[answer.question].reveal(answer)


def in_asking_order(resolver: Resolver, questions: Sequence[Question], *, salt: str) -> list[Question]:
    """The questions in an order that means nothing: in files, the first item of a schema often has the first candidate.

    Our own models that say `keeps_order` are asked in the collection's order, which lets them compute twins together.
    Stored answers are found in any order, so an ensemble's other members learn nothing from theirs.
    """
    if _is_ours(resolver) and getattr(resolver, "keeps_order", False):
        return list(questions)
    return sorted(questions, key=lambda question: blind(question, salt).shown.id)


def checked_answers(
    resolver: Resolver,
    questions: Sequence[Question],
    names: Mapping[str, Blinded] = MappingProxyType({}),
    *,
    promptly: bool = False,
) -> Iterator[Answer]:
    """The resolver's answers, each held against its question; what breaks the protocol is one clear sentence."""
    name, still_open = resolver.name, {question.id: question for question in questions}
    given: Iterator[object] = _guarded(resolver, questions, names, promptly=promptly)
    for answer in given:
        awaited = next(iter(still_open), None)
        if awaited is None and not promptly:
            raise AnaphorError("resolver-too-many-answers", name=name, questions=len(questions))
        answered = answer.question if isinstance(answer, Answer) else None
        question = still_open.pop(answered or "", None) if promptly or answered == awaited else None
        if question is None or not isinstance(answer, Answer):
            code = "resolver-unasked-question" if promptly else "resolver-other-question"
            raise AnaphorError(code, name=name, question=_original(names, awaited or ""))
        if problem := misfit(question, answer):
            asked = _original(names, question.id)
            raise AnaphorError("resolver-misfit", name=name, problem=problem, question=asked)
        yield answer
    if still_open:
        count = len(questions) - len(still_open)
        raise AnaphorError("resolver-too-few-answers", name=name, count=count, questions=len(questions))


def _original(names: Mapping[str, Blinded], question: str) -> str:
    return names[question].original if question in names else question


def _guarded(
    resolver: Resolver, questions: Sequence[Question], names: Mapping[str, Blinded], *, promptly: bool = False
) -> Iterator[Answer]:
    """The resolver's answers; a resolver is other people's code, so whatever it raises becomes one sentence."""
    try:
        if promptly and isinstance(resolver, PromptResolver):
            yield from resolver.as_they_come(questions)
        else:
            yield from resolver.resolve(questions)
    except (AnaphorError, MemoryError):
        raise
    except FunctionError as failure:
        asked = _original(names, failure.question)
        raise AnaphorError(failure.code, question=asked, **failure.values) from failure.__cause__
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}"
        raise AnaphorError("resolver-broke", name=resolver.name, reason=reason) from error


def limit_failures(
    things: Iterable[Thing],
    failed: Callable[[Thing], bool],
    most: int,
    give_up: Callable[[Thing, int], AnaphorError],
    stop: Callable[[], None] | None = None,
) -> Iterator[Thing]:
    """The things as they come; failures are held back until one succeeds or all are there.

    `most` failures in a row raise what `give_up` makes of the last: those held back are then not handed on, so that a
    run does not fill with failures that it would never ask about again. Where `stop` ends the making of things, those
    that were already being made are waited for first, and the good ones are handed on.

    >>> list(limit_failures([1, -1, 2, -1], lambda n: n < 0, 2, lambda n, count: AnaphorError("negative")))
    [1, -1, 2, -1]
    """
    held: list[Thing] = []
    things = iter(things)
    for thing in things:
        held.append(thing)
        if not failed(thing):
            yield from held
            held = []
        elif len(held) >= most:
            if stop is not None:
                stop()
                yield from (each for each in things if not failed(each))
            raise give_up(thing, len(held))
    yield from held


def in_order(numbered: Iterable[tuple[int, Thing]]) -> Iterator[Thing]:
    """Things that come with their numbers from 0 on, in any order, each as soon as those before it are there.

    >>> list(in_order([(1, "b"), (0, "a"), (2, "c")]))
    ['a', 'b', 'c']
    """
    known: dict[int, Thing] = {}
    wanted = 0
    for number, thing in numbered:
        known[number] = thing
        while wanted in known:
            yield known.pop(wanted)
            wanted += 1
