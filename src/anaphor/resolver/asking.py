"""Asking a resolver: blinded questions in, checked answers out, one each and in order."""

from collections.abc import Iterator, Sequence

from anaphor.answer import Answer, Choice
from anaphor.errors import AnaphorError
from anaphor.resolver.blindness import Blinded, blind, finds_by_id
from anaphor.resolver.protocol import Resolver, TracedAnswer
from anaphor.schema import Question


def ask(resolver: Resolver, questions: Sequence[Question], *, salt: str) -> Iterator[Answer]:
    """One answer for each question, under the questions' own ids; the resolver itself sees them blinded."""
    if finds_by_id(resolver):
        yield from checked_answers(resolver, questions)
        return
    blinded = [blind(question, salt) for question in questions]
    answers = checked_answers(resolver, [each.shown for each in blinded], blinded)
    for each, answer in zip(blinded, answers, strict=True):
        yield each.reveal(answer)


def in_asking_order(resolver: Resolver, questions: Sequence[Question], *, salt: str) -> list[Question]:
    """The questions in an order that means nothing: in files, the first item of a schema often has the first candidate.

    Resolvers that say `keeps_order` are asked in the collection's order, which lets them compute twins together; only
    those of the house may, since they do not look at it.
    """
    if finds_by_id(resolver) or getattr(resolver, "keeps_order", False):
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
        if answer.question != question.id:
            raise _broken(resolver, f"was asked {name} and answered another question")
        if problem := misfit(question, answer):
            raise _broken(resolver, f"{problem} (question {name})")
        yield answer
    if next(answers, None) is not None:
        raise _broken(resolver, f"gave more answers than the {len(questions)} questions asked for")


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


def _guarded(resolver: Resolver, questions: Sequence[Question]) -> Iterator[Answer]:
    """The resolver's answers; a resolver is other people's code, so whatever it raises becomes one sentence."""
    try:
        yield from resolver.resolve(questions)
    except (AnaphorError, MemoryError):
        raise
    except Exception as error:
        raise _broken(resolver, f"broke ({type(error).__name__}: {error})") from error


def _broken(resolver: Resolver, what: str) -> AnaphorError:
    return AnaphorError(f"the resolver {resolver.name} {what}", todo="`anaphor resolver test` finds out more.")
