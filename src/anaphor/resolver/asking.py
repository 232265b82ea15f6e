"""Asking a resolver: blinded questions in, checked answers out, one each, in order or as they come."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from anaphor.answer import Answer, Choice
from anaphor.errors import AnaphorError
from anaphor.resolver.blindness import Blinded, blind, finds_by_id, is_ours, keeps_order
from anaphor.resolver.protocol import MixedResolver, PromptResolver, Resolver, TracedAnswer
from anaphor.schema import Question


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

    Models of the house that say `keeps_order` are asked in the collection's order, which lets them compute twins
    together. Stored answers are found in any order, so an ensemble's other members learn nothing from theirs.
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
        answer = next(answers, None)
        if answer is None:
            raise _broken(resolver, f"gave {index} answers to {len(questions)} questions")
        if not _is_answer(answer) or answer.question != question.id:
            raise _broken(resolver, f"was asked {name} and answered another question")
        if problem := misfit(question, answer):
            raise _broken(resolver, f"{problem} (question {name})")
        yield answer
    if next(answers, None) is not None:
        raise _broken(resolver, f"gave more answers than the {len(questions)} questions asked for")


def checked_in_any_order(
    resolver: Resolver, questions: Sequence[Question], names: Mapping[str, Blinded] = MappingProxyType({})
) -> Iterator[Answer]:
    """What `checked_answers` gives, from a resolver that hands its answers over as they come."""
    open_questions = {question.id: question for question in questions}
    for answer in _guarded(resolver, questions, promptly=True):
        question = open_questions.pop(answer.question, None) if _is_answer(answer) else None
        if question is None:
            raise _broken(resolver, "answered a question that was not asked, or one twice")
        if problem := misfit(question, answer):
            name = names[question.id].original if question.id in names else question.id
            raise _broken(resolver, f"{problem} (question {name})")
        yield answer
    if open_questions:
        count = len(questions) - len(open_questions)
        raise _broken(resolver, f"gave {count} answers to {len(questions)} questions")


def _is_answer(given: object) -> bool:
    """Whether a resolver, which is other people's code, gave an answer at all."""
    return isinstance(given, Answer)


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
        raise _broken(resolver, f"broke ({type(error).__name__}: {error})") from error


def _broken(resolver: Resolver, what: str) -> AnaphorError:
    return AnaphorError(f"the resolver {resolver.name} {what}", todo="`anaphor resolver test` finds out more.")
