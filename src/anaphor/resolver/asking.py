"""Asking a resolver: blinded questions in, checked answers out, one each, in order or as they come."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

from anaphor.answer import Answer, Choice
from anaphor.errors import AnaphorError
from anaphor.resolver.blindness import Blinded, blind, finds_by_id, is_ours, keeps_order
from anaphor.resolver.protocol import MixedResolver, PromptResolver, Resolver, TracedAnswer
from anaphor.schema import Question

Thing = TypeVar("Thing")


def ask(resolver: Resolver, questions: Sequence[Question], *, salt: str) -> Iterator[Answer]:
    """One answer for each question, under the questions' own ids; the resolver itself sees them blinded."""
    resolver = _salted(resolver, salt)
    if finds_by_id(resolver):
        yield from checked_answers(resolver, questions)
        return
    blinded = [blind(question, salt) for question in questions]
    answers = checked_answers(resolver, [each.shown for each in blinded], blinded)
    for each, answer in zip(blinded, answers, strict=True):
        yield each.reveal(answer)


def ask_promptly(resolver: Resolver, questions: Sequence[Question], *, salt: str) -> Iterator[Answer]:
    """The answers that `ask` gives, each as soon as it is there where the resolver can do that, so in any order."""
    if not isinstance(resolver, PromptResolver):
        yield from ask(resolver, questions, salt=salt)
        return
    resolver = _salted(resolver, salt)
    shown_as_is = finds_by_id(resolver)
    blinded = {each.shown.id: each for each in (blind(question, salt) for question in questions)}
    given = questions if shown_as_is else [each.shown for each in blinded.values()]
    for answer in checked_in_any_order(resolver, given, blinded):
        yield answer if shown_as_is else blinded[answer.question].reveal(answer)


def _salted(resolver: Resolver, salt: str) -> Resolver:
    """A resolver of ours that asks others, told the salt to blind them with; nobody else may learn it."""
    return resolver.salted(salt) if is_ours(resolver) and isinstance(resolver, MixedResolver) else resolver


def in_asking_order(resolver: Resolver, questions: Sequence[Question], *, salt: str) -> list[Question]:
    """The questions in an order that means nothing: in files, the first item of a schema often has the first candidate.

    Our own models that say `keeps_order` are asked in the collection's order, which lets them compute twins together.
    Stored answers are found in any order, so an ensemble's other members learn nothing from theirs.
    """
    if keeps_order(resolver):
        return list(questions)
    return sorted(questions, key=lambda question: blind(question, salt).shown.id)


def checked_answers(
    resolver: Resolver, questions: Sequence[Question], names: Sequence[Blinded] = ()
) -> Iterator[Answer]:
    """The resolver's answers, each held against its question; what breaks the protocol is one clear sentence."""
    answers = _guarded(resolver, questions)
    for index, question in enumerate(questions):
        name = names[index].original if names else question.id
        answer: object = next(answers, None)
        if answer is None:
            raise _too_few(resolver, index, questions)
        if not isinstance(answer, Answer) or answer.question != question.id:
            raise AnaphorError("resolver-other-question", name=resolver.name, question=name)
        if problem := misfit(question, answer):
            raise AnaphorError("resolver-misfit", name=resolver.name, problem=problem, question=name)
        yield answer
    if next(answers, None) is not None:
        raise AnaphorError("resolver-too-many-answers", name=resolver.name, questions=len(questions))


def checked_in_any_order(
    resolver: Resolver, questions: Sequence[Question], names: Mapping[str, Blinded] = MappingProxyType({})
) -> Iterator[Answer]:
    """What `checked_answers` gives, from a resolver that hands its answers over as they come."""
    open_questions = {question.id: question for question in questions}
    given: Iterator[object] = _guarded(resolver, questions, promptly=True)
    for answer in given:
        question = open_questions.pop(answer.question, None) if isinstance(answer, Answer) else None
        if question is None or not isinstance(answer, Answer):
            raise AnaphorError("resolver-unasked-question", name=resolver.name)
        if problem := misfit(question, answer):
            name = names[question.id].original if question.id in names else question.id
            raise AnaphorError("resolver-misfit", name=resolver.name, problem=problem, question=name)
        yield answer
    if open_questions:
        raise _too_few(resolver, len(questions) - len(open_questions), questions)


def _too_few(resolver: Resolver, count: int, questions: Sequence[Question]) -> AnaphorError:
    return AnaphorError("resolver-too-few-answers", name=resolver.name, count=count, questions=len(questions))


def misfit(question: Question, answer: Answer) -> str | None:
    """What is wrong with an answer to a question; None when nothing is."""
    count = len(question.candidates)
    if isinstance(answer.reply, Choice) and answer.reply.candidate >= count:
        return f"chose candidate number {answer.reply.candidate} of {count}"
    if answer.scores and len(answer.scores) != count:
        return f"gave {len(answer.scores)} scores to {count} candidates"
    if isinstance(answer, TracedAnswer) and answer.candidate_traces and len(answer.candidate_traces) != count:
        return f"traced {len(answer.candidate_traces)} of {count} candidates"
    return None


def _guarded(resolver: Resolver, questions: Sequence[Question], *, promptly: bool = False) -> Iterator[Answer]:
    """The resolver's answers; a resolver is other people's code, so whatever it raises becomes one sentence."""
    try:
        if promptly and isinstance(resolver, PromptResolver):
            yield from resolver.as_they_come(questions)
        else:
            yield from resolver.resolve(questions)
    except (AnaphorError, MemoryError):
        raise
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
